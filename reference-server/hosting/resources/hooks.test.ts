import {createHmac} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {defaultSettings} from '../../settings/settings.ts';
import {freshName, listed, made, testServer} from '../../testing.ts';
import type {TestClient, TestServer} from '../../testing.ts';
import {testReceiver} from '../../testing-receiver.ts';
import type {Received, Receiver} from '../../testing-receiver.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  bob = await server.user('bob');
});
afterAll(async () => server.close());

const everything = 'create delete fork push issues pull_request repository release package'.split(' ');

async function receiver(answer?: Parameters<typeof testReceiver>[0]): Promise<Receiver> {
  const started = await testReceiver(answer);
  onTestFinished(async () => started.close());
  return started;
}

function hookTo(url: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'gitea',
    config: {url, content_type: 'json', secret: 's3cret'},
    events: everything,
    active: true,
    ...more,
  };
}

async function repository(client = alice, owner = 'alice'): Promise<string> {
  const name = freshName('repo');
  await made(client.post('/user/repos', {name, auto_init: true}));
  return `/repos/${owner}/${name}`;
}

async function hooked(more: Record<string, unknown> = {}): Promise<{repo: string; inbox: Receiver}> {
  const inbox = await receiver();
  const repo = await repository();
  await made(alice.post(`${repo}/hooks`, hookTo(inbox.url, more)));
  return {repo, inbox};
}

/** What arrived, as `event/action`. */
function told(deliveries: readonly Received[]): readonly string[] {
  return deliveries.map(({event, payload}) => [event, payload['action']].filter(Boolean).join('/'));
}

async function file(client: TestClient, repo: string, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await made(client.post(`${repo}/contents/${freshName('file')}`, {content: 'aGk=', ...more}));
  return (reply['commit'] as {sha: string}).sha;
}

describe('the operations on hooks', () => {
  test.each([
    ['a repository', async () => [alice, `${await repository()}/hooks`] as const],
    ['a user', async () => [alice, '/user/hooks'] as const],
    ['the server', async () => [server.admin, '/admin/hooks'] as const],
    [
      'an organization',
      async () => {
        const username = freshName('guild');
        await made(alice.post('/orgs', {username}));
        return [alice, `/orgs/${username}/hooks`] as const;
      },
    ],
  ])('of %s create, read, change, list and remove', async (_name, home) => {
    const [client, path] = await home();
    const hook = await made(
      client.post(path, hookTo('http://127.0.0.1:1/', {events: ['issues_only', 'push'], active: false})),
    );
    expect(hook).toMatchObject({type: 'gitea', active: false, events: ['push', 'issues'], branch_filter: ''});
    expect(hook['config']).toEqual({url: 'http://127.0.0.1:1/', content_type: 'json'});
    const one = `${path}/${String(hook['id'])}`;
    expect((await client.get(one)).body).toEqual(hook);
    expect(await listed(client.get(path), 'id')).toContain(hook['id']);
    const changed = await made(client.patch(one, {config: {content_type: 'form'}, active: true}));
    expect(changed).toMatchObject({active: true, events: ['push'], config: {content_type: 'form'}});
    expect((await client.delete(one)).status).toBe(204);
    expect((await client.get(one)).status).toBe(404);
  });

  test.each([
    [{type: 'slack'}, 422],
    [{type: undefined}, 422],
    [{config: undefined}, 422],
    [{config: {url: 'http://127.0.0.1/'}}, 422],
    [{config: {url: 'ftp://127.0.0.1/', content_type: 'json'}}, 422],
    [{config: {url: 'http://127.0.0.1/', content_type: 'xml'}}, 422],
    [{authorization_header: 'a\nb'}, 422],
  ])('refuse %j with %i', async (changed, status) => {
    expect((await alice.post('/user/hooks', hookTo('http://127.0.0.1:1/', changed))).status).toBe(status);
  });

  test('are for those who administer the place', async () => {
    const repo = await repository();
    const wish = hookTo('http://127.0.0.1:1/');
    expect((await bob.post(`${repo}/hooks`, wish)).status).toBe(403);
    expect((await bob.get(`${repo}/hooks`)).status).toBe(403);
    expect((await bob.post('/admin/hooks', wish)).status).toBe(403);
    expect((await server.nobody.post('/user/hooks', wish)).status).toBe(401);
    const own = await made(alice.post('/user/hooks', wish));
    expect((await bob.get(`/user/hooks/${String(own['id'])}`)).status).toBe(404);
  });
});

