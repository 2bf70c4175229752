// The addresses in replies lead to files, archives, patches that git takes, and pages in which data is escaped.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {freshName, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';

let server: TestServer;
let alice: TestClient;
let base: string;
let name: string;
const scratch = mkdtempSync(join(tmpdir(), 'pages-'));
beforeAll(async () => {
  server = await testServer();
  alice = await server.user('alice');
  name = freshName('repo');
  await made(alice.post('/user/repos', {name, auto_init: true}));
  base = `/repos/alice/${name}`;
  await made(alice.post(`${base}/branches`, {new_branch_name: 'side/way'}));
});
afterAll(async () => {
  rmSync(scratch, {recursive: true, force: true});
  await server.close();
});

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const authorization = `Basic ${base64('alice:a-password-for-tests')}`;

async function page(path: string, headers: Record<string, string> = {Authorization: authorization}): Promise<Response> {
  return fetch(path.startsWith('http') ? path : `${server.url}${path}`, {headers});
}

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
}

const odd = 'folder with blank/ünï "quoted".txt';
const long = `${'deep-'.repeat(20)}/${'folder-'.repeat(12)}/file.txt`;
const binary = new Uint8Array([0, 1, 2, 255]);
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Makes a pull request that adds, changes and removes files, two commits long. */
async function pull(): Promise<{path: string; diff_url: string; patch_url: string}> {
  const head = freshName('head');
  await made(alice.post(`${base}/branches`, {new_branch_name: head}));
  for (const [path, content] of [
    [odd, 'no line break at the end'],
    [long, 'deep\n'],
  ] as const)
    await made(
      alice.post(`${base}/contents/${encoded(path)}`, {
        content: base64(content),
        branch: head,
        message: `Add ${path.length}\n\nWith a body.`,
      }),
    );
  const {sha} = await made(alice.get(`${base}/contents/README.md?ref=main`));
  await made(alice.delete(`${base}/contents/README.md`, {sha, branch: head, message: 'Remove'}));
  const made_ = await made(alice.post(`${base}/pulls`, {title: head, head, base: 'main'}));
  return {path: `/alice/${name}/pulls/${String(made_['number'])}`, ...(made_ as {diff_url: string; patch_url: string})};
}

test('raw files come as text or bytes, never as a page', async () => {
  await made(
    alice.post(`${base}/contents/a.html`, {content: base64('<script>alert(1)</script>\n'), branch: 'side/way'}),
  );
  const file = await made(alice.post(`${base}/contents/b.bin`, {content: base64(binary), branch: 'side/way'}));
  const {download_url: url, html_url: html} = file['content'] as {download_url: string; html_url: string};
  const bytes = await page(url);
  expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(binary);
  expect(bytes.headers.get('Content-Type')).toBe('application/octet-stream');
  const text = await page(`/alice/${name}/raw/branch/side/way/a.html`);
  expect([text.headers.get('Content-Type'), text.headers.get('X-Content-Type-Options'), await text.text()]).toEqual([
    'text/plain; charset=utf-8',
    'nosniff',
    '<script>alert(1)</script>\n',
  ]);
  expect(await (await page(`/alice/${name}/src/branch/side/way/a.html`)).text()).toContain('&lt;script&gt;alert(1)');
  expect((await page(html)).status).toBe(200);
  expect((await alice.get(`${base}/raw/a.html?ref=side%2Fway`)).text).toBe('<script>alert(1)</script>\n');
  expect((await alice.get(`${base}/raw/nothing.txt`)).status).toBe(404);
});

test('files of tags and commits have addresses of their own', async () => {
  await made(alice.post(`${base}/tags`, {tag_name: 'files/v1'}));
  const {commit} = (await made(alice.get(`${base}/branches/main`))) as {commit: {id: string}};
  for (const ref of ['files/v1', commit.id]) {
    const file = await made(alice.get(`${base}/contents/README.md?ref=${encodeURIComponent(ref)}`));
    for (const field of ['html_url', 'download_url', 'url', 'git_url'])
      expect([field, (await page(String(file[field]))).status]).toEqual([field, 200]);
    expect(file['html_url']).toContain(ref === commit.id ? '/src/commit/' : '/src/tag/');
  }
});

test.skipIf(!has('git'))('git applies the diff and the patch of a pull request', async () => {
  const {diff_url: diff, patch_url: patch} = await pull();
  const folder = join(scratch, 'apply');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {encoding: 'utf8'});
  execFileSync('git', ['init', '-q', folder]);
  const readme = await (await page(`/alice/${name}/raw/branch/main/README.md`)).text();
  writeFileSync(join(folder, 'README.md'), readme);
  git('add', '.');
  git('commit', '-qm', 'base');
  for (const url of [diff, patch]) writeFileSync(join(scratch, url.slice(-4)), await (await page(url)).text());
  git('apply', '--check', join(scratch, 'diff'));
  git('am', '-q', join(scratch, 'atch'));
  expect(readFileSync(join(folder, odd), 'utf8')).toBe('no line break at the end');
  expect(readFileSync(join(folder, long), 'utf8')).toBe('deep\n');
  expect(git('ls-files')).not.toContain('README.md');
  expect(git('log', '--format=%an %s %b', '-3')).toContain('With a body.');
});

