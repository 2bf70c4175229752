// Shows a baseline at work: known failures cost nothing, each way of being stale is told apart with the command that fixes it.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {once} from '../../base/calls/once.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';

const faulty = liveReference(['reaction-again-201']);
const some = ['--id', 'hosting/reactions/*'];

/** The baseline of a first run, made once for all tests. */
const first = once(async () => {
  const cwd = temporaryFolder();
  const run = await touchstone(['run', ...faulty().args, '--output', 'out', ...some], {env: faulty().env, cwd});
  if (run.exitCode !== 1) throw new Error(`the first run ended with ${run.exitCode}\n${run.stderr}`);
  const words = ['--reason', 'fixed next week', '--owner', 'ada', '--baseline', 'known.yaml'];
  const made = await touchstone(['baseline', 'init', 'out/results.jsonl', ...words], {cwd});
  if (made.exitCode !== 0) throw new Error(made.stderr);
  const expiry = /new entries expire after \d{4}-\d\d-\d\d \(by default 90 days after the run\); --expires/;
  if (!expiry.test(made.stderr)) throw new Error(`nothing says when entries expire: ${made.stderr}`);
  return readFileSync(join(cwd, 'known.yaml'), 'utf8');
});

async function begin() {
  const cwd = temporaryFolder({'known.yaml': await first()});
  const run = (args: readonly string[]) =>
    touchstone(['run', ...faulty().args, '--output', 'out', ...some, ...args], {env: faulty().env, cwd});
  const baseline = (args: readonly string[]) => touchstone(['baseline', ...args, '--baseline', 'known.yaml'], {cwd});
  const file = join(cwd, 'known.yaml');
  return {
    run,
    baseline,
    file,
    text: () => readFileSync(file, 'utf8'),
    journal: () => readFileSync(join(cwd, 'out/results.jsonl'), 'utf8'),
  };
}

test('listed failures run, are told as known, and cost nothing', async () => {
  const {run, journal, baseline} = await begin();
  const {exitCode, stdout} = await run(['--baseline', 'known.yaml']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^KNOWN$/m);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('fixed next week (owner ada, until ');
  expect(journal()).toContain('"known":{"entry":"hosting/reactions/');
  expect((await baseline(['init', 'out'])).stderr).toContain('known.yaml exists already');
});

test.each<[string, (text: string) => string, RegExp, string]>([
  [
    'passes now',
    text => `${text}  - {case: hosting/reactions/*, finding: "*", reason: r}\n`,
    /^STALE passes now$/m,
    'baseline prune',
  ],
  [
    'matches nothing',
    text => `${text}  - {case: hosting/reactionz/*, finding: "*", reason: r}\n`,
    /^STALE matches nothing$/m,
    'baseline prune',
  ],
  [
    'another finding',
    text => text.replaceAll('expected 200, got 201', 'expected 200, got 409'),
    /^STALE fails in another way$/m,
    'baseline update',
  ],
  ['expired', text => text.replaceAll(/expires: \S+/g, 'expires: 2020-01-01'), /^STALE expired$/m, 'baseline update'],
  [
    'too broad',
    text => text.replace(/case: \S+/, 'case: hosting/*'),
    /^STALE covers too many cases$/m,
    'baseline update',
  ],
])('%s: exit code 4, and the command that is shown fixes it', async (_name, edit, title, command) => {
  const {run, file, text, baseline} = await begin();
  writeFileSync(file, edit(text()));
  const strict = await run(['--baseline', 'known.yaml']);
  expect(strict.stdout).toMatch(title);
  expect(strict.stdout).toContain(`npx --no-install touchstone ${command} out/results.jsonl --baseline known.yaml`);
  expect(strict.exitCode).toBe(4);
  // What it says to type fixes it.
  const [, words = ''] =
    /^ *npx --no-install touchstone baseline (.*) --baseline known\.yaml/m.exec(strict.stdout) ?? [];
  const expires = title.source.includes('expired') ? ['--expires', '2990-01-01'] : [];
  expect((await baseline([...words.split(' '), ...expires])).stderr).toMatch(/^wrote known\.yaml: \d+ changes?;/);
  const fixed = await run(['--baseline', 'known.yaml', '--quiet']);
  expect(fixed).toMatchObject({exitCode: 0, stdout: expect.not.stringContaining('STALE') as unknown});
});

test('the command that is shown fixes it, and what people wrote stays', async () => {
  const {run, baseline, file, text} = await begin();
  writeFileSync(
    file,
    `# ours\n${text().replaceAll('expected 200, got 201', 'expected 200, got 409')}  # gone\n  - {case: hosting/reactionz/*, finding: "*", reason: r}\n`,
  );
  expect((await run(['--baseline', 'known.yaml'])).exitCode).toBe(4);
  expect((await baseline(['update', 'out/results.jsonl'])).exitCode).toBe(0);
  expect((await baseline(['prune', 'out/results.jsonl'])).stdout).toBe(
    'removed hosting/reactionz/*: no case has this id\n',
  );
  expect(text()).toMatch(/^# ours\n/);
  expect(text()).toContain('reason: fixed next week');
  expect((await run(['--baseline', 'known.yaml'])).exitCode).toBe(0);
});

test('--stale=warn tells it and costs nothing', async () => {
  const {run, file, text} = await begin();
  writeFileSync(file, text().replaceAll(/expires: \S+/g, 'expires: 2020-01-01'));
  const {exitCode, stdout} = await run(['--baseline', 'known.yaml', '--stale=warn']);
  expect(stdout).toMatch(/^STALE expired$/m);
  expect(exitCode).toBe(0);
});

test('a failure that is not listed still costs 1', async () => {
  const {run, file, text} = await begin();
  writeFileSync(file, text().replace(/ {2}- case: [^]*?(?= {2}- case: )/, ''));
  expect((await run(['--baseline', 'known.yaml'])).exitCode).toBe(1);
});

test('a baseline with a mistake stops the run before anything is sent', async () => {
  const cwd = temporaryFolder({'known.yaml': 'baseline: 1\nknown:\n  - case: a\n    findng: x\n    reason: r\n'});
  const before = await faulty().accounts();
  const finished = await touchstone(['run', ...faulty().args, '--baseline', 'known.yaml'], {env: faulty().env, cwd});
  expect(finished.exitCode).toBe(2);
  expect(finished.stderr).toContain('known.yaml:4:5');
  expect(finished.stderr).toContain('unknown key "findng"');
  expect(await faulty().accounts()).toEqual(before);
});