test('a delivery is signed and names its event', async () => {
  const {repo, inbox} = await hooked({authorization_header: 'Bearer abc'});
  await made(bob.post(`${repo}/issues`, {title: 'x'}));
  const [first] = await inbox.until(1);
  const sign = (name: string): string =>
    createHmac(name, 's3cret')
      .update(first?.text ?? '')
      .digest('hex');
  expect(first?.headers).toMatchObject({
    'x-gitea-event': 'issues',
    'x-gitea-event-type': 'issues',
    'x-gitea-signature': sign('sha256'),
    'x-hub-signature': `sha1=${sign('sha1')}`,
    'x-hub-signature-256': `sha256=${sign('sha256')}`,
    'content-type': 'application/json',
    authorization: 'Bearer abc',
  });
  expect(first?.payload).toMatchObject({
    action: 'opened',
    number: 1,
    commit_id: '',
    issue: {title: 'x', number: 1, user: {login: 'bob'}},
    repository: {full_name: repo.replace('/repos/', ''), permissions: {admin: false, push: false, pull: true}},
    sender: {login: 'bob', is_admin: false},
  });
});

test('a delivery shows people and repositories as everybody sees them, also who reviews', async () => {
  const {repo, inbox} = await hooked({events: ['pull_request']});
  await file(alice, repo, {new_branch: 'topic'});
  await made(alice.post(`${repo}/pulls`, {title: 'x', head: 'topic', base: 'main'}));
  await made(alice.post(`${repo}/pulls/1/requested_reviewers`, {reviewers: ['bob']}));
  await made(bob.post(`${repo}/pulls/1/reviews`, {event: 'COMMENT', body: 'hm'}));
  const deliveries = await inbox.until(3);
  expect(told(deliveries).slice(1)).toEqual([
    'pull_request_review_request/review_requested',
    'pull_request_review_comment/reviewed',
  ]);
  const shown = {login: 'bob', email: 'bob@noreply.localhost', active: false};
  for (const {payload} of deliveries.slice(1)) expect(payload).toMatchObject({requested_reviewer: shown});
});

test('a form delivery has the payload in a field and the signature over its text', async () => {
  const inbox = await receiver();
  const repo = await repository();
  const config = {url: inbox.url, content_type: 'form', secret: 'k'};
  await made(alice.post(`${repo}/hooks`, hookTo(inbox.url, {config})));
  await made(alice.post(`${repo}/issues`, {title: 'ü & = +'}));
  const [first] = await inbox.until(1);
  expect(first?.payload['issue']).toMatchObject({title: 'ü & = +'});
  expect(first?.headers['x-gitea-signature']).toBe(
    createHmac('sha256', 'k')
      .update(first?.text ?? '')
      .digest('hex'),
  );
});

