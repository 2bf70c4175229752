// Starts the reference server by its command, and works with it as people do: through git and the API.
import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {referenceSettings} from '../../runner/commands/words/reference-settings.ts';
import {flagOf} from '../../model/setting.ts';
import {usage as meshUsage} from '../../reference-server/mesh/options.ts';
import {overlayFaults} from '../../reference-server/overlay/faults.ts';
import {helpText} from '../../reference-server/options.ts';
import {gitFolder, hasGit} from '../../reference-server/testing-git.ts';
import {startTouchstone, temporaryFolder, touchstone, type Running} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {fences} from '../support/doc-fences.ts';
import {packageRoot} from '../support/in-process.ts';

interface Ready {
  readonly url: string;
  readonly api: string;
  readonly admin: {readonly user: string; readonly passwordFrom: string};
}

async function start(
  env: {readonly [name: string]: string} = {REFERENCE_ADMIN_PASSWORD: 'opening-night'},
  args: readonly string[] = [],
): Promise<{readonly running: Running; readonly ready: Ready}> {
  const running = startTouchstone(['reference', ...args], {env, budgetMs: 180_000});
  await running.until(/^\{.*\}\n/);
  return {running, ready: JSON.parse(running.said().stdout) as Ready};
}

async function stop(running: Running): Promise<void> {
  running.kill('SIGTERM');
  await running.finished;
}

describe('touchstone reference', {timeout: 60_000}, () => {
  test('prints one line of JSON, answers, and ends with 0 when it is stopped', async () => {
    const {running, ready} = await start({REFERENCE_ADMIN_USER: 'chief', REFERENCE_ADMIN_PASSWORD: 'a-secret'});
    expect(ready).toMatchObject({
      ready: true,
      api: `${ready.url}/api/v1`,
      admin: {user: 'chief', passwordFrom: 'REFERENCE_ADMIN_PASSWORD'},
    });
    const headers = {Authorization: `Basic ${Buffer.from('chief:a-secret').toString('base64')}`};
    expect(await (await fetch(`${ready.api}/user`, {headers})).json()).toMatchObject({login: 'chief'});
    running.kill('SIGINT');
    const {exitCode, stdout, stderr} = await running.finished;
    expect(exitCode).toBe(0);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    expect(stdout + stderr).not.toContain('a-secret');
  });

  test('prints a password that it generates on standard error', async () => {
    const {running, ready} = await start({});
    expect(ready.admin).toEqual({user: 'root', passwordFrom: 'standard error'});
    await running.until(/Administrator: root, password: \S{16}\n/);
    await stop(running);
  });

  test('ends when its standard input is closed, where the environment says so', async () => {
    // The helper closes standard input at once.
    const {exitCode} = await touchstone(['reference'], {env: {REFERENCE_PARENT_PIPE: '1'}});
    expect(exitCode).toBe(0);
  });

  test('ends with a runner that is killed', async () => {
    const {running, ready} = await start();
    const socket = await openConnection(ready.url);
    running.kill('SIGKILL');
    expect(await socket.closed).toBe('closed');
  });

  test('ends with the shell in which npx starts it', async () => {
    const running = startTouchstone(['reference'], {
      isInShell: true,
      env: {npm_command: 'exec'},
      budgetMs: 15_000,
    });
    await running.until(/^\{.*\}\n/);
    running.kill('SIGTERM');
    // The server holds the output that this waits for.
    expect(await running.finished).toMatchObject({signal: 'SIGTERM'});
  });

  test('gives its options to the server', async () => {
    const file = temporaryFolder({'seed.yaml': 'users: [{name: alice, password: a-password}]'});
    const {running, ready} = await start(undefined, ['--seed-file', join(file, 'seed.yaml'), '--trace-rules']);
    const reply = await fetch(`${ready.api}/users/alice`);
    expect([reply.status, reply.headers.has('X-Reference-Rules')]).toEqual([200, true]);
    await stop(running);
  });

  test('is not upset when whoever reads its output has read enough', async () => {
    const running = startTouchstone(['reference', '--list-faults']);
    running.closeStdout();
    expect(await running.finished).toMatchObject({exitCode: 0, stderr: ''});
  });

  test.each([
    [['--prot', '1'], "touchstone reference: unknown option '--prot'; did you mean --port?"],
    [['--port', 'x'], 'touchstone reference: option'],
    [['more'], 'touchstone reference: '],
    [['--fault', 'none'], '--fault none  there is no such fault'],
    [['--ca', 'x'], 'touchstone reference: --ca belongs to the node of a mesh\n  add --mesh\n'],
    [['--live', '--port', '1'], 'touchstone reference: --port does not go with --live, whose address has both, e.g. '],
    [['--live', '--mesh'], 'touchstone reference: --mesh belongs to another program than the live peer\n'],
    [['--live', 'udp://nowhere'], 'Cannot listen at "udp://nowhere": write tcp://HOST:PORT, udp://HOST:PORT or unix:'],
    [['--live', '--fault', 'none'], 'There is no fault "none"'],
    [['--mesh', '--many'], 'touchstone reference: --many belongs to the hosting server, and --mesh starts a node\n'],
  ])('refuses %j with 2', async (args, says) => {
    const {exitCode, stdout, stderr} = await touchstone(['reference', ...args]);
    expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
    expect(stderr).toContain(says);
  });

  test.each([
    [['--live'], /^udp:\/\/127\.0\.0\.1:\d+$/],
    [
      ['--live=tcp://127.0.0.1:0?frame=varint', '--fault', 'answers-ping-with-ping'],
      /^tcp:\/\/127\.0\.0\.1:\d+\?frame=varint$/,
    ],
  ])('with %j starts a live peer and prints one line of JSON', async (args, url) => {
    const {running, ready} = await start(undefined, args);
    expect(ready).toEqual({ready: true, url: expect.stringMatching(url) as unknown});
    running.kill('SIGTERM');
    expect(await running.finished).toMatchObject({exitCode: 0});
  });

  test('lists the faults of the live peer', async () => {
    const {stdout} = await touchstone(['reference', '--live', '--list-faults']);
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({name: overlayFaults[0]?.name}));
  });

  test('has the options that the server and the node of a mesh have, and two to choose the node or the peer', () => {
    const lines = `${helpText}\n${meshUsage}`.split('\n').filter(line => line.startsWith('  --'));
    const flags = lines.flatMap(line => [...line.matchAll(/--[a-z-]+/g)].map(String));
    expect([...Object.values(referenceSettings).map(flagOf), '--help'].toSorted()).toEqual(
      [...new Set([...flags, '--mesh', '--live'])].toSorted(),
    );
  });
});

