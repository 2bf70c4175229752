// Files that are emptied, moved, replaced, made again and changed on another branch, with odd contents: what each write leaves.
import {ask, base64, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const at = (filepath: string) => ({...home, filepath});
const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
/** What a file is now: as contents, as it is, and its last commit. */
const looks = (filepath: string, ref = 'main', more: Ask['params'] = {}): readonly Ask[] => [
  ask('alice', 'repoGetContents', {...at(filepath), ref}),
  ask('bob', 'repoGetRawFile', {...at(filepath), ref}),
  ask('alice', 'repoGetAllCommits', {...home, sha: ref, path: filepath, ...more}),
];
/** The same after a move. Known servers list what is new and what is gone in no order. */
const looksMoved = (filepath: string): readonly Ask[] => looks(filepath, 'main', {files: false});
const create = (filepath: string, content: string, name: string, more: Body = {}) =>
  ask('alice', 'repoCreateFile', at(filepath), {
    body: {content, branch: 'main', ...more},
    take: {[name]: '/content/sha'},
  });
const update = (filepath: string, content: string, sha: string, more: Body = {}) =>
  ask('alice', 'repoUpdateFile', at(filepath), {body: {content, sha: `{${sha}}`, branch: 'main', ...more}});
const updated = (filepath: string, content: string, sha: string, name: string, more: Body = {}) => ({
  ...update(filepath, content, sha, more),
  take: {[name]: '/content/sha'},
});

export const contents: History = {
  name: 'contents',
  about: 'files that are emptied, moved, replaced and made again',
  needs: ['users', 'repositories'],
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    // Emptied, and filled again.
    create('one.txt', base64('one\n'), 'one'),
    updated('one.txt', '', 'one', 'emptied'),
    ...looks('one.txt'),
    update('one.txt', base64('one\n'), 'one'),
    updated('one.txt', base64('one again\n'), 'emptied', 'filled'),
    ...looks('one.txt'),
    // The same again.
    update('one.txt', base64('one again\n'), 'filled'),
    ...looks('one.txt'),
    // Empty from the beginning.
    create('empty.txt', '', 'empty'),
    ...looks('empty.txt'),
    create('also-empty.txt', '', 'also'),
    updated('empty.txt', base64('not any more\n'), 'empty', 'not-empty'),
    ...looks('empty.txt'),
    // Moved: as it is, emptied, with another content, over something, into a folder of its name.
    update('moved.txt', base64('one again\n'), 'filled', {from_path: 'one.txt'}),
    ...looksMoved('moved.txt'),
    ...looksMoved('one.txt'),
    update('moved-empty.txt', '', 'not-empty', {from_path: 'empty.txt'}),
    ...looksMoved('moved-empty.txt'),
    update('folder/deep/moved.txt', base64('other\n'), 'filled', {from_path: 'moved.txt'}),
    ...looksMoved('folder/deep/moved.txt'),
    create('two.txt', base64('two\n'), 'two'),
    update('also-empty.txt', base64('over it\n'), 'two', {from_path: 'two.txt'}),
    ...looks('also-empty.txt'),
    create('three', base64('three\n'), 'three'),
    create('three/below.txt', base64('below\n'), 'below'),
    update('three/moved.txt', base64('three\n'), 'three', {from_path: 'three'}),
    update('folder', base64('three\n'), 'three', {from_path: 'three'}),
    update('nothing.txt', base64('x\n'), 'three', {from_path: 'no-such-file.txt'}),
    ask('alice', 'repoGetContentsList', {...home, ref: 'main'}),
    // Contents that are no lines of text.
    create('crlf.txt', base64('a\r\nb\r\n'), 'crlf'),
    create('no-newline.txt', base64('no newline'), 'no-newline'),
    create('bytes.bin', bytes('00ff00fe0a0d'), 'bytes'),
    create('bom.txt', bytes('efbbbf6120626f6d0a'), 'bom'),
    ...['crlf.txt', 'no-newline.txt', 'bytes.bin', 'bom.txt'].flatMap(name => looks(name)),
    create('not-base64.txt', 'this is no base64!', 'not-base64'),
    create('unpadded.txt', 'YQ', 'unpadded'),
    create('lined.txt', 'YWFh\nYmJi\n', 'lined'),
    ask('alice', 'repoCreateFile', at('nothing-said.txt'), {body: {branch: 'main'}}),
    ask('alice', 'repoUpdateFile', at('crlf.txt'), {body: {sha: '{crlf}', branch: 'main'}}),
    ...looks('nothing-said.txt'),
    ...looks('crlf.txt'),
    // Removed and made again, on this branch and on another.
    ask('alice', 'repoDeleteFile', at('bom.txt'), {body: {sha: '{bom}', branch: 'main'}}),
    ask('alice', 'repoDeleteFile', at('bom.txt'), {body: {sha: '{bom}', branch: 'main'}}),
    ...looks('bom.txt'),
    create('bom.txt', base64('again\n'), 'bom-again'),
    ...looks('bom.txt'),
    update('bom.txt', base64('on side\n'), 'bom-again', {new_branch: 'side'}),
    ...looks('bom.txt'),
    ...looks('bom.txt', 'side'),
    update('bom.txt', base64('on main\n'), 'bom-again'),
    update('bom.txt', base64('on side again\n'), 'bom-again', {branch: 'side'}),
    update('bom.txt', base64('nowhere\n'), 'bom-again', {branch: 'no-such-branch'}),
    update('bom.txt', base64('there already\n'), 'bom-again', {new_branch: 'side'}),
    ask('alice', 'repoDeleteFile', at('lined.txt'), {body: {sha: '{lined}', branch: 'main', new_branch: 'gone'}}),
    ...looks('lined.txt'),
    ...looks('lined.txt', 'gone'),
    // The last file of a folder takes the folder along; the last file of all leaves a branch without files.
    ask('alice', 'repoGetContents', {...at('folder/deep/moved.txt'), ref: 'main'}, {take: {deep: '/sha'}}),
    ask('alice', 'repoDeleteFile', at('folder/deep/moved.txt'), {body: {sha: '{deep}', branch: 'main'}}),
    ask('alice', 'repoGetContents', {...at('folder'), ref: 'main'}),
    ask('alice', 'repoGetContents', {...at('folder/deep'), ref: 'main'}),
    // Whose names and times a commit has.
    ask('alice', 'repoCreateFile', at('by.txt'), {
      body: {
        content: base64('by\n'),
        branch: 'main',
        message: 'Subject\n\nBody\n',
        author: {name: 'An Author', email: 'author@example.org'},
        dates: {author: '2020-01-02T03:04:05Z'},
      },
    }),
    ask('alice', 'repoCreateFile', at('by-committer.txt'), {
      body: {
        content: base64('by\n'),
        branch: 'main',
        committer: {name: 'A Committer', email: 'committer@example.org'},
        dates: {committer: '2020-01-02T03:04:05+02:00'},
        signoff: true,
      },
    }),
    ask('alice', 'repoCreateFile', at('by-name.txt'), {
      body: {content: base64('by\n'), branch: 'main', author: {name: 'Only A Name'}},
    }),
    ask('alice', 'repoGetAllCommits', {...home, sha: 'main', limit: 4}),
    ask('alice', 'repoGetContentsList', {...home, ref: 'main'}),
    ask('alice', 'repoGet', home),
  ],
};