test('what happens to an issue is told once each, in order', async () => {
  const {repo, inbox} = await hooked();
  const issue = `${repo}/issues/1`;
  const milestone = await made(alice.post(`${repo}/milestones`, {title: 'm'}));
  await made(alice.post(`${repo}/issues`, {title: 'one'}));
  await made(alice.patch(issue, {title: 'two', body: 'text'}));
  await made(alice.patch(issue, {title: 'two'}));
  await made(alice.patch(issue, {milestone: milestone['id']}));
  await made(alice.patch(issue, {milestone: 0}));
  await made(alice.patch(issue, {assignees: ['bob', 'alice']}));
  await made(alice.patch(issue, {assignees: ['alice']}));
  await made(alice.patch(issue, {state: 'closed'}));
  await made(alice.patch(issue, {state: 'closed'}));
  await made(alice.patch(issue, {state: 'open'}));
  const comment = await made(bob.post(`${issue}/comments`, {body: 'a'}));
  await made(bob.patch(`${repo}/issues/comments/${String(comment['id'])}`, {body: 'b'}));
  await made(bob.delete(`${repo}/issues/comments/${String(comment['id'])}`));
  await made(alice.delete(issue));
  const deliveries = await inbox.until(14);
  expect(told(deliveries)).toEqual([
    'issues/opened',
    'issues/edited',
    'issues/edited',
    'issue_milestone/milestoned',
    'issue_milestone/demilestoned',
    'issue_assign/assigned',
    'issue_assign/assigned',
    'issue_assign/unassigned',
    'issues/closed',
    'issues/reopened',
    'issue_comment/created',
    'issue_comment/edited',
    'issue_comment/deleted',
    'issues/deleted',
  ]);
  expect(deliveries.slice(1, 3).map(({payload}) => payload['changes'])).toEqual([
    {title: {from: 'one'}},
    {body: {from: ''}},
  ]);
  expect(deliveries[7]?.payload['assignee']).toMatchObject({login: 'bob'});
  expect(deliveries[8]?.payload['commit_id']).toBe('');
  expect(deliveries[9]?.payload['commit_id']).toBe('');
  expect(deliveries[11]?.payload).toMatchObject({comment: {body: 'b'}, changes: {body: {from: 'a'}}, is_pull: false});
});

test('a change of labels tells the labels now and those before', async () => {
  const {repo, inbox} = await hooked({events: ['issue_label']});
  for (const name of ['a', 'b', 'c']) await made(alice.post(`${repo}/labels`, {name, color: 'ff0000'}));
  await made(alice.post(`${repo}/issues`, {title: 'x', labels: []}));
  const labels = `${repo}/issues/1/labels`;
  await made(alice.post(labels, {labels: ['a', 'b']}));
  await made(alice.put(labels, {labels: ['b', 'c']}));
  await made(alice.delete(`${labels}/b`));
  await made(alice.delete(labels));
  const names = (value: unknown): readonly string[] => (value as {name: string}[]).map(({name}) => name);
  const shown = (await inbox.until(4)).map(({payload, headers}) => {
    const changes = payload['changes'] as Record<string, unknown>;
    return [
      payload['action'],
      headers['x-gitea-event'],
      names((payload['issue'] as Record<string, unknown>)['labels']),
      names((changes['labels'] as {from: unknown}).from),
      names(changes['added_labels']),
      names(changes['removed_labels']),
    ];
  });
  expect(shown).toEqual([
    ['label_updated', 'issues', ['a', 'b'], [], ['a', 'b'], []],
    ['label_updated', 'issues', ['b', 'c'], ['a', 'b'], ['c'], ['a']],
    ['label_updated', 'issues', ['c'], ['b', 'c'], [], ['b']],
    ['label_cleared', 'issues', [], ['c'], [], ['c']],
  ]);
});

test('a commit on the default branch closes and reopens the issues that its message names', async () => {
  const {repo, inbox} = await hooked({events: ['issues_only']});
  for (const title of ['one', 'two', 'three']) await made(alice.post(`${repo}/issues`, {title}));
  const closing = await file(alice, repo, {message: 'Done\n\nCloses #1, fixes: #2 and prefixes #3'});
  const reopening = await file(alice, repo, {message: 'reopen #1'});
  await file(alice, repo, {message: 'fixes #3', new_branch: 'side'});
  await made(alice.patch(`${repo}/issues/2`, {state: 'open'}));
  const deliveries = (await inbox.until(7)).slice(3);
  expect(deliveries.map(({payload}) => [payload['action'], payload['number'], payload['commit_id']])).toEqual([
    ['closed', 1, closing],
    ['closed', 2, closing],
    ['reopened', 1, reopening],
    ['reopened', 2, ''],
  ]);
  expect((await made(alice.get(`${repo}/issues/3`)))['state']).toBe('open');
});

