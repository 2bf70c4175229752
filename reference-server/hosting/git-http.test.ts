// Real git against the server: clones, fetches and pushes, and what follows from a push.
import {randomBytes} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {freshName, listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {gitFolder, hasGit} from '../testing-git.ts';
import type {GitFolder} from '../testing-git.ts';
import {testReceiver} from '../testing-receiver.ts';
import type {Received, Receiver} from '../testing-receiver.ts';

let server: TestServer;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  bob = await server.user('bob');
});
afterAll(async () => server.close());

interface Place {
  readonly name: string;
  /** Below `/api/v1`. */
  readonly repo: string;
  readonly url: (user?: string, secret?: string) => string;
}

async function repository(more: Record<string, unknown> = {}): Promise<Place> {
  const name = freshName('repo');
  await made(alice.post('/user/repos', {name, ...more}));
  const url = (user?: string, secret = 'a-password-for-tests'): string => {
    const credentials = user === undefined ? '' : `${user}:${secret}@`;
    return `${server.url.replace('//', `//${credentials}`)}/alice/${name}.git`;
  };
  return {name, repo: `/repos/alice/${name}`, url};
}

function folder(): GitFolder {
  const made = gitFolder();
  onTestFinished(() => made.remove());
  return made;
}

async function clone(place: Place, ...options: readonly string[]): Promise<GitFolder> {
  const outside = folder();
  await outside.git('clone', '--quiet', ...options, place.url('alice'), 'it');
  return outside.inside('it');
}

async function branches(place: Place): Promise<readonly unknown[]> {
  return listed(alice.get(`${place.repo}/branches`), 'name');
}

async function headOf(place: Place, branch = 'main'): Promise<unknown> {
  const {commit} = await made(alice.get(`${place.repo}/branches/${branch}`));
  return (commit as {id: string}).id;
}

