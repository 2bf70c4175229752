// Shows that four processes, numbered as a Kubernetes Indexed Job numbers its pods, leave together what one process leaves.
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {CaseLine} from '../runner/model/journal.ts';
import {temporaryFolder, touchstone} from './command-line.ts';
import {liveReference} from './live-reference.ts';
import {completeResults} from './run-results.ts';

const faulty = liveReference(['reaction-again-201']);

test('four shards, merged, equal the run of one process except times', async () => {
  const cwd = temporaryFolder();
  const run = (args: readonly string[]) =>
    touchstone(
      [
        'run',
        ...faulty().args,
        '--id',
        'hosting/labels/*',
        '--id',
        'hosting/reactions/*',
        '--id',
        'hosting/branch-protection/*',
        '--seed',
        '5',
        '--quiet',
        ...args,
      ],
      {
        env: faulty().env,
        cwd,
      },
    );
  const whole = await run(['--output', 'whole']);
  const jobs = await Promise.all(
    ['0', '1', '2', '3'].map(JOB_COMPLETION_INDEX => {
      const shard = Number(JOB_COMPLETION_INDEX) + 1;
      return run(['--shard', `${shard}/4`, '--output', `shard-${shard}`]);
    }),
  );
  expect(jobs.every(({exitCode}) => exitCode === 0 || exitCode === 1)).toBe(true);
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

/** What a case came to, without times, how often it waited, and the names that every run draws anew. */
function judgement({durationMs: _, bytesReceived: __, exchanges: ___, detail: ____, findings, ...line}: CaseLine) {
  return {...line, findings: findings.map(({path, basis, source, step}) => ({path, basis, source, step}))};
}

function byId(a: {readonly id: string}, b: {readonly id: string}): number {
  return a.id < b.id ? -1 : 1;
}
