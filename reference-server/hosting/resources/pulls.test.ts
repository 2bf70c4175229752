import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {TestClient, TestServer} from '../../testing.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;
let carol: TestClient;

beforeAll(async () => {
  server = await testServer();
  [alice, bob, carol] = [await server.user('alice'), await server.user('bob'), await server.user('carol')];
});
afterAll(async () => server.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Makes a repository in which alice has opened a pull request from `side` to `main` that adds a.txt and b.txt. */
async function pull(): Promise<{repo: string; at: string}> {
  const name = freshName('repo');
  const repo = `/repos/alice/${name}`;
  await made(alice.post('/user/repos', {name, auto_init: true}));
  for (const person of ['bob', 'carol']) await alice.put(`${repo}/collaborators/${person}`, {permission: 'write'});
  await made(alice.post(`${repo}/contents/a.txt`, {content: base64('1\n2\n'), new_branch: 'side'}));
  await made(alice.post(`${repo}/contents/b.txt`, {content: base64('b'), branch: 'side'}));
  const reply = await alice.post(`${repo}/pulls`, {head: 'side', base: 'main', title: 'Two files'});
  if (reply.status !== 201) throw new Error(reply.text);
  return {repo, at: `${repo}/pulls/1`};
}

test('a pull request is opened once, listed, shown and closed', async () => {
  const {repo, at} = await pull();
  expect((await alice.post(`${repo}/pulls`, {head: 'side', base: 'main', title: 'Again'})).status).toBe(409);
  expect((await alice.post(`${repo}/pulls`, {head: 'none', base: 'main', title: 'x'})).status).toBe(404);
  expect((await alice.post(`${repo}/pulls`, {head: 'main', base: 'main', title: 'x'})).status).toBe(422);
  expect((await server.nobody.get(at)).body).toMatchObject({
    mergeable: true,
    merged: false,
    head: {ref: 'side'},
    base: {ref: 'main'},
  });
  expect(await listed(server.nobody.get(`${repo}/pulls`), 'number')).toEqual([1]);
  expect((await server.nobody.get(`${repo}/issues/1`)).body).toMatchObject({pull_request: {merged: false}});
  expect((await alice.patch(at, {state: 'closed', assignees: []})).body).toMatchObject({state: 'closed'});
  expect((await alice.post(`${at}/merge`, {Do: 'merge'})).status).toBe(404);
});

test('its files need no limit and page, and skip-to leaves the first ones out', async () => {
  const {at} = await pull();
  expect((await server.nobody.get(`${at}/files`)).body).toMatchObject([
    {filename: 'a.txt', status: 'added', additions: 2, deletions: 0},
    {filename: 'b.txt', status: 'added'},
  ]);
  expect(await listed(server.nobody.get(`${at}/files?skip-to=b.txt`), 'filename')).toEqual(['b.txt']);
  expect(await listed(server.nobody.get(`${at}/files?limit=1&page=2`), 'filename')).toEqual(['b.txt']);
  expect(await listed(server.nobody.get(`${at}/commits`), 'sha')).toHaveLength(2);
});

describe.each(['merge', 'squash', 'rebase', 'rebase-merge'])('merging by %s', style => {
  test('joins what both sides changed', async () => {
    const {repo, at} = await pull();
    await made(alice.post(`${repo}/contents/main.txt`, {content: base64('m')}));
    expect((await alice.get(`${at}/merge`)).status).toBe(404);
    expect((await alice.post(`${at}/merge`, {do: style, force_merge: false})).status).toBe(200);
    expect((await alice.get(`${at}/merge`)).status).toBe(204);
    expect(await listed(alice.get(`${repo}/contents`), 'name')).toEqual(['README.md', 'a.txt', 'b.txt', 'main.txt']);
    expect((await alice.get(at)).body).toMatchObject({merged: true, state: 'closed', merged_by: {login: 'alice'}});
    expect((await alice.post(`${at}/merge`, {Do: style})).status).toBe(405);
  });
});

test('a conflict is told and merges nothing', async () => {
  const {repo, at} = await pull();
  await made(alice.post(`${repo}/contents/a.txt`, {content: base64('other\n')}));
  expect((await alice.get(at)).body).toMatchObject({mergeable: false});
  expect((await alice.post(`${at}/merge`, {Do: 'merge'})).status).toBe(409);
  expect((await alice.get(`${at}/merge`)).status).toBe(404);
});

test('a pull request from a fork can be merged', async () => {
  const {repo} = await pull();
  const name = freshName('fork');
  await made(bob.post(`${repo}/forks`, {name}));
  await made(bob.post(`/repos/bob/${name}/contents/fork.txt`, {content: base64('f'), new_branch: 'idea'}));
  const {number} = await made(bob.post(`${repo}/pulls`, {head: 'bob:idea', base: 'main', title: 'From a fork'}));
  expect((await alice.post(`${repo}/pulls/${String(number)}/merge`, {Do: 'merge'})).status).toBe(200);
  expect((await alice.get(`${repo}/contents/fork.txt`)).status).toBe(200);
});

describe('reviews', () => {
  test('are demanded of writers, not of owners', async () => {
    const {repo, at} = await pull();
    await made(
      alice.post(`${repo}/branch_protections`, {
        rule_name: 'main',
        required_approvals: 1,
        dismiss_stale_approvals: true,
      }),
    );
    expect((await bob.post(`${at}/merge`, {Do: 'merge', force_merge: true})).status).toBe(405);
    expect((await alice.post(`${at}/reviews`, {event: 'APPROVED'})).status).toBe(422);
    expect((await carol.post(`${at}/reviews`, {event: 'APPROVED'})).body).toMatchObject({
      state: 'APPROVED',
      official: true,
      stale: false,
    });
    await made(alice.post(`${repo}/contents/c.txt`, {content: '', branch: 'side'}));
    expect((await alice.get(`${at}/reviews`)).body).toMatchObject([{stale: true}]);
    expect((await bob.post(`${at}/merge`, {Do: 'merge'})).status).toBe(405);
    await made(carol.post(`${at}/reviews`, {event: 'APPROVED'}));
    expect((await bob.post(`${at}/merge`, {Do: 'merge'})).status).toBe(200);
  });

  test('that reject block writers where the protection says so, and an owner merges all the same', async () => {
    const {repo, at} = await pull();
    await made(alice.post(`${repo}/branch_protections`, {rule_name: 'main', block_on_rejected_reviews: true}));
    await made(carol.post(`${at}/reviews`, {event: 'REQUEST_CHANGES', body: 'No.'}));
    expect((await bob.post(`${at}/merge`, {Do: 'merge'})).status).toBe(405);
    expect((await alice.post(`${at}/merge`, {Do: 'merge', force_merge: true})).status).toBe(200);
  });

  test('that are pending are extended, and hidden until they are submitted', async () => {
    const {at} = await pull();
    const comment = (body: string) => ({
      event: 'PENDING',
      body: 'Not yet.',
      comments: [{path: 'a.txt', body, new_position: 1}],
    });
    expect((await bob.post(`${at}/reviews`, {...comment('one'), body: ''})).status).toBe(422);
    const first = await made(bob.post(`${at}/reviews`, comment('one')));
    const second = await made(bob.post(`${at}/reviews`, comment('two')));
    expect(second).toMatchObject({id: first['id'], state: 'PENDING', comments_count: 2});
    expect((await alice.get(`${at}/reviews`)).body).toEqual([]);
    const review = `${at}/reviews/${String(first['id'])}`;
    expect((await alice.get(review)).status).toBe(404);
    expect((await bob.post(review, {event: 'COMMENT', body: 'Done.'})).body).toMatchObject({state: 'COMMENT'});
    expect((await bob.post(review, {event: 'COMMENT', body: 'Done.'})).status).toBe(422);
    expect(await listed(alice.get(`${review}/comments`), 'body')).toEqual(['one', 'two']);
  });
});
