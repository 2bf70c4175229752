// What is changed between being made and being done: tags of drafts, names of files, branches of copies, and limits of one who works for another.
import {ask, base64, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const draft = {...home, id: '{draft}'};
const published = {...home, id: '{published}'};
const file = (path: string, branch = 'main'): Ask =>
  ask('alice', 'repoCreateFile', {...home, filepath: path}, {body: {content: base64(`${path}\n`), branch}});

/** What the tags and releases of the repository are now. */
const tagsAndReleases: readonly Ask[] = [
  ask('bob', 'repoListTags', home),
  ask('bob', 'repoListReleases', home),
  ...['first', 'second', 'third', 'fourth', 'fifth'].map(tag => ask('bob', 'repoGetReleaseByTag', {...home, tag})),
  ask('bob', 'repoGetLatestRelease', home),
];

const releases: readonly Ask[] = [
  file('a.txt'),
  ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'topic'}}),
  {...file('b.txt', 'topic'), isLater: true},
  // A draft has another tag, and another commit, when it is published than when it was made.
  ask('alice', 'repoCreateRelease', home, {
    body: {tag_name: 'first', target_commitish: 'main', name: 'Draft', draft: true},
    take: {draft: '/id'},
  }),
  ask('alice', 'repoEditRelease', draft, {body: {tag_name: 'second'}}),
  ...tagsAndReleases,
  ask('alice', 'repoEditRelease', draft, {body: {target_commitish: 'topic', name: 'Still a draft'}}),
  ask('alice', 'repoGetRelease', draft),
  ask('alice', 'repoEditRelease', draft, {body: {tag_name: 'third', draft: false}}),
  ...tagsAndReleases,
  ask('alice', 'repoGetTag', {...home, tag: 'third'}),
  // One that is published has another tag afterwards, becomes a draft, and is published a second time.
  ask('alice', 'repoCreateRelease', home, {
    body: {tag_name: 'fourth', target_commitish: 'main', name: 'Published', body: 'text', prerelease: true},
    take: {published: '/id'},
  }),
  ask('alice', 'repoEditRelease', published, {body: {tag_name: 'fifth'}}),
  ...tagsAndReleases,
  ask('alice', 'repoEditRelease', published, {body: {draft: true}}),
  ask('bob', 'repoGetRelease', published),
  ask('bob', 'repoListReleases', home),
  ask('alice', 'repoEditRelease', published, {body: {draft: false, prerelease: false}}),
  ...tagsAndReleases,
  ask('alice', 'repoEditRelease', published, {body: {tag_name: 'third'}}),
  ask('alice', 'repoGetRelease', published),
];

const template = {template_owner: '{alice}', template_repo: '{repo}'};
const copies = ['of-content', 'of-nothing-else', 'of-labels', 'as-it-was', 'unknown'] as const;

const generated: readonly Ask[] = [
  ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}}),
  ask('alice', 'repoEdit', home, {body: {template: true}}),
  ...(
    [
      ['of-content', {git_content: true, default_branch: 'trunk'}],
      ['of-nothing-else', {git_content: true, default_branch: 'topic', description: 'generated'}],
      ['of-labels', {labels: true, default_branch: 'trunk'}],
      ['as-it-was', {git_content: true}],
      ['unknown', {git_content: true, default_branch: 'no..branch'}],
    ] as const
  ).map(([name, body]) =>
    ask('alice', 'generateRepo', template, {
      body: {owner: '{alice}', name: `${name}-{copy}`, ...body},
      isLater: true,
    }),
  ),
  ...copies.flatMap(name => {
    const place = {owner: '{alice}', repo: `${name}-{copy}`};
    return [
      ask('bob', 'repoListBranches', place),
      ask('bob', 'repoGet', place),
      ask('bob', 'repoGetContentsList', place),
      ask('bob', 'repoGetAllCommits', place),
    ];
  }),
];

const may = (max: number): Ask =>
  ask(
    'admin',
    'adminEditUser',
    {username: '{carol}'},
    {body: {login_name: '{carol}', source_id: 0, max_repo_creation: max}},
  );
/** Every way in which carol may get one more repository: for herself, for an organization, and as a copy of either. */
function attempts(time: string): readonly Ask[] {
  const called = (word: string): string => `${word}-${time}-{copy}`;
  return [
    ask('carol', 'createCurrentUserRepo', {}, {body: {name: called('own')}}),
    ask('carol', 'createOrgRepo', {org: '{org}'}, {body: {name: called('shared')}}),
    ...['{carol}', '{org}'].map(owner =>
      ask('carol', 'generateRepo', template, {body: {owner, name: called('copied'), git_content: true}}),
    ),
    ask('carol', 'createFork', home, {body: {name: called('fork')}}),
    ask('carol', 'createFork', home, {body: {name: called('fork'), organization: '{org}'}}),
    ask('admin', 'adminCreateRepo', {username: '{carol}'}, {body: {name: called('given')}}),
  ];
}

export const secondThoughts: History = {
  name: 'second-thoughts',
  about: 'tags of drafts, branches of copies, and limits of one who works for another',
  needs: ['users', 'repositories', 'releases', 'organizations', 'branches', 'labels'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'copy', 'org'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ...releases,
    ...generated,
    ask('carol', 'orgCreate', {}, {body: {username: '{org}'}}),
    may(1),
    ...attempts('first'),
    ...attempts('second'),
    may(0),
    ...attempts('third'),
    may(-1),
    ...attempts('fourth'),
    ask('carol', 'userCurrentListRepos'),
    ask('carol', 'orgListRepos', {org: '{org}'}),
  ],
};
