// What today's servers do that no statement of the record asks for, found with tests that others wrote for them.
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

async function pull(base: string, head: string, by = alice): Promise<string> {
  await made(alice.post(`${base}/contents/${head}.txt`, {content: base64('new\n'), new_branch: head}));
  const {number} = await made(by.post(`${base}/pulls`, {title: head, head, base: 'main'}));
  return `${base}/pulls/${String(number)}`;
}

async function token(name: string, scopes: readonly string[]): Promise<TestClient> {
  const {sha1} = await made(server.as(name).post(`/users/${name}/tokens`, {name: freshName('token'), scopes}));
  return server.withToken(String(sha1));
}

test('the switches of a repository are kept and shown, and trackers elsewhere need an address', async () => {
  const base = await repository();
  const off = {has_code: false, has_releases: false, has_packages: false, has_actions: true};
  expect(await made(alice.patch(base, off))).toMatchObject(off);
  const tracker = {
    external_tracker_url: 'http://tracker.example.org',
    external_tracker_format: 'http://tracker.example.org/{user}/{repo}?issue={index}',
    external_tracker_style: 'regexp',
    external_tracker_regexp_pattern: '(\\d+)',
  };
  const outside = {external_tracker: tracker, external_wiki: {external_wiki_url: 'http://wiki.example.org'}};
  expect(await made(alice.patch(base, outside))).toMatchObject(outside);
  const small = await made(alice.patch(base, {description: 'small'}));
  expect(small).toMatchObject({...off, ...outside});
  for (const wrong of [
    {external_tracker: {...tracker, external_tracker_url: 'htp://tracker.example.org'}},
    {external_tracker: {...tracker, external_tracker_format: 'http://tracker.example.org/{user/{repo}'}},
    {external_wiki: {external_wiki_url: 'wiki'}},
  ])
    expect((await alice.patch(base, wrong)).status).toBe(422);
  const internal = {
    enable_time_tracker: false,
    allow_only_contributors_to_track_time: false,
    enable_issue_dependencies: false,
  };
  const still = await made(alice.patch(base, {internal_tracker: internal}));
  expect(still).toMatchObject(outside);
  const back = await made(alice.patch(base, {has_issues: true, internal_tracker: internal, has_wiki: true}));
  expect(back).toMatchObject({internal_tracker: internal});
  expect(back).not.toHaveProperty('external_tracker');
  expect(back).not.toHaveProperty('external_wiki');
});

test('a team has a right for each part of a repository, and none closes one', async () => {
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  await made(alice.post(`/orgs/${org}/repos`, {name: 'one', auto_init: true, private: true}));
  const units_map = {'repo.code': 'none', 'repo.issues': 'write', 'repo.releases': 'read'};
  const team = await made(alice.post(`/orgs/${org}/teams`, {name: 'few', units_map}));
  expect(team).toMatchObject({units_map, units: Object.keys(units_map), permission: 'none'});
  await made(alice.put(`/teams/${String(team['id'])}/members/bob`));
  await made(alice.put(`/teams/${String(team['id'])}/repos/${org}/one`));
  const base = `/repos/${org}/one`;
  const statuses = async () => ({
    repository: (await bob.get(base)).status,
    code: (await bob.get(`${base}/contents`)).status,
    issue: (await bob.post(`${base}/issues`, {title: 'I'})).status,
    pulls: (await bob.get(`${base}/pulls`)).status,
    release: (await bob.post(`${base}/releases`, {tag_name: 'v1'})).status,
    releases: (await bob.get(`${base}/releases`)).status,
  });
  expect(await statuses()).toEqual({
    repository: 200,
    code: 403,
    issue: 201,
    pulls: 404,
    release: 403,
    releases: 200,
  });
  const more = {'repo.code': 'write', 'repo.pulls': 'read', 'repo.releases': 'write'};
  await made(alice.patch(`/teams/${String(team['id'])}`, {name: 'few', units_map: more}));
  expect(await statuses()).toMatchObject({code: 200, pulls: 200, release: 201});
  for (const wrong of [{'repo.code': 'own'}, {'repo.tea': 'read'}])
    expect((await alice.patch(`/teams/${String(team['id'])}`, {name: 'few', units_map: wrong})).status).toBe(422);
});

