import {createServer} from 'node:http';
import type {RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import OpenidProvider from 'oidc-provider';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {defaultSettings} from '../settings/settings.ts';
import type {Settings} from '../settings/settings.ts';
import {listed, made, testServer} from '../testing.ts';
import type {TestServer} from '../testing.ts';
import {browser} from './testing-browser.ts';
import type {Seen} from './testing-browser.ts';

/** What the provider claims, by the name that somebody signs in with there. */
const groupsOf = new Map<string, unknown>();

let provider: {readonly issuer: string; readonly close: () => void};
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(() => groupsOf.clear());

/** Starts a real OpenID provider on a free port; its own pages let everybody in under any name. */
async function startProvider() {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = new OpenidProvider(issuer, {
    clients: [
      {
        client_id: 'touchstone',
        client_secret: 'a-secret',
        redirect_uris: ['http://127.0.0.1/placeholder'],
      },
    ],
    claims: {openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email'], groups: ['groups']},
    scopes: ['openid', 'profile', 'email', 'groups'],
    features: {devInteractions: {enabled: true}},
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: id,
        email: `${id}@example.org`,
        ...(groupsOf.has(id) ? {groups: groupsOf.get(id)} : {}),
      }),
    }),
    cookies: {keys: ['a-key-for-tests']},
  });
  // The port of the server under test is not known yet when the client is named, so any loopback address is its own.
  oidc.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).hostname === '127.0.0.1';
  listener = oidc.callback();
  return {issuer, close: () => server.close()};
}

function settingsWith(more: Partial<Settings['openid']> = {}): Settings {
  const groupMap = {builders: {guild: ['masons', 'Carpenters']}, bakers: {guild: ['bakers']}};
  const openid = {...defaultSettings.openid, issuer: provider.issuer, clientId: 'touchstone', clientSecret: 'a-secret'};
  return {...defaultSettings, openid: {...openid, groupMap, leavesTeams: true, ...more}};
}

async function serverWith(more: Partial<Settings['openid']> = {}, faultNames: readonly string[] = []) {
  const server = await testServer({settings: settingsWith(more), faultNames});
  await made(server.admin.post('/orgs', {username: 'guild'}));
  for (const name of ['masons', 'carpenters', 'bakers', 'others'])
    await made(server.admin.post('/orgs/guild/teams', {name, permission: 'write'}));
  return server;
}

async function signIn(server: TestServer, name: string): Promise<Seen> {
  const visitor = browser(server.url);
  const login = await visitor.follow(await visitor.get('/user/oauth2/openid'));
  const action = /action="([^"]+)"/.exec(login.text)?.[1] ?? '';
  const consent = await visitor.follow(await visitor.post(action, {prompt: 'login', login: name, password: 'x'}));
  const confirm = /action="([^"]+)"/.exec(consent.text)?.[1] ?? '';
  return visitor.follow(await visitor.post(confirm, {prompt: 'consent'}));
}

async function teamsOf(server: TestServer, name: string): Promise<readonly unknown[]> {
  const teams = (await server.admin.get('/orgs/guild/teams')).body as readonly {id: number; name: string}[];
  const members = await Promise.all(
    teams.map(async team => [team.name, await listed(server.admin.get(`/teams/${team.id}/members`), 'login')] as const),
  );
  return members.filter(([, logins]) => logins.includes(name)).map(([team]) => team);
}

test('signing in makes an account and joins the teams that the groups lead to', async () => {
  const server = await serverWith();
  groupsOf.set('ada', ['builders', 'strangers']);
  const page = await signIn(server, 'ada');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Signed in as ada')]);
  expect(await teamsOf(server, 'ada')).toEqual(['carpenters', 'masons']);
  expect((await made(server.admin.get('/users/ada')))['email']).toBe('ada@example.org');
  await server.close();
});

test('each sign-in follows the claims of that day, and leaves other teams alone', async () => {
  const server = await serverWith();
  groupsOf.set('bob', 'builders');
  await signIn(server, 'bob');
  const others = ((await server.admin.get('/orgs/guild/teams')).body as {id: number; name: string}[]).find(
    team => team.name === 'others',
  );
  await made(server.admin.put(`/teams/${others?.id}/members/bob`));
  groupsOf.set('bob', ['bakers']);
  await signIn(server, 'bob');
  expect(await teamsOf(server, 'bob')).toEqual(['bakers', 'others']);
  groupsOf.delete('bob');
  await signIn(server, 'bob');
  expect(await teamsOf(server, 'bob')).toEqual(['others']);
  await server.close();
});

test('nobody leaves a team when the settings do not ask for it', async () => {
  const server = await serverWith({leavesTeams: false});
  groupsOf.set('cy', ['builders']);
  await signIn(server, 'cy');
  groupsOf.set('cy', ['bakers']);
  await signIn(server, 'cy');
  expect(await teamsOf(server, 'cy')).toEqual(['bakers', 'carpenters', 'masons']);
  await server.close();
});

test('an account that was made by hand is not taken over', async () => {
  const server = await serverWith();
  await server.user('dan');
  const page = await signIn(server, 'dan');
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('The name dan is already taken.')]);
  await server.close();
});

test('a sign-in that began elsewhere is refused', async () => {
  const server = await serverWith();
  const began = await browser(server.url).get('/user/oauth2/openid');
  const state = new URL(began.headers.get('Location') ?? '').searchParams.get('state');
  const reply = await browser(server.url).get(`/user/oauth2/openid/callback?code=x&state=${state}`);
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('did not begin in this browser')]);
  await server.close();
});

test.each([
  ['a provider that does not answer', 'http://127.0.0.1:1', '/user/oauth2/openid', 502],
  ['a provider of another name', undefined, '/user/oauth2/other', 404],
])('%s is told to the visitor', async (_, issuer, path, status) => {
  const server = await serverWith(issuer === undefined ? {} : {issuer});
  const reply = await browser(server.url).get(path);
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining('identity provider')]);
  await server.close();
});

test.each([
  ['openid-groups-ignored', [[], []]],
  ['openid-first-group-only', [['carpenters', 'masons'], ['bakers']]],
  [
    'openid-teams-kept',
    [
      ['bakers', 'carpenters', 'masons'],
      ['bakers', 'carpenters', 'masons'],
    ],
  ],
  ['openid-leaves-claimed-teams', [[], []]],
])('%s shows', async (fault, shown) => {
  const seen = async (faultNames: readonly string[]) => {
    const server = await serverWith({}, faultNames);
    groupsOf.set('eve', ['builders', 'bakers']);
    await signIn(server, 'eve');
    const first = await teamsOf(server, 'eve');
    groupsOf.set('eve', ['bakers']);
    await signIn(server, 'eve');
    const second = await teamsOf(server, 'eve');
    await server.close();
    return [first, second];
  };
  const healthy = [['bakers', 'carpenters', 'masons'], ['bakers']];
  expect(await seen([])).toEqual(healthy);
  expect(await seen([fault])).toEqual(shown);
});