async function openConnection(url: string): Promise<{readonly closed: Promise<'closed'>}> {
  const {connect} = await import('node:net');
  const {hostname, port} = new URL(url);
  const socket = connect(Number(port), hostname);
  atEnd(() => {
    socket.destroy();
  });
  await new Promise(resolve => socket.once('connect', resolve));
  return {
    closed: new Promise(resolve => {
      socket
        .once('close', () => resolve('closed'))
        .on('error', () => undefined)
        .resume();
    }),
  };
}

describe.skipIf(!hasGit)('with git (needs git)', {timeout: 120_000}, () => {
  let server: Ready;
  beforeAll(async () => {
    const {running, ready} = await start();
    server = ready;
    atEnd(() => stop(running));
  }, 60_000);

  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await fetch(server.api + path, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from('root:opening-night').toString('base64')}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${String(reply.status)}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  }

  test('a pull request is made, updated, merged and fetched', async () => {
    const repo = '/repos/root/by-git';
    await ask('POST', '/user/repos', {name: 'by-git', auto_init: true});
    const outside = gitFolder();
    atEnd(() => outside.remove());
    const url = `${server.url.replace('//', '//root:opening-night@')}/root/by-git.git`;
    await outside.git('clone', '-q', url, 'mine');
    await outside.git('clone', '-q', url, 'theirs');
    const mine = outside.inside('mine');
    await mine.git('checkout', '-q', '-b', 'topic');
    const first = await mine.commit({'a.txt': 'one\n'}, 'First');
    await mine.git('push', '-q', '--set-upstream', 'origin', 'topic');
    const opened = await ask('POST', `${repo}/pulls`, {title: 'Add a', head: 'topic', base: 'main'});
    expect(opened).toMatchObject({state: 'open', mergeable: true, head: {sha: first}});
    const second = await mine.commit({'a.txt': 'one\ntwo\n'}, 'Second');
    await mine.git('push', '-q');
    expect(await ask('GET', `${repo}/pulls/1`)).toMatchObject({head: {sha: second}});
    expect(await ask('GET', `${repo}/pulls/1/commits`)).toMatchObject([
      {sha: second, files: [{filename: 'a.txt', status: 'modified'}], stats: {total: 1, additions: 1, deletions: 0}},
      {sha: first, files: [{filename: 'a.txt', status: 'added'}], stats: {total: 1, additions: 1, deletions: 0}},
    ]);
    await ask('POST', `${repo}/pulls/1/merge`, {Do: 'merge', delete_branch_after_merge: true});
    const {merge_commit_sha} = await ask('GET', `${repo}/pulls/1`);
    const theirs = outside.inside('theirs');
    await theirs.git('pull', '-q');
    expect(await theirs.git('rev-parse', 'HEAD')).toBe(merge_commit_sha);
    expect(await theirs.git('show', 'HEAD:a.txt')).toBe('one\ntwo');
    await mine.git('fetch', '-q', '--prune');
    expect((await mine.git('branch', '--remotes')).split('\n').map(line => line.trim())).toEqual([
      'origin/HEAD -> origin/main',
      'origin/main',
    ]);
    await theirs.git('fetch', '-q', 'origin', 'refs/pull/1/head');
    expect(await theirs.git('rev-parse', 'FETCH_HEAD')).toBe(second);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasGit || !hasCurl)('docs/reference-server.md (needs git and curl)', {timeout: 120_000}, () => {
  const page = readFileSync(join(packageRoot, 'docs/reference-server.md'), 'utf8');
  const [serving, using] = fences(page, 'sh').map(({text}) => text);

  test('its first example clones and pushes', async () => {
    const [, password = ''] =
      /^REFERENCE_ADMIN_PASSWORD=(\S+) npx --no-install touchstone reference --port 3000\n*$/.exec(serving ?? '') ?? [];
    expect(password).not.toBe('');
    const {running, ready} = await start({REFERENCE_ADMIN_PASSWORD: password});
    const script = (using ?? '').replaceAll('127.0.0.1:3000', new URL(ready.url).host);
    const ended = await shell(script);
    expect(ended).toMatchObject({exitCode: 0});
    expect(ended.log).toContain('* [new branch]      HEAD -> main');
    expect(ended.log).toMatch(
      /"message":"Say what it is\\n".*"files":\[\{"filename":"README\.md","status":"added"\}\]/,
    );
    await stop(running);
  });
});

async function shell(script: string): Promise<{readonly exitCode: number | null; readonly log: string}> {
  const home = temporaryFolder({
    '.gitconfig': '[user]\nname = A\nemail = a@example.org\n[init]\ndefaultBranch = main\n',
  });
  const child = spawn('bash', ['-ec', script], {
    cwd: home,
    env: {PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C'},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', exitCode => resolve({exitCode, log}));
  });
}
