// The last of its kind: what goes with it, what is refused because of it, and lists that end with a full page.
import {ask, base64, variants, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pack = {owner: '{alice}', package: 'tool', version: '1.0.0'};
const shown = {owner: '{alice}', type: 'generic', name: 'tool', version: '1.0.0'};
const pages = [
  {limit: 1, page: 1},
  {limit: 1, page: 4},
  {limit: 1, page: 5},
  {limit: 2, page: 1},
  {limit: 2, page: 2},
  {limit: 2, page: 3},
  {limit: 3, page: 2},
  {limit: 4, page: 1},
  {limit: 4, page: 2},
];

export const lasts: History = {
  name: 'lasts',
  about: 'the last of several things',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob'],
  names: ['repo', 'org'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    // Four statuses of three contexts.
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {
        body: {content: base64('a\n')},
        take: {commit: '/commit/sha'},
      },
    ),
    ...[
      ['failure', 'ci'],
      ['success', 'lint'],
      ['pending', 'docs'],
      ['success', 'site'],
    ].map(([state = '', context = '']) =>
      ask('alice', 'repoCreateStatus', {...home, sha: '{commit}'}, {body: {state, context}}),
    ),
    ...variants('bob', 'repoGetCombinedStatusByRef', {...home, ref: '{commit}'}, pages),
    ask('alice', 'repoCreateStatus', {...home, sha: '{commit}'}, {body: {state: 'success', context: 'ci'}}),
    ...variants('bob', 'repoGetCombinedStatusByRef', {...home, ref: '{commit}'}, pages.slice(0, 3)),
    // Lists that end with a full page.
    ...['One', 'Two', 'Three', 'Four'].map((title, at) =>
      ask('alice', 'issueCreateIssue', home, {body: {title}, ...(at === 0 ? {take: {one: '/number'}} : {})}),
    ),
    ...variants('bob', 'issueListIssues', home, pages),
    ...['a', 'b', 'c', 'd'].map(name =>
      ask('alice', 'issueCreateLabel', home, {body: {name, color: '#00aabb'}, take: {[name]: '/id'}}),
    ),
    ...variants('bob', 'issueListLabels', home, pages),
    ...['first', 'second', 'third', 'fourth'].map(body =>
      ask('bob', 'issueCreateComment', one, {body: {body}, take: {[body]: '/id'}}),
    ),
    ...variants('alice', 'issueGetRepoComments', home, pages),
    ...['t1', 't2', 't3', 't4'].map(new_branch_name =>
      ask('alice', 'repoCreateBranch', home, {body: {new_branch_name}}),
    ),
    ask('alice', 'repoDeleteBranch', {...home, branch: 't4'}),
    ...variants('alice', 'repoListBranches', home, pages),
    // One after the other goes, until none is left.
    ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{a}', '{b}']}}),
    ask('alice', 'issueRemoveLabel', {...one, id: '{a}'}),
    ask('alice', 'issueRemoveLabel', {...one, id: '{b}'}),
    ask('alice', 'issueGetLabels', one),
    ...['first', 'second', 'third', 'fourth'].flatMap(id => [
      ask('bob', 'issueDeleteComment', {...home, id: `{${id}}`}),
      ask('alice', 'issueGetIssue', one),
    ]),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'main'}),
    ask('alice', 'repoGetContents', {...home, filepath: 'README.md'}, {take: {readme: '/sha'}}),
    ask('alice', 'repoGetContents', {...home, filepath: 'a.txt'}, {take: {file: '/sha'}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'README.md'}, {body: {sha: '{readme}'}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'a.txt'}, {body: {sha: '{file}'}}),
    ask('alice', 'repoGetContentsList', home),
    ask('alice', 'repoGet', home),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'folder/only.txt'},
      {body: {content: base64('only\n')}, take: {only: '/content/sha'}},
    ),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'folder/only.txt'}, {body: {sha: '{only}'}}),
    ask('alice', 'repoGetContentsList', home),
    ask('alice', 'repoGetContents', {...home, filepath: 'folder'}),
    // Files of a package.
    ...['a.bin', 'b.bin'].map(filename => ask('alice', 'uploadGenericPackage', {...pack, filename}, {bytes: '00ff'})),
    ask('alice', 'listPackageFiles', shown),
    ask('alice', 'deleteGenericPackageFile', {...pack, filename: 'a.bin'}),
    ask('alice', 'getPackage', shown),
    ask('alice', 'listPackageFiles', shown),
    ask('alice', 'deleteGenericPackageFile', {...pack, filename: 'b.bin'}),
    ask('alice', 'getPackage', shown),
    ask('alice', 'listPackageFiles', shown),
    ask('alice', 'listPackages', {owner: '{alice}'}),
    ask('alice', 'uploadGenericPackage', {...pack, filename: 'a.bin'}, {bytes: '00ff'}),
    ask('alice', 'listPackageFiles', shown),
    // Members and teams.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'orgDeleteMember', {org: '{org}', username: '{alice}'}),
    ask('alice', 'orgListTeams', {org: '{org}'}, {take: {owners: '/0/id'}}),
    ask('alice', 'orgRemoveTeamMember', {id: '{owners}', username: '{alice}'}),
    ask('alice', 'orgDeleteTeam', {id: '{owners}'}),
    ask('alice', 'orgAddTeamMember', {id: '{owners}', username: '{bob}'}),
    ask('alice', 'orgDeleteMember', {org: '{org}', username: '{alice}'}),
    ask('bob', 'orgListMembers', {org: '{org}'}),
    ask('bob', 'orgRemoveTeamMember', {id: '{owners}', username: '{bob}'}),
    ask('alice', 'orgListMembers', {org: '{org}'}),
    ask('alice', 'userDeleteEmail', {}, {body: {emails: ['{alice-mail}']}}),
    ask('alice', 'userListEmails'),
  ],
};
