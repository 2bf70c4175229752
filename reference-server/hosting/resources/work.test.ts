import {afterAll, beforeAll, expect, test} from 'vitest';
import {defaultSettings} from '../../settings/settings.ts';
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
  await made(alice.post('/user/repos', {name, auto_init: true, ...more}));
  return `/repos/alice/${name}`;
}

test('a fork has the content of its parent, once per owner', async () => {
  const repo = await repository();
  const reply = await bob.post(`${repo}/forks`, {name: 'copy'});
  expect([reply.status, reply.body]).toMatchObject([202, {full_name: 'bob/copy', fork: true, empty: false}]);
  expect(await listed(bob.get('/repos/bob/copy/branches'), 'name')).toEqual(['main']);
  expect((await bob.post(`${repo}/forks`, {})).status).toBe(409);
  expect((await alice.post(`${repo}/forks`, {})).status).toBe(409);
  expect((await bob.post(`${repo}/forks`, {organization: 'nowhere'})).status).toBe(422);
  expect(await listed(server.nobody.get(`${repo}/forks`), 'full_name')).toEqual(['bob/copy']);
  await made(bob.post('/repos/bob/copy/contents/new', {content: ''}));
  expect((await alice.get(`${repo}/contents/new`)).status).toBe(404);
});

test.each([
  [undefined, 202],
  [true, 202],
  [false, 409],
])('at the limit, with the option %s, a fork answers %i', async (forkBeyondMax, status) => {
  const settings = {...defaultSettings, repositoriesMax: 0, forkBeyondMax};
  const limited = await testServer({settings});
  await made(limited.admin.post('/user/repos', {name: 'r'}));
  const client = await limited.user('carol');
  expect((await client.post('/user/repos', {name: 'own'})).status).toBe(403);
  expect((await client.post('/repos/root/r/forks', {})).status).toBe(status);
  expect((await client.get('/repos/carol/r')).status).toBe(status === 202 ? 200 : 404);
  await limited.close();
});

test('a template gives its files and labels to a new repository', async () => {
  const repo = await repository({template: true});
  await made(alice.post(`${repo}/labels`, {name: 'k/v', color: 'ff0000', exclusive: true}));
  const name = freshName('made');
  const wish = {owner: 'bob', name, git_content: true, labels: true};
  expect((await bob.post(`${repo}/generate`, wish)).status).toBe(201);
  expect(await listed(bob.get(`/repos/bob/${name}/labels`), 'name')).toEqual(['k/v']);
  expect(await listed(bob.get(`/repos/bob/${name}/contents`), 'name')).toEqual(['README.md']);
  expect((await bob.post(`${repo}/generate`, wish)).status).toBe(409);
  expect((await bob.post(`${repo}/generate`, {owner: 'bob', name: 'x'})).status).toBe(422);
  expect((await bob.post(`${await repository()}/generate`, {...wish, name: 'x'})).status).toBe(422);
  expect((await bob.post(`${repo}/generate`, {...wish, owner: 'alice'})).status).toBe(403);
});

test('a refused transfer changes nothing', async () => {
  const [from, to] = [freshName('from'), freshName('to')];
  for (const username of [from, to]) await made(alice.post('/orgs', {username}));
  await made(alice.post(`/orgs/${from}/repos`, {name: 'r'}));
  const team = await made(alice.post(`/orgs/${from}/teams`, {name: 'keepers', permission: 'write'}));
  const other = await made(alice.post(`/orgs/${to}/teams`, {name: 'takers', permission: 'read'}));
  await alice.put(`/teams/${String(team['id'])}/repos/${from}/r`);
  const at = `/repos/${from}/r`;
  const looks = async () => [
    await listed(alice.get(`/teams/${String(team['id'])}/repos`), 'full_name'),
    (await alice.get(at)).status,
  ];
  const refused = await Promise.all([
    alice.post(`${at}/transfer`, {new_owner: 'nobody-there'}),
    alice.post(`${at}/transfer`, {new_owner: to, team_ids: [team['id']]}),
    alice.post(`${at}/transfer`, {new_owner: to, team_ids: [99_999]}),
    alice.post(`${at}/transfer`, {new_owner: 'bob', team_ids: [team['id']]}),
    alice.post(`${at}/transfer`, {new_owner: from}),
    bob.post(`${at}/transfer`, {new_owner: 'bob'}),
  ]);
  expect(refused.map(({status}) => status)).toEqual([404, 403, 422, 422, 422, 403]);
  expect(await looks()).toEqual([[`${from}/r`], 200]);
  expect((await alice.post(`${at}/transfer`, {new_owner: to, team_ids: [other['id']]})).status).toBe(202);
  expect(await looks()).toEqual([[], 301]);
  expect(await listed(alice.get(`/teams/${String(other['id'])}/repos`), 'full_name')).toEqual([`${to}/r`]);
});