test('a pull request is told opened, synchronized, reviewed, merged; its merge closes what its commits name', async () => {
  const {repo, inbox} = await hooked();
  await made(alice.post(`${repo}/issues`, {title: 'bug'}));
  const sha = await file(alice, repo, {new_branch: 'work', message: 'fixes #1'});
  await made(alice.post(`${repo}/pulls`, {title: 'p', head: 'work', base: 'main'}));
  await file(alice, repo, {branch: 'work'});
  await made(bob.post(`${repo}/pulls/2/reviews`, {event: 'APPROVED', body: 'good'}));
  await made(alice.post(`${repo}/pulls/2/merge`, {Do: 'merge', delete_branch_after_merge: true}));
  const deliveries = await inbox.until(11);
  expect(told(deliveries)).toEqual([
    'issues/opened',
    'create',
    'push',
    'pull_request/opened',
    'push',
    'pull_request_sync/synchronized',
    'pull_request_review_approved/reviewed',
    'pull_request/closed',
    'push',
    'issues/closed',
    'delete',
  ]);
  expect(deliveries[3]?.payload).toMatchObject({number: 2, pull_request: {merged: false, head: {ref: 'work'}}});
  expect(deliveries[7]?.payload).toMatchObject({commit_id: '', pull_request: {merged: true, state: 'closed'}});
  expect(deliveries[9]?.payload['commit_id']).toBe(sha);
  expect(deliveries[6]?.payload['review']).toEqual({type: 'pull_request_review_approved', content: 'good'});
});

test('parallel edits that close the same pull request, and the same issue, are told once', async () => {
  const {repo, inbox} = await hooked({events: ['issues_only', 'pull_request_only']});
  await file(alice, repo, {new_branch: 'work'});
  await made(alice.post(`${repo}/pulls`, {title: 'p', head: 'work', base: 'main'}));
  await made(alice.post(`${repo}/issues`, {title: 'i'}));
  const closing = [`${repo}/pulls/1`, `${repo}/issues/2`].flatMap(path => Array.from({length: 8}, () => path));
  await Promise.all(closing.map(async path => made(alice.patch(path, {state: 'closed'}))));
  await server.delivered();
  const closed = inbox.all.filter(({payload}) => payload['action'] === 'closed');
  expect(told(closed).toSorted()).toEqual(['issues/closed', 'pull_request/closed']);
});

test('commits, branches, tags, releases, forks and the end of a repository are told', async () => {
  const inbox = await receiver();
  const name = freshName('guild');
  await made(alice.post('/orgs', {username: name}));
  await made(alice.post(`/orgs/${name}/hooks`, hookTo(inbox.url)));
  await made(alice.post(`/orgs/${name}/repos`, {name: 'r', auto_init: true}));
  const repo = `/repos/${name}/r`;
  const sha = await file(alice, repo, {message: 'hello'});
  await made(alice.post(`${repo}/branches`, {new_branch_name: 'b'}));
  await made(alice.delete(`${repo}/branches/b`));
  await made(alice.post(`${repo}/tags`, {tag_name: 't'}));
  await made(alice.post(`${repo}/releases`, {tag_name: 't'}));
  await made(bob.post(`${repo}/forks`, {}));
  await made(alice.delete(repo));
  const deliveries = await inbox.until(10);
  expect(told(deliveries)).toEqual([
    'repository/created',
    'push',
    'create',
    'push',
    'delete',
    'create',
    'push',
    'release/published',
    'fork',
    'repository/deleted',
  ]);
  expect(deliveries[1]?.payload).toMatchObject({
    ref: 'refs/heads/main',
    after: sha,
    total_commits: 1,
    commits: [{id: sha, message: 'hello\n'}],
    head_commit: {id: sha},
    pusher: {login: 'alice'},
    organization: {name},
  });
  expect(deliveries[8]?.payload).toMatchObject({forkee: {full_name: `${name}/r`}, repository: {full_name: 'bob/r'}});
});

