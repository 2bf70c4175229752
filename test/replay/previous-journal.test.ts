// A run of a few cases does not take away what was known of the others: replay, explain, dispute and promote find them in the run before.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';

const folder = temporaryFolder();
const inFolder = (...args: readonly string[]): Promise<Finished> => touchstone(args, {cwd: folder});
const red = 'hosting/labels/neighbours-stay';
const property = 'properties/labels/exclusive-labels-follow-the-model';
const fault = ['--reference', '--fault', 'label-scope-first-slash', '--seed', '5'];
const previous = join(folder, 'touchstone-results/results.previous.jsonl');
const note =
  /^note: the newest run in touchstone-results had only --id hosting\/reactions\/\*; this is of the run before it, \S+ \(touchstone-results\/results\.previous\.jsonl\)$/m;

test('what a selection leaves out is found in the journal that it replaced', {timeout: 120_000}, async () => {
  const ids = ['hosting/labels/*', 'hosting/reactions/*', property].flatMap(id => ['--id', id]);
  const first = await inFolder('run', ...fault, ...ids);
  expect(first.exitCode).toBe(1);
  expect(first.stdout).toMatch(/ --output touchstone-results\/again$/m);
  expect(existsSync(previous)).toBe(false);
  const larger = readFileSync(join(folder, 'touchstone-results/results.jsonl'), 'utf8');

  expect((await inFolder('run', '--reference', '--id', 'hosting/reactions/*')).exitCode).toBe(0);
  expect(readFileSync(previous, 'utf8')).toBe(larger);

  const [replayed, disputed, promoted, explained, unknown, none] = await Promise.all([
    inFolder('replay', red, '--reference'),
    inFolder('dispute', red),
    inFolder('promote', property),
    inFolder('explain', red),
    inFolder('replay', 'hosting/labels/nothing-of-the-kind', '--reference'),
    inFolder('replay', '--reference'),
  ]);
  expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining(`FIXED  ${red}`)]);
  expect(disputed.exitCode).toBe(0);
  expect([promoted.exitCode, promoted.stdout]).toEqual([0, expect.stringContaining('suite: promoted/labels')]);
  for (const {stderr} of [replayed, disputed, promoted]) expect(stderr).toMatch(note);
  expect(explained.stdout).toContain('(touchstone-results/results.previous.jsonl)');
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    'touchstone replay: touchstone-results/results.jsonl has no case hosting/labels/nothing-of-the-kind\n  no case of it failed\n',
  ]);
  expect(none.exitCode).toBe(6);
  expect(none.stderr).toMatch(
    /\n {2}the run before it has \d+ red cases: --from touchstone-results\/results\.previous\.jsonl\n/,
  );

  // One more selection replaces the small journal, and never the large one.
  expect((await inFolder('run', '--reference', '--id', red)).exitCode).toBe(0);
  expect(readFileSync(previous, 'utf8')).toBe(larger);
});

test('a name that the journal lacks is told with the nearest, else with what failed', async () => {
  const cwd = temporaryFolder();
  const inFolder = (...args: readonly string[]) => touchstone(args, {cwd});
  const red = 'hosting/reactions/repeating-a-reaction-to-an-issue-answers-200';
  const failed = await inFolder('run', '--reference', '--fault', 'reaction-again-409', '--id', red);
  expect(failed.exitCode).toBe(1);
  const journal = 'touchstone-results/results.jsonl';
  const [near, far] = await Promise.all([
    inFolder('promote', red.replace('repeating', 'repeting')),
    inFolder('replay', 'nosuch', '--reference'),
  ]);
  expect([near.exitCode, near.stderr]).toEqual([
    2,
    `touchstone promote: ${journal} has no case ${red.replace('repeating', 'repeting')}\n  did you mean "${red}"?\n`,
  ]);
  expect([far.exitCode, far.stderr]).toEqual([
    2,
    `touchstone replay: ${journal} has no case nosuch\n  1 case of it failed:\n    ${red}\n`,
  ]);
});