test('a transfer to another user waits until they accept it', async () => {
  const repo = await repository();
  const name = repo.split('/').at(-1) ?? '';
  const reply = await alice.post(`${repo}/transfer`, {new_owner: 'bob'});
  expect([reply.status, reply.body]).toMatchObject([201, {repo_transfer: {recipient: {login: 'bob'}}}]);
  expect((await alice.post(`${repo}/transfer`, {new_owner: 'bob'})).status).toBe(409);
  expect((await alice.post(`${repo}/transfer/accept`)).status).toBe(403);
  expect((await bob.post(`${repo}/transfer/reject`)).status).toBe(200);
  expect((await bob.post(`${repo}/transfer/accept`)).status).toBe(404);
  await alice.post(`${repo}/transfer`, {new_owner: 'bob'});
  expect((await bob.post(`${repo}/transfer/accept`)).body).toMatchObject({full_name: `bob/${name}`});
});

test('a status belongs to the complete id of its commit', async () => {
  const repo = await repository();
  const [sha] = (await listed(alice.get(`${repo}/commits`), 'sha')) as [string];
  expect((await alice.post(`${repo}/statuses/${sha.slice(0, 8)}`, {state: 'pending', context: 'ci'})).status).toBe(201);
  expect((await alice.post(`${repo}/statuses/${sha}`, {state: 'success', context: 'ci'})).status).toBe(201);
  expect((await alice.post(`${repo}/statuses/main`, {state: 'failure', context: 'lint'})).status).toBe(201);
  await made(alice.post(`${repo}/contents/x`, {content: ''}));
  expect(await listed(server.nobody.get(`${repo}/statuses/${sha}`), 'status')).toEqual([
    'failure',
    'success',
    'pending',
  ]);
  expect((await server.nobody.get(`${repo}/commits/main/statuses`)).body).toEqual([]);
  expect((await server.nobody.get(`${repo}/commits/${sha}/status`)).body).toMatchObject({
    state: 'failure',
    total_count: 2,
    sha,
  });
  expect((await alice.post(`${repo}/statuses/${sha}`, {state: 'odd'})).status).toBe(422);
  expect((await alice.post(`${repo}/statuses/${'0'.repeat(40)}`, {state: 'success'})).status).toBe(404);
  expect((await bob.post(`${repo}/statuses/${sha}`, {state: 'success'})).status).toBe(403);
});

test('the latest release is the newest that is neither draft nor prerelease', async () => {
  const repo = await repository();
  expect((await server.nobody.get(`${repo}/releases/latest`)).status).toBe(404);
  for (const [tag_name, more] of [
    ['v1', {}],
    ['v2', {}],
    ['v3', {prerelease: true}],
    ['v4', {draft: true}],
  ] as const) {
    expect((await alice.post(`${repo}/releases`, {tag_name, name: tag_name, ...more})).status).toBe(201);
  }
  expect((await server.nobody.get(`${repo}/releases/latest`)).body).toMatchObject({tag_name: 'v2'});
  expect(await listed(server.nobody.get(`${repo}/releases`), 'tag_name')).toEqual(['v3', 'v2', 'v1']);
  expect(await listed(alice.get(`${repo}/releases`), 'tag_name')).toEqual(['v4', 'v3', 'v2', 'v1']);
  expect((await listed(alice.get(`${repo}/tags`), 'name')).length).toBe(3);
  expect((await alice.post(`${repo}/releases`, {tag_name: 'v1'})).status).toBe(409);
  const {id} = await made(alice.get(`${repo}/releases/tags/v3`));
  expect((await alice.patch(`${repo}/releases/${String(id)}`, {prerelease: false})).status).toBe(200);
  expect((await server.nobody.get(`${repo}/releases/latest`)).body).toMatchObject({tag_name: 'v3'});
  expect((await alice.delete(`${repo}/releases/${String(id)}`)).status).toBe(204);
});

test('attachments of issues and comments come back byte for byte, whatever their name', async () => {
  const repo = await repository();
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  const {id} = await made(alice.post(`${repo}/issues/1/comments`, {body: 'x'}));
  const bytes = new Uint8Array([0, 255, 254, 13, 10, 128]);
  const form = new FormData();
  form.set('attachment', new Blob([bytes]), 'a "b"; ä.txt');
  for (const at of [`${repo}/issues/1/assets`, `${repo}/issues/comments/${String(id)}/assets`]) {
    const reply = await alice.post(at, form);
    expect([reply.status, reply.body]).toMatchObject([201, {name: 'a "b"; ä.txt', size: 6}]);
    const {id: attachmentId, browser_download_url: url} = reply.body as {id: number; browser_download_url: string};
    const download = await fetch(url);
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes);
    expect(download.headers.get('Content-Disposition')).toBe(
      "attachment; filename*=UTF-8''a%20%22b%22%3B%20%C3%A4.txt",
    );
    expect(await listed(server.nobody.get(at), 'id')).toEqual([attachmentId]);
    expect((await alice.patch(`${at}/${attachmentId}`, {name: 'other.md'})).body).toMatchObject({name: 'other.md'});
    expect((await alice.patch(`${at}/${attachmentId}`, {name: 'other.exe'})).status).toBe(422);
    expect((await bob.delete(`${at}/${attachmentId}`)).status).toBe(403);
    expect((await alice.delete(`${at}/${attachmentId}`)).status).toBe(204);
    expect((await alice.get(`${at}/${attachmentId}`)).status).toBe(404);
    expect((await alice.post(at, {attachment: 'no file'})).status).toBe(400);
  }
});

