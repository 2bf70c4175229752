// What is named by something else than its first name: people by a second address or one in other letters, teams that are asked twice, hooks that move, due dates of readers.
import {ask, base64, eachOf, idleHook, makes, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const shared = {owner: '{org}', repo: '{repo}'};
const pull = {...shared, index: '{pull}'};
const second = 'second-{alice}@example.org';

/** Commits a file in the name of whoever has an address. */
function commits(who: string, path: string, email: string): Ask {
  return makes(
    who,
    'repoCreateFile',
    {...home, filepath: path},
    {content: base64(`${path}\n`), author: {name: 'An Author', email}, committer: {name: 'A Committer', email}},
  );
}

/** Moves a hook to several places, and reads where it is. */
function moves(edit: string, read: string, params: Ask['params']): readonly Ask[] {
  const places = ['ftp://240.0.0.1/hook', 'nothing', '', 'javascript:alert(1)', 'https://240.0.0.1/other'];
  return [
    ...places.map(url => makes('alice', edit, params, {config: {url, content_type: 'json'}})),
    makes('alice', edit, params, {config: {content_type: 'neither'}}),
    ask('alice', read, params),
  ];
}

/** Asks for reviews, and reads who is asked and what reviews there are. */
function asksFor(reviewers: {readonly [field: string]: readonly string[]}): readonly Ask[] {
  return [
    makes('alice', 'repoCreatePullReviewRequests', pull, reviewers),
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'repoListPullReviews', pull),
  ];
}

export const secondNames: History = {
  name: 'second-names',
  about:
    'second addresses, addresses in other letters, teams that are asked twice, hooks that move and due dates of readers',
  needs: ['users', 'repositories', 'organizations', 'branches', 'issues', 'pull-requests', 'webhooks'],
  people: ['alice', 'bob'],
  names: ['repo', 'org', 'team'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    // A commit is of whoever has its address, be it the first or not.
    commits('alice', 'before.txt', second),
    makes('alice', 'userAddEmail', {}, {emails: [second]}),
    commits('alice', 'after.txt', second),
    commits('alice', 'letters.txt', 'SECOND-{ALICE}@example.org'),
    commits('alice', 'bob.txt', '{bob-mail}'),
    commits('alice', 'capitals.txt', '{BOB-MAIL}'),
    ...eachOf(['alice', 'bob', 'nobody'], 'repoGetAllCommits', home),
    makes('alice', 'userDeleteEmail', {}, {emails: [second]}),
    ask('bob', 'repoGetAllCommits', home),
    ask('bob', 'repoGetArchive', {...home, archive: 'main.zip'}),
    ask('bob', 'repoGetArchive', {...home, archive: 'main.tar.gz'}),
    // Who may not write sets no due date.
    ...['bob', 'alice'].flatMap(who => [
      makes(who, 'issueCreateIssue', home, {title: `Of ${who}`, due_date: '2035-07-01T00:00:00Z'}, {[who]: '/number'}),
      ask('bob', 'issueGetIssue', {...home, index: `{${who}}`}),
    ]),
    makes('bob', 'issueEditIssue', {...home, index: '{bob}'}, {due_date: '2035-08-01T00:00:00Z', title: 'Mine'}),
    ask('alice', 'issueGetIssue', {...home, index: '{bob}'}),
    makes('alice', 'repoCreateHook', home, idleHook(), {hook: '/id'}),
    ...moves('repoEditHook', 'repoGetHook', {...home, id: '{hook}'}),
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    makes('alice', 'orgCreateHook', {org: '{org}'}, idleHook(), {'org-hook': '/id'}),
    ...moves('orgEditHook', 'orgGetHook', {org: '{org}', id: '{org-hook}'}),
    makes('alice', 'userCreateHook', {}, idleHook(), {'user-hook': '/id'}),
    ...moves('userEditHook', 'userGetHook', {id: '{user-hook}'}),
    makes('alice', 'createOrgRepo', {org: '{org}'}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'repoCreateFile', {...shared, filepath: 'a.txt'}, {content: base64('a\n'), new_branch: 'topic'}),
    makes(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {name: '{team}', permission: 'write', units: ['repo.code', 'repo.pulls'], includes_all_repositories: true},
      {'team-id': '/id'},
    ),
    ask('alice', 'orgAddTeamMember', {id: '{team-id}', username: '{bob}'}),
    makes('alice', 'repoCreatePullRequest', shared, {title: 'Topic', head: 'topic', base: 'main'}, {pull: '/number'}),
    ...asksFor({team_reviewers: ['{team}']}),
    ...asksFor({team_reviewers: ['{team}', '{TEAM}']}),
    ...asksFor({reviewers: ['{BOB-MAIL}']}),
    ...asksFor({reviewers: ['{bob}', '{BOB}'], team_reviewers: ['{team}']}),
  ],
};
