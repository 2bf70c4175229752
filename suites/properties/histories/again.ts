// Things that are made again after they were closed, removed or given away: nothing of the first may be left on the second.
import {ask, base64, eachOf, idleHook, merges, variants, type Ask, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const ours = {owner: '{org}', repo: '{shelf}'};
const org = {org: '{org}'};
const at = (index: number) => ({...home, index});
type Content = NonNullable<Parameters<typeof ask>[3]>;

/** Made, removed and made again, and read each time. */
function twice(make: Ask, remove: Ask, looks: readonly Ask[]): readonly Ask[] {
  return [make, ...looks, remove, ...looks, remove, make, ...looks];
}

const file = (filepath: string, content: Content, who = 'alice') =>
  ask(who, 'repoCreateFile', {...home, filepath}, content);
const branch = (name: string, words = name) =>
  file(`${words}.txt`, {body: {content: base64(words), branch: 'main', new_branch: name}});
const pull = (head: string, who = 'alice') =>
  ask(who, 'repoCreatePullRequest', home, {body: {title: `Of ${head}`, head, base: 'main'}});
const hook = idleHook();
const parcel = {owner: '{alice}', package: 'parcel', version: '1.0.0'};

export const again: History = {
  name: 'again',
  about: 'things that are made again',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations', 'packages'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'org', 'shelf', 'vault', 'moved', 'mail'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}}),
    // Labels and milestones.
    ask('alice', 'issueCreateLabel', home, {
      body: {name: 'bug', color: '#ee0701', exclusive: false},
      take: {bug: '/id'},
    }),
    ask('alice', 'issueAddLabel', at(1), {body: {labels: ['{bug}']}}),
    ask('alice', 'issueDeleteLabel', {...home, id: '{bug}'}),
    ask('alice', 'issueGetLabels', at(1)),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#00aabb'}, take: {bug: '/id'}}),
    ask('alice', 'issueGetLabels', at(1)),
    ask('alice', 'issueListLabels', home),
    ask('alice', 'issueAddLabel', at(1), {body: {labels: ['{bug}']}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    ask('alice', 'issueEditIssue', at(1), {body: {milestone: '{first}'}}),
    ask('alice', 'issueDeleteMilestone', {...home, id: '{first}'}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    ask('alice', 'issueGetIssue', at(1)),
    ask('alice', 'issueGetMilestonesList', home),
    // Closed and opened, assigned and not, reacted and not, tracked and not.
    ...['closed', 'open', 'closed', 'closed', 'open'].map(state =>
      ask('alice', 'issueEditIssue', at(1), {body: {state}}),
    ),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'write'}}),
    ...[['{bob}'], [], ['{bob}']].map(assignees => ask('alice', 'issueEditIssue', at(1), {body: {assignees}})),
    ...twice(
      ask('bob', 'issuePostIssueReaction', at(1), {body: {content: 'heart'}}),
      ask('bob', 'issueDeleteIssueReaction', at(1), {body: {content: 'heart'}}),
      [ask('alice', 'issueGetIssueReactions', at(1))],
    ),
    ask('bob', 'issueAddTime', at(1), {body: {time: 60}}),
    ask('bob', 'issueResetTime', at(1)),
    ask('bob', 'issueAddTime', at(1), {body: {time: 30}}),
    ask('alice', 'issueTrackedTimes', at(1)),
    ask('bob', 'issueCreateComment', at(1), {body: {body: 'first'}, take: {comment: '/id'}}),
    ask('bob', 'issueDeleteComment', {...home, id: '{comment}'}),
    ask('bob', 'issueCreateComment', at(1), {body: {body: 'second'}}),
    ask('alice', 'issueGetComments', at(1)),
    ask('alice', 'issueGetIssue', at(1)),
    ask('alice', 'issueGetCommentsAndTimeline', at(1)),
    // An issue that is gone leaves its number.
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Two'}}),
    ask('alice', 'issueDelete', at(2)),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Three'}}),
    ask('alice', 'issueListIssues', {...home, state: 'all'}),
    // People.
    ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{bob}'}),
    ask('alice', 'issueGetIssue', at(1)),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'read'}}),
    ask('alice', 'repoGetRepoPermissions', {...home, collaborator: '{bob}'}),
    ask('bob', 'issueEditIssue', at(1), {body: {title: 'Of a reader'}}),
    ...twice(ask('bob', 'userCurrentPutSubscription', home), ask('bob', 'userCurrentDeleteSubscription', home), [
      ask('bob', 'userCurrentCheckSubscription', home),
      ask('alice', 'repoGet', home),
    ]),
    // Branches, files, tags, releases, statuses.
    branch('topic'),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
    branch('topic', 'second'),
    ask('alice', 'repoGetContentsList', {...home, ref: 'topic'}),
    file('a.txt', {body: {content: base64('a'), branch: 'main'}, take: {a: '/content/sha'}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'a.txt'}, {body: {sha: '{a}', branch: 'main'}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'a.txt'}, {body: {sha: '{a}', branch: 'main'}}),
    file('a.txt', {body: {content: base64('another'), branch: 'main'}}),
    ask('alice', 'repoGetContents', {...home, filepath: 'a.txt'}),
    ask('alice', 'repoGetAllCommits', {...home, path: 'a.txt'}),
    ...twice(
      ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', message: 'a tag'}}),
      ask('alice', 'repoDeleteTag', {...home, tag: 'v1'}),
      [ask('alice', 'repoListTags', home)],
    ),
    ...twice(
      ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'r1', name: 'First', body: 'notes'}}),
      ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'r1'}),
      [ask('alice', 'repoListReleases', home), ask('alice', 'repoGetReleaseByTag', {...home, tag: 'r1'})],
    ),
    ...twice(
      ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'topic', required_approvals: 2}}),
      ask('alice', 'repoDeleteBranchProtection', {...home, name: 'topic'}),
      [ask('alice', 'repoGetBranch', {...home, branch: 'topic'}), ask('alice', 'repoListBranchProtection', home)],
    ),
    ask('alice', 'repoDeleteBranchProtection', {...home, name: 'topic'}),
    // Pull requests for branches that had one before.
    pull('topic'),
    pull('topic'),
    ask('alice', 'repoEditPullRequest', at(4), {body: {state: 'closed'}}),
    pull('topic'),
    ask('alice', 'repoEditPullRequest', at(4), {body: {state: 'open'}}),
    ask('alice', 'repoListPullRequests', {...home, state: 'all'}),
    ask('carol', 'repoCreatePullReview', at(5), {body: {event: 'REQUEST_CHANGES', body: 'no'}, take: {no: '/id'}}),
    ask('alice', 'repoDismissPullReview', {...at(5), id: '{no}'}, {body: {message: 'done'}}),
    ask('carol', 'repoCreatePullReview', at(5), {body: {event: 'REQUEST_CHANGES', body: 'no again'}}),
    ask('carol', 'repoCreatePullReview', at(5), {body: {event: 'APPROVED', body: 'yes'}}),
    ask('alice', 'repoListPullReviews', at(5)),
    ...[1, 2].flatMap(() => [
      ask('alice', 'repoCreatePullReviewRequests', at(5), {body: {reviewers: ['{bob}']}}),
      ask('alice', 'repoDeletePullReviewRequests', at(5), {body: {reviewers: ['{bob}']}}),
    ]),
    ask('alice', 'repoListPullReviews', at(5)),
    ...merges(at(5), {Do: 'merge'}),
    pull('topic'),
    file('more.txt', {body: {content: base64('more'), branch: 'topic'}}),
    pull('topic'),
    ask('bob', 'repoGetPullRequest', at(6)),
    ask('bob', 'repoGetPullRequestFiles', at(6)),
    ask('bob', 'repoGetPullRequestCommits', at(6)),
    ask('bob', 'repoGetPullRequestFiles', at(5)),
    ask('alice', 'repoGet', home),
    // Hooks, tokens, addresses, packages.
    ...[1, 2].flatMap(() => [
      ask('alice', 'repoCreateHook', home, {body: hook, take: {hook: '/id'}}),
      ask('alice', 'repoDeleteHook', {...home, id: '{hook}'}),
      ask('alice', 'repoDeleteHook', {...home, id: '{hook}'}),
    ]),
    ask('alice', 'repoListHooks', home),
    ...twice(
      ask(
        'alice with a password',
        'userCreateToken',
        {username: '{alice}'},
        {body: {name: 't', scopes: ['read:user']}},
      ),
      ask('alice with a password', 'userDeleteAccessToken', {username: '{alice}', token: 't'}),
      [ask('alice with a password', 'userGetTokens', {username: '{alice}'})],
    ),
    ...twice(
      ask('alice', 'userAddEmail', {}, {body: {emails: ['{mail}@example.org']}}),
      ask('alice', 'userDeleteEmail', {}, {body: {emails: ['{mail}@example.org']}}),
      [ask('alice', 'userListEmails')],
    ),
    ...twice(
      ask('alice', 'uploadGenericPackage', {...parcel, filename: 'a.bin'}, {bytes: '00ff'}),
      ask('alice', 'deletePackage', {...parcel, type: 'generic'}),
      [ask('alice', 'listPackages', {owner: '{alice}'})],
    ),
    ask('alice', 'uploadGenericPackage', {...parcel, filename: 'b.bin'}, {bytes: '01'}),
    ask('alice', 'deleteGenericPackageFile', {...parcel, filename: 'a.bin'}),
    ask('alice', 'listPackageFiles', {...parcel, type: 'generic'}),
    ask('alice', 'deletePackage', {...parcel, type: 'generic'}),
    // An organization: its labels on issues, its teams, and searches across its repositories.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ...['{shelf}', '{vault}'].map(name =>
      ask('alice', 'createOrgRepo', org, {body: {name, private: name === '{vault}'}}),
    ),
    ...['team/a', 'team/b', 'plain'].map((name, index) =>
      ask('alice', 'orgCreateLabel', org, {
        body: {name, color: '#00aabb', exclusive: name.startsWith('team/')},
        take: {[`o${String(index)}`]: '/id'},
      }),
    ),
    ask('alice', 'issueCreateLabel', ours, {body: {name: 'own', color: '#112233'}, take: {own: '/id'}}),
    ask('alice', 'issueCreateIssue', ours, {body: {title: 'With labels', labels: ['{o0}', '{own}']}}),
    ask('alice', 'issueCreateIssue', {...ours, repo: '{vault}'}, {body: {title: 'Hidden', labels: ['{o2}']}}),
    ask('alice', 'issueAddLabel', {...ours, index: 1}, {body: {labels: ['{o2}']}}),
    ask('alice', 'issueRemoveLabel', {...ours, index: 1, id: '{o2}'}),
    ask('alice', 'issueAddLabel', {...ours, index: 1}, {body: {labels: ['{o1}', '{o2}']}}),
    ask('alice', 'issueReplaceLabels', {...ours, index: 1}, {body: {labels: ['{o0}']}}),
    ask('alice', 'issueAddLabel', {...ours, index: 1}, {body: {labels: ['team/b', 'own']}}),
    ask('alice', 'issueRemoveLabel', {...ours, index: 1, id: '{own}'}),
    ask('alice', 'issueGetLabels', {...ours, index: 1}),
    ask('alice', 'issueListIssues', {...ours, labels: 'team/b'}),
    ask('alice', 'issueClearLabels', {...ours, index: 1}),
    ask('alice', 'issueReplaceLabels', {...ours, index: 1}, {body: {labels: ['{o1}', '{own}']}}),
    ask('alice', 'orgDeleteLabel', {...org, id: '{o1}'}),
    ask('alice', 'issueGetLabels', {...ours, index: 1}),
    ask('alice', 'orgCreateTeam', org, {
      body: {name: 'all', permission: 'write', includes_all_repositories: true, units: ['repo.code', 'repo.issues']},
      take: {all: '/id'},
    }),
    ask('alice', 'orgCreateTeam', org, {
      body: {name: 'some', permission: 'read', units: ['repo.issues']},
      take: {some: '/id'},
    }),
    ask('alice', 'orgAddTeamRepository', {id: '{some}', ...org, repo: '{vault}'}),
    ask('alice', 'orgAddTeamMember', {id: '{all}', username: '{bob}'}),
    ask('alice', 'orgAddTeamMember', {id: '{some}', username: '{carol}'}),
    ...['alice', 'bob', 'carol'].flatMap(who =>
      variants(who, 'issueSearchIssues', {owner: '{org}'}, [
        {},
        {team: 'all'},
        {team: 'some'},
        {team: 'Owners'},
        {labels: 'plain'},
        {team: 'no-such-team'},
      ]),
    ),
    ask('carol', 'repoGetContentsList', {...ours, repo: '{vault}'}),
    ask('carol', 'issueListIssues', {...ours, repo: '{vault}'}),
    ask('carol', 'issueCreateIssue', {...ours, repo: '{vault}'}, {body: {title: 'By carol'}}),
    ask('carol', 'repoListReleases', {...ours, repo: '{vault}'}),
    ask('carol', 'repoListPullRequests', {...ours, repo: '{vault}'}),
    ask('alice', 'orgEditTeam', {id: '{all}'}, {body: {name: 'every'}}),
    ask('alice', 'orgGetTeam', {id: '{all}'}),
    ask('bob', 'issueListIssues', {...ours, repo: '{vault}'}),
    ask('alice', 'orgDeleteTeam', {id: '{all}'}),
    ask('bob', 'issueListIssues', {...ours, repo: '{vault}'}),
    ask('alice', 'orgCreateTeam', org, {
      body: {name: 'every', permission: 'read', units: ['repo.code']},
      take: {all: '/id'},
    }),
    ask('alice', 'orgListTeamMembers', {id: '{all}'}),
    ask('alice', 'orgListTeamRepos', {id: '{all}'}),
    // Forked, transferred, removed, and made again.
    ask('bob', 'createFork', home, {body: {}}),
    ask('bob', 'repoDelete', {owner: '{bob}', repo: '{repo}'}),
    ask('alice', 'listForks', home),
    ask('bob', 'createFork', home, {body: {}}),
    ask('alice', 'repoTransfer', home, {body: {new_owner: '{carol}'}}),
    ask('carol', 'rejectRepoTransfer', home),
    ask('alice', 'repoTransfer', home, {body: {new_owner: '{carol}'}}),
    ask('carol', 'acceptRepoTransfer', home),
    ask('carol', 'repoListCollaborators', {owner: '{carol}', repo: '{repo}'}),
    ask('carol', 'repoGetRepoPermissions', {owner: '{carol}', repo: '{repo}', collaborator: '{alice}'}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}'}}),
    ...['repoGet', 'repoListCollaborators', 'issueListLabels', 'repoListBranches', 'repoListHooks', 'listForks'].map(
      operation => ask('alice', operation, home),
    ),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Second one'}}),
    ask('alice', 'repoDelete', home),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true}}),
    ask('alice', 'issueListIssues', {...home, state: 'all'}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One again'}}),
    ask('alice', 'repoEdit', home, {body: {name: '{moved}'}}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}'}}),
    ask('alice', 'repoGet', home),
    ...eachOf(['alice', 'bob'], 'userListRepos', {username: '{alice}'}),
    ...['{shelf}', '{vault}'].map(repo => ask('alice', 'repoDelete', {...ours, repo})),
    ask('alice', 'orgDelete', org),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', description: 'second'}}),
    ...['orgListTeams', 'orgListRepos', 'orgListLabels', 'orgListMembers'].map(operation =>
      ask('alice', operation, org),
    ),
    ask('bob', 'orgGet', org),
  ],
};