describe.skipIf(!hasGit)('git (needs git)', () => {
  test('finds a repository under a name that it had before', async () => {
    const place = await repository({auto_init: true});
    await made(alice.patch(place.repo, {name: `${place.name}-moved`}));
    const mine = await clone(place);
    expect(await mine.git('log', '--format=%s')).toContain('Initial commit');
  });

  test('clones an empty repository, and the first push names its default branch', async () => {
    const place = await repository();
    const mine = await clone(place);
    await mine.git('checkout', '-q', '-b', 'trunk');
    const sha = await mine.commit({'a.txt': 'one\n', 'docs/b.txt': 'two\n'});
    await mine.git('push', '-q', 'origin', 'trunk');
    expect(await made(alice.get(place.repo))).toMatchObject({empty: false, default_branch: 'trunk'});
    expect(await headOf(place, 'trunk')).toBe(sha);
    const theirs = await clone(place);
    expect(await theirs.git('rev-parse', 'HEAD')).toBe(sha);
    expect(await theirs.git('show', 'HEAD:docs/b.txt')).toBe('two');
  });

  test('clones what the API wrote, with branches, tags, notes and the heads of pull requests', async () => {
    const place = await repository({auto_init: true});
    const {commit} = await made(alice.post(`${place.repo}/contents/a`, {content: 'YQo=', new_branch: 'side'}));
    await made(alice.post(`${place.repo}/tags`, {tag_name: 'light'}));
    await made(alice.post(`${place.repo}/tags`, {tag_name: 'noted', message: 'yes'}));
    await made(alice.post(`${place.repo}/pulls`, {title: 'P', head: 'side', base: 'main'}));
    const mine = await clone(place, '--mirror');
    await mine.git('fsck', '--strict');
    const refs = (await mine.git('for-each-ref', '--format=%(refname) %(objecttype)')).split('\n');
    expect(refs).toEqual([
      'refs/heads/main commit',
      'refs/heads/side commit',
      'refs/pull/1/head commit',
      'refs/tags/light commit',
      'refs/tags/noted tag',
    ]);
    expect(await mine.git('rev-parse', 'refs/pull/1/head')).toBe((commit as {sha: string}).sha);
    expect(await mine.git('show', 'side:a')).toBe('a');
  });

  test('pushes new branches, fast-forwards, forced updates, tags and deletions, and lists the refs', async () => {
    const place = await repository({auto_init: true});
    const mine = await clone(place);
    const second = await mine.commit({'a.txt': 'one\n'});
    await mine.git('push', '-q', 'origin', 'main', 'HEAD:refs/heads/topic/x');
    expect(await branches(place)).toEqual(['main', 'topic/x']);
    await mine.git('tag', 'light');
    await mine.git('tag', '--annotate', '--message', 'second', 'v2');
    await mine.git('push', '-q', '--tags');
    expect(await made(alice.get(`${place.repo}/tags/v2`))).toMatchObject({message: 'second', commit: {sha: second}});
    await mine.git('commit', '-q', '--amend', '--message', 'Other');
    const amended = await mine.git('rev-parse', 'HEAD');
    expect((await mine.tries('push', 'origin', 'HEAD:topic/x')).text).toContain('non-fast-forward');
    await mine.git('push', '-q', '--force', 'origin', 'HEAD:topic/x');
    expect(await headOf(place, 'topic/x')).toBe(amended);
    const refs = (await mine.git('ls-remote', 'origin')).split('\n').map(line => line.split('\t'));
    expect(refs.map(([, ref]) => ref)).toEqual(
      'HEAD refs/heads/main refs/heads/topic/x refs/tags/light refs/tags/v2 refs/tags/v2^{}'.split(' '),
    );
    expect(refs.at(-1)?.[0]).toBe(second);
    await mine.git('push', '-q', 'origin', ':topic/x', ':light', ':v2');
    expect(await branches(place)).toEqual(['main']);
    expect(await listed(alice.get(`${place.repo}/tags`), 'name')).toEqual([]);
    // Where the folder of a removed ref stood, a ref can stand.
    await mine.git('push', '-q', 'origin', 'HEAD:refs/heads/topic');
    expect((await mine.tries('push', 'origin', 'HEAD:refs/heads/topic/y')).text).toContain('shares its path');
  });

  test('takes options, which administrators make a repository private or a template with', async () => {
    const place = await repository({auto_init: true});
    await alice.put(`${place.repo}/collaborators/bob`, {permission: 'write'});
    const push = async (user: string, ...options: readonly string[]): Promise<unknown> => {
      const mine = folder();
      await mine.git('clone', '-q', place.url('alice'), 'it');
      const it = mine.inside('it');
      await it.commit({}, 'Another');
      await it.git('push', '-q', ...options.flatMap(option => ['-o', option]), place.url(user), 'HEAD:main');
      const {private: isPrivate, template} = await made(alice.get(place.repo));
      return [isPrivate, template];
    };
    expect(await push('alice', 'ci.skip', 'topic=x')).toEqual([false, false]);
    const fork = `/repos/bob/${String((await made(bob.post(`${place.repo}/forks`, {name: freshName('fork')})))['name'])}`;
    expect(await push('alice', 'repo.private', 'repo.template=true')).toEqual([true, true]);
    expect(await made(bob.get(fork))).toMatchObject({private: true});
    expect(await push('bob', 'repo.private=false')).toEqual([true, true]);
    expect(await push('alice', 'repo.private=false', 'repo.template=perhaps')).toEqual([false, true]);
  });

  test('makes no pull requests from pushes, and says so; says too which ids of objects it takes', async () => {
    const place = await repository({auto_init: true});
    const mine = await clone(place);
    await mine.commit({});
    for (const ref of ['refs/for/main/topic', 'refs/draft/main', 'refs/for-review/1'])
      expect((await mine.tries('push', 'origin', `HEAD:${ref}`)).text).toContain('makes no pull requests from pushes');
    await mine.git('init', '-q', '--object-format=sha256', 'other');
    await mine.inside('other').commit({});
    expect((await mine.inside('other').tries('push', place.url('alice'), 'HEAD:new')).text).toContain('hash algorithm');
  });

  test('clones at a depth, deepens, completes the history, and pushes from a shallow clone', async () => {
    const place = await repository({auto_init: true});
    const whole = await clone(place);
    for (const number of [1, 2, 3, 4, 5]) await whole.commit({'a.txt': `${number}\n`, [`${number}/x`]: `${number}\n`});
    await whole.git('push', '-q');
    const mine = await clone(place, '--depth', '1', '--no-single-branch');
    const count = async (): Promise<string> => mine.git('rev-list', '--count', 'HEAD');
    expect(await count()).toBe('1');
    const pushed = await mine.commit({'b.txt': 'from a shallow clone\n'});
    await mine.git('push', '-q');
    expect(await headOf(place)).toBe(pushed);
    await mine.git('fetch', '-q', '--depth', '3');
    expect(await count()).toBe('3');
    await mine.git('fetch', '-q', '--deepen', '2');
    expect(await count()).toBe('5');
    await mine.git('fsck');
    await mine.git('fetch', '-q', '--unshallow');
    expect(await count()).toBe('7');
    await mine.git('fsck');
  });

  test('clones and fetches commits since a time, or without those of a ref, as from git itself', async () => {
    const place = await repository();
    const mine = await clone(place);
    // A line of six days; off its second day goes a side, which joins it again on the sixth.
    const commit = (mark: number, branch: string, rest: string): string =>
      `commit refs/heads/${branch}\nmark :${mark}\ncommitter A <a@example.org> ${mark * 86_400} +0000\ndata 1\nx\n${rest}\n`;
    const line = [commit(1, 'main', ''), commit(2, 'main', ''), commit(3, 'side', 'from :2\n'), commit(4, 'main', '')];
    const history = [...line, commit(5, 'main', ''), commit(6, 'main', 'merge :3\n')].join('');
    expect(await mine.feed(history, 'fast-import', '--quiet')).toMatchObject({exitCode: 0});
    await mine.git('tag', '-am', 'day', 'day', 'main~1');
    await mine.git('push', '-q', 'origin', 'main', 'side', 'day', 'main~2:refs/heads/day4');
    await mine.git('clone', '-q', '--bare', place.url('alice'), 'bare');
    const seen = async (url: string, clones: string, fetches: string): Promise<unknown> => {
      const outside = folder();
      const cloned = await outside.tries('clone', '-q', clones, url, 'it');
      if (cloned.exitCode !== 0) return cloned.exitCode;
      const it = outside.inside('it');
      // Git itself leaves a clone broken where a border lies behind another one.
      const ends = [await it.tries('fetch', '-q', fetches), await it.tries('fsck')].map(({exitCode}) => exitCode);
      return [
        ends,
        (await it.tries('log', '--all', '--format=%ct')).text,
        await it.git('rev-list', '--boundary', 'HEAD'),
      ];
    };
    for (const [clones, fetches] of [
      ['--shallow-since=1970-01-06T00:00:00Z', '--shallow-since=1970-01-04T12:00:00Z'],
      ['--shallow-since=1970-01-04T00:00:00Z', '--unshallow'],
      ['--shallow-since=1970-01-07T00:00:00Z', '--shallow-since=1970-01-01'],
      ['--shallow-since=2001-01-01', '--unshallow'],
      ['--shallow-exclude=day4', '--deepen=1'],
      ['--shallow-exclude=day', '--shallow-exclude=side'],
      ['--shallow-exclude=nothing', '--unshallow'],
      ['--depth=2', '--shallow-exclude=side'],
    ] as const)
      expect([clones, await seen(place.url('alice'), clones, fetches)]).toEqual([
        clones,
        await seen(`file://${mine.path}/bare`, clones, fetches),
      ]);
  });

  test('fetches what it lacks after a long negotiation, whose requests are zipped', async () => {
    const place = await repository({auto_init: true});
    const mine = await clone(place);
    const text = Array.from({length: 400}, (_, number) => `line ${number}`).join('\n');
    await mine.commit({'long.txt': text});
    await mine.git('push', '-q');
    await made(alice.post(`${place.repo}/contents/new.txt`, {content: 'bmV3Cg=='}));
    const commits = Array.from({length: 200}, (_, number) => {
      const from = number === 0 ? 'from refs/heads/main^0\n' : '';
      return `commit refs/heads/many\ncommitter A <a@example.org> ${4_000_000_000 + number} +0000\ndata 1\nx\n${from}\n`;
    });
    expect(await mine.feed(commits.join(''), 'fast-import', '--quiet')).toMatchObject({exitCode: 0});
    await mine.git('fetch', '-q');
    expect(await mine.git('show', 'origin/main:new.txt')).toBe('new');
    // A small change of a long file is pushed as a delta of what the server has.
    await mine.git('reset', '-q', '--hard', 'origin/main');
    await mine.commit({'long.txt': text.replace('line 200', 'another line')});
    await mine.git('push', '-q');
    expect(await (await clone(place)).git('show', 'HEAD:long.txt')).toBe(text.replace('line 200', 'another line'));
  });

  test('pushes more than fits into one buffer, in chunks of a body without a length', async () => {
    const place = await repository({auto_init: true});
    const mine = await clone(place);
    const bytes = randomBytes(6 * 1024 * 1024);
    const sha = await mine.commit({'big.bin': bytes});
    await mine.git('push', '-q');
    expect(await headOf(place)).toBe(sha);
    const found = await made(alice.get(`${place.repo}/contents/big.bin`));
    expect(Buffer.from(String(found['content']), 'base64').equals(bytes)).toBe(true);
    expect(await made(alice.get(`${place.repo}/git/commits/${sha}`))).toMatchObject({
      files: [{filename: 'big.bin', status: 'added'}],
      stats: {total: 0},
    });
  });

  test('fetches a commit by its id', async () => {
    const place = await repository({auto_init: true});
    const first = String(await headOf(place));
    await made(alice.post(`${place.repo}/contents/a`, {content: ''}));
    const mine = folder();
    await mine.git('init', '-q');
    await mine.git('fetch', '-q', place.url('alice'), first);
    expect(await mine.git('rev-parse', 'FETCH_HEAD')).toBe(first);
    expect((await mine.tries('fetch', place.url('alice'), '1'.repeat(40))).text).toContain('not our ref');
  });
});

