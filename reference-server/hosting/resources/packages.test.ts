import {createHash} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {Answer, TestClient, TestServer} from '../../testing.ts';
import {cookbook, signed} from '../../testing-cookbook.ts';
import type {Signing} from '../../testing-cookbook.ts';
import {testReceiver} from '../../testing-receiver.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  bob = await server.user('bob');
});
afterAll(async () => server.close());

const password = 'a-password-for-tests';

/** Sends to a path outside `/api/v1`. */
async function outside(
  method: string,
  path: string,
  {as, body, headers = {}}: {as?: string; body?: Uint8Array | FormData; headers?: Record<string, string>} = {},
): Promise<{status: number; bytes: Buffer}> {
  const basic = Buffer.from(`${as}:${password}`).toString('base64');
  const identity: Record<string, string> = as === undefined ? {} : {Authorization: `Basic ${basic}`};
  const reply = await fetch(`${server.url}${path}`, {
    method,
    headers: {...identity, ...headers},
    body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? null),
  });
  return {status: reply.status, bytes: Buffer.from(await reply.arrayBuffer())};
}

const everyByte = Buffer.from(Array.from({length: 512}, (_, at) => at % 256));

describe('a generic package', () => {
  test('comes back byte for byte, is listed, and goes', async () => {
    const name = freshName('pack');
    const file = `/api/packages/alice/generic/${name}/1.0+x/all%20bytes.bin`;
    expect((await outside('PUT', file, {as: 'alice', body: everyByte})).status).toBe(201);
    expect((await outside('PUT', file, {as: 'alice', body: everyByte})).status).toBe(409);
    const second = file.replace('all%20bytes', 'other');
    expect((await outside('PUT', second, {as: 'alice', body: Buffer.from('line\n')})).status).toBe(201);
    expect((await outside('GET', file)).bytes.equals(everyByte)).toBe(true);
    const one = `/packages/alice/generic/${name}/1.0+x`;
    expect(await made(alice.get(one))).toMatchObject({
      type: 'generic',
      name,
      version: '1.0+x',
      owner: {login: 'alice'},
    });
    expect(await listed(alice.get(`/packages/alice?type=generic&q=${name}`), 'name')).toEqual([name]);
    expect(await listed(alice.get(`/packages/alice?type=chef&q=${name}`), 'name')).toEqual([]);
    const [first] = (await alice.get(`${one}/files`)).body as Record<string, unknown>[];
    const sha256 = createHash('sha256').update(everyByte).digest('hex');
    expect(first).toMatchObject({name: 'all bytes.bin', size: 512, sha256});
    expect((await outside('DELETE', second, {as: 'alice'})).status).toBe(204);
    expect((await outside('GET', second)).status).toBe(404);
    expect((await alice.delete(one)).status).toBe(204);
    expect((await alice.get(one)).status).toBe(404);
    expect((await outside('GET', file)).status).toBe(404);
  });

  test('goes with its last file', async () => {
    const name = freshName('pack');
    const file = `/api/packages/alice/generic/${name}/1/f`;
    await outside('PUT', file, {as: 'alice', body: everyByte});
    expect((await outside('DELETE', file, {as: 'alice'})).status).toBe(204);
    expect((await alice.get(`/packages/alice/generic/${name}/1`)).status).toBe(404);
  });

  test('is changed by its owner alone', async () => {
    const file = `/api/packages/alice/generic/${freshName('pack')}/1/f`;
    expect((await outside('PUT', file, {body: everyByte})).status).toBe(401);
    expect((await outside('PUT', file, {as: 'bob', body: everyByte})).status).toBe(401);
    expect((await outside('PUT', file, {as: 'alice', body: everyByte})).status).toBe(201);
    expect((await outside('DELETE', file, {as: 'bob'})).status).toBe(401);
    expect((await server.nobody.get('/packages/alice')).status).toBe(401);
    expect((await bob.get('/packages/alice')).status).toBe(200);
  });

  test.each([
    ['repo.packages', 'write', 201],
    ['repo.packages', 'read', 401],
    ['repo.code', 'write', 401],
  ])('of an organization is put there by a team with %s: %s: %s', async (unit, right, status) => {
    const name = freshName('org');
    await made(alice.post('/orgs', {username: name}));
    const team = await made(alice.post(`/orgs/${name}/teams`, {name: 'team', units_map: {[unit]: right}}));
    await alice.put(`/teams/${String(team['id'])}/members/bob`);
    const path = `/api/packages/${name}/generic/thing/1.0/a.bin`;
    expect((await outside('PUT', path, {as: 'bob', body: everyByte})).status).toBe(status);
  });

  test('of a private organization, and of nobody, needs credentials of who may see it', async () => {
    const guild = freshName('guild');
    await made(alice.post('/orgs', {username: guild, visibility: 'private'}));
    const file = `/api/packages/${guild}/generic/p/1/f`;
    expect((await outside('PUT', file, {as: 'alice', body: everyByte})).status).toBe(201);
    expect((await outside('GET', file)).status).toBe(401);
    expect((await outside('GET', `/api/packages/${freshName('nobody')}/generic/p/1/f`)).status).toBe(401);
    expect((await outside('GET', file, {as: 'bob'})).status).toBe(401);
    const none = `/api/packages/${freshName('nobody')}/generic/p/1/f`;
    expect((await outside('GET', none, {as: 'bob'})).status).toBe(404);
    expect((await outside('GET', file, {as: 'alice'})).status).toBe(200);
  });

  test.each(['a%2Fb', '%0A', '%2E%2E%20', 'x'.repeat(300)])('is not named %s in any part', async name => {
    for (const path of [`${name}/1/f`, `p/${name}/f`, `p/1/${name}`])
      expect((await outside('PUT', `/api/packages/alice/generic/${path}`, {as: 'alice', body: everyByte})).status).toBe(
        400,
      );
  });

  test.each([
    ['two words/1/f', 400],
    ['a~b/1/f', 400],
    ['_/1/f', 400],
    ['p/%20one/f', 400],
    ['p/1/pipe%7C', 400],
    ['p/1/%20f', 400],
    [`${freshName('pack')}/1.0 ~ late/(one) & [two].txt`, 201],
  ])('at %s is answered with %i', async (path, status) => {
    const file = `/api/packages/alice/generic/${path.replaceAll(' ', '%20')}`;
    expect((await outside('PUT', file, {as: 'alice', body: everyByte})).status).toBe(status);
  });

  test('is told to the hooks of its owner', async () => {
    const inbox = await testReceiver();
    const config = {url: inbox.url, content_type: 'json'};
    await made(alice.post('/user/hooks', {type: 'gitea', config, events: ['package'], active: true}));
    await outside('PUT', '/api/packages/alice/generic/told/1/f', {as: 'alice', body: everyByte});
    await made(alice.delete('/packages/alice/generic/told/1'));
    const told = (await inbox.until(2)).map(({event, payload}) => [event, payload['action'], payload['package']]);
    expect(told).toMatchObject([
      ['package', 'created', {name: 'told'}],
      ['package', 'deleted', {name: 'told'}],
    ]);
    await inbox.close();
  });
});

