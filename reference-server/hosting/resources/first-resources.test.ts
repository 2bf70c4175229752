import {afterAll, beforeAll, describe, expect, test} from 'vitest';
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
  await made(alice.post('/user/repos', {name, ...more}));
  return `/repos/alice/${name}`;
}

async function issue(repo: string, title = 'An issue'): Promise<string> {
  const {number} = await made(alice.post(`${repo}/issues`, {title}));
  return `${repo}/issues/${String(number)}`;
}

async function label(repo: string, name: string, exclusive = true): Promise<unknown> {
  return (await made(alice.post(`${repo}/labels`, {name, color: '#00aabb', exclusive})))['id'];
}

describe('the server', () => {
  test('tells its version and its paging settings to everybody', async () => {
    expect((await server.nobody.get('/version')).body).toEqual({version: '1.26.0+touchstone-reference'});
    expect((await server.nobody.get('/settings/api')).body).toMatchObject({
      default_paging_num: 30,
      max_response_items: 50,
    });
  });

  test('says at / who it is', async () => {
    const reply = await fetch(`${server.url}/`);
    expect(await reply.text()).toContain('This is the touchstone reference server 1.26.0+touchstone-reference.');
  });

  test('answers an unknown path with 404 and says nothing of rules', async () => {
    const reply = await server.nobody.get('/nothing');
    expect([reply.status, reply.headers.get('X-Reference-Rules')]).toEqual([404, null]);
    expect(reply.body).toMatchObject({message: "The target couldn't be found.", url: `${server.url}/api/swagger`});
  });
});

