// Names of default branches: as a repository is made, generated, forked and edited.
import {ask, base64, type Ask, type Body, type History} from '../history.ts';

const names: readonly string[] = [
  'release/1',
  'a/b/c.d',
  'UPPER',
  'é',
  'a@b',
  'a+b',
  'a#b',
  "a'b",
  'a%b',
  'a b',
  'HEAD',
  '@',
  '-a',
  '.a',
  'a..b',
  'a//b',
  '/a',
  'a/',
  'a.lock',
  'a~1',
  'a:b',
  'refs/heads/a',
  '0123456789012345678901234567890123456789',
  'a'.repeat(100),
];

const makes = (name: string, body: Body): Ask => ask('alice', 'createCurrentUserRepo', {}, {body: {name, ...body}});
const of = (repo: string, owner = '{alice}'): Ask['params'] => ({owner, repo});
const edits = (repo: string, body: Body): Ask => ask('alice', 'repoEdit', of(repo), {body});
const looks = (place: Ask['params']): readonly Ask[] => [
  ask('bob', 'repoGet', place),
  ask('bob', 'repoListBranches', place),
  ask('bob', 'repoGetContentsList', place),
];

export const firstNames: History = {
  name: 'first-names',
  about: 'names of default branches',
  needs: ['users', 'repositories', 'branches', 'organizations', 'pull-requests'],
  people: ['alice', 'bob'],
  names: ['org', 'made'],
  asks: [
    ...names.flatMap((name, at) => [
      makes(`r${String(at)}`, {auto_init: true, default_branch: name}),
      ...looks(of(`r${String(at)}`)),
    ]),
    // Without a first commit, the name is kept until there is one.
    ...names
      .slice(0, 12)
      .flatMap((name, at) => [
        makes(`e${String(at)}`, {default_branch: name}),
        ask('bob', 'repoGet', of(`e${String(at)}`)),
        ask(
          'alice',
          'repoCreateFile',
          {...of(`e${String(at)}`), filepath: 'a.txt'},
          {body: {content: base64(`${name}\n`)}},
        ),
        ...looks(of(`e${String(at)}`)),
      ]),
    // An edit takes a branch that is there, whatever its name.
    makes('edited', {auto_init: true, default_branch: 'main'}),
    ...['release/1', 'UPPER', 'é', 'a+b'].flatMap(name => [
      ask('alice', 'repoCreateBranch', of('edited'), {body: {new_branch_name: name, old_branch_name: 'main'}}),
      edits('edited', {default_branch: name}),
      ask('bob', 'repoGet', of('edited')),
      ask('alice', 'repoDeleteBranch', {...of('edited'), branch: name}),
    ]),
    edits('edited', {default_branch: 'upper'}),
    edits('edited', {default_branch: 'no-such-branch'}),
    edits('edited', {default_branch: 'refs/heads/main'}),
    edits('edited', {default_branch: ''}),
    ...looks(of('edited')),
    ask('alice', 'repoCreatePullRequest', of('edited'), {body: {title: 'Itself', head: 'a+b', base: 'a+b'}}),
    // Of an empty one, and of copies.
    makes('empty', {}),
    edits('empty', {default_branch: 'later'}),
    ask('bob', 'repoGet', of('empty')),
    ask('bob', 'createFork', of('edited'), {body: {name: 'forked'}}),
    ...looks(of('forked', '{bob}')),
    edits('edited', {template: true}),
    ask(
      'bob',
      'generateRepo',
      {template_owner: '{alice}', template_repo: 'edited'},
      {
        body: {owner: '{bob}', name: 'generated', git_content: true},
      },
    ),
    ...looks(of('generated', '{bob}')),
    ask(
      'bob',
      'generateRepo',
      {template_owner: '{alice}', template_repo: 'edited'},
      {
        body: {owner: '{bob}', name: 'named', git_content: true, default_branch: 'trunk/1'},
        isLater: true,
      },
    ),
    ...looks(of('named', '{bob}')),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask(
      'alice',
      'createOrgRepo',
      {org: '{org}'},
      {
        body: {name: 'of-org', auto_init: true, default_branch: 'release/1'},
      },
    ),
    ...looks(of('of-org', '{org}')),
    ask(
      'admin',
      'adminCreateRepo',
      {username: '{bob}'},
      {
        body: {name: 'of-admin', auto_init: true, default_branch: 'release/1'},
      },
    ),
    ...looks(of('of-admin', '{bob}')),
  ],
};
