// Shows what the options of a run do to a run: where settings come from, what is run again, when it stops, and when it has shown nothing.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference} from '../support/live-reference.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';

const sound = liveReference();
const faulty = liveReference(['label-scope-first-slash']);
const labels = 'hosting/labels/scope-is-text-before-last-slash*';

interface Going {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly on?: () => {readonly args: readonly string[]; readonly env: Readonly<Record<string, string>>};
}

function run(args: readonly string[], {cwd = temporaryFolder(), env = {}, on = sound}: Going = {}): Promise<Finished> {
  return touchstone(['run', ...on().args, '--output', 'out', ...args], {env: {...on().env, ...env}, cwd});
}

const mine = (body: string): Readonly<Record<string, string>> => ({
  'my.yaml': `suite: mine/cases\ntitle: Mine\ncases:\n${body}`,
});
const version = 'steps: [{as: anonymous, call: getVersion, usual: {status: 200}}]';

test.concurrent('a flag wins over the environment, and that over the target file; --verbose says which', async () => {
  const cwd = temporaryFolder({
    ...mine(`  - {id: one, title: one, tags: [a], ${version}}\n  - {id: two, title: two, tags: [b], ${version}}\n`),
    'target.yaml': `target: mine\nurl: ${sound().url}\nadmin: {user: ${sound().admin.user}, passwordEnv: TOUCHSTONE_PASSWORD}\nbounds: {jobs: 2}\nrun: {tags: [a], seed: 5, record: all, maxFailures: 7}\n`,
  });
  const {exitCode, stderr} = await touchstone(
    ['run', 'my.yaml', '--target-file', 'target.yaml', '--output', 'out', '-v', '--header', 'X-Key: hidden-value'],
    {cwd, env: {...sound().env, TOUCHSTONE_TAGS: 'b', TOUCHSTONE_SEED: '6', TOUCHSTONE_SEEED: '1'}},
  );
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  const settings = Object.fromEntries(
    [...stderr.matchAll(/^ {2}(--[\w-]+) +(.*?) {2,}(.*)$/gm)].map(([, flag = '', value, from]) => [
      flag,
      [value, from],
    ]),
  );
  expect(settings).toMatchObject({
    '--tags': ['b', 'TOUCHSTONE_TAGS'],
    '--seed': ['6', 'TOUCHSTONE_SEED'],
    '--record': ['all', 'target.yaml'],
    '--jobs': ['2', 'target.yaml'],
    '--max-failures': ['7', 'target.yaml'],
    '--output': ['out', 'flag'],
    '--header': ['(not shown)', 'flag'],
    '--reply-timeout': ['10.0 s', 'default'],
  });
  expect(stderr).not.toContain('hidden-value');
  expect(stderr).toContain('TOUCHSTONE_SEEED is set, and no option has that name; did you mean TOUCHSTONE_SEED?');
  expect(stderr).toMatch(/pass {2}mine\/cases\/two\n {6}> GET http:.*\/api\/v1\/version\n {6}< 200/);
  const {cases, journal} = completeResults(join(cwd, 'out'));
  expect([...cases.keys()]).toEqual(['mine/cases/two']);
  expect(journal.header).toMatchObject({seed: 6, record: 'all', bounds: {jobs: 2}});
});

test.concurrent('a password in a flag is warned about, and none in the environment', async () => {
  const {url, admin} = sound();
  const who = ['--target', url, '--admin-user', admin.user];
  const warnings = await Promise.all(
    [
      {args: ['--admin-password', admin.password], env: {}},
      {args: [], env: {TOUCHSTONE_ADMIN_PASSWORD: admin.password}},
    ].map(async ({args, env}) => {
      const cwd = temporaryFolder(mine(`  - {id: one, title: one, ${version}}\n`));
      const {exitCode, stderr} = await touchstone(['run', 'my.yaml', ...who, ...args, '--output', 'out'], {cwd, env});
      return {exitCode, isWarned: stderr.includes('--admin-password is on the command line')};
    }),
  );
  expect(warnings).toEqual([
    {exitCode: 0, isWarned: true},
    {exitCode: 0, isWarned: false},
  ]);
});

