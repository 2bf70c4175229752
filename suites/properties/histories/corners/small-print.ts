// The small print: words that unset nothing, what git says of a change, and packages by their names and for those who may do little.
import {ask, base64, eachOf, variants, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const org = {org: '{org}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};
const june = '2027-06-01T00:00:00Z';
const july = '2027-07-01T00:00:00Z';
const file = (who: string, filepath: string, text: string, more: {readonly [key: string]: Sent} = {}): Ask =>
  ask(who, 'repoCreateFile', {...home, filepath}, {body: {content: base64(text), ...more}});

/** Due dates and what unsets them, alone and beside other words. */
const dueDates: readonly {readonly [key: string]: Sent}[] = [
  {unset_due_date: false},
  {title: 'Another title', unset_due_date: false},
  {due_date: july, unset_due_date: false},
  {due_date: june, unset_due_date: true},
  {due_date: june},
  {unset_due_date: true, title: 'Without a date'},
  {due_date: july},
  {due_date: null, unset_due_date: null},
];

/** What git says of the pull request and of the branch. */
const changes: readonly Ask[] = [
  ...variants('bob', 'repoDownloadPullDiffOrPatch', pull, [{diffType: 'diff'}, {diffType: 'patch'}]),
  ask('bob', 'repoGetPullRequestFiles', pull),
  ask('bob', 'repoGetPullRequestCommits', pull),
];

const tool = (name: string, version = '1.0.0', filename = 'f.bin'): Ask['params'] => ({
  owner: '{org}',
  package: name,
  version,
  filename,
});
const upload = (who: string, params: Ask['params'], bytes = '00ff'): Ask =>
  ask(who, 'uploadGenericPackage', params, {bytes});
const shown = ({owner = '', package: name = '', version = ''}: Ask['params']): Ask['params'] => ({
  owner,
  type: 'generic',
  package: name,
  version,
});
/** Those who may do something, from the one who may everything to the one who may nothing. */
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'nobody'];

export const smallPrint: History = {
  name: 'small-print',
  about: 'due dates, texts of changes, and packages of teams',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations', 'branches', 'packages'],
  people: ['alice', 'bob', 'carol', 'dave', 'erin'],
  names: ['repo', 'org', 'pack'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'write'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Due', due_date: june}, take: {one: '/number'}}),
    // Known servers take the title of an edit that they refuse for the date, so that none is sent here.
    ...dueDates
      .filter(body => !('title' in body))
      .flatMap(body => [
        ask('alice', 'issueEditIssue', one, {body}),
        ask('bob', 'issueGetIssue', one),
        ask('alice', 'issueEditIssue', one, {body: {due_date: june}}),
      ]),
    ask('alice', 'issueEditIssue', one, {body: {unset_due_date: true}}),
    // What is shown of a change, while both branches go on, and when it is merged.
    file('alice', 'kept.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'),
    file('alice', 'folder/gone.txt', 'gone\n', {branch: 'main'}),
    file('alice', 'without-end.txt', 'no line end', {branch: 'main'}),
    ask('alice', 'repoGetContents', {...home, filepath: 'kept.txt'}, {take: {kept: '/sha'}}),
    ask('alice', 'repoGetContents', {...home, filepath: 'folder/gone.txt'}, {take: {gone: '/sha'}}),
    ask('bob', 'repoCreateBranch', home, {body: {new_branch_name: 'topic', old_branch_name: 'main'}}),
    file('bob', 'new.txt', 'new\n', {branch: 'topic', message: 'A new file\n\nWith more to say.'}),
    ask(
      'bob',
      'repoUpdateFile',
      {...home, filepath: 'kept.txt'},
      {
        body: {
          content: base64('one\ntwo\nthree\nfour\nFIVE\nsix\nseven\neight\nnine\nten\n'),
          sha: '{kept}',
          branch: 'topic',
          message: 'Changes two lines',
        },
        take: {second: '/commit/sha'},
      },
    ),
    ask(
      'bob',
      'repoDeleteFile',
      {...home, filepath: 'folder/gone.txt'},
      {
        body: {sha: '{gone}', branch: 'topic', message: 'Removes a file'},
      },
    ),
    file('bob', 'bytes.bin', '\u0000\u0001\u0002', {branch: 'topic', message: 'Bytes'}),
    ask('bob', 'repoCreatePullRequest', home, {
      body: {title: 'Topic', head: 'topic', base: 'main', due_date: june},
      take: {pull: '/number'},
    }),
    ...dueDates.map(body => ask('alice', 'repoEditPullRequest', pull, {body})),
    ...changes,
    file('alice', 'beside.txt', 'beside\n', {branch: 'main', message: 'Beside'}),
    ...changes,
    file('bob', 'more.txt', 'more\n', {branch: 'topic', message: 'More'}),
    ...changes,
    // Remarks on lines of the old file and of the new one, in one review and in one that goes on.
    ask('alice', 'repoCreatePullReview', pull, {
      body: {
        event: 'COMMENT',
        body: 'On lines',
        comments: [
          {path: 'kept.txt', body: 'on the old line', old_position: 5},
          {path: 'kept.txt', body: 'on the new line', new_position: 5},
          {path: 'kept.txt', body: 'on the last line', old_position: 0, new_position: 10},
          {path: 'folder/gone.txt', body: 'on what is gone', old_position: 1},
        ],
      },
      take: {review: '/id'},
    }),
    ask('bob', 'repoGetPullReviewComments', {...pull, id: '{review}'}),
    ...['first', 'second'].map(body =>
      ask('alice', 'repoCreatePullReview', pull, {
        body: {event: 'PENDING', body, comments: [{path: 'kept.txt', body, old_position: 5}]},
        take: {pending: '/id'},
      }),
    ),
    ask('alice', 'repoGetPullReviewComments', {...pull, id: '{pending}'}),
    ask('bob', 'repoGetPullReviewComments', {...pull, id: '{pending}'}),
    ask('alice', 'repoSubmitPullReview', {...pull, id: '{pending}'}, {body: {event: 'COMMENT', body: 'both'}}),
    ask('bob', 'repoGetPullReviewComments', {...pull, id: '{pending}'}),
    ask('bob', 'repoListPullReviews', pull),
    // Who may read sees their own times, who may write those of everybody.
    ...['alice', 'bob', 'carol'].map(who =>
      ask(who, 'issueAddTime', one, {body: {time: who.length * 60, created: june}}),
    ),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'read'}}),
    ...['alice', 'bob', 'carol', 'dave'].flatMap(who => [
      ...variants(who, 'issueTrackedTimes', one, [{}, {user: '{carol}'}, {user: '{bob}'}, {user: '{dave}'}]),
      ...variants(who, 'repoTrackedTimes', home, [{}, {user: '{carol}'}, {user: '{bob}'}, {user: '{dave}'}]),
    ]),
    ...variants('bob', 'repoDownloadCommitDiffOrPatch', {...home, sha: '{second}'}, [
      {diffType: 'diff'},
      {diffType: 'patch'},
    ]),
    ask('alice', 'repoGetPullRequest', pull, {awaitsAt: {'/mergeable': true}}),
    ask('alice', 'repoMergePullRequest', pull, {body: {Do: 'merge'}, isPatient: true}),
    ask('alice', 'repoGetPullRequest', pull, {take: {merge: '/merge_commit_sha'}}),
    ...changes,
    ...variants('bob', 'repoDownloadCommitDiffOrPatch', {...home, sha: '{merge}'}, [
      {diffType: 'diff'},
      {diffType: 'patch'},
    ]),
    ...['kept.txt', 'without-end.txt', 'folder/gone.txt', 'README.md', 'more.txt'].flatMap(filepath => [
      ask('nobody', 'repoGetRawFile', {...home, filepath}),
      ask('nobody', 'repoGetRawFile', {...home, filepath, ref: 'topic'}),
      ask('nobody', 'repoGetRawFileOrLFS', {...home, filepath}),
    ]),
    // An organization, a team that may write packages, one that may read them, one that may do neither.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', visibility: 'private'}}),
    ...(
      [
        ['bob', 'writers', 'write', ['repo.packages']],
        ['carol', 'readers', 'read', ['repo.packages']],
        ['dave', 'others', 'write', ['repo.issues']],
      ] as const
    ).flatMap(([who, name, permission, units]) => [
      ask('alice', 'orgCreateTeam', org, {body: {name, permission, units}, take: {[name]: '/id'}}),
      ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`}),
    ]),
    upload('alice', tool('Tool')),
    ...people.map(who => upload(who, tool('tool', '1.0.0', `of-${who}.bin`))),
    ...['Tool', 'tool', 'TOOL'].flatMap(name => [
      ask('alice', 'getPackage', shown(tool(name))),
      ask('alice', 'listPackageFiles', shown(tool(name))),
      ask('alice', 'downloadGenericPackage', tool(name)),
    ]),
    upload('alice', tool('tool')),
    upload('alice', tool('tool', '1.0.0', 'F.BIN')),
    upload('alice', tool('tool', '2.0.0-RC1')),
    upload('alice', tool('tool', '2.0.0-rc1')),
    ask('alice', 'getPackage', shown(tool('tool', '2.0.0-rc1'))),
    ...eachOf(people, 'listPackages', {owner: '{org}'}),
    ...variants('alice', 'listPackages', {owner: '{org}'}, [
      {q: 'TOOL'},
      {q: 'oo'},
      {type: 'generic'},
      {type: 'npm'},
      {limit: 1},
      {limit: 1, page: 2},
    ]),
    ...people.flatMap(who => [
      ask(who, 'getPackage', shown(tool('tool'))),
      ask(who, 'downloadGenericPackage', tool('tool')),
    ]),
    ...people.toReversed().map(who => ask(who, 'deleteGenericPackageFile', tool('tool', '1.0.0', 'f.bin'))),
    ...people.toReversed().map(who => ask(who, 'deletePackage', shown(tool('TOOL')))),
    ask('alice', 'listPackages', {owner: '{org}'}),
    // Packages of a person.
    upload('alice', {...tool('{pack}'), owner: '{alice}'}),
    ...eachOf(['bob', 'nobody'], 'downloadGenericPackage', {...tool('{pack}'), owner: '{alice}'}),
    upload('bob', {...tool('{pack}', '1.0.0', 'of-bob.bin'), owner: '{alice}'}),
    ask('bob', 'deletePackage', shown({...tool('{pack}'), owner: '{alice}'})),
    ask('alice', 'listPackageFiles', shown({...tool('{pack}'), owner: '{alice}'})),
  ],
};
