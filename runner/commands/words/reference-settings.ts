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
  many: {
    flags: '--many',
    about:
      'start and stop servers as lines of standard input request: {"id": 1, "args": […]} and {"id": 1, "stop": true}',
    value: {kind: 'switch'},
  },
};
