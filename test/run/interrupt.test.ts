// Shows what an interrupt, a kill and a closed pipe leave: no accounts, no lost results, a true exit code, and soon.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone, type Running} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {hang, passThrough, rawServer, type RawServer, type Script} from '../support/raw-server.ts';
import {completeResults, runResults} from '../support/run-results.ts';
import {readStrictXml} from '../support/strict-xml.ts';
import {atLength, isLong, someOf} from '../support/length.ts';

const reference = liveReference();
const faulty = liveReference(['reaction-again-409']);

/** Many cases that never all end within a test: properties with more runs than anybody waits for. */
const endless = [
  'suites/properties/labels.ts',
  'suites/hosting/labels.yaml',
  '--property-runs',
  '1000000',
  '--case-timeout',
  '30s',
];

interface Watched {
  readonly running: Running;
  readonly server: RawServer;
  readonly folder: string;
  /** Accounts of this run that the server still has. */
  leftAccounts(): Promise<readonly string[]>;
}

/** Starts a run over a server that can be watched, and gives it when cases are being run. */
async function watched(more: readonly string[] = [], routes: Readonly<Record<string, Script>> = {}): Promise<Watched> {
  const server = await rawServer({routes, fallback: passThrough(reference().url)});
  atEnd(() => server.close());
  const cwd = temporaryFolder();
  const args = ['run', ...endless, ...targetArgs(server.url), '--output', 'out', ...more];
  const running = startTouchstone(args, {env: reference().env, cwd});
  return {
    running,
    server,
    folder: join(cwd, 'out'),
    leftAccounts: async () => {
      const made = new Set(madeAccounts(server));
      expect(made.size).toBeGreaterThan(0);
      return (await reference().accounts()).filter(login => made.has(login));
    },
  };
}

function madeAccounts({requests}: RawServer): readonly string[] {
  return requests
    .filter(({method, path}) => method === 'POST' && path === '/api/v1/admin/users')
    .map(({body}) => (JSON.parse(body.toString()) as {username: string}).username);
}

async function until({running}: Watched, holds: () => boolean): Promise<void> {
  let isOver = false;
  running.finished.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  for (const endMs = performance.now() + 30_000; !holds(); await sleep(10)) {
    if (isOver || performance.now() > endMs) throw new Error(`it never came to this\n${running.said().stderr}`);
  }
}

const hasJudged = ({folder}: Watched, cases: number): boolean => {
  try {
    return (
      readFileSync(join(folder, 'results.jsonl'), 'utf8')
        .split('\n')
        .filter(line => line.includes('"type":"case"')).length >= cases
    );
  } catch {
    return false;
  }
};

test.concurrent.each(atLength<readonly ('SIGINT' | 'SIGTERM')[]>({short: ['SIGINT'], long: ['SIGINT', 'SIGTERM']}))(
  'RN-01, RN-03 %s once: no more cases, all is cleaned up, reports are marked',
  async signal => {
    const run = await watched();
    await until(run, () => hasJudged(run, 2));
    run.running.kill(signal);
    const killedMs = performance.now();
    const {exitCode, stdout, stderr} = await run.running.finished;
    expect(exitCode).toBe(130);
    expect(performance.now() - killedMs).toBeLessThan(10_000);
    expect(await run.leftAccounts()).toEqual([]);
    const {journal, markdown, junit} = completeResults(run.folder);
    expect(journal.footer).toMatchObject({isInterrupted: true, exitCode: 130, leftovers: []});
    expect(journal.cases.length + journal.probes.length + journal.footer.notRun).toBe(journal.header.planned);
    expect(journal.footer.counts.fail + journal.footer.counts.flaky).toBe(0);
    for (const text of [stdout, markdown, JSON.stringify(junit)]) expect(text).toMatch(/interrupted/i);
    expect(stderr).toContain('interrupted: no more cases are taken');
  },
);