describe('who may', () => {
  const info = async (path: string, headers: Record<string, string> = {}) =>
    server.nobody.send('GET', `/../..${path}`, undefined, headers);
  const basic = (name: string, secret: string) => ({
    Authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  });

  test('without credentials a private repository and none look the same, and credentials are asked for', async () => {
    const open = await repository({auto_init: true});
    const closed = await repository({auto_init: true, private: true});
    const at = (name: string, service: string) => `/alice/${name}/info/refs?service=git-${service}-pack`;
    const statuses = async (name: string, service: string) => {
      const {status, headers} = await info(at(name, service));
      return [status, headers.get('WWW-Authenticate')];
    };
    const asks = [401, 'Basic realm="Touchstone"'];
    expect(await statuses(`${open.name}.git`, 'upload')).toEqual([200, null]);
    expect(await statuses(open.name, 'upload')).toEqual([200, null]);
    expect(await statuses(`${open.name}.git`, 'receive')).toEqual(asks);
    expect(await statuses(`${closed.name}.git`, 'upload')).toEqual(asks);
    expect(await statuses('no-such.git', 'upload')).toEqual(asks);
    const {status, headers} = await server.nobody.send(
      'POST',
      `/../../alice/${closed.name}.git/git-upload-pack`,
      '0000',
    );
    expect([status, headers.get('WWW-Authenticate')]).toEqual(asks);
    const stranger = await info(at(closed.name, 'upload'), basic('bob', 'a-password-for-tests'));
    expect([stranger.status, stranger.text]).toEqual([404, 'Repository not found.\n']);
    expect((await info(at(open.name, 'upload'), basic('bob', 'wrong'))).status).toBe(401);
    expect((await info(at(open.name, 'receive'), basic('bob', 'a-password-for-tests'))).status).toBe(403);
    expect((await info(`/alice/${open.name}.git/info/refs`)).status).toBe(403);
  });

  test.skipIf(!hasGit)('git signs in by password or token, and a token needs the scope (needs git)', async () => {
    const place = await repository({auto_init: true, private: true});
    const token = async (scopes: readonly string[]) =>
      String((await made(alice.post('/users/alice/tokens', {name: freshName('token'), scopes})))['sha1']);
    const mine = folder();
    const reads = await token(['read:repository']);
    await mine.git('clone', '-q', place.url('alice', reads), 'it');
    const inside = mine.inside('it');
    await inside.commit({a: 'a'});
    const refused = await inside.tries('push');
    expect([refused.exitCode, refused.text]).toEqual([128, expect.stringContaining('403')]);
    // Git is told before it sends anything, so it says no more.
    expect(refused.text).not.toContain('up-to-date');
    await inside.git('push', '-q', place.url('alice', await token(['write:repository'])), 'main');
    expect((await mine.tries('clone', place.url('bob'), 'no')).text).toContain('not found');
    expect((await mine.tries('clone', place.url(), 'no')).text).toContain('could not read Username');
  });
});