describe('signing in', () => {
  test.each([
    ['token', (token: string) => ({Authorization: `token ${token}`})],
    ['bearer', (token: string) => ({Authorization: `Bearer ${token}`})],
    [
      'password position',
      (token: string) => ({Authorization: `Basic ${Buffer.from(`alice:${token}`).toString('base64')}`}),
    ],
    ['name position', (token: string) => ({Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}`})],
  ])('works with a token as %s', async (_form, headers) => {
    const {sha1} = await made(alice.post('/users/alice/tokens', {name: freshName('token')}));
    const reply = await server.nobody.send('GET', '/user', undefined, headers(String(sha1)));
    expect(reply.body).toMatchObject({login: 'alice'});
  });

  test('works with a token in the query', async () => {
    const {sha1} = await made(alice.post('/users/alice/tokens', {name: freshName('token')}));
    expect((await server.nobody.get(`/user?token=${String(sha1)}`)).status).toBe(200);
  });

  test('fails with a wrong password, a wrong token and nothing at all', async () => {
    const wrong = {Authorization: `Basic ${Buffer.from('alice:wrong').toString('base64')}`};
    expect((await server.nobody.send('GET', '/version', undefined, wrong)).status).toBe(401);
    expect((await server.withToken('0'.repeat(40)).get('/user')).status).toBe(401);
    expect((await server.nobody.get('/user')).status).toBe(401);
  });

  test('ignores a cookie and a proxy header', async () => {
    const reply = await server.nobody.send('GET', '/user', undefined, {Cookie: 'session=1', 'X-WEBAUTH-USER': 'alice'});
    expect(reply.status).toBe(401);
  });

  test('lets an administrator act for somebody else, and nobody else', async () => {
    expect((await server.admin.get('/user?sudo=alice')).body).toMatchObject({login: 'alice'});
    expect((await alice.get('/user?sudo=bob')).status).toBe(403);
  });
});

describe('tokens', () => {
  test('have scope all by default, normalized scopes else, and show their secret once', async () => {
    const plain = await made(alice.post('/users/alice/tokens', {name: freshName('plain')}));
    expect(plain['scopes']).toEqual(['all']);
    expect(plain['sha1']).toMatch(/^[0-9a-f]{40}$/);
    const name = freshName('scoped');
    const scopes = ['read:user', 'write:issue', 'read:user'];
    expect((await made(alice.post('/users/alice/tokens', {name, scopes})))['scopes']).toEqual([
      'write:issue',
      'read:user',
    ]);
    const list = (await alice.get('/users/alice/tokens?limit=50')).body as {
      name: string;
      sha1: string;
      scopes: string[];
    }[];
    expect(list.find(token => token.name === name)).toMatchObject({sha1: '', scopes: ['write:issue', 'read:user']});
  });

  test.each([
    ['a name twice', {name: 'twice'}, 400],
    ['an unknown scope', {name: 'x', scopes: ['nonsense']}, 400],
    ['no name', {}, 422],
    ['an empty list of scopes', {name: 'y', scopes: []}, 400],
  ])('are refused with %s', async (_what, body, status) => {
    await alice.post('/users/alice/tokens', {name: 'twice'});
    expect((await alice.post('/users/alice/tokens', body)).status).toBe(status);
  });

  test('are checked per endpoint and refused at once when revoked', async () => {
    const {sha1, id} = await made(
      alice.post('/users/alice/tokens', {name: freshName('narrow'), scopes: ['read:user']}),
    );
    const client = server.withToken(String(sha1));
    expect((await client.get('/user')).status).toBe(200);
    expect((await client.post('/user/repos', {name: freshName('repo')})).status).toBe(403);
    expect((await client.get('/users/alice/tokens')).status).toBe(401);
    expect((await alice.delete(`/users/alice/tokens/${String(id)}`)).status).toBe(204);
    expect((await client.get('/user')).status).toBe(401);
  });

  test('of another user are that user’s', async () => {
    expect((await bob.get('/users/alice/tokens')).status).toBe(403);
    expect((await server.admin.get('/users/alice/tokens')).status).toBe(200);
  });
});

describe('users', () => {
  test('are created now, or when created_at says', async () => {
    const name = freshName('old');
    await server.user(name, {created_at: '2001-02-03T04:05:06+02:00'});
    expect((await server.nobody.get(`/users/${name}`)).body).toMatchObject({created: '2001-02-03T02:05:06Z'});
    const before = Math.floor(Date.now() / 1000) * 1000;
    const {created} = await made(
      server.admin.post('/admin/users', {
        username: freshName('new'),
        email: `${freshName('e')}@example.org`,
        password: 'secret1',
      }),
    );
    expect(Date.parse(String(created))).toBeGreaterThanOrEqual(before);
  });

  test.each([
    ['a reserved name', {username: 'Gitea-Actions'}, 422],
    ['a taken name', {username: 'ALICE'}, 422],
    ['a taken address', {email: 'alice@example.org'}, 422],
    ['no address', {email: undefined}, 422],
    ['a short password', {password: 'x'}, 400],
    ['a bad created_at', {created_at: 'yesterday'}, 422],
    ['a name that is a number', {username: 5}, 422],
  ])('are refused with %s', async (_what, change, status) => {
    const good = {username: freshName('u'), email: `${freshName('e')}@example.org`, password: 'secret1'};
    expect((await server.admin.post('/admin/users', {...good, ...change})).status).toBe(status);
  });

  test('are created by administrators only', async () => {
    expect((await alice.post('/admin/users', {})).status).toBe(403);
    expect((await server.nobody.post('/admin/users', {})).status).toBe(401);
  });

  test('who must change their password may not use the API before', async () => {
    const name = freshName('fresh');
    await server.user(name, {must_change_password: true});
    expect((await server.as(name).get('/user')).status).toBe(403);
  });

  test('who own something are deleted with purge only, and their repositories with them', async () => {
    const name = freshName('leaving');
    const leaving = await server.user(name);
    await made(leaving.post('/user/repos', {name: 'gone', auto_init: true}));
    expect((await server.admin.delete(`/admin/users/${name}`)).status).toBe(422);
    expect((await server.admin.delete(`/admin/users/${name}?purge=true`)).status).toBe(204);
    expect((await server.admin.get(`/repos/${name}/gone`)).status).toBe(404);
    expect((await leaving.get('/user')).status).toBe(401);
  });
});

describe('OAuth2 applications', () => {
  test('are created with 201, in snake_case, with a secret that lists leave out', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const reply = await alice.post('/user/applications/oauth2', {name: 'app', redirect_uris: ['http://127.0.0.1/']});
    expect(reply.status).toBe(201);
    const application = reply.body as Record<string, unknown>;
    expect(Object.keys(application).filter(key => !/^[a-z_0-9]+$/.test(key))).toEqual([]);
    expect(application['client_secret']).toMatch(/^gto_/);
    expect(Date.parse(String(application['created']))).toBeGreaterThanOrEqual(before);
    const list = (await alice.get('/user/applications/oauth2')).body as Record<string, unknown>[];
    const found = list.find(({id}) => id === application['id']);
    expect(found).toHaveProperty('client_secret', '');
    expect(found).toMatchObject({created: application['created'], redirect_uris: ['http://127.0.0.1/']});
    const one = `/user/applications/oauth2/${String(application['id'])}`;
    expect((await bob.get(one)).status).toBe(404);
    const edited = await alice.patch(one, {name: 'app2', redirect_uris: ['http://127.0.0.1/2']});
    expect(edited.body).toMatchObject({name: 'app2'});
    expect((edited.body as Record<string, unknown>)['client_secret']).not.toBe(application['client_secret']);
    expect((await bob.delete(one)).status).toBe(404);
    expect((await alice.delete(one)).status).toBe(204);
    expect((await alice.get(one)).status).toBe(404);
  });

  test.each([[{}], [{name: 'x'}], [{name: 'x', redirect_uris: null}], [{name: 'x', redirect_uris: [1]}]])(
    '%j is refused',
    async body => expect((await alice.post('/user/applications/oauth2', body)).status).toBe(422),
  );

  test('one without an address is made', async () => {
    const {status, body} = await alice.post('/user/applications/oauth2', {name: 'x', redirect_uris: []});
    expect({status, body}).toMatchObject({status: 201, body: {redirect_uris: []}});
  });
});

describe('repositories', () => {
  test('start empty or with a first commit', async () => {
    expect((await alice.get(await repository())).body).toMatchObject({empty: true, default_branch: 'main'});
    const full = await repository({auto_init: true, readme: 'Library', default_branch: 'trunk'});
    expect((await alice.get(full)).body).toMatchObject({empty: false, default_branch: 'trunk'});
    expect(await listed(server.nobody.get(`${full}/branches`), 'name')).toEqual(['trunk']);
    const empty = await server.nobody.get(`${await repository()}/branches`);
    expect([empty.status, empty.body, empty.headers.get('X-Total-Count')]).toEqual([200, [], '0']);
  });

  test.each([
    ['/user/repos', 'alice'],
    ['/orgs/{org}/repos', '{org}'],
    ['/org/{org}/repos', '{org}'],
  ])('on %s answer a missing README template with 400 and leave nothing behind', async (path, owner) => {
    const org = freshName('org');
    await made(alice.post('/orgs', {username: org}));
    const name = freshName('repo');
    const send = async (readme: string) => alice.post(path.replace('{org}', org), {name, auto_init: true, readme});
    expect((await send('No such template')).status).toBe(400);
    expect((await alice.get(`/repos/${owner.replace('{org}', org)}/${name}`)).status).toBe(404);
    expect((await send('Default')).status).toBe(201);
    expect((await send('Default')).status).toBe(409);
  });

  test.each(['..', 'a b', 'x.git', '', 'ä'])('cannot be called %j', async name =>
    expect((await alice.post('/user/repos', {name})).status).toBe(422),
  );

  test('that are private are not there for strangers', async () => {
    const repo = await repository({private: true});
    for (const stranger of [server.nobody, bob]) expect((await stranger.get(repo)).status).toBe(404);
    expect((await server.admin.get(repo)).status).toBe(200);
    await alice.put(`${repo}/collaborators/bob`, {permission: 'read'});
    expect((await bob.get(repo)).status).toBe(200);
    expect((await bob.patch(repo, {description: 'mine'})).status).toBe(403);
  });

  test('can be changed, renamed and deleted by their owner', async () => {
    const repo = await repository();
    expect((await alice.patch(repo, {default_allow_maintainer_edit: true})).body).toMatchObject({
      default_allow_maintainer_edit: true,
    });
    const name = freshName('renamed');
    expect((await alice.patch(repo, {name})).body).toMatchObject({name});
    expect((await bob.delete(`/repos/alice/${name}`)).status).toBe(403);
    expect((await alice.delete(`/repos/alice/${name}`)).status).toBe(204);
    expect((await alice.get(`/repos/alice/${name}`)).status).toBe(404);
  });

  test('stop at the limit of their owner', async () => {
    const name = freshName('limited');
    const limited = await server.user(name);
    await server.admin.patch(`/admin/users/${name}`, {login_name: name, source_id: 0, max_repo_creation: 1});
    expect((await limited.post('/user/repos', {name: 'one'})).status).toBe(201);
    expect((await limited.post('/user/repos', {name: 'two'})).status).toBe(403);
    await limited.delete(`/repos/${name}/one`);
    expect((await limited.post('/user/repos', {name: 'two'})).status).toBe(201);
  });
});

describe('labels of an issue', () => {
  test('drive each other out within one exclusive scope, and webs of neighbours stay', async () => {
    const repo = await repository();
    const at = `${await issue(repo)}/labels`;
    const [ax, ay, abx, free] = await Promise.all([
      label(repo, 'a/x'),
      label(repo, 'a/y'),
      label(repo, 'a/b/x'),
      label(repo, 'a/free', false),
    ]);
    expect(await listed(alice.post(at, {labels: [ax, abx, free]}), 'name')).toEqual(['a/b/x', 'a/free', 'a/x']);
    expect(await listed(alice.post(at, {labels: [ay]}), 'name')).toEqual(['a/b/x', 'a/free', 'a/y']);
    expect(await listed(server.nobody.get(at), 'name')).toEqual(['a/b/x', 'a/free', 'a/y']);
    expect(await listed(alice.put(at, {labels: ['a/x', 'a/y']}), 'name')).toEqual(['a/y']);
    expect((await alice.delete(`${at}/${String(ay)}`)).status).toBe(204);
    expect((await alice.delete(`${at}/999999`)).status).toBe(422);
    expect((await alice.delete(at)).status).toBe(204);
    expect((await alice.get(at)).body).toEqual([]);
  });

  test('are for writers, and take ids or names but not both', async () => {
    const repo = await repository();
    const at = `${await issue(repo)}/labels`;
    expect((await bob.post(at, {labels: []})).status).toBe(403);
    expect((await alice.post(at, {labels: [1, 'a']})).status).toBe(400);
    expect((await alice.post(at, {labels: 'a'})).status).toBe(422);
  });

  test('show one form of colour, whatever was sent', async () => {
    const repo = await repository();
    for (const color of ['#AABBCC', 'aabbcc', 'abc', ' #abc ']) {
      expect((await alice.post(`${repo}/labels`, {name: freshName('l'), color})).body).toMatchObject({color: 'aabbcc'});
    }
    expect((await alice.post(`${repo}/labels`, {name: 'l', color: '#12345g'})).status).toBe(422);
  });

  test('of an organization can be set in its repositories', async () => {
    const org = freshName('org');
    await made(alice.post('/orgs', {username: org}));
    await made(alice.post(`/orgs/${org}/repos`, {name: 'r'}));
    const {id, url} = await made(alice.post(`/orgs/${org}/labels`, {name: 'k/v', color: 'ff0000', exclusive: true}));
    expect(url).toBe(`${server.url}/api/v1/orgs/${org}/labels/${String(id)}`);
    const at = `${await issue(`/repos/${org}/r`)}/labels`;
    expect(await listed(alice.post(at, {labels: [id]}), 'name')).toEqual(['k/v']);
    expect((await bob.post(`/orgs/${org}/labels`, {name: 'x', color: 'ff0000'})).status).toBe(403);
    expect((await alice.delete(`/orgs/${org}/labels/${String(id)}`)).status).toBe(204);
    expect((await alice.get(at)).body).toEqual([]);
  });

  test('set by many requests at the same time are all there', async () => {
    const repo = await repository();
    const at = `${await issue(repo)}/labels`;
    const names = Array.from({length: 20}, (_, number) => `free-${number}`);
    const ids = await Promise.all(names.map(async name => label(repo, name, false)));
    await Promise.all(ids.map(async id => alice.post(at, {labels: [id]})));
    expect(await listed(alice.get(at), 'name')).toHaveLength(20);
  });
});

describe('reactions', () => {
  test('answer 201, then 200, are stored once, and can be read by everybody', async () => {
    const repo = await repository();
    const on = await issue(repo);
    const {id} = await made(alice.post(`${on}/comments`, {body: 'first'}));
    for (const at of [`${on}/reactions`, `${repo}/issues/comments/${String(id)}/reactions`]) {
      const first = await alice.post(at, {content: 'heart'});
      const second = await alice.post(at, {content: 'heart'});
      expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
      expect((await bob.post(at, {content: 'heart'})).status).toBe(201);
      expect(await listed(server.nobody.get(at), 'content')).toEqual(['heart', 'heart']);
      expect((await alice.post(at, {content: 'nonsense'})).status).toBe(403);
      expect((await server.nobody.post(at, {content: 'eyes'})).status).toBe(401);
      expect((await alice.delete(at, {content: 'heart'})).status).toBe(200);
      expect((await alice.delete(at, {content: 'zzz'})).status).toBe(200);
      expect(await listed(server.nobody.get(at), 'content')).toEqual(['heart']);
    }
  });

  test('given by parallel requests are stored once', async () => {
    const at = `${await issue(await repository())}/reactions`;
    const replies = await Promise.all(Array.from({length: 10}, async () => alice.post(at, {content: 'eyes'})));
    expect(replies.filter(({status}) => status === 201)).toHaveLength(1);
    expect(replies.filter(({status}) => status === 200)).toHaveLength(9);
    expect((await alice.get(at)).body).toHaveLength(1);
  });
});

describe('branch protection', () => {
  test('is created with 201, names its teams, and keeps its three settings apart', async () => {
    const org = freshName('org');
    await made(alice.post('/orgs', {username: org}));
    await made(alice.post(`/orgs/${org}/repos`, {name: 'r', auto_init: true}));
    await made(alice.post(`/orgs/${org}/teams`, {name: 'keepers', permission: 'write'}));
    expect((await alice.put(`/repos/${org}/r/teams/keepers`)).status).toBe(204);
    const at = `/repos/${org}/r/branch_protections`;
    const wish = {rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_teams: ['keepers']};
    const reply = await alice.post(at, {...wish, dismiss_stale_approvals: true});
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({push_whitelist_teams: ['keepers'], dismiss_stale_approvals: true});
    expect((await alice.patch(`${at}/main`, {block_on_rejected_reviews: true})).body).toMatchObject({
      block_on_rejected_reviews: true,
      dismiss_stale_approvals: true,
      require_signed_commits: false,
    });
    expect((await alice.post(at, wish)).status).toBe(403);
    expect((await alice.post(at, {rule_name: 'x', push_whitelist_teams: ['strangers']})).status).toBe(422);
    expect((await alice.post(at, {})).status).toBe(400);
    expect((await bob.get(at)).status).toBe(403);
    expect(await listed(alice.get(at), 'rule_name')).toEqual(['main']);
    expect((await alice.delete(`${at}/main`)).status).toBe(204);
    expect((await alice.get(`${at}/main`)).status).toBe(404);
  });

  test.each([
    [['release/*', 'release/1'], {'release/1': 'release/1', 'release/2': 'release/*', 'release/1/a': undefined}],
    [['release/1', 'release/*'], {'release/1': 'release/1', 'release/2': 'release/*', 'release/1/a': undefined}],
    [['release/**'], {'release/2': 'release/**', 'deep/2': undefined}],
    [['**', 'main'], {main: 'main', 'a/b/c': '**'}],
  ])('by %j holds as %j', async (rules, expected) => {
    const repo = await repository({auto_init: true});
    for (const rule_name of rules) await made(alice.post(`${repo}/branch_protections`, {rule_name}));
    for (const [branch, rule] of Object.entries(expected)) {
      const name = encodeURIComponent(branch);
      const isDeeper = branch === 'release/1/a';
      if (isDeeper) await alice.delete(`${repo}/branch_protections/release%2F1`);
      if (isDeeper) await alice.delete(`${repo}/branches/release%2F1`);
      if (isDeeper) continue;
      if (branch !== 'main') await made(alice.post(`${repo}/branches`, {new_branch_name: branch}));
      const {body} = await alice.get(`${repo}/branches/${name}`);
      expect(body).toMatchObject({protected: rule !== undefined, effective_branch_protection_name: rule ?? ''});
    }
  });

  test('keeps a branch from being deleted', async () => {
    const repo = await repository({auto_init: true});
    await made(alice.post(`${repo}/branch_protections`, {rule_name: 'kept/*'}));
    await made(alice.post(`${repo}/branches`, {new_branch_name: 'kept/a'}));
    await made(alice.post(`${repo}/branches`, {new_branch_name: 'free/a'}));
    expect((await alice.delete(`${repo}/branches/kept/a`)).status).toBe(403);
    expect((await alice.delete(`${repo}/branches/main`)).status).toBe(403);
    expect((await alice.delete(`${repo}/branches/free%2Fa`)).status).toBe(204);
    expect((await alice.get(`${repo}/branches/free%2Fa`)).status).toBe(404);
    expect((await alice.post(`${repo}/branches`, {new_branch_name: 'kept/a'})).status).toBe(409);
    expect((await alice.post(`${repo}/branches`, {new_branch_name: 'kept'})).status).toBe(409);
    expect((await alice.post(`${repo}/branches`, {new_branch_name: 'a..b'})).status).toBe(422);
  });
});

describe('issues and comments', () => {
  test('are created, changed, listed and deleted', async () => {
    const repo = await repository();
    const l = await label(repo, 'l', false);
    const reply = await alice.post(`${repo}/issues`, {title: 'T', body: 'B', labels: [l], assignees: ['alice']});
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      number: 1,
      user: {login: 'alice'},
      labels: [{name: 'l'}],
      assignees: [{login: 'alice'}],
    });
    const edited = await alice.patch(`${repo}/issues/1`, {
      assignees: [],
      state: 'closed',
      id: 99,
      number: 99,
      user: {id: 1},
    });
    expect([edited.status, edited.body]).toMatchObject([
      201,
      {number: 1, user: {login: 'alice'}, assignees: null, state: 'closed'},
    ]);
    expect((await bob.patch(`${repo}/issues/1`, {title: 'mine'})).status).toBe(403);
    expect((await alice.patch(`${repo}/issues/1`, {assignees: ['nobody-there']})).status).toBe(422);
    await issue(repo, 'second');
    expect(await listed(server.nobody.get(`${repo}/issues`), 'number')).toEqual([2]);
    expect(await listed(server.nobody.get(`${repo}/issues?state=all`), 'number')).toEqual([2, 1]);
    expect((await alice.delete(`${repo}/issues/2`)).status).toBe(204);
    expect((await made(alice.post(`${repo}/issues`, {title: 'third'})))['number']).toBe(3);
    expect((await alice.post(`${repo}/issues`, {})).status).toBe(422);
    expect((await server.nobody.get(`${repo}/issues/nine`)).status).toBe(404);
  });

  test('are found across repositories that the caller may read', async () => {
    const word = freshName('needle');
    await issue(await repository(), word);
    await issue(await repository({private: true}), word);
    const search = `/repos/issues/search?q=${word}`;
    expect(await listed(server.nobody.get(search), 'title')).toEqual([word]);
    expect(await listed(alice.get(search), 'title')).toEqual([word, word]);
  });

  test('a comment is found through its own repository only', async () => {
    const repo = await repository();
    const on = await issue(repo);
    const {id} = await made(bob.post(`${on}/comments`, {body: 'hello'}));
    expect((await server.nobody.get(`${repo}/issues/comments/${String(id)}`)).body).toMatchObject({
      body: 'hello',
      user: {login: 'bob'},
    });
    expect((await server.nobody.get(`${await repository()}/issues/comments/${String(id)}`)).status).toBe(404);
    expect((await bob.patch(`${repo}/issues/comments/${String(id)}`, {body: 'bye'})).body).toMatchObject({body: 'bye'});
    expect(await listed(alice.get(`${on}/comments`), 'body')).toEqual(['bye']);
    expect((await alice.delete(`${repo}/issues/comments/${String(id)}`)).status).toBe(204);
    expect((await alice.post(`${on}/comments`, {})).status).toBe(422);
    expect((await alice.post(`${repo}/issues/77/comments`, {body: 'x'})).status).toBe(404);
  });
});

describe('organizations', () => {
  test('of limited and private visibility are not disclosed', async () => {
    const [open, limited, hidden] = [freshName('open'), freshName('limited'), freshName('hidden')];
    await made(alice.post('/orgs', {username: open}));
    await made(alice.post('/orgs', {username: limited, visibility: 'limited'}));
    await made(alice.post('/orgs', {username: hidden, visibility: 'private'}));
    const seen = async (client: TestClient) => {
      const names = await listed(client.get('/orgs?limit=50'), 'name');
      return [open, limited, hidden].filter(name => names.includes(name));
    };
    expect(await seen(server.nobody)).toEqual([open]);
    expect(await seen(bob)).toEqual([open, limited]);
    expect(await seen(alice)).toEqual([open, limited, hidden]);
    expect(await seen(server.admin)).toEqual([open, limited, hidden]);
    const missing = await server.nobody.get('/orgs/never-there');
    expect(await server.nobody.get(`/orgs/${limited}`)).toMatchObject({status: 404, text: missing.text});
  });

  test('tell membership to members and administrators', async () => {
    const org = freshName('org');
    await made(alice.post('/orgs', {username: org}));
    expect((await alice.get(`/orgs/${org}/members/alice`)).status).toBe(204);
    expect((await server.admin.get(`/orgs/${org}/members/bob`)).status).toBe(404);
    expect((await bob.get(`/orgs/${org}/members/alice`)).status).toBe(303);
    expect((await server.nobody.get(`/orgs/${org}/public_members/alice`)).status).toBe(404);
    await alice.put(`/orgs/${org}/public_members/alice`);
    expect((await server.nobody.get(`/orgs/${org}/public_members/alice`)).status).toBe(204);
  });

  test('give their teams access to repositories', async () => {
    const org = freshName('org');
    await made(alice.post('/orgs', {username: org}));
    await made(alice.post(`/orgs/${org}/repos`, {name: 'r', private: true}));
    const {id} = await made(alice.post(`/orgs/${org}/teams`, {name: 'readers', permission: 'read'}));
    expect((await bob.get(`/repos/${org}/r`)).status).toBe(404);
    await alice.put(`/teams/${String(id)}/members/bob`);
    await alice.put(`/teams/${String(id)}/repos/${org}/r`);
    expect((await bob.get(`/repos/${org}/r`)).status).toBe(200);
    expect((await bob.post(`/repos/${org}/r/labels`, {name: 'x', color: 'ff0000'})).status).toBe(403);
    expect((await bob.post(`/orgs/${org}/repos`, {name: 'mine'})).status).toBe(403);
    expect(await listed(alice.get(`/teams/${String(id)}/members`), 'login')).toEqual(['bob']);
    expect((await alice.delete(`/orgs/${org}/members/alice`)).status).toBe(422);
    expect((await alice.delete(`/orgs/${org}`)).status).toBe(204);
    expect((await alice.get(`/repos/${org}/r`)).status).toBe(404);
  });

  test('are all a restricted user belongs to', async () => {
    const name = freshName('restricted');
    const restricted = await server.user(name, {restricted: true});
    const repo = await repository();
    expect((await restricted.get(repo)).status).toBe(404);
    expect((await restricted.get('/orgs?limit=50')).body).toEqual([]);
    await alice.put(`${repo}/collaborators/${name}`, {permission: 'read'});
    expect((await restricted.get(repo)).status).toBe(200);
  });
});

test('pages partition a list and say so in headers', async () => {
  const repo = await repository();
  for (let number = 0; number < 5; number += 1) await issue(repo);
  const pages = await Promise.all([1, 2, 3, 4].map(async page => alice.get(`${repo}/issues?limit=2&page=${page}`)));
  expect(pages.map(({body}) => (body as {number: number}[]).map(({number}) => number))).toEqual([
    [5, 4],
    [3, 2],
    [1],
    [],
  ]);
  expect(pages.map(({headers}) => headers.get('X-Total-Count'))).toEqual(['5', '5', '5', '5']);
  expect(pages[1]?.headers.get('Link')).toContain(`page=3>; rel="next"`);
});