test
  .runIf(isLong)
  .concurrent(
    'SIGINT before a red case was repeated: it is told, with the doubt that it was red once (in npm run test:long)',
    async () => {
      const cwd = temporaryFolder();
      const {args, env} = faulty();
      const running = startTouchstone(
        ['run', 'suites/hosting/reactions.yaml', ...endless, ...args, '--output', 'out'],
        {
          env,
          cwd,
        },
      );
      await running.until(/^red +hosting\/reactions\//m);
      running.kill('SIGINT');
      const {exitCode, stdout} = await running.finished;
      expect(exitCode).toBe(130);
      const doubt = 'it was red once, and the run ended before it could be repeated alone';
      const {journal} = completeResults(join(cwd, 'out'));
      const red = journal.cases.filter(({verdict}) => verdict === 'fail');
      expect(red.length).toBeGreaterThan(0);
      for (const {attempts, notes} of red) expect({attempts, notes}).toMatchObject({attempts: 1, notes: [doubt]});
      expect(stdout).toContain(`note: ${doubt}`);
    },
  );

test.concurrent('RN-02 SIGINT twice: it ends at once, and says what it leaves behind', async () => {
  const run = await watched(['--reply-timeout', '20s'], {'DELETE *': hang()});
  await until(run, () => hasJudged(run, 0) && run.server.requests.length > 12);
  run.running.kill('SIGINT');
  await run.running.until(/interrupted/);
  run.running.kill('SIGINT');
  const killedMs = performance.now();
  const {exitCode, stdout} = await run.running.finished;
  expect(exitCode).toBe(130);
  expect(performance.now() - killedMs).toBeLessThan(5_000);
  const {journal} = completeResults(run.folder);
  expect(journal.footer.isInterrupted).toBe(true);
  for (const login of madeAccounts(run.server)) {
    expect(journal.footer.leftovers.join('\n')).toContain(`account ${login}`);
    expect(stdout).toContain(`account ${login}`);
  }
});

describe.each(someOf([0, 1, 2, 3, 4, 5], 2))('SIGINT when request %i of entering has come', count => {
  test.concurrent('leaves no account and no half report', async () => {
    const run = await watched();
    await until(run, () => run.server.requests.length > count);
    run.running.kill('SIGINT');
    const {exitCode} = await run.running.finished;
    expect(exitCode).toBe(130);
    const made = madeAccounts(run.server);
    expect((await reference().accounts()).filter(login => made.includes(login))).toEqual([]);
  });
});

test.concurrent('RN-04, RP-10 kill -9: report rebuilds what was judged, says incomplete, and is not green', async () => {
  const run = await watched(['--jobs', '4']);
  await until(run, () => hasJudged(run, 5));
  run.running.kill('SIGKILL');
  expect(await run.running.finished).toMatchObject({exitCode: null, signal: 'SIGKILL'});
  const journal = join(run.folder, 'results.jsonl');
  const judged = readFileSync(journal, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('{"type":"case"') && line.endsWith('}'));
  rmSync(join(run.folder, 'junit.xml'), {force: true});
  const {exitCode, stdout} = await touchstone(['report', journal]);
  expect(exitCode).toBe(6);
  expect(stdout).toMatch(/INCOMPLETE/);
  const rebuilt = runResults(run.folder);
  expect(rebuilt.journal.kind).toBe('incomplete');
  expect(rebuilt.cases.size).toBe(judged.length);
  expect(Number(rebuilt.junit.attributes['failures']) + Number(rebuilt.junit.attributes['errors'])).toBeGreaterThan(0);
});

test
  .runIf(isLong)
  .concurrent(
    'kill -9: the green reports of an earlier run do not pass for its own (in npm run test:long)',
    async () => {
      const run = await watched();
      mkdirSync(run.folder, {recursive: true});
      for (const name of ['junit.xml', 'report.md']) writeFileSync(join(run.folder, name), 'all is well');
      await until(run, () => hasJudged(run, 1));
      run.running.kill('SIGKILL');
      await run.running.finished;
      const {attributes} = readStrictXml(readFileSync(join(run.folder, 'junit.xml'), 'utf8'));
      expect(Number(attributes['failures']) + Number(attributes['errors'])).toBeGreaterThan(0);
      expect(readFileSync(join(run.folder, 'report.md'), 'utf8')).toMatch(/incomplete|did not (come to its )?end/i);
    },
  );

test.concurrent('RN-15: a reader that leaves after one line changes nothing', async () => {
  const folder = temporaryFolder();
  const run = startTouchstone(['run', '--id', 'hosting/labels/*', ...reference().args, '--output', 'out'], {
    env: reference().env,
    cwd: folder,
  });
  run.closeStdout();
  const {exitCode, stderr} = await run.finished;
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  expect(stderr).not.toContain('EPIPE');
  expect(completeResults(join(folder, 'out')).journal.footer.counts.pass).toBeGreaterThan(20);
});

test.concurrent('RN-15: the same through a real shell', () => {
  const folder = temporaryFolder();
  const {url, env, admin} = reference();
  const line = `"$0" --import "$1" "$2" list | head -1; echo "\${PIPESTATUS[0]}"`;
  const said = execFileSync(
    'bash',
    [
      '-c',
      line,
      process.execPath,
      import.meta.resolve('tsx'),
      new URL('../../runner/main.ts', import.meta.url).pathname,
    ],
    {
      cwd: folder,
      env: {...process.env, ...env, URL: url, ADMIN: admin.user},
      encoding: 'utf8',
    },
  );
  expect(said.trimEnd().split('\n')).toHaveLength(2);
  expect(said.trimEnd().endsWith('\n0')).toBe(true);
});
