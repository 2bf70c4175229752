// Builds the decoders of fixtures/testees, runs the wire suites and a search against each, and writes docs/decoders.md from what came of it.
// Use: npx tsx scripts/compare-decoders.ts [--time 20s] [--page | --build] [NAME …]; --page writes the page from the results of the last time, --build
// only builds, so that test/run/known-decoders.test.ts can ask them.
// What cannot be built on this machine is skipped by name.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parse} from 'yaml';
import {decoderPage, type CaseLine, type Compared} from './decoder-page.ts';
import type {WireRow} from './decoder-questions.ts';
import {buildDecoder, decoders, folderOf, peerOf, type Decoder} from './decoders.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
type Outcome =
  | {readonly kind: 'compared'; readonly decoder: Compared}
  | {readonly kind: 'skipped'; readonly name: string; readonly why: string};

const {time, wanted, isPageOnly, isBuildOnly} = readArguments(process.argv.slice(2));
const outcomes: Outcome[] = [];
for (const decoder of decoders.filter(({name}) => wanted.length === 0 || wanted.includes(name))) {
  if (!isPageOnly) process.stdout.write(`${decoder.name}: building\n`);
  const why = isPageOnly ? undefined : buildDecoder(decoder);
  if (why !== undefined) process.stdout.write(`${decoder.name}: skipped, ${why}\n`);
  if (isBuildOnly) continue;
  outcomes.push(
    why === undefined ? {kind: 'compared', decoder: compare(decoder)} : {kind: 'skipped', name: decoder.name, why},
  );
}
if (isBuildOnly) process.exit(0);
if (wanted.length === 0) writeFileSync(join(root, 'docs/decoders.md'), pageText(outcomes));
else process.stdout.write(pageText(outcomes));

function readArguments(words: readonly string[]): {
  readonly time: string;
  readonly wanted: readonly string[];
  readonly isPageOnly: boolean;
  readonly isBuildOnly: boolean;
} {
  const isPageOnly = words.includes('--page');
  const isBuildOnly = words.includes('--build');
  const rest = words.filter(word => word !== '--page' && word !== '--build');
  const at = rest.indexOf('--time');
  if (at < 0) return {time: '20s', wanted: rest, isPageOnly, isBuildOnly};
  return {time: rest[at + 1] ?? '20s', wanted: rest.toSpliced(at, 2), isPageOnly, isBuildOnly};
}

function compare(decoder: Decoder): Compared {
  const place = folderOf(decoder.folder);
  const results = join(place, 'results');
  const peer = peerOf(decoder);
  if (!isPageOnly) {
    rmSync(results, {recursive: true, force: true});
    process.stdout.write(`${decoder.name}: wire suites\n`);
    touchstone(['run', 'suites/overlay', '--peer', peer, '--output', results, '--seed', '1', '--quiet']);
    process.stdout.write(`${decoder.name}: search of ${time}\n`);
    touchstone(['fuzz', '--peer', peer, '--output', results, '--seed', '1', '--time', time, '--quiet']);
  }
  const {file, pattern} = decoder.version;
  const version = pattern.exec(readFileSync(join(place, file), 'utf8'))?.[1] ?? 'unknown';
  return {
    name: decoder.name,
    version,
    ...casesOf(join(results, 'results.jsonl')),
    ...searchOf(join(results, 'fuzz.json')),
  };
}

// Exit codes 1 and 6 say that something was found or skipped; that is what is counted here.
function touchstone(args: readonly string[]): void {
  const {status, stderr} = spawnSync(process.execPath, ['--import', 'tsx', 'runner/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === null || ![0, 1, 6].includes(status))
    throw new Error(`touchstone ${args[0] ?? ''} ended with ${String(status)}:\n${stderr}`);
}

function casesOf(journal: string): Pick<Compared, 'verdicts' | 'cases'> {
  const lines = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as CaseLine);
  const cases = lines.filter(({type}) => type === 'case');
  const verdicts: {[verdict: string]: number} = {};
  for (const {verdict} of cases) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return {verdicts, cases};
}

interface Summary {
  readonly inputs: number;
  readonly kinds: readonly {readonly kind: string; readonly basis: string}[];
}

function searchOf(file: string): Pick<Compared, 'inputs' | 'findings' | 'notes'> {
  if (!existsSync(file)) throw new Error(`the search left no ${file}`);
  const {inputs, kinds} = JSON.parse(readFileSync(file, 'utf8')) as Summary;
  const named = (basis: string): readonly string[] =>
    kinds
      .filter(kind => kind.basis === basis)
      .map(({kind}) => kind)
      .toSorted();
  return {inputs, findings: named('protocol'), notes: named('usual')};
}

function pageText(all: readonly Outcome[]): string {
  const compared = all.flatMap(outcome => (outcome.kind === 'compared' ? [outcome.decoder] : []));
  const skipped = all.flatMap(outcome => (outcome.kind === 'skipped' ? [outcome] : []));
  return decoderPage({compared, skipped, rows: readRows(), time});
}

function readRows(): ReadonlyMap<string, WireRow> {
  const folder = join(root, 'fixtures/overlay');
  const files = readdirSync(folder).filter(file => file.endsWith('.yaml') && file !== 'json.yaml');
  const entries = files.flatMap(file => {
    const {rows} = parse(readFileSync(join(folder, file), 'utf8')) as {readonly rows: readonly WireRow[]};
    return rows.map(row => [`${file.replace('.yaml', '')}/${row.id}`, row] as const);
  });
  return new Map(entries);
}