describe.skipIf(!hasGit)('protected branches (needs git)', () => {
  test('are refused in git’s own way, by name, by pattern and by list', async () => {
    const place = await repository({auto_init: true});
    await made(alice.put(`${place.repo}/collaborators/bob`, {permission: 'write'}));
    const rules = [
      {rule_name: 'main'},
      {rule_name: 'release/*'},
      {rule_name: 'shared', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['alice']},
      {rule_name: 'open', enable_push: true},
    ];
    const mine = await clone(place);
    await mine.git('push', '-q', 'origin', 'HEAD:refs/heads/release/0');
    for (const rule of rules) await made(alice.post(`${place.repo}/branch_protections`, rule));
    await mine.commit({a: 'a'});
    const push = async (...refs: readonly string[]) => mine.tries('push', 'origin', ...refs);
    expect((await push('main')).text).toContain(
      '! [remote rejected] main -> main (protected by the rule main: you may',
    );
    expect((await push('HEAD:release/1')).text).toContain('(protected by the rule release/*: you may not push to it)');
    expect((await push(':release/0')).text).toContain('(protected by the rule release/*: it cannot be deleted)');
    expect((await push('HEAD:release/a/b', 'HEAD:open', 'HEAD:shared')).exitCode).toBe(0);
    await mine.git('remote', 'set-url', 'origin', place.url('bob'));
    await mine.git('commit', '-q', '--amend', '--message', 'Other');
    expect((await push('HEAD:shared')).exitCode).not.toBe(0);
    const mixed = await push('+HEAD:shared', '+HEAD:open', 'HEAD:free');
    expect(mixed.text).toContain(
      '[remote rejected] HEAD -> shared (protected by the rule shared: you may not push to it)',
    );
    expect(mixed.text).toContain(
      '[remote rejected] HEAD -> open (protected by the rule open: forced updates are refused)',
    );
    const all = (await branches(place)).map(String).toSorted();
    expect(all).toEqual(['free', 'main', 'open', 'release/0', 'release/a/b', 'shared']);
    const together = await push('--atomic', 'HEAD:more', '+HEAD:open');
    expect(together.text).toContain('atomic');
    expect(await branches(place)).not.toContain('more');
  });

  test('the default branch stays, and nobody pushes to the head of a pull request', async () => {
    const place = await repository({auto_init: true});
    const mine = await clone(place);
    expect((await mine.tries('push', 'origin', ':main')).text).toContain('deletion of the default branch prohibited');
    expect((await mine.tries('push', 'origin', 'HEAD:refs/pull/1/head')).text).toContain('deny updating a hidden ref');
  });

  test('that require signed commits take none: not by git, not by the API, not by a merge', async () => {
    const place = await repository({auto_init: true});
    await made(alice.post(`${place.repo}/contents/x`, {content: '', new_branch: 'side'}));
    await made(alice.post(`${place.repo}/pulls`, {title: 'P', head: 'side', base: 'main'}));
    const rule = `${place.repo}/branch_protections`;
    await made(alice.post(rule, {rule_name: 'main', enable_push: true, require_signed_commits: true}));
    const mine = await clone(place);
    await mine.commit({a: 'a'});
    expect((await mine.tries('push')).text).toContain('(protected by the rule main: it takes signed commits only)');
    expect((await alice.post(`${place.repo}/contents/y`, {content: ''})).status).toBe(403);
    const merge = async () => (await alice.post(`${place.repo}/pulls/1/merge`, {Do: 'merge'})).status;
    expect(await merge()).toBe(405);
    await made(alice.patch(`${rule}/main`, {require_signed_commits: false}));
    await mine.git('push', '-q');
    expect((await alice.post(`${place.repo}/contents/y`, {content: ''})).status).toBe(201);
    expect(await merge()).toBe(200);
  });
});

