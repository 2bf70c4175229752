// Words that have a meaning, spelled in other ways: capitals, blanks, none, several, unknown ones, and flags in all the ways in which programs write them.
import {ask, base64, variants, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};
const first = {...home, id: '{first}'};
const june = '2027-06-01T00:00:00Z';

/** The same operation, with one parameter spelled in each of these ways. */
function spelled(
  operation: string,
  params: Ask['params'],
  name: string,
  values: readonly Sent[],
  who = 'alice',
): readonly Ask[] {
  return variants(
    who,
    operation,
    params,
    values.map(value => ({[name]: value})),
  );
}

/** The same write, with one field spelled in each of these ways. */
function written(
  operation: string,
  params: Ask['params'],
  body: {readonly [field: string]: Sent},
  [name, ...values]: readonly [string, ...Sent[]],
): readonly Ask[] {
  return values.map(value => ask('alice', operation, params, {body: {...body, [name]: value}}));
}

/** How programs write yes and no. */
const flags = ['1', 't', 'T', 'TRUE', 'True', '0', 'f', 'FALSE', 'False', 'yes', 'on', '2', ''];
const fewFlags = ['1', 'TRUE', 't', 'False', 'yes'];
const states = ['OPEN', 'Closed', 'ALL', ' closed', '', ['closed', 'open'], 'open,closed'];

/** A repository with an issue of each state, a pull request, labels, milestones, releases, statuses and what they make known to alice. */
const beginning: readonly Ask[] = [
  ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
  ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'write'}}),
  ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
  ask('alice', 'issueCreateLabel', home, {body: {name: 'Wish', color: '#00aabb'}, take: {wish: '/id'}}),
  ask('alice', 'issueCreateMilestone', home, {body: {title: 'First'}, take: {first: '/id'}}),
  ask('alice', 'issueCreateMilestone', home, {body: {title: 'second', state: 'closed'}, take: {second: '/id'}}),
  ask('bob', 'issueCreateIssue', home, {
    body: {title: 'One', body: 'for @{alice}', labels: ['{bug}'], milestone: '{first}', assignees: ['{alice}']},
    take: {one: '/number'},
  }),
  ask('bob', 'issueCreateIssue', home, {
    body: {title: 'Two', labels: ['{bug}', '{wish}'], milestone: '{second}', closed: true},
    take: {two: '/number'},
  }),
  ask(
    'bob',
    'repoCreateFile',
    {...home, filepath: 'folder/topic.txt'},
    {
      body: {content: base64('topic\n'), branch: 'main', new_branch: 'topic'},
      take: {head: '/commit/sha'},
    },
  ),
  ask('bob', 'repoCreatePullRequest', home, {
    body: {title: 'Topic', head: 'topic', base: 'main', labels: ['{wish}']},
    take: {pull: '/number'},
  }),
];

