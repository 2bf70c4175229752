// What is done a second time, a second later, and edits that change nothing: whether times, counts and lists move.
import {ask, idleHook, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: 1};
const comment = {...home, id: '{comment}'};
const rule = {...home, name: 'main'};
const milestone = {...home, id: '{milestone}'};
const release = {...home, id: '{release}'};
const hook = {...home, id: '{hook}'};
const label = {...home, id: '{label}'};
const team = {id: '{team}'};

/** The same request a second later, and what it could have changed. */
function again(request: Ask, ...looks: readonly Ask[]): readonly Ask[] {
  const {take: _, ...same} = request;
  return [{...same, isLater: true}, ...looks];
}

const look = (operation: string, params: Ask['params'] = home): Ask => ask('alice', operation, params);
const nothing = {body: {}};

const reacts = ask('bob', 'issuePostIssueReaction', one, {body: {content: '+1'}});
const reactsToComment = ask('bob', 'issuePostCommentReaction', comment, {body: {content: 'heart'}});
const watches = ask('bob', 'userCurrentPutSubscription', home);
const adds = ask('alice', 'issueAddLabel', one, {body: {labels: ['{label}']}});
const replaces = ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{label}']}});
const helps = ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}});
const joins = ask('alice', 'orgAddTeamMember', {...team, username: '{bob}'});
const shares = ask('alice', 'orgAddTeamRepository', {...team, org: '{org}', repo: '{shelf}'});
const shows = ask('bob', 'orgPublicizeMember', {org: '{org}', username: '{bob}'});
const asks = ask('alice', 'repoCreatePullReviewRequests', {...home, index: 2}, {body: {reviewers: ['{carol}']}});
const closes = ask('alice', 'issueEditIssue', one, {body: {state: 'closed'}});
const assigns = ask('alice', 'issueEditIssue', one, {body: {assignees: ['{carol}'], milestone: '{milestone}'}});
const comes = ask('alice', 'issueEditMilestone', milestone, {body: {state: 'closed'}});
const reads = ask('carol', 'notifyReadList');
const reports = ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {state: 'success', context: 'ci'}});

export const onceMore: History = {
  name: 'once-more',
  about: 'what is done a second time, and edits that change nothing',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations', 'notifications', 'releases'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'org', 'shelf'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: '{shelf}'}}),
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        body: {name: 'readers', permission: 'read', units: ['repo.code']},
        take: {team: '/id'},
      },
    ),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {label: '/id'}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {milestone: '/id'}}),
    ask('bob', 'issueCreateIssue', home, {body: {title: 'One'}}),
    ask('bob', 'issueCreateComment', one, {body: {body: 'A comment'}, take: {comment: '/id'}}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'topic.txt'},
      {
        body: {content: 'b25lCg==', branch: 'main', new_branch: 'topic'},
        take: {head: '/commit/sha'},
      },
    ),
    ask('alice', 'repoCreatePullRequest', home, {body: {title: 'Topic', head: 'topic', base: 'main'}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', target_commitish: 'main'}, take: {release: '/id'}}),
    ask('alice', 'repoCreateHook', home, {body: idleHook(), take: {hook: '/id'}}),
    ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'main', enable_push: true}}),
    // Reactions keep the time of the first.
    reacts,
    ...again(reacts, look('issueGetIssueReactions', one), look('issueGetIssue', one)),
    reactsToComment,
    ...again(reactsToComment, look('issueGetCommentReactions', comment), look('issueGetComment', comment)),
    watches,
    ...again(watches, ask('bob', 'userCurrentCheckSubscription', home)),
    // Additions of what is there.
    adds,
    ...again(adds, look('issueGetIssue', one), look('issueGetCommentsAndTimeline', one)),
    ...again(replaces, look('issueGetIssue', one), look('issueGetCommentsAndTimeline', one)),
    helps,
    ...again(helps, look('repoListCollaborators'), look('repoGet')),
    joins,
    ...again(joins, look('orgListTeamMembers', team), look('orgListMembers', {org: '{org}'})),
    shares,
    ...again(shares, look('orgListTeamRepos', team)),
    shows,
    ...again(shows, look('orgListPublicMembers', {org: '{org}'})),
    asks,
    ...again(asks, look('repoListPullReviews', {...home, index: 2}), look('repoGetPullRequest', {...home, index: 2})),
    assigns,
    ...again(assigns, look('issueGetIssue', one), look('issueGetCommentsAndTimeline', one)),
    closes,
    ...again(
      closes,
      look('issueGetIssue', one),
      look('issueGetCommentsAndTimeline', one),
      look('issueGetMilestone', milestone),
    ),
    comes,
    ...again(comes, look('issueGetMilestone', milestone)),
    reads,
    ...again(reads, ask('carol', 'notifyGetList', {all: true})),
    reports,
    ...again(
      reports,
      look('repoListStatusesByRef', {...home, ref: 'topic'}),
      look('repoGetCombinedStatusByRef', {...home, ref: 'topic'}),
    ),
    // Edits of nothing.
    ...again(ask('alice', 'issueEditIssue', one, nothing), look('issueGetIssue', one)),
    ...again(ask('bob', 'issueEditComment', comment, {body: {body: 'A comment'}}), look('issueGetComment', comment)),
    ...again(ask('alice', 'issueEditMilestone', milestone, nothing), look('issueGetMilestone', milestone)),
    ...again(ask('alice', 'issueEditLabel', label, nothing), look('issueGetLabel', label)),
    ...again(ask('alice', 'repoEditRelease', release, nothing), look('repoGetRelease', release)),
    ...again(ask('alice', 'repoEditHook', hook, nothing), look('repoGetHook', hook)),
    ...again(ask('alice', 'repoEditBranchProtection', rule, nothing), look('repoGetBranchProtection', rule)),
    ...again(
      ask('alice', 'repoEditPullRequest', {...home, index: 2}, nothing),
      look('repoGetPullRequest', {...home, index: 2}),
    ),
    ...again(ask('alice', 'orgEditTeam', team, {body: {name: 'readers'}}), look('orgGetTeam', team)),
    ...again(ask('alice', 'orgEdit', {org: '{org}'}, nothing), look('orgGet', {org: '{org}'})),
    ...again(ask('alice', 'repoEdit', home, nothing), look('repoGet')),
    // Removals a second time.
    ...[
      ask('bob', 'issueDeleteIssueReaction', one, {body: {content: '+1'}}),
      ask('bob', 'userCurrentDeleteSubscription', home),
      ask('alice', 'issueRemoveLabel', {...one, id: '{label}'}),
      ask('alice', 'issueClearLabels', one),
      ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{carol}'}),
      ask('alice', 'orgRemoveTeamMember', {...team, username: '{bob}'}),
      ask('alice', 'orgRemoveTeamRepository', {...team, org: '{org}', repo: '{shelf}'}),
      ask('alice', 'repoDeletePullReviewRequests', {...home, index: 2}, {body: {reviewers: ['{carol}']}}),
      ask('alice', 'issueDeleteLabel', label),
      ask('alice', 'issueDeleteMilestone', milestone),
      ask('alice', 'repoDeleteRelease', release),
      ask('alice', 'repoDeleteHook', hook),
      ask('alice', 'repoDeleteBranchProtection', rule),
      ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
    ].flatMap(removal => [removal, ...again(removal)]),
    look('issueGetIssue', one),
    look('issueGetCommentsAndTimeline', one),
    look('repoGetPullRequest', {...home, index: 2}),
    look('repoGet'),
  ],
};