test('each hook gets what is in its reach', async () => {
  const [ofRepository, ofUser, ofServer, ofGuild] = [
    await receiver(),
    await receiver(),
    await receiver(),
    await receiver(),
  ];
  const guild = freshName('guild');
  const carol = await server.user(freshName('carol'));
  const login = String((await made(carol.get('/user')))['login']);
  const repo = await repository(carol, login);
  const events = {events: ['issues_only']};
  await made(alice.post('/orgs', {username: guild}));
  await made(alice.post(`/orgs/${guild}/repos`, {name: 'r'}));
  await made(carol.post(`${repo}/hooks`, hookTo(ofRepository.url, events)));
  await made(carol.post('/user/hooks', hookTo(ofUser.url, events)));
  const system = await made(server.admin.post('/admin/hooks', hookTo(ofServer.url, events)));
  await made(alice.post(`/orgs/${guild}/hooks`, hookTo(ofGuild.url, events)));
  await made(bob.post(`${repo}/issues`, {title: 'of carol'}));
  await made(bob.post(`/repos/${guild}/r/issues`, {title: 'of the guild'}));
  const titles = (deliveries: readonly Received[]): unknown =>
    deliveries.map(({payload}) => (payload['issue'] as {title: string}).title);
  expect(titles(await ofServer.until(2))).toEqual(expect.arrayContaining(['of carol', 'of the guild']));
  expect(titles(await ofRepository.until(1))).toEqual(['of carol']);
  expect(titles(await ofUser.until(1))).toEqual(['of carol']);
  expect(titles(await ofGuild.until(1))).toEqual(['of the guild']);
  await made(server.admin.delete(`/admin/hooks/${String(system['id'])}`));
});

test('an inactive hook and one for other branches get nothing', async () => {
  const {repo, inbox} = await hooked({events: ['push'], branch_filter: '{main,release/*}'});
  await made(alice.post(`${repo}/hooks`, hookTo(`${inbox.url}/inactive`, {active: false})));
  await file(alice, repo, {new_branch: 'other'});
  await file(alice, repo, {new_branch: 'release/1/2'});
  await file(alice, repo);
  expect((await inbox.until(2)).map(({path, payload}) => `${path}${String(payload['ref'])}`)).toEqual([
    '/refs/heads/release/1/2',
    '/refs/heads/main',
  ]);
});

test('a test delivery goes to its hook alone', async () => {
  const {repo, inbox} = await hooked({events: ['issues']});
  const [id] = await listed(alice.get(`${repo}/hooks`), 'id');
  expect((await alice.post(`${repo}/hooks/${String(id)}/tests`)).status).toBe(204);
  expect(told(await inbox.until(1))).toEqual(['push']);
  expect((await alice.post(`${repo}/hooks/${String(id)}/tests?ref=nowhere`)).status).toBe(204);
  expect((await inbox.until(2)).map(({payload}) => payload['ref'])).toEqual(['refs/heads/main', 'nowhere']);
});

test('a receiver that never answers holds up neither the server, nor other hooks, nor the end', async () => {
  const log: string[] = [];
  const own = await testServer({log: text => log.push(text)});
  const silent = await receiver(() => undefined);
  const lively = await receiver();
  await made(own.admin.post('/user/repos', {name: 'r'}));
  for (const {url} of [silent, lively]) await made(own.admin.post('/repos/root/r/hooks', hookTo(url)));
  for (const title of ['one', 'two', 'three']) await made(own.admin.post('/repos/root/r/issues', {title}));
  await Promise.all([silent.until(1), lively.until(3)]);
  expect(silent.all.length).toBe(1);
  await own.close();
  expect(silent.all.length).toBe(1);
});

test('a delivery goes to allowed hosts alone, also by a name', async () => {
  const log: string[] = [];
  const inbox = await receiver();
  const isTold = new Promise<TestServer>((resolve, reject) => {
    const settings = {...defaultSettings, allowedHosts: []};
    const started = testServer({settings, log: text => void (log.push(text) === 2 && resolve(started))});
    started.then(async own => breakOnPurpose(own, inbox.url)).catch(reject);
  });
  await (await isTold).close();
  for (const text of log) expect(text).toMatch(/is not an allowed host; webhook\.ALLOWED_HOST_LIST says which are$/);
  expect(inbox.all).toEqual([]);
});

async function breakOnPurpose(own: TestServer, url: string): Promise<void> {
  await made(own.admin.post('/user/repos', {name: 'r'}));
  for (const address of [url, url.replace('127.0.0.1', 'localhost')])
    await made(own.admin.post('/repos/root/r/hooks', hookTo(address)));
  await made(own.admin.post('/repos/root/r/issues', {title: 'x'}));
}
