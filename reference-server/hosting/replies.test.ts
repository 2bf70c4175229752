// Replies that official clients of that family of servers rely on.
import {request} from 'node:http';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {defaultSettings} from '../settings/settings.ts';
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

/** Sends a request without fetch, which never hands on the body of a 205. */
async function plain(method: string, path: string): Promise<{status: number | undefined; body: unknown}> {
  return new Promise((resolve, reject) => {
    const auth = 'alice:a-password-for-tests';
    const sent = request(`${server.url}/api/v1${path}`, {method, auth}, reply => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({status: reply.statusCode, body: JSON.parse(text) as unknown}));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('updating notifications answers 205 with the changed threads', async () => {
  const base = await repository();
  await made(bob.post(`${base}/issues`, {title: 'News'}));
  const [id] = await listed(alice.get(`${base}/notifications`), 'id');
  const one = {id, unread: false, subject: expect.objectContaining({title: 'News'})};
  expect(await plain('PATCH', `/notifications/threads/${String(id)}`)).toMatchObject({status: 205, body: one});
  await made(bob.post(`${base}/issues`, {title: 'More'}));
  const more = {unread: false, subject: expect.objectContaining({title: 'More'})};
  expect(await plain('PUT', `${base}/notifications`)).toMatchObject({status: 205, body: [more]});
  expect(await plain('PUT', '/notifications')).toEqual({status: 205, body: []});
});

test('people hear of mentions and of being assigned', async () => {
  const base = await repository();
  const dora = await server.user(freshName('dora'));
  const {login} = await made(dora.get('/user'));
  const titles = async (): Promise<unknown> =>
    (await listed(dora.get('/notifications'), 'subject')).map(subject => (subject as {title: string}).title);
  await made(alice.post(`${base}/issues`, {title: 'Mentioned', body: `Hello @${String(login)}!`}));
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Assigned'}));
  expect(await titles()).toEqual(['Mentioned']);
  await made(alice.patch(`${base}/issues/${String(number)}`, {assignees: [login]}));
  expect(new Set((await titles()) as string[])).toEqual(new Set(['Assigned', 'Mentioned']));
});

test('a slash at the end of a path changes nothing', async () => {
  const base = await repository();
  expect(await listed(alice.get(`${base}/contents/?ref=main`), 'path')).toEqual(['README.md']);
  expect((await alice.get('/version/')).status).toBe(200);
});

test('a method that a path does not have is answered with 405 and those that it has', async () => {
  const base = await repository();
  const put = await alice.put('/version');
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const patch = await alice.patch(`${base}/branches`);
  expect([patch.status, patch.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  const latest = await alice.patch(`${base}/releases/latest`, {});
  expect([latest.status, latest.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  expect((await alice.patch('/../../user/settings/packages/chef/regenerate_keypair')).status).toBe(405);
  expect((await alice.put('/nothing')).status).toBe(404);
  expect((await alice.delete('/orgs/any/actions/secrets')).status).toBe(404);
});

test('an attachment is taken as plain bytes too', async () => {
  const base = await repository();
  const {number} = await made(alice.post(`${base}/issues`, {title: 'With a file'}));
  const path = `${base}/issues/${String(number)}/assets`;
  const type = {'Content-Type': 'application/octet-stream'};
  const bytes = new Uint8Array([1, 2, 3]);
  expect((await alice.send('POST', path, bytes, type)).status).toBe(400);
  expect((await alice.send('POST', `${path}?name=a.exe`, bytes, type)).status).toBe(422);
  const reply = await alice.send('POST', `${path}?name=a.png`, bytes, type);
  expect(reply.body).toMatchObject({name: 'a.png', size: 3});
  const {browser_download_url: url} = reply.body as {browser_download_url: string};
  expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});

test('the tag of a release stays until the release goes', async () => {
  const base = await repository();
  const {id} = await made(alice.post(`${base}/releases`, {tag_name: 'v1'}));
  expect((await alice.delete(`${base}/tags/v1`)).status).toBe(409);
  expect((await alice.delete(`${base}/releases/${String(id)}`)).status).toBe(204);
  expect((await alice.delete(`${base}/tags/v1`)).status).toBe(204);
});

test.each(['First', 'First\n\nWith a body', ' spaces ', 'ends with a break\n'])(
  'the message %j of a tag comes back as it was sent',
  async message => {
    const base = await repository();
    const tag = {name: 'v1', message};
    expect(await made(alice.post(`${base}/tags`, {tag_name: 'v1', message}))).toMatchObject(tag);
    expect(await made(alice.get(`${base}/tags/v1`))).toMatchObject(tag);
  },
);

test('what others may do in a repository is for its administrators', async () => {
  const base = await repository();
  expect((await bob.get(`${base}/collaborators/alice/permission`)).status).toBe(403);
  expect((await bob.get(`${base}/collaborators/bob/permission`)).status).toBe(200);
  expect((await alice.get(`${base}/collaborators/bob/permission`)).status).toBe(200);
});

test('a wrong password, an unknown name and an unknown token are refused in the same words', async () => {
  const message = 'invalid username, password or token';
  for (const secret of ['alice:wrong', 'nobody-of-this-name:wrong', 'f'.repeat(40)]) {
    const value = secret.includes(':') ? `Basic ${base64(secret)}` : `token ${secret}`;
    const reply = await server.nobody.send('GET', '/users/alice/repos', undefined, {Authorization: value});
    expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({message})]);
  }
});

test('the list of forks links to its pages', async () => {
  const base = await repository();
  for (const name of [freshName('fork'), freshName('fork')]) {
    const user = await server.user(name);
    await made(user.post(`${base}/forks`, {}));
  }
  const {headers} = await alice.get(`${base}/forks?limit=1`);
  expect(headers.get('Link')).toMatch(/[?&]page=2[^>]*>; rel="next"/);
  expect(headers.get('X-Total-Count')).toBe('2');
});

test('the list of the repositories of an organization links to its pages', async () => {
  const name = freshName('org');
  await made(alice.post('/orgs', {username: name}));
  for (const repo of ['one', 'two']) await made(alice.post(`/orgs/${name}/repos`, {name: repo}));
  const {headers} = await alice.get(`/orgs/${name}/repos?limit=1`);
  expect(headers.get('Link')).toMatch(/[?&]page=2[^>]*>; rel="next"/);
});

test('a name of labels is of all that have it, and each is taken off alone', async () => {
  const base = await repository();
  const ids = [];
  for (const color of ['#00aabb', '#bb00aa']) {
    const {id} = await made(alice.post(`${base}/labels`, {name: 'twin', color}));
    ids.push(id);
  }
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Twins'}));
  const labels = `${base}/issues/${String(number)}/labels`;
  const idsOf = async (): Promise<readonly unknown[]> =>
    ((await alice.get(labels)).body as readonly {readonly id: number}[]).map(({id}) => id);
  await alice.post(labels, {labels: ['twin']});
  expect(await idsOf()).toEqual(ids);
  await alice.delete(`${labels}/${String(ids[0])}`);
  expect(await idsOf()).toEqual([ids[1]]);
});

test('tracked times are reset once', async () => {
  const base = await repository();
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Work'}));
  const times = `${base}/issues/${String(number)}/times`;
  await made(alice.post(times, {time: 60}));
  expect((await alice.delete(times)).status).toBe(204);
  expect((await alice.delete(times)).status).toBe(404);
});

test('a label is not removed through another repository', async () => {
  const [base, other] = [await repository(), await repository()];
  const {id} = await made(alice.post(`${base}/labels`, {name: 'bug', color: '#ff0000'}));
  expect((await alice.delete(`${other}/labels/${String(id)}`)).status).toBe(404);
  expect(await listed(alice.get(`${base}/labels`), 'id')).toEqual([id]);
  expect((await alice.delete(`${base}/labels/${String(id)}`)).status).toBe(204);
});

test('purging the only owner of an organization removes the organization', async () => {
  const [name, org, shared] = [freshName('owner'), freshName('org'), freshName('org')];
  const owner = await server.user(name);
  for (const username of [org, shared]) await made(owner.post('/orgs', {username}));
  await made(owner.post(`/orgs/${org}/repos`, {name: 'one', auto_init: true}));
  const teams = (await owner.get(`/orgs/${shared}/teams`)).body as readonly {id: number}[];
  await owner.put(`/teams/${String(teams[0]?.id)}/members/bob`);
  expect((await server.admin.delete(`/admin/users/${name}`)).status).toBe(422);
  expect((await server.admin.delete(`/admin/users/${name}?purge=true`)).status).toBe(204);
  expect((await server.admin.get(`/orgs/${org}`)).status).toBe(404);
  expect((await server.admin.get(`/repos/${org}/one`)).status).toBe(404);
  expect((await server.admin.get(`/orgs/${shared}`)).status).toBe(200);
});

test('a fast-forward-only merge moves the base to the head, or is refused', async () => {
  const base = await repository();
  const file = (path: string, more: object): Promise<unknown> =>
    made(alice.post(`${base}/contents/${path}`, {content: base64('x\n'), ...more}));
  const propose = async (head: string): Promise<string> => {
    await file(`${head}.txt`, {branch: 'main', new_branch: head});
    const {number} = await made(alice.post(`${base}/pulls`, {title: head, head, base: 'main'}));
    return `${base}/pulls/${String(number)}`;
  };
  const [one, two] = [await propose('one'), await propose('two')];
  expect((await alice.post(`${one}/merge`, {Do: 'fast-forward-only'})).status).toBe(200);
  const sha = async (branch: string): Promise<unknown> =>
    ((await made(alice.get(`${base}/branches/${branch}`)))['commit'] as {id: string}).id;
  expect(await sha('main')).toBe(await sha('one'));
  expect((await alice.post(`${two}/merge`, {Do: 'fast-forward-only'})).status).toBe(409);
});

test('teams are searched by name and description', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  const teams: {readonly id?: unknown}[] = [];
  for (const [name, description] of [
    ['masons', 'stone'],
    ['carpenters', 'wood and stone'],
  ] as const)
    teams.push(await made(alice.post(`/orgs/${org}/teams`, {name, description})));
  const login = String((await made(alice.get('/user')))['login']);
  for (const {id} of teams) await alice.put(`/teams/${String(id)}/members/${login}`);
  const found = async (query: string): Promise<unknown> => {
    const {ok, data} = await made(alice.get(`/orgs/${org}/teams/search${query}`));
    return [ok, (data as readonly {name: string}[]).map(({name}) => name)];
  };
  expect(await found('?q=stone')).toEqual([true, ['carpenters', 'masons']]);
  expect(await found('?q=stone&include_desc=false')).toEqual([true, []]);
  expect(await found('?q=MASON')).toEqual([true, ['masons']]);
  expect((await bob.get(`/orgs/${org}/teams/search`)).status).toBe(403);
});

test('a file of any type hangs on a release, and on an issue where the settings say so', async () => {
  const settings = {...defaultSettings, attachmentTypes: []};
  const open = await testServer({settings});
  const carol = await open.user('carol');
  await made(carol.post('/user/repos', {name: 'any', auto_init: true}));
  await made(carol.post('/repos/carol/any/issues', {title: 'x'}));
  const type = {'Content-Type': 'application/octet-stream'};
  const upload = async (client: TestClient, path: string): Promise<number> =>
    (await client.send('POST', `${path}/assets?name=a.exe`, new Uint8Array([1]), type)).status;
  expect(await upload(carol, '/repos/carol/any/issues/1')).toBe(201);
  await open.close();
  const base = await repository();
  const {id} = await made(alice.post(`${base}/releases`, {tag_name: 'v1'}));
  expect(await upload(alice, `${base}/releases/${String(id)}`)).toBe(201);
});

test('commits come with counts of pages, without what is in another branch, and without the parts that are left out', async () => {
  const base = await repository();
  const content = base64('new\n');
  await made(alice.post(`${base}/contents/new.txt`, {content, new_branch: 'topic'}));
  const reply = await alice.get(`${base}/commits?sha=topic&not=main&limit=1`);
  expect(reply.body).toMatchObject([{files: [{filename: 'new.txt'}], commit: {verification: {verified: false}}}]);
  expect(['x-page', 'x-perpage', 'x-total', 'x-pagecount', 'x-hasmore'].map(name => reply.headers.get(name))).toEqual([
    '1',
    '1',
    '1',
    '1',
    'false',
  ]);
  const bare = '?stat=false&files=false&verification=false';
  const [first] = (await alice.get(`${base}/commits${bare}`)).body as {commit: object}[];
  const one = (await made(alice.get(`${base}/git/commits/topic${bare}`))) as unknown as {commit: object};
  for (const commit of [first, one]) {
    expect(Object.keys(commit ?? {})).not.toEqual(expect.arrayContaining(['stats']));
    expect(Object.keys(commit ?? {})).not.toEqual(expect.arrayContaining(['files']));
    expect(Object.keys(commit?.commit ?? {})).not.toEqual(expect.arrayContaining(['verification']));
  }
  expect((await alice.get(`${base}/commits?not=nowhere`)).status).toBe(404);
  expect((await alice.get(`${base}/git/commits/a..b`)).status).toBe(422);
});

test('the settings of a repository say how it merges, and whether the branch then goes', async () => {
  const base = await repository();
  const content = base64('new\n');
  const pull = async (head: string): Promise<string> => {
    await made(alice.post(`${base}/contents/${head}.txt`, {content, new_branch: head}));
    return `${base}/pulls/${String((await made(alice.post(`${base}/pulls`, {title: head, head, base: 'main'})))['number'])}`;
  };
  const one = await pull('one');
  const settings = {allow_squash_merge: false, default_delete_branch_after_merge: true};
  expect(await made(alice.patch(base, settings))).toMatchObject(settings);
  expect((await alice.post(`${one}/merge`, {Do: 'squash'})).status).toBe(405);
  expect((await alice.post(`${one}/merge`, {Do: 'merge'})).status).toBe(200);
  expect((await alice.get(`${base}/branches/one`)).status).toBe(404);
  const two = await pull('two');
  expect((await alice.post(`${two}/merge`, {do: 'merge', delete_branch_after_merge: false})).status).toBe(200);
  expect((await alice.get(`${base}/branches/two`)).status).toBe(200);
});

test('without credentials a hidden repository is not there, whatever the request would do', async () => {
  const base = await repository();
  expect((await server.nobody.delete(base)).status).toBe(401);
  await made(alice.patch(base, {private: true}));
  for (const path of ['', '/issues/1/labels', '/hooks/1']) {
    expect((await server.nobody.delete(`${base}${path}`)).status).toBe(404);
    expect((await server.nobody.delete(`/repos/alice/no-such${path}`)).status).toBe(404);
  }
});

test('the repository search finds by kind, by who takes part, and by owner and name', async () => {
  const dave = await server.user('dave');
  const erin = await server.user('erin');
  await made(dave.post('/user/repos', {name: 'own', auto_init: true, template: true}));
  await made(erin.post('/user/repos', {name: 'shared', description: 'Of interest'}));
  await erin.put('/repos/erin/shared/collaborators/dave', {permission: 'read'});
  const base = await repository();
  await made(dave.post(`${base}/forks`, {name: 'copy'}));
  const {id} = await made(dave.get('/user'));
  const names = async (query: string): Promise<unknown> =>
    ((await made(dave.get(`/repos/search?${query}`)))['data'] as {name: string}[]).map(({name}) => name).toSorted();
  const uid = `uid=${String(id)}`;
  expect(await names(uid)).toEqual(['copy', 'own', 'shared']);
  expect(await names(`${uid}&exclusive=true`)).toEqual(['copy', 'own']);
  expect(await names(`${uid}&mode=fork`)).toEqual(['copy']);
  expect(await names(`${uid}&mode=source`)).toEqual(['own', 'shared']);
  expect(await names(`${uid}&mode=collaborative`)).toEqual(['shared']);
  expect(await names(`${uid}&mode=mirror`)).toEqual([]);
  expect(await names(`${uid}&template=true`)).toEqual(['own']);
  expect(await names(`${uid}&archived=true`)).toEqual([]);
  expect(await names('q=erin/sha')).toEqual(['shared']);
  expect(await names('q=interest&includeDesc=true')).toEqual(['shared']);
  expect(await names('q=interest')).toEqual([]);
  expect(await names('q=own&topic=true')).toEqual([]);
  expect((await dave.get('/repos/search?mode=colour')).status).toBe(422);
});

test('an archive names its lasting address, comes as a bundle too, and says which endings it knows', async () => {
  const base = await repository();
  const {commit} = (await made(alice.get(`${base}/branches/main`))) as {commit: {id: string}};
  const reply = await alice.get(`${base}/archive/main.tar.gz`);
  expect(reply.headers.get('Link')).toBe(
    `<${server.url}/api/v1${base}/archive/${commit.id}.tar.gz?rev=${commit.id}>; rel="immutable"`,
  );
  const bundle = (await alice.get(`${base}/archive/main.bundle`)).text;
  expect(bundle.startsWith(`# v2 git bundle\n${commit.id} refs/heads/bundle\n${commit.id} HEAD\n\nPACK`)).toBe(true);
  expect((await alice.get(`${base}/archive/main`)).status).toBe(400);
  expect((await alice.get(`${base}/raw/${commit.id}/README.md`)).status).toBe(200);
  expect((await alice.get(`${base}/git/blobs/${commit.id}`)).body).toMatchObject({encoding: 'base64'});
  for (const kind of ['blobs', 'tags', 'trees'])
    expect((await alice.get(`${base}/git/${kind}/${'0'.repeat(40)}`)).status).toBe(400);
});

test('an address with a line end behind it is no e-mail address', async () => {
  const username = freshName('eve');
  const password = 'a-password-for-tests';
  for (const [end, status] of [
    ['\r\n', 422],
    ['', 201],
  ])
    expect(
      (await server.admin.post('/admin/users', {username, password, email: `${username}@example.com${end}`})).status,
    ).toBe(status);
});

test('an edit is taken as a form too', async () => {
  const base = await repository();
  await made(alice.post(`${base}/issues`, {title: 'Old', body: 'kept'}));
  const headers = {Authorization: `Basic ${base64('alice:a-password-for-tests')}`};
  const body = new URLSearchParams({title: '2026'});
  const reply = await fetch(`${server.url}/api/v1${base}/issues/1`, {method: 'PATCH', headers, body});
  expect([reply.status, await reply.json()]).toMatchObject([201, {title: '2026', body: 'kept'}]);
});

test('issues of all types are listed where the type is neither issues nor pulls', async () => {
  const base = await repository();
  await made(alice.post(`${base}/issues`, {title: 'An issue'}));
  await made(alice.post(`${base}/contents/new.txt`, {content: '', new_branch: 'topic'}));
  await made(alice.post(`${base}/pulls`, {title: 'A change', head: 'topic', base: 'main'}));
  const numbers = async (type: string): Promise<unknown> => listed(alice.get(`${base}/issues?type=${type}`), 'number');
  expect(await Promise.all(['issues', 'pulls', 'all', ''].map(numbers))).toEqual([[1], [2], [2, 1], [2, 1]]);
});

test('branches come with the newest commit first', async () => {
  const base = await repository();
  for (const [name, year] of [
    ['b', '2001'],
    ['a', '2000'],
    ['c', '2002'],
  ]) {
    const dates = {committer: `${String(year)}-01-01T00:00:00Z`};
    await made(alice.post(`${base}/contents/${String(name)}`, {content: '', new_branch: name, dates}));
  }
  await made(alice.post(`${base}/branches`, {new_branch_name: 'b2', old_ref_name: 'b'}));
  expect(await listed(alice.get(`${base}/branches`), 'name')).toEqual(['main', 'c', 'b', 'b2', 'a']);
});

test('a team that may do everything has every unit', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  const {id, units} = await made(
    alice.post(`/orgs/${org}/teams`, {name: 'few', permission: 'write', units: ['repo.code']}),
  );
  expect(units).toEqual(['repo.code']);
  const edited = await made(alice.patch(`/teams/${String(id)}`, {permission: 'admin', units: ['repo.code']}));
  expect(edited['units']).toHaveLength(10);
  expect(edited['units_map']).toMatchObject({'repo.code': 'admin', 'repo.ext_wiki': 'read', 'repo.ext_issues': 'read'});
});

test('a new verdict takes back the earlier one of the same reviewer', async () => {
  const base = await repository();
  const content = base64('new\n');
  await made(alice.post(`${base}/contents/new.txt`, {content, new_branch: 'topic'}));
  await made(alice.post(`${base}/pulls`, {title: 'x', head: 'topic', base: 'main'}));
  for (const event of ['APPROVED', 'COMMENT', 'REQUEST_CHANGES'])
    await made(bob.post(`${base}/pulls/1/reviews`, {event, body: 'So it is.'}));
  expect(await listed(alice.get(`${base}/pulls/1/reviews`), 'dismissed')).toEqual([true, false, false]);
});

test('who takes no part in a repository makes no pull request of its branches', async () => {
  const base = await repository();
  const content = base64('new\n');
  await made(alice.post(`${base}/contents/new.txt`, {content, new_branch: 'topic'}));
  const wish = {title: 'x', head: 'topic', base: 'main'};
  expect((await bob.post(`${base}/pulls`, wish)).status).toBe(403);
  await alice.put(`${base}/collaborators/bob`, {permission: 'read'});
  const {id} = await made(alice.post(`${base}/labels`, {name: 'a', color: '#aabbcc'}));
  expect(await made(bob.post(`${base}/pulls`, {...wish, labels: [id]}))).toMatchObject({labels: [{id}]});
});

test('an account that is not active has wrong credentials', async () => {
  const frank = await server.user('frank');
  await made(server.admin.patch('/admin/users/frank', {login_name: 'frank', source_id: 0, active: false}));
  expect((await frank.get('/user')).status).toBe(401);
});

test('a token for public things finds no other accounts', async () => {
  await server.user('grace', {visibility: 'limited'});
  const {sha1} = await made(
    bob.post('/users/bob/tokens', {name: freshName('t'), scopes: ['read:user', 'public-only']}),
  );
  const found = async (client: TestClient): Promise<unknown> =>
    ((await made(client.get('/users/search?q=grace')))['data'] as unknown[]).length;
  expect([await found(bob), await found(server.withToken(String(sha1)))]).toEqual([1, 0]);
});

test('an id of a label that no label has is passed over, however large', async () => {
  const base = await repository();
  const {id} = await made(alice.post(`${base}/labels`, {name: 'bug', color: '#ff0000'}));
  const {number} = await made(alice.post(`${base}/issues`, {title: 'Labels'}));
  const labels = `${base}/issues/${String(number)}/labels`;
  expect(
    await listed(alice.put(labels, {labels: [999_999_999_999_999_999n.toString(), id].map(Number)}), 'id'),
  ).toEqual([id]);
  expect((await alice.put(labels, {labels: [1.5]})).status).toBe(400);
});

test('the address of an organization is for those who signed in', async () => {
  const name = freshName('org');
  await made(alice.post('/orgs', {username: name, email: 'org@example.org'}));
  expect(await made(bob.get(`/users/${name}`))).toMatchObject({email: 'org@example.org'});
  expect(await made(server.nobody.get(`/users/${name}`))).toMatchObject({email: `${name}@noreply.localhost`});
});

test('an edit of a release leaves alone what it gives as an empty text', async () => {
  const base = await repository();
  const given = {tag_name: 'v1', name: 'One', body: 'Notes', target_commitish: 'main'};
  const {id} = await made(alice.post(`${base}/releases`, given));
  const blanks = {tag_name: '', name: 'First', body: '', target_commitish: '', draft: null, prerelease: true};
  const edited = {...given, name: 'First', draft: false, prerelease: true};
  expect(await made(alice.patch(`${base}/releases/${String(id)}`, blanks))).toMatchObject(edited);
});

test('an edit of a team leaves an empty name alone, and refuses one of blanks', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  const team = {name: 'masons', description: 'They build', units: ['repo.code']};
  const {id} = await made(alice.post(`/orgs/${org}/teams`, team));
  expect(await made(alice.patch(`/teams/${String(id)}`, {name: '', description: 'x'}))).toMatchObject({
    ...team,
    description: 'x',
  });
  expect((await alice.patch(`/teams/${String(id)}`, {name: ' '})).status).toBe(422);
});
