// Measures a whole `run --reference`, and how many requests per second the reference server answers beside a server that does nothing.
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {Pool} from 'undici';
import {keepRows, measure, median, printTable, root, touchstone} from './measure.ts';
import {serve} from './serve.ts';

const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-reference-'));
try {
  measureRun();
  await measureServer();
} finally {
  rmSync(scratch, {recursive: true, force: true});
}

function measureRun(): void {
  const rounds = 3;
  const run = [node, touchstone, 'run', '--reference', '--seed', '1', '--output', join(scratch, 'results')];
  const {wholeRun} = measure({wholeRun: {words: run}}, rounds);
  const lines = readFileSync(join(scratch, 'results/results.jsonl'), 'utf8').split('\n').slice(0, -1);
  const journal = lines.map(line => JSON.parse(line) as {type: string; exchanges?: number});
  const cases = journal.filter(({type}) => type === 'case');
  const exchanges = cases.reduce((sum, line) => sum + (line.exchanges ?? 0), 0);
  printTable(
    `A whole run against the reference, medians of ${String(rounds)} runs`,
    ['', ''],
    [
      ['cases', cases.length.toLocaleString('en-US')],
      ['exchanges that the cases tell', exchanges.toLocaleString('en-US')],
      ['wall time', `${(wholeRun.wallMs / 1_000).toFixed(1)} s`],
      ['CPU of all its processes', `${(wholeRun.cpuMs / 1_000).toFixed(1)} s`],
    ],
  );
  keepRows([
    {what: '`run --reference`, wall, to 12 s', ratio: wholeRun.wallMs / 12_000, goal: 1},
    {what: '`run --reference`, CPU, to 20 s', ratio: wholeRun.cpuMs / 20_000, goal: 1},
  ]);
}

async function measureServer(): Promise<void> {
  const rounds = 7;
  const reference = await startReference();
  const tiny = await serve('notes-server.js');
  const rates: {reference: number[]; tiny: number[]} = {reference: [], tiny: []};
  for (let round = 0; round < rounds; round += 1) {
    rates.reference.push(await requestsPerSecond(reference.origin, '/api/v1/version'));
    rates.tiny.push(await requestsPerSecond(`http://127.0.0.1:${String(tiny.port)}`, '/api/v1/version'));
  }
  await Promise.all([reference.stop(), tiny.stop()]);
  const base = median(rates.tiny);
  printTable(
    `Requests per second of GET /api/v1/version, eight connections, medians of ${String(rounds)} rounds, in turn`,
    ['', 'per second', 'ratio'],
    [
      ['bare node:http server', Math.round(base).toLocaleString('en-US'), '1.00 ×'],
      [
        'reference server',
        Math.round(median(rates.reference)).toLocaleString('en-US'),
        `${(median(rates.reference) / base).toFixed(2)} ×`,
      ],
    ],
  );
  keepRows([
    {what: 'reference server, to a bare `node:http` server', ratio: median(rates.reference) / base, isRate: true},
  ]);
}

async function startReference(): Promise<{readonly origin: string; stop(): Promise<void>}> {
  const file = join(root, 'dist/reference-server/main.js');
  if (!existsSync(file)) throw new Error('there is no dist/reference-server: run "npm run prepare" first');
  const child = spawn(node, [file, '--port', '0'], {stdio: ['ignore', 'pipe', 'ignore']});
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const line = await new Promise<string>(resolve => createInterface(child.stdout).once('line', resolve));
  const {url} = JSON.parse(line) as {readonly url: string};
  return {
    origin: new URL(url).origin,
    stop: async () => {
      child.kill();
      await gone;
    },
  };
}

async function requestsPerSecond(origin: string, path: string): Promise<number> {
  const pool = new Pool(origin, {connections: 8});
  const send = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      const {statusCode, body} = await pool.request({method: 'GET', path});
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin}${path} answered ${String(statusCode)}`);
    }
  };
  await send(200);
  const startedMs = performance.now();
  await Promise.all(Array.from({length: 8}, () => send(250)));
  const seconds = (performance.now() - startedMs) / 1_000;
  await pool.close();
  return 2_000 / seconds;
}