test('a commit has a diff and a patch', async () => {
  const {commit} = (await made(alice.get(`${base}/branches/main`))) as {commit: {id: string; url: string}};
  const diff = await (await page(`/alice/${name}/commit/${commit.id}.diff`)).text();
  expect(diff).toContain('diff --git a/README.md b/README.md\nnew file mode 100644\n');
  expect((await alice.get(`${base}/git/commits/${commit.id}.diff`)).text).toBe(diff);
  expect((await alice.get(`${base}/git/commits/${commit.id}.patch`)).text).toMatch(/^From [0-9a-f]{40} Mon Sep 17/);
  expect((await page(commit.url)).status).toBe(200);
});

test.skipIf(!has('tar'))('tar unpacks an archive, also with long names and letters beyond ASCII', async () => {
  const branch = freshName('branch');
  await made(alice.post(`${base}/branches`, {new_branch_name: branch}));
  for (const path of [odd, long])
    await made(alice.post(`${base}/contents/${encoded(path)}`, {content: base64(path), branch}));
  const {zipball_url: zip, tarball_url: tar} = await made(
    alice.post(`${base}/tags`, {tag_name: 'packed', target: branch}),
  );
  const bytes = new Uint8Array(await (await page(String(tar))).arrayBuffer());
  writeFileSync(join(scratch, 'a.tar.gz'), bytes);
  execFileSync('tar', ['-xzf', join(scratch, 'a.tar.gz'), '-C', scratch]);
  for (const path of [odd, long]) expect(readFileSync(join(scratch, name, path), 'utf8')).toBe(path);
  expect(statSync(join(scratch, name, 'README.md')).isFile()).toBe(true);
  expect(new Uint8Array(await (await page(String(tar))).arrayBuffer())).toEqual(bytes);
  expect((await page(String(zip))).headers.get('Content-Type')).toBe('application/octet-stream');
});

test.skipIf(!has('git'))('archives have the bytes that git writes, and git clones a bundle', async () => {
  const branch = freshName('branch');
  for (const path of ['docs/deep/a.txt', 'docs/b.txt', 'docs-c'])
    await made(alice.post(`${base}/contents/${path}`, {content: base64(path.repeat(3)), ...(await onBranch(branch))}));
  const bytes = async (ending: string): Promise<Buffer> =>
    Buffer.from(await (await page(`/alice/${name}/archive/${branch}.${ending}`)).arrayBuffer());
  writeFileSync(join(scratch, 'a.bundle'), await bytes('bundle'));
  const cloned = join(scratch, 'cloned');
  execFileSync('git', ['clone', '-q', join(scratch, 'a.bundle'), cloned], {stdio: 'ignore'});
  const archive = (format: string): Buffer =>
    execFileSync('git', [
      '-C',
      cloned,
      '-c',
      'tar.umask=0002',
      'archive',
      `--prefix=${name}/`,
      `--format=${format}`,
      'HEAD',
    ]);
  expect(gunzipSync(await bytes('tar.gz')).equals(archive('tar'))).toBe(true);
  expect((await bytes('zip')).byteLength).toBe(archive('zip').byteLength);
});

/** Says where a file goes: into a branch, which the first one makes. */
async function onBranch(branch: string): Promise<Record<string, string>> {
  const isThere = (await alice.get(`${base}/branches/${branch}`)).status === 200;
  return isThere ? {branch} : {new_branch: branch};
}

test.skipIf(!has('python3'))('python reads every file of a zip archive', async () => {
  const zip = await page(`/alice/${name}/archive/main.zip`);
  writeFileSync(join(scratch, 'a.zip'), new Uint8Array(await zip.arrayBuffer()));
  const program =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist()); print(z.read(z.namelist()[-1]).decode())';
  const said = execFileSync('python3', ['-c', program, join(scratch, 'a.zip')], {encoding: 'utf8'});
  expect(said).toContain(`None ${name}/ ${name}/README.md`);
  expect(said).toContain(`# ${name}`);
});

test('pages escape what people wrote', async () => {
  const title = '<img src=x onerror=alert(1)> & "more"';
  const {html_url: url} = await made(alice.post(`${base}/issues`, {title, body: '</table><script>'}));
  const reply = await page(String(url));
  const text = await reply.text();
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &#34;more&#34;');
  expect(text).not.toMatch(/<img|<script/);
  expect(reply.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
});

test('pages of private repositories are for those who may read them', async () => {
  const secret = freshName('secret');
  await made(alice.post('/user/repos', {name: secret, auto_init: true, private: true}));
  const paths = ['', '/raw/branch/main/README.md', '/archive/main.zip', '/src/branch/main/README.md'];
  for (const path of paths) {
    expect((await page(`/alice/${secret}${path}`, {})).status).toBe(404);
    expect((await page(`/alice/${secret}${path}`)).status).toBe(200);
  }
  expect(await (await page('/alice', {})).text()).not.toContain(secret);
});

test.each(['/alice/none', '/none', '/alice/none/pulls/x.diff', '/api/none', '/%E0%A4%A', '/a/b/c/d'])(
  '%s is not found',
  async path => expect((await page(path)).status).toBe(404),
);
