// Proves a few faults of every kind at every run of the tests, so that `prove` and the suites stay what the whole matrix says of them.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone} from '../support/command-line.ts';
import {atLength, isLong} from '../support/length.ts';

/** What a fault shows itself by: first the verdict that it deserves, then a case that gives it. */
const all: readonly (readonly [fault: string, verdict: string, witness: string])[] = [
  // One of each: a table, a property, a second page, another variant of the server, what is only usual, the wire, a live peer.
  ['label-scope-first-slash', 'fail', 'hosting/labels/scope-is-text-before-last-slash[nested-scopes]'],
  ['transfer-takes-team-access-first', 'fail', 'properties/transfers/refused-transfers-change-nothing'],
  ['oauth2-secret-from-the-second-page-on', 'fail', 'hosting/oauth2-applications/secret-is-hidden-in-lists'],
  ['fork-ignores-limit', 'fail', 'hosting/repositories/forking-stops-at-the-limit-where-that-is-set'],
  ['contents-date-of-the-head', 'warn', 'hosting/contents/dates-are-of-the-last-change'],
  ['json-u64-number', 'fail', 'overlay/json/writes-large-numbers'],
  ['updates-add-up', 'warn', 'overlay/live/updates-that-differ-in-one-thing'],
];

// What all histories or another server must be asked for takes longer than all others together.
const slow = new Set(['contents-date-of-the-head', 'fork-ignores-limit']);
const count = atLength({short: 5, long: 7});
const witnesses = all.filter(([name]) => isLong || !slow.has(name));

/** Some fifteen seconds on two quiet cores; a machine that does six other things at once needs longer. */
const budgetMs = 110_000;

interface Matrix {
  readonly faults: number;
  readonly noticed: number;
  readonly isWhole: boolean;
  readonly problems: readonly string[];
  readonly rows: readonly {
    readonly fault: {readonly name: string};
    readonly noticed: readonly {readonly case: string; readonly verdict: string}[];
  }[];
}

test(
  'faults of every kind are noticed as they deserve, by cases that are green on the healthy reference',
  async () => {
    const names = [...witnesses.map(([name]) => name), 'passes-only-for-touchstone'];
    const cwd = temporaryFolder();
    const {exitCode, stdout, stderr} = await touchstone(
      ['prove', ...names.flatMap(name => ['--fault', name]), '--output', 'out', '--html', 'out.html'],
      {cwd, budgetMs},
    );
    expect({exitCode, last: stdout.trimEnd().split('\n').at(-1)}).toEqual({
      exitCode: 0,
      last: 'Each of these is noticed as it should be; whether every case of a must can go red, only a run of all faults shows.',
    });
    expect(stdout.split('\n')[0]).toBe(`${String(count)} faults, ${String(count)} noticed`);
    expect(stderr).toMatch(/the healthy reference runs the \d+ cases that noticed something\n/);
    const matrix = JSON.parse(readFileSync(join(cwd, 'out/kill-matrix-part.json'), 'utf8')) as Matrix;
    expect(matrix).toMatchObject({faults: count, noticed: count, isWhole: false, problems: []});
    for (const [name, verdict, witness] of witnesses) {
      const noticed = matrix.rows.find(({fault}) => fault.name === name)?.noticed ?? [];
      expect(noticed).toContainEqual(
        expect.objectContaining({case: expect.stringContaining(witness) as unknown, verdict}) as unknown,
      );
    }
    // A page can be made again from what was kept, byte for byte.
    const again = await touchstone(['prove', '--from', 'out/kill-matrix-part.json', '--html', 'again.html'], {cwd});
    expect(again).toMatchObject({exitCode: 0, stdout, stderr: ''});
    const page = readFileSync(join(cwd, 'again.html'), 'utf8');
    expect(page).toBe(readFileSync(join(cwd, 'out.html'), 'utf8'));
    for (const [name] of witnesses) expect(page).toContain(`>${name}<title>`);
  },
  2 * budgetMs,
);

test('an interrupt ends it soon, says that nothing is proved, and leaves no process', async () => {
  const cwd = temporaryFolder();
  const running = startTouchstone(
    ['prove', '--fault', 'label-scopes-*', '--jobs', '1', '--output', 'out', '--html', 'pages/matrix.html'],
    {cwd},
  );
  await running.until(/^1\/\d+ label-/m);
  running.kill('SIGINT');
  const {exitCode, stdout, stderr} = await running.finished;
  expect({exitCode, stdout}).toEqual({exitCode: 130, stdout: ''});
  expect(stderr).toContain(
    '\ninterrupted: the faulty references are being stopped\n' +
      'touchstone prove: interrupted before the healthy reference had run its cases, so nothing is proved\n',
  );
  expect(readdirSync(cwd, {recursive: true})).toEqual(['pages']);
});

test.concurrent.each<[string, readonly string[], string]>([
  [
    'a fault that is not there',
    ['--fault', 'no-such-*'],
    'the reference has no fault no-such-*\n  npx --no-install touchstone prove --list lists them',
  ],
  [
    '--changed with a choice',
    ['--changed', '--overlay'],
    '--changed is about all faults; leave --fault, --hosting, --overlay, --mesh and --shard out',
  ],
  [
    'a file that is no matrix',
    ['--from', import.meta.filename],
    `--from ${import.meta.filename}: it is not a kill-matrix.json that this version of prove wrote\n  give the kill-matrix.json of an --output folder`,
  ],
  [
    'a page of some faults',
    ['--markdown', 'page.md', '--fault', 'tags-not-paged'],
    '--markdown page.md: the page is of all faults; leave --fault, --hosting, --overlay, --mesh and --shard out',
  ],
])('%s costs exit code 2', async (_name, args, why) =>
  expect(await touchstone(['prove', ...args])).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: `touchstone prove: ${why}\n`,
  }),
);

test('the list names what is chosen', async () => {
  const {exitCode, stdout} = await touchstone(['prove', '--list', '--hosting', '--fault', 'tags-*']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^tags-not-paged {2}\(hosting, TAG-LIST, stated\)\n {2}The list of tags gives all tags/);
  expect(stdout.split('\n').filter(line => /^\S/.test(line))).toHaveLength(2);
});
