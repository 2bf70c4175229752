// Differences and patches are compared with what real git writes of the same commits.
import {chmodSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {freshName, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {gitFolder, hasGit} from '../testing-git.ts';

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

test.skipIf(!hasGit)('differences and patches are the text that git writes (needs git)', async () => {
  const name = freshName('repo');
  const repo = `/repos/alice/${name}`;
  await made(alice.post('/user/repos', {name}));
  const mine = gitFolder();
  onTestFinished(() => mine.remove());
  await mine.git('init', '-q');
  await mine.git('config', 'core.abbrev', '7');
  const lines = (count: number): string =>
    Array.from({length: count}, (_, at) => `${at % 7 ? ' ' : 'part'} ${at}\n`).join('');
  const first = {
    'a.txt': lines(60),
    'gone.txt': 'gone\n',
    'end.txt': 'no break',
    'bytes.bin': binary,
    'run.sh': 'exit\n',
  };
  const root = await mine.commit(first, 'Begin\n\nWith two\nlines.');
  await mine.git('rm', '-q', 'gone.txt');
  chmodSync(join(mine.path, 'run.sh'), 0o755);
  const wide = 'folder-of-some-length/'.repeat(5);
  const changes = {
    'a.txt': lines(60).replace(' 30\n', ' thirty\n'),
    'end.txt': 'no break yet',
    [odd]: 'x\n',
    empty: '',
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
  for (const sha of [second, third])
    expect(await text(`/commit/${sha}.diff`)).toBe(await git('diff', '--no-renames', `${sha}^`, sha));
  for (const sha of [root, second, third])
    expect(await text(`/commit/${sha}.patch`)).toBe(
      await git('format-patch', '--no-signature', '--no-renames', '--root', '--stdout', '-1', sha),
    );
  const {number} = await made(alice.post(`${repo}/pulls`, {title: 'P', head: 'side', base: 'base'}));
  expect(await text(`/pulls/${String(number)}.diff`)).toBe(await git('diff', '--binary', '--no-renames', root, third));
  expect(await text(`/pulls/${String(number)}.patch`)).toBe(
    `${await git('format-patch', '--binary', '--no-renames', '--stdout', `${root}...${third}`)}\n`,
  );
});
