// `touchstone new`: makes a draft case of a curl line, a draft suite of an OpenAPI document, or a dialect of what doctor found; nothing is sent.
import {dirname, relative} from 'node:path';
import {program} from '../../base/text/program.ts';
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {readCurlLine} from '../read/suite/curl-line.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {loadCatalog} from './load/catalog.ts';
import {collectList, readCommandLine} from './words/command-line.ts';
import {jsonObject} from '../../model/json.ts';
import {draftCase, draftOfAnyApi, type Draft} from './new/draft-case.ts';
import {fuzzTargetText} from './new/fuzz-target-text.ts';
import {printProblems} from './words/print-problems.ts';
import {schemaPlace} from './load/schema-place.ts';
import {unknownNames} from './load/unknown-names.ts';

interface NewOptions {
  readonly suite?: string;
  readonly from?: string;
  readonly anyApi?: boolean;
  readonly id?: string;
  readonly title?: string;
  readonly proves?: readonly string[];
  readonly output?: string;
  readonly force?: boolean;
  readonly clusterfuzzlite?: boolean;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('new')
    .description(
      `Makes a draft case of a curl line: the operation that it calls, a repository and an issue of the case’s own, and variables in place of secrets. Nothing is sent, and no file that the line names is read. Write the line after --, e.g.: ${program} new -- curl -X POST -d '{"title":"x"}' http://127.0.0.1:3000/api/v1/repos/o/r/issues`,
    )
    .argument('<words...>', 'the curl line; or `suite`, `dialect` or `fuzz-target`, with --from')
    .option(
      '--from <file>',
      'with `suite`: a document of OpenAPI 3 or Swagger 2.0, of whose operations a suite of yours is drafted; with `dialect`: what touchstone doctor --format json printed, of which a dialect of your server is drafted; with `fuzz-target`: a decoder as a module, for which a target of Jazzer.js is written',
    )
    .option('--any-api', 'the line is for a server that has nothing to do with the record')
    .option('--suite <name>', 'name of the suite (default: mine/drafts; with --any-api or --from, that of its file)')
    .option('--id <id>', 'id of the case (default: after the operation); with `dialect`, its name')
    .option('--title <text>', 'what the case claims of the target')
    .addOption(new Option('--proves <ids>', 'statements that it proves, comma-separated').argParser(collectList))
    .option('--output <file>', 'write it there instead of printing it')
    .option('--force', 'replace a file that is there')
    .option('--clusterfuzzlite', 'with `fuzz-target`: write the folder .clusterfuzzlite as well');
}

/** Runs the command: 0, or 2 when the line cannot be taken over. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<NewOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options} = line;
  if (line.operands[0] === 'fuzz-target') return newFuzzTarget(line.operands, options, machine);
  if (options.clusterfuzzlite === true)
    return refuse(
      machine,
      `--clusterfuzzlite belongs to a fuzz target\n  write ${program} new fuzz-target --from ./decoder.mjs --clusterfuzzlite`,
    );
  if (line.operands[0] === 'dialect') return newDialect(line.operands, options, machine);
  if (options.from !== undefined || line.operands[0] === 'suite') return newSuite(line.operands, options, machine);
  const reading = readCurlLine(line.operands);
  if (reading.kind === 'refused') return refuse(machine, `${reading.why}\n  ${program} new -- curl … takes one line`);
  const catalog = await loadCatalog(machine, {own: false, users: []});
  const unknown = unknownNames({requirement: options.proves ?? []}, catalog);
  if (unknown.length > 0)
    return refuse(machine, ...unknown.map(problem => problem.replaceAll('--requirement', '--proves')));
  const draft =
    options.anyApi === true ? draftOfAnyApi(reading.request) : draftCase(reading.request, catalog.operations);
  const {output} = options;
  const why = whyNotWritten(options, machine);
  if (why !== undefined) return refuse(machine, why);
  const place = schemaPlace('suites/suite.schema.json', output ?? 'draft.yaml', machine);
  const text = await suiteText(draft, options, place.reference);
  for (const note of draft.notes) machine.talk(`note: ${visibleText(note)}\n`);
  if (output === undefined) {
    machine.print(text);
    return 0;
  }
  machine.files.writeWhole(output, text);
  if (place.beside !== undefined) machine.files.writeWhole(place.beside.file, place.beside.text);
  const where = options.anyApi === true ? '--target-file FILE' : '--reference';
  machine.talk(`${output} is written\n  ${program} check ${output}\n  ${program} run ${output} ${where}\n`);
  return 0;
}

function whyNotWritten({output, force}: NewOptions, {files}: Machine): string | undefined {
  if (output === undefined) return undefined;
  const why =
    files.exists(output) && force !== true ? 'it is there already; --force replaces it' : files.whyNotWritable(output);
  return why === undefined ? undefined : `--output ${output}: ${why}`;
}

/** Drafts a suite of an OpenAPI document. */
async function newSuite(words: readonly string[], options: NewOptions, machine: Machine): Promise<number> {
  const {from, output} = options;
  if (from === undefined || words.length !== 1 || words[0] !== 'suite')
    return refuse(machine, `a suite is drafted of a document\n  write ${program} new suite --from openapi.yaml`);
  const why = whyNotWritten(options, machine);
  if (why !== undefined) return refuse(machine, why);
  const text = machine.files.readText(from);
  if (text.kind === 'unreadable') return refuse(machine, `--from ${from}: ${text.why}`);
  const {draftOfDocument} = await import('./new/draft-of-document.ts');
  const place = schemaPlace('suites/suite.schema.json', output ?? 'draft.yaml', machine);
  const draft = draftOfDocument({text: text.text, file: from}, place.reference);
  if (draft.kind === 'refused') return refuse(machine, ...draft.problems);
  for (const note of draft.notes) machine.talk(`note: ${visibleText(note)}\n`);
  if (output === undefined) {
    machine.print(draft.text);
    return 0;
  }
  machine.files.writeWhole(output, draft.text);
  if (place.beside !== undefined) machine.files.writeWhole(place.beside.file, place.beside.text);
  machine.talk(`${output} is written\n  ${program} check ${output}\n  ${program} run ${output} --target-file FILE\n`);
  return 0;
}

