// Counts how many of thirty planted bugs a search sets off, with and without following the code of the decoder.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {printTable, root, touchstone} from './measure.ts';

const seconds = Number(process.argv[2] ?? 60);
const seeds = (process.argv[3] ?? '1').split(',');

const rows = seeds.flatMap(seed => [[], ['--no-coverage']].map(words => search(seed, words)));
printTable(
  `planted bugs that were set off in ${String(seconds)} s`,
  ['', 'seed', 'of 30', 'inputs', 'which not'],
  rows,
);

function search(seed: string, words: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const log = join(folder, 'log');
  const peer = `module:${join(root, 'bench/planted.mjs')}`;
  const bounds = ['--time', `${String(seconds)}s`, '--seed', seed, '--quiet', '--output', join(folder, 'results')];
  spawnSync(process.execPath, [touchstone, 'fuzz', '--peer', peer, ...bounds, ...words], {
    env: {...process.env, PLANTED_LOG: log},
    stdio: 'ignore',
  });
  const found = new Set(existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []);
  const {inputs} = JSON.parse(readFileSync(join(folder, 'results/fuzz.json'), 'utf8')) as {inputs: number};
  rmSync(folder, {recursive: true, force: true});
  const missed = Array.from({length: 30}, (_, at) => at + 1).filter(number => !found.has(number));
  const how = words.length === 0 ? 'with coverage' : 'without';
  return [how, seed, String(found.size), inputs.toLocaleString('en-US'), missed.join(' ')];
}
