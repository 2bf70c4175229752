// Runs every check of the project, then all tests, and ends with one line that counts what passed and failed.
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
/** With `--long`, tests look at everything that was drawn or listed; without it, at so much as fits into the minutes of a build. */
const length = process.argv.includes('--long') ? 'long' : 'short';
const vitestReport = join(scratch, 'vitest.json');

/** One check that is a whole program: passed when it exits with 0. */
const programs: readonly (readonly [name: string, bin: string, ...args: string[]])[] = [
  ['types', 'typescript/bin/tsc', '--noEmit'],
  ['types of the script of the HTML report', 'typescript/bin/tsc', '--noEmit', '-p', 'reports/browser'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt/bin/oxfmt', '--check'],
  // An export that nobody imports: delete it, or the word `export` before it.
  ['exports', 'knip/bin/knip.js', '--no-progress'],
];

let passed = 0;
let failed = 0;
// Most of each check is done by one thread, so that several run at a time; they are shown in this order, whichever ends first.
const waiting = [...programs.entries()];
const ends: (Ended | undefined)[] = programs.map(() => undefined);
let shown = 0;
await Promise.all(Array.from({length: availableParallelism()}, runWaiting));
process.stdout.write('\n── tests\n');
await runNode(
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  'inherit',
);
const counts = testCounts();
passed += counts.passed;
failed += counts.failed;
rmSync(scratch, {recursive: true, force: true});
if (counts.slowest.length > 0) process.stdout.write(`\nslowest files:\n${counts.slowest.join('\n')}\n`);
if (counts.skipped.length > 0)
  process.stdout.write(
    `\n${String(counts.skipped.length)} skipped:\n${counts.skipped.map(name => `  ${name}\n`).join('')}`,
  );
process.stdout.write(`\n${String(passed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [at, [, bin, ...args]] = next;
    ends[at] = await runNode([join(root, 'node_modules', bin), ...args], 'pipe');
    showEnded();
  }
}

/** Shows the checks that have ended, as far as all before them have. */
function showEnded(): void {
  for (let end = ends[shown]; end !== undefined; end = ends[shown]) {
    process.stdout.write(`\n── ${programs[shown]?.[0] ?? ''}\n${end.said}`);
    passed += end.isGreen ? 1 : 0;
    failed += end.isGreen ? 0 : 1;
    shown += 1;
  }
}

interface Ended {
  readonly isGreen: boolean;
  /** What it said, where that was kept. */
  readonly said: string;
}

function runNode(args: readonly string[], output: 'pipe' | 'inherit'): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {...process.env, TEST_LENGTH: length},
    stdio: ['ignore', output, output],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return new Promise(resolve => {
    child.once('error', problem => resolve({isGreen: false, said: `${said}${String(problem)}\n`}));
    child.once('close', status => resolve({isGreen: status === 0, said}));
  });
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Full names. */
  readonly skipped: readonly string[];
  /** A line for each of the files that took longest. */
  readonly slowest: readonly string[];
}

/** What the test runner counted; a report that is missing or counts nothing is a failure. */
function testCounts(): Counts {
  try {
    const report = JSON.parse(readFileSync(vitestReport, 'utf8')) as {
      readonly success: boolean;
      readonly numPassedTests: number;
      readonly numFailedTests: number;
      readonly testResults: readonly {
        readonly name: string;
        /** Both in ms. */
        readonly startTime: number;
        readonly endTime: number;
        readonly assertionResults: readonly {readonly status: string; readonly fullName: string}[];
      }[];
      readonly numFailedTestSuites: number;
    };
    const brokenFiles = report.success || report.numFailedTests > 0 ? 0 : Math.max(1, report.numFailedTestSuites);
    const isEmpty = report.numPassedTests === 0 && report.numFailedTests === 0;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles + (isEmpty ? 1 : 0),
      skipped: report.testResults
        .flatMap(({assertionResults}) => assertionResults)
        .filter(({status}) => status === 'skipped' || status === 'pending')
        .map(({fullName}) => fullName),
      slowest: report.testResults
        .map(({name, startTime, endTime}) => ({file: relative(root, name), seconds: (endTime - startTime) / 1000}))
        .toSorted((one, other) => other.seconds - one.seconds)
        .slice(0, 20)
        .map(({file, seconds}) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    };
  } catch {
    return {passed: 0, failed: 1, skipped: [], slowest: []};
  }
}
