// Shows that four processes, started by the command of the Indexed Job in docs/ci.md and numbered as Kubernetes numbers its pods, leave together what one process leaves.
import {spawn} from 'node:child_process';
import {chmodSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {CaseLine} from '../../model/journal.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {fences} from '../support/doc-fences.ts';
import {liveReference} from '../support/live-reference.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {completeResults} from '../support/run-results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const faulty = liveReference(['reaction-again-201']);
const selection = [
  '--id',
  'hosting/labels/*',
  '--id',
  'hosting/reactions/*',
  '--id',
  'hosting/branch-protection/*',
  '--quiet',
];

test('four shards, merged, equal the run of one process except times', async () => {
  const cwd = temporaryFolder();
  const whole = await touchstone(['run', ...faulty().args, ...selection, '--seed', '1', '--output', 'whole'], {
    contexts: 'usual',
    env: faulty().env,
    cwd,
  });
  const bin = touchstoneFolder();
  const pods = await Promise.all(['0', '1', '2', '3'].map(index => pod(index, {cwd, bin})));
  expect(pods.map(({exitCode, log}) => (exitCode === 0 || exitCode === 1 ? 'judged' : log))).toEqual(
    pods.map(() => 'judged'),
  );
  const folders = [1, 2, 3, 4].map(shard => `shard-${shard}`);
  const merged = await touchstone(['merge', ...folders, '--output', 'merged'], {cwd});
  expect(merged.stderr).toBe('');
  expect(merged.exitCode).toBe(whole.exitCode);

  const one = completeResults(join(cwd, 'whole'));
  const four = completeResults(join(cwd, 'merged'));
  expect(four.cases.size).toBeGreaterThan(50);
  expect([...four.cases.values()].map(judgement).toSorted(byId)).toEqual(
    [...one.cases.values()].map(judgement).toSorted(byId),
  );
  const {footer, header} = four.journal;
  expect(footer.counts).toEqual(one.journal.footer.counts);
  expect(footer.filtered).toBe(one.journal.footer.filtered);
  expect(footer.exitCode).toBe(one.journal.footer.exitCode);
  expect(header.planned).toBe(one.journal.header.planned);
  expect(header.target).toEqual(one.journal.header.target);

  rmSync(join(cwd, 'shard-3'), {recursive: true});
  const missing = await touchstone(['merge', 'shard-1', 'shard-2', 'shard-4', '--output', 'again'], {cwd});
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain('shard 3/4 is missing');
  const onto = await touchstone(['merge', 'shard-1', '--output', 'shard-1'], {cwd});
  expect(onto.exitCode).toBe(2);
});

test.each([
  [['--shard', '1/4'], '--shard needs --seed'],
  [['--shard', '0/4', '--seed', '1'], 'from 1/n to n/n'],
  [['--shard', '5/4', '--seed', '1'], 'from 1/n to n/n'],
])('%j is refused', async (args, message) => {
  const finished = await touchstone(['run', ...faulty().args, ...args], {env: faulty().env});
  expect(finished.exitCode).toBe(2);
  expect(finished.stderr).toContain(message);
});

/** Runs the container of the page's Job as the pod with this index would. */
function pod(
  JOB_COMPLETION_INDEX: string,
  {cwd, bin}: {readonly cwd: string; readonly bin: string},
): Promise<{readonly exitCode: number | null; readonly log: string}> {
  const [{command, args}] = job().spec.template.spec.containers;
  const [program = '', ...rest] = [...command, ...args].map(word =>
    word.replaceAll('/results/', `${cwd}/`).replaceAll('--admin-user root', `--admin-user ${faulty().admin.user}`),
  );
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd,
      env: {
        ...faulty().env,
        TARGET: faulty().url,
        JOB_COMPLETION_INDEX,
        PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
        HOME: process.env['HOME'] ?? '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.once('error', reject);
    child.once('close', exitCode => {
      resolve({exitCode, log});
    });
  });
}

interface IndexedJob {
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly [{readonly command: readonly string[]; readonly args: readonly string[]}];
      };
    };
  };
}

function job(): IndexedJob {
  const blocks = fences(readFileSync(join(root, 'docs/ci.md'), 'utf8'), 'yaml').map(({text}) => text);
  const found = blocks.find(text => text.includes('completionMode: Indexed'));
  if (found === undefined) throw new Error('docs/ci.md shows no Indexed Job');
  return parse(found) as IndexedJob;
}

/** A folder with a `touchstone` that starts that of this tree, on the cases of this test. */
function touchstoneFolder(): string {
  const folder = temporaryFolder();
  const program = [process.execPath, ...newestProgram('runner/main')].map(word => `"${word}"`).join(' ');
  const file = join(folder, 'touchstone');
  const words = selection.map(word => `'${word}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${program} "$@" ${words}\n`);
  chmodSync(file, 0o755);
  return folder;
}

test('the Job of the page starts as many pods as the shards that it asks for', () => {
  const {completionMode, completions, template} = job().spec;
  expect(completionMode).toBe('Indexed');
  expect(template.spec.containers[0].args.join(' ')).toContain(
    `--shard "$((JOB_COMPLETION_INDEX + 1))/${completions}"`,
  );
});

/** What a case came to, without times, how often it waited, and the names that every run draws anew. */
function judgement({durationMs: _, bytesReceived: __, exchanges: ___, detail: ____, findings, ...line}: CaseLine) {
  return {...line, findings: findings.map(({path, basis, source, step}) => ({path, basis, source, step}))};
}

function byId(a: {readonly id: string}, b: {readonly id: string}): number {
  return a.id < b.id ? -1 : 1;
}
