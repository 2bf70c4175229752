// Builds the decoders of fixtures/testees, runs the wire suites and a search against each, and writes docs/decoders.md from what came of it.
// Use: npx tsx scripts/compare-decoders.ts [--time 20s] [--page | --build] [NAME …]; --page writes the page from the results of the last time, --build
// only builds, so that test/known-decoders.test.ts can ask them.
// What cannot be built on this machine is skipped by name.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildDecoder, decoders, folderOf, peerOf, type Decoder} from './decoders.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
interface Compared {
  readonly name: string;
  readonly version: string;
  readonly verdicts: {readonly [verdict in 'pass' | 'warn' | 'fail' | 'error' | 'skip' | 'flaky']?: number};
  /** Groups of wire cases with a fail, and how many. */
  readonly failing: readonly string[];
  readonly inputs: number;
  readonly findings: readonly string[];
  readonly notes: readonly string[];
}

type Outcome =
  | {readonly kind: 'compared'; readonly decoder: Compared}
  | {readonly kind: 'skipped'; readonly name: string; readonly why: string};

/** Past this many, kinds are counted. */
const listedMax = 25;

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

interface CaseLine {
  readonly type: string;
  readonly id: string;
  readonly verdict: keyof Compared['verdicts'];
}

function casesOf(journal: string): Pick<Compared, 'verdicts' | 'failing'> {
  const lines = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as CaseLine);
  const cases = lines.filter(({type}) => type === 'case');
  const verdicts: {[verdict in CaseLine['verdict']]?: number} = {};
  const failing = new Map<string, number>();
  for (const {id, verdict} of cases) {
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    const suite = id.split('/')[1] ?? id;
    if (verdict === 'fail') failing.set(suite, (failing.get(suite) ?? 0) + 1);
  }
  return {verdicts, failing: [...failing].map(([suite, count]) => `${suite} ${String(count)}`)};
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
  return [
    '# What known decoders make of the overlay messages',
    '',
    'Made by `npx tsx scripts/compare-decoders.ts` from real runs; do not edit. Each decoder is one of `fixtures/testees/`, a few lines around a',
    `library. The wire suites are \`suites/overlay\`; the search is \`touchstone fuzz --time ${time} --seed 1\` from an empty corpus.`,
    'A **fail** or a **finding** breaks a sentence of the encoding guide; a **warn** or a **note** leaves only what most decoders do. How many',
    'inputs a search gets through depends on the machine, and how many kinds it names depends on that; which weakness is there does not.',
    '',
    '| decoder | version | pass | warn | fail | skip | inputs | findings | notes |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...compared.map(
      ({name, version, verdicts, inputs, findings, notes}) =>
        `| ${name} | ${version} | ${[verdicts.pass, verdicts.warn, (verdicts.fail ?? 0) + (verdicts.flaky ?? 0), verdicts.skip].map(count => String(count ?? 0)).join(' | ')} | ${inputs.toLocaleString('en-US')} | ${String(findings.length)} | ${String(notes.length)} |`,
    ),
    '',
    'A decoder that only decodes skips the cases that encode, and one without JSON skips the cases of JSON.',
    ...(skipped.length === 0
      ? []
      : ['', 'Not built here, and so not compared:', ...skipped.map(({name, why}) => `- ${name}: ${why}`)]),
    ...compared.flatMap(({name, failing, findings, notes}) => [
      '',
      `## ${name}`,
      '',
      failing.length === 0 ? 'No wire case fails.' : `Wire cases that fail, by suite: ${failing.join(', ')}.`,
      ...list('Findings of the search', findings),
      ...list('Notes of the search', notes),
    ]),
    '',
  ].join('\n');
}

function list(title: string, kinds: readonly string[]): readonly string[] {
  if (kinds.length === 0) return [];
  const more = kinds.length - listedMax;
  return [
    '',
    `${title}:`,
    ...kinds.slice(0, listedMax).map(kind => `- ${kind}`),
    ...(more > 0 ? [`- and ${String(more)} more`] : []),
  ];
}
