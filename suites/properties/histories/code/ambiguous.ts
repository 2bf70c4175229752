// Names that could be two things: branches, tags, paths and commits that begin alike or are called the same, and what each address and parameter takes them for.
import {ask, base64, variants, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const file = (filepath: string, branch: string, words: string, more: {readonly [key: string]: string} = {}) =>
  ask(
    'alice',
    'repoCreateFile',
    {...home, filepath},
    {
      body: {content: base64(`${words}\n`), branch, ...more},
      take: {[`commit-${words}`]: '/commit/sha'},
    },
  );
const refs = [
  'main',
  'topic',
  'topic/more',
  'both',
  'v1',
  'heads/both',
  'tags/both',
  'refs/heads/both',
  'refs/tags/both',
  'HEAD',
  'main~1',
  'nothing',
  '',
];

/** Reads one path at every ref. */
const reads = (operation: string, filepath: string): readonly Ask[] =>
  variants('bob', operation, {...home, filepath}, [{}, ...refs.map(ref => ({ref}))]);

export const ambiguous: History = {
  name: 'ambiguous',
  about: 'names that could be two things',
  needs: ['users', 'repositories'],
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    file('a.txt', 'main', 'first'),
    file('a.txt', 'main', 'of-topic', {new_branch: 'topic'}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'topic', old_branch_name: 'main'}}),
    file('b.txt', 'topic', 'b-of-topic'),
    // A folder of the default branch that is called as a branch.
    file('topic/a.txt', 'main', 'below'),
    file('topic/more/a.txt', 'main', 'deep'),
    file('v1/a.txt', 'main', 'tagged'),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', target: 'topic', message: 'a tag'}}),
    // A branch and a tag of one name, at different commits.
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'both', old_branch_name: 'topic'}}),
    file('both.txt', 'both', 'both-branch'),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'both', target: 'main'}}),
    // A branch that looks like a commit, and one that looks like a file.
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'abcdef0', old_branch_name: 'topic'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'a.txt', old_branch_name: 'topic'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'same', old_ref_name: 'both'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'of-tag', old_ref_name: 'refs/tags/both'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'of-commit', old_ref_name: '{commit-first}'}}),
    ...['same', 'of-tag', 'of-commit', 'abcdef0', 'a.txt'].map(branch =>
      ask('bob', 'repoGetBranch', {...home, branch}),
    ),
    // Contents and raw files.
    ...['a.txt', 'topic/a.txt', 'b.txt', 'both.txt', 'v1/a.txt'].flatMap(path => reads('repoGetContents', path)),
    ...['a.txt', 'topic/a.txt', 'topic/b.txt', 'both/both.txt', 'v1/a.txt', 'main/a.txt', 'topic/more/a.txt'].flatMap(
      path => [...reads('repoGetRawFile', path), ask('bob', 'repoGetRawFileOrLFS', {...home, filepath: path})],
    ),
    ...variants('bob', 'repoGetRawFile', {...home, filepath: 'a.txt'}, [
      {ref: '{commit-first}'},
      {ref: 'abcdef0'},
      {ref: 'a.txt'},
    ]),
    ...variants(
      'bob',
      'repoGetContentsList',
      home,
      refs.map(ref => ({ref})),
    ),
    // Commits, trees, refs, statuses and archives.
    ...[...refs, '{commit-first}', 'abcdef0'].flatMap(sha => [
      ask('bob', 'repoGetAllCommits', {...home, sha, limit: 2}),
      ask('bob', 'repoGetSingleCommit', {...home, sha: sha === '' ? 'main' : sha}),
      ask('bob', 'GetTree', {...home, sha: sha === '' ? 'main' : sha}),
    ]),
    ...['heads', 'heads/topic', 'heads/to', 'tags/both', 'both', 'tags', 'pull'].map(ref =>
      ask('bob', 'repoListGitRefs', {...home, ref}),
    ),
    ask('bob', 'repoListBranches', home),
    ask('bob', 'repoListTags', home),
    ask('bob', 'repoGetTag', {...home, tag: 'both'}),
    ask('alice', 'repoCreateStatus', {...home, sha: 'both'}, {body: {state: 'success', context: 'ci'}}),
    ask('alice', 'repoCreateStatus', {...home, sha: '{commit-below}'}, {body: {state: 'failure', context: 'ci'}}),
    ...['both', 'main', 'topic', 'heads/main', 'tags/both', '{commit-below}'].flatMap(ref => [
      ask('bob', 'repoGetCombinedStatusByRef', {...home, ref}),
      ask('bob', 'repoListStatusesByRef', {...home, ref}),
    ]),
    // Releases and removals name a tag, not the branch of that name.
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'both', name: 'Of both', target_commitish: 'topic'}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'topic', name: 'Of topic'}}),
    ask('bob', 'repoGetReleaseByTag', {...home, tag: 'both'}),
    ask('bob', 'repoListTags', home),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'both'}),
    ask('bob', 'repoGetTag', {...home, tag: 'both'}),
    ask('bob', 'repoGetContentsList', {...home, ref: 'both'}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'topic'}),
    ask('bob', 'repoGetBranch', {...home, branch: 'topic'}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'both'}),
    ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'both'}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'both'}),
    ask('bob', 'repoListAllGitRefs', home),
  ],
};
