// Measures runs of 300 and of 3,000 cases of three requests each beside a hand-written loop of the same requests and assertions.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeSuites, type Size} from './make-suites.ts';
import {keepRows, measure, printCosts, root, touchstone, type Program} from './measure.ts';
import {serve} from './serve.ts';

const rounds = Number(process.argv[2] ?? 9);
const roundsOfLarge = Number(process.argv[3] ?? 5);
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-cases-'));
const server = await serve('notes-server.js');
const origin = `http://127.0.0.1:${String(server.port)}`;
const env = {TOUCHSTONE_CACHE_DIR: join(scratch, 'warm')};

try {
  measureSmall();
  measureLarge();
} finally {
  await server.stop();
  rmSync(scratch, {recursive: true, force: true});
}

function measureSmall(): void {
  const size = {files: 10, casesPerFile: 30};
  const run = runOf(size);
  const silent = [...run, '--record', 'none', '--output', join(scratch, 'results')];
  const cold = join(scratch, 'cold');
  const costs = measure(
    {
      loop: loopOf(size),
      cached: {words: silent, env},
      fresh: {
        words: silent,
        env: {TOUCHSTONE_CACHE_DIR: cold},
        before: () => rmSync(cold, {recursive: true, force: true}),
      },
      recorded: {words: [...run, '--output', join(scratch, 'recorded')], env},
    },
    rounds,
  );
  const {loop, cached, fresh, recorded} = costs;
  printCosts(titleOf(size, rounds), {
    'hand-written undici loop': loop,
    'touchstone, suites cached': cached,
    'touchstone, YAML read without cache': fresh,
    'touchstone, cached, journal with heads': recorded,
  });
  keepRows([
    {what: '300 cases, suites cached, CPU, to the hand-written loop', ratio: cached.cpuMs / loop.cpuMs, goal: 1.25},
    {what: '300 cases, YAML read without cache, CPU, to cached', ratio: fresh.cpuMs / cached.cpuMs, goal: 1.2},
  ]);
}

function measureLarge(): void {
  const size = {files: 10, casesPerFile: 300};
  const run = [...runOf(size), '--output', join(scratch, 'results')];
  const costs = measure({loop: loopOf(size), cached: {words: run, env}}, roundsOfLarge);
  const {loop, cached} = costs;
  printCosts(titleOf(size, roundsOfLarge), {
    'hand-written undici loop': loop,
    'touchstone, suites cached, journal with heads': cached,
  });
  keepRows([
    {what: '3,000 cases, suites cached, CPU, to the hand-written loop', ratio: cached.cpuMs / loop.cpuMs, goal: 1.6},
  ]);
}

function runOf(size: Size): readonly string[] {
  const suites = join(scratch, `suites-of-${String(size.casesPerFile)}`);
  makeSuites(suites, size);
  return [process.execPath, touchstone, 'run', suites, '--target', origin];
}

function loopOf({files, casesPerFile}: Size): Program {
  return {
    words: [process.execPath, join(root, 'bench/hand-written.js'), origin, String(files), String(casesPerFile)],
  };
}

function titleOf({files, casesPerFile}: Size, times: number): string {
  const cases = files * casesPerFile;
  return `${String(cases)} cases, ${String(cases * 3)} requests, medians of ${String(times)} runs each, in turn`;
}
