import {describe, expect, test} from 'vitest';
import {listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';

type Look = (server: TestServer) => Promise<unknown>;

/** What a healthy server shows and a faulty one does not: each look tells one observable thing. */
const looks: Record<string, {readonly healthy: unknown; readonly look: Look}> = {
  'oauth2-created-200': {healthy: 201, look: async server => (await application(server)).status},
  'protection-created-200': {healthy: 201, look: async server => (await protect(server, ['main'])).at(-1)},
  'protection-glob-beats-exact': {healthy: 'r/1', look: async server => ruleFor(server, ['r/*', 'r/1'], 'r/1')},
  'protection-oldest-wins': {healthy: 'r/1', look: async server => ruleFor(server, ['r/*', 'r/1'], 'r/1')},
  'protection-newest-wins': {healthy: 'r/1', look: async server => ruleFor(server, ['r/1', 'r/*'], 'r/1')},
  'protection-exact-only-for-existing-branch': {
    healthy: 'r/1',
    look: async server => ruleFor(server, ['r/*', 'r/1'], 'r/1'),
  },
  'glob-star-crosses-slash': {healthy: '', look: async server => ruleFor(server, ['r/*'], 'r/1/2')},
  'glob-double-star-stops': {healthy: 'r/**', look: async server => ruleFor(server, ['r/**'], 'r/1/2')},
  'reaction-again-201': {healthy: [201, 200, 1], look: react},
  'reaction-again-409': {healthy: [201, 200, 1], look: react},
  'reaction-stored-twice': {healthy: [201, 200, 1], look: react},
  'readme-missing-500': {healthy: 400, look: async server => wrongReadme(server, '/user/repos')},
  'readme-missing-500-in-organization': {healthy: 400, look: async server => wrongReadme(server, '/orgs/guild/repos')},
  'readme-missing-500-on-deprecated-path': {
    healthy: 400,
    look: async server => wrongReadme(server, '/org/guild/repos'),
  },
  'readme-missing-leaves-repository': {healthy: 404, look: leftBehind},
  'label-scope-first-slash': {healthy: ['a/b/x', 'a/c/x'], look: async server => labels(server, ['a/b/x', 'a/c/x'])},
  'label-add-keeps-old': {healthy: ['a/y'], look: async server => labels(server, ['a/x', 'a/y'])},
  'label-newcomer-refused': {healthy: ['a/y'], look: async server => labels(server, ['a/x', 'a/y'])},
  'label-like-wildcards': {healthy: ['a_b/y', 'axb/x'], look: async server => labels(server, ['axb/x', 'a_b/y'])},
  'label-scope-ignores-case': {healthy: ['A/x', 'a/y'], look: async server => labels(server, ['A/x', 'a/y'])},
  'label-scope-prefix-test': {healthy: ['a/b/y', 'a/x'], look: async server => labels(server, ['a/b/y', 'a/x'])},
  'scope-duplicates-stored': {healthy: ['read:user'], look: tokenScopes},
  'basic-refused': {healthy: 200, look: async server => (await server.admin.get('/user')).status},
};

const repo = '/repos/root/repo';

async function application(server: TestServer) {
  return server.admin.post('/user/applications/oauth2', {name: 'a', redirect_uris: ['http://127.0.0.1/']});
}

async function withRepository(server: TestServer): Promise<TestClient> {
  await made(server.admin.post('/user/repos', {name: 'repo', auto_init: true}));
  return server.admin;
}

async function protect(server: TestServer, rules: readonly string[]): Promise<readonly number[]> {
  const client = await withRepository(server);
  const statuses: number[] = [];
  for (const rule_name of rules) statuses.push((await client.post(`${repo}/branch_protections`, {rule_name})).status);
  return statuses;
}

async function ruleFor(server: TestServer, rules: readonly string[], branch: string): Promise<unknown> {
  await protect(server, rules);
  await made(server.admin.post(`${repo}/branches`, {new_branch_name: branch}));
  return (await made(server.admin.get(`${repo}/branches/${encodeURIComponent(branch)}`)))[
    'effective_branch_protection_name'
  ];
}

async function react(server: TestServer): Promise<unknown> {
  const client = await withRepository(server);
  await made(client.post(`${repo}/issues`, {title: 'x'}));
  const send = async () => (await client.post(`${repo}/issues/1/reactions`, {content: 'heart'})).status;
  return [await send(), await send(), (await listed(client.get(`${repo}/issues/1/reactions`), 'content')).length];
}

async function wrongReadme(server: TestServer, path: string): Promise<unknown> {
  await made(server.admin.post('/orgs', {username: 'guild'}));
  return (await server.admin.post(path, {name: 'new', auto_init: true, readme: 'None'})).status;
}

async function leftBehind(server: TestServer): Promise<unknown> {
  await wrongReadme(server, '/user/repos');
  return (await server.admin.get('/repos/root/new')).status;
}

async function labels(server: TestServer, names: readonly string[]): Promise<unknown> {
  const client = await withRepository(server);
  await made(client.post(`${repo}/issues`, {title: 'x'}));
  for (const name of names) {
    await made(client.post(`${repo}/labels`, {name, color: 'ff0000', exclusive: true}));
    await client.post(`${repo}/issues/1/labels`, {labels: [name]});
  }
  return listed(client.get(`${repo}/issues/1/labels`), 'name');
}

async function tokenScopes(server: TestServer): Promise<unknown> {
  return (await made(server.admin.post('/users/root/tokens', {name: 't', scopes: ['read:user', 'read:user']})))[
    'scopes'
  ];
}

async function seen(look: Look, faultNames: readonly string[]): Promise<unknown> {
  const server = await testServer({faultNames});
  try {
    return await look(server);
  } finally {
    await server.close();
  }
}

describe.each(Object.entries(looks))('%s', (name, {healthy, look}) => {
  test('is not there on a healthy server', async () => expect(await seen(look, [])).toEqual(healthy));
  test('shows when it is switched on', async () => expect(await seen(look, [name])).not.toEqual(healthy));
});

test('a reply says which rules it touched when asked to', async () => {
  const server = await testServer({tracesRules: true});
  const [version, reactions] = await Promise.all([server.nobody.get('/version'), application(server)]);
  expect(version.headers.get('X-Reference-Rules')).toBe(
    'isServedBelowPrefix,needsSignIn,personWithoutCredentials,readingFor',
  );
  expect(reactions.headers.get('X-Reference-Rules')?.split(',')).toContain('oauth2CreatedStatus');
  await server.close();
});
