// Measures `touchstone run` beside Hurl: the same requests and assertions, in ten files each. It needs hurl (cargo install --locked hurl).
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeHurlFiles, makeSuites} from './make-suites.ts';
import {keepRows, measure, printCosts, touchstone} from './measure.ts';
import {serve} from './serve.ts';

const rounds = Number(process.argv[2] ?? 5);
const hurl = process.env['HURL'] ?? 'hurl';
const version = spawnSync(hurl, ['--version'], {encoding: 'utf8'});

if (version.status === 0) await besideHurl(version.stdout.split(' (')[0] ?? 'hurl');
else
  process.stdout.write(
    'Skipped: the comparison with Hurl needs "hurl" on the PATH, or its path in HURL (cargo install --locked hurl)\n\n',
  );

async function besideHurl(name: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-hurl-'));
  const server = await serve('notes-server.js');
  try {
    for (const casesPerFile of [30, 300]) measureSize(casesPerFile, {name, scratch, port: server.port});
  } finally {
    await server.stop();
    rmSync(scratch, {recursive: true, force: true});
  }
}

function measureSize(
  casesPerFile: number,
  {name, scratch, port}: {readonly name: string; readonly scratch: string; readonly port: number},
): void {
  const size = {files: 10, casesPerFile};
  const folder = join(scratch, String(casesPerFile));
  const suites = join(folder, 'suites');
  makeSuites(suites, size);
  const files = makeHurlFiles(join(folder, 'hurl'), size);
  const origin = `http://127.0.0.1:${String(port)}`;
  const run = [process.execPath, touchstone, 'run', suites, '--target', origin, '--output', join(folder, 'results')];
  const costs = measure(
    {
      theirs: {words: [hurl, '--test', '--jobs', '8', '--variable', `origin=${origin}`, ...files]},
      ours: {words: run, env: {TOUCHSTONE_CACHE_DIR: join(scratch, 'cache')}},
    },
    rounds,
  );
  const cases = (10 * casesPerFile).toLocaleString('en-US');
  const {theirs, ours} = costs;
  printCosts(`${cases} cases beside Hurl, medians of ${String(rounds)} runs each, in turn`, {
    [name]: theirs,
    'touchstone, suites cached': ours,
  });
  const isLarge = casesPerFile === 300;
  keepRows([
    {what: `${cases} cases, CPU, to Hurl`, ratio: ours.cpuMs / theirs.cpuMs, ...(isLarge && {goal: 1})},
    {what: `${cases} cases, wall, to Hurl`, ratio: ours.wallMs / theirs.wallMs, goal: isLarge ? 1 : 2.5},
  ]);
}
