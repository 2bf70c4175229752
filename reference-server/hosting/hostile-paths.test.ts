import fc from 'fast-check';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {atLength, someOf} from '../../test/support/length.ts';
import {freshName, listed, made, testServer} from '../testing.ts';
import type {TestClient, TestServer} from '../testing.ts';
import {commitOf, gitObject, pushOf, treeOf} from '../testing-pack.ts';
import type {GitObject} from '../testing-pack.ts';

let server: TestServer;
let alice: TestClient;
const problems: string[] = [];

beforeAll(async () => {
  server = await testServer({log: text => problems.push(text)});
  // A password is hashed at each request, a token is not.
  const token = {name: 'test', scopes: ['all']};
  alice = server.withToken(
    String((await made((await server.user('alice')).post('/users/alice/tokens', token)))['sha1']),
  );
});
beforeEach(() => void problems.splice(0));
afterAll(async () => server.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Makes a repository with the files `README.md`, `file` and `folder/inner`. */
async function repository(): Promise<string> {
  const name = freshName('repo');
  const repo = `/repos/alice/${name}`;
  await made(alice.post('/user/repos', {name, auto_init: true}));
  for (const path of ['file', 'folder/inner'])
    await made(alice.post(`${repo}/contents/${path}`, {content: base64(path)}));
  return repo;
}

/** Reads everything that a path could spoil; a failure of the server fails the test with what it logged. */
async function whole(repo: string): Promise<unknown> {
  const paths = ['/contents', '/git/trees/main?recursive=true', '/branches', '/tags', '/commits', '/git/refs', ''];
  const replies = await Promise.all(paths.map(async path => alice.get(repo + path)));
  expect(problems.splice(0)).toEqual([]);
  expect(replies.map(({status}) => status)).toEqual(paths.map(() => 200));
  return replies.slice(0, -1).map(({body}) => body);
}

async function push(repo: string, refs: Record<string, string>, objects: readonly GitObject[]) {
  return alice.send('POST', `/../..${repo.replace('/repos', '')}.git/git-receive-pack`, pushOf(refs, objects));
}

/** Builds a commit whose tree has one file at a path, as a client may that checks nothing. */
function commitAt(path: string): readonly [GitObject, ...GitObject[]] {
  const blob = gitObject('blob', 'pushed\n');
  const names = path.split('/').toReversed();
  const trees = names.reduce<readonly GitObject[]>(
    (below, name) => [
      treeOf({name, ...(below[0] === undefined ? {id: blob.id} : {mode: '40000', id: below[0].id})}),
      ...below,
    ],
    [],
  );
  return [commitOf(trees[0]?.id ?? ''), ...trees, blob];
}

const zeroWidth = '\u200c';
const unsound = [
  'a\\b',
  '\\..\\',
  'git~1',
  'GIT~2',
  '.git~1',
  '.git ',
  '.git.',
  '.git. .',
  '.GIT',
  '.Git',
  `.g${zeroWidth}it`,
  '.git\ufeff',
  `.${zeroWidth}.`,
  '.git::$INDEX_ALLOCATION',
  'folder/.git/config',
  'a/../b',
  'a/./b',
  'a//b',
  'a/',
  'a\0b',
  'n'.repeat(256),
  'a/'.repeat(2048) + 'b',
];

describe.each(
  someOf(unsound, 6).map(path => [path.length > 40 ? `${path.slice(0, 8)}… of ${path.length} letters` : path, path]),
)('the path %j', (_shown, path) => {
  const encoded = encodeURIComponent(path);

  test('is refused before anything is written, whichever way it comes', async () => {
    const repo = await repository();
    const before = await whole(repo);
    const {sha} = await made(alice.get(`${repo}/contents/file`));
    const answers = [
      await alice.post(`${repo}/contents/${encoded}`, {content: ''}),
      await alice.put(`${repo}/contents/${encoded}`, {content: ''}),
      await alice.put(`${repo}/contents/${encoded}`, {content: '', sha, from_path: 'file'}),
      await alice.put(`${repo}/contents/new`, {content: '', sha, from_path: path}),
      await alice.delete(`${repo}/contents/${encoded}`, {sha}),
    ];
    expect(answers.map(({status}) => status)).toEqual(answers.map(() => 422));
    for (const {text} of answers) expect(text).toContain('is not a path for a file: ');
    expect(await whole(repo)).toEqual(before);
  });

  test('is refused in an empty repository, which stays empty', async () => {
    const name = freshName('repo');
    await made(alice.post('/user/repos', {name}));
    expect((await alice.post(`/repos/alice/${name}/contents/${encoded}`, {content: ''})).status).toBe(422);
    expect(await made(alice.get(`/repos/alice/${name}`))).toMatchObject({empty: true});
  });
});

describe('a push that holds an unsound name', () => {
  const names = unsound.filter(path => !/\0|\.\/|\/$|\/\/|a\/a\//.test(path));
  test.each(someOf([...names, '.', '..', '.git'], 6))('%j makes no ref and leaves no object', async path => {
    const repo = await repository();
    const before = await whole(repo);
    const objects = commitAt(path);
    const [{id}] = objects;
    const {status, text} = await push(repo, {'refs/heads/bad': id, 'refs/heads/main': id}, objects);
    expect(status).toBe(200);
    expect(text).toMatch(/ng refs\/heads\/bad .*is not a name for a file: /);
    expect(text).toContain('ng refs/heads/main ');
    expect(text).not.toContain('ok refs');
    expect((await alice.post(`${repo}/tags`, {tag_name: 'v1', target: id})).status).toBe(404);
    expect((await alice.get(`${repo}/contents?ref=${id}`)).status).toBe(404);
    expect(await whole(repo)).toEqual(before);
  });

  test('that is empty, holds a slash, is there twice or is not UTF-8', async () => {
    const repo = await repository();
    const before = await whole(repo);
    const blob = gitObject('blob', 'x');
    const {id} = blob;
    const trees = [
      treeOf({name: '', id}),
      treeOf({name: 'a/b', id}),
      treeOf({name: 'a', id}, {name: 'a', id}),
      treeOf({name: Buffer.from([0x61, 0xff]), id}),
      treeOf({name: Buffer.from([0xed, 0xa0, 0x80]), id}),
    ];
    for (const tree of trees) {
      const commit = commitOf(tree.id);
      const {text} = await push(repo, {'refs/heads/bad': commit.id}, [commit, tree, blob]);
      expect(text).toContain('ng refs/heads/bad ');
    }
    expect(await whole(repo)).toEqual(before);
  });
});

test('a push with an object that cannot be read, or without one that it needs, makes no ref', async () => {
  const repo = await repository();
  const before = await whole(repo);
  const blob = gitObject('blob', 'x');
  const tree = treeOf({name: 'a', id: blob.id});
  const missing = 'ab'.repeat(20);
  const pushes: readonly (readonly [GitObject, ...GitObject[]])[] = [
    [commitOf(missing)],
    [commitOf(tree.id), tree],
    [commitOf(tree.id, {parents: [missing]}), tree, blob],
    [commitOf(blob.id), blob],
    [commitOf(tree.id, {author: 'nobody'}), tree, blob],
    [commitOf(tree.id, {author: 'a <b> soon +0000'}), tree, blob],
    [commitOf(tree.id, {author: 'a <b> 99999999999999 +0000'}), tree, blob],
    [gitObject('commit', `tree ${tree.id}\n\nNo author\n`), tree, blob],
    ...[{mode: '40000'}, {mode: '123'}].map(({mode}) => {
      const odd = treeOf({name: 'a', mode, id: blob.id});
      return [commitOf(odd.id), odd, blob] as const;
    }),
  ];
  for (const objects of pushes) {
    const {text} = await push(repo, {'refs/heads/bad': objects[0].id}, objects);
    expect(text).toContain('ng refs/heads/bad ');
    expect((await alice.get(`${repo}/git/commits/${objects[0].id}`)).status).toBe(404);
  }
  expect(await whole(repo)).toEqual(before);
});

test('a sound push after a refused one is taken, with the same objects in it', async () => {
  const repo = await repository();
  const blob = gitObject('blob', 'x');
  const tree = treeOf({name: 'sound', id: blob.id});
  const commit = commitOf(tree.id);
  const odd = commitOf(treeOf({name: '.git', id: blob.id}).id);
  expect((await push(repo, {'refs/heads/side': commit.id}, [commit, tree, blob, odd])).text).toContain('ng ');
  expect((await push(repo, {'refs/heads/side': commit.id}, [commit, tree, blob])).text).toContain('ok refs/heads/side');
  expect(await made(alice.get(`${repo}/contents/sound?ref=side`))).toMatchObject({content: base64('x')});
});

describe('a file is not put where another is', () => {
  test.each([
    ['file/inner', 'a file would become a folder'],
    ['folder', 'a folder would become a file'],
  ])('%s: %s', async path => {
    const repo = await repository();
    const before = await whole(repo);
    const {sha} = await made(alice.get(`${repo}/contents/README.md`));
    const statuses = [
      (await alice.post(`${repo}/contents/${path}`, {content: ''})).status,
      (await alice.put(`${repo}/contents/${path}`, {content: '', sha, from_path: 'README.md'})).status,
    ];
    expect(statuses).toEqual([422, 422]);
    expect((await alice.put(`${repo}/contents/${path}`, {content: ''})).status).toBeGreaterThanOrEqual(400);
    expect(await whole(repo)).toEqual(before);
  });

  test('a file does not move over another one, nor over the folder that it is in', async () => {
    const repo = await repository();
    const before = await whole(repo);
    const {sha} = await made(alice.get(`${repo}/contents/folder/inner`));
    for (const path of ['file', 'folder'])
      expect((await alice.put(`${repo}/contents/${path}`, {content: '', sha, from_path: 'folder/inner'})).status).toBe(
        422,
      );
    expect(await whole(repo)).toEqual(before);
  });
});

test.each(['%ff', 'a%ED%A0%80', '%C3%28', '%', '%zz'])('%s, which is not UTF-8, is refused', async path => {
  const repo = await repository();
  const before = await whole(repo);
  expect((await alice.post(`${repo}/contents/${path}`, {content: ''})).status).toBe(422);
  expect((await alice.put(`${repo}/contents/x`, {content: '', from_path: 'a\ud800', sha: 'x'})).status).toBe(422);
  expect(await whole(repo)).toEqual(before);
});

describe('names of refs', () => {
  test.each([
    'a./b',
    'a.',
    '.a',
    'a/.b',
    'a..b',
    'a.lock',
    'a.lock/b',
    'a\ud800',
    'a\0',
    'a b',
    '/a',
    'a/',
    'a//b',
    '@{',
    'x'.repeat(300),
  ])('%j is a name for neither a branch nor a tag', async name => {
    const repo = await repository();
    const before = await whole(repo);
    const template = freshName('template');
    await made(alice.post('/user/repos', {name: template, auto_init: true}));
    await made(alice.patch(`/repos/alice/${template}`, {template: true}));
    const empty = freshName('empty');
    await made(alice.post('/user/repos', {name: empty}));
    const generated = {name: freshName('generated'), owner: 'alice', git_content: true, default_branch: name};
    const answers = [
      await alice.post(`${repo}/branches`, {new_branch_name: name}),
      await alice.post(`${repo}/tags`, {tag_name: name}),
      await alice.post(`${repo}/releases`, {tag_name: name}),
      await alice.post(`${repo}/contents/x`, {content: '', new_branch: name}),
      await alice.post('/user/repos', {name: freshName('made'), auto_init: true, default_branch: name}),
      await alice.post(`/repos/alice/${template}/generate`, generated),
      await alice.patch(repo, {default_branch: name}),
      await alice.patch(`/repos/alice/${empty}`, {default_branch: name}),
    ];
    expect(answers.map(({status}) => status)).toEqual(answers.map(() => 422));
    expect((await alice.get(`/repos/alice/${generated.name}`)).status).toBe(404);
    expect(await whole(repo)).toEqual(before);
  });

  test.each([
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['a/b', 'a/b/c'],
  ])('%s beside %s is refused for tags and in a push', async (one, other) => {
    const repo = await repository();
    await made(alice.post(`${repo}/branches`, {new_branch_name: one}));
    await made(alice.post(`${repo}/tags`, {tag_name: one}));
    const before = await whole(repo);
    const objects = commitAt('pushed');
    const refs = {[`refs/heads/${other}`]: objects[0].id, [`refs/tags/${other}`]: objects[0].id};
    expect((await alice.post(`${repo}/tags`, {tag_name: other})).status).toBe(409);
    expect((await alice.post(`${repo}/branches`, {new_branch_name: other})).status).toBe(409);
    expect((await alice.post(`${repo}/releases`, {tag_name: other})).status).toBe(409);
    const {text} = await push(repo, refs, objects);
    expect(text).toContain(`ng refs/heads/${other} `);
    expect(text).toContain(`ng refs/tags/${other} `);
    expect(await whole(repo)).toEqual(before);
  });

  test('that were removed leave room for others', async () => {
    const repo = await repository();
    await made(alice.post(`${repo}/branches`, {new_branch_name: 'a/b/c'}));
    await made(alice.post(`${repo}/tags`, {tag_name: 'a/b/c'}));
    expect((await alice.delete(`${repo}/branches/a/b/c`)).status).toBe(204);
    expect((await alice.delete(`${repo}/tags/a/b/c`)).status).toBe(204);
    await made(alice.post(`${repo}/branches`, {new_branch_name: 'a'}));
    await made(alice.post(`${repo}/tags`, {tag_name: 'a'}));
    expect(await listed(alice.get(`${repo}/branches`), 'name')).toEqual(['a', 'main']);
    expect(await listed(alice.get(`${repo}/tags`), 'name')).toEqual(['a']);
    await whole(repo);
  });

  test.each(['refs/heads', 'refs/tags', 'refs/stash', 'refs/heads/a./b'])('a push does not make %s', async ref => {
    const repo = await repository();
    const before = await whole(repo);
    const objects = commitAt('pushed');
    expect((await push(repo, {[ref]: objects[0].id}, objects)).text).toContain(`ng ${ref} `);
    expect(await whole(repo)).toEqual(before);
  });
});

describe('names of people', () => {
  test.each(['A\nB', 'A\rB', 'A\u2028B', 'A\0B', 'A <b>', '\n', '\ud800'])(
    '%j does not spoil a commit',
    async full_name => {
      const name = freshName('person');
      const client = await server.user(name, {full_name});
      await made(client.post('/user/repos', {name: 'r', auto_init: true}));
      await made(client.post(`/repos/${name}/r/contents/x`, {content: ''}));
      await made(client.post(`/repos/${name}/r/tags`, {tag_name: 'v1', message: 'annotated'}));
      await made(client.post(`/repos/${name}/r/git/notes/main`, {message: 'note'}));
      expect(await made(client.get(`/repos/${name}/r/git/notes/main`))).toMatchObject({message: 'note\n'});
      expect(await made(client.get(`/repos/${name}/r/tags/v1`))).toMatchObject({message: 'annotated'});
      await whole(`/repos/${name}/r`);
    },
  );

  test.each(['A\nB', 'A\rB', 'A\u2029B', 'A<', 'A\0'])('%j is not taken for an author', async name => {
    const repo = await repository();
    const before = await whole(repo);
    for (const author of [{name}, {email: name}])
      expect((await alice.post(`${repo}/contents/x`, {content: '', author})).status).toBe(422);
    expect(await whole(repo)).toEqual(before);
  });
});

test('a merge of a file and a folder of the same name is a conflict and changes nothing', async () => {
  const repo = await repository();
  for (const [branch, at] of [
    ['one', 'both'],
    ['two', 'both/inner'],
  ] as const)
    await made(alice.post(`${repo}/contents/${at}`, {content: base64(at), new_branch: branch}));
  for (const head of ['one', 'two']) await made(alice.post(`${repo}/pulls`, {title: head, head, base: 'main'}));
  expect((await alice.post(`${repo}/pulls/1/merge`, {Do: 'merge'})).status).toBe(200);
  const before = await whole(repo);
  for (const Do of ['merge', 'squash', 'rebase', 'rebase-merge'])
    expect([(await alice.post(`${repo}/pulls/2/merge`, {Do})).status, problems]).toEqual([409, []]);
  expect((await alice.get(`${repo}/pulls/2`)).status).toBe(200);
  expect(await whole(repo)).toEqual(before);
});

/** Pieces of names: what git keeps for itself, what file systems fold into it, what ends or splits a name, and plain ones. */
const oddPieces = [
  ['.git', '.GIT', 'git~1', '.', '..', ' ', '\\', ':', '::$DATA', '~1', zeroWidth, '\u202e', '\ufeff', '\0'],
  ['\n', '\r', '\t', '\u007f', '\u0085', '\u2028', '\ud800', '%', '%2f', '?', '#', '"', '-', '@{', 'n'.repeat(200)],
].flat();
const plainPieces = ['a', 'b', 'é', 'e\u0301', '📄', 'file', 'folder', 'inner', 'README.md', '__proto__', 'HEAD'];
const piece = fc.constantFrom(...oddPieces, ...plainPieces);
const segment = fc.array(piece, {minLength: 1, maxLength: 3}).map(parts => parts.join(''));
const path = fc
  .oneof(
    {weight: 3, arbitrary: fc.array(segment, {minLength: 1, maxLength: 3})},
    {weight: 1, arbitrary: fc.array(fc.constantFrom('', 'file', 'folder', 'inner'), {minLength: 1, maxLength: 3})},
  )
  .map(segments => segments.join('/'));

const ways = {
  create: async (repo: string, at: string) => alice.post(`${repo}/contents/${at}`, {content: base64('written')}),
  update: async (repo: string, at: string) => alice.put(`${repo}/contents/${at}`, {content: base64('written')}),
  move: async (repo: string, at: string) => {
    const {sha} = await made(alice.get(`${repo}/contents/README.md`));
    return alice.put(`${repo}/contents/${at}`, {content: base64('written'), sha, from_path: 'README.md'});
  },
} as const;

describe('whatever a file is called', () => {
  /** Writes U+FFFD for half a letter, as every encoder does on the way. */
  const wellFormed = (text: string): string => Buffer.from(text).toString();

  /** Encodes a path as one segment, so that no client on the way takes `..` out of it. */
  const encode = (text: string): string => encodeURIComponent(wellFormed(text));

  /** Reads a file as somebody else. */
  async function readBack(repo: string, text: string, ref: string): Promise<unknown> {
    const {path, content} = await made(server.nobody.get(`${repo}/contents/${encode(text)}?ref=${ref}`));
    return {path, content};
  }

  const runs = {numRuns: atLength({short: 6, long: 20}), examples: [['a b'], ['.git']] as [string][]};

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'each %s is refused and changes nothing, or can be read back',
    async way => {
      const segmentsKept = path.filter(text => !/^\.{0,2}$/.test(text));
      await fc.assert(
        fc.asyncProperty(segmentsKept, async text => {
          const repo = await repository();
          const before = await whole(repo);
          const {status} = await ways[way](repo, encode(text));
          const isRefused = status >= 400 && status < 500;
          const after = await whole(repo);
          const written = {path: wellFormed(text), content: base64('written')};
          expect(isRefused ? after : await readBack(repo, text, 'main')).toEqual(isRefused ? before : written);
        }),
        runs,
      );
    },
  );

  test('each push is refused and changes nothing, or can be read back', async () => {
    await fc.assert(
      fc.asyncProperty(path, async text => {
        const repo = await repository();
        const before = await whole(repo);
        const objects = commitAt(text);
        const reply = await push(repo, {'refs/heads/pushed': objects[0].id}, objects);
        const isRefused = reply.text.includes('ng refs/heads/pushed');
        const after = await whole(repo);
        const written = {path: wellFormed(text), content: base64('pushed\n')};
        expect(isRefused ? after : await readBack(repo, text, 'pushed')).toEqual(isRefused ? before : written);
      }),
      runs,
    );
  });
});
