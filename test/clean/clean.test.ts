// Shows that what a killed run left is removed by its ledger, exactly that, and only when that is asked for.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';

const reference = liveReference();

interface Killed {
  readonly folder: string;
  readonly run: string;
}

/** Starts a run that never ends by itself and kills it when it has made repositories. */
async function killedRun(): Promise<Killed> {
  const cwd = temporaryFolder();
  const args = ['run', 'suites/properties/labels.ts', '--property-runs', '100000', '--case-timeout', '60s'];
  const running = startTouchstone([...args, ...reference().args, '--output', 'out'], {env: reference().env, cwd});
  const ledger = join(cwd, 'out', 'ledger.jsonl');
  const isMaking = (): boolean => existsSync(ledger) && readFileSync(ledger, 'utf8').includes('"what":"made"');
  while (!isMaking()) await new Promise(resolve => setTimeout(resolve, 20));
  running.kill('SIGKILL');
  await running.finished;
  return {folder: join(cwd, 'out'), run: /"run":"(\w+)"/.exec(readFileSync(ledger, 'utf8'))?.[1] ?? ''};
}

function clean(more: readonly string[]): Promise<Finished> {
  return touchstone(['clean', ...more], {env: reference().env});
}

test(
  'RN-10 a killed run is cleaned up after, and what only looks like its things stays',
  {timeout: 90_000},
  async () => {
    const before = await reference().accounts();
    const {folder, run} = await killedRun();
    // Names that begin or end like those of the run, and a repository of its alice's name.
    for (const name of [`alice-${run}0`, `alice-${run.slice(0, -1)}`, 'ts-1', 'ts-10']) {
      await reference().ask('POST', '/admin/users', {
        username: name,
        email: `${name}@example.org`,
        password: 'Foreign-7-password',
        must_change_password: false,
      });
    }
    const foreign = (await reference().accounts()).filter(login => !before.includes(login) && !isOfRun(login, run));
    expect(foreign).toHaveLength(4);

    const dry = await clean(['--run', run, '--output', folder]);
    expect(dry).toMatchObject({exitCode: 0, stderr: ''});
    expect(dry.stdout).toContain(`account alice-${run} at ${reference().url}`);
    expect(dry.stdout).toContain('would be removed, and nothing else; nothing was sent. --yes removes them');
    expect((await reference().accounts()).filter(login => isOfRun(login, run))).toHaveLength(2);

    const young = await clean(['--older-than', '24h', '--output', folder, '--yes', ...reference().args]);
    expect(young.stdout).toContain(`nothing that old is left; other runs that left something: ${run}`);

    const done = await clean(['--run', run, '--output', folder, '--yes', ...reference().args]);
    expect(done).toMatchObject({exitCode: 0, stderr: ''});
    expect(done.stdout).toMatch(/^\d+ removed, 0 left\n$/);
    expect((await reference().accounts()).toSorted()).toEqual([...before, ...foreign].toSorted());

    const again = await clean(['--run', run, '--output', folder, '--yes', ...reference().args]);
    expect(again).toMatchObject({exitCode: 0, stdout: `nothing of the run ${run} is left\n`});
  },
);

function isOfRun(login: string, run: string): boolean {
  return login === `alice-${run}` || login === `bob-${run}`;
}

test('what an account of a case made goes with it, whoever its step says it is', async () => {
  const suite = `suite: own/accounts
title: Accounts
cases:
  - id: token
    title: an account makes a token of its own
    given: {user: {arrange: user}}
    steps:
      - as: alice
        auth: {basic: {user: "\${user.login}", password: "\${user.password}"}}
        call: userCreateToken
        params: {username: "\${user.login}"}
        body: {name: of-its-own, scopes: [all]}
        expect: {status: 201}
`;
  const cwd = temporaryFolder({'own.yaml': suite});
  const ran = await touchstone(['run', 'own.yaml', ...reference().args, '--output', 'out'], {
    env: reference().env,
    cwd,
  });
  expect([ran.exitCode, ran.stdout]).toEqual([0, expect.not.stringContaining('LEFT BEHIND')]);
  const ledger = readFileSync(join(cwd, 'out/ledger.jsonl'), 'utf8');
  expect(ledger).toContain('"arrangement":"user"');
  expect(ledger).not.toContain('of-its-own');
});

test('a ledger cannot choose the address, nor remove whoever cleans up', async () => {
  const line = (n: number, target: string, name: string): string =>
    JSON.stringify({
      ledger: 1,
      run: 'forged',
      what: 'make',
      n,
      at: '2020-01-01T00:00:00Z',
      target,
      entry: {kind: 'account', name},
    });
  const folder = temporaryFolder();
  const lines = [line(1, 'http://127.0.0.1:9', 'somebody'), line(2, reference().url, reference().admin.user)];
  writeFileSync(join(folder, 'ledger.jsonl'), `${lines.join('\n')}\n`);
  const {exitCode, stdout} = await clean(['--older-than', '24h', '--output', folder, '--yes', ...reference().args]);
  expect(exitCode).toBe(6);
  expect(stdout).toContain(`it was made at http://127.0.0.1:9, and the target that was given is ${reference().url}`);
  expect(stdout).toContain('it is the account that you signed in with');
  expect(stdout).toContain('0 removed, 2 left');
});

test.each([
  ['neither', [], 'touchstone clean: say what to remove: either --run ID or --older-than TIME\n'],
  [
    'both',
    ['--run', 'a', '--older-than', '1h'],
    'touchstone clean: say what to remove: either --run ID or --older-than TIME\n',
  ],
  [
    'no ledger',
    ['--run', 'a'],
    'touchstone clean: touchstone-results/ledger.jsonl: there is no ledger\n  name the results folder of the run with --output FOLDER\n',
  ],
])('%s is told', async (_what, args, told) => {
  expect(await clean(args)).toMatchObject({exitCode: 2, stdout: '', stderr: told});
});
