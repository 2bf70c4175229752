// Differences and patches are compared with what real git writes of the same commits.
import {spawnSync} from 'node:child_process';
import {chmodSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {freshName, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {gitFolder, hasGit} from '../testing-git.ts';
import type {GitFolder} from '../testing-git.ts';

let server: TestServer;
let alice: TestClient;
beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
});
afterAll(async () => server.close());

const odd = 'folder with blank/ünï "quoted".txt';
const binary = Uint8Array.from({length: 200}, (_, at) => (at * 37) % 256);

async function page(path: string): Promise<Response> {
  return fetch(`${server.url}${path}`);
}

/** Makes a repository of alice, and a folder in which git begins one. */
async function repositoryWithFolder(): Promise<{
  readonly name: string;
  readonly repo: string;
  readonly mine: GitFolder;
}> {
  const name = freshName('repo');
  const repo = `/repos/alice/${name}`;
  await made(alice.post('/user/repos', {name}));
  const mine = gitFolder();
  onTestFinished(() => mine.remove());
  await mine.git('init', '-q');
  await mine.git('config', 'core.abbrev', '7');
  // As known servers have it.
  await mine.git('config', 'core.quotePath', 'false');
  return {name, repo, mine};
}

test.skipIf(!hasGit)('differences and patches are the text that git writes (needs git)', async () => {
  const {name, repo, mine} = await repositoryWithFolder();
  const lines = (count: number): string =>
    Array.from({length: count}, (_, at) => `${at % 7 ? ' ' : 'part'} ${at}\n`).join('');
  const first = {
    'a.txt': lines(60),
    'gone.txt': 'gone\n',
    'end.txt': 'no break',
    'bytes.bin': binary,
    'run.sh': 'exit\n',
    'one/long.txt': lines(40),
    'one/same.txt': lines(30),
    'left/middle/right.txt': lines(50),
  };
  const root = await mine.commit(first, 'Begin\n\nWith two\nlines.');
  await mine.git('rm', '-q', 'gone.txt', 'one/long.txt', 'left/middle/right.txt');
  await mine.git('mv', 'one/same.txt', 'same.txt');
  chmodSync(join(mine.path, 'run.sh'), 0o755);
  const wide = 'folder-of-some-length/'.repeat(5);
  const changes = {
    'a.txt': lines(60).replace(' 30\n', ' thirty\n'),
    'end.txt': 'no break yet',
    [odd]: 'x\n',
    empty: '',
    'two/long.txt': lines(43).replace(' 20\n', ' twenty\n'),
    'left/center/right.txt': lines(50).replace(' 10\n', ' ten\n'),
  };
  const second = await mine.commit(
    {...changes, 'bytes.bin': Uint8Array.from([0, 1, 2]), [`${wide}b`]: lines(200)},
    'Two',
  );
  const third = await mine.commit({'a.txt': lines(61), [`${wide}b`]: lines(120)}, 'Three: the subject\n\nBody.');
  await mine.git(
    'push',
    '-q',
    `${server.url.replace('//', '//alice:a-password-for-tests@')}/alice/${name}.git`,
    'HEAD:main',
    'HEAD:side',
    `+${root}:refs/heads/base`,
  );
  const text = async (path: string): Promise<string> => (await page(`/alice/${name}${path}`)).text();
  const git = async (...args: string[]): Promise<string> =>
    (await mine.git('-c', 'format.signature=touchstone', ...args)) + '\n';
  expect(await text(`/commit/${root}.diff`)).toBe(await git('show', root));
  for (const sha of [second, third]) expect(await text(`/commit/${sha}.diff`)).toBe(await git('diff', `${sha}^`, sha));
  for (const sha of [root, second, third])
    expect(await text(`/commit/${sha}.patch`)).toBe(
      await git('format-patch', '--no-signature', '--root', '--stdout', '-1', sha),
    );
  const {number} = await made(alice.post(`${repo}/pulls`, {title: 'P', head: 'side', base: 'base'}));
  expect(await text(`/pulls/${String(number)}.diff`)).toBe(await git('diff', root, third));
  expect(await text(`/pulls/${String(number)}.patch`)).toBe(
    `${await git('format-patch', '--binary', '--stdout', `${root}...${third}`)}\n`,
  );
});

