import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {TestClient, TestServer} from '../../testing.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  bob = await server.user('bob');
});
afterAll(async () => server.close());

async function repository(more: Record<string, unknown> = {}): Promise<string> {
  const name = freshName('repo');
  await made(alice.post('/user/repos', {name, ...more}));
  return `/repos/alice/${name}`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('contents', () => {
  test('are created, read, changed and deleted, and come back byte for byte', async () => {
    const repo = await repository({auto_init: true});
    const at = `${repo}/contents/docs/a%20b.txt`;
    const reply = await alice.post(at, {content: base64('one\n'), message: 'Add it'});
    expect(reply.status).toBe(201);
    const file = (reply.body as {content: Record<string, unknown>}).content;
    expect(file).toMatchObject({path: 'docs/a b.txt', type: 'file', size: 4, content: base64('one\n')});
    expect((await alice.post(at, {content: base64('two')})).status).toBe(422);
    expect((await alice.put(at, {content: base64('two'), sha: '0'.repeat(40)})).status).toBe(422);
    expect((await alice.put(at, {content: base64('two'), sha: file['sha']})).status).toBe(200);
    const read = await made(server.nobody.get(at));
    expect(read).toMatchObject({content: base64('two'), encoding: 'base64'});
    expect(Date.parse(String(read['last_committer_date']))).not.toBeNaN();
    expect(await listed(server.nobody.get(`${repo}/contents/docs`), 'path')).toEqual(['docs/a b.txt']);
    expect(await listed(server.nobody.get(`${repo}/contents`), 'type')).toEqual(['file', 'dir']);
    expect((await alice.delete(at, {})).status).toBe(422);
    expect((await alice.delete(at, {sha: read['sha']})).body).toMatchObject({content: null});
    expect((await server.nobody.get(at)).status).toBe(404);
    expect((await server.nobody.get(`${repo}/contents/docs`)).status).toBe(404);
    expect((await bob.post(at, {content: ''})).status).toBe(403);
  });

  test('take the dates that the request gives, each for itself', async () => {
    const repo = await repository({auto_init: true});
    const dates = {author: '2001-01-01T00:00:00+01:00'};
    const {commit} = await made(alice.post(`${repo}/contents/x`, {content: '', dates}));
    expect(commit).toMatchObject({author: {date: '2000-12-31T23:00:00Z'}});
    expect(JSON.stringify(commit)).not.toContain(
      '"committer":{"name":"alice","email":"alice@example.org","date":"2000',
    );
  });

  test('begin an empty repository, on its default branch', async () => {
    const repo = await repository({default_branch: 'trunk'});
    expect((await alice.get(`${repo}/contents`)).body).toEqual([]);
    expect((await alice.post(`${repo}/contents/first`, {content: base64('x')})).status).toBe(201);
    expect(await listed(alice.get(`${repo}/branches`), 'name')).toEqual(['trunk']);
    expect((await alice.get(repo)).body).toMatchObject({empty: false});
  });

  test('go to a new branch, and never to a protected one', async () => {
    const repo = await repository({auto_init: true});
    await made(alice.post(`${repo}/contents/x`, {content: '', new_branch: 'side'}));
    expect((await alice.get(`${repo}/contents/x`)).status).toBe(404);
    expect((await alice.get(`${repo}/contents/x?ref=side`)).status).toBe(200);
    await made(alice.post(`${repo}/branch_protections`, {rule_name: 'main'}));
    expect((await alice.post(`${repo}/contents/y`, {content: ''})).status).toBe(403);
    expect((await alice.post(`${repo}/contents/y`, {content: '', branch: 'none'})).status).toBe(404);
  });

  test.each(['.git/config', 'a/../b', 'README.md/x'])('cannot be written at %s', async path => {
    const repo = await repository({auto_init: true});
    const encoded = encodeURIComponent(path);
    expect((await alice.post(`${repo}/contents/${encoded}`, {content: ''})).status).toBe(422);
  });

  test('written by parallel requests are all there', async () => {
    const repo = await repository({auto_init: true});
    const names = Array.from({length: 10}, (_, number) => `file-${number}`);
    const replies = await Promise.all(
      names.map(async name => alice.post(`${repo}/contents/${name}`, {content: base64(name)})),
    );
    expect(replies.map(({status}) => status)).toEqual(names.map(() => 201));
    expect(await listed(alice.get(`${repo}/contents`), 'name')).toHaveLength(11);
    expect(await listed(alice.get(`${repo}/commits`), 'sha')).toHaveLength(11);
  });
});

describe('commits, refs, tags and notes', () => {
  test('of an empty repository do not fail inside', async () => {
    const repo = await repository();
    const statuses = async (paths: readonly string[]) =>
      Promise.all(paths.map(async path => (await alice.get(repo + path)).status));
    const paths = [
      '/commits',
      '/branches',
      '/tags',
      '/contents',
      '/git/refs',
      '/git/commits/main',
      '/git/notes/main',
      '/branches/main',
    ];
    expect(await statuses(paths)).toEqual([409, 200, 200, 200, 404, 404, 404, 404]);
    expect((await alice.post(`${repo}/branches`, {new_branch_name: 'x'})).status).toBe(404);
    expect((await alice.post(`${repo}/tags`, {tag_name: 'x'})).status).toBe(404);
  });

  test('commits are listed newest first, also for one path, and found by shortened id', async () => {
    const repo = await repository({auto_init: true});
    const {commit} = await made(alice.post(`${repo}/contents/x`, {content: '', message: 'Second'}));
    const {sha} = commit as {sha: string};
    const shas = await listed(alice.get(`${repo}/commits`), 'sha');
    expect(shas[0]).toBe(sha);
    expect(shas).toHaveLength(2);
    expect(await listed(alice.get(`${repo}/commits?path=x`), 'sha')).toEqual([sha]);
    expect((await alice.get(`${repo}/git/commits/${sha.slice(0, 10)}`)).body).toMatchObject({
      sha,
      author: {login: 'alice'},
    });
    expect(await listed(alice.get(`${repo}/git/refs/heads`), 'ref')).toEqual(['refs/heads/main']);
  });

  test('tags are light or annotated, paged without overlap, and deleted', async () => {
    const repo = await repository({auto_init: true});
    const names = ['v1', 'v2', 'v3', 'a/b', 'z'];
    for (const tag_name of names)
      await made(alice.post(`${repo}/tags`, {tag_name, message: tag_name === 'v2' ? 'second' : ''}));
    expect((await alice.post(`${repo}/tags`, {tag_name: 'v1'})).status).toBe(409);
    const pages = await Promise.all(
      [1, 2, 3].map(async page => listed(server.nobody.get(`${repo}/tags?limit=2&page=${page}`), 'name')),
    );
    expect(
      pages
        .flat()
        .map(String)
        .sort((a, b) => a.localeCompare(b)),
    ).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect((await alice.get(`${repo}/tags/v2`)).body).toMatchObject({message: 'second'});
    expect((await alice.get(`${repo}/tags/a%2Fb`)).body).toMatchObject({name: 'a/b'});
    expect((await alice.delete(`${repo}/tags/v2`)).status).toBe(204);
    expect((await alice.get(`${repo}/tags/v2`)).status).toBe(404);
  });

  test('a note is found by commit id, short id, branch and tag', async () => {
    const repo = await repository({auto_init: true});
    await made(alice.post(`${repo}/tags`, {tag_name: 'v1', message: 'annotated'}));
    const [sha] = (await listed(alice.get(`${repo}/commits`), 'sha')) as [string];
    expect((await alice.get(`${repo}/git/notes/${sha}`)).status).toBe(404);
    await made(alice.post(`${repo}/git/notes/main`, {message: 'remember'}));
    for (const name of [sha, sha.slice(0, 8), 'main', 'v1', 'refs/heads/main']) {
      expect((await server.nobody.get(`${repo}/git/notes/${encodeURIComponent(name)}`)).body).toMatchObject({
        message: 'remember\n',
      });
    }
    expect((await alice.get(`${repo}/git/notes/12345`)).status).toBe(404);
    expect((await alice.get(`${repo}/git/notes/${encodeURIComponent('a..b')}`)).status).toBe(422);
    expect((await alice.delete(`${repo}/git/notes/main`)).status).toBe(204);
    expect((await alice.get(`${repo}/git/notes/main`)).status).toBe(404);
  });
});

test('milestones: open and closed partition all, and an issue shows its own', async () => {
  const repo = await repository();
  const {id} = await made(alice.post(`${repo}/milestones`, {title: 'one', due_on: '2030-01-01T00:00:00Z'}));
  await made(alice.post(`${repo}/milestones`, {title: 'two', state: 'closed'}));
  const titles = async (query: string) => listed(server.nobody.get(`${repo}/milestones${query}`), 'title');
  expect(await Promise.all(['', '?state=open', '?state=closed', '?state=all'].map(titles))).toEqual([
    ['one'],
    ['one'],
    ['two'],
    ['two', 'one'],
  ]);
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  expect((await alice.patch(`${repo}/issues/1`, {milestone: id})).body).toMatchObject({
    milestone: {title: 'one', open_issues: 1},
  });
  expect((await alice.patch(`${repo}/issues/1`, {milestone: 999})).status).toBe(422);
  expect((await alice.patch(`${repo}/milestones/one`, {state: 'closed'})).body).toMatchObject({state: 'closed'});
  expect((await alice.delete(`${repo}/milestones/${String(id)}`)).status).toBe(204);
  expect((await alice.get(`${repo}/issues/1`)).body).toMatchObject({milestone: null});
});

test('a renamed user is found under the new name, and by redirect under the old one', async () => {
  const [before, after] = [freshName('before'), freshName('after')];
  const client = await server.user(before);
  await made(client.post('/user/repos', {name: 'r'}));
  expect((await server.admin.post(`/admin/users/${before}/rename`, {new_username: 'alice'})).status).toBe(422);
  expect((await server.admin.post(`/admin/users/${before}/rename`, {new_username: after})).status).toBe(204);
  const reply = await server.nobody.get(`/repos/${before}/r?x=1`);
  expect([reply.status, reply.headers.get('Location')]).toEqual([307, `${server.url}/api/v1/repos/${after}/r?x=1`]);
  expect((await server.nobody.get(`/repos/${after}/r`)).body).toMatchObject({full_name: `${after}/r`});
});

test('administrators see every address of every user', async () => {
  const name = freshName('mail');
  const client = await server.user(name);
  const second = `${name}-2@example.org`;
  expect((await client.post('/user/emails', {emails: [second]})).status).toBe(201);
  expect((await client.post('/user/emails', {emails: [second]})).status).toBe(422);
  expect(await listed(server.admin.get(`/admin/emails/search?q=${name}`), 'email')).toEqual([
    `${name}@example.org`,
    second,
  ]);
  expect((await alice.get('/admin/emails')).status).toBe(403);
  expect((await client.delete('/user/emails', {emails: [second]})).status).toBe(204);
  expect(await listed(client.get('/user/emails'), 'email')).toEqual([`${name}@example.org`]);
});

test('labels that are replaced by the same, added in another order, leave the time of the issue, and by others do not', async () => {
  let now = Date.parse('2020-01-01T00:00:00Z');
  const timed = await testServer({clock: {now: () => now}});
  const issue = '/repos/root/r/issues/1';
  await made(timed.admin.post('/user/repos', {name: 'r'}));
  for (const name of ['a', 'b']) await made(timed.admin.post('/repos/root/r/labels', {name, color: '#00aabb'}));
  await made(timed.admin.post('/repos/root/r/issues', {title: 'x'}));
  for (const name of ['b', 'a']) await timed.admin.post(`${issue}/labels`, {labels: [name]});
  const timeAfter = async (...labels: readonly string[]): Promise<unknown> => {
    now += 60_000;
    await timed.admin.put(`${issue}/labels`, {labels});
    return (await made(timed.admin.get(issue)))['updated_at'];
  };
  expect(await timeAfter('a', 'b')).toBe('2020-01-01T00:00:00Z');
  expect(await timeAfter('b')).toBe('2020-01-01T00:02:00Z');
  await timed.close();
});

test('comments are filtered by since and before, alone and together, whatever the offset', async () => {
  let now = Date.parse('2020-01-01T00:00:00Z');
  const timed = await testServer({clock: {now: () => now}});
  await made(timed.admin.post('/user/repos', {name: 'r'}));
  await made(timed.admin.post('/repos/root/r/issues', {title: 'x'}));
  for (const body of ['one', 'two', 'three']) {
    now += 60_000;
    await made(timed.admin.post('/repos/root/r/issues/1/comments', {body}));
  }
  for (const path of ['/repos/root/r/issues/1/comments', '/repos/root/r/issues/comments']) {
    const bodies = async (query: string) => listed(timed.admin.get(`${path}?${query}`), 'body');
    expect(await bodies('since=2020-01-01T00:01:30Z')).toEqual(['two', 'three']);
    expect(await bodies('before=2020-01-01T01:01:30%2B01:00')).toEqual(['one']);
    expect(await bodies('since=2020-01-01T00:01:30Z&before=2020-01-01T00:02:30Z')).toEqual(['two']);
    expect((await timed.admin.get(`${path}?since=soon`)).status).toBe(422);
  }
  await timed.close();
});
