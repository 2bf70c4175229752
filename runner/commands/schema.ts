// `touchstone schema`: prints the JSON Schema of a kind of file, or writes it where an editor finds it.
import {type Command} from 'commander';
import {jsonText, type JsonObject} from '../../model/json.ts';
import type {Machine} from '../../model/machine.ts';
import {suggestName} from '../../base/text/nearest-name.ts';
import {readCommandLine} from './words/command-line.ts';
import {quoted} from '../../base/text/quoted.ts';
import {printProblems} from './words/print-problems.ts';

interface SchemaOptions {
  readonly output?: string;
  readonly force?: boolean;
}

interface Schema {
  readonly about: string;
  readonly text: (machine: Machine) => Promise<string>;
}

const schemas: {readonly [name: string]: Schema} = {
  suite: {about: 'a suite file', text: fileOfOurs('suites/suite.schema.json')},
  target: {about: 'a target file', text: fileOfOurs('fixtures/targets/target.schema.json')},
  baseline: {
    about: 'a baseline',
    text: async () => written((await import('../../reports/baseline/entries-schema.ts')).baselineSchema()),
  },
  arrangement: {
    about: 'a file in arrangements/',
    text: async () => written((await import('../read/contract/file-schemas.ts')).arrangementSchema()),
  },
  requirements: {
    about: 'statements, requirements.yaml',
    text: async () => written((await import('../read/contract/file-schemas.ts')).requirementsSchema()),
  },
  table: {
    about: 'rows in a file of their own',
    text: async () => written((await import('../read/contract/file-schemas.ts')).tableSchema()),
  },
  journal: {
    about: 'one line of results.jsonl',
    text: async () => written((await import('../../reports/journal/line-shape.ts')).journalSchema()),
  },
  comparison: {
    about: 'what compare --to json writes',
    text: async () => written((await import('../../reports/compare/comparison-json.ts')).comparisonSchema()),
  },
  certificate: {
    about: 'a certificate',
    text: async () => written((await import('../../reports/certificate/statement-shape.ts')).certificateSchema()),
  },
};

/** Declares the command line. */
export function configure(command: Command): Command {
  const kinds = Object.entries(schemas).map(([name, {about}]) => `${name} (${about})`);
  return command
    .name('schema')
    .description('Prints the JSON Schema (2020-12) of a kind of file, for editors and checkers.')
    .argument('[kind]', `which: ${kinds.join(', ')}; without one, the kinds are listed`)
    .option('--output <file>', 'write it there instead')
    .option('--force', 'replace a file that is there');
}

/** Runs the command: 0, or 2 for a kind that there is not or a file that cannot be written. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<SchemaOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const [kind] = line.operands;
  if (kind === undefined) {
    for (const [name, {about}] of Object.entries(schemas)) machine.print(`${name.padEnd(12)} ${about}\n`);
    return 0;
  }
  const schema = Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  if (schema === undefined)
    return refuse(machine, `there is no schema ${quoted(kind)}\n  ${suggestName(kind, Object.keys(schemas), 'kinds')}`);
  const text = await schema.text(machine);
  const {output, force} = line.options;
  if (output === undefined) {
    machine.print(text);
    return 0;
  }
  const why =
    machine.files.exists(output) && force !== true
      ? 'it is there already; --force replaces it'
      : machine.files.whyNotWritable(output);
  if (why !== undefined) return refuse(machine, `--output ${output}: ${why}`);
  machine.files.writeWhole(output, text);
  machine.talk(`${output} is written\n`);
  return 0;
}

function fileOfOurs(file: string): Schema['text'] {
  return ({files, packageRoot}) => {
    const read = files.readText(`${packageRoot}/${file}`);
    // It is part of the package.
    if (read.kind === 'unreadable') throw new Error(`${file}: ${read.why}`);
    return Promise.resolve(read.text);
  };
}

function written(schema: JsonObject): string {
  return `${jsonText(schema, 2)}\n`;
}

function refuse(machine: Machine, message: string): number {
  printProblems(machine, 'schema', [message]);
  return 2;
}
