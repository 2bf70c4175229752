// What was left over: archived repositories of organizations, limits that an edit says nothing of, the team of owners, tags of early releases, teams of all repositories.
import {editsPerson, ask, base64, eachOf, makes, variants, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const shared = {owner: '{org}', repo: '{repo}'};

/** Releases that are not out yet, and what becomes of their tags. */
const early: readonly Ask[] = [
  makes('alice', 'repoCreateRelease', home, {tag_name: 'early', name: 'Early', prerelease: true}, {early: '/id'}),
  makes('alice', 'repoCreateRelease', home, {tag_name: 'draft', name: 'Draft', draft: true}, {draft: '/id'}),
  makes('alice', 'repoCreateTag', home, {tag_name: 'plain'}),
  ...['early', 'draft', 'plain'].map(tag => ask('alice', 'repoDeleteTag', {...home, tag})),
  ask('bob', 'repoListTags', home),
  ask('alice', 'repoListReleases', home),
  makes('alice', 'repoEditRelease', {...home, id: '{early}'}, {prerelease: false}),
  ask('alice', 'repoDeleteTag', {...home, tag: 'early'}),
  ask('alice', 'repoDeleteRelease', {...home, id: '{early}'}),
  ask('bob', 'repoListTags', home),
  ask('alice', 'repoDeleteTag', {...home, tag: 'early'}),
  ask('bob', 'repoListTags', home),
];

/** A limit of one user, which edits say nothing of. */
const limits: readonly Ask[] = [
  editsPerson('dave', {max_repo_creation: 0}),
  editsPerson('dave', {full_name: 'Dave of old'}),
  makes('dave', 'createCurrentUserRepo', {}, {name: '{mine}'}),
  makes(
    'alice',
    'generateRepo',
    {template_owner: '{alice}', template_repo: '{repo}'},
    {owner: '{dave}', name: '{mine}', git_content: true},
  ),
  editsPerson('dave', {
    location: 'here',
    website: 'https://example.org',
    description: 'of dave',
    visibility: 'limited',
  }),
  makes('dave', 'createCurrentUserRepo', {}, {name: '{mine}'}),
  editsPerson('dave', {max_repo_creation: -1}),
  editsPerson('dave', {full_name: 'Dave'}),
  makes('dave', 'createCurrentUserRepo', {}, {name: '{mine}'}),
  ask('alice', 'userGet', {username: '{dave}'}),
];

/** The team of owners, which no edit makes less. */
const owners: readonly Ask[] = [
  ask('alice', 'orgListTeams', {org: '{org}'}, {take: {owners: '/0/id'}}),
  ask('alice', 'orgAddTeamMember', {id: '{owners}', username: '{bob}'}),
  makes('alice', 'orgEditTeam', {id: '{owners}'}, {name: 'Owners', permission: 'read', units: ['repo.code']}),
  ask('bob', 'orgGetTeam', {id: '{owners}'}),
  makes('bob', 'orgEdit', {org: '{org}'}, {description: 'by bob'}),
  makes(
    'alice',
    'orgEditTeam',
    {id: '{owners}'},
    {name: 'Owners', includes_all_repositories: false, can_create_org_repo: false},
  ),
  ask('bob', 'orgGetTeam', {id: '{owners}'}),
  makes('bob', 'createOrgRepo', {org: '{org}'}, {name: '{second}', private: true}),
  ask('bob', 'orgListTeamRepos', {id: '{owners}'}),
];

/** What is found where a team has all repositories, and what is archived. */
const searches: readonly Ask[] = [
  makes(
    'alice',
    'orgCreateTeam',
    {org: '{org}'},
    {name: '{team}', permission: 'read', units: ['repo.code'], includes_all_repositories: true},
    {every: '/id'},
  ),
  ask('alice', 'orgAddTeamMember', {id: '{every}', username: '{carol}'}),
  ...['carol', 'alice'].flatMap(who => [
    ...variants(who, 'repoSearch', {limit: 50}, [{team_id: '{every}'}, {team_id: '{owners}'}]),
    ask(who, 'orgListRepos', {org: '{org}'}),
  ]),
  makes('alice', 'repoEdit', shared, {archived: true}),
  ...['carol', 'alice', 'nobody'].flatMap(who => [
    ask(who, 'orgListRepos', {org: '{org}'}),
    ask(who, 'userListRepos', {username: '{org}'}),
  ]),
  ask('carol', 'repoSearch', {team_id: '{every}', archived: true}),
  ask('carol', 'orgListTeamRepos', {id: '{every}'}),
];

export const leftOver: History = {
  name: 'left-over',
  about:
    'tags of early releases, limits that an edit says nothing of, the team of owners, and what teams of all repositories find',
  needs: ['users', 'repositories', 'organizations', 'branches'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'mine', 'org', 'second', 'team'],
  asks: [
    makes(
      'alice',
      'createCurrentUserRepo',
      {},
      {name: '{repo}', auto_init: true, default_branch: 'main', template: true},
    ),
    ...early,
    ...limits,
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    makes('alice', 'createOrgRepo', {org: '{org}'}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    ...owners,
    ...searches,
    makes(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {content: base64('a\n'), branch: 'main', new_branch: 'a'},
    ),
    ...eachOf(['bob', 'nobody'], 'repoListBranches', home),
  ],
};