test.concurrent('a variable and a key that cannot be read are exit code 2 with their name', async () => {
  const {exitCode, stderr} = await run([], {env: {TOUCHSTONE_JOBS: 'all'}});
  expect({exitCode, stderr}).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('TOUCHSTONE_JOBS stands for --jobs'),
  });
  const cwd = temporaryFolder({
    't.yaml': 'target: t\nurl: http://127.0.0.1:1\nrun: {sead: 1, repeat: 0, record: some}\n',
  });
  const file = await touchstone(['run', '--target-file', 't.yaml'], {cwd});
  expect(file.exitCode).toBe(2);
  expect(file.stderr).toMatch(/t\.yaml:3:7.*unknown key "sead" in "run"[^]*did you mean "seed"/);
  expect(file.stderr).toMatch(/"repeat" is the number 0/);
  expect(file.stderr).toMatch(/"record" is the text "some"/);
});

test.concurrent('--grep finds words in ids and titles; filters that exclude each other are counted', async () => {
  const cwd = temporaryFolder(
    mine(
      `  - {id: one, title: A Quick one, tags: [a], ${version}}\n  - {id: two, title: two, tags: [b], ${version}}\n`,
    ),
  );
  const names = async (...args: readonly string[]): Promise<Finished> =>
    touchstone(['run', 'my.yaml', '--list', ...args], {cwd});
  expect((await names('--grep', 'quick|nothing')).stdout).toBe('mine/cases/one  ()\n  A Quick one\n');
  expect((await names('-g', 'cases/t.o$')).stdout).toContain('mine/cases/two');
  const listed = await touchstone(['list', 'my.yaml'], {cwd, env: {TOUCHSTONE_GERP: 'quick'}});
  expect(listed.stderr).toBe(
    'note: TOUCHSTONE_GERP is set, and no option has that name; did you mean TOUCHSTONE_GREP?\n',
  );
  const none = await names('--grep', 'quick', '--tags', 'b');
  expect(none).toMatchObject({exitCode: 6, stdout: ''});
  expect(none.stderr).toContain('each fits some: my.yaml 2, --grep quick 1, --tags b 1; no case fits all');
  const mistyped = await names('--id', 'mine/cases/tow', '--tags', 'aa');
  expect(mistyped.stderr).toContain('--id mine/cases/tow fits no case; did you mean --id "mine/cases/two"?');
  expect((await names('--grep', '(')).exitCode).toBe(2);
});

test.concurrent('--dry-run says the plan and sends nothing', async () => {
  const server = await rawServer({fallback: reply(200, {body: '{}'})});
  atEnd(() => server.close());
  const cwd = temporaryFolder();
  const dry = await touchstone(['run', '--target', server.url, '--id', labels, '--dry-run', '--seed', '3'], {cwd});
  expect(dry).toMatchObject({exitCode: 0, stderr: ''});
  expect(dry.stdout).toMatch(
    /^dry run: nothing was sent.*\n\d+ cases, about \d+ requests, .*seed 3\n(?: {2}--contexts (?:plain|values|pairs) .* on a Gitea with two cores\n){3} {4}1 {2}hosting\/labels/,
  );
  expect(server.connections()).toBe(0);
  expect(existsSync(join(cwd, 'touchstone-results'))).toBe(false);
});

test.concurrent('red cases are told at once, --last-failed runs them again, and then there is nothing to run', async () => {
  const cwd = temporaryFolder();
  const first = await run(['--last-failed'], {cwd});
  expect(first).toMatchObject({exitCode: 2, stderr: expect.stringContaining('there is no earlier run in out')});
  const red = await run(['--id', labels], {cwd, on: faulty});
  expect(red.exitCode).toBe(1);
  expect(red.stderr).toMatch(/^red {3}hosting\/labels\/\S+ \(to be repeated alone\)\n {6}\$\[\*\]\.name: expected/m);
  expect(red.stdout).toMatch(
    /To do every red case again:\n {2}npx --no-install touchstone replay --from out\/results\.jsonl/,
  );
  const failed = [...completeResults(join(cwd, 'out')).cases.values()].filter(({verdict}) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(1);
  expect((await run(['--last-failed'], {cwd})).exitCode).toBe(0);
  const again = completeResults(join(cwd, 'out'));
  expect([...again.cases.keys()].toSorted()).toEqual(failed.map(({id}) => id).toSorted());
  const nothing = await run(['--last-failed'], {cwd});
  expect(nothing.exitCode).toBe(6);
  expect(nothing.stderr).toContain('--last-failed fits no case: nothing was red in the last run');
});

test.concurrent('--bail takes no more cases after the first red one, which is repeated all the same', async () => {
  const cwd = temporaryFolder();
  const {exitCode, stdout} = await run(['--id', labels, '--bail', '--jobs', '1', '--seed', '2'], {cwd, on: faulty});
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/1 case failed \(stopped after 1 failure with \d+ cases not run\)/);
  const {cases, journal} = completeResults(join(cwd, 'out'));
  const red = [...cases.values()].filter(({verdict}) => verdict !== 'pass');
  expect(red.map(({verdict, attempts}) => ({verdict, attempts}))).toEqual([{verdict: 'fail', attempts: 2}]);
  expect(journal.footer.notRun).toBeGreaterThan(0);
});