test('a push dismisses approvals where the protection says so, and a review stays official after its author', async () => {
  const base = await repository();
  const gone = await server.user('gone');
  for (const name of ['bob', 'gone']) await made(alice.put(`${base}/collaborators/${name}`, {permission: 'write'}));
  await made(alice.post(`${base}/branch_protections`, {rule_name: 'main', dismiss_stale_approvals: true}));
  const one = await pull(base, 'topic');
  await made(bob.post(`${one}/reviews`, {event: 'APPROVED'}));
  await made(gone.post(`${one}/reviews`, {event: 'REQUEST_CHANGES', body: 'No.'}));
  await made(alice.post(`${base}/contents/more.txt`, {content: '', branch: 'topic'}));
  await made(server.admin.delete('/admin/users/gone'));
  const {body} = await alice.get(`${one}/reviews`);
  expect(body).toMatchObject([
    {state: 'APPROVED', dismissed: true, official: true},
    {state: 'REQUEST_CHANGES', dismissed: false, official: true, user: {login: 'Ghost'}},
  ]);
  const empty = await alice.post(`${one}/reviews`, {event: 'COMMENT', body: ''});
  expect([empty.status, empty.body]).toEqual([
    422,
    expect.objectContaining({message: 'review event COMMENT requires a body or a comment'}),
  ]);
});

test('reviewers are chosen by who takes part, and others are refused with 422', async () => {
  const base = await repository();
  const carol = await server.user(freshName('carol'));
  const {login} = await made(carol.get('/user'));
  const one = await pull(base, 'topic');
  const ask = async () => (await carol.post(`${one}/requested_reviewers`, {reviewers: ['bob']})).status;
  expect(await ask()).toBe(422);
  await made(alice.put(`${base}/collaborators/${String(login)}`, {permission: 'read'}));
  expect(await ask()).toBe(201);
  const org = freshName('org');
  await made(alice.post('/orgs', {username: org}));
  await made(alice.post(`/orgs/${org}/repos`, {name: 'one', auto_init: true, private: true}));
  await made(alice.post(`/orgs/${org}/teams`, {name: 'outside', permission: 'read'}));
  const other = await pull(`/repos/${org}/one`, 'topic');
  expect((await alice.post(`${other}/requested_reviewers`, {team_reviewers: ['outside']})).status).toBe(422);
  expect((await alice.post(`${other}/requested_reviewers`, {team_reviewers: ['owners']})).status).toBe(201);
});

test('a body that somebody else changed meanwhile is not overwritten', async () => {
  const base = await repository();
  const issue = await made(alice.post(`${base}/issues`, {title: 'I', body: 'one'}));
  for (const path of [`${base}/issues/${String(issue['number'])}`, await pull(base, 'topic')]) {
    const {content_version: before} = await made(alice.get(path));
    const edited = await made(alice.patch(path, {body: 'two', content_version: before}));
    expect(edited).toMatchObject({body: 'two', content_version: Number(before) + 1});
    expect((await alice.patch(path, {body: 'three', content_version: before})).status).toBe(409);
    expect(await made(alice.patch(path, {title: 'Another'}))).toMatchObject({body: 'two', title: 'Another'});
  }
});

test('drafts are for tokens that could write, and by their tag for every writer', async () => {
  const base = await repository();
  const {id} = await made(alice.post(`${base}/releases`, {tag_name: 'v1', draft: true}));
  const [reads, writes] = [await token('alice', ['read:repository']), await token('alice', ['write:repository'])];
  const one = `${base}/releases/${String(id)}`;
  for (const path of [one, `${one}/assets`]) {
    expect([(await reads.get(path)).status, (await bob.get(path)).status]).toEqual([404, 404]);
    expect([(await writes.get(path)).status, (await alice.get(path)).status]).toEqual([200, 200]);
  }
  expect(await listed(reads.get(`${base}/releases`), 'id')).toEqual([]);
  const byTag = `${base}/releases/tags/v1`;
  expect([(await reads.get(byTag)).status, (await bob.get(byTag)).status]).toEqual([200, 404]);
  expect(await made(alice.get(base))).toMatchObject({release_counter: 0});
});

test('files of releases and of issues have the types and sizes that the settings allow', async () => {
  const settings = {...defaultSettings, releaseFileTypes: ['.bin'], releaseFileMiB: 1, attachmentMiB: 2};
  const strict = await testServer({settings});
  await made(strict.admin.post('/user/repos', {name: 'one', auto_init: true}));
  const {id} = await made(strict.admin.post('/repos/root/one/releases', {tag_name: 'v1'}));
  const {number} = await made(strict.admin.post('/repos/root/one/issues', {title: 'Files'}));
  const upload = async (name: string, size: number, place = `releases/${String(id)}`) => {
    const type = {'Content-Type': 'application/octet-stream'};
    const path = `/repos/root/one/${place}/assets?name=${name}`;
    return (await strict.admin.send('POST', path, new Uint8Array(size), type)).status;
  };
  const statuses = [
    await upload('a.bin', 1024 * 1024),
    await upload('a.bin', 1024 * 1024 + 1),
    await upload('a.txt', 1),
    await upload('a.txt', 2 * 1024 * 1024, `issues/${String(number)}`),
    await upload('a.txt', 2 * 1024 * 1024 + 1, `issues/${String(number)}`),
  ];
  await strict.close();
  expect(statuses).toEqual([201, 413, 422, 201, 413]);
});