describe.skipIf(!hasGit)('what follows from a push (needs git)', () => {
  async function hooked(): Promise<{place: Place; inbox: Receiver; mine: GitFolder}> {
    const inbox = await testReceiver();
    onTestFinished(async () => inbox.close());
    const place = await repository({auto_init: true});
    const config = {url: inbox.url, content_type: 'json'};
    const events = ['create', 'delete', 'push', 'issues', 'pull_request', 'pull_request_sync'];
    await made(alice.post(`${place.repo}/hooks`, {type: 'gitea', config, events, active: true}));
    return {place, inbox, mine: await clone(place)};
  }

  /** What arrived, as `event ref` or `event action`. */
  const told = (all: readonly Received[]): readonly string[] =>
    all.map(({event, payload}) => [event, payload['action'] ?? payload['ref']].join(' ')).toSorted();

  test('a push fires what the same change by the API fires, with the files that it changed', async () => {
    const {place, inbox, mine} = await hooked();
    await made(alice.post(`${place.repo}/contents/by-api`, {content: 'YQo=', new_branch: 'api'}));
    const byApi = await inbox.until(2);
    await mine.commit({'by-git': 'a\n'});
    await mine.git('push', '-q', 'origin', 'HEAD:refs/heads/git');
    const both = await inbox.until(4);
    expect(told(byApi)).toEqual(['create api', 'push refs/heads/api']);
    expect(told(both.slice(2))).toEqual(['create git', 'push refs/heads/git']);
    const [api, git] = both.filter(({event}) => event === 'push').map(({payload}) => payload);
    expect(Object.keys(git ?? {})).toEqual(Object.keys(api ?? {}));
    expect(api?.['commits']).toMatchObject([{added: ['by-api'], removed: [], modified: []}]);
    expect(git?.['commits']).toMatchObject([{added: ['by-git'], removed: [], modified: []}]);
    expect(git).toMatchObject({pusher: {login: 'alice'}, before: '0'.repeat(40), total_commits: 1});
    await mine.git('push', '-q', 'origin', ':git', 'HEAD:refs/tags/v1');
    expect(told((await inbox.until(7)).slice(4))).toEqual(['create v1', 'delete git', 'push refs/tags/v1']);
  });

  test('a push closes what its messages close, and moves a pull request', async () => {
    const {place, inbox, mine} = await hooked();
    await made(alice.post(`${place.repo}/issues`, {title: 'I'}));
    await mine.git('checkout', '-q', '-b', 'topic');
    const first = await mine.commit({'a.txt': 'one\n'});
    await mine.git('push', '-q', 'origin', 'topic');
    await made(alice.post(`${place.repo}/pulls`, {title: 'P', head: 'topic', base: 'main'}));
    const pull = async () => made(alice.get(`${place.repo}/pulls/2`));
    expect(await pull()).toMatchObject({head: {sha: first}});
    const before = (await inbox.until(4)).length;
    const second = await mine.commit({'a.txt': 'one\ntwo\n'});
    await mine.git('push', '-q', 'origin', 'topic');
    expect(told((await inbox.until(before + 2)).slice(before))).toEqual([
      'pull_request_sync synchronized',
      'push refs/heads/topic',
    ]);
    expect(await pull()).toMatchObject({head: {sha: second}, mergeable: true});
    await mine.git('checkout', '-q', 'main');
    await mine.commit({'b.txt': 'b\n'}, 'Close it\n\nfixes #1');
    await mine.git('push', '-q', 'origin', 'main');
    expect(await made(alice.get(`${place.repo}/issues/1`))).toMatchObject({state: 'closed'});
    // After a rebase the pull request begins at the new base, so that it does not show what the base has.
    await mine.git('rebase', '-q', 'main', 'topic');
    await mine.git('push', '-q', '--force', 'origin', 'topic');
    expect(await listed(alice.get(`${place.repo}/pulls/2/files`), 'filename')).toEqual(['a.txt']);
    expect(await listed(alice.get(`${place.repo}/pulls/2/commits`), 'stats')).toEqual([
      {total: 1, additions: 1, deletions: 0},
      {total: 1, additions: 1, deletions: 0},
    ]);
    const last = await mine.git('rev-parse', 'topic');
    await mine.git('push', '-q', 'origin', ':topic');
    expect(await pull()).toMatchObject({head: {sha: last}});
  });

  test('a push makes approvals stale where the protection says so', async () => {
    const place = await repository({auto_init: true});
    await made(alice.put(`${place.repo}/collaborators/bob`, {permission: 'write'}));
    const carol = await server.user(freshName('carol'));
    const {login} = (await made(carol.get('/user'))) as {login: string};
    await made(alice.put(`${place.repo}/collaborators/${login}`, {permission: 'write'}));
    const rule = {rule_name: 'main', required_approvals: 1, dismiss_stale_approvals: true};
    await made(alice.post(`${place.repo}/branch_protections`, rule));
    const mine = await clone(place);
    await mine.git('checkout', '-q', '-b', 'topic');
    await mine.commit({a: 'a'});
    await mine.git('push', '-q', 'origin', 'topic');
    await made(carol.post(`${place.repo}/pulls`, {title: 'P', head: 'topic', base: 'main'}));
    const approve = async () => made(bob.post(`${place.repo}/pulls/1/reviews`, {event: 'APPROVED', body: 'ok'}));
    const merge = async () => (await carol.post(`${place.repo}/pulls/1/merge`, {Do: 'merge'})).status;
    await approve();
    await mine.commit({a: 'b'});
    await mine.git('push', '-q', 'origin', 'topic');
    expect(await merge()).toBe(405);
    await approve();
    expect(await merge()).toBe(200);
  });
});