/** Drafts a dialect of what doctor found. */
async function newDialect(words: readonly string[], options: NewOptions, machine: Machine): Promise<number> {
  const {from, output, id} = options;
  if (from === undefined || words.length !== 1)
    return refuse(
      machine,
      `a dialect is drafted of what doctor found\n  ${program} doctor … --format json > doctor.json, then ${program} new dialect --from doctor.json`,
    );
  const why = whyNotWritten(options, machine);
  if (why !== undefined) return refuse(machine, why);
  const read = machine.files.readText(from);
  if (read.kind === 'unreadable') return refuse(machine, `--from ${from}: ${read.why}`);
  const [{draftDialect}, {readJson}] = await Promise.all([
    import('./new/draft-dialect.ts'),
    import('../check/read-json.ts'),
  ]);
  const reading = readJson(new TextEncoder().encode(read.text), {depthMax: 50});
  const draft =
    reading.kind === 'json' ? draftDialect(reading.value, id) : {kind: 'refused' as const, why: 'it is not JSON'};
  if (draft.kind === 'refused') return refuse(machine, `--from ${from}: ${draft.why}`);
  for (const note of draft.notes) machine.talk(`note: ${visibleText(note)}\n`);
  if (output === undefined) {
    machine.print(draft.text);
    return 0;
  }
  machine.files.writeWhole(output, draft.text);
  machine.talk(
    `${output} is written\n  ${program} check ${output}\n  ${program} run --dialect ${output} --target-file FILE\n`,
  );
  return 0;
}

/** Writes a target of Jazzer.js for a decoder that is a module. */
async function newFuzzTarget(words: readonly string[], options: NewOptions, machine: Machine): Promise<number> {
  const {from, output = 'fuzz-target.mjs'} = options;
  if (from === undefined || words.length !== 1)
    return refuse(machine, `a fuzz target is for a decoder\n  write ${program} new fuzz-target --from ./decoder.mjs`);
  if (!machine.files.exists(from)) return refuse(machine, `--from ${from}: there is no such file`);
  const folder = options.clusterfuzzlite === true ? await clusterFuzzLite(output) : {};
  const target = fuzzTargetText(importOf(relative(dirname(output), from)));
  // A target that was written before, and not edited since, is not in the way of its project folder.
  const isForced = options.force === true || holds(output, target, machine);
  const there = Object.entries(folder).find(
    ([file, text]) => machine.files.exists(file) && !holds(file, text, machine),
  );
  const why =
    whyNotWritten({...options, output, force: isForced}, machine) ??
    (there === undefined || options.force === true ? undefined : `${there[0]} is there already; --force replaces it`);
  if (why !== undefined) return refuse(machine, why);
  const made = Object.keys(folder).length === 0 ? undefined : machine.files.makeFolder(clusterFuzzLiteFolder);
  if (made?.kind === 'failed') return refuse(machine, `${clusterFuzzLiteFolder}: ${made.why}`);
  machine.files.writeWhole(output, target);
  for (const [file, text] of Object.entries(folder)) machine.files.writeWhole(file, text);
  machine.talk(
    `${[output, ...Object.keys(folder)].join(', ')} ${options.clusterfuzzlite === true ? 'are' : 'is'} written\n  MESSAGE=OverlayPing npx --no-install jazzer ${output} corpus/OverlayPing --sync --excludes touchstone\n`,
  );
  return 0;
}