test('a search finds people by their address for who signed in, and the users that every server has by id', async () => {
  const found = async (client: TestClient, query: string) =>
    ((await made(client.get(`/users/search?${query}`)))['data'] as {login: string}[]).map(({login}) => login);
  expect(await found(alice, 'q=bob@example.org')).toEqual(['bob']);
  expect(await found(server.nobody, 'q=bob@example.org')).toEqual([]);
  expect([await found(alice, 'uid=-1'), await found(alice, 'uid=-2')]).toEqual([['Ghost'], ['gitea-actions']]);
  expect(await found(alice, 'uid=-3')).toEqual([]);
});

test('a webhook has a name', async () => {
  const base = await repository();
  const config = {url: 'http://127.0.0.1:9/', content_type: 'json'};
  const hook = await made(alice.post(`${base}/hooks`, {type: 'gitea', config, name: '  CI  '}));
  const one = `${base}/hooks/${String(hook['id'])}`;
  const names = [hook, await made(alice.patch(one, {})), await made(alice.patch(one, {name: ''}))];
  expect(names.map(({name}) => name)).toEqual(['CI', 'CI', '']);
});

test('an edit of a user refuses a wrong address with 400, and hidden owners of packages are refused with 403', async () => {
  const name = freshName('user');
  await server.user(name, {visibility: 'private'});
  const edit = async (email: string) =>
    (await server.admin.patch(`/admin/users/${name}`, {login_name: name, source_id: 0, email})).status;
  expect([await edit(''), await edit('bob@example.org'), await edit('new@example.org')]).toEqual([400, 400, 200]);
  expect((await bob.get(`/packages/${name}`)).status).toBe(403);
  expect((await bob.get('/packages/nobody-of-this-name')).status).toBe(404);
});

test('lists for a token of public things leave private ones out', async () => {
  const base = await repository({private: true});
  await made(alice.post(`${base}/issues`, {title: 'Private'}));
  const open = await repository();
  await made(alice.post(`${open}/issues`, {title: 'Public'}));
  const client = await token('alice', ['public-only', 'read:issue', 'read:repository', 'read:user']);
  expect(await listed(client.get('/repos/issues/search'), 'title')).toContain('Public');
  expect(await listed(client.get('/repos/issues/search'), 'title')).not.toContain('Private');
  for (const path of ['/user/repos', '/users/alice/repos'])
    expect(new Set(await listed(client.get(path), 'private'))).toEqual(new Set([false]));
  const {data} = await made(client.get('/repos/search'));
  expect((data as {private: boolean}[]).filter(row => row.private)).toEqual([]);
});

test('rules of a repository are numbered from 1, and a raw file says that it is one', async () => {
  const base = await repository();
  const rule = async (name: string) =>
    (await made(alice.post(`${base}/branch_protections`, {rule_name: name})))['priority'];
  expect([await rule('gone'), await rule('stays')]).toEqual([1, 2]);
  await made(alice.delete(`${base}/branch_protections/stays`));
  expect(await rule('next')).toBe(2);
  expect((await alice.get(`${base}/raw/README.md`)).headers.get('X-Gitea-Object-Type')).toBe('file');
});

test.each(['Bearer wrong', 'token wrong', 'Bearer Bearer wrong', 'Bearer  two words '])(
  '%j is a wrong token, also where nobody needs one',
  async Authorization => {
    expect((await server.nobody.send('GET', '/users/alice/repos', undefined, {Authorization})).status).toBe(401);
  },
);

test('the date of a commit keeps its offset, in the commit itself and when it is rebased, and is shown in UTC', async () => {
  const base = await repository();
  const dates = {author: '2017-08-06T19:55:01+02:00', committer: '2017-08-06T12:25:01-05:30'};
  const file = {content: base64('one\n'), branch: 'main', new_branch: 'topic', dates};
  const {commit} = (await made(alice.post(`${base}/contents/one.txt`, file))) as {
    commit: {sha: string; author: {date: string}};
  };
  expect(commit.author.date).toBe('2017-08-06T17:55:01Z');
  const patch = async (sha: string) => (await alice.get(`${base}/git/commits/${sha}.patch`)).text;
  expect(await patch(commit.sha)).toContain('Date: Sun, 6 Aug 2017 19:55:01 +0200\n');
  await made(alice.post(`${base}/contents/two.txt`, {content: base64('two\n'), branch: 'main'}));
  const {number} = await made(alice.post(`${base}/pulls`, {title: 'T', head: 'topic', base: 'main'}));
  await made(alice.post(`${base}/pulls/${String(number)}/merge`, {Do: 'rebase'}));
  const {id} = (await made(alice.get(`${base}/branches/main`)))['commit'] as {id: string};
  expect(id).not.toBe(commit.sha);
  expect(await patch(id)).toContain('Date: Sun, 6 Aug 2017 19:55:01 +0200\n');
});