describe('bodies that are not git’s', () => {
  const send = async (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const place = await repository({auto_init: true});
    const reply = await alice.send('POST', `/../../alice/${place.name}.git/${path}`, body, headers);
    return [reply.status, reply.text];
  };
  const noFetch = [400, 'The body is not what git sends when it fetches.\n'];

  test.each(['', '0000', 'zzzz', '0009want\n0000', '000ahello\n0000'])('a fetch of %j is refused', async body => {
    expect(await send('git-upload-pack', body)).toEqual(noFetch);
  });

  test('what only says that it is zipped is refused', async () => {
    expect(await send('git-upload-pack', 'abc', {'Content-Encoding': 'gzip'})).toEqual([
      400,
      'The body is not what gzip makes.\n',
    ]);
  });

  test('what unzips to very much is refused', async () => {
    const {gzipSync} = await import('node:zlib');
    const [status] = await send('git-upload-pack', gzipSync(Buffer.alloc(40 * 1024 * 1024)), {
      'Content-Encoding': 'gzip',
    });
    expect(status).toBe(413);
  });

  test('the empty request by which git finds out whether it may push is answered', async () => {
    expect(await send('git-receive-pack', '0000')).toEqual([200, '']);
  });

  test('a pack that is damaged, and one that lacks objects, change no ref', async () => {
    const zeros = '0'.repeat(40);
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const command = line(`${zeros} ${'1'.repeat(40)} refs/heads/x\0report-status`);
    expect(await send('git-receive-pack', `${command}0000PACK`)).toEqual([
      200,
      `${line('unpack the pack is damaged\n')}${line('ng refs/heads/x unpacker error\n')}0000`,
    ]);
    const empty = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
    expect(await send('git-receive-pack', Buffer.concat([Buffer.from(`${command}0000`), empty]))).toEqual([
      200,
      `${line('unpack ok\n')}${line('ng refs/heads/x missing necessary objects\n')}0000`,
    ]);
  });
});

