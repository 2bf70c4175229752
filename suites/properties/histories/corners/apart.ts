// Two repositories with the same commits: what is made in one is nothing of the other, whichever operation is asked.
import {ask, eachOf, idleHook, makes, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const fork = {owner: '{bob}', repo: '{repo}'};

const file = (who: string, place: Ask['params'], filepath: string, more: Body = {}): Ask =>
  makes(who, 'repoCreateFile', {...place, filepath}, {content: 'b25lCg==', ...more});

/** One of everything, in the repository of this person. */
function all(who: string, place: Ask['params'], own: string): readonly Ask[] {
  const one = {...place, index: `{${own}-one}`};
  return [
    makes(who, 'repoCreateStatus', {...place, sha: '{head}'}, {state: 'failure', context: own, description: own}),
    makes(who, 'issueCreateLabel', place, {name: 'bug', color: '#ee0701'}, {[`${own}-label`]: '/id'}),
    makes(who, 'issueCreateMilestone', place, {title: 'first'}, {[`${own}-milestone`]: '/id'}),
    makes(who, 'issueCreateIssue', place, {title: own}, {[`${own}-one`]: '/number'}),
    makes(who, 'issueCreateComment', one, {body: `for ${own}`}, {[`${own}-comment`]: '/id'}),
    makes(who, 'issueAddTime', one, {time: 60}, {[`${own}-time`]: '/id'}),
    makes(who, 'repoCreateRelease', place, {tag_name: 'v1', name: own}, {[`${own}-release`]: '/id'}),
    makes(who, 'repoCreateBranch', place, {new_branch_name: `of-${own}`}),
    makes(who, 'repoCreateBranchProtection', place, {rule_name: `of-${own}`}),
    makes(who, 'repoCreateHook', place, idleHook({}, own), {[`${own}-hook`]: '/id'}),
    makes(
      who,
      'repoAddCollaborator',
      {...place, collaborator: '{carol}'},
      {permission: own === 'fork' ? 'write' : 'read'},
    ),
    file(who, place, `on-${own}.txt`, {branch: `of-${own}`}),
  ];
}

/** Everything of a repository that has the same commit, the same names or the same numbers in the other. */
function looks(who: string, place: Ask['params'], numbers: readonly number[] = [1]): readonly Ask[] {
  return [
    ask(who, 'repoListStatuses', {...place, sha: '{head}'}),
    ask(who, 'repoGetCombinedStatusByRef', {...place, ref: '{head}'}),
    ask(who, 'repoListStatusesByRef', {...place, ref: 'main'}),
    ask(who, 'issueListLabels', place),
    ask(who, 'issueGetMilestonesList', {...place, state: 'all'}),
    ask(who, 'issueListIssues', {...place, state: 'all', type: 'issues'}),
    ask(who, 'issueGetRepoComments', place),
    ...numbers.map(index => ask(who, 'issueGetComments', {...place, index})),
    ask(who, 'repoTrackedTimes', place),
    ask(who, 'repoListReleases', place),
    ask(who, 'repoGetReleaseByTag', {...place, tag: 'v1'}),
    ask(who, 'repoListTags', place),
    ask(who, 'repoListBranches', place),
    ask(who, 'repoListBranchProtection', place),
    ask(who, 'repoListHooks', place),
    ask(who, 'repoListCollaborators', place),
    ask(who, 'repoGetRepoPermissions', {...place, collaborator: '{carol}'}),
    ask(who, 'repoListPullRequests', {...place, state: 'all'}),
    ask(who, 'repoGetContentsList', place),
  ];
}

/** What is asked for by an id or a name of the other repository. */
function strays(who: string, place: Ask['params'], other: string): readonly Ask[] {
  const id = (name: string): Ask['params'] => ({...place, id: `{${other}-${name}}`});
  const one = {...place, index: 1};
  return [
    ask(who, 'issueGetComment', id('comment')),
    makes(who, 'issueEditComment', id('comment'), {body: 'through the other'}),
    ask(who, 'issueGetCommentReactions', id('comment')),
    makes(who, 'issuePostCommentReaction', id('comment'), {content: 'heart'}),
    ask(who, 'issueDeleteComment', id('comment')),
    ask(who, 'issueGetLabel', id('label')),
    makes(who, 'issueEditLabel', id('label'), {name: 'other'}),
    makes(who, 'issueAddLabel', one, {labels: [`{${other}-label}`]}),
    ask(who, 'issueGetMilestone', id('milestone')),
    makes(who, 'issueEditIssue', one, {milestone: `{${other}-milestone}`}),
    makes(who, 'issueCreateIssue', place, {title: 'Of another', milestone: `{${other}-milestone}`}),
    ask(who, 'issueDeleteTime', {...one, id: `{${other}-time}`}),
    ask(who, 'repoGetRelease', id('release')),
    makes(who, 'repoEditRelease', id('release'), {name: 'through the other'}),
    ask(who, 'repoDeleteRelease', id('release')),
    ask(who, 'repoGetHook', id('hook')),
    makes(who, 'repoEditHook', id('hook'), {active: true}),
    ask(who, 'repoDeleteHook', id('hook')),
    ask(who, 'repoGetBranch', {...place, branch: `of-${other}`}),
    ask(who, 'repoGetBranchProtection', {...place, name: `of-${other}`}),
    ask(who, 'repoGetSingleCommit', {...place, sha: `of-${other}`}),
    makes(who, 'repoCreateStatus', {...place, sha: '{others}'}, {state: 'success', context: 'stray'}),
    ask(who, 'repoListStatuses', {...place, sha: '{others}'}),
    ask(who, 'issueDeleteMilestone', id('milestone')),
    ask(who, 'issueDeleteLabel', id('label')),
  ];
}

export const apart: History = {
  name: 'apart',
  about: 'two repositories with the same commits, labels and numbers',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'branches', 'labels', 'releases'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('bob', 'createFork', home, {}),
    makes('bob', 'repoEdit', fork, {has_issues: true}),
    ask('alice', 'repoGetBranch', {...home, branch: 'main'}, {take: {head: '/commit/id'}}),
    ...all('bob', fork, 'fork'),
    ...eachOf(['bob', 'alice'], 'repoGetBranch', {...fork, branch: 'of-fork'}, {take: {others: '/commit/id'}}),
    ...looks('alice', home, []),
    ...looks('carol', fork),
    ...all('alice', home, 'home'),
    ...looks('alice', home),
    ...looks('bob', fork),
    ...strays('alice', home, 'fork'),
    ...strays('bob', fork, 'home'),
    ...looks('carol', home),
    ...looks('bob', fork),
    // What is worked with in one leaves the other, also once the one is gone.
    makes('bob', 'repoEditBranchProtection', {...fork, name: 'of-fork'}, {required_approvals: 2}),
    makes('bob', 'issueEditIssue', {...fork, index: 1}, {state: 'closed'}),
    makes('bob', 'issueEditLabel', {...fork, id: '{fork-label}'}, {name: 'renamed', color: '#00aabb'}),
    ask('bob', 'repoDeleteTag', {...fork, tag: 'v1'}),
    ask('bob', 'repoDeleteRelease', {...fork, id: '{fork-release}'}),
    ask('bob', 'repoDeleteTag', {...fork, tag: 'v1'}),
    file('bob', fork, 'on-main.txt'),
    ...looks('alice', home),
    ask('bob', 'repoDelete', fork),
    ...looks('alice', home),
  ],
};
