// Small rights and small filters: times for others, trackers for contributors, teams of several repositories, reviews of older commits.
import {ask, base64, eachOf, makes, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const team = {org: '{org}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const pull = {...home, index: '{pull}'};
const fork = {owner: '{dave}', repo: '{repo}'};

const file = (who: string, place: Ask['params'], filepath: string, body: Body, take: Ask['take'] = {}): Ask =>
  makes(who, 'repoCreateFile', {...place, filepath}, {content: base64(`${filepath}\n`), ...body}, take);

/** Everybody books time, on their own account and on that of others. */
const books = (where: Ask['params']): readonly Ask[] => [
  ...['alice', 'bob', 'carol', 'dave', 'nobody', 'admin'].map(who => makes(who, 'issueAddTime', where, {time: 60})),
  ...['alice', 'bob', 'carol', 'dave', 'admin'].map(who =>
    makes(who, 'issueAddTime', where, {time: 61, user_name: '{bob}'}),
  ),
  makes('alice', 'issueAddTime', where, {time: 62, user_name: 'no-such-user'}),
  makes('alice', 'issueAddTime', where, {time: 63, user_name: ''}),
  makes('alice', 'issueAddTime', where, {time: 0}),
  makes('alice', 'issueAddTime', where, {time: -1}),
  ...eachOf(['alice', 'bob', 'dave'], 'issueTrackedTimes', where),
];
const tracker = (onlyContributors: boolean): Ask =>
  makes('alice', 'repoEdit', home, {
    has_issues: true,
    internal_tracker: {
      enable_time_tracker: true,
      allow_only_contributors_to_track_time: onlyContributors,
      enable_issue_dependencies: true,
    },
  });

const teams: readonly Ask[] = [
  makes('alice', 'orgCreate', {}, {username: '{org}'}),
  ...['first', 'second', 'third'].map(name => makes('alice', 'createOrgRepo', team, {name, private: true})),
  makes(
    'alice',
    'orgCreateTeam',
    team,
    {name: 'builders', description: 'build the windows', permission: 'read', units: ['repo.code']},
    {builders: '/id'},
  ),
  makes('alice', 'orgCreateTeam', team, {
    name: 'windows',
    description: 'others',
    permission: 'write',
    units: ['repo.code'],
  }),
  ask('alice', 'orgAddTeamMember', {id: '{builders}', username: '{bob}'}),
  ...['first', 'second', 'third'].map(repo => ask('alice', 'repoAddTeam', {owner: '{org}', repo, team: 'builders'})),
  ...eachOf(['alice', 'bob'], 'orgListTeamRepos', {id: '{builders}'}),
  ask('alice', 'repoDeleteTeam', {owner: '{org}', repo: 'second', team: 'builders'}),
  ...eachOf(['alice', 'bob'], 'orgListTeamRepos', {id: '{builders}'}),
  ...['first', 'second', 'third'].flatMap(repo => [
    ask('alice', 'repoListTeams', {owner: '{org}', repo}),
    ask('bob', 'repoGet', {owner: '{org}', repo}),
  ]),
  ask('alice', 'repoDeleteTeam', {owner: '{org}', repo: 'second', team: 'builders'}),
  ...[{}, {q: 'window'}, {q: 'BUILD'}, {q: 'window', include_desc: true}, {q: 'window', include_desc: false}].flatMap(
    query => eachOf(['alice', 'bob'], 'teamSearch', {...team, ...query}),
  ),
];

const labels: readonly Ask[] = [
  ...['often', 'never', 'once'].map(name =>
    makes('alice', 'issueCreateLabel', home, {name, color: '#00aabb'}, {[name]: '/id'}),
  ),
  makes('alice', 'issueAddLabel', one, {labels: ['{often}', '{once}']}),
  makes('alice', 'issueAddLabel', two, {labels: ['{often}']}),
  ...['leastissues', 'mostissues', 'alphabetically', 'reversealphabetically'].map(sort =>
    ask('bob', 'issueListLabels', {...home, sort}),
  ),
];

const reviews: readonly Ask[] = [
  file('dave', fork, 'topic.txt', {branch: 'main', new_branch: 'topic'}, {older: '/commit/sha'}),
  file('dave', fork, 'more.txt', {branch: 'topic'}, {newer: '/commit/sha'}),
  makes(
    'dave',
    'repoCreatePullRequest',
    home,
    {title: 'Of a fork', head: '{dave}:topic', base: 'main'},
    {pull: '/number'},
  ),
  ...['{older}', '{newer}', '', 'no-such-commit', '0123456789012345678901234567890123456789', '{base}'].map(commit =>
    makes('bob', 'repoCreatePullReview', pull, {event: 'COMMENT', body: 'of a commit', commit_id: commit}),
  ),
  ask('alice', 'repoListPullReviews', pull),
  makes('dave', 'repoEditPullRequest', pull, {allow_maintainer_edit: true}),
  makes('alice', 'repoEditPullRequest', pull, {allow_maintainer_edit: false}),
  ask('dave', 'repoDelete', fork),
  ask('alice', 'repoGetPullRequest', pull),
  ...['dave', 'alice'].flatMap(who => [
    makes(who, 'repoEditPullRequest', pull, {allow_maintainer_edit: false}),
    makes(who, 'repoEditPullRequest', pull, {allow_maintainer_edit: true}),
    makes(who, 'repoEditPullRequest', pull, {title: `By ${who}`}),
    makes(who, 'repoEditPullRequest', pull, {state: 'closed'}),
    makes(who, 'repoEditPullRequest', pull, {state: 'open'}),
  ]),
  ask('alice', 'repoGetPullRequestFiles', pull),
  ask('alice', 'repoGetPullRequestCommits', pull),
  makes('alice', 'repoMergePullRequest', pull, {Do: 'merge'}),
];

const uploads: readonly Ask[] = [
  {type: 'application/json', text: '{"name": "one.txt"}'},
  {type: 'application/json', text: ''},
  {type: 'multipart/form-data', text: 'without a boundary'},
  {type: 'multipart/form-data; boundary=touchstone', text: 'without a part'},
  {type: 'multipart/form-data; boundary=touchstone', text: '--touchstone--\r\n'},
  {type: 'application/x-www-form-urlencoded', text: 'attachment=one'},
  {type: 'text/plain', text: 'one'},
].map(typed => ask('alice', 'issueCreateIssueAttachment', one, {typed}));

const hidden: readonly Ask[] = [
  makes('admin', 'adminEditUser', {username: '{carol}'}, {login_name: '{carol}', source_id: 0, visibility: 'limited'}),
  makes('admin', 'adminEditUser', {username: '{dave}'}, {login_name: '{dave}', source_id: 0, visibility: 'private'}),
  ...['{carol}', '{dave}'].flatMap(q => [
    ...eachOf(['alice', 'nobody', 'admin', 'carol', 'dave'], 'userSearch', {q}),
    ...eachOf(['alice', 'nobody', 'admin', 'carol', 'dave'], 'userGet', {username: q}),
  ]),
  ...eachOf(['alice', 'nobody'], 'issueGetIssue', two),
];

export const looseEnds: History = {
  name: 'loose-ends',
  about: 'small rights and small filters',
  needs: ['users', 'repositories', 'issues', 'organizations', 'pull-requests', 'labels'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'org'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    ask('alice', 'repoGetBranch', {...home, branch: 'main'}, {take: {base: '/commit/id'}}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {permission: 'read'}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {permission: 'write'}),
    makes('alice', 'issueCreateIssue', home, {title: 'One', assignees: ['{carol}']}, {one: '/number'}),
    makes('dave', 'issueCreateIssue', home, {title: 'Two'}, {two: '/number'}),
    ...books(one),
    tracker(false),
    ...books(one),
    ...books(two),
    tracker(true),
    ...books(two),
    makes('alice', 'issueEditIssue', two, {assignees: ['{bob}']}),
    makes('bob', 'issueAddTime', two, {time: 70}),
    ...teams,
    ...labels,
    makes('dave', 'createFork', home, {}),
    ...reviews,
    ...uploads,
    ...hidden,
  ],
};
