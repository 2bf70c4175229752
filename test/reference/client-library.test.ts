// Drives the reference server with a client library that somebody else generated from the API document of that family of servers.
import {giteaApi} from 'gitea-js';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {testServer} from '../../reference-server/testing.ts';
import type {TestServer} from '../../reference-server/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await server.user('alice');
});
afterAll(async () => server.close());

const password = 'a-password-for-tests';

/** Signs in with a password once, and goes on with the token that it gives. */
async function signIn(name: string) {
  const byPassword = giteaApi(server.url);
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  const wish = {name: `client-${name}`, scopes: ['write:repository', 'write:issue', 'write:user']};
  const {data} = await byPassword.users.userCreateToken(name, wish, {headers: {Authorization: authorization}});
  return giteaApi(server.url, {token: data.sha1 ?? ''});
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('a client of today signs in, writes a file, merges a pull request, reacts and labels', async () => {
  const api = await signIn('alice');
  expect((await api.user.userGetCurrent()).data.login).toBe('alice');

  const {data: repository} = await api.user.createCurrentUserRepo({
    name: 'demo',
    auto_init: true,
    default_branch: 'main',
  });
  expect(repository).toMatchObject({full_name: 'alice/demo', empty: false, owner: {login: 'alice'}});

  const file = {content: base64('hello\n'), message: 'Add a greeting', branch: 'main', new_branch: 'greeting'};
  const {data: written} = await api.repos.repoCreateFile('alice', 'demo', 'docs/hello.txt', file);
  expect(written.content?.path).toBe('docs/hello.txt');
  expect(written.commit?.sha).toMatch(/^[0-9a-f]{40}$/);

  const wish = {head: 'greeting', base: 'main', title: 'Greet everybody'};
  const {data: pull} = await api.repos.repoCreatePullRequest('alice', 'demo', wish);
  const index = pull.number ?? 0;
  expect(pull).toMatchObject({state: 'open', mergeable: true, head: {ref: 'greeting'}, base: {ref: 'main'}});

  const reaction = async () =>
    (await api.repos.issuePostIssueReaction('alice', 'demo', index, {content: 'heart'})).status;
  expect([await reaction(), await reaction()]).toEqual([201, 200]);

  const labelWish = {name: 'kind/feature', color: '#00aa00', exclusive: true};
  const {data: label} = await api.repos.issueCreateLabel('alice', 'demo', labelWish);
  const {data: labels} = await api.repos.issueAddLabel('alice', 'demo', index, {labels: [label.id ?? 0]});
  expect(labels.map(({name, exclusive}) => [name, exclusive])).toEqual([['kind/feature', true]]);

  expect((await api.repos.repoMergePullRequest('alice', 'demo', index, {Do: 'squash'})).status).toBe(200);
  expect((await api.repos.repoGetPullRequest('alice', 'demo', index)).data).toMatchObject({
    state: 'closed',
    merged: true,
  });
  const {data: merged} = await api.repos.repoGetContents('alice', 'demo', 'docs/hello.txt', {ref: 'main'});
  expect(Buffer.from(merged.content ?? '', 'base64').toString()).toBe('hello\n');
});

test('the client throws what the server refuses, with its status and message', async () => {
  const api = giteaApi(server.url, {token: 'f'.repeat(40)});
  await expect(api.user.userGetCurrent()).rejects.toMatchObject({status: 401, error: {message: expect.any(String)}});
});