export const spellings: History = {
  name: 'spellings',
  about: 'parameters whose words are spelled in other ways',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'notifications', 'releases', 'organizations', 'packages'],
  people: ['alice', 'bob'],
  names: ['repo', 'org'],
  asks: [
    ...beginning,
    ask('alice', 'notifyGetList', {}, {awaits: 3}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', target_commitish: 'main', draft: true}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v2', target_commitish: 'main', prerelease: true}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v3', target_commitish: 'main'}}),
    ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {state: 'success', context: 'ci'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        body: {name: 'Readers', description: 'who read words', permission: 'read', units: ['repo.code']},
      },
    ),
    ask(
      'alice',
      'uploadGenericPackage',
      {owner: '{org}', package: 'tool', version: '1.0.0', filename: 'f.bin'},
      {bytes: '00ff'},
    ),
    // Issues.
    ...spelled('issueListIssues', home, 'state', states),
    ...spelled('issueListIssues', {...home, state: 'all'}, 'type', [
      'Issues',
      'PULLS',
      ' pulls',
      'pull',
      'issue',
      '',
      ['pulls', 'issues'],
      'issues,pulls',
    ]),
    ...spelled('issueListIssues', {...home, state: 'all'}, 'labels', [
      'BUG',
      'wish',
      ' bug',
      'bug,',
      ',bug',
      'bug, Wish',
      'bug,Wish',
      'Wish,bug,bug',
      ['bug', 'Wish'],
      'bug,no-such-label',
      'no-such-label',
      '',
      '{bug}',
    ]),
    ...spelled('issueListIssues', {...home, state: 'all'}, 'milestones', [
      'FIRST',
      ' First',
      'First,second',
      'First, second',
      ['First', 'second'],
      'First,no-such-milestone',
      'no-such-milestone',
      '{first}',
      '{first},second',
      '',
      ',',
    ]),
    ...spelled('issueListIssues', {...home, state: 'all'}, 'q', ['ONE', ' one ', 'Two Topic', '']),
    ...['created_by', 'assigned_by', 'mentioned_by'].flatMap(name =>
      spelled('issueListIssues', {...home, state: 'all'}, name, [
        '{ALICE}',
        '{BOB}',
        ' {bob}',
        '',
        'no-such-user-here',
      ]),
    ),
    ...spelled('issueListIssues', {...home, state: 'all'}, 'since', [
      '2041-01-01',
      '2041-01-01T00:00:00',
      '2041-01-01T00:00:00+02:00',
      '2041-01-01t00:00:00z',
      '2041-01-01 00:00:00',
      ' 2041-01-01T00:00:00Z',
      '2241142000',
      '',
      'yesterday',
    ]),
    ...spelled('issueSearchIssues', {owner: '{alice}'}, 'state', states),
    ...spelled('issueSearchIssues', {owner: '{alice}', state: 'all'}, 'type', ['Issues', 'PULLS', 'issue', '']),
    ...spelled('issueSearchIssues', {owner: '{alice}', state: 'all'}, 'labels', [
      'BUG',
      'bug, Wish',
      'bug,Wish',
      'Wish,',
    ]),
    ...spelled('issueSearchIssues', {owner: '{alice}', state: 'all'}, 'milestones', [
      'FIRST',
      'First,second',
      ' First',
    ]),
    ...spelled('issueSearchIssues', {owner: '{alice}', state: 'all'}, 'assigned', flags),
    ...spelled('issueSearchIssues', {state: 'all'}, 'owner', ['{ALICE}', ' {alice}'], 'bob'),
    ...spelled('issueGetMilestonesList', home, 'state', states),
    ...spelled('issueGetMilestonesList', {...home, state: 'all'}, 'name', ['FIRST', ' First', 'irs', '']),
    ...spelled('issueListLabels', home, 'sort', ['MostIssues', 'mostissues', 'reversealphabetically', 'unknown', '']),
    ...spelled('repoListPullRequests', home, 'state', states),
    ...spelled('repoListPullRequests', {...home, state: 'all'}, 'sort', ['Oldest', 'OLDEST', ' oldest', 'unknown', '']),
    ...spelled('repoTrackedTimes', home, 'user', ['{BOB}', ' {bob}', '']),
    // Notifications.
    ...['notifyGetList', 'notifyGetRepoList'].flatMap(operation => [
      ...spelled(operation, operation === 'notifyGetList' ? {} : home, 'subject-type', [
        ['Issue'],
        ['PULL'],
        ['Pull', 'ISSUE'],
        [' issue'],
        ['issues'],
        ['issue,pull'],
        ['unknown'],
        ['issue', 'unknown'],
        [''],
        'Repository',
        'Commit',
      ]),
      ...spelled(operation, operation === 'notifyGetList' ? {} : home, 'status-types', [
        ['Unread'],
        ['READ'],
        [' unread'],
        ['unread,read'],
        ['unread', 'unknown'],
        [''],
      ]),
      ...spelled(
        operation,
        operation === 'notifyGetList' ? {'status-types': ['read']} : {...home, 'status-types': ['read']},
        'all',
        fewFlags,
      ),
    ]),
    // Releases, statuses, commits and trees.
    ...spelled('repoListReleases', home, 'draft', fewFlags),
    ...spelled('repoListReleases', home, 'pre-release', fewFlags),
    ...spelled('repoListStatuses', {...home, sha: '{head}'}, 'state', [
      'Success',
      'SUCCESS',
      ' success',
      'unknown',
      '',
    ]),
    ...spelled('repoListStatuses', {...home, sha: '{head}'}, 'sort', ['Oldest', 'unknown', '']),
    ...spelled('repoGetSingleCommit', {...home, sha: '{head}'}, 'files', fewFlags),
    ...spelled('repoGetSingleCommit', {...home, sha: '{head}'}, 'stat', ['False', 'f', 'no', '']),
    ...spelled('GetTree', {...home, sha: 'topic'}, 'recursive', flags),
    // Repositories, teams, users and packages.
    ...spelled('repoSearch', {q: '{repo}'}, 'mode', ['Source', 'FORK', ' source', 'unknown', '']),
    ...spelled('repoSearch', {q: '{repo}'}, 'sort', ['Alpha', 'ALPHA', ' alpha', 'unknown', '']),
    ...spelled('repoSearch', {q: '{repo}', sort: 'alpha'}, 'order', ['ASC', 'Desc', ' asc', 'unknown', '']),
    ...['private', 'archived', 'template', 'is_private'].flatMap(name =>
      spelled('repoSearch', {q: '{repo}'}, name, fewFlags),
    ),
    ...spelled('repoSearch', {}, 'q', ['{REPO}', ' {repo} ']),
    ...spelled('teamSearch', {org: '{org}', q: 'words'}, 'include_desc', fewFlags),
    ...spelled('teamSearch', {org: '{org}'}, 'q', ['READERS', ' readers']),
    ...spelled('userSearch', {}, 'q', ['{ALICE}', ' {alice}']),
    ...spelled('listPackages', {owner: '{org}'}, 'type', ['Generic', 'GENERIC', ' generic', 'unknown', '']),
  ],
};

