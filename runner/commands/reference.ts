// `touchstone reference`: starts the reference server and keeps it running until Ctrl-C.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {readCommandLine} from './words/command-line.ts';
import {declareTable} from './words/declare-settings.ts';
import {referenceSettings} from './words/reference-settings.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return declareTable(
    command
      .name('reference')
      .description(
        'Starts the reference server, a code-hosting API with git over HTTP that keeps everything in memory, or with --mesh a node of a mesh, ' +
          'or with --live a peer that answers bare overlay messages, until Ctrl-C. ' +
          'One line of JSON on standard output says when it is ready and where it listens.',
      )
      .addHelpText('after', environmentHelp),
    referenceSettings,
  );
}

const environmentHelp = `
Environment:
  REFERENCE_ADMIN_USER      name of the administrator (default: root)
  REFERENCE_ADMIN_PASSWORD  its password (default: a generated one, printed on standard error)
  REFERENCE_ADMIN_TOKEN     an access token that the administrator has from the start
  REFERENCE_OLD_TOKEN       one that is older than scopes
  REFERENCE_PARENT_PIPE=1   exit when standard input is closed

docs/reference-server.md describes settings, seed files, and how it differs from servers that people work on.`;

/** Runs the command: the exit code of the server, 0 when it was stopped, 2 for bad input. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<Given>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const [extra] = line.operands;
  const stray = strayOption(line.options);
  if (stray !== undefined) {
    machine.talk(`touchstone reference: ${stray}\n`);
    return 2;
  }
  if (extra === undefined) return serve(argv, line.options, machine);
  machine.talk(`touchstone reference: unexpected argument ${JSON.stringify(extra)}\n`);
  return 2;
}

type Given = {readonly [name in keyof typeof referenceSettings]?: unknown};

function serve(argv: readonly string[], given: Given, machine: Machine): Promise<number> {
  const program = programOf(given);
  return program === 'live-peer'
    ? machine.serveReference(peerFlags(given), program)
    : machine.serveReference(argv, program);
}

type Program = 'hosting' | 'mesh' | 'live-peer';

function programOf({live, mesh}: Given): Program {
  if (live !== undefined) return 'live-peer';
  return mesh === true ? 'mesh' : 'hosting';
}

/** The peer reads no `--live=URL`, and has no address of its own. */
function peerFlags({live, fault, listFaults}: Given): string[] {
  if (listFaults === true) return ['--list-faults'];
  const faults = Array.isArray(fault) ? fault.flatMap(name => ['--fault', String(name)]) : [];
  return ['--live', typeof live === 'string' ? live : anyUdpPort, ...faults];
}

const anyUdpPort = 'udp://127.0.0.1:0';

/** Options of one or two programs alone; the others are of all three. */
const ofServer = ['seedFile', 'ini', 'set', 'traceRules', 'many'];
const ofNode = ['mesh', 'cipher', 'ca', 'cert', 'key', 'lighthouse', 'interval', 'lookUp', 'verbose'];
const notOfPeer = ['port', 'host', ...ofServer, ...ofNode];

function strayOption(given: Given): string | undefined {
  const program = programOf(given);
  const strays = {'live-peer': notOfPeer, mesh: ofServer, hosting: ofNode}[program];
  const stray = strays.find(name => given[name] !== undefined);
  if (stray === undefined) return undefined;
  const flag = referenceSettings[stray]?.flags.split(' ', 1)[0] ?? stray;
  switch (program) {
    case 'live-peer':
      return isPlace(stray)
        ? `${flag} does not go with --live, whose address has both, e.g. --live udp://127.0.0.1:4242`
        : `${flag} belongs to another program than the live peer\n  leave out --live or ${flag}`;
    case 'mesh':
      return `${flag} belongs to the hosting server, and --mesh starts a node\n  leave one of them out`;
    case 'hosting':
      return `${flag} belongs to the node of a mesh\n  add --mesh`;
  }
}

function isPlace(name: string): boolean {
  return name === 'port' || name === 'host';
}
