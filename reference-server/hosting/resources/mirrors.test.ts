import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {TestServer} from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => server.close());

async function repository(): Promise<string> {
  const name = freshName('repo');
  await made(server.admin.post('/user/repos', {name, auto_init: true}));
  return `/repos/root/${name}`;
}

test('a mirror is added, read, listed and removed, and tells its sync_on_commit', async () => {
  const repo = await repository();
  const add = async (sync_on_commit: boolean | undefined) =>
    made(
      server.admin.post(`${repo}/push_mirrors`, {
        remote_address: 'http://127.0.0.1:1/x',
        interval: '1h',
        sync_on_commit,
      }),
    );
  const [on, off, unsaid] = [await add(true), await add(false), await add(undefined)];
  expect([on, off, unsaid].map(mirror => mirror['sync_on_commit'])).toEqual([true, false, false]);
  expect(on).toMatchObject({interval: '1h0m0s', last_update: null, last_error: '', repo_name: repo.slice(12)});
  expect(await listed(server.admin.get(`${repo}/push_mirrors`), 'sync_on_commit')).toEqual([true, false, false]);
  const one = `${repo}/push_mirrors/${String(on['remote_name'])}`;
  expect((await server.admin.get(one)).body).toEqual(on);
  expect((await server.admin.delete(one)).status).toBe(204);
  expect((await server.admin.get(one)).status).toBe(404);
  expect((await server.nobody.get(`${repo}/push_mirrors`)).status).toBe(401);
});

test.each([
  {remote_address: 'file:///etc'},
  {remote_address: 'nowhere'},
  {remote_address: 'http://127.0.0.1/', interval: '1m'},
  {remote_address: 'http://127.0.0.1/', interval: 'soon'},
])('the mirror %j is refused', async wish => {
  expect((await server.admin.post(`${await repository()}/push_mirrors`, wish)).status).toBe(400);
});

test('a commit is pushed to a mirror that wants it, with branches and tags; what is gone here goes there', async () => {
  const remote = await gitEndpoint();
  const repo = await repository();
  await made(server.admin.post(`${repo}/branches`, {new_branch_name: 'side'}));
  await made(server.admin.post(`${repo}/push_mirrors`, {remote_address: remote.url, sync_on_commit: true}));
  await made(server.admin.post(`${repo}/tags`, {tag_name: 'v1'}));
  const commit = await made(server.admin.post(`${repo}/contents/a`, {content: 'YQ=='}));
  const sha = (commit['commit'] as {sha: string}).sha;
  await remote.until(refs => refs['refs/heads/main'] === sha && 'refs/heads/side' in refs && 'refs/tags/v1' in refs);
  await made(server.admin.delete(`${repo}/branches/side`));
  expect((await server.admin.post(`${repo}/push_mirrors-sync`)).status).toBe(200);
  const refs = await remote.until(found => !('refs/heads/side' in found));
  expect(Object.keys(refs)).toEqual(['refs/heads/main', 'refs/tags/v1']);
});

/** Serves an empty repository over smart HTTP, and tells its refs after each push. */
async function gitEndpoint() {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mirror-'));
  const bare = join(folder, 'mirror.git');
  spawnSync('git', ['init', '--bare', '--initial-branch=main', bare]);
  const waiting = new Set<() => void>();
  const http = createServer((request, response) => {
    answerGit(bare, request, response);
    response.on('finish', () => waiting.forEach(look => look()));
  });
  await new Promise<void>(resolve => {
    http.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    await new Promise(done => {
      http.close(done);
    });
    rmSync(folder, {recursive: true});
  });
  const refsNow = (): Record<string, string> => {
    const lines = spawnSync('git', ['-C', bare, 'show-ref'], {encoding: 'utf8'}).stdout.trim().split('\n');
    return Object.fromEntries(lines.map(line => line.split(' ').toReversed() as [string, string]));
  };
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mirror.git`,
    until: async (isThere: (refs: Record<string, string>) => boolean) =>
      new Promise<Record<string, string>>(resolve => {
        const look = (): void => {
          const refs = refsNow();
          if (!isThere(refs)) return;
          waiting.delete(look);
          resolve(refs);
        };
        waiting.add(look);
        look();
      }),
  };
}

function answerGit(bare: string, request: IncomingMessage, response: ServerResponse): void {
  const isList = request.method === 'GET';
  const kind = isList ? 'advertisement' : 'result';
  response.setHeader('Content-Type', `application/x-git-receive-pack-${kind}`);
  if (isList) response.write('001f# service=git-receive-pack\n0000');
  const child = spawn('git', ['receive-pack', '--stateless-rpc', ...(isList ? ['--advertise-refs'] : []), bare]);
  request.pipe(child.stdin);
  child.stdout.pipe(response);
}