export const spellingsOfFields: History = {
  name: 'spellings-of-fields',
  about: 'fields whose words are spelled in other ways',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations', 'releases'],
  people: ['alice', 'bob'],
  names: ['repo', 'org', 'other'],
  asks: [
    ...beginning,
    // States.
    ...['Closed', 'CLOSED', ' closed', 'close', 'reopened', '', 'closed', 'Open', 'open'].flatMap(state => [
      ask('bob', 'issueEditIssue', one, {body: {state}}),
      ask('bob', 'issueGetIssue', one),
    ]),
    ...['Closed', 'CLOSED', ' closed', 'merged', '', 'closed', 'OPEN', 'open'].flatMap(state => [
      ask('bob', 'repoEditPullRequest', pull, {body: {state}}),
      ask('bob', 'repoGetPullRequest', pull),
    ]),
    ...['Closed', 'CLOSED', ' closed', 'unknown', '', 'closed', 'Open', 'open'].flatMap(state => [
      ask('alice', 'issueEditMilestone', first, {body: {state}}),
      ask('alice', 'issueGetMilestone', first),
    ]),
    ...written('issueCreateMilestone', home, {title: 'Third'}, ['state', 'Closed', 'unknown', '']),
    ...written('repoCreateStatus', {...home, sha: '{head}'}, {context: 'ci'}, [
      'state',
      'Success',
      'SUCCESS',
      ' success',
      'unknown',
      '',
      'skipped',
      'warning',
    ]),
    ask('alice', 'repoGetCombinedStatusByRef', {...home, ref: 'topic'}),
    // Rights.
    ...['Read', 'WRITE', ' write', 'owner', 'none', 'unknown', '', 'admin', 'read'].flatMap(permission => [
      ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission}}),
      ask('alice', 'repoGetRepoPermissions', {...home, collaborator: '{bob}'}),
    ]),
    ...written('orgCreate', {}, {username: '{org}'}, ['visibility', 'Private', 'LIMITED', ' private', 'unknown', '']),
    ask('alice', 'orgCreate', {}, {body: {username: '{other}', visibility: 'private'}}),
    ...['Public', 'LIMITED', ' public', 'unknown', '', 'limited'].flatMap(visibility => [
      ask('alice', 'orgEdit', {org: '{other}'}, {body: {visibility}}),
      ask('alice', 'orgGet', {org: '{other}'}),
    ]),
    ...['Read', 'WRITE', ' read', 'owner', 'none', 'unknown', ''].map((permission, at) =>
      ask(
        'alice',
        'orgCreateTeam',
        {org: '{other}'},
        {
          body: {name: `team-${String(at)}`, permission, units: ['repo.code']},
        },
      ),
    ),
    ...[['Repo.Code'], ['repo.code', 'repo.code'], [' repo.code'], ['unknown'], ['repo.code', 'unknown'], ['']].map(
      (units, at) =>
        ask(
          'alice',
          'orgCreateTeam',
          {org: '{other}'},
          {body: {name: `units-${String(at)}`, permission: 'read', units}},
        ),
    ),
    // Reactions and colours.
    ...written('issuePostIssueReaction', one, {}, ['content', 'Heart', 'HEART', ' heart', ':heart:', '1', '', 'heart']),
    ask('alice', 'issueGetIssueReactions', one),
    ...written('issueDeleteIssueReaction', one, {}, ['content', 'Heart', 'unknown', '']),
    ask('alice', 'issueGetIssueReactions', one),
    ...['00AABB', '#00AABB', '0AB', '#0ab', ' #00aabb', '#00aabb ', 'red', '#00aabbcc', '#gggggg', '#', ''].map(
      (color, at) => ask('alice', 'issueCreateLabel', home, {body: {name: `label-${String(at)}`, color}}),
    ),
    // Hooks.
    ...['JSON', 'Form', ' json', 'xml', ''].map(content_type =>
      ask('alice', 'repoCreateHook', home, {
        body: {
          type: '{hookType}',
          config: {url: 'https://240.0.0.1/hook', content_type},
          events: ['push'],
          active: false,
        },
      }),
    ),
    ...[['Push'], ['PUSH', 'issues'], [' push'], ['unknown'], ['push', 'push'], ['']].map(events =>
      ask('alice', 'repoCreateHook', home, {
        body: {
          type: '{hookType}',
          config: {url: 'https://240.0.0.1/hook', content_type: 'json'},
          events,
          active: false,
        },
      }),
    ),
    // Reviews and merges.
    ...[
      'approved',
      'Approved',
      'approve',
      'APPROVE',
      'comment',
      'request_changes',
      ' COMMENT',
      'unknown',
      'PENDING',
      '',
    ].map(event => ask('alice', 'repoCreatePullReview', pull, {body: {event, body: `as ${event}`}})),
    ask('alice', 'repoListPullReviews', pull),
    ask('alice', 'repoGetPullRequest', pull, {awaitsAt: {'/mergeable': true}}),
    ...written('repoMergePullRequest', pull, {}, ['Do', 'MERGE', 'Squash', ' merge', 'unknown', 'fast-forward', '']),
    ask('alice', 'repoGetPullRequest', pull),
    // Due dates.
    ...[
      june,
      '2027-06-01',
      '2027-06-01t00:00:00z',
      '2027-06-01T00:00:00',
      '2027-06-01T23:00:00-05:00',
      '1812345678',
      'tomorrow',
      '',
    ].map(due_date => ask('alice', 'issueEditIssue', one, {body: {due_date}})),
    ask('alice', 'issueGetIssue', one),
  ],
};
