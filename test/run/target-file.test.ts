// Shows what a target file does for a whole run: it starts the target and its variants, says why it cannot, and leaves nothing running.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {completeResults} from '../support/run-results.ts';

const reference = liveReference();
const password = 'Long-enough-7-for-a-target-file';
const env = {TOUCHSTONE_PW: password};

function json(...words: readonly string[]): string {
  return JSON.stringify(words);
}

/** A target file that starts the reference by command; `more` is added to it. */
function started(more = ''): string {
  return `target: started
url: http://127.0.0.1:{port}
start:
  command: ${json(process.execPath, ...newestProgram('reference-server/main'), '--port', '{port}')}
  env: {REFERENCE_ADMIN_PASSWORD: {env: TOUCHSTONE_PW}}
admin: {user: root, passwordEnv: TOUCHSTONE_PW}
${more}`;
}

/** A target file whose server is this script. */
function scripted(script: string, more = ''): string {
  return `target: scripted
url: http://127.0.0.1:{port}
start:
  command: ${json(process.execPath, '-e', script, '{port}')}
  ${more}
`;
}

const forking = ['--id', 'hosting/repositories/forking*'];

function run(text: string, more: readonly string[] = forking): Promise<Finished> {
  const cwd = temporaryFolder({'target.yaml': text});
  return touchstone(['run', '--target-file', 'target.yaml', '--output', 'out', ...more], {env, cwd, budgetMs: 90_000});
}

test('a target and its variant are started by command, judged, and stopped', {timeout: 100_000}, async () => {
  const cwd = temporaryFolder({
    'target.yaml': started(
      'variants:\n  no-fork-beyond-limit: {args: [--set, repository.ALLOW_FORK_WITHOUT_MAXIMUM_LIMIT=false]}\n',
    ),
  });
  const args = ['run', '--target-file', 'target.yaml', '--output', 'out', ...forking];
  const finished = await touchstone(args, {env, cwd, budgetMs: 90_000});
  expect(finished).toMatchObject({exitCode: 0});
  const {header, cases} = completeResults(join(cwd, 'out')).journal;
  expect(cases.map(({verdict}) => verdict)).toEqual(['pass', 'pass']);
  await expect(fetch(header.target.hosting?.url ?? '')).rejects.toThrow('fetch failed');
  expect(readFileSync(join(cwd, 'out/ledger.jsonl'), 'utf8')).not.toContain(password);
});

test('without the variant its case is skipped and says so', {timeout: 100_000}, async () => {
  const {exitCode, stdout} = await run(started());
  expect(exitCode).toBe(0);
  expect(stdout).toContain('1 skip');
});

test('a server that ends before it is ready shows its last 50 lines', async () => {
  const script = `for (let n = 1; n <= 60; n++) console.log('line ' + n); console.error('no database'); console.error('with ' + process.env.SECRET); process.exitCode = 3`;
  const {exitCode, stderr} = await run(scripted(script, 'env: {SECRET: {env: TOUCHSTONE_PW}}'));
  expect(exitCode).toBe(5);
  expect(stderr).toContain(
    'and it ended (exit code 3) before it was ready\n  the last lines of its log:\n  | line 13\n',
  );
  expect(stderr).toContain('| no database\n  | with ***\n');
  expect(stderr.match(/^ {2}\| /gm)).toHaveLength(50);
});

test('a server that is never ready is given up, shown and stopped', async () => {
  const script = `console.log('pid=' + process.pid + '='); require('http').createServer((q, s) => { s.statusCode = 503; s.end() }).listen(process.argv[1])`;
  const {exitCode, stderr} = await run(scripted(script, 'ready: {path: /ready, within: 3s}'));
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(/it was not ready within 3 s: GET http:\/\/127\.0\.0\.1:\d+\/ready answered 503/);
  const pid = Number(/pid=(\d+)=/.exec(stderr)?.[1]);
  expect(pid).toBeGreaterThan(1);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a command that leaves a server running is followed by its stop, and its log is asked for', async () => {
  const script = (name: string): string =>
    `require('fs').writeFileSync('${name}', process.argv[1]); console.log('said by ${name}')`;
  const text = `target: daemon
url: http://127.0.0.1:{port}
start:
  command: ${json(process.execPath, '-e', script('up'), '{port}')}
  ready: {within: 2s}
  logs: ${json(process.execPath, '-e', script('logs'), '{port}')}
  stop: ${json(process.execPath, '-e', script('down'), '{port}')}
`;
  const cwd = temporaryFolder({'target.yaml': text});
  const {exitCode, stderr} = await touchstone(['run', '--target-file', 'target.yaml'], {cwd});
  expect(exitCode).toBe(5);
  expect(stderr).toContain('| said by logs');
  expect(readFileSync(join(cwd, 'down'), 'utf8')).toBe(readFileSync(join(cwd, 'up'), 'utf8'));
});

