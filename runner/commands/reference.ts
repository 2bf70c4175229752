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
        'Starts the reference server, a code-hosting API with git over HTTP that keeps everything in memory, or with --mesh a node of a mesh, until Ctrl-C. ' +
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
  if (extra === undefined) return machine.serveReference(argv, argv.includes('--mesh') ? 'mesh' : 'hosting');
  machine.talk(`touchstone reference: unexpected argument ${JSON.stringify(extra)}\n`);
  return 2;
}

type Given = {readonly [name in keyof typeof referenceSettings]?: unknown};

/** Options that the server has, and those that the node of a mesh has; the others are of both. */
const ofServer = ['seedFile', 'ini', 'set', 'traceRules', 'many'];
const ofNode = ['cipher', 'ca', 'cert', 'key', 'lighthouse', 'interval', 'lookUp', 'verbose'];

function strayOption(given: Given): string | undefined {
  const isMesh = given['mesh'] === true;
  const stray = (isMesh ? ofServer : ofNode).find(name => given[name] !== undefined);
  if (stray === undefined) return undefined;
  const flag = referenceSettings[stray]?.flags.split(' ', 1)[0] ?? stray;
  return isMesh
    ? `${flag} belongs to the hosting server, and --mesh starts a node\n  leave one of them out`
    : `${flag} belongs to the node of a mesh\n  add --mesh`;
}