test.concurrent('--max-warnings makes warnings count, in the exit code and in what is said', async () => {
  const cwd = temporaryFolder(
    mine(`  - {id: one, title: one, steps: [{as: anonymous, call: getVersion, usual: {body: {version: '0'}}}]}\n`),
  );
  const said = await Promise.all(
    ['1', '0'].map(async most => {
      const args = ['run', 'my.yaml', '--target', sound().url, '--max-warnings', most, '--output', `out-${most}`];
      const {exitCode, stdout} = await touchstone(args, {cwd});
      return {exitCode, verdict: /(?:Failed|Nothing passed)[^.]*\./.exec(stdout.replaceAll(/\s+/g, ' '))?.[0]};
    }),
  );
  expect(said).toEqual([
    {
      exitCode: 0,
      verdict:
        'Nothing passed and nothing failed: 1 case differed from what is usual, which the record does not demand.',
    },
    {exitCode: 1, verdict: 'Failed: 1 case differed from what is usual, and --max-warnings allows 0.'},
  ]);
  const joined = await touchstone(['merge', 'out-0/results.jsonl', 'out-1/results.jsonl'], {cwd});
  expect(joined.exitCode).toBe(2);
});

test.concurrent('HT-41 --repeat runs each case so often, and what is not always green is flaky', async () => {
  let asked = 0;
  const answer = (status: number): Script => reply(status, {body: '{"version":"1.26.0"}'});
  const server = await rawServer({
    fallback: (socket, request) => answer((asked += 1) % 5 === 0 ? 500 : 200)(socket, request),
  });
  atEnd(() => server.close());
  const cwd = temporaryFolder(
    mine(
      `  - {id: one, title: one, proves: [API-PREFIX], steps: [{as: anonymous, call: getVersion, expect: {status: 200}}]}\n`,
    ),
  );
  const {exitCode} = await touchstone(['run', 'my.yaml', '--target', server.url, '--repeat', '20', '--output', 'out'], {
    cwd,
  });
  expect(exitCode).toBe(1);
  const line = completeResults(join(cwd, 'out')).cases.get('mine/cases/one');
  expect(line).toMatchObject({
    verdict: 'flaky',
    detail: expect.stringMatching(/^held (once|\d times), and then failed: /),
  });
});

test.concurrent('a target that refuses nearly everything is told, with the likely cause; --strict makes it exit code 6', async () => {
  const server = await rawServer({fallback: reply(401, {body: '{"message":"no"}'})});
  atEnd(() => server.close());
  const rows = Array.from({length: 25}, (_, n) => `      - {id: r${n}}\n`).join('');
  const cwd = temporaryFolder(
    mine(
      `  - id: closed\n    title: closed\n    table:\n${rows}    steps: [{as: anonymous, call: getVersion, usual: {status: 401}}]\n`,
    ),
  );
  const judge = (...args: readonly string[]): Promise<Finished> =>
    touchstone(['run', 'my.yaml', '--target', server.url, '--output', 'out', ...args], {cwd});
  const plain = await judge();
  expect({exitCode: plain.exitCode, stderr: plain.stderr}).toMatchObject({exitCode: 0});
  expect(plain.stdout).toMatch(
    /WEAK EVIDENCE \(with --strict: exit code 6\)\n {2}25 of 25 replies were 401, 403 or 404/,
  );
  expect(plain.stdout).toContain('likely: the credentials are not accepted, or none were given');
  const strict = await judge('--strict', '-q');
  expect(strict.exitCode).toBe(6);
  expect(strict.stdout).toContain('25 of 25 replies were 401');
});

test.concurrent('one of several filters that fits nothing is told, and a property that was cut short', async () => {
  const cwd = temporaryFolder();
  const filters = ['--id', `${labels}[nested-scopes]`, '--id', 'hosting/lables/*'];
  const idle = await run([...filters, '--strict'], {cwd});
  expect(idle.exitCode).toBe(6);
  expect(idle.stdout).toContain('--id hosting/lables/* fits no case');
  expect((await run(filters, {cwd})).exitCode).toBe(0);
  const short = await run(['--id', 'properties/labels/*', '--property-time', '1ms', '--strict'], {cwd});
  expect(short.exitCode).toBe(6);
  expect(short.stdout).toMatch(/properties\/labels\/\S+ did \d+ of \d+ runs/);
});
