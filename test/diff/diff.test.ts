// Shows that `diff` runs two targets in one command and tells only where they differ.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';

const healthy = liveReference();
const faulty = liveReference(['reaction-again-201']);
const select = ['--id', 'hosting/reactions/re*', '--quiet', '--property-runs', '1', '--contexts', 'plain'];

test('two servers, in every format', async () => {
  const cwd = temporaryFolder();
  // Both have the same administrator name, and each a password of its own.
  const targets = [
    ...healthy().args.slice(0, -1),
    'TOUCHSTONE_FIRST',
    ...faulty().args.slice(0, -1),
    'TOUCHSTONE_SECOND',
  ];
  const env = {TOUCHSTONE_FIRST: healthy().admin.password, TOUCHSTONE_SECOND: faulty().admin.password};
  const formats = ['text', 'json:d.json', 'markdown:d.md', 'html:d.html'];
  const {exitCode, stdout, stderr} = await touchstone(['diff', ...targets, ...select, '--to', formats.join(',')], {
    cwd,
    env,
  });
  expect(stderr).toBe(
    'wrote d.json\nwrote d.md\nwrote d.html\nboth runs are kept: npx --no-install touchstone report touchstone-results/diff/first, npx --no-install touchstone report touchstone-results/diff/second\n',
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Fails on the second only (2)');
  expect(stdout).toContain('second: status: expected 200, got 201');
  expect(stdout).toMatch(/The targets differ in 2 of \d+ cases\.\n$/);
  // What is alike is not shown.
  expect(stdout.match(/hosting\/reactions\//g)).toHaveLength(2);
  const json = JSON.parse(readFileSync(join(cwd, 'd.json'), 'utf8')) as {
    readonly of: string;
    readonly cases: readonly {readonly before: string; readonly after: string}[];
  };
  expect(json.of).toBe('targets');
  expect(json.cases.map(({before, after}) => `${before} ${after}`)).toEqual(['pass fail', 'pass fail']);
  expect(readFileSync(join(cwd, 'd.md'), 'utf8')).toContain('Fails on the second only (2)');
  expect(readFileSync(join(cwd, 'd.html'), 'utf8')).toContain('Fails on the second only (2)');
  for (const side of ['first', 'second'])
    expect(existsSync(join(cwd, 'touchstone-results/diff', side, 'results.jsonl'))).toBe(true);

  const alike = await touchstone(['diff', ...faulty().args, ...faulty().args, ...select], {cwd, env: faulty().env});
  expect(alike.stdout).toMatch(/No difference in \d+ cases; 2 red on both\.\n$/);
  expect(alike.exitCode).toBe(0);
  // The journals of the runs before are no answer when nothing is run.
  const nothing = await touchstone(['diff', ...faulty().args, ...faulty().args, '--id', 'no/such'], {
    cwd,
    env: faulty().env,
  });
  expect(nothing.stdout).toBe('');
  expect(nothing.exitCode).toBe(6);
});

test('a second target that cannot be used is told before the first is touched', async () => {
  const {exitCode, stdout, stderr} = await touchstone(
    ['diff', ...healthy().args, '--reference', '--fault', 'no-such-fault', ...select],
    {env: healthy().env},
  );
  expect(stderr).toBe(
    'touchstone diff: the second target: --fault no-such-fault: the reference has no such fault\n  npx --no-install touchstone prove --list lists them\n',
  );
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
  const silent = await touchstone(['diff', ...healthy().args, ...targetArgs('http://127.0.0.1:9'), ...select], {
    env: healthy().env,
  });
  expect(silent.stderr).toMatch(/^touchstone diff: the second target: it gives no reply: .*\n {2}start the server/);
  expect(silent.exitCode).toBe(5);
  expect(await healthy().accounts()).toEqual([]);
});

test.each([
  [['--reference'], 'touchstone diff: only one target is named'],
  [['--reference', '--reference', '--to', 'xml'], 'touchstone diff: --to xml: there is no format "xml"'],
  [['--reference', '--reference', '--jobs', 'many'], "touchstone diff: option '--jobs <n>' argument 'many' is invalid"],
])('%j is refused', async (args, message) => {
  const {exitCode, stderr} = await touchstone(['diff', ...args]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
