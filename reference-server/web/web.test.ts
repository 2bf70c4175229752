import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {defaultSettings} from '../settings/settings.ts';
import {made, testServer} from '../testing.ts';
import type {TestServer} from '../testing.ts';
import {browser} from './testing-browser.ts';
import type {Browser} from './testing-browser.ts';

const settingsPage = '/user/settings/applications';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await server.user('alice');
});
afterAll(async () => server.close());

async function signedIn(server: TestServer, name: string): Promise<Browser> {
  const visitor = browser(server.url);
  const form = await visitor.get('/user/login');
  const fields = {_csrf: form.field('_csrf'), user_name: name, password: 'a-password-for-tests'};
  expect((await visitor.post('/user/login', fields)).status).toBe(303);
  return visitor;
}

test('a stranger is sent to the sign-in form', async () => {
  const reply = await browser(server.url).get(settingsPage);
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/user/login']);
});

test('who signs in sees the page, until they sign out', async () => {
  const visitor = await signedIn(server, 'alice');
  const page = await visitor.get(settingsPage);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Signed in as alice')]);
  const out = await visitor.post('/user/logout', {_csrf: page.field('_csrf')});
  expect([out.status, (await visitor.get(settingsPage)).status]).toEqual([303, 303]);
});

test.each([
  ['a wrong password', {user_name: 'alice', password: 'not-this-one'}],
  ['a name that nobody has', {user_name: 'nobody', password: 'a-password-for-tests'}],
])('%s gives no session', async (_, fields) => {
  const visitor = browser(server.url);
  const form = await visitor.get('/user/login');
  const reply = await visitor.post('/user/login', {...fields, _csrf: form.field('_csrf')});
  expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('no user with this name and password')]);
  expect((await visitor.get(settingsPage)).status).toBe(303);
});

test('a form without its token is refused, also when the password is right', async () => {
  const visitor = browser(server.url);
  await visitor.get('/user/login');
  const reply = await visitor.post('/user/login', {user_name: 'alice', password: 'a-password-for-tests'});
  expect([reply.status, (await visitor.get(settingsPage)).status]).toEqual([400, 303]);
});

test('signing in gives a session that nobody knew before', async () => {
  const visitor = browser(server.url);
  visitor.cookies.set('i_like_gitea', 'planted');
  const form = await visitor.get('/user/login');
  const fields = {_csrf: form.field('_csrf'), user_name: 'alice', password: 'a-password-for-tests'};
  await visitor.post('/user/login', fields);
  expect(visitor.cookies.get('i_like_gitea')).not.toBe('planted');
});

test('a deleted user has no session any more', async () => {
  await server.user('leaver');
  const visitor = await signedIn(server, 'leaver');
  await made(server.admin.delete('/admin/users/leaver'));
  expect((await visitor.get(settingsPage)).status).toBe(303);
});

test('the page shows every scope of a token, and names as text', async () => {
  const fields = {name: '<b>token</b>', scopes: ['read:user', 'write:issue']};
  await made(server.as('alice').post('/users/alice/tokens', fields));
  const {text} = await (await signedIn(server, 'alice')).get(settingsPage);
  expect(text).toContain('write:issue, read:user');
  expect(text).toContain('&lt;b&gt;token&lt;/b&gt;');
});

describe('a session cookie on the API', () => {
  const tried = async (faultNames: readonly string[]): Promise<readonly number[]> => {
    const own = await testServer({faultNames});
    await own.user('alice');
    const visitor = await signedIn(own, 'alice');
    const headers = {Cookie: visitor.cookieHeader()};
    const read = await own.nobody.send('GET', '/user', undefined, headers);
    const write = await own.nobody.send('POST', '/user/repos', {name: 'repo'}, headers);
    await own.close();
    return [read.status, write.status];
  };
  test.each([
    ['is ignored', [], [401, 401]],
    ['counts with a fault', ['session-cookie-on-api'], [200, 201]],
    ['counts for reads with a fault', ['session-cookie-on-api-reads'], [200, 401]],
    ['counts for writes with a fault', ['session-cookie-on-api-writes'], [401, 201]],
  ])('%s', async (_, faultNames, statuses) => expect(await tried(faultNames)).toEqual(statuses));

  test.each([
    ['is ignored beside a token', [], 'bob'],
    ['counts more than a token with a fault', ['session-cookie-before-token'], 'alice'],
  ])('%s', async (_, faultNames, login) => {
    const own = await testServer({faultNames});
    await own.user('alice');
    await own.user('bob');
    const headers = {Cookie: (await signedIn(own, 'alice')).cookieHeader()};
    const reply = await own.as('bob').send('GET', '/user', undefined, headers);
    await own.close();
    expect(reply.body).toMatchObject({login});
  });
});

describe('the header of a reverse proxy', () => {
  const tried = async (isTrusted: boolean, faultNames: readonly string[] = []): Promise<readonly number[]> => {
    const settings = {...defaultSettings, reverseProxy: {isTrusted, header: 'X-WEBAUTH-USER'}};
    const own = await testServer({settings, faultNames});
    await own.user('alice');
    const headers = {'X-WEBAUTH-USER': 'alice'};
    const page = await fetch(`${own.url}${settingsPage}`, {headers, redirect: 'manual'});
    const read = await own.nobody.send('GET', '/user', undefined, headers);
    const write = await own.nobody.send('POST', '/user/repos', {name: 'repo'}, headers);
    await own.close();
    return [page.status, read.status, write.status];
  };
  test('counts nowhere by default', async () => expect(await tried(false)).toEqual([303, 401, 401]));
  test('counts on pages alone when the settings trust it', async () =>
    expect(await tried(true)).toEqual([200, 401, 401]));
  test('counts on the API with a fault', async () =>
    expect(await tried(true, ['reverse-proxy-header-on-api'])).toEqual([200, 200, 201]));
  test('counts on the API for reads with a fault', async () =>
    expect(await tried(true, ['reverse-proxy-header-on-api-reads'])).toEqual([200, 200, 401]));
  test('counts more than a token with a fault, and then alone for nothing', async () => {
    expect(await tried(true, ['reverse-proxy-header-before-token'])).toEqual([200, 401, 401]);
    const settings = {...defaultSettings, reverseProxy: {isTrusted: true, header: 'X-WEBAUTH-USER'}};
    const own = await testServer({settings, faultNames: ['reverse-proxy-header-before-token']});
    await own.user('alice');
    await own.user('bob');
    const reply = await own.as('bob').send('GET', '/user', undefined, {'X-WEBAUTH-USER': 'alice'});
    await own.close();
    expect(reply.body).toMatchObject({login: 'alice'});
  });
});