test('an interrupt while the server gets ready stops it', async () => {
  const script = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => undefined, 1000)`;
  const cwd = temporaryFolder({'target.yaml': scripted(script)});
  const running = startTouchstone(['run', '--target-file', 'target.yaml'], {cwd});
  while (!existsSync(join(cwd, 'pid')) || readFileSync(join(cwd, 'pid'), 'utf8') === '')
    await new Promise(resolve => setTimeout(resolve, 20));
  running.kill('SIGINT');
  expect((await running.finished).exitCode).toBe(130);
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a secret that is not there is told before anything is started', async () => {
  const cwd = temporaryFolder({'target.yaml': started()});
  const {exitCode, stderr} = await touchstone(['run', '--target-file', 'target.yaml'], {cwd});
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'touchstone run: target.yaml: the password of the administrator: the variable TOUCHSTONE_PW is not set\n',
  );
});

test('flags win over the file, and leave to write does not go over to another address', async () => {
  const text =
    'target: a\nurl: http://127.0.0.1:9\ntestServer: true\nadmin: {user: root, passwordEnv: TOUCHSTONE_PW}\n';
  const other = await run(text, ['--target', 'http://git.example:3000']);
  expect(other.exitCode).toBe(2);
  expect(other.stderr).toContain('http://git.example:3000 is not this machine');
  const file = await run(text, []);
  expect(file.stderr).toContain('cannot connect to http://127.0.0.1:9');
});

/** Makes an ordinary account on the reference and gives its token. */
async function account(name: string): Promise<string> {
  await reference().ask('POST', '/admin/users', {
    username: name,
    email: `${name}@example.org`,
    password,
    must_change_password: false,
  });
  const reply = await fetch(`${reference().url}/api/v1/users/${name}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({name: 'given', scopes: ['all']}),
  });
  return ((await reply.json()) as {readonly sha1: string}).sha1;
}

test(
  'with given accounts nobody is made or removed, and cases of an administrator are skipped',
  {timeout: 60_000},
  async () => {
    const tokens = {TOUCHSTONE_A: await account('given-a'), TOUCHSTONE_B: await account('given-b')};
    const before = await reference().accounts();
    const text = `target: given
url: ${reference().url}
accounts: {alice: {tokenEnv: TOUCHSTONE_A}, bob: {tokenEnv: TOUCHSTONE_B}}
`;
    const cwd = temporaryFolder({'target.yaml': text});
    const args = [
      'run',
      'suites/hosting/labels.yaml',
      'suites/hosting/users.yaml',
      '--target-file',
      'target.yaml',
      '--output',
      'out',
    ];
    const {exitCode, stderr} = await touchstone(args, {cwd, env: tokens, budgetMs: 50_000});
    expect(stderr).toContain('only alice (given-a) and bob (given-b) can act');
    expect(exitCode).toBe(0);
    const {cases} = completeResults(join(cwd, 'out')).journal;
    expect(cases.filter(({verdict}) => verdict === 'pass').length).toBeGreaterThan(10);
    const skipped = cases.filter(({cause}) => cause === 'needs-credentials');
    expect(skipped.length).toBeGreaterThan(0);
    expect(await reference().accounts()).toEqual(before);
  },
);

test('one account that is no administrator acts as alice', {timeout: 60_000}, async () => {
  const env = {TOUCHSTONE_TOKEN: await account('only-one')};
  const args = [
    'run',
    'suites/hosting/labels.yaml',
    '--target',
    reference().url,
    '--admin-token-env',
    'TOUCHSTONE_TOKEN',
  ];
  const {stderr, stdout} = await touchstone(args, {env, budgetMs: 50_000});
  expect(stderr).toContain('only alice (only-one) can act');
  expect(stdout).toMatch(/[1-9]\d* skip/);
});