function holds(file: string, text: string, {files}: Machine): boolean {
  const read = files.exists(file) ? files.readText(file) : undefined;
  return read?.kind === 'text' && read.text === text;
}

const clusterFuzzLiteFolder = '.clusterfuzzlite';

/** Gives the files of the project folder by their paths. */
async function clusterFuzzLite(target: string): Promise<Readonly<Record<string, string>>> {
  const {clusterFuzzLiteFiles} = await import('./new/cluster-fuzz-lite.ts');
  const files = Object.entries(clusterFuzzLiteFiles(target.replace(/^\.\//, '')));
  return Object.fromEntries(files.map(([name, text]) => [`${clusterFuzzLiteFolder}/${name}`, text]));
}

function importOf(path: string): string {
  const words = path.replaceAll('\\', '/');
  return words.startsWith('.') ? words : `./${words}`;
}

async function suiteText(draft: Draft, options: NewOptions, schema: string): Promise<string> {
  const {Document, isMap, isScalar, visit} = await import('yaml');
  const proves = options.proves ?? [];
  if (options.anyApi === true) return anyApiText(draft, options, schema);
  const id = options.id ?? idOf(draft);
  const title = options.title ?? `${draft.operation ?? 'the request'} is answered as it should be`;
  // What nothing states is only usual.
  const judged = proves.length === 0 ? 'usual' : 'expect';
  const document = new Document({
    suite: options.suite ?? 'mine/drafts',
    title: 'Drafts',
    cases: [
      {
        id,
        title: title.replaceAll('${', () => '$${'),
        proves,
        ...(Object.keys(draft.given).length === 0 ? {} : {given: draft.given}),
        steps: [{...draft.step, [judged]: {status: '2xx'}}],
      },
    ],
  });
  visit(document, {
    Pair: (_key, pair) => {
      if (isScalar(pair.key) && inOneLine.has(String(pair.key.value)) && isMap(pair.value)) pair.value.flow = true;
    },
  });
  document.commentBefore = [
    ` yaml-language-server: $schema=${schema}`,
    ' A draft. Say in the title what the case claims, cite what it proves, and expect what that says and no more; docs/write-a-suite.md.',
  ].join('\n');
  return document.toString({lineWidth: 0, flowCollectionPadding: false});
}

async function anyApiText(draft: Draft, {suite, id, title, proves}: NewOptions, schema: string): Promise<string> {
  const {suiteYaml} = await import('./new/suite-yaml.ts');
  const {request, as, ...rest} = draft.step;
  const vars = Object.entries(draft.given);
  return suiteYaml(
    jsonObject([
      ...(suite === undefined ? [] : [['suite', suite] as const]),
      ...(vars.length === 0 ? [] : [['vars', draft.given] as const]),
      [
        'cases',
        [
          jsonObject([
            ['id', id ?? 'the-request-is-answered'],
            ...(title === undefined ? [] : [['title', title.replaceAll('${', () => '$${')] as const]),
            ...(proves === undefined ? [] : [['proves', proves] as const]),
            [
              'steps',
              [
                jsonObject([
                  ['request', request ?? ''],
                  ...(as === 'anonymous' ? [['as', as] as const] : []),
                  ...Object.entries(rest),
                  ['expect', jsonObject([['status', '2xx']])],
                ]),
              ],
            ],
          ]),
        ],
      ],
    ]),
    schema,
  );
}

const inOneLine: ReadonlySet<string> = new Set(['repo', 'issue', 'params', 'query', 'headers', 'usual', 'expect']);

function idOf({operation}: Draft): string {
  const words = (operation ?? 'request').replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return words.replace(/[^a-z0-9-]+/g, '-');
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'new', problems);
  return 2;
}
