// Builds the decoders of fixtures/testees, runs the wire suites and a search against each, and keeps what came of it in fixtures/known/decoders.json and
// decoder-searches.json, from which docs/decoders.md is made.
// Use: npx tsx scripts/compare-decoders.ts [--time 20s] [--build | --keep | --wire]; --build only builds, so that test/run/known-decoders.test.ts can ask them; --keep
// reads the results of the last time; --wire runs the wire suites alone and leaves the searches as they are. What cannot be built on this machine is skipped by name, and is not in the files.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {renderMatrixJson} from '../reports/matrix/matrix-json.ts';
import {matrixOf} from '../reports/matrix/matrix-of-runs.ts';
import {readColumns} from '../runner/commands/run/matrix-columns.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {buildDecoder, decoders, folderOf, isBuilt, peerOf, type Decoder} from './decoders.ts';
import {knownFile} from './known-pages.ts';
import {searchesFile, type Search, type Searches} from './make-decoder-docs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const [isBuildOnly, isKept, isWireOnly] = ['--build', '--keep', '--wire'].map(word => words.includes(word));
const time = words.includes('--time') ? (words[words.indexOf('--time') + 1] ?? '20s') : '20s';

const built = decoders.filter(decoder => {
  if (isKept) return isBuilt(decoder);
  process.stdout.write(`${decoder.name}: building\n`);
  const why = buildDecoder(decoder);
  if (why !== undefined) process.stdout.write(`${decoder.name}: skipped, ${why}\n`);
  return why === undefined;
});
if (!isBuildOnly) {
  if (!isKept) for (const decoder of built) ask(decoder);
  keep(built);
}

/** The wire suites and the search each have a folder of their own: both leave a journal. */
function placeOf({folder}: Decoder, what: 'wire' | 'search'): string {
  return join(folderOf(folder), what);
}

function ask(decoder: Decoder): void {
  const [wire, search] = [placeOf(decoder, 'wire'), placeOf(decoder, 'search')];
  for (const place of [wire, search]) rmSync(place, {recursive: true, force: true});
  process.stdout.write(`${decoder.name}: wire suites\n`);
  const peer = ['--peer', peerOf(decoder), '--seed', '1', '--quiet'];
  touchstone(['run', 'suites/overlay', ...peer, '--output', wire]);
  if (isWireOnly) return;
  process.stdout.write(`${decoder.name}: search of ${time}\n`);
  touchstone(['fuzz', ...peer, '--output', search, '--time', time]);
}

// Exit codes 1 and 6 say that something was found or skipped; that is what is kept here.
function touchstone(args: readonly string[]): void {
  const {status, stderr} = spawnSync(process.execPath, ['--import', 'tsx', 'runner/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === null || ![0, 1, 6].includes(status))
    throw new Error(`touchstone ${args[0] ?? ''} ended with ${String(status)}:\n${stderr}`);
}

function keep(asked: readonly Decoder[]): void {
  const operands = asked.map(decoder => placeOf(decoder, 'wire'));
  const {columns, statements, problems} = readColumns(
    operands,
    machineOf({root: root.replace(/[/\\]$/, ''), version: ''}),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const runs = columns.map(({run}, n) => {
    const decoder = asked[n];
    return decoder === undefined ? run : {...run, name: decoder.name, version: versionOf(decoder)};
  });
  // Lines to repeat name the decoders as this folder sees them.
  writeFileSync(knownFile('decoders'), renderMatrixJson(matrixOf(runs, statements)).replaceAll(root, ''));
  if (isWireOnly) return;
  const kept = new Date().toISOString().slice(0, 10);
  const searches: Searches = {
    kept,
    time,
    decoders: Object.fromEntries(asked.map(one => [one.name, searchOf(one)] as const)),
  };
  writeFileSync(searchesFile, `${JSON.stringify(searches, null, 1)}\n`);
}

function versionOf({folder, version: {file, pattern}}: Decoder): string {
  return pattern.exec(readFileSync(join(folderOf(folder), file), 'utf8'))?.[1] ?? 'unknown';
}

interface Summary {
  readonly inputs: number;
  readonly kinds: readonly {readonly kind: string; readonly basis: string}[];
}

function searchOf(decoder: Decoder): Search {
  const file = join(placeOf(decoder, 'search'), 'fuzz.json');
  if (!existsSync(file)) throw new Error(`the search left no ${file}`);
  const {inputs, kinds} = JSON.parse(readFileSync(file, 'utf8')) as Summary;
  const named = (basis: string): readonly string[] =>
    kinds
      .filter(kind => kind.basis === basis)
      .map(({kind}) => kind)
      .toSorted();
  return {inputs, findings: named('protocol'), notes: named('usual')};
}
