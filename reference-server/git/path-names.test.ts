import fc from 'fast-check';
import * as git from 'isomorphic-git';
import {expect, test} from 'vitest';
import {readTree, writeCommit} from './commits.ts';
import {entryAt} from './files.ts';
import {makeGitStore} from './git-store.ts';
import {flawOfName, flawOfPath} from './path-names.ts';

test.each([
  ['', 'it has an empty name in it'],
  ['a//b', 'it has an empty name in it'],
  ['a\\b', 'a name must not have a slash or a backslash in it'],
  ['a/\0', 'a name must not have a zero byte in it'],
  ['\udc00', 'it is not Unicode text'],
  ['é'.repeat(128), 'a name must not be longer than 255 bytes'],
  ['é/'.repeat(1366), 'it is longer than 4096 bytes'],
  ['a/..', 'a name must not be . or ..'],
  ['.GIT/config', 'a name must not be .git, nor what some file systems take for it'],
  ['git~9', 'a name must not be .git, nor what some file systems take for it'],
])('%j is not a path for a file', (path, flaw) => expect(flawOfPath(path)).toBe(flaw));

test.each([
  '.gitignore',
  'git',
  'git~10',
  '...',
  '.git-',
  'a.git',
  'a b',
  'a:b',
  'a\nb',
  '📄',
  'é'.repeat(127),
  'a/b/c',
])('%j is a path for a file', path => expect(flawOfPath(path)).toBeUndefined());

const piece = fc.constantFrom(
  '.',
  'g',
  'i',
  't',
  '.git',
  'GIT',
  '~',
  '1',
  ' ',
  ':',
  '\\',
  '/',
  '\0',
  '\u200d',
  '\ufeff',
  'x',
);
const anyName = fc.oneof(
  fc.array(piece, {minLength: 1, maxLength: 6}).map(pieces => pieces.join('')),
  fc.string({unit: 'binary', minLength: 1, maxLength: 8}),
);

test('the git library reads back each name that is taken', async () => {
  const place = makeGitStore().open(1);
  const oid = await git.writeBlob({...place, blob: new Uint8Array()});
  await fc.assert(
    fc.asyncProperty(anyName, async name => {
      fc.pre(flawOfName(name) === undefined);
      const tree = await git.writeTree({...place, tree: [{mode: '100644', path: name, oid, type: 'blob'}]});
      expect((await readTree(place, tree)).map(({path}) => path)).toEqual([name]);
    }),
    {numRuns: 500},
  );
});

test('a file is found in the commit that took its path', async () => {
  const signature = {name: 'a', email: 'a@example.org', atMs: 0};
  const path = fc.array(anyName, {minLength: 1, maxLength: 3}).map(names => names.join('/'));
  await fc.assert(
    fc.asyncProperty(path, async path => {
      fc.pre(flawOfPath(path) === undefined);
      const place = makeGitStore().open(1);
      const changes = [{path, content: Buffer.from('x')}];
      const sha = await writeCommit(place, {
        message: 'm',
        author: signature,
        committer: signature,
        parents: [],
        changes,
      });
      expect(await entryAt(place, sha, path)).toMatchObject({path, type: 'blob'});
    }),
    {numRuns: 100},
  );
});
