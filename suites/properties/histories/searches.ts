// Lists and searches with every parameter, alone and with others, over things of which some fit, some do not, and some may not be seen.
import {ask, base64, eachOf, variants, type Ask, type History, type Sent} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const shelf = {owner: '{org}', repo: '{shelf}'};

const repository = (name: string, body: {readonly [key: string]: Sent} = {}) =>
  ask('alice', 'createCurrentUserRepo', {}, {body: {name, ...body}});
const issue = (place: Ask['params'], who: string, body: {readonly [key: string]: Sent}) =>
  ask(who, 'issueCreateIssue', place, {body});
const topic = (name: string) =>
  ask(
    'alice',
    'repoCreateFile',
    {...home, filepath: `${name}.txt`},
    {
      body: {content: base64(`${name}\n`), branch: 'main', new_branch: name},
    },
  );
const pull = (who: string, head: string, body: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'repoCreatePullRequest', home, {body: {title: `Of ${head}`, head, base: 'main', ...body}});

export const searches: History = {
  name: 'searches',
  about: 'lists and searches with every parameter',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'shelf', 'org', 'secret', 'model', 'old', 'of-bob'],
  asks: [
    ...['alice', 'bob', 'carol'].map(who => ask(who, 'userGetCurrent', {}, {take: {[`${who}-id`]: '/id'}})),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}, take: {'org-id': '/id'}}),
    repository('{repo}', {auto_init: true, default_branch: 'main', description: 'words about it'}),
    repository('{secret}', {private: true}),
    repository('{model}', {template: true, auto_init: true, default_branch: 'main'}),
    repository('{old}'),
    ask('alice', 'repoEdit', {owner: '{alice}', repo: '{old}'}, {body: {archived: true}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: '{shelf}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: 'hidden', private: true}}),
    ask('bob', 'createCurrentUserRepo', {}, {body: {name: '{of-bob}'}}),
    ask('bob', 'createFork', home, {body: {}}),
    ask(
      'bob',
      'repoAddCollaborator',
      {owner: '{bob}', repo: '{of-bob}', collaborator: '{alice}'},
      {
        body: {permission: 'write'},
      },
    ),
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        body: {name: 'readers', permission: 'read', units: ['repo.code', 'repo.issues']},
        take: {readers: '/id'},
      },
    ),
    ask('alice', 'orgAddTeamRepository', {id: '{readers}', org: '{org}', repo: 'hidden'}),
    ask('alice', 'orgAddTeamMember', {id: '{readers}', username: '{carol}'}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    // Repositories, of one owner each time: others may be on the site.
    ...['{alice-id}', '{bob-id}', '{carol-id}', '{org-id}'].flatMap(uid => [
      ...variants('alice', 'repoSearch', {uid}, [
        {},
        {exclusive: true},
        {mode: 'source'},
        {mode: 'fork'},
        {mode: 'collaborative'},
        {mode: 'mirror'},
        {private: false},
        {is_private: true},
        {template: true},
        {archived: false},
        {team_id: '{readers}'},
      ]),
      ...variants('carol', 'repoSearch', {uid}, [{}, {exclusive: true}, {team_id: '{readers}'}]),
      ask('nobody', 'repoSearch', {uid}),
    ]),
    ...variants('alice', 'repoSearch', {uid: '{alice-id}', exclusive: true}, [
      {sort: 'created'},
      {sort: 'created', order: 'desc'},
      {sort: 'id', order: 'desc'},
      {sort: 'alpha', order: 'desc', limit: 2, page: 2},
      {q: 'words'},
      {q: 'words', includeDesc: true},
      {q: 'about IT', includeDesc: true},
    ]),
    // Issues and pull requests.
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateLabel', home, {
      body: {name: 'size/s', color: '#00aabb', exclusive: true},
      take: {small: '/id'},
    }),
    ask('alice', 'issueCreateMilestone', home, {
      body: {title: 'first', due_on: '2031-01-02T00:00:00Z'},
      take: {first: '/id'},
    }),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'second'}, take: {second: '/id'}}),
    issue(home, 'alice', {title: 'Red apple', labels: ['{bug}'], milestone: '{first}', assignees: ['{carol}']}),
    issue(home, 'bob', {title: 'Green apple', body: 'for @{carol}'}),
    issue(home, 'carol', {title: 'Pear', body: 'an apple of @{bob}', labels: ['{bug}', '{small}']}),
    issue(shelf, 'bob', {title: 'On the shelf', body: 'for @{alice}'}),
    issue({owner: '{alice}', repo: '{secret}'}, 'alice', {title: 'Secret', assignees: ['{alice}']}),
    ask('alice', 'issueEditIssue', {...home, index: 2}, {body: {state: 'closed', milestone: '{second}'}}),
    ask('alice', 'issueCreateComment', {...home, index: 3}, {body: {body: 'and @{alice}'}}),
    ask('bob', 'issueCreateComment', {...home, index: 1}, {body: {body: 'a plum for @{dave}'}}),
    ...['one', 'two', 'three', 'four'].map(topic),
    pull('alice', 'one', {labels: ['{bug}'], reviewers: ['{carol}']}),
    pull('carol', 'two', {assignees: ['{alice}'], milestone: '{first}'}),
    pull('alice', 'three'),
    pull('alice', 'four'),
    ask('alice', 'repoEditPullRequest', {...home, index: 6}, {body: {state: 'closed'}}),
    ask('bob', 'issueCreateComment', {...home, index: 5}, {body: {body: 'words'}}),
    ask('bob', 'issueCreateComment', {...home, index: 5}, {body: {body: 'more words'}}),
    ask('bob', 'issueCreateComment', {...home, index: 7}, {body: {body: 'words'}}),
    ask('alice', 'repoEditPullRequest', {...home, index: 4}, {body: {state: 'closed'}}),
    ask('carol', 'repoCreatePullReview', {...home, index: 5}, {body: {event: 'APPROVED', body: 'yes'}}),
    ...variants('alice', 'repoListPullRequests', {...home, state: 'all'}, [
      {},
      {sort: 'oldest'},
      {sort: 'mostcomment'},
      {sort: 'leastcomment'},
      {limit: 2, page: 2, sort: 'oldest'},
      {limit: 2, sort: 'oldest'},
    ]),
    ...variants('alice', 'issueListIssues', {...home, state: 'all'}, [
      {type: 'issues'},
      {type: 'pulls'},
      {type: 'pulls', created_by: '{carol}'},
      {type: 'issues', labels: 'bug'},
      {labels: 'bug,size/s'},
      {milestones: 'first'},
      {milestones: 'first,second'},
      {milestones: '{first}'},
      {created_by: '{bob}'},
      {created_by: '{dave}'},
      {assigned_by: '{alice}'},
      {mentioned_by: '{dave}'},
      {mentioned_by: '{carol}', type: 'issues'},
      {q: 'apple'},
      {q: 'plum'},
      {q: 'apple', created_by: '{bob}'},
      {limit: 3, page: 1},
      {limit: 3, page: 3},
    ]),
    ...['{alice}', '{org}', '{bob}'].flatMap(owner =>
      ['alice', 'bob', 'carol'].flatMap(who =>
        variants(who, 'issueSearchIssues', {owner, state: 'all'}, [
          {},
          {assigned: true},
          {created: true},
          {mentioned: true},
          {review_requested: true},
          {type: 'pulls'},
        ]),
      ),
    ),
    ...variants('alice', 'issueSearchIssues', {owner: '{alice}', state: 'all'}, [
      {created_by: '{carol}'},
      {created_by: '{dave}'},
      {labels: 'bug'},
      {milestones: 'first'},
      {q: 'apple'},
      {state: 'closed'},
      {state: 'open', type: 'issues'},
      {limit: 2},
      {limit: 2, page: 2},
      {team: 'readers'},
    ]),
    ask('carol', 'issueSearchIssues', {owner: '{org}', team: 'readers', state: 'all'}),
    ask('nobody', 'issueSearchIssues', {owner: '{alice}', state: 'all'}),
    ...variants('alice', 'issueGetMilestonesList', home, [
      {},
      {state: 'all', name: 'first'},
      {state: 'all', name: 'FIRST'},
      {state: 'closed'},
      {name: 'nothing'},
    ]),
    // Times, by who tracked them.
    ask('alice', 'issueAddTime', {...home, index: 1}, {body: {time: 60, created: '2021-02-03T04:05:06Z'}}),
    ask('carol', 'issueAddTime', {...home, index: 1}, {body: {time: 120, created: '2022-02-03T04:05:06Z'}}),
    ask('carol', 'issueAddTime', {...home, index: 3}, {body: {time: 30}}),
    ...variants('alice', 'issueTrackedTimes', {...home, index: 1}, [
      {user: '{carol}'},
      {user: '{dave}'},
      {user: 'no-such-user'},
      {since: '2021-06-01T00:00:00Z'},
      {before: '2021-06-01T00:00:00Z'},
      {since: '2021-01-01T00:00:00Z', before: '2021-06-01T00:00:00Z'},
      {user: '{carol}', before: '2021-06-01T00:00:00Z'},
      {limit: 1},
      {limit: 1, page: 2},
    ]),
    ...variants('alice', 'repoTrackedTimes', home, [{}, {user: '{carol}'}, {user: '{dave}'}, {limit: 1, page: 2}]),
    ...variants('carol', 'repoTrackedTimes', home, [{}, {user: '{carol}'}, {user: '{alice}'}]),
    ...eachOf(['alice', 'carol', 'bob'], 'userCurrentTrackedTimes'),
    // Statuses of one commit, by state and order.
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'last.txt'},
      {
        body: {content: base64('last\n'), branch: 'main'},
        take: {commit: '/commit/sha'},
      },
    ),
    ...['pending', 'success', 'failure', 'error', 'warning', 'success'].map((state, at) =>
      ask('carol', 'repoCreateStatus', {...home, sha: '{commit}'}, {body: {state, context: `ci/${String(at % 4)}`}}),
    ),
    ...variants('bob', 'repoListStatuses', {...home, sha: '{commit}'}, [
      {},
      {state: 'success'},
      {state: 'pending'},
      {sort: 'highestindex'},
      {sort: 'leastindex', limit: 2},
      {limit: 2, page: 2},
    ]),
    ask('bob', 'repoGetCombinedStatusByRef', {...home, ref: 'main'}),
    // Notifications, by status and subject.
    ...variants('carol', 'notifyGetList', {}, [
      {},
      {'subject-type': 'issue'},
      {'subject-type': 'pull'},
      {'status-types': 'read'},
      {all: true},
    ]),
    ask('carol', 'notifyReadRepoList', {...home, 'to-status': 'pinned'}),
    ...variants('carol', 'notifyGetList', {}, [
      {},
      {'status-types': 'pinned'},
      {'status-types': 'unread', 'subject-type': 'issue'},
      {all: true, 'subject-type': 'pull'},
    ]),
    ask('carol', 'notifyNewAvailable'),
    ...variants('carol', 'notifyGetRepoList', home, [{}, {'status-types': 'pinned'}, {all: true, limit: 1}]),
    // People.
    ...variants('bob', 'userSearch', {}, [
      {uid: '{carol-id}'},
      {q: '{carol}'},
      {q: '{CAROL}'},
      {q: '{carol}', limit: 1},
    ]),
    ...variants('admin', 'adminSearchUsers', {}, [{login_name: '{carol}'}, {login_name: '{carol}', source_id: 0}]),
    ask('admin', 'adminSearchEmails', {q: '{carol}'}),
  ],
};