test('whoever watches a repository is told of its issues', async () => {
  const repo = await repository();
  const watcher = await server.user(freshName('watcher'));
  expect((await watcher.put(`${repo}/subscription`)).status).toBe(200);
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  expect((await watcher.get('/notifications/new')).body).toEqual({new: 1});
  expect((await watcher.delete(`${repo}/subscription`)).status).toBe(204);
  expect((await watcher.get(`${repo}/subscription`)).status).toBe(404);
});

test('tracked times are filtered by when they were tracked', async () => {
  const repo = await repository();
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  const at = `${repo}/issues/1/times`;
  for (const hour of ['10', '11', '12']) {
    expect((await alice.post(at, {time: Number(hour), created: `2020-01-01T${hour}:00:00Z`})).status).toBe(200);
  }
  for (const path of [at, `${repo}/times`, `${repo}/times/alice`, '/user/times']) {
    const times = async (query: string) => listed(alice.get(`${path}?${query}`), 'time');
    expect(await times('')).toEqual([10, 11, 12]);
    expect(await times('since=2020-01-01T10:30:00Z')).toEqual([11, 12]);
    expect(await times('before=2020-01-01T12:30:00%2B02:00')).toEqual([10]);
    expect(await times('since=2020-01-01T10:30:00Z&before=2020-01-01T11:30:00Z')).toEqual([11]);
  }
  expect((await bob.get(`${at}?user=alice`)).status).toBe(403);
  expect((await alice.post(at, {time: 0})).status).toBe(422);
  expect((await alice.delete(at)).status).toBe(204);
  expect((await alice.get(at)).body).toEqual([]);
});

test('a file hangs on a release, comes back byte for byte, and is changed by writers alone', async () => {
  const repo = await repository();
  const release = await made(alice.post(`${repo}/releases`, {tag_name: 'v1'}));
  const assets = `${repo}/releases/${String(release['id'])}/assets`;
  const form = new FormData();
  form.append('attachment', new Blob([new Uint8Array([0, 255, 10])]), 'a.bin');
  expect((await bob.post(assets, form)).status).toBe(403);
  const asset = await made(alice.post(assets, form));
  const bytes = await (await fetch(String(asset['browser_download_url']))).arrayBuffer();
  expect([...new Uint8Array(bytes)]).toEqual([0, 255, 10]);
  expect(await made(bob.get(`${repo}/releases/latest`))).toMatchObject({assets: [{name: 'a.bin', size: 3}]});
  const one = `${assets}/${String(asset['id'])}`;
  expect(await made(alice.patch(one, {name: 'b.bin'}))).toMatchObject({name: 'b.bin'});
  expect(await listed(bob.get(assets), 'name')).toEqual(['b.bin']);
  expect((await bob.delete(one)).status).toBe(403);
  expect((await alice.delete(one)).status).toBe(204);
  expect((await alice.get(one)).status).toBe(404);
});

test('the timeline tells comments and changes in their order', async () => {
  const repo = await repository();
  const issue = `${repo}/issues/1`;
  await made(alice.post(`${repo}/issues`, {title: 'one'}));
  await made(alice.post(`${repo}/labels`, {name: 'l', color: 'ff0000'}));
  await made(alice.post(`${issue}/comments`, {body: 'hello'}));
  await made(alice.post(`${issue}/labels`, {labels: ['l']}));
  await made(alice.patch(issue, {title: 'two', assignees: ['bob']}));
  const commit = await made(alice.post(`${repo}/contents/f`, {content: '', message: 'fixes #1'}));
  await made(alice.patch(issue, {state: 'open'}));
  const entries = (await alice.get(`${issue}/timeline`)).body;
  const {sha} = commit['commit'] as {sha: string};
  expect(entries).toMatchObject([
    {type: 'comment', body: 'hello', user: {login: 'alice'}},
    {type: 'label', body: '1', label: {name: 'l'}},
    {type: 'change_title', old_title: 'one', new_title: 'two'},
    {type: 'assignees', assignee: {login: 'bob'}, removed_assignee: false},
    {type: 'commit_ref', ref_commit_sha: sha},
    {type: 'close', ref_commit_sha: ''},
    {type: 'reopen', ref_commit_sha: ''},
  ]);
  const ids = (entries as {id: number}[]).map(({id}) => id);
  expect(new Set(ids).size).toBe(7);
  expect(await listed(alice.get(`${issue}/timeline?limit=2&page=2`), 'type')).toEqual(['change_title', 'assignees']);
  expect((await alice.get(`${issue}/timeline?since=soon`)).status).toBe(422);
});
