// The provider signs in whom a case admits and nobody else, and speaks of itself by the address that targets know.
import {afterEach, expect, test} from 'vitest';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomPKCECodeVerifier,
  type Configuration,
} from 'openid-client';
import type {IdentityPort, IdentitySettings} from '../../../model/identity.ts';
import {startIdentityProvider} from './identity-provider.ts';

const open: IdentityPort[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(provider => provider.close()));
});

async function start(more: Partial<IdentitySettings> = {}): Promise<IdentityPort> {
  const started = await startIdentityProvider({host: '127.0.0.1', port: 0, ...more});
  if (started.kind === 'failed') throw new Error(started.why);
  open.push(started.provider);
  return started.provider;
}

const callback = 'http://127.0.0.1:1/user/oauth2/touchstone/callback';

/** Goes from the provider's first page to where it sends the browser in the end. */
async function walk(
  start: string,
  cookie: string,
): Promise<{readonly status: number; readonly text: string; readonly url: string}> {
  const jar = new Map([cookie.split('=') as [string, string]]);
  let url = start;
  for (;;) {
    const sent = [...jar].map(pair => pair.join('=')).join('; ');
    const reply = await fetch(url, {redirect: 'manual', headers: {cookie: sent}});
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null) return {status: reply.status, text: await reply.text(), url};
    url = new URL(location, url).href;
    if (url.startsWith(callback)) return {status: reply.status, text: '', url};
  }
}

async function client({issuer, clientId, clientSecret}: IdentityPort): Promise<Configuration> {
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {execute: [allowInsecureRequests]});
}

const person = {login: 'ada', email: 'ada@example.org', groups: ['builders', 'bakers']};

test('whom a case admits is signed in with the groups of that day, by id token and user info alike', async () => {
  const provider = await start();
  const configuration = await client(provider);
  for (const groups of [['builders', 'bakers'], []]) {
    const verifier = randomPKCECodeVerifier();
    const there = buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: 'openid',
      state: 'a-state',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const end = await walk(there.href, provider.admit({...person, groups}));
    const tokens = await authorizationCodeGrant(configuration, new URL(end.url), {
      expectedState: 'a-state',
      pkceCodeVerifier: verifier,
    });
    const claims = {sub: 'ada', preferred_username: 'ada', nickname: 'ada', email: 'ada@example.org', groups};
    expect(tokens.claims()).toMatchObject(claims);
    expect(await fetchUserInfo(configuration, tokens.access_token, 'ada')).toMatchObject(claims);
  }
});

test.each([
  ['no ticket', () => 'a=b'],
  ['a ticket of its own making', () => 'touchstone_ticket=0123456789abcdef'],
])('a browser with %s is not let in', async (_, cookie) => {
  const provider = await start();
  const there = buildAuthorizationUrl(await client(provider), {redirect_uri: callback, scope: 'openid'});
  expect(await walk(there.href, cookie())).toMatchObject({
    status: 403,
    text: 'This provider is part of a conformance run and lets in only whom that run admits.\n',
  });
});

test('a ticket counts once', async () => {
  const provider = await start();
  const there = buildAuthorizationUrl(await client(provider), {redirect_uri: callback, scope: 'openid', state: 's'});
  const ticket = provider.admit(person);
  expect((await walk(there.href, ticket)).url).toMatch(/callback\?code=/);
  expect((await walk(there.href, ticket)).status).toBe(403);
});

test('it calls itself by the address that targets were told, however it is reached', async () => {
  const provider = await start({publicUrl: 'https://tests.example.org:9001'});
  const reply = await fetch(`${provider.address}/.well-known/openid-configuration`);
  expect(await reply.json()).toMatchObject({
    issuer: 'https://tests.example.org:9001',
    authorization_endpoint: 'https://tests.example.org:9001/auth',
    token_endpoint: 'https://tests.example.org:9001/token',
  });
});

test('a secret that was given is the one that counts', async () => {
  const provider = await start({clientSecret: 'a-secret-that-the-target-has'});
  expect([provider.clientId, provider.clientSecret]).toEqual(['touchstone', 'a-secret-that-the-target-has']);
});

test('an address that is taken is told', async () => {
  const first = await start();
  const port = Number(new URL(first.address).port);
  expect(await startIdentityProvider({host: '127.0.0.1', port})).toEqual({
    kind: 'failed',
    why: `the identity provider cannot listen on 127.0.0.1:${port}: another program listens there; choose another port, or 0 for any free one`,
  });
});
