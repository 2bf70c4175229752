// Requests of several things of which one is wrong, and things that belong to somebody else: what is refused, and what is there afterwards.
import {ask, base64, eachOf, idleHook, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const org = {org: '{org}'};
const one = {...home, index: 1};
const nothing = 2_000_000_000;

/** A request of alice, and what she then reads. */
const tries = (
  operation: string,
  params: Ask['params'],
  bodies: readonly {readonly [key: string]: Sent}[],
  [reading, of]: readonly [string, Ask['params']],
): readonly Ask[] => bodies.flatMap(body => [ask('alice', operation, params, {body}), ask('alice', reading, of)]);

export const partlyWrong: History = {
  name: 'partly-wrong',
  about: 'requests of several things of which one is wrong or somebody else’s',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations', 'webhooks'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'other', 'secret', 'org', 'second-org', 'mail', 'more', 'third', 'team', 'second-team'],
  asks: [
    // Addresses of which one is somebody else's, is none, or stands twice.
    ask('bob', 'userAddEmail', {}, {body: {emails: ['{mail}@example.org']}}),
    ...tries(
      'userAddEmail',
      {},
      [
        {emails: ['{more}@example.org', '{mail}@example.org']},
        {emails: ['{more}@example.org', 'no address']},
        {emails: ['{more}@example.org', '{MORE}@example.org']},
        {emails: ['{third}@example.org']},
        {emails: ['{third}@example.org', '{more}-2@example.org']},
      ],
      ['userListEmails', {}],
    ),
    ask('alice', 'userDeleteEmail', {}, {body: {emails: ['{third}@example.org', '{mail}@example.org']}}),
    ask('alice', 'userListEmails'),
    ask('bob', 'userListEmails'),
    ask('alice', 'userDeleteEmail', {}, {body: {emails: ['{third}@example.org', 'never-there@example.org']}}),
    ask('alice', 'userListEmails'),
    // A repository with labels, a milestone and people, beside one of bob's.
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('bob', 'createCurrentUserRepo', {}, {body: {name: '{other}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ...['one', 'two', 'scope/a', 'scope/b'].map(name =>
      ask('alice', 'issueCreateLabel', home, {
        body: {name, color: '#aabbcc', exclusive: name.includes('/')},
        take: {[name.replace('/', '-')]: '/id'},
      }),
    ),
    ask(
      'bob',
      'issueCreateLabel',
      {owner: '{bob}', repo: '{other}'},
      {body: {name: 'of bob', color: '#112233'}, take: {strange: '/id'}},
    ),
    ask(
      'bob',
      'issueCreateMilestone',
      {owner: '{bob}', repo: '{other}'},
      {body: {title: 'of bob'}, take: {milestone: '/id'}},
    ),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'own'}, take: {own: '/id'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'An issue', labels: ['{one}']}}),
    ...tries(
      'issueAddLabel',
      one,
      [
        {labels: ['{two}', nothing]},
        {labels: ['{two}', '{strange}']},
        {labels: ['{scope-a}', '{scope-b}']},
        {labels: ['{two}', '{two}']},
        {labels: []},
      ],
      ['issueGetLabels', one],
    ),
    ...tries(
      'issueReplaceLabels',
      one,
      [{labels: ['{one}', nothing]}, {labels: ['{strange}']}, {labels: ['{scope-b}', '{scope-a}', '{one}']}],
      ['issueGetLabels', one],
    ),
    ask('alice', 'issueRemoveLabel', {...one, id: '{two}'}),
    ask('alice', 'issueGetLabels', one),
    ...tries(
      'issueEditIssue',
      one,
      [
        {title: 'Edited too', assignees: ['{carol}', '{dave}']},
        {title: 'Edited again', assignees: ['{carol}', '{carol}']},
        {title: 'With its own', milestone: '{own}', assignees: []},
        {title: '', body: 'without a title'},
      ],
      ['issueGetIssue', one],
    ),
    ...tries(
      'issueCreateIssue',
      home,
      [
        {title: 'With a label that is not there', labels: [nothing]},
        {title: 'With a label of bob', labels: ['{strange}']},
        {title: 'For one who is not there', assignees: ['{carol}', 'no-such-person']},
        {title: 'For one who may not', assignees: ['{carol}', '{dave}']},
      ],
      ['issueListIssues', {...home, state: 'all'}],
    ),
    // Pull requests, reviewers and comments of which one is wrong.
    ...['topic', 'second', 'third'].map(branch =>
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: 'a.txt'},
        {
          body: {content: base64(`of ${branch}\n`), branch: 'main', new_branch: branch},
        },
      ),
    ),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'For one who is not there', head: 'second', base: 'main', assignees: ['{carol}', 'no-such-person']},
    }),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'With a label that is not there', head: 'third', base: 'main', labels: ['{one}', nothing]},
    }),
    ask('alice', 'repoListPullRequests', {...home, state: 'all'}),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'A pull request', head: 'topic', base: 'main'},
      take: {pull: '/number'},
    }),
    ask('alice', 'repoGetPullRequest', {...home, index: '{pull}'}),
    ...tries(
      'repoCreatePullReviewRequests',
      {...home, index: '{pull}'},
      [{reviewers: ['{carol}', '{carol}']}],
      ['repoListPullReviews', {...home, index: '{pull}'}],
    ),
    ask(
      'alice',
      'repoDeletePullReviewRequests',
      {...home, index: '{pull}'},
      {body: {reviewers: ['{carol}', 'no-such-person']}},
    ),
    ask('alice', 'repoListPullReviews', {...home, index: '{pull}'}),
    // A review that is pending is written in two parts.
    ...['first', 'second'].map(body =>
      ask(
        'carol',
        'repoCreatePullReview',
        {...home, index: '{pull}'},
        {
          body: {event: 'PENDING', body, comments: [{path: 'a.txt', body: `${body} remark`, new_position: 1}]},
          take: {[`${body}-review`]: '/id'},
        },
      ),
    ),
    ask('carol', 'repoListPullReviews', {...home, index: '{pull}'}),
    ask('carol', 'repoGetPullReviewComments', {...home, index: '{pull}', id: '{second-review}'}),
    ask(
      'carol',
      'repoSubmitPullReview',
      {...home, index: '{pull}', id: '{second-review}'},
      {body: {event: 'APPROVED', body: 'all of it'}},
    ),
    ask('alice', 'repoGetPullReviewComments', {...home, index: '{pull}', id: '{second-review}'}),
    ask('alice', 'repoListPullReviews', {...home, index: '{pull}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{pull}'}),
    ask('alice', 'repoCreatePullReviewRequests', {...home, index: '{pull}'}, {body: {reviewers: ['{carol}']}}),
    ask(
      'carol',
      'repoCreatePullReview',
      {...home, index: '{pull}'},
      {
        body: {event: 'PENDING', body: 'third'},
        take: {'third-review': '/id'},
      },
    ),
    ask('alice', 'repoGetPullRequest', {...home, index: '{pull}'}),
    ask(
      'carol',
      'repoSubmitPullReview',
      {...home, index: '{pull}', id: '{third-review}'},
      {body: {event: 'COMMENT', body: 'so'}},
    ),
    ask('alice', 'repoListPullReviews', {...home, index: '{pull}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{pull}'}),
    // Protections, hooks and files.
    ...tries(
      'repoCreateBranchProtection',
      home,
      [
        {
          rule_name: 'rule',
          enable_push: true,
          enable_push_whitelist: true,
          push_whitelist_usernames: ['{carol}', 'no-such-person'],
        },
        {rule_name: 'rule', enable_approvals_whitelist: true, approvals_whitelist_username: ['{carol}', '{dave}']},
        {rule_name: 'rule', required_approvals: 1},
      ],
      ['repoListBranchProtection', home],
    ),
    ...tries(
      'repoCreateHook',
      home,
      [
        idleHook({events: ['push', 'no-such-event']}),
        idleHook({type: 'no-such-type'}),
        {...idleHook(), config: {content_type: 'json'}},
        {...idleHook(), config: {url: 'https://240.0.0.1/hook', content_type: 'no-such-type'}},
      ],
      ['repoListHooks', home],
    ),
    ...[
      {content: base64('new\n'), branch: 'no-such-branch'},
      {content: base64('new\n'), new_branch: 'main'},
      {content: base64('new\n'), new_branch: 'topic'},
      {content: 'not base64 at all!', branch: 'main'},
      {content: base64('new\n'), author: {name: 'An Author'}, dates: {author: 'no date'}},
      {content: base64('new\n'), new_branch: 'two..dots'},
    ].flatMap(body => [
      ask('alice', 'repoCreateFile', {...home, filepath: 'new.txt'}, {body}),
      ask('alice', 'repoGetContentsList', home),
    ]),
    ask('alice', 'repoListBranches', home),
    // Teams of an organization, and repositories, people and teams of others.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{second-org}'}}),
    ask('alice', 'createOrgRepo', org, {body: {name: '{repo}', auto_init: true, private: true}}),
    ask('alice', 'createOrgRepo', {org: '{second-org}'}, {body: {name: '{other}', auto_init: true, private: true}}),
    ...tries(
      'orgCreateTeam',
      org,
      [
        {name: '{team}', permission: 'read', units: ['repo.code', 'repo.no-such-unit']},
        {name: '{team}', permission: 'no-such-right', units: ['repo.code']},
        {name: '{team}', permission: 'read', units: ['repo.code', 'repo.issues']},
        {name: '{TEAM}', permission: 'read', units: ['repo.code']},
        {name: 'Owners', permission: 'read', units: ['repo.code']},
      ],
      ['orgListTeams', org],
    ),
    ask('alice', 'orgCreateTeam', org, {
      body: {name: '{second-team}', permission: 'write', units: ['repo.code', 'repo.issues']},
      take: {team: '/id'},
    }),
    ask('alice', 'orgAddTeamMember', {id: '{team}', username: '{dave}'}),
    ask('alice', 'orgAddTeamMember', {id: '{team}', username: 'no-such-person'}),
    ask('alice', 'orgAddTeamRepository', {id: '{team}', org: '{org}', repo: '{repo}'}),
    ask('alice', 'orgAddTeamRepository', {id: '{team}', org: '{second-org}', repo: '{other}'}),
    ask('alice', 'orgAddTeamRepository', {id: '{team}', org: '{org}', repo: 'never-there'}),
    ask('bob', 'orgAddTeamRepository', {id: '{team}', org: '{org}', repo: '{repo}'}),
    ask('alice', 'orgListTeamRepos', {id: '{team}'}),
    ...['{repo}', '{other}'].map(repo =>
      ask('dave', 'repoGet', {owner: repo === '{repo}' ? '{org}' : '{second-org}', repo}),
    ),
    ask('alice', 'orgRemoveTeamRepository', {id: '{team}', org: '{second-org}', repo: '{other}'}),
    ask('alice', 'orgRemoveTeamRepository', {id: '{team}', org: '{org}', repo: '{repo}'}),
    ask('alice', 'orgRemoveTeamRepository', {id: '{team}', org: '{org}', repo: '{repo}'}),
    ask('alice', 'repoAddTeam', {owner: '{second-org}', repo: '{other}', team: '{second-team}'}),
    ask('alice', 'repoListTeams', {owner: '{second-org}', repo: '{other}'}),
    ...eachOf(['alice', 'bob', 'dave', 'nobody'], 'orgIsMember', {...org, username: '{bob}'}),
    ...eachOf(['alice', 'bob', 'dave', 'nobody'], 'orgIsMember', {...org, username: '{dave}'}),
    ...eachOf(['dave', 'bob'], 'orgIsPublicMember', {...org, username: '{dave}'}),
    ask('alice', 'orgPublicizeMember', {...org, username: '{dave}'}),
    ask('bob', 'orgPublicizeMember', {...org, username: '{bob}'}),
    ask('alice', 'orgIsMember', {...org, username: 'no-such-person'}),
    // Tokens, asked for and removed by their ids.
    ...tries(
      'userCreateToken',
      {username: '{alice}'},
      [{name: 'wrong', scopes: ['read:user', 'no-such-scope']}],
      ['userGetCurrent', {}],
    ),
    ask(
      'alice with a password',
      'userCreateToken',
      {username: '{alice}'},
      {
        body: {name: 'of alice', scopes: ['read:user']},
        take: {token: '/id'},
      },
    ),
    ask(
      'alice with a password',
      'userCreateToken',
      {username: '{alice}'},
      {body: {name: 'wrong', scopes: ['read:user', 'no-such-scope']}},
    ),
    ask('alice with a password', 'userGetTokens', {username: '{alice}'}),
    ask('bob with a password', 'userDeleteAccessToken', {username: '{bob}', token: '{token}'}),
    ask('bob with a password', 'userDeleteAccessToken', {username: '{alice}', token: '{token}'}),
    ask('bob with a password', 'userDeleteAccessToken', {username: '{bob}', token: 'of alice'}),
    ask('alice with a password', 'userGetTokens', {username: '{alice}'}),
    ask('alice with a password', 'userDeleteAccessToken', {username: '{alice}', token: '{token}'}),
    ask('alice with a password', 'userGetTokens', {username: '{alice}'}),
  ],
};
