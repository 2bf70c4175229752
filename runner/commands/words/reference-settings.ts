// The options of `touchstone reference`, which its program reads again for itself.
import type {SettingTable} from '../../../model/setting.ts';

export const referenceSettings: SettingTable = {
  port: {
    flags: '--port <n>',
    about: 'the port to listen on (default: a free one)',
    value: {kind: 'count', least: 0, most: 65_535},
  },
  host: {flags: '--host <host>', about: 'the address to listen on (default: 127.0.0.1)', value: {kind: 'text'}},
  seedFile: {
    flags: '--seed-file <file>',
    about: 'users, organizations and repositories that exist from the start, as YAML or JSON',
    value: {kind: 'text'},
  },
  ini: {flags: '--ini <file>', about: 'settings, such as [actions] ENABLED = true', value: {kind: 'text'}},
  set: {
    flags: '--set <section.KEY=value>',
    about: 'one setting; repeatable, and wins over the file',
    value: {kind: 'each'},
  },
  fault: {
    flags: '--fault <name>',
    about: 'misbehave in one known way; repeatable',
    value: {kind: 'each'},
  },
  listFaults: {flags: '--list-faults', about: 'print all faults as JSON and exit', value: {kind: 'switch'}},
  traceRules: {
    flags: '--trace-rules',
    about: 'list the rules that each reply used in its header X-Reference-Rules',
    value: {kind: 'switch'},
  },
  mesh: {
    flags: '--mesh',
    about: 'start the node of a mesh instead: a lighthouse on UDP that seals its datagrams, with a CA of its own',
    value: {kind: 'switch'},
  },
  cipher: {flags: '--cipher <name>', about: 'with --mesh: aes (default) or chachapoly', value: {kind: 'text'}},
  ca: {
    flags: '--ca <file>',
    about: 'with --mesh, --cert and --key: the certificate of an existing CA',
    value: {kind: 'text'},
  },
  cert: {flags: '--cert <file>', about: 'with --mesh: the certificate of the node, version 1', value: {kind: 'text'}},
  key: {flags: '--key <file>', about: 'with --mesh: the key of that certificate', value: {kind: 'text'}},
  lighthouse: {
    flags: '--lighthouse <address>',
    about: 'with --mesh: be a host that reports to this lighthouse, e.g. 10.77.0.1@127.0.0.1:4242',
    value: {kind: 'text'},
  },
  interval: {
    flags: '--interval <seconds>',
    about: 'with --lighthouse: how often it reports (default: 10)',
    value: {kind: 'text'},
  },
  lookUp: {
    flags: '--look-up <vpnip>',
    about: 'with --lighthouse: a host to look up; repeatable',
    value: {kind: 'each'},
  },
  verbose: {flags: '--verbose', about: 'with --mesh: say on standard error what happens', value: {kind: 'switch'}},
  live: {
    flags: '--live [address]',
    about:
      'start a live peer instead, which answers bare overlay messages, at an address such as udp://127.0.0.1:4242 (default: any free UDP port of 127.0.0.1)',
    value: {kind: 'text'},
  },
  many: {
    flags: '--many',
    about:
      'start and stop servers as lines of standard input request: {"id": 1, "args": […]} and {"id": 1, "stop": true}',
    value: {kind: 'switch'},
  },
};
