// Replies that official clients of that family of servers rely on.
import {request} from 'node:http';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {freshName, listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;
beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  bob = await server.user('bob');
});
afterAll(async () => server.close());

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function repository(more: Record<string, unknown> = {}): Promise<string> {
  const name = freshName('repo');
  await made(alice.post('/user/repos', {name, auto_init: true, ...more}));
  return `/repos/alice/${name}`;
}

/** Sends a request without fetch, which never hands on the body of a 205. */
async function plain(method: string, path: string): Promise<{status: number | undefined; body: unknown}> {
  return new Promise((resolve, reject) => {
    const auth = 'alice:a-password-for-tests';
    const sent = request(`${server.url}/api/v1${path}`, {method, auth}, reply => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({status: reply.statusCode, body: JSON.parse(text) as unknown}));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('updating notifications answers 205 with the changed threads', async () => {
  const base = await repository();
  await made(bob.post(`${base}/issues`, {title: 'News'}));
  const [id] = await listed(alice.get(`${base}/notifications`), 'id');
  const one = {id, unread: false, subject: expect.objectContaining({title: 'News'})};
  expect(await plain('PATCH', `/notifications/threads/${String(id)}`)).toMatchObject({status: 205, body: one});
  await made(bob.post(`${base}/issues`, {title: 'More'}));
  const more = {unread: false, subject: expect.objectContaining({title: 'More'})};
  expect(await plain('PUT', `${base}/notifications`)).toMatchObject({status: 205, body: [more]});
  expect(await plain('PUT', '/notifications')).toEqual({status: 205, body: []});
});

test('people hear of mentions and of being assigned', async () => {
  const base = await repository();
  const dora = await server.user(freshName('dora'));
  const {login} = await made(dora.get('/user'));
  const titles = async (): Promise<unknown> =>
    (await listed(dora.get('/notifications'), 'subject')).map(subject => (subject as {title: string}).title);
  await made(alice.post(`${base}/issues`, {title: 'Mentioned', body: `Hello @${String(login)}!`}));
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Assigned'}));
  expect(await titles()).toEqual(['Mentioned']);
  await made(alice.patch(`${base}/issues/${String(number)}`, {assignees: [login]}));
  expect(new Set((await titles()) as string[])).toEqual(new Set(['Assigned', 'Mentioned']));
});

test('a slash at the end of a path changes nothing', async () => {
  const base = await repository();
  expect(await listed(alice.get(`${base}/contents/?ref=main`), 'path')).toEqual(['README.md']);
  expect((await alice.get('/version/')).status).toBe(200);
});

test('a method that a path does not have is answered with 405 and those that it has', async () => {
  const base = await repository();
  const put = await alice.put('/version');
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const patch = await alice.patch(`${base}/branches`);
  expect([patch.status, patch.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await alice.put('/nothing')).status).toBe(404);
  expect((await alice.delete('/orgs/any/actions/secrets')).status).toBe(404);
});

test('an attachment is taken as plain bytes too', async () => {
  const base = await repository();
  const {number} = await made(alice.post(`${base}/issues`, {title: 'With a file'}));
  const path = `${base}/issues/${String(number)}/assets?name=a.bin`;
  const type = {'Content-Type': 'application/octet-stream'};
  const reply = await alice.send('POST', path, new Uint8Array([1, 2, 3]), type);
  expect(reply.body).toMatchObject({name: 'a.bin', size: 3});
  const {browser_download_url: url} = reply.body as {browser_download_url: string};
  expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});

test('the tag of a release stays until the release goes', async () => {
  const base = await repository();
  const {id} = await made(alice.post(`${base}/releases`, {tag_name: 'v1'}));
  expect((await alice.delete(`${base}/tags/v1`)).status).toBe(409);
  expect((await alice.delete(`${base}/releases/${String(id)}`)).status).toBe(204);
  expect((await alice.delete(`${base}/tags/v1`)).status).toBe(204);
});

test.each(['First', 'First\n\nWith a body', ' spaces ', 'ends with a break\n'])(
  'the message %j of a tag comes back as it was sent',
  async message => {
    const base = await repository();
    const tag = {name: 'v1', message};
    expect(await made(alice.post(`${base}/tags`, {tag_name: 'v1', message}))).toMatchObject(tag);
    expect(await made(alice.get(`${base}/tags/v1`))).toMatchObject(tag);
  },
);

test('what others may do in a repository is for its administrators', async () => {
  const base = await repository();
  expect((await bob.get(`${base}/collaborators/alice/permission`)).status).toBe(403);
  expect((await bob.get(`${base}/collaborators/bob/permission`)).status).toBe(200);
  expect((await alice.get(`${base}/collaborators/bob/permission`)).status).toBe(200);
});

test('tracked times are reset once', async () => {
  const base = await repository();
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Work'}));
  const times = `${base}/issues/${String(number)}/times`;
  await made(alice.post(times, {time: 60}));
  expect((await alice.delete(times)).status).toBe(204);
  expect((await alice.delete(times)).status).toBe(404);
});

test('a label is not removed through another repository', async () => {
  const [base, other] = [await repository(), await repository()];
  const {id} = await made(alice.post(`${base}/labels`, {name: 'bug', color: '#ff0000'}));
  expect((await alice.delete(`${other}/labels/${String(id)}`)).status).toBe(404);
  expect(await listed(alice.get(`${base}/labels`), 'id')).toEqual([id]);
  expect((await alice.delete(`${base}/labels/${String(id)}`)).status).toBe(204);
});

test('purging the only owner of an organization removes the organization', async () => {
  const [name, org, shared] = [freshName('owner'), freshName('org'), freshName('org')];
  const owner = await server.user(name);
  for (const username of [org, shared]) await made(owner.post('/orgs', {username}));
  await made(owner.post(`/orgs/${org}/repos`, {name: 'one', auto_init: true}));
  const teams = (await owner.get(`/orgs/${shared}/teams`)).body as readonly {id: number}[];
  await owner.put(`/teams/${String(teams[0]?.id)}/members/bob`);
  expect((await server.admin.delete(`/admin/users/${name}`)).status).toBe(422);
  expect((await server.admin.delete(`/admin/users/${name}?purge=true`)).status).toBe(204);
  expect((await server.admin.get(`/orgs/${org}`)).status).toBe(404);
  expect((await server.admin.get(`/repos/${org}/one`)).status).toBe(404);
  expect((await server.admin.get(`/orgs/${shared}`)).status).toBe(200);
});

test('a fast-forward-only merge moves the base to the head, or is refused', async () => {
  const base = await repository();
  const file = (path: string, more: object): Promise<unknown> =>
    made(alice.post(`${base}/contents/${path}`, {content: base64('x\n'), ...more}));
  const propose = async (head: string): Promise<string> => {
    await file(`${head}.txt`, {branch: 'main', new_branch: head});
    const {number} = await made(alice.post(`${base}/pulls`, {title: head, head, base: 'main'}));
    return `${base}/pulls/${String(number)}`;
  };
  const [one, two] = [await propose('one'), await propose('two')];
  expect((await alice.post(`${one}/merge`, {Do: 'fast-forward-only'})).status).toBe(200);
  const sha = async (branch: string): Promise<unknown> =>
    ((await made(alice.get(`${base}/branches/${branch}`)))['commit'] as {id: string}).id;
  expect(await sha('main')).toBe(await sha('one'));
  expect((await alice.post(`${two}/merge`, {Do: 'fast-forward-only'})).status).toBe(409);
});

test('teams are searched by name and description', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  for (const [name, description] of [
    ['masons', 'stone'],
    ['carpenters', 'wood and stone'],
  ] as const)
    await made(alice.post(`/orgs/${org}/teams`, {name, description}));
  const found = async (query: string): Promise<unknown> => {
    const {ok, data} = await made(alice.get(`/orgs/${org}/teams/search${query}`));
    return [ok, (data as readonly {name: string}[]).map(({name}) => name)];
  };
  expect(await found('?q=stone')).toEqual([true, ['masons', 'carpenters']]);
  expect(await found('?q=stone&include_desc=false')).toEqual([true, []]);
  expect(await found('?q=MASON')).toEqual([true, ['masons']]);
  expect((await bob.get(`/orgs/${org}/teams/search`)).status).toBe(403);
});
