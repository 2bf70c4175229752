/** Reads the command line of the reference server. */
import {parseArgs} from 'node:util';

export interface Options {
  readonly port: number;
  readonly host: string;
  readonly ini: string | undefined;
  readonly overrides: readonly string[];
  readonly seedFile: string | undefined;
  readonly faults: readonly string[];
  readonly listsFaults: boolean;
  readonly tracesRules: boolean;
  readonly servesMany: boolean;
  readonly showsHelp: boolean;
}

export type OptionsReading =
  | {readonly kind: 'options'; readonly options: Options}
  | {readonly kind: 'problem'; readonly message: string};

export const helpText = `The touchstone reference server: a code-hosting API in memory, for tests.

  --port N                  the port to listen on; without it, a free one
  --host HOST               the address to listen on (127.0.0.1)
  --ini FILE                settings, such as [actions] ENABLED = true
  --set SECTION.KEY=VALUE   one setting; may be repeated, and wins over the file
  --seed-file FILE          users, organizations and repositories that are there from the start, as YAML or JSON
  --fault NAME              behave wrongly in one known way; may be repeated
  --list-faults             print all faults as JSON and end
  --trace-rules             say in X-Reference-Rules which rules each reply touched
  --many                    start and stop servers as lines of standard input ask, for whoever tries many faults:
                            {"id": 1, "args": ["--fault", "NAME"]} and, later, {"id": 1, "stop": true}
  --help                    print this and end

REFERENCE_ADMIN_USER (root) and REFERENCE_ADMIN_PASSWORD (generated and printed) name the administrator;
REFERENCE_ADMIN_TOKEN is an access token that the administrator has from the start, and REFERENCE_OLD_TOKEN one that
is older than scopes.
REFERENCE_PARENT_PIPE=1 ends the server when its standard input is closed.

Everything is kept in memory and gone when the server ends. docs/reference-server.md says what it answers,
which settings it knows, how a seed file looks, and how it differs from servers that people work on.
`;

export function readOptions(args: readonly string[]): OptionsReading {
  try {
    return readValues(args);
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    return {kind: 'problem', message: `${text}  (--help lists all flags)`};
  }
}

function readValues(args: readonly string[]): OptionsReading {
  const {values} = parseArgs({
    args: [...args],
    options: {
      port: {type: 'string', default: '0'},
      host: {type: 'string', default: '127.0.0.1'},
      ini: {type: 'string'},
      'seed-file': {type: 'string'},
      set: {type: 'string', multiple: true, default: []},
      fault: {type: 'string', multiple: true, default: []},
      'list-faults': {type: 'boolean', default: false},
      'trace-rules': {type: 'boolean', default: false},
      many: {type: 'boolean', default: false},
      help: {type: 'boolean', default: false},
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    return {kind: 'problem', message: `--port ${values.port}  a port is a number from 0 to 65535; 0 takes a free one`};
  }
  const options = {
    port: Number(values.port),
    host: values.host,
    ini: values.ini,
    overrides: values.set,
    seedFile: values['seed-file'],
    faults: values.fault,
    listsFaults: values['list-faults'],
    tracesRules: values['trace-rules'],
    servesMany: values.many,
    showsHelp: values.help,
  };
  return {kind: 'options', options};
}
