import {describe, expect, test} from 'vitest';
import {listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {testReceiver} from '../testing-receiver.ts';
import type {Received} from '../testing-receiver.ts';
import {eventFaults} from './events.ts';
import {mirrorFaults} from './mirrors.ts';

interface Scene {
  readonly server: TestServer;
  readonly alice: TestClient;
  readonly bob: TestClient;
  /** Where hooks lead; the path tells them apart. */
  readonly url: string;
  /** Gives what has arrived, once all that was sent has. */
  readonly arrived: () => Promise<readonly Received[]>;
}

type Look = (scene: Scene) => Promise<unknown>;

const repo = '/repos/alice/r';
const guild = '/repos/guild/r';

/** What a healthy server shows and a faulty one does not. */
const looks: Record<string, {readonly healthy: unknown; readonly look: Look}> = {
  ...same(
    [
      'organization-hook-silent',
      'organization-hook-silent-for-older-repositories',
      'organization-hook-for-pushes-alone',
    ],
    {healthy: ['/guild'], look: async scene => pathsOfIssue(scene, [['/orgs/guild/hooks', 'guild']], guild)},
  ),
  ...same(['user-hook-silent', 'user-hook-for-own-deeds'], {
    healthy: ['/alice'],
    look: async scene => pathsOfIssue(scene, [['/user/hooks', 'alice']], repo),
  }),
  ...same(['system-hook-silent', 'system-hook-for-newer-repositories', 'system-hook-for-organizations-alone'], {
    healthy: ['/system'],
    look: async scene => pathsOfIssue(scene, [['/admin/hooks', 'system']], repo),
  }),
  ...same(['nearest-hook-alone', 'first-hook-alone'], {
    healthy: ['/alice', '/repo', '/system'],
    look: async scene =>
      pathsOfIssue(
        scene,
        [
          [`${repo}/hooks`, 'repo'],
          ['/user/hooks', 'alice'],
          ['/admin/hooks', 'system'],
        ],
        repo,
      ),
  }),
  'user-hook-for-others-repositories': {
    healthy: [],
    look: async scene => pathsOfIssue(scene, [['/user/hooks', 'alice']], '/repos/bob/r'),
  },
  'organization-hook-for-other-organizations': {
    healthy: [],
    look: async scene => pathsOfIssue(scene, [['/orgs/guild/hooks', 'guild']], '/repos/other/r'),
  },
  'hook-fires-while-inactive': {healthy: [], look: async scene => otherHook(scene, {active: false})},
  'hook-fires-for-whatever-happens': {healthy: [], look: async scene => otherHook(scene, {events: ['push']})},
  'hook-filter-passed-over': {healthy: [], look: async scene => filteredHook(scene, 'push')},
  'hook-filter-holds-for-what-has-no-branch': {
    healthy: ['/repo'],
    look: async scene => filteredHook(scene, 'issues'),
  },
  'old-labels-all-but-one-missing': {
    healthy: [
      ['a', 'b'],
      ['a', 'b'],
    ],
    look: clearTwoLabels,
  },
  'commit-id-of-the-first-close': {healthy: [true, true], look: closeByTwoCommits},
  ...same(['label-change-fires-nothing', 'label-change-fires-twice'], {
    healthy: 1,
    look: async scene => (await labelStories(scene, 'post')).length,
  }),
  'label-replace-fires-nothing': {healthy: 2, look: async scene => (await labelStories(scene, 'put')).length},
  ...same(['old-labels-missing', 'old-labels-are-the-new', 'old-labels-missing-on-replace'], {
    healthy: [['a'], ['a']],
    look: async scene => (await labelStories(scene, 'put')).at(-1),
  }),
  ...same(
    [
      'commit-id-missing-on-close',
      'commit-id-missing-on-reopen',
      'commit-id-null',
      'reopen-fires-nothing',
      'closed-again-on-edit',
    ],
    {
      healthy: [
        ['opened', ''],
        ['closed', ''],
        ['edited', ''],
        ['reopened', ''],
      ],
      look: closeAndReopen,
    },
  ),
  ...same(['commit-id-always-empty', 'commit-id-of-earlier-close', 'commit-id-shortened'], {
    healthy: [
      ['opened', true],
      ['closed', true],
      ['reopened', true],
    ],
    look: closeByCommit,
  }),
  ...same(['pull-opened-twice', 'pull-opened-also-as-issue'], {healthy: ['pull_request'], look: openPull}),
  ...same(
    ['mirror-sync-on-commit-always-true', 'mirror-sync-on-commit-false-in-list', 'mirror-sync-on-commit-dropped'],
    {healthy: [true, false], look: mirrors},
  ),
  'mirror-not-synced-on-commit': {healthy: ['/x/info/refs?service=git-receive-pack'], look: syncOnCommit},
  'mirror-keeps-what-is-gone': {healthy: ['main'], look: branchesOfMirror},
};

function same(names: readonly string[], entry: {healthy: unknown; look: Look}): typeof looks {
  return Object.fromEntries(names.map(name => [name, entry]));
}

function hook(url: string, events: readonly string[]): unknown {
  return {type: 'gitea', config: {url, content_type: 'json'}, events, active: true};
}

/** Makes the hooks, has bob open an issue, and tells which hooks fired. */
async function pathsOfIssue(
  {server, alice, bob, url, arrived}: Scene,
  hooks: readonly (readonly [path: string, name: string])[],
  where: string,
): Promise<unknown> {
  for (const [path, name] of hooks)
    await made((path.startsWith('/admin') ? server.admin : alice).post(path, hook(`${url}/${name}`, ['issues'])));
  await made(bob.post(`${where}/issues`, {title: 'x'}));
  return (await arrived()).map(({path}) => path).toSorted();
}

/** Opens an issue that the hook should not hear of, and tells which hooks fired. */
async function otherHook({alice, bob, url, arrived}: Scene, change: object): Promise<unknown> {
  await made(alice.post(`${repo}/hooks`, {...(hook(`${url}/repo`, ['issues']) as object), ...change}));
  await made(bob.post(`${repo}/issues`, {title: 'x'}));
  return (await arrived()).map(({path}) => path);
}

/** Pushes to a branch that the hook does not name and opens an issue, and tells which hooks fired for one kind of event. */
async function filteredHook({alice, url, arrived}: Scene, event: string): Promise<unknown> {
  const filtered = {...(hook(`${url}/repo`, [event]) as object), branch_filter: 'wanted'};
  await made(alice.post(`${repo}/hooks`, filtered));
  await made(alice.post(`${repo}/contents/pushed.txt`, {content: 'b25lCg=='}));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  return (await arrived()).map(({path}) => path);
}

async function clearTwoLabels({alice, url, arrived}: Scene): Promise<unknown> {
  for (const name of ['a', 'b']) await made(alice.post(`${repo}/labels`, {name, color: 'ff0000'}));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  await made(alice.post(`${repo}/issues/1/labels`, {labels: ['a', 'b']}));
  await made(alice.post(`${repo}/hooks`, hook(url, ['issue_label'])));
  await made(alice.put(`${repo}/issues/1/labels`, {labels: []}));
  return (await arrived()).flatMap(({payload}) => oldAndRemoved(payload));
}

async function closeByTwoCommits({alice, url, arrived}: Scene): Promise<unknown> {
  await made(alice.post(`${repo}/hooks`, hook(url, ['issues_only'])));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  const shas: unknown[] = [];
  for (const path of ['f', 'g']) {
    const reply = await made(alice.post(`${repo}/contents/${path}`, {content: '', message: 'fixes #1'}));
    shas.push((reply['commit'] as {sha: unknown}).sha);
    await made(alice.patch(`${repo}/issues/1`, {state: 'open'}));
  }
  const closed = (await arrived()).filter(({payload}) => payload['action'] === 'closed');
  return closed.map(({payload}, index) => payload['commit_id'] === shas[index]);
}

async function labelStories({alice, url, arrived}: Scene, method: 'post' | 'put') {
  for (const name of ['a', 'b']) await made(alice.post(`${repo}/labels`, {name, color: 'ff0000'}));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  await made(alice.post(`${repo}/hooks`, hook(url, ['issue_label'])));
  await made(alice.post(`${repo}/issues/1/labels`, {labels: ['a']}));
  if (method === 'put') await made(alice.put(`${repo}/issues/1/labels`, {labels: ['b']}));
  return (await arrived()).map(({payload}) => oldAndRemoved(payload));
}

function oldAndRemoved(payload: Readonly<Record<string, unknown>>): readonly unknown[] {
  const names = (list: unknown): unknown => (list as {name: string}[]).map(({name}) => name);
  const changes = payload['changes'] as Record<string, unknown>;
  return [names((changes['labels'] as {from: unknown}).from), names(changes['removed_labels'])];
}

async function closeAndReopen({alice, url, arrived}: Scene): Promise<unknown> {
  await made(alice.post(`${repo}/hooks`, hook(url, ['issues_only'])));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  for (const edit of [{state: 'closed'}, {title: 'y'}, {state: 'open'}])
    await made(alice.patch(`${repo}/issues/1`, edit));
  return (await arrived()).map(({payload}) => [payload['action'], payload['commit_id']]);
}

async function closeByCommit({alice, url, arrived}: Scene): Promise<unknown> {
  await made(alice.post(`${repo}/hooks`, hook(url, ['issues_only'])));
  await made(alice.post(`${repo}/issues`, {title: 'x'}));
  const reply = await made(alice.post(`${repo}/contents/f`, {content: '', message: 'fixes #1'}));
  await made(alice.patch(`${repo}/issues/1`, {state: 'open'}));
  const {sha} = reply['commit'] as {sha: string};
  const expected: Record<string, string> = {opened: '', closed: sha, reopened: ''};
  return (await arrived()).map(({payload: {action, commit_id}}) => [action, commit_id === expected[String(action)]]);
}

async function openPull({alice, url, arrived}: Scene): Promise<unknown> {
  await made(alice.post(`${repo}/contents/f`, {content: '', new_branch: 'b'}));
  await made(alice.post(`${repo}/hooks`, hook(url, ['pull_request_only', 'issues_only'])));
  await made(alice.post(`${repo}/pulls`, {title: 'x', head: 'b', base: 'main'}));
  return (await arrived()).map(({event}) => event);
}

async function mirrors({alice}: Scene): Promise<unknown> {
  for (const sync_on_commit of [true, false])
    await made(alice.post(`${repo}/push_mirrors`, {remote_address: 'http://127.0.0.1:1/', sync_on_commit}));
  return listed(alice.get(`${repo}/push_mirrors`), 'sync_on_commit');
}

async function syncOnCommit({alice, url, arrived}: Scene): Promise<unknown> {
  await made(alice.post(`${repo}/push_mirrors`, {remote_address: `${url}/x`, sync_on_commit: true}));
  await made(alice.post(`${repo}/contents/f`, {content: ''}));
  return (await arrived()).map(({path}) => path);
}

/** Syncs a mirror on the same server before and after a branch is removed. */
async function branchesOfMirror({server, alice, arrived}: Scene): Promise<unknown> {
  await made(alice.post('/user/repos', {name: 'copy'}));
  const account = {remote_username: 'alice', remote_password: 'a-password-for-tests'};
  const remote_address = `${server.url}/alice/copy.git`;
  await made(alice.post(`${repo}/push_mirrors`, {remote_address, ...account}));
  await made(alice.post(`${repo}/branches`, {new_branch_name: 'gone'}));
  const sync = async (): Promise<unknown> => {
    expect((await alice.post(`${repo}/push_mirrors-sync`)).status).toBe(200);
    await arrived();
    return listed(alice.get('/repos/alice/copy/branches'), 'name');
  };
  expect(await sync()).toEqual(['gone', 'main']);
  expect((await alice.delete(`${repo}/branches/gone`)).status).toBe(204);
  return sync();
}

async function seen(look: Look, faultNames: readonly string[]): Promise<unknown> {
  const server = await testServer({faultNames});
  const inbox = await testReceiver();
  try {
    const [alice, bob] = [await server.user('alice'), await server.user('bob')];
    for (const client of [alice, bob]) await made(client.post('/user/repos', {name: 'r', auto_init: true}));
    for (const [client, username] of [[alice, 'guild'] as const, [bob, 'other'] as const]) {
      await made(client.post('/orgs', {username}));
      await made(client.post(`/orgs/${username}/repos`, {name: 'r'}));
    }
    const arrived = async (): Promise<readonly Received[]> => {
      await server.delivered();
      return inbox.all;
    };
    return await look({server, alice, bob, url: inbox.url, arrived});
  } finally {
    await server.close();
    await inbox.close();
  }
}

const healthyLooks = new Map<Look, Promise<unknown>>();

/** Looks at a healthy server, once for all faults that are looked at in the same way. */
async function seenHealthy(look: Look): Promise<unknown> {
  const known = healthyLooks.get(look) ?? seen(look, []);
  healthyLooks.set(look, known);
  return known;
}

describe.each(Object.entries(looks))('%s', (name, {healthy, look}) => {
  test('is not there on a healthy server', async () => expect(await seenHealthy(look)).toEqual(healthy));
  test('shows when it is switched on', async () => expect(await seen(look, [name])).not.toEqual(healthy));
});

test('every fault of hooks and mirrors is looked at', () =>
  expect(Object.keys(looks).toSorted()).toEqual([...eventFaults, ...mirrorFaults].map(({name}) => name).toSorted()));
