// What is made of what a request leaves out: things made with the fewest fields, read alone, and lists without a parameter.
import {ask, eachOf, makes as makesBy, merges, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};

/** Makes something with these fields alone. */
function makes(operation: string, params: Ask['params'], body: Body, take?: Ask['take']): Ask {
  return makesBy('alice', operation, params, body, take);
}

const hook = (path: string): Body => ({
  type: '{hookType}',
  config: {url: `https://240.0.0.1/${path}`, content_type: 'json'},
});
const file = (filepath: string, body: Body): Ask =>
  makes('repoCreateFile', {...home, filepath}, {content: 'b25lCg==', ...body});

const made: readonly Ask[] = [
  makes('createCurrentUserRepo', {}, {name: '{bare}'}),
  ask('bob', 'repoGet', {owner: '{alice}', repo: '{bare}'}),
  makes('createCurrentUserRepo', {}, {name: '{repo}', auto_init: true}),
  ask('bob', 'repoGet', home),
  makes('orgCreate', {}, {username: '{org}'}),
  ...eachOf(['bob', 'nobody'], 'orgGet', {org: '{org}'}),
  makes('createOrgRepo', {org: '{org}'}, {name: '{bare}'}),
  makes('orgCreateTeam', {org: '{org}'}, {name: 'team', units: ['repo.code']}, {team: '/id'}),
  ask('alice', 'orgGetTeam', {id: '{team}'}),
  makes('orgCreateLabel', {org: '{org}'}, {name: 'shared', color: '00aabb'}),
  makes('issueCreateLabel', home, {name: 'bug', color: '00aabb'}, {label: '/id'}),
  makes('issueCreateMilestone', home, {title: 'open'}, {open: '/id'}),
  makes('issueCreateMilestone', home, {title: 'closed'}, {closed: '/id'}),
  makes('issueEditMilestone', {...home, id: '{closed}'}, {state: 'closed'}),
  makes('issueCreateIssue', home, {title: 'open'}, {one: '/number'}),
  makes('issueCreateIssue', home, {title: 'closed'}, {two: '/number'}),
  makes('issueEditIssue', {...home, index: '{two}'}, {state: 'closed'}),
  makes('issueCreateComment', one, {body: 'a comment'}),
  makes('issueAddTime', one, {time: 60}),
  file('on-topic.txt', {new_branch: 'topic'}),
  file('on-merged.txt', {new_branch: 'merged'}),
  file('on-main.txt', {}),
  makes('repoCreateBranch', home, {new_branch_name: 'copy'}),
  makes('repoCreateTag', home, {tag_name: 'tag'}),
  makes('repoCreateBranchProtection', home, {rule_name: 'guarded'}),
  ask('alice', 'repoGetBranchProtection', {...home, name: 'guarded'}),
  makes('repoCreateRelease', home, {tag_name: 'release'}, {release: '/id'}),
  ask('bob', 'repoGetRelease', {...home, id: '{release}'}),
  makes('repoCreatePullRequest', home, {title: 'open', head: 'topic', base: 'main'}, {pull: '/number'}),
  makes('repoCreatePullRequest', home, {title: 'merged', head: 'merged', base: 'main'}, {merged: '/number'}),
  ...merges({...home, index: '{merged}'}, {Do: 'merge'}),
  ask('bob', 'repoCreatePullReview', pull, {body: {body: 'a review'}}),
  ask('bob', 'repoCreatePullReview', pull, {body: {}}),
  ask('bob', 'repoListPullReviews', pull),
  ask('alice', 'repoGetBranch', {...home, branch: 'topic'}, {take: {head: '/commit/id'}}),
  makes('repoCreateStatus', {...home, sha: '{head}'}, {state: 'success'}),
  makes('repoAddCollaborator', {...home, collaborator: '{bob}'}, {}),
  ask('bob', 'repoGetRepoPermissions', {...home, collaborator: '{bob}'}),
  ask('bob', 'createFork', home, {body: {}}),
  ask('bob', 'createFork', home, {body: {name: '{bare}'}}),
  makes('userCreateOAuth2Application', {}, {name: 'application', redirect_uris: ['https://example.org/']}),
  makes('userCreateOAuth2Application', {}, {name: 'application', redirect_uris: []}),
  makes('userCreateOAuth2Application', {}, {name: 'application'}),
  ask('alice', 'userGetOauth2Application'),
  // Without an event, and without a word on whether it is active, so that they come last: no push follows.
  makes('repoCreateHook', home, hook('repository'), {hook: '/id'}),
  ask('alice', 'repoGetHook', {...home, id: '{hook}'}),
  makes('repoEditHook', {...home, id: '{hook}'}, {events: ['push']}),
  makes('orgCreateHook', {org: '{org}'}, hook('organization')),
  makes('userCreateHook', {}, hook('user')),
  makes('repoDeleteHook', {...home, id: '{hook}'}, {}),
];

const lists: readonly (readonly [operation: string, params?: Ask['params']])[] = [
  ['issueListIssues', home],
  ['issueGetMilestonesList', home],
  ['issueListLabels', home],
  ['orgListLabels', {org: '{org}'}],
  ['issueGetComments', one],
  ['issueGetRepoComments', home],
  ['issueGetCommentsAndTimeline', one],
  ['issueTrackedTimes', one],
  ['repoTrackedTimes', home],
  ['repoListPullRequests', home],
  ['repoGetPullRequestCommits', pull],
  ['repoGetPullRequestFiles', pull],
  ['repoListBranches', home],
  ['repoListTags', home],
  ['repoListReleases', home],
  ['repoListStatuses', {...home, sha: '{head}'}],
  ['repoGetAllCommits', home],
  ['repoListCollaborators', home],
  ['repoListBranchProtection', home],
  ['listForks', home],
  ['repoGetContentsList', home],
  ['repoGetContents', {...home, filepath: 'on-main.txt'}],
  ['GetTree', {...home, sha: 'main'}],
  ['orgListTeams', {org: '{org}'}],
  ['orgListMembers', {org: '{org}'}],
  ['orgListRepos', {org: '{org}'}],
  ['userListRepos', {username: '{alice}'}],
  ['userCurrentListRepos'],
  ['orgListCurrentUserOrgs'],
  ['notifyGetList'],
  ['notifyNewAvailable'],
];

export const defaults: History = {
  name: 'defaults',
  about: 'what is made of what a request leaves out',
  needs: [
    'users',
    'repositories',
    'issues',
    'pull-requests',
    'organizations',
    'branches',
    'labels',
    'releases',
    'notifications',
  ],
  people: ['alice', 'bob'],
  names: ['repo', 'bare', 'org'],
  asks: [...made, ...lists.flatMap(([operation, params]) => eachOf(['alice', 'bob', 'nobody'], operation, params))],
};
