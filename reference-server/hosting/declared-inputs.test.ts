// Parameters and body fields that the contract declares have the effect that it states.
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

/** Makes a pull request of a branch with one file to main. */
async function pull(base: string, head: string, more: Record<string, unknown> = {}): Promise<string> {
  await made(alice.post(`${base}/contents/${head}.txt`, {content: base64('new\n'), branch: 'main', new_branch: head}));
  const {number} = await made(alice.post(`${base}/pulls`, {title: head, head, base: 'main', ...more}));
  return `${base}/pulls/${String(number)}`;
}

test('an edit moves a pull request to another base and replaces its labels', async () => {
  const base = await repository();
  const one = await pull(base, 'topic');
  await made(alice.post(`${base}/branches`, {new_branch_name: 'release'}));
  const {id} = await made(alice.post(`${base}/labels`, {name: 'bug', color: '#ff0000'}));
  const edited = await made(alice.patch(one, {base: 'release', labels: [id]}));
  expect(edited).toMatchObject({base: {ref: 'release'}, labels: [{name: 'bug'}]});
  expect(await made(alice.get(one))).toMatchObject({base: {ref: 'release'}, labels: [{name: 'bug'}]});
  expect((await alice.patch(one, {base: 'nowhere'})).status).toBe(404);
  await made(alice.post(`${one}/merge`, {Do: 'merge'}));
  expect((await alice.get(`${base}/contents/topic.txt?ref=release`)).status).toBe(200);
  expect((await alice.get(`${base}/contents/topic.txt?ref=main`)).status).toBe(404);
});

test('reviews are requested with a new pull request and later, and a review answers the request', async () => {
  const base = await repository();
  const one = await pull(base, 'topic', {reviewers: ['Bob@example.org']});
  const names = async (): Promise<unknown> => {
    const reviews = (await alice.get(`${one}/reviews`)).body as {state: string; user: {login: string}}[];
    return reviews.filter(({state}) => state === 'REQUEST_REVIEW').map(({user}) => user.login);
  };
  expect(await names()).toEqual(['bob']);
  expect(await listed(bob.get('/notifications'), 'subject')).toContainEqual(expect.objectContaining({title: 'topic'}));
  await made(bob.post(`${one}/reviews`, {event: 'APPROVED'}));
  expect(await names()).toEqual([]);
  const asked = await alice.post(`${one}/requested_reviewers`, {reviewers: ['bob']});
  expect([asked.status, asked.body]).toEqual([201, [expect.objectContaining({state: 'REQUEST_REVIEW'})]]);
  expect(await names()).toEqual(['bob']);
  expect((await alice.delete(`${one}/requested_reviewers`, {reviewers: ['bob']})).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await alice.post(`${one}/requested_reviewers`, {reviewers: ['alice']})).status).toBe(422);
  expect((await alice.post(`${one}/requested_reviewers`, {reviewers: ['stranger']})).status).toBe(404);
});

test('a review names its commit, and a dismissal includes prior reviews when told to', async () => {
  const base = await repository();
  const one = await pull(base, 'topic');
  const {commit} = (await made(alice.get(`${base}/branches/main`))) as {commit: {id: string}};
  const first = await made(bob.post(`${one}/reviews`, {event: 'APPROVED', commit_id: commit.id}));
  expect(first['commit_id']).toBe(commit.id);
  expect((await bob.post(`${one}/reviews`, {event: 'APPROVED', commit_id: 'f'.repeat(40)})).status).toBe(422);
  const second = await made(bob.post(`${one}/reviews`, {event: 'APPROVED'}));
  await made(alice.post(`${one}/reviews/${String(second['id'])}/dismissals`, {message: 'Old.', priors: true}));
  expect(await listed(alice.get(`${one}/reviews`), 'dismissed')).toEqual([true, true]);
});

test('issues are found by mentions and by team', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  for (const name of ['one', 'two'])
    await made(alice.post(`/orgs/${org}/repos`, {name, auto_init: true, private: name === 'two'}));
  await made(alice.post(`/repos/${org}/one/issues`, {title: 'To bob', body: 'Hello @bob, or a@bob.example'}));
  const {number} = await made(alice.post(`/repos/${org}/one/issues`, {title: 'In a comment'}));
  await made(alice.post(`/repos/${org}/one/issues/${String(number)}/comments`, {body: '(@Bob)'}));
  await made(alice.post(`/repos/${org}/one/issues`, {title: 'To nobody', body: 'mail@bob.example'}));
  await made(alice.post(`/repos/${org}/two/issues`, {title: 'Elsewhere'}));
  const titles = ['In a comment', 'To bob'];
  expect(await listed(alice.get(`/repos/${org}/one/issues?mentioned_by=bob`), 'title')).toEqual(titles);
  expect(await listed(bob.get(`/repos/issues/search?mentioned=true&owner=${org}`), 'title')).toEqual(titles);
  expect(await listed(alice.get(`/repos/issues/search?created_by=bob&owner=${org}`), 'title')).toEqual([]);
  const {id} = await made(alice.post(`/orgs/${org}/teams`, {name: 'readers', permission: 'read'}));
  await alice.put(`/teams/${String(id)}/repos/${org}/two`);
  const search = `/repos/issues/search?owner=${org}&team=readers`;
  expect(await listed(alice.get(search), 'title')).toEqual(['Elsewhere']);
  expect((await alice.get('/repos/issues/search?team=readers')).status).toBe(400);
});