test.skipIf(!hasGit)(
  'submodules, and files that become links, are shown as git and today’s servers do (needs git)',
  async () => {
    const {name, repo, mine} = await repositoryWithFolder();
    const modules = '[submodule "one"]\n\tpath = lib/one\n\tURL = ../one.git\n[submodule "two"]\n  path=two\n';
    const root = await mine.commit({'.gitmodules': modules, 'kind.txt': 'x\n', 'lib/a.txt': 'a\n'});
    const point = async (letter: string): Promise<string> => {
      await mine.git('update-index', '--add', '--cacheinfo', `160000,${letter.repeat(40)},lib/one`);
      await mine.git('commit', '-qm', letter);
      return mine.git('rev-parse', 'HEAD');
    };
    const second = await point('a');
    rmSync(join(mine.path, 'kind.txt'));
    symlinkSync('lib/a.txt', join(mine.path, 'kind.txt'));
    await mine.git('add', 'kind.txt');
    const third = await point('b');
    const address = `${server.url.replace('//', '//alice:a-password-for-tests@')}/alice/${name}.git`;
    await mine.git('push', '-q', address, 'HEAD:main');
    for (const [from, to] of [
      [root, second],
      [second, third],
    ] as const)
      expect(await (await page(`/alice/${name}/commit/${to}.diff`)).text()).toBe(
        `${await mine.git('diff', from, to)}\n`,
      );
    const commit = await made(alice.get(`${repo}/git/commits/${third}`));
    expect(commit['stats']).toEqual({total: 4, additions: 2, deletions: 2});
    const one = {name: 'one', path: 'lib/one', sha: 'b'.repeat(40), type: 'submodule', size: 0};
    const nowhere = {html_url: null, git_url: null, download_url: null, submodule_git_url: '../one.git'};
    expect(await made(alice.get(`${repo}/contents/lib/one`))).toMatchObject({...one, ...nowhere});
    expect((await alice.get(`${repo}/contents/lib`)).body).toMatchObject([{name: 'a.txt', type: 'file'}, one]);
    const tree = await made(alice.get(`${repo}/git/trees/main?recursive=true`));
    const entry = {path: 'lib/one', mode: '160000', type: 'commit', sha: 'b'.repeat(40), url: ''};
    expect(tree['tree']).toContainEqual(expect.objectContaining(entry));
    for (const path of ['lib/one', 'lib/one/in.txt'])
      expect((await alice.post(`${repo}/contents/${path}`, {content: '', branch: 'main'})).status).toBe(422);
    await made(alice.post(`${repo}/contents/lib/b.txt`, {content: '', branch: 'main'}));
    await mine.git('pull', '-q', address, 'main');
    expect(await mine.git('ls-tree', 'HEAD', 'lib/one')).toBe(`160000 commit ${'b'.repeat(40)}\tlib/one`);
    const archive = await page(`/alice/${name}/archive/main.tar.gz`);
    const inside = spawnSync('tar', ['-tzf', '-'], {input: Buffer.from(await archive.arrayBuffer())});
    expect(inside.stdout.toString().split('\n')).toContain(`${name}/lib/one/`);
  },
);

test.skipIf(!hasGit)(
  'a file that becomes a link moved nowhere, though another is new that is the same (needs git)',
  async () => {
    const {name, mine} = await repositoryWithFolder();
    const root = await mine.commit({'kind.txt': 'the same\n', 'other.txt': 'other\n'});
    rmSync(join(mine.path, 'kind.txt'));
    symlinkSync('other.txt', join(mine.path, 'kind.txt'));
    const second = await mine.commit({'new.txt': 'the same\n'}, 'Second');
    await mine.git(
      'push',
      '-q',
      `${server.url.replace('//', '//alice:a-password-for-tests@')}/alice/${name}.git`,
      'HEAD:main',
    );
    const shown = await (await page(`/alice/${name}/commit/${second}.diff`)).text();
    expect(shown).toBe(`${await mine.git('diff', root, second)}\n`);
  },
);

test.skipIf(!hasGit)('commits are shown with the offsets of the clocks that dated them (needs git)', async () => {
  const name = freshName('repo');
  await made(alice.post('/user/repos', {name}));
  const mine = gitFolder();
  onTestFinished(() => mine.remove());
  await mine.git('init', '-q');
  await mine.commit({'a.txt': 'a\n'});
  await mine.git('commit', '-q', '--amend', '--no-edit', '--date', '2017-03-19T16:47:59-0430');
  await mine.git(
    'push',
    '-q',
    `${server.url.replace('//', '//alice:a-password-for-tests@')}/alice/${name}.git`,
    'HEAD:main',
  );
  const date = '2017-03-19T16:47:59-04:30';
  const {commit} = await made(alice.get(`/repos/alice/${name}/git/commits/main`));
  expect(commit).toMatchObject({author: {date}});
  expect(await made(alice.get(`/repos/alice/${name}/contents/a.txt`))).toMatchObject({last_author_date: date});
});
