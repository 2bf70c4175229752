// Runs every benchmark but `prove`, and prints first what got worse by a fifth since the figures of last.json; `--keep` writes them again.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {cpus, loadavg, tmpdir} from 'node:os';
import {join} from 'node:path';
import {printTable, root, type Row} from './measure.ts';

// Rounds are fewer than when a program runs by itself, so that all of them take about ten minutes.
const programs: readonly (readonly [program: string, ...words: readonly string[]])[] = [
  ['start-up.ts'],
  ['cases.ts', '9', '5'],
  ['hurl.ts', '5'],
  ['overlay.ts'],
  ['results.ts'],
  ['reference.ts'],
  ['fuzz.ts', '1', '6'],
  ['planted.ts', '10'],
];
const worseBy = 1.2;
const file = join(root, 'bench/last.json');

interface Figures {
  readonly date: string;
  readonly machine: string;
  /** Load of the machine over five minutes, before and after. */
  readonly load: readonly [number, number];
  readonly rows: readonly Row[];
}

const startedMs = Date.now();
const before = loadavg()[1] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-all-'));
const kept = join(folder, 'rows');
try {
  const said = programs.map(words => run(words));
  const lines = existsSync(kept) ? readFileSync(kept, 'utf8').split('\n').slice(0, -1) : [];
  const rows = lines.map(line => JSON.parse(line) as Row);
  const figures: Figures = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${String(cpus().length)} cores, Node ${process.versions.node}, ${process.platform}`,
    load: [before, loadavg()[1] ?? 0],
    rows,
  };
  const last = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures) : undefined;
  printAll(figures, last);
  process.stdout.write(said.join(''));
  if (process.argv.includes('--keep')) writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`);
} finally {
  rmSync(folder, {recursive: true, force: true});
}

function run([program, ...words]: readonly [string, ...(readonly string[])]): string {
  process.stderr.write(`${program} …\n`);
  const {status, stdout, stderr} = spawnSync('npx', ['tsx', join(root, 'bench', program), ...words], {
    cwd: root,
    encoding: 'utf8',
    env: {...process.env, TOUCHSTONE_BENCH_ROWS: kept},
  });
  return status === 0 ? stdout : `${program} ended with ${String(status)}:\n${stderr}\n`;
}

function printAll({date, machine, load, rows}: Figures, last: Figures | undefined): void {
  const lastOf = (what: string): Row | undefined => last?.rows.find(row => row.what === what);
  const worse = rows.filter(row => isWorse(row, lastOf(row.what)));
  const cells = (row: Row): readonly string[] => [
    row.what,
    `${row.ratio.toFixed(2)} ×`,
    row.goal === undefined ? '' : `${row.isRate === true ? '≥' : '≤'} ${row.goal.toFixed(2)} ×`,
    `${lastOf(row.what)?.ratio.toFixed(2) ?? '—'} ×`,
  ];
  const head = ['', 'now', 'goal', `on ${last?.date ?? '—'}`];
  if (worse.length > 0) printTable('Worse by a fifth or more:', head, worse.map(cells));
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  const loads = load.map(one => one.toFixed(1)).join(' before and ');
  printTable(`All ratios, ${date}, ${machine}, load ${loads} after, ${String(seconds)} s`, head, rows.map(cells));
}

function isWorse({ratio, isRate}: Row, last: Row | undefined): boolean {
  if (last === undefined) return false;
  return isRate === true ? ratio * worseBy < last.ratio : ratio > last.ratio * worseBy;
}
