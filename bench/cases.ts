// Measures a run of 300 cases of three requests each beside a hand-written loop of the same requests and assertions.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeSuites} from './make-suites.ts';
import {measure, printCosts, root, touchstone} from './measure.ts';
import {serve} from './serve.ts';

const rounds = 9;
const size = {files: 10, casesPerFile: 30};
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-bench-cases-'));
const suites = join(scratch, 'suites');
makeSuites(suites, size);
const server = await serve('notes-server.js');
const origin = `http://127.0.0.1:${String(server.port)}`;
const run = [process.execPath, touchstone, 'run', suites, '--target', origin];
const options = ['--record', 'none', '--output', join(scratch, 'results')];
const cold = join(scratch, 'cold');
const env = {TOUCHSTONE_CACHE_DIR: join(scratch, 'warm')};

try {
  const costs = measure(
    {
      'hand-written undici loop': {
        words: [
          process.execPath,
          join(root, 'bench/hand-written.js'),
          origin,
          String(size.files),
          String(size.casesPerFile),
        ],
      },
      'touchstone, suites cached': {words: [...run, ...options], env},
      'touchstone, YAML read anew': {
        words: [...run, ...options],
        env: {TOUCHSTONE_CACHE_DIR: cold},
        before: () => rmSync(cold, {recursive: true, force: true}),
      },
      'touchstone, cached, journal with heads': {words: [...run, '--output', join(scratch, 'recorded')], env},
    },
    rounds,
  );
  const cases = size.files * size.casesPerFile;
  printCosts(
    `${String(cases)} cases, ${String(cases * 3)} requests, medians of ${String(rounds)} runs each, in turn (goal: 1.5 × CPU)`,
    costs,
  );
} finally {
  await server.stop();
  rmSync(scratch, {recursive: true, force: true});
}
