// `touchstone matrix`: what every implementation does, statement by statement, from the journals of their runs.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {whyNoReport} from './words/report-place.ts';
import {defined} from '../../base/json/defined.ts';
import {counted} from '../../base/text/counted.ts';
import {quoted} from '../../base/text/quoted.ts';
import {matrixOf, type Matrix, type MatrixRun} from '../../reports/matrix/matrix-of-runs.ts';
import {renderMatrixJson} from '../../reports/matrix/matrix-json.ts';
import {renderMatrixMarkdown} from '../../reports/matrix/matrix-markdown.ts';
import {matrixSite} from '../../reports/matrix/site.ts';
import {collectList, readCommandLine} from './words/command-line.ts';
import {printProblems} from './words/print-problems.ts';
import {readColumns, type Column} from './run/matrix-columns.ts';

interface MatrixOptions {
  readonly to?: readonly string[];
  readonly certificates?: readonly string[];
  readonly trustedKeys?: readonly string[];
  readonly revoked?: string;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('matrix')
    .description(
      'Shows what several implementations do, statement by statement: a cell says holds, fails, holds in part, not offered or not judged. Several versions of one name show when a statement began to hold.',
    )
    .argument(
      '<journals...>',
      'journals or folders of runs, each as [NAME[@VERSION]=]PATH; without a name, what the target calls itself; a matrix.json brings the columns of an earlier matrix',
    )
    .addOption(
      new Option(
        '--to <list>',
        'the matrix as FORMAT[:PATH], comma-separated; html takes a folder; without a path, stdout; formats: html, markdown, json (default: markdown)',
      ).argParser(collectList),
    )
    .option('--certificates <files...>', 'certificates about these runs: each is checked and shown with its state')
    .option('--trusted-keys <files...>', 'public keys in PEM; each certificate must be signed with one of them')
    .option('--revoked <file>', 'a list of revoked certificates, in YAML');
}

/** Runs the command: 0, 2 when a journal cannot be read or a place cannot be written. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<MatrixOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {operands, options} = line;
  const {places, problems} = readPlaces(options.to ?? ['markdown'], machine);
  const idle = uselessOptions(options);
  if (problems.length + idle.length > 0) return refuse(machine, [...problems, ...idle]);
  const read = readColumns(operands, machine, {isDigested: options.certificates !== undefined});
  if (read.problems.length > 0) return refuse(machine, read.problems);
  const certified = await withCertificates(read.columns, options, machine);
  if (certified.problems.length > 0) return refuse(machine, certified.problems);
  const made = matrixOf(certified.runs, read.statements);
  for (const place of places) write(made, place, machine);
  return 0;
}

function uselessOptions({certificates, trustedKeys, revoked}: MatrixOptions): readonly string[] {
  if (certificates !== undefined) return [];
  const given = trustedKeys === undefined ? (revoked === undefined ? [] : ['--revoked']) : ['--trusted-keys'];
  return given.map(
    option => `${option} is about certificates, and there are none\n  give them with --certificates FILE`,
  );
}

async function withCertificates(
  read: readonly Column[],
  {certificates, trustedKeys, revoked}: MatrixOptions,
  machine: Machine,
): Promise<{readonly runs: readonly MatrixRun[]; readonly problems: readonly string[]}> {
  if (certificates === undefined) return {runs: read.map(({run}) => run), problems: []};
  const {certificatesOf} = await import('./certify/certificates-of-matrix.ts');
  const journals = new Map(read.flatMap(({sha256, file}) => (sha256 === undefined ? [] : [[sha256, file] as const])));
  const files = {certificates, ...defined({trustedKeys, revoked})};
  const {byJournal, problems} = await certificatesOf(files, journals, machine);
  return {runs: read.map(({run, sha256}) => ({...run, certificates: byJournal.get(sha256 ?? '') ?? []})), problems};
}

interface Place {
  readonly format: 'html' | 'markdown' | 'json';
  /** `-` is stdout. */
  readonly path: string;
}

function readPlaces(
  given: readonly string[],
  machine: Machine,
): {readonly places: readonly Place[]; readonly problems: readonly string[]} {
  const read = given.map(item => readPlace(item, machine));
  const places = read.flatMap(one => (typeof one === 'string' ? [] : [one]));
  const paths = places.map(({path}) => path);
  const twice = paths.filter((path, n) => paths.indexOf(path) !== n);
  return {
    places,
    problems: [
      ...read.filter(one => typeof one === 'string'),
      ...twice.map(
        path => `--to: two formats would both go to ${path === '-' ? 'stdout' : path}\n  give each a place of its own`,
      ),
    ],
  };
}

function readPlace(item: string, machine: Machine): Place | string {
  const [, format = '', path = '-'] = /^([^:]*)(?::([^]+))?$/.exec(item) ?? [];
  if (format !== 'html' && format !== 'markdown' && format !== 'json')
    return `--to ${item}: there is no format ${quoted(format)}\n  formats are html, markdown, json`;
  if (format === 'html')
    return path === '-' ? '--to html: it needs a folder\n  write --to html:FOLDER' : folderPlace(path, machine);
  const no = path === '-' ? undefined : whyNoReport(path, machine);
  return no === undefined ? {format, path} : `--to ${item}: ${no.why}\n  ${no.fix}`;
}

/** An earlier matrix is replaced page by page; a folder with anything else in it is left alone. */
function folderPlace(path: string, machine: Machine): Place | string {
  const open = machine.openRawFolder(path);
  if (open.kind === 'failed') return `--to html:${path}: cannot be written: ${open.why}\n  choose another folder`;
  const names = open.folder.names();
  return names.length === 0 || names.includes('matrix.json')
    ? {format: 'html', path}
    : `--to html:${path}: the folder holds other files (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})\n  give an empty folder, or that of an earlier matrix`;
}

function write(made: Matrix, {format, path}: Place, machine: Machine): void {
  if (format === 'html') return writeSite(made, path, machine);
  const text = format === 'json' ? renderMatrixJson(made) : renderMatrixMarkdown(made);
  if (path === '-') machine.print(text);
  else {
    machine.files.writeWhole(path, text);
    machine.talk(`wrote ${path}\n`);
  }
}

function writeSite(made: Matrix, path: string, machine: Machine): void {
  const open = machine.openRawFolder(path);
  if (open.kind === 'failed') throw new Error(open.why);
  let pages = 0;
  for (const file of matrixSite(made)) {
    open.folder.write(file.path, file.text);
    pages += file.path.endsWith('.html') ? 1 : 0;
  }
  open.folder.write('matrix.json', renderMatrixJson(made));
  machine.talk(`wrote ${counted(pages, 'page')}: open ${path.replace(/\/$/, '')}/index.html\n`);
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'matrix', problems);
  return 2;
}
