// A segment of a path that names nothing is answered as such: never by a failure, and never by another operation.
import {request} from 'node:http';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {routes} from './routes.ts';

let server: TestServer;
let alice: TestClient;
let token: string;
beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice', {});
  await server.user('bob');
  await made(alice.post('/orgs', {username: 'guild'}));
  const {id} = (await made(alice.post('/orgs/guild/teams', {name: 'masons'}))) as {id: number};
  await made(alice.put(`/teams/${String(id)}/members/bob`));
  await made(alice.post('/user/repos', {name: 'demo', auto_init: true}));
  await made(alice.put('/repos/alice/demo/collaborators/bob', {permission: 'read'}));
  await made(alice.post('/repos/alice/demo/labels', {name: 'bug', color: '#ff0000'}));
  await made(alice.post('/repos/alice/demo/issues', {title: 'One', labels: [1]}));
  const scopes = ['all'];
  token = String((await made(server.admin.post('/users/root/tokens', {name: 'test', scopes})))['sha1']);
});
afterAll(async () => server.close());

/** Sends a path as it is written; a URL would resolve its dots. */
async function send(method: string, path: string): Promise<{status: number; text: string}> {
  const {hostname, port} = new URL(server.url);
  const body = method === 'GET' ? '' : '{}';
  const headers = {
    Authorization: `token ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  return new Promise((resolve, reject) => {
    const sent = request({hostname, port, method, path, headers}, reply => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve({status: reply.statusCode ?? 0, text}));
    });
    sent.on('error', reject).end(body);
  });
}

const there: Readonly<Record<string, string>> = {
  owner: 'alice',
  repo: 'demo',
  org: 'guild',
  team: 'masons',
  branch: 'main',
  ref: 'main',
  filepath: 'README.md',
  username: 'bob',
  user: 'bob',
  collaborator: 'bob',
  diffType: 'diff',
};
const dots = ['..', '.', '%2e%2e', '.%2E'];
const odd = ['%2F', '..%2F..', 'a'.repeat(6000), '%C3%A9%F0%9F%91%80', '%ff', '%00', '1%00', '%', '-1', '%22%3Cx%3E'];

async function whole(): Promise<unknown> {
  const paths = ['/repos/alice/demo', '/repos/alice/demo/labels', '/repos/alice/demo/issues/1', '/orgs/guild'];
  return Promise.all(paths.map(async path => (await alice.get(path)).status));
}

test('in the place of each parameter of each operation', async () => {
  const before = await whole();
  const wrong: string[] = [];
  const tries = routes.flatMap(({operation, method, path, isOutsidePrefix, isGit}) =>
    [...path.matchAll(/\{(\w+)\*?\}/g)].map(([written]) => ({
      operation,
      method,
      isGit: isGit === true,
      path: `${isOutsidePrefix === true ? '' : '/api/v1'}${path}`.replace(written, '@'),
    })),
  );
  // A version of a generic package is called anything.
  const isName = (operation: string, filled: string, segment = ''): boolean =>
    operation.includes('Generic') && (segment === '-1' || (dots.includes(segment) && filled.endsWith('/1/@/1')));
  for (const [at, {operation, method, path, isGit}] of tries.entries()) {
    const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => there[name] ?? '1');
    const segments = [dots[at % dots.length], odd[at % odd.length]];
    for (const segment of segments) {
      const {status} = await send(method, filled.replace('@', segment ?? ''));
      const isNone = status >= 400 && status < 500;
      if (!isNone && !isName(operation, filled, segment) && !isGit)
        wrong.push(`${operation} ${method} ${filled} ${segment?.slice(0, 20)}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tries.length).toBeGreaterThan(500);
  expect(await whole()).toEqual(before);
});

test.each(dots)('%s after a collection removes nothing above it', async segment => {
  for (const [path, status] of [
    ['orgs/guild/members', 404],
    ['repos/alice/demo/labels', 404],
    ['repos/alice/demo/issues/1/labels', 422],
    ['repos/alice/demo/issues/1/labels/1', 404],
  ] as const)
    expect((await send('DELETE', `/api/v1/${path}/${segment}`)).status).toBe(status);
  for (const path of ['commits', 'notes'])
    expect(await send('GET', `/api/v1/repos/alice/demo/git/${path}/${segment}`)).toEqual({
      status: 422,
      text: expect.stringContaining('is neither a commit id nor a ref'),
    });
  expect((await send('GET', `/api/v1/repos/alice/demo/issues/1/${segment}/labels`)).status).toBe(404);
  expect(await send('GET', `/alice/${segment}`)).toEqual({status: 404, text: '404 page not found\n'});
  expect(await listed(alice.get('/repos/alice/demo/issues/1/labels'), 'name')).toEqual(['bug']);
});
