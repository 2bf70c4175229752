// Measures how much memory runs take that have 100,000 results: of as many cases, and of 1,000 cases that run a hundred times each.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeSmallSuites} from './make-suites.ts';
import {keepRows, peakMemory, printTable, touchstone} from './measure.ts';
import {serve} from './serve.ts';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-results-'));
const server = await serve('notes-server.js');
const few = join(scratch, 'few');
const many = join(scratch, 'many');
makeSmallSuites(few, {files: 10, casesPerFile: 100});
makeSmallSuites(many, {files: 10, casesPerFile: 10_000});
try {
  // The first run of each keeps its suites; what reading YAML takes is a row of its own.
  await peakOf(few);
  const base = await peakOf(few);
  const fresh = await peakOf(many);
  const cached = await peakOf(many);
  const repeated = await peakOf(few, '--repeat', '100');
  if ([base, fresh, cached, repeated].includes(undefined))
    process.stdout.write('Skipped: only Linux says how much\n\n');
  else report({base, fresh, cached, repeated} as Peaks);
} finally {
  await server.stop();
  rmSync(scratch, {recursive: true, force: true});
}

function peakOf(suites: string, ...options: readonly string[]): Promise<number | undefined> {
  const target = ['--target', `http://127.0.0.1:${String(server.port)}`, '--output', join(scratch, 'results')];
  return peakMemory(suites, {
    words: [process.execPath, touchstone, 'run', suites, ...target, ...options],
    env: {TOUCHSTONE_CACHE_DIR: join(scratch, 'cache')},
  });
}

interface Peaks {
  readonly base: number;
  readonly fresh: number;
  readonly cached: number;
  readonly repeated: number;
}

function report({base, fresh, cached, repeated}: Peaks): void {
  const row = (name: string, megabytes: number): readonly string[] => [
    name,
    `${megabytes.toFixed(0)} MB`,
    `${(megabytes / base).toFixed(2)} ×`,
  ];
  printTable(
    'Peak memory, one run each',
    ['', 'peak', 'ratio'],
    [
      row('1,000 cases once', base),
      row('1,000 cases, --repeat 100', repeated),
      row('100,000 cases, suites cached', cached),
      row('100,000 cases, YAML read without cache', fresh),
    ],
  );
  keepRows([
    {what: '1,000 cases, --repeat 100, peak memory, to once', ratio: repeated / base, goal: 1.3},
    {what: '100,000 cases, suites cached, peak memory, to 1,000 cases', ratio: cached / base, goal: 2},
    {what: '100,000 cases, suites cached, peak memory, to 512 MB', ratio: cached / 512, goal: 1},
    {what: '100,000 cases, YAML read without cache, peak memory, to 1,000 cases', ratio: fresh / base},
  ]);
}
