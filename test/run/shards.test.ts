// Shows that four processes, started by the command of the Indexed Job in docs/ci.md and numbered as Kubernetes numbers its pods, leave together what one process leaves.
import {spawn} from 'node:child_process';
import {readFileSync, rmSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {machineFiles} from '../../runner/targets/host/files.ts';
import {fences} from '../support/doc-fences.ts';
import {liveReference} from '../support/live-reference.ts';
import {expectTheSame, selection, touchstoneFolder} from '../support/shard-runs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const faulty = liveReference(['reaction-again-201']);
test('RN-24 four shards, merged, equal the run of one process except times', async () => {
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

  expectTheSame(join(cwd, 'merged'), join(cwd, 'whole'));

  const held = machineFiles().lock(join(cwd, 'whole/.lock'));
  const journal = readFileSync(join(cwd, 'whole/results.jsonl'), 'utf8');
  const amid = await touchstone(['merge', ...folders, '--output', 'whole'], {cwd});
  expect([amid.exitCode, amid.stderr]).toEqual([
    2,
    expect.stringContaining('--output whole: another command is writing there'),
  ]);
  expect(readFileSync(join(cwd, 'whole/results.jsonl'), 'utf8')).toBe(journal);
  if (held.kind === 'held') held.release();

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

test('the Job of the page starts as many pods as the shards that it asks for', () => {
  const {completionMode, completions, template} = job().spec;
  expect(completionMode).toBe('Indexed');
  expect(template.spec.containers[0].args.join(' ')).toContain(
    `--shard "$((JOB_COMPLETION_INDEX + 1))/${completions}"`,
  );
});