async function newKey(as: string): Promise<string> {
  const reply = await outside('POST', '/user/settings/packages/chef/regenerate_keypair', {as});
  return reply.bytes.toString('utf8');
}

describe('a package of the signed registry', () => {
  const all = '/api/packages/alice/chef/api/v1/cookbooks';
  let key: string;
  beforeAll(async () => {
    key = await newKey('alice');
  });

  async function send(name: string, signing: Partial<Signing> | undefined, as?: string) {
    const archive = cookbook(name, '1.2.3');
    const body = new FormData();
    body.append('tarball', new Blob([new Uint8Array(archive)]), 'x.tar.gz');
    const headers = signing === undefined ? {} : signed({method: 'POST', path: all, content: archive, key, ...signing});
    return {archive, ...(await outside('POST', all, {body, headers, ...(as === undefined ? {} : {as})}))};
  }

  test.each(['1.0', '1.1', '1.2', '1.3'] as const)(
    'signed by version %s is stored, listed, fetched and removed',
    async version => {
      const name = freshName('cook');
      const {archive, status} = await send(name, {version});
      expect(status).toBe(201);
      expect((await send(name, {version})).status).toBe(409);
      expect(await listed(alice.get(`/packages/alice?type=chef&q=${name}`), 'version')).toEqual(['1.2.3']);
      const one = `${all}/${name}/versions/1_2_3`;
      expect((await outside('GET', `${one}/download`)).bytes.equals(archive)).toBe(true);
      const read = async (path: string): Promise<unknown> => JSON.parse((await outside('GET', path)).bytes.toString());
      expect(await read(one)).toMatchObject({version: '1.2.3', dependencies: {other: '>= 1'}});
      expect(await read(`${all}/${name}`)).toMatchObject({name, versions: [expect.stringContaining('1.2.3')]});
      expect(await read('/api/packages/alice/chef/api/v1/universe')).toMatchObject({[name]: {'1.2.3': {}}});
      expect((await outside('DELETE', one)).status).toBe(401);
      const headers = signed({method: 'DELETE', path: one, content: Buffer.alloc(0), key, version});
      expect((await outside('DELETE', one, {headers})).status).toBe(200);
      expect((await outside('GET', one)).status).toBe(404);
    },
  );

  test('needs a signature or a password', async () => {
    const name = freshName('cook');
    expect((await send(name, undefined)).status).toBe(401);
    expect((await send(name, undefined, 'alice')).status).toBe(201);
    expect((await outside('DELETE', `${all}/${name}`, {as: 'bob'})).status).toBe(401);
    expect((await outside('DELETE', `${all}/${name}`, {as: 'alice'})).status).toBe(200);
  });

  test.each([
    ['of another key', async () => ({key: await newKey('bob')})],
    ['in the name of somebody without a key', async () => ({user: 'root'})],
    ['of nobody', async () => ({user: 'nobody-at-all'})],
    ['of another path', async () => ({signedPath: '/api/packages/bob/chef/api/v1/cookbooks'})],
    ['of long ago', async () => ({at: new Date(Date.now() - 16 * 60 * 1000)})],
    ['of the future', async () => ({at: new Date(Date.now() + 16 * 60 * 1000)})],
  ])('is refused with a signature %s', async (_name, changed) => {
    expect((await send(freshName('cook'), await changed())).status).toBe(401);
  });

  test('is refused when the body is another one', async () => {
    const headers = signed({method: 'POST', path: all, content: Buffer.from('something else'), key});
    const body = new FormData();
    body.append('tarball', new Blob([new Uint8Array(cookbook('x', '1.0.0'))]), 'x.tar.gz');
    expect((await outside('POST', all, {body, headers})).status).toBe(401);
  });

  test('is refused when it is signed by somebody who may not change it, or is no cookbook', async () => {
    const own = await newKey('bob');
    expect((await send(freshName('cook'), {key: own, user: 'bob'})).status).toBe(401);
    const headers = signed({method: 'POST', path: all, content: Buffer.from('no form'), key});
    expect((await outside('POST', all, {body: Buffer.from('no form'), headers})).status).toBe(400);
  });
});

test('an administrator removes a user with packages only with purge', async () => {
  const name = freshName('user');
  await server.user(name);
  await outside('PUT', `/api/packages/${name}/generic/p/1/f`, {as: name, body: everyByte});
  const remove = async (query: string): Promise<Answer> => server.admin.delete(`/admin/users/${name}${query}`);
  expect((await remove('')).status).toBe(422);
  expect((await remove('?purge=true')).status).toBe(204);
});
