// Measures whole processes: wall time and CPU time from start to reaped exit, several commands in turn, medians of each.
import {spawn, spawnSync} from 'node:child_process';
import {appendFileSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** A program to measure: its words, and what its environment has besides ours. */
export interface Program {
  readonly words: readonly string[];
  readonly env?: {readonly [name: string]: string};
  /** Done before each run and not measured. */
  readonly before?: () => void;
}

/** Seconds of one process, or the medians over several. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time together. */
  readonly cpuMs: number;
}

/** Runs every program `rounds` times, in turn (A B A B), so that a change of the machine's mood meets all of them. */
export function measure<Name extends string>(
  programs: {readonly [name in Name]: Program},
  rounds: number,
): {readonly [name in Name]: Cost} {
  const names = Object.keys(programs) as Name[];
  const costs = Object.fromEntries(names.map(name => [name, [] as Cost[]])) as {[name in Name]: Cost[]};
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) costs[name].push(runOnce(name, programs[name]));
  }
  return Object.fromEntries(names.map(name => [name, medians(costs[name])])) as {[name in Name]: Cost};
}

/** The folder of our package. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The compiled command line; `npm run prepare` makes it. */
export const touchstone = join(root, 'dist/runner/main.js');

// Node.js cannot measure what a child cost it. The shell's `time` can, in milliseconds, and counts the whole life of the process: getrusage of the
// children that it waited for. A hook inside the measured process would miss its start and its end, and add its own import.
function runOnce(name: string, {words, env, before}: Program): Cost {
  before?.();
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const file = join(scratch, 'time');
  try {
    const script = `TIMEFORMAT='%3R %3U %3S'; { time "$@" >"${file}.out" 2>&1; } 2>"${file}"`;
    const {status, error} = spawnSync('bash', ['-c', script, 'bash', ...words], {
      cwd: root,
      env: {...process.env, LC_ALL: 'C', ...env},
    });
    if (error !== undefined) throw new Error(`the benchmarks need bash, whose "time" they use: ${error.message}`);
    if (status !== 0) throw new Error(`${name} ended with ${String(status)}:\n${readFileSync(`${file}.out`, 'utf8')}`);
    const [wall = 0, user = 0, system = 0] = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    return {wallMs: wall * 1_000, cpuMs: (user + system) * 1_000};
  } finally {
    rmSync(scratch, {recursive: true, force: true});
  }
}

/** Runs a program once and gives the most memory that it held, in MB, as Linux counts it; nothing on other systems. */
export async function peakMemory(name: string, {words, env, before}: Program): Promise<number | undefined> {
  before?.();
  const [command = '', ...args] = words;
  const child = spawn(command, args, {cwd: root, env: {...process.env, ...env}, stdio: ['ignore', 'ignore', 'pipe']});
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  let peak: number | undefined;
  // The high-water mark only grows, so that the last look before the end is the whole truth but for some milliseconds.
  const look = setInterval(() => (peak = highWaterMark(child.pid) ?? peak), 20);
  const status = await new Promise(resolve => child.once('exit', resolve));
  clearInterval(look);
  if (status !== 0) throw new Error(`${name} ended with ${String(status)}:\n${said}`);
  return peak;
}

function highWaterMark(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } catch {
    return undefined;
  }
}

/** One row of what all.ts compares with the last figures. */
export interface Row {
  readonly what: string;
  readonly ratio: number;
  /** What it should be; absent where nothing is promised. */
  readonly goal?: number;
  /** Whether more is better, as with rates. */
  readonly isRate?: boolean;
}

/** Keeps rows for all.ts, where it asks for them. */
export function keepRows(rows: readonly Row[]): void {
  const file = process.env['TOUCHSTONE_BENCH_ROWS'];
  if (file !== undefined) appendFileSync(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}

function medians(costs: readonly Cost[]): Cost {
  return {wallMs: median(costs.map(({wallMs}) => wallMs)), cpuMs: median(costs.map(({cpuMs}) => cpuMs))};
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Prints the costs as a table, each beside the first, which is the measure of all others. */
export function printCosts(title: string, costs: {readonly [name: string]: Cost}): void {
  const [base] = Object.values(costs);
  if (base === undefined) return;
  const rows = Object.entries(costs).map(([name, {cpuMs, wallMs}]) => [
    name,
    `${cpuMs.toFixed(0)} ms`,
    `${(cpuMs / base.cpuMs).toFixed(2)} ×`,
    `${wallMs.toFixed(0)} ms`,
    `${(wallMs / base.wallMs).toFixed(2)} ×`,
  ]);
  printTable(title, ['', 'CPU', 'ratio', 'wall', 'ratio'], rows);
}

/** Prints rows in columns; the first column is text, the others are numbers. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column]?.length ?? 0)));
  const lines = [...(head.join('') === '' ? [] : [head]), ...rows].map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  process.stdout.write(`${title}\n${lines.map(line => `  ${line.trimEnd()}`).join('\n')}\n\n`);
}