test.skipIf(!hasGit)(
  'a commit lists the files that it adds, modifies and removes, with their lines (needs git)',
  async () => {
    const place = await repository();
    const mine = await clone(place);
    await mine.commit({'keep.txt': 'k\n', 'change.txt': 'a\nb\nc\n', 'dir/gone.txt': 'g\n', swap: 'file\n'});
    await mine.git('rm', '-q', 'dir/gone.txt', 'swap');
    mkdirSync(join(mine.path, 'swap'));
    writeFileSync(join(mine.path, 'swap', 'in.txt'), 'in\n');
    const sha = await mine.commit({'change.txt': 'a\nB\nc\nd\n', 'new/deep.txt': 'n\n'});
    await mine.git('push', '-q', 'origin', 'main');
    const files = [
      {filename: 'change.txt', status: 'modified'},
      {filename: 'dir/gone.txt', status: 'removed'},
      {filename: 'new/deep.txt', status: 'added'},
      {filename: 'swap', status: 'removed'},
      {filename: 'swap/in.txt', status: 'added'},
    ];
    const stats = {total: 7, additions: 4, deletions: 3};
    expect(await made(alice.get(`${place.repo}/git/commits/${sha}`))).toMatchObject({files, stats});
    const [newest, first] = (await alice.get(`${place.repo}/commits`)).body as readonly Record<string, unknown>[];
    expect(newest).toMatchObject({files, stats});
    expect(first).toMatchObject({stats: {total: 6, additions: 6, deletions: 0}});
    expect(first?.['files']).toHaveLength(4);
    const {commit} = await made(alice.get(`${place.repo}/branches/main`));
    expect(commit).toMatchObject({id: sha, added: null, removed: null, modified: null});
  },
);
