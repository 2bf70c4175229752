// Things that are asked for through a repository, an issue or a release that they do not belong to.
import {ask, base64, eachOf, idleHook, type Ask, type History, type Sent} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const side = {owner: '{alice}', repo: '{other}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const there = {...side, index: '{there}'};
type Params = Ask['params'];

const attached = (operation: string, params: Params, name: string, id: string) =>
  ask('alice', operation, params, {file: {field: 'attachment', name: `${name}.txt`, text: name}, take: {[id]: '/id'}});

/** Reads, changes and removes a thing at places where it is not, and shows that it is still as it was. */
function misplaced(
  operations: {readonly get?: string; readonly edit?: string; readonly remove?: string},
  places: readonly Params[],
  right: Params,
  body: Sent,
): readonly Ask[] {
  const {get, edit, remove} = operations;
  return [
    ...places.flatMap(params => [
      ...(get === undefined ? [] : [ask('alice', get, params)]),
      ...(edit === undefined ? [] : [ask('alice', edit, params, {body})]),
      ...(remove === undefined ? [] : [ask('alice', remove, params)]),
    ]),
    ...(get === undefined ? [] : [ask('alice', get, right)]),
  ];
}

const hook = idleHook();

export const parents: History = {
  name: 'parents',
  about: 'things that are asked for where they do not belong',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations'],
  people: ['alice', 'bob'],
  names: ['repo', 'other', 'org', 'second'],
  asks: [
    ...['{repo}', '{other}'].map(name =>
      ask('alice', 'createCurrentUserRepo', {}, {body: {name, auto_init: true, default_branch: 'main'}}),
    ),
    ...['{org}', '{second}'].map(username => ask('alice', 'orgCreate', {}, {body: {username}})),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}, take: {one: '/number'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Two'}, take: {two: '/number'}}),
    ask('alice', 'issueCreateIssue', side, {body: {title: 'Elsewhere'}, take: {there: '/number'}}),
    // Labels and milestones.
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateLabel', side, {body: {name: 'bug', color: '#00aabb'}, take: {'other-bug': '/id'}}),
    ask('alice', 'orgCreateLabel', {org: '{org}'}, {body: {name: 'org', color: '#00aabb'}, take: {'org-label': '/id'}}),
    ...misplaced(
      {get: 'issueGetLabel', edit: 'issueEditLabel', remove: 'issueDeleteLabel'},
      [
        {...side, id: '{bug}'},
        {...home, id: '{org-label}'},
      ],
      {...home, id: '{bug}'},
      {name: 'changed'},
    ),
    ...misplaced(
      {get: 'orgGetLabel', edit: 'orgEditLabel', remove: 'orgDeleteLabel'},
      [
        {org: '{second}', id: '{org-label}'},
        {org: '{org}', id: '{bug}'},
      ],
      {org: '{org}', id: '{org-label}'},
      {name: 'changed'},
    ),
    ...['{other-bug}', '{org-label}'].flatMap(label => [
      ask('alice', 'issueAddLabel', one, {body: {labels: [label]}}),
      ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{bug}', label]}}),
      ask('alice', 'issueRemoveLabel', {...one, id: label}),
      ask('alice', 'issueGetLabels', one),
    ]),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'With what is elsewhere', labels: ['{other-bug}']}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    ask('alice', 'issueCreateMilestone', side, {body: {title: 'away'}, take: {away: '/id'}}),
    ...misplaced(
      {get: 'issueGetMilestone', edit: 'issueEditMilestone', remove: 'issueDeleteMilestone'},
      [{...side, id: '{first}'}],
      {...home, id: '{first}'},
      {title: 'changed'},
    ),
    ask('alice', 'issueEditIssue', one, {body: {milestone: '{away}'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'Until never', milestone: '{away}'}}),
    ask('alice', 'issueGetMilestone', {...side, id: '{away}'}),
    // Comments, their reactions and attachments.
    ask('alice', 'issueCreateComment', one, {body: {body: 'a comment'}, take: {comment: '/id'}}),
    ask('bob', 'issueCreateComment', there, {body: {body: 'elsewhere'}, take: {far: '/id'}}),
    ...misplaced(
      {get: 'issueGetComment', edit: 'issueEditComment', remove: 'issueDeleteComment'},
      [{...side, id: '{comment}'}],
      {...home, id: '{comment}'},
      {body: 'changed'},
    ),
    ...['issuePostCommentReaction', 'issueDeleteCommentReaction'].map(operation =>
      ask('alice', operation, {...side, id: '{comment}'}, {body: {content: 'heart'}}),
    ),
    ask('alice', 'issuePostCommentReaction', {...home, id: '{comment}'}, {body: {content: 'heart'}}),
    ask('alice', 'issueDeleteCommentReaction', {...side, id: '{comment}'}, {body: {content: 'heart'}}),
    ask('alice', 'issueDeleteCommentReaction', {...home, id: '{far}'}, {body: {content: 'heart'}}),
    ask('alice', 'issueGetCommentReactions', {...side, id: '{comment}'}),
    ask('alice', 'issueGetCommentReactions', {...home, id: '{comment}'}),
    attached('issueCreateIssueCommentAttachment', {...home, id: '{comment}'}, 'of-a-comment', 'ca'),
    attached('issueCreateIssueCommentAttachment', {...side, id: '{comment}'}, 'misplaced', 'cb'),
    ask('alice', 'issueListIssueCommentAttachments', {...side, id: '{comment}'}),
    ...misplaced(
      {
        get: 'issueGetIssueCommentAttachment',
        edit: 'issueEditIssueCommentAttachment',
        remove: 'issueDeleteIssueCommentAttachment',
      },
      [
        {...side, id: '{comment}', attachment_id: '{ca}'},
        {...side, id: '{far}', attachment_id: '{ca}'},
      ],
      {...home, id: '{comment}', attachment_id: '{ca}'},
      {name: 'changed.txt'},
    ),
    // Attachments and times of issues.
    attached('issueCreateIssueAttachment', one, 'of-one', 'ia'),
    ...misplaced(
      {
        get: 'issueGetIssueAttachment',
        edit: 'issueEditIssueAttachment',
        remove: 'issueDeleteIssueAttachment',
      },
      [
        {...two, attachment_id: '{ia}'},
        {...there, attachment_id: '{ia}'},
        {...one, attachment_id: '{ca}'},
      ],
      {...one, attachment_id: '{ia}'},
      {name: 'changed.txt'},
    ),
    ask('alice', 'issueAddTime', one, {body: {time: 60}, take: {time: '/id'}}),
    ask('alice', 'issueAddTime', two, {body: {time: 30}, take: {'second-time': '/id'}}),
    ask('alice', 'issueDeleteTime', {...two, id: '{time}'}),
    ask('alice', 'issueDeleteTime', {...there, id: '{time}'}),
    ask('alice', 'issueResetTime', there),
    ...[one, two, there].map(params => ask('alice', 'issueTrackedTimes', params)),
    ask('alice', 'repoTrackedTimes', side),
    ask('alice', 'issueDeleteTime', {...two, id: '{second-time}'}),
    ask('alice', 'issueTrackedTimes', one),
    // Releases and what hangs on them.
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', name: 'First'}, take: {r1: '/id'}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v2', name: 'Second'}, take: {r2: '/id'}}),
    ask('alice', 'repoCreateRelease', side, {body: {tag_name: 'w1', name: 'Elsewhere'}, take: {r3: '/id'}}),
    ...misplaced(
      {get: 'repoGetRelease', edit: 'repoEditRelease', remove: 'repoDeleteRelease'},
      [{...side, id: '{r1}'}],
      {...home, id: '{r1}'},
      {name: 'changed'},
    ),
    ask('alice', 'repoGetReleaseByTag', {...side, tag: 'v1'}),
    ask('alice', 'repoDeleteReleaseByTag', {...side, tag: 'v1'}),
    ask('alice', 'repoDeleteTag', {...side, tag: 'v1'}),
    attached('repoCreateReleaseAttachment', {...home, id: '{r1}'}, 'of-a-release', 'ra'),
    attached('repoCreateReleaseAttachment', {...side, id: '{r1}'}, 'misplaced', 'rb'),
    ask('alice', 'repoListReleaseAttachments', {...side, id: '{r1}'}),
    ask('alice', 'repoListReleaseAttachments', {...home, id: '{r2}'}),
    ...misplaced(
      {
        get: 'repoGetReleaseAttachment',
        edit: 'repoEditReleaseAttachment',
        remove: 'repoDeleteReleaseAttachment',
      },
      [
        {...home, id: '{r2}', attachment_id: '{ra}'},
        {...side, id: '{r3}', attachment_id: '{ra}'},
        {...home, id: '{r1}', attachment_id: '{ia}'},
      ],
      {...home, id: '{r1}', attachment_id: '{ra}'},
      {name: 'changed.txt'},
    ),
    ask('alice', 'repoListReleases', home),
    // Hooks.
    ask('alice', 'repoCreateHook', home, {body: hook, take: {hook: '/id'}}),
    ask('alice', 'orgCreateHook', {org: '{org}'}, {body: hook, take: {'org-hook': '/id'}}),
    ask('alice', 'userCreateHook', {}, {body: hook, take: {'own-hook': '/id'}}),
    ...misplaced(
      {get: 'repoGetHook', edit: 'repoEditHook', remove: 'repoDeleteHook'},
      [
        {...side, id: '{hook}'},
        {...home, id: '{org-hook}'},
        {...home, id: '{own-hook}'},
      ],
      {...home, id: '{hook}'},
      {events: ['issues']},
    ),
    ask('alice', 'repoTestHook', {...side, id: '{hook}'}),
    ...misplaced(
      {get: 'orgGetHook', edit: 'orgEditHook', remove: 'orgDeleteHook'},
      [
        {org: '{second}', id: '{org-hook}'},
        {org: '{org}', id: '{hook}'},
        {org: '{org}', id: '{own-hook}'},
      ],
      {org: '{org}', id: '{org-hook}'},
      {events: ['issues']},
    ),
    ...misplaced(
      {get: 'userGetHook', edit: 'userEditHook', remove: 'userDeleteHook'},
      [{id: '{hook}'}, {id: '{org-hook}'}],
      {id: '{own-hook}'},
      {events: ['issues']},
    ),
    ...eachOf(['bob'], 'userGetHook', {id: '{own-hook}'}),
    ask('bob', 'userDeleteHook', {id: '{own-hook}'}),
    ask('alice', 'userListHooks'),
    // Pull requests and reviews.
    ...[home, side].flatMap(place =>
      ['topic', 'more'].map(branch =>
        ask(
          'alice',
          'repoCreateFile',
          {...place, filepath: `${branch}.txt`},
          {body: {content: base64(branch), branch: 'main', new_branch: branch}},
        ),
      ),
    ),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'Topic', head: 'topic', base: 'main'},
      take: {pull: '/number'},
    }),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'More', head: 'more', base: 'main'},
      take: {more: '/number'},
    }),
    ask('alice', 'repoCreatePullRequest', side, {
      body: {title: 'Elsewhere', head: 'topic', base: 'main'},
      take: {'far-pull': '/number'},
    }),
    ask(
      'bob',
      'repoCreatePullReview',
      {...home, index: '{pull}'},
      {
        body: {event: 'COMMENT', body: 'a review', comments: [{path: 'topic.txt', body: 'here', new_position: 1}]},
        take: {review: '/id'},
      },
    ),
    ...[
      {...home, index: '{more}', id: '{review}'},
      {...side, index: '{far-pull}', id: '{review}'},
      {...home, index: '{one}', id: '{review}'},
    ].flatMap(params => [
      ask('alice', 'repoGetPullReview', params),
      ask('alice', 'repoGetPullReviewComments', params),
      ask('alice', 'repoDismissPullReview', params, {body: {message: 'no'}}),
      ask('alice', 'repoDeletePullReview', params),
    ]),
    ask('alice', 'repoGetPullReview', {...home, index: '{pull}', id: '{review}'}),
    ask('alice', 'repoListPullReviews', {...home, index: '{more}'}),
    // What is an issue, and what is a pull request.
    ...['repoGetPullRequest', 'repoGetPullRequestCommits', 'repoGetPullRequestFiles', 'repoPullRequestIsMerged'].map(
      operation => ask('alice', operation, one),
    ),
    ask('alice', 'repoEditPullRequest', one, {body: {title: 'changed'}}),
    ask('alice', 'repoMergePullRequest', one, {body: {Do: 'merge'}}),
    ask('alice', 'repoListPullReviews', one),
    ask('alice', 'repoCreatePullReview', one, {body: {event: 'COMMENT', body: 'of an issue'}}),
    ask('alice', 'repoCreatePullReviewRequests', one, {body: {reviewers: ['{bob}']}}),
    ask('alice', 'issueGetIssue', {...home, index: '{pull}'}),
    ask('alice', 'issueGetIssue', one),
    // Teams.
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        body: {name: 'members', permission: 'read', units: ['repo.code']},
        take: {team: '/id'},
      },
    ),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: 'shelf'}}),
    ask('alice', 'createOrgRepo', {org: '{second}'}, {body: {name: 'shelf'}}),
    ask('alice', 'orgAddTeamRepository', {id: '{team}', org: '{second}', repo: 'shelf'}),
    ask('alice', 'orgRemoveTeamRepository', {id: '{team}', org: '{second}', repo: 'shelf'}),
    ask('alice', 'repoAddTeam', {owner: '{second}', repo: 'shelf', team: 'members'}),
    ask('alice', 'repoCheckTeam', {owner: '{second}', repo: 'shelf', team: 'members'}),
    ask('alice', 'repoAddTeam', {...home, team: 'members'}),
    ask('alice', 'orgListTeamRepos', {id: '{team}'}),
    // Git data.
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'only.txt'},
      {
        body: {content: base64('only here')},
        take: {blob: '/content/sha', commit: '/commit/sha'},
      },
    ),
    ...[side, home].flatMap(place => [
      ask('alice', 'GetBlob', {...place, sha: '{blob}'}),
      ask('alice', 'repoGetSingleCommit', {...place, sha: '{commit}'}),
      ask('alice', 'GetTree', {...place, sha: '{commit}'}),
      ask('alice', 'repoListStatuses', {...place, sha: '{commit}'}),
    ]),
    ask('alice', 'repoCreateStatus', {...side, sha: '{commit}'}, {body: {state: 'success', context: 'ci'}}),
    ask('alice', 'repoSetNote', {...side, sha: '{commit}'}, {body: {message: 'a note'}}),
    ask('alice', 'repoDeleteFile', {...side, filepath: 'only.txt'}, {body: {sha: '{blob}'}}),
    // Rules of branches.
    ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'main'}}),
    ask('alice', 'repoGetBranchProtection', {...side, name: 'main'}),
    ask('alice', 'repoEditBranchProtection', {...side, name: 'main'}, {body: {required_approvals: 1}}),
    ask('alice', 'repoDeleteBranchProtection', {...side, name: 'main'}),
    ask('alice', 'repoGetBranch', {...side, branch: 'main'}),
    ask('alice', 'repoGetBranchProtection', {...home, name: 'main'}),
    ask('alice', 'repoGet', home),
    ask('alice', 'repoGet', side),
  ],
};
