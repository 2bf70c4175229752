// What each name of an event makes a webhook hear of: one repository with a webhook for each name, and everything that happens there.
import {ask, base64, merges, type Ask, type History, type Sent} from '../history.ts';
import {listeningHook} from './hook.ts';

/** Every name that known servers take, of an event or of several; one that they do not know, and none. */
const names: readonly (readonly string[])[] = [
  ...[
    'create',
    'delete',
    'fork',
    'push',
    'issues',
    'issues_only',
    'issue_assign',
    'issue_label',
    'issue_milestone',
    'issue_comment',
    'pull_request',
    'pull_request_only',
    'pull_request_assign',
    'pull_request_label',
    'pull_request_milestone',
    'pull_request_comment',
    'pull_request_review',
    'pull_request_review_approved',
    'pull_request_review_rejected',
    'pull_request_review_comment',
    'pull_request_sync',
    'pull_request_review_request',
    'repository',
    'release',
    'status',
    'no-such-event',
  ].map(name => [name]),
  [],
];

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};
const comment = {...home, id: '{comment}'};
const remark = {...home, id: '{remark}'};
const release = {...home, id: '{release}'};

/** What a webhook sends as its Authorization says which one it is. */
const hookFor = (events: readonly string[]): Ask => {
  const name = events.join(' ') || 'nothing';
  return ask('alice', 'repoCreateHook', home, {
    body: listeningHook({events, authorization_header: `hook for ${name}`}),
    take: {[`hook-of-${name.replaceAll('_', '-')}`]: '/id'},
  });
};
const file = (filepath: string, body: {readonly [key: string]: Sent}): Ask =>
  ask('bob', 'repoCreateFile', {...home, filepath}, {body: {content: base64(`${filepath}\n`), ...body}});
const edit = (body: {readonly [key: string]: Sent}): Ask => ask('alice', 'issueEditIssue', one, {body});
const editPull = (body: {readonly [key: string]: Sent}): Ask => ask('alice', 'repoEditPullRequest', pull, {body});
const review = (body: {readonly [key: string]: Sent}, take: Ask['take'] = {}): Ask =>
  ask('bob', 'repoCreatePullReview', pull, {body, take});

/** What may be done to an issue and to a pull request alike. */
const onBoth = (where: Ask['params'], change: (body: {readonly [key: string]: Sent}) => Ask): readonly Ask[] => [
  change({title: 'Another title'}),
  change({body: 'words'}),
  ask('alice', 'issueAddLabel', where, {body: {labels: ['{bug}']}}),
  ask('alice', 'issueClearLabels', where),
  change({assignees: ['{bob}']}),
  change({assignees: []}),
  change({milestone: '{first}'}),
  change({milestone: 0}),
  change({state: 'closed'}),
  change({state: 'open'}),
];

export const heardEventNames: History = {
  name: 'heard-event-names',
  about: 'webhooks that each ask for one name of an event',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'releases', 'webhooks'],
  isHeard: true,
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'write'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    ...names.map(hookFor),
    ask('alice', 'repoListHooks', {...home, limit: 50}),
    // Issues and their comments.
    ask('bob', 'issueCreateIssue', home, {body: {title: 'One'}, take: {one: '/number'}}),
    ...onBoth(one, edit),
    ask('bob', 'issueCreateComment', one, {body: {body: 'a comment'}, take: {comment: '/id'}}),
    ask('bob', 'issueEditComment', comment, {body: {body: 'edited'}}),
    ask('bob', 'issueDeleteComment', comment),
    // Pull requests, their comments and reviews.
    file('topic.txt', {branch: 'main', new_branch: 'topic'}),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'Topic', head: 'topic', base: 'main'},
      take: {pull: '/number'},
    }),
    ...onBoth(pull, editPull),
    ask('bob', 'issueCreateComment', pull, {body: {body: 'a remark'}, take: {remark: '/id'}}),
    ask('bob', 'issueEditComment', remark, {body: {body: 'edited'}}),
    ask('bob', 'issueDeleteComment', remark),
    ask('alice', 'repoCreatePullReviewRequests', pull, {body: {reviewers: ['{bob}']}}),
    ask('alice', 'repoDeletePullReviewRequests', pull, {body: {reviewers: ['{bob}']}}),
    review({event: 'COMMENT', body: 'hm'}),
    review({event: 'REQUEST_CHANGES', body: 'not yet'}),
    review({event: 'APPROVED', body: 'fine'}),
    review({event: 'PENDING', body: 'later'}, {pending: '/id'}),
    ask('bob', 'repoSubmitPullReview', {...pull, id: '{pending}'}, {body: {event: 'COMMENT', body: 'now'}}),
    file('more.txt', {branch: 'topic'}),
    ...merges(pull, {Do: 'merge', MergeTitleField: 'Merge the topic'}),
    // Branches, tags, releases, statuses and forks.
    ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'side', old_branch_name: 'main'}}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'side'}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', target: 'main'}}),
    ask('alice', 'repoCreateRelease', home, {
      body: {tag_name: 'v2', name: 'Two', target_commitish: 'main', draft: true},
      take: {release: '/id'},
    }),
    ask('alice', 'repoEditRelease', release, {body: {draft: false}}),
    ask('alice', 'repoEditRelease', release, {body: {name: 'Second'}}),
    ask('alice', 'repoDeleteRelease', release),
    ask('alice', 'repoGetBranch', {...home, branch: 'main'}, {take: {head: '/commit/id'}}),
    ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {state: 'success', context: 'ci'}}),
    ask('bob', 'createFork', home, {body: {}}),
    ask('alice', 'repoEdit', home, {body: {description: 'words'}}),
    ask('alice', 'issueDelete', one),
    // Another name for a hook that is there.
    ask('alice', 'repoEditHook', {...home, id: '{hook-of-status}'}, {body: {events: ['pull_request_review']}}),
    ask('alice', 'repoEditHook', {...home, id: '{hook-of-fork}'}, {body: {events: ['issues', 'release']}}),
    ask('alice', 'repoListHooks', {...home, limit: 50}),
    ask('bob', 'issueCreateIssue', home, {body: {title: 'Another'}}),
  ],
};