test('the repository search reads private, is_private, uid, sort and order', async () => {
  const carol = await server.user('carol');
  for (const name of ['b', 'c', 'a']) await made(carol.post('/user/repos', {name, private: name === 'c'}));
  const {id} = await made(carol.get('/user'));
  const names = async (query: string): Promise<unknown> =>
    ((await made(carol.get(`/repos/search?uid=${String(id)}${query}`)))['data'] as {name: string}[]).map(
      row => row.name,
    );
  expect(await names('')).toEqual(['a', 'b', 'c']);
  expect(await names('&private=false')).toEqual(['a', 'b']);
  expect(await names('&is_private=true')).toEqual(['c']);
  expect(await names('&sort=alpha')).toEqual(['a', 'b', 'c']);
  expect(await names('&sort=alpha&order=desc')).toEqual(['c', 'b', 'a']);
});

test.each([
  '/repos/search?uid=-5',
  '/repos/search?uid=abc',
  '/repos/search?sort=colour',
  '/repos/search?order=up',
  '/orgs?page=abc',
  '/orgs?limit=x',
])('%s is refused', async path => {
  const reply = await alice.get(path);
  expect([reply.status, reply.body]).toEqual([
    422,
    expect.objectContaining({message: expect.stringContaining('must')}),
  ]);
});

// Gitea 1.26 and Kmup do so.
test.each(['x', 'yes', '2', 'off'])('a flag %s in a query says no', async word => {
  const base = await repository();
  await made(alice.post(`${base}/releases`, {tag_name: 'v1', draft: true}));
  expect(await listed(alice.get(`${base}/releases?draft=${word}`), 'tag_name')).toEqual([]);
  expect(await listed(alice.get(`${base}/releases?draft=on`), 'tag_name')).toEqual(['v1']);
});

test('an edit gives a release another tag', async () => {
  const base = await repository();
  const {id} = await made(alice.post(`${base}/releases`, {tag_name: 'v1'}));
  await made(alice.post(`${base}/releases`, {tag_name: 'v2'}));
  expect(await made(alice.patch(`${base}/releases/${String(id)}`, {tag_name: 'v3'}))).toMatchObject({tag_name: 'v3'});
  expect((await alice.get(`${base}/tags/v3`)).status).toBe(200);
  expect((await alice.patch(`${base}/releases/${String(id)}`, {tag_name: 'v2'})).status).toBe(409);
});

test('a tree and a combined status are cut into pages', async () => {
  const base = await repository();
  await made(alice.post(`${base}/contents/zebra.txt`, {content: base64('z\n'), branch: 'main'}));
  const page = async (number: number): Promise<unknown> =>
    made(alice.get(`${base}/git/trees/main?per_page=1&page=${number}`));
  expect(await page(1)).toMatchObject({tree: [{path: 'README.md'}], truncated: true, page: 1, total_count: 2});
  expect(await page(2)).toMatchObject({tree: [{path: 'zebra.txt'}], truncated: false, page: 2});
  const {commit} = (await made(alice.get(`${base}/branches/main`))) as {commit: {id: string}};
  for (const context of ['a', 'b'])
    await made(alice.post(`${base}/statuses/${commit.id}`, {state: 'success', context}));
  const combined = await made(alice.get(`${base}/commits/main/status?limit=1&page=2`));
  expect(combined).toMatchObject({total_count: 2, statuses: [{context: 'b'}]});
});

test('a generated repository takes topics and branch protections over', async () => {
  const base = await repository({template: true});
  await made(alice.post(`${base}/branch_protections`, {rule_name: 'main', required_approvals: 2}));
  const name = freshName('repo');
  await made(alice.post(`${base}/generate`, {owner: 'alice', name, protected_branch: true, topics: true}));
  expect(await listed(alice.get(`/repos/alice/${name}/branch_protections`), 'required_approvals')).toEqual([2]);
});

test('pull requests are listed in the order that the request names', async () => {
  const base = await repository();
  for (const head of ['one', 'two']) await pull(base, head);
  await made(alice.post(`${base}/issues/1/comments`, {body: 'First!'}));
  const titles = async (sort: string): Promise<unknown> => listed(alice.get(`${base}/pulls?sort=${sort}`), 'title');
  expect(await titles('oldest')).toEqual(['one', 'two']);
  expect(await titles('mostcomment')).toEqual(['one', 'two']);
  expect(await titles('leastcomment')).toEqual(['two', 'one']);
  expect(await titles('colour')).toEqual(['two', 'one']);
});

test('the list of all users is filtered by source and login name', async () => {
  const name = freshName('user');
  await server.user(name, {login_name: `at-the-source-${name}`});
  expect(await listed(server.admin.get(`/admin/users?login_name=at-the-source-${name}`), 'login')).toEqual([name]);
  expect(await listed(server.admin.get('/admin/users?source_id=7'), 'login')).toEqual([]);
});
