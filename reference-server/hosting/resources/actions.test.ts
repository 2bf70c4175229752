import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {defaultSettings} from '../../settings/settings.ts';
import {listed, made, testServer} from '../../testing.ts';
import type {TestServer} from '../../testing.ts';

const on = {...defaultSettings, actionsEnabled: true};

let server: TestServer;
beforeAll(async () => {
  server = await testServer({settings: on});
  await server.user('alice');
  await made(server.as('alice').post('/user/repos', {name: 'repo'}));
  await made(server.as('alice').post('/orgs', {username: 'guild'}));
});
afterAll(async () => server.close());

async function call(url: string, procedure: string, message: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/${procedure}`, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', ...headers},
    body: JSON.stringify(message),
  });
  return {status: reply.status, body: (await reply.json().catch(() => undefined)) as Record<string, unknown>};
}

const ping = 'ping.v1.PingService/Ping';

describe.each(['/repos/alice/repo/actions', '/orgs/guild/actions'])('%s', base => {
  test('keeps secrets whose values never come back', async () => {
    const alice = server.as('alice');
    const put = async (data: string) => (await alice.put(`${base}/secrets/Deploy_Key`, {data})).status;
    expect([await put('one-secret'), await put('other-secret')]).toEqual([201, 204]);
    const list = await alice.get(`${base}/secrets`);
    expect(list.body).toMatchObject([{name: 'DEPLOY_KEY'}]);
    expect(list.text).not.toMatch(/one-secret|other-secret/);
    const remove = async () => (await alice.delete(`${base}/secrets/DEPLOY_KEY`)).status;
    expect([await remove(), await remove()]).toEqual([204, 404]);
  });

  test('keeps variables', async () => {
    const alice = server.as('alice');
    const create = async () => (await alice.post(`${base}/variables/level`, {value: 'one'})).status;
    expect([await create(), await create()]).toEqual([201, 409]);
    expect(await made(alice.get(`${base}/variables/LEVEL`))).toMatchObject({name: 'LEVEL', data: 'one'});
    await made(alice.put(`${base}/variables/level`, {name: 'height', value: 'two'}));
    expect(await listed(alice.get(`${base}/variables`), 'data')).toEqual(['two']);
    await made(alice.delete(`${base}/variables/height`));
    expect((await alice.get(`${base}/variables/height`)).status).toBe(404);
  });

  test.each(['1st', 'a-b', 'GITEA_X', 'ci'])('refuses the name %s', async name => {
    expect((await server.as('alice').put(`${base}/secrets/${name}`, {data: 'x'})).status).toBe(400);
    expect((await server.as('alice').post(`${base}/variables/${name}`, {value: 'x'})).status).toBe(400);
  });

  test('is closed to strangers', async () => {
    const mallory = await server.user(`mallory${base.length}`);
    expect((await mallory.get(`${base}/secrets`)).status).toBe(403);
    expect((await server.nobody.get(`${base}/secrets`)).status).toBe(401);
  });
});

test('a runner registers with a token of the API and speaks outside it', async () => {
  const {token} = await made(server.as('alice').post('/orgs/guild/actions/runners/registration-token'));
  const base = `${server.url}/api/actions`;
  const register = {name: 'worker', token, labels: ['linux'], version: 'v1'};
  const {body} = await call(base, 'runner.v1.RunnerService/Register', register);
  const runner = body['runner'] as {id: string; uuid: string; token: string};
  const headers = {'x-runner-uuid': runner.uuid, 'x-runner-token': runner.token};
  expect((await call(base, 'runner.v1.RunnerService/Declare', {labels: ['mac']}, headers)).body).toMatchObject({
    runner: {labels: ['mac']},
  });
  expect((await call(base, 'runner.v1.RunnerService/FetchTask', {}, headers)).body).toMatchObject({task: null});
  expect((await call(base, 'runner.v1.RunnerService/UpdateTask', {}, headers)).status).toBe(404);
  expect(await made(server.as('alice').get('/orgs/guild/actions/runners'))).toMatchObject({
    total_count: 1,
    runners: [{name: 'worker', labels: [{name: 'mac'}]}],
  });
  await made(server.as('alice').delete(`/orgs/guild/actions/runners/${runner.id}`));
  expect((await call(base, 'runner.v1.RunnerService/FetchTask', {}, headers)).status).toBe(401);
});

test.each([
  ['a token that nobody gave', 'runner.v1.RunnerService/Register', {name: 'x', token: 'no'}, 401, 'unauthenticated'],
  ['no name', 'runner.v1.RunnerService/Register', {token: 'no'}, 400, 'invalid_argument'],
  ['no credentials', 'runner.v1.RunnerService/FetchTask', {}, 401, 'unauthenticated'],
])('a runner with %s is refused', async (_, procedure, message, status, code) =>
  expect(await call(`${server.url}/api/actions`, procedure, message)).toMatchObject({status, body: {code}}),
);

test('the interface of the runners takes POST and JSON alone', async () => {
  const url = `${server.url}/api/actions/${ping}`;
  const form = await fetch(url, {method: 'POST', body: 'x', headers: {'Content-Type': 'application/proto'}});
  expect([(await fetch(url)).status, form.status]).toEqual([405, 415]);
});

/** What is there: the operations of the API, the interface of the runners outside it, and the same inside it. */
async function seen(actionsEnabled: boolean | undefined, faultNames: readonly string[] = []) {
  const own = await testServer({settings: {...defaultSettings, actionsEnabled}, faultNames});
  const statuses = [
    (await own.admin.get('/admin/actions/runners')).status,
    (await call(`${own.url}/api/actions`, ping, {data: 'you'})).status,
    (await call(`${own.url}/api/v1/actions`, ping, {data: 'you'})).status,
  ];
  await own.close();
  return statuses;
}

describe('API, runners, runners below the API', () => {
  test.each([
    [undefined, [], [404, 404, 404]],
    [false, [], [404, 404, 404]],
    [true, [], [200, 200, 404]],
    [undefined, ['actions-on-by-default'], [200, 200, 404]],
    [undefined, ['actions-runner-on-by-default'], [404, 200, 404]],
    [true, ['actions-setting-ignored'], [404, 404, 404]],
    [true, ['actions-enabled-without-runners'], [200, 404, 404]],
    [true, ['actions-enabled-site-runners-refused'], [403, 200, 404]],
    [true, ['runner-interface-below-api'], [200, 404, 200]],
    [true, ['runner-interface-also-below-api'], [200, 200, 200]],
  ])('ENABLED = %s with %j', async (setting, faultNames, statuses) =>
    expect(await seen(setting, faultNames)).toEqual(statuses),
  );
});

describe('the name of the automation bot', () => {
  const tried = async (faultNames: readonly string[]) => {
    const own = await testServer({faultNames});
    await own.user('alice');
    const create = async (name: string) =>
      (await own.admin.post('/admin/users', {username: name, email: 'bot@example.org', password: 'a-password'})).status;
    const organization = await own.admin.post('/orgs', {username: 'Gitea-ACTIONS'});
    const rename = await own.admin.post('/admin/users/alice/rename', {new_username: 'Gitea-Actions'});
    const statuses = [await create('gitea-actions'), await create('GITEA-actions'), organization.status, rename.status];
    await own.close();
    return statuses;
  };
  test('is reserved in any case, for creating and renaming', async () =>
    expect(await tried([])).toEqual([422, 422, 422, 422]));
  test('can be taken with faults', async () => {
    expect(await tried(['bot-name-case'])).not.toEqual([422, 422, 422, 422]);
    expect(await tried(['bot-name-free-on-rename'])).toEqual([422, 422, 422, 204]);
  });
});

test.each([
  [undefined, 404],
  [true, 200],
])(
  'a runner that is answered with the setting %s says that the rule of the feature was asked',
  async (actionsEnabled, status) => {
    const own = await testServer({tracesRules: true, settings: {...defaultSettings, actionsEnabled}});
    const headers = {'Content-Type': 'application/json'};
    const reply = await fetch(`${own.url}/api/actions/${ping}`, {method: 'POST', headers, body: '{}'});
    await own.close();
    expect(reply.status).toBe(status);
    const rules = (reply.headers.get('X-Reference-Rules') ?? '').split(',');
    expect(rules).toEqual([...new Set(rules)].toSorted());
    expect(rules).toEqual(expect.arrayContaining(['isActionsOn', 'runnerPrefixes']));
  },
);
