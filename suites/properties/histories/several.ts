// Several things of a kind, made, edited and removed in a mixed order: what lists, pages, counts and second ones show.
import {ask, eachOf, variants, type Ask, type History, type Sent} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const side = {owner: '{alice}', repo: '{other}'};
const hidden = {owner: '{alice}', repo: '{secret}'};
const org = {org: '{org}'};
const at = (index: number) => ({...home, index});
const text = (words: string) => Buffer.from(words).toString('base64');
const pages = (operation: string, params: Ask['params'], limit = 2, who = 'alice') => [
  ask(who, operation, params),
  ...variants(who, operation, {...params, limit}, [{page: 1}, {page: 2}, {page: 3}]),
];
const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const hook = (url: string, changes: {readonly [key: string]: Sent} = {}) => ({
  type: '{hookType}',
  config: {url: `https://240.0.0.1/${url}`, content_type: 'json'},
  events: ['push'],
  active: false,
  ...changes,
});

export const several: History = {
  name: 'several',
  about: 'several things of a kind',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'other', 'secret', 'org', 'hidden-org'],
  asks: [
    ...['{repo}', '{other}'].map(name =>
      ask('alice', 'createCurrentUserRepo', {}, {body: {name, auto_init: true, default_branch: 'main'}}),
    ),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{secret}', auto_init: true, private: true}}),
    ...['carol', 'dave', 'bob'].map(who =>
      ask('alice', 'repoAddCollaborator', {...home, collaborator: `{${who}}`}, {body: {permission: 'write'}}),
    ),
    ...pages('repoListCollaborators', home),
    // Labels in another order than their names.
    ...['zeta', 'Alpha', 'beta/two', 'beta/one', 'alpha'].map((name, index) =>
      ask('alice', 'issueCreateLabel', home, {
        body: {name, color: '#112233', exclusive: name.startsWith('beta/')},
        take: {[`l${String(index)}`]: '/id'},
      }),
    ),
    ...pages('issueListLabels', home),
    ask('alice', 'issueEditLabel', {...home, id: '{l0}'}, {body: {name: 'beta/three', exclusive: true}}),
    ask('alice', 'issueEditLabel', {...home, id: '{l1}'}, {body: {name: 'alpha'}}),
    ...pages('issueListLabels', home),
    // Issues with several labels, people and milestones.
    ...['May', 'April', 'june'].map((title, index) =>
      ask('alice', 'issueCreateMilestone', home, {
        body: {title, due_on: `203${String(5 - index)}-01-02T23:59:59Z`},
        take: {[`m${String(index)}`]: '/id'},
      }),
    ),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'May'}, take: {m3: '/id'}}),
    ...pages('issueGetMilestonesList', home),
    ...variants('alice', 'issueGetMilestonesList', home, [{name: 'may'}, {name: 'a'}]),
    ...words.map((title, index) =>
      ask(index % 2 === 0 ? 'alice' : 'bob', 'issueCreateIssue', home, {body: {title, body: `text of ${title}`}}),
    ),
    ask('alice', 'issueAddLabel', at(1), {body: {labels: ['{l2}', '{l4}', '{l1}']}}),
    ask('alice', 'issueAddLabel', at(1), {body: {labels: ['{l3}']}}),
    ask('alice', 'issueAddLabel', at(1), {body: {labels: ['{l0}', '{l2}']}}),
    ask('alice', 'issueGetLabels', at(1)),
    ask('alice', 'issueReplaceLabels', at(1), {body: {labels: ['{l4}', '{l2}', '{l3}']}}),
    ask('alice', 'issueRemoveLabel', {...at(1), id: '{l4}'}),
    ask('alice', 'issueEditIssue', at(1), {body: {assignees: ['{dave}', '{carol}', '{alice}']}}),
    ask('alice', 'issueEditIssue', at(2), {body: {assignees: ['{carol}', '{dave}']}}),
    ask('alice', 'issueEditIssue', at(2), {body: {assignees: ['{dave}', '{carol}', '{dave}']}}),
    ask('alice', 'issueEditIssue', at(3), {body: {assignees: ['{carol}']}}),
    ask('alice', 'issueEditIssue', at(1), {body: {assignees: ['{carol}', '{dave}']}}),
    ...variants('alice', 'issueListIssues', home, [
      {assigned_by: '{dave}'},
      {assigned_by: '{carol}'},
      {assigned_by: '{alice}'},
    ]),
    ...['carol', 'dave'].map(who => ask(who, 'issueSearchIssues', {owner: '{alice}', assigned: true})),
    ask('alice', 'issueEditIssue', at(1), {body: {milestone: '{m0}'}}),
    ask('alice', 'issueEditIssue', at(2), {body: {milestone: '{m0}'}}),
    ask('alice', 'issueEditIssue', at(3), {body: {milestone: '{m1}'}}),
    ask('alice', 'issueEditIssue', at(2), {body: {state: 'closed'}}),
    ask('alice', 'issueEditIssue', at(2), {body: {milestone: '{m1}'}}),
    ask('alice', 'issueGetMilestonesList', home),
    ask('alice', 'issueEditIssue', at(2), {body: {state: 'open'}}),
    ask('alice', 'issueEditIssue', at(3), {body: {state: 'closed', milestone: '{m2}'}}),
    ask('alice', 'issueGetMilestonesList', home),
    ask('alice', 'issueEditMilestone', {...home, id: '{m0}'}, {body: {title: 'August', state: 'closed'}}),
    ask('alice', 'issueEditMilestone', {...home, id: '{m0}'}, {body: {title: 'May'}}),
    ...variants('alice', 'issueGetMilestonesList', home, [{}, {state: 'closed'}, {state: 'all', name: 'May'}]),
    ...pages('issueListIssues', {...home, state: 'all'}),
    // Comments of several issues, edited and removed out of order.
    ...[1, 2, 1, 3, 1].map((index, number) =>
      ask(number % 2 === 0 ? 'bob' : 'carol', 'issueCreateComment', at(index), {
        body: {body: `comment ${String(number + 1)}`},
        take: {[`c${String(number + 1)}`]: '/id'},
      }),
    ),
    ask('bob', 'issueEditComment', {...home, id: '{c1}'}, {body: {body: 'comment 1, edited'}}),
    ask('alice', 'issueGetComments', at(1)),
    ask('alice', 'issueGetCommentsAndTimeline', at(1)),
    ...pages('issueGetRepoComments', home),
    ask('bob', 'issueDeleteComment', {...home, id: '{c3}'}),
    ask('alice', 'issueGetComments', at(1)),
    ask('alice', 'issueGetIssue', at(1)),
    ...pages('issueGetRepoComments', home),
    ask('bob', 'issueDeleteComment', {...home, id: '{c3}'}),
    // Reactions by several people, in several kinds.
    ...[
      ['carol', '+1'],
      ['bob', 'heart'],
      ['alice', '+1'],
      ['bob', '+1'],
      ['alice', 'laugh'],
    ].flatMap(([who = '', content = '']) => [
      ask(who, 'issuePostIssueReaction', at(1), {body: {content}}),
      ask(who, 'issuePostCommentReaction', {...home, id: '{c1}'}, {body: {content}}),
    ]),
    ask('bob', 'issueGetIssueReactions', at(1)),
    ask('bob', 'issueGetCommentReactions', {...home, id: '{c1}'}),
    ask('bob', 'issueDeleteIssueReaction', at(1), {body: {content: '+1'}}),
    ask('bob', 'issueGetIssueReactions', at(1)),
    ask('bob', 'issueGetCommentReactions', {...home, id: '{c1}'}),
    ask('bob', 'issueGetIssueReactions', at(2)),
    // Tracked times of several people on several issues.
    ...[
      ['alice', 1, 10],
      ['carol', 1, 20],
      ['carol', 2, 30],
      ['alice', 2, 40],
      ['dave', 1, 50],
    ].map(([who, index, time]) => ask(String(who), 'issueAddTime', at(Number(index)), {body: {time: Number(time)}})),
    ...pages('repoTrackedTimes', home),
    ...pages('issueTrackedTimes', at(1)),
    ask('alice', 'issueTrackedTimes', {...at(1), user: '{carol}'}),
    ask('carol', 'issueResetTime', at(1)),
    ask('alice', 'repoTrackedTimes', home),
    ask('carol', 'userCurrentTrackedTimes'),
    // Attachments.
    ...['b.txt', 'a.txt', 'c.txt'].map((name, index) =>
      ask('alice', 'issueCreateIssueAttachment', at(1), {
        file: {field: 'attachment', name, text: name},
        take: {[`a${String(index)}`]: '/id'},
      }),
    ),
    ask('alice', 'issueEditIssueAttachment', {...at(1), attachment_id: '{a0}'}, {body: {name: 'z.txt'}}),
    ask('alice', 'issueListIssueAttachments', at(1)),
    ask('alice', 'issueDeleteIssueAttachment', {...at(1), attachment_id: '{a1}'}),
    ask('alice', 'issueListIssueAttachments', at(1)),
    ask('alice', 'issueListIssueAttachments', at(2)),
    // Releases and tags.
    ...['v1', 'v3', 'v2'].map((tag_name, index) =>
      ask('alice', 'repoCreateRelease', home, {
        body: {tag_name, name: `Release ${tag_name}`, prerelease: tag_name === 'v3', draft: false},
        take: {[`r${String(index)}`]: '/id'},
      }),
    ),
    ask('alice', 'repoCreateRelease', home, {
      body: {tag_name: 'v4', name: 'Later', draft: true},
      take: {draft: '/id'},
    }),
    ...eachOf(['alice', 'bob', 'nobody'], 'repoListReleases', home),
    ...variants('alice', 'repoListReleases', home, [
      {draft: true},
      {draft: false},
      {'pre-release': true},
      {'pre-release': false},
      {draft: false, 'pre-release': false},
      {limit: 2},
      {limit: 2, page: 2},
    ]),
    ask('nobody', 'repoGetLatestRelease', home),
    ask('alice', 'repoEditRelease', {...home, id: '{r2}'}, {body: {prerelease: true}}),
    ask('nobody', 'repoGetLatestRelease', home),
    ask('alice', 'repoEditRelease', {...home, id: '{r0}'}, {body: {name: 'v1 again', body: 'notes'}}),
    ask('alice', 'repoEditRelease', {...home, id: '{r2}'}, {body: {prerelease: false}}),
    ask('nobody', 'repoGetLatestRelease', home),
    ask('alice', 'repoDeleteRelease', {...home, id: '{r2}'}),
    ask('nobody', 'repoGetLatestRelease', home),
    ask('alice', 'repoListTags', home),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v2', name: 'Anew'}}),
    ask('alice', 'repoListReleases', home),
    ask('alice', 'repoDeleteTag', {...home, tag: 'v1'}),
    ask('alice', 'repoGet', home),
    // Statuses: several contexts, several times.
    ask('alice', 'repoGetBranch', {...home, branch: 'main'}, {take: {head: '/commit/id'}}),
    ...[
      ['ci/a', 'pending'],
      ['ci/b', 'success'],
      ['ci/a', 'success'],
      ['ci/c', 'failure'],
      ['ci/b', 'error'],
    ].flatMap(([context = '', state = '']) => [
      ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {context, state, description: state}}),
      ask('bob', 'repoGetCombinedStatusByRef', {...home, ref: 'main'}),
    ]),
    ...pages('repoListStatusesByRef', {...home, ref: 'main'}),
    ...variants('bob', 'repoListStatusesByRef', {...home, ref: 'main'}, [
      {state: 'success'},
      {sort: 'oldest'},
      {sort: 'highestindex'},
    ]),
    // Hooks.
    ...['one', 'two', 'three'].map((name, index) =>
      ask('alice', 'repoCreateHook', home, {body: hook(name), take: {[`h${String(index)}`]: '/id'}}),
    ),
    ask('alice', 'repoEditHook', {...home, id: '{h0}'}, {body: {active: true}}),
    ask('alice', 'repoEditHook', {...home, id: '{h0}'}, {body: {active: false, events: ['issues', 'push']}}),
    ask('alice', 'repoEditHook', {...home, id: '{h0}'}, {body: {branch_filter: 'main'}}),
    ask('alice', 'repoEditHook', {...home, id: '{h1}'}, {body: {config: {content_type: 'form'}}}),
    ...pages('repoListHooks', home),
    ask('alice', 'repoDeleteHook', {...home, id: '{h1}'}),
    ask('alice', 'repoListHooks', home),
    ask('alice', 'repoListHooks', side),
    // Rules of branches: the order, and which one counts.
    ...['release/*', 'release/1', '**/1'].map(rule_name =>
      ask('alice', 'repoCreateBranchProtection', home, {
        body: {rule_name, enable_push: rule_name !== 'release/1', required_approvals: rule_name.length},
      }),
    ),
    ask('alice', 'repoListBranchProtection', home),
    ...['release/1', 'release/2', 'other/1'].flatMap(branch => [
      ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: branch}}),
      ask('alice', 'repoGetBranch', {...home, branch}),
      ask('bob', 'repoCreateFile', {...home, filepath: 'f.txt'}, {body: {content: text(branch), branch}}),
    ]),
    ask('alice', 'repoEditBranchProtection', {...home, name: 'release/1'}, {body: {required_approvals: 3}}),
    ask('alice', 'repoGetBranch', {...home, branch: 'release/1'}),
    ask('alice', 'repoEditBranchProtection', {...home, name: 'release/*'}, {body: {enable_push: false}}),
    ask('alice', 'repoGetBranch', {...home, branch: 'release/2'}),
    ask('alice', 'repoDeleteBranchProtection', {...home, name: 'release/1'}),
    ask('alice', 'repoGetBranch', {...home, branch: 'release/1'}),
    ask('alice', 'repoListBranchProtection', home),
    ...pages('repoListBranches', home),
    // Pull requests of several branches.
    ...['p1', 'p2', 'p3'].map(branch =>
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: `${branch}.txt`},
        {body: {content: text(branch), branch: 'main', new_branch: branch}},
      ),
    ),
    ...['p2', 'p1', 'p3'].map(head =>
      ask('alice', 'repoCreatePullRequest', home, {body: {title: `Of ${head}`, head, base: 'main'}}),
    ),
    ...pages('repoListPullRequests', {...home, state: 'all'}),
    ask('alice', 'repoEditPullRequest', at(7), {body: {state: 'closed'}}),
    ...variants('alice', 'repoListPullRequests', home, [{state: 'closed'}, {state: 'open'}]),
    ...['carol', 'dave', 'carol'].map((who, index) =>
      ask(who, 'repoCreatePullReview', at(6), {
        body: {event: index === 1 ? 'REQUEST_CHANGES' : 'APPROVED', body: `review ${String(index + 1)}`},
      }),
    ),
    ...pages('repoListPullReviews', at(6)),
    ask('alice', 'repoCreatePullReviewRequests', at(6), {body: {reviewers: ['{carol}', '{dave}', '{bob}']}}),
    ask('alice', 'repoDeletePullReviewRequests', at(6), {body: {reviewers: ['{dave}']}}),
    ask('alice', 'repoGetPullRequest', at(6)),
    ask('alice', 'repoListPullReviews', at(6)),
    ask('alice', 'repoGet', home),
    // Organizations and teams.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', full_name: 'An organization'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{hidden-org}', visibility: 'private', full_name: 'A hidden one'}}),
    ask('alice', 'orgEdit', {org: '{hidden-org}'}, {body: {description: 'still hidden'}}),
    ask('alice', 'orgEdit', {org: '{hidden-org}'}, {body: {full_name: 'Another name'}}),
    ...eachOf(['alice', 'bob', 'nobody'], 'orgGet', {org: '{hidden-org}'}),
    ...['zebra', 'ant', 'Bee'].map((name, index) =>
      ask('alice', 'orgCreateTeam', org, {
        body: {name, permission: 'write', units: ['repo.code', 'repo.issues']},
        take: {[`t${String(index)}`]: '/id'},
      }),
    ),
    ask('alice', 'orgEditTeam', {id: '{t0}'}, {body: {name: 'yak', permission: 'read'}}),
    ...pages('orgListTeams', org),
    ...variants('alice', 'teamSearch', org, [{q: 'A'}, {q: 'bee'}, {q: ''}]),
    ...['carol', 'bob', 'dave'].map(who => ask('alice', 'orgAddTeamMember', {id: '{t0}', username: `{${who}}`})),
    ask('alice', 'orgAddTeamMember', {id: '{t1}', username: '{bob}'}),
    ...pages('orgListTeamMembers', {id: '{t0}'}),
    ...pages('orgListMembers', org),
    ask('alice', 'orgRemoveTeamMember', {id: '{t0}', username: '{bob}'}),
    ask('alice', 'orgIsMember', {...org, username: '{bob}'}),
    ask('alice', 'orgRemoveTeamMember', {id: '{t1}', username: '{bob}'}),
    ask('alice', 'orgIsMember', {...org, username: '{bob}'}),
    ask('alice', 'orgListMembers', org),
    ...['shelf', 'Attic', 'cellar'].map(name => ask('alice', 'createOrgRepo', org, {body: {name}})),
    ...pages('orgListRepos', org),
    ask('alice', 'orgAddTeamRepository', {id: '{t0}', ...org, repo: 'shelf'}),
    ask('alice', 'orgAddTeamRepository', {id: '{t0}', ...org, repo: 'ATTIC'}),
    ...pages('orgListTeamRepos', {id: '{t0}'}),
    ask('alice', 'orgDeleteTeam', {id: '{t0}'}),
    ...eachOf(['carol', 'dave'], 'orgListCurrentUserOrgs'),
    ask('alice', 'repoListTeams', {owner: '{org}', repo: 'shelf'}),
    // Other capitals.
    ask('alice', 'repoGet', {owner: '{alice}', repo: '{REPO}'}),
    ask('alice', 'repoEdit', side, {body: {name: '{OTHER}'}}),
    ask('alice', 'repoGet', side),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{REPO}'}}),
    ask('alice', 'userGet', {username: '{ALICE}'}),
    ask('alice', 'repoCheckCollaborator', {...home, collaborator: '{CAROL}'}),
    ask('alice', 'repoAddCollaborator', {...hidden, collaborator: '{CAROL}'}, {body: {permission: 'read'}}),
    ask('alice', 'issueEditIssue', at(4), {body: {assignees: ['{CAROL}']}}),
    ask('alice', 'issueListIssues', {...home, assigned_by: '{CAROL}'}),
    ask('alice', 'issueListIssues', {...home, created_by: '{BOB}'}),
    ask('alice', 'issueListIssues', {...home, labels: 'BETA/ONE'}),
    ask('alice', 'orgGet', {org: '{ORG}'}),
    ask('alice', 'orgCreate', {}, {body: {username: '{ORG}'}}),
    ask('alice', 'orgIsMember', {...org, username: '{ALICE}'}),
    ask('alice', 'userSearch', {q: '{ALICE}'}),
    ask('admin', 'adminSearchUsers', {q: '{ALICE}'}),
    ask('admin', 'adminSearchEmails', {q: '{ALICE}'}),
    ask('alice', 'repoSearch', {q: '{REPO}'}),
    ask('alice', 'repoGetBranch', {...home, branch: 'MAIN'}),
    ask('alice', 'repoGetReleaseByTag', {...home, tag: 'V3'}),
    // What a list of own repositories shows after all of it.
    ...pages('userCurrentListRepos', {}),
    ...eachOf(['bob', 'nobody'], 'userListRepos', {username: '{alice}'}),
    ask('alice', 'userGetCurrent', {}, {take: {'alice-id': '/id'}}),
    ask('alice', 'repoSearch', {uid: '{alice-id}'}),
  ],
};
