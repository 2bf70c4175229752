import {afterAll, beforeAll, expect, test} from 'vitest';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {TestClient, TestServer} from '../../testing.ts';

let server: TestServer;
let bob: TestClient;

beforeAll(async () => {
  server = await testServer();
  bob = await server.user('bob');
});
afterAll(async () => server.close());

/** Makes an owner whose repository got an issue from bob, with a comment when asked for. */
async function owner(commentBody?: string): Promise<{client: TestClient; repo: string}> {
  const name = freshName('owner');
  const client = await server.user(name);
  await made(client.post('/user/repos', {name: 'r'}));
  const repo = `/repos/${name}/r`;
  await made(bob.post(`${repo}/issues`, {title: `Issue of ${name}`}));
  if (commentBody !== undefined) await made(bob.post(`${repo}/issues/1/comments`, {body: commentBody}));
  return {client, repo};
}

test('a comment makes one unread thread that names issue and comment, for the watcher and not for its author', async () => {
  const {client, repo} = await owner('hello');
  const [thread] = (await client.get('/notifications')).body as Record<string, unknown>[];
  expect(thread).toMatchObject({unread: true, pinned: false, repository: {full_name: repo.replace('/repos/', '')}});
  const {subject} = thread as {subject: Record<string, unknown>};
  expect(subject).toMatchObject({type: 'Issue', state: 'open'});
  const comment = String(subject['latest_comment_url']).replace(`${server.url}/api/v1`, '');
  expect((await server.nobody.get(comment)).body).toMatchObject({body: 'hello'});
  expect((await client.get('/notifications/new')).body).toEqual({new: 1});
  expect((await bob.get('/notifications/new')).body).toEqual({new: 0});
  expect((await client.get(`/notifications/threads/${String(thread?.['id'])}`)).body).toMatchObject({unread: true});
  expect((await bob.get(`/notifications/threads/${String(thread?.['id'])}`)).status).toBe(403);
  expect((await client.get('/notifications/threads/999999')).status).toBe(404);
  expect((await server.nobody.get('/notifications')).status).toBe(401);
});

test('threads are read one by one, by repository and all together, and nobody else’s', async () => {
  const {client, repo} = await owner();
  const other = await owner();
  await made(client.post('/user/repos', {name: 'second'}));
  await made(bob.post(`${repo.replace(/r$/, 'second')}/issues`, {title: 'x'}));
  await made(bob.post(`${repo}/issues`, {title: 'third'}));
  const unread = async () => (await listed(client.get('/notifications'), 'id')).length;
  expect(await unread()).toBe(3);
  const [id] = await listed(client.get(`${repo}/notifications`), 'id');
  expect((await client.patch(`/notifications/threads/${String(id)}`)).status).toBe(205);
  expect(await unread()).toBe(2);
  expect((await client.put(`${repo}/notifications`)).status).toBe(205);
  expect(await unread()).toBe(1);
  expect((await client.put('/notifications?to-status=pinned')).status).toBe(205);
  expect(await listed(client.get('/notifications?status-types=pinned'), 'pinned')).toEqual([true]);
  expect(await listed(client.get('/notifications?all=true'), 'id')).toHaveLength(3);
  expect((await other.client.get('/notifications/new')).body).toEqual({new: 1});
  const pages = await Promise.all(
    [1, 2].map(async page => listed(client.get(`/notifications?all=true&limit=2&page=${page}`), 'id')),
  );
  expect(new Set(pages.flat()).size).toBe(3);
});
