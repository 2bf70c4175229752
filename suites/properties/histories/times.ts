// When things were made, changed, closed and read: each step happens in a second of its own, so that one time is told from another.
import {ask, base64, idleHook, variants, type Ask, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const org = {org: '{org}'};
const issue = (index: number) => ({...home, index});
const issues = 10;
const pull = {...home, index: issues + 1};
const merged = {...home, index: issues + 2};
const release = {...home, id: '{release}'};
const hook = {...home, id: '{hook}'};
const first = {...home, id: '{first}'};
const second = {...home, id: '{second}'};
const rule = {...home, name: 'main'};
const app = {id: '{app}'};

/** The first of these requests is sent when the target's clock shows a later second. */
function later(asks: readonly Ask[]): readonly Ask[] {
  return asks.map((one, at) => (at === 0 ? {...one, isLater: true} : one));
}

const file = (filepath: string, more: {readonly [key: string]: string} = {}, who = 'alice') =>
  ask(who, 'repoCreateFile', {...home, filepath}, {body: {content: base64(filepath), ...more}});

/** What shows times, read after each step. */
const looks: readonly Ask[] = [
  ask('alice', 'repoGet', home),
  ask('bob', 'issueListIssues', {...home, state: 'all', type: 'issues'}),
  ask('bob', 'issueGetMilestonesList', {...home, state: 'all'}),
  ask('bob', 'issueGetRepoComments', home),
  ask('bob', 'repoListPullRequests', {...home, state: 'all'}),
];

const ofAlice = {uid: '{alice-id}', exclusive: true};
const inOrders = (): readonly Ask[] =>
  variants('bob', 'repoSearch', ofAlice, [
    {sort: 'created', order: 'asc'},
    {sort: 'created', order: 'desc'},
    {sort: 'updated', order: 'asc'},
    {sort: 'updated', order: 'desc'},
  ]);

export const times: History = {
  name: 'times',
  about: 'times of what was made and changed',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations', 'notifications'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'org', 'fresh', 'shelf', 'late'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ...['first', 'second', 'third'].map(title =>
      ask('alice', 'issueCreateMilestone', home, {body: {title}, take: {[title]: '/id'}}),
    ),
    ...Array.from({length: issues}, (_, at) =>
      ask('bob', 'issueCreateIssue', home, {body: {title: `Issue ${String(at + 1)}`}}),
    ),
    file('topic.txt', {branch: 'main', new_branch: 'topic'}),
    file('merged.txt', {branch: 'main', new_branch: 'merged'}),
    ask('alice', 'repoCreatePullRequest', home, {body: {title: 'Topic', head: 'topic', base: 'main'}}),
    ask('alice', 'repoCreatePullRequest', home, {body: {title: 'Merged', head: 'merged', base: 'main'}}),
    ask('alice', 'repoCreateHook', home, {
      body: idleHook(),
      take: {hook: '/id'},
    }),
    ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'main', enable_push: true}}),
    ask(
      'alice with a password',
      'userCreateOAuth2Application',
      {},
      {
        body: {name: 'app', redirect_uris: ['https://example.org/'], confidential_client: true},
        take: {app: '/id'},
      },
    ),
    ask('carol', 'notifyGetList'),
    ...looks,
    // A mark, alone in its second, for windows of time that begin or end with it.
    ...later([ask('carol', 'issueCreateComment', issue(10), {body: {body: 'A mark'}, take: {mark: '/created_at'}})]),
    // Comments.
    ...later([
      ask('carol', 'issueCreateComment', issue(1), {
        body: {body: 'One'},
        take: {one: '/id'},
      }),
      ask('bob', 'issueCreateComment', issue(1), {body: {body: 'Two'}, take: {two: '/id'}}),
      ask('carol', 'issueCreateComment', pull, {body: {body: 'Of a pull request'}, take: {three: '/id'}}),
      ask('carol', 'issuePostIssueReaction', issue(2), {body: {content: 'heart'}}),
      ask('alice', 'issueAddLabel', issue(3), {body: {labels: ['{bug}']}}),
      ask('alice', 'issueEditIssue', issue(4), {body: {assignees: ['{carol}']}}),
      ask('alice', 'issueEditIssue', issue(5), {body: {milestone: '{first}'}}),
      ask('alice', 'issueEditIssue', issue(6), {body: {due_date: '2031-07-08T23:59:59Z'}}),
      ask('alice', 'issueAddTime', issue(7), {body: {time: 60}, take: {time: '/id'}}),
      ask('alice', 'issueEditIssue', issue(8), {body: {title: 'Another title'}}),
      ask('bob', 'issueEditIssue', issue(9), {body: {body: 'Another text'}}),
    ]),
    ...looks,
    ...Array.from({length: issues}, (_, at) => ask('bob', 'issueGetIssue', issue(at + 1))),
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'issueTrackedTimes', issue(7)),
    ask('bob', 'issueGetIssueReactions', issue(2)),
    ask('alice', 'notifyGetList', {}, {awaits: 2}),
    // Edits of comments, and what is closed.
    ...later([
      ask('carol', 'issueEditComment', {...home, id: '{one}'}, {body: {body: 'One indeed'}}),
      ask('alice', 'issueEditIssue', issue(2), {body: {state: 'closed'}}),
      ask('alice', 'issueEditIssue', issue(5), {body: {state: 'closed'}}),
      ask('alice', 'issueEditMilestone', second, {body: {state: 'closed'}}),
      ask('alice', 'issueEditIssue', issue(3), {body: {milestone: '{third}'}}),
      ask('alice', 'repoCreateRelease', home, {
        body: {tag_name: 'v1', name: 'First', draft: true},
        take: {release: '/id'},
      }),
      ask('carol', 'repoCreatePullReview', pull, {body: {event: 'APPROVED', body: 'fine'}, take: {review: '/id'}}),
      ask('alice', 'repoEditBranchProtection', rule, {body: {required_approvals: 1}}),
      ask('alice', 'repoEditHook', hook, {body: {events: ['issues']}}),
    ]),
    ...looks,
    ask('bob', 'issueGetComments', issue(1)),
    ask('bob', 'issueGetCommentsAndTimeline', issue(1)),
    ask('bob', 'issueGetIssue', issue(1)),
    ask('bob', 'issueGetIssue', issue(2)),
    ask('alice', 'repoGetRelease', release),
    ask('bob', 'repoGetPullReview', {...pull, id: '{review}'}),
    ask('alice', 'repoGetBranchProtection', rule),
    ask('alice', 'repoGetHook', hook),
    // A window of time that begins or ends with a change.
    ...variants('bob', 'issueListIssues', {...home, state: 'all'}, [{since: '{mark}'}, {before: '{mark}'}]),
    ...variants('bob', 'issueGetRepoComments', home, [{since: '{mark}'}, {before: '{mark}'}]),
    ...variants('bob', 'issueGetComments', issue(1), [{since: '{mark}'}, {before: '{mark}'}]),
    ...variants('bob', 'issueGetCommentsAndTimeline', issue(1), [{since: '{mark}'}, {before: '{mark}'}]),
    ...variants('bob', 'issueTrackedTimes', issue(7), [{since: '{mark}'}, {before: '{mark}'}]),
    ...variants('alice', 'notifyGetList', {}, [{since: '{mark}'}, {before: '{mark}'}]),
    // Opened again, edited again, removed.
    ...later([
      ask('alice', 'issueEditIssue', issue(2), {body: {state: 'open'}}),
      ask('alice', 'issueEditMilestone', second, {body: {state: 'open'}}),
      ask('alice', 'issueEditMilestone', first, {body: {description: 'the first'}}),
      ask('bob', 'issueDeleteComment', {...home, id: '{two}'}),
      ask('alice', 'issueRemoveLabel', {...issue(3), id: '{bug}'}),
      ask('alice', 'issueEditIssue', issue(5), {body: {title: 'Closed, with another title'}}),
      ask('alice', 'issueDeleteTime', {...issue(7), id: '{time}'}),
      ask('carol', 'issueDeleteIssueReaction', issue(2), {body: {content: 'heart'}}),
      ask('alice', 'repoEditRelease', release, {body: {draft: false}}),
      ask('alice', 'repoDismissPullReview', {...pull, id: '{review}'}, {body: {message: 'no'}}),
      ask('alice', 'repoCreatePullReviewRequests', merged, {body: {reviewers: ['{carol}']}}),
      ask('alice with a password', 'userUpdateOAuth2Application', app, {
        body: {name: 'another', redirect_uris: ['https://example.org/'], confidential_client: true},
      }),
    ]),
    ...looks,
    ask('alice', 'issueGetMilestone', first),
    ask('alice', 'issueGetMilestone', second),
    ask('bob', 'repoGetRelease', release),
    ask('bob', 'repoGetLatestRelease', home),
    ask('bob', 'repoGetPullReview', {...pull, id: '{review}'}),
    ask('bob', 'repoGetPullRequest', merged),
    // Commits.
    ...later([file('more.txt', {branch: 'topic'}), file('side.txt', {branch: 'main', new_branch: 'side'})]),
    ...looks,
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'repoGetBranch', {...home, branch: 'topic'}),
    ask('bob', 'repoGetSingleCommit', {...home, sha: 'topic'}),
    ask('bob', 'repoGetSingleCommit', {...home, sha: 'main'}),
    ...later([
      file('main.txt', {branch: 'main'}),
      ask('alice', 'repoCreateStatus', {...home, sha: 'main'}, {body: {state: 'pending', context: 'ci'}}),
    ]),
    ...looks,
    // A merge; after a change of rules, mergeability is found anew.
    ...later([ask('alice', 'repoDeleteBranchProtection', rule)]),
    ask('alice', 'repoGetPullRequest', merged, {awaitsAt: {'/mergeable': true}}),
    ...later([
      ask('alice', 'repoMergePullRequest', merged, {body: {Do: 'merge'}, isPatient: true}),
      ask('alice', 'repoEditPullRequest', pull, {body: {state: 'closed'}}),
    ]),
    ...looks,
    ask('bob', 'repoGetPullRequest', merged),
    ask('bob', 'issueGetIssue', merged),
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'issueGetIssue', pull),
    ...later([
      ask('alice', 'repoEditPullRequest', pull, {body: {state: 'open'}}),
      ask('carol', 'issueCreateComment', merged, {body: {body: 'After the merge'}}),
      ask('alice', 'repoCreateStatus', {...home, sha: 'main'}, {body: {state: 'success', context: 'ci'}}),
      ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v2', message: 'The second', target: 'main'}}),
    ]),
    ...looks,
    ask('bob', 'repoGetPullRequest', merged),
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'repoListStatusesByRef', {...home, ref: 'main'}),
    ask('bob', 'repoListTags', home),
    // The repository itself.
    ...later([
      ask('alice', 'repoEdit', home, {body: {description: 'described'}}),
      ask('bob', 'createFork', home, {body: {}}),
    ]),
    ask('alice', 'repoGet', home),
    ask('bob', 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    ...later([
      ask('bob', 'userCurrentPutSubscription', home),
      ask('alice', 'repoEdit', home, {body: {archived: true}}),
    ]),
    ask('alice', 'repoGet', home),
    ...later([ask('alice', 'repoEdit', home, {body: {archived: false}})]),
    ask('alice', 'repoGet', home),
    ...later([ask('alice', 'repoEdit', home, {body: {name: '{fresh}'}})]),
    ask('alice', 'repoGet', {owner: '{alice}', repo: '{fresh}'}),
    ask('bob', 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    ...later([ask('alice', 'repoTransfer', {owner: '{alice}', repo: '{fresh}'}, {body: {new_owner: '{org}'}})]),
    ask('alice', 'repoGet', {owner: '{org}', repo: '{fresh}'}),
    ask('bob', 'issueListIssues', {owner: '{org}', repo: '{fresh}', state: 'all'}),
    // Lists of repositories, by when they were made and by when they were changed. Some servers note a change seconds later.
    ...later([
      ask(
        'alice',
        'createCurrentUserRepo',
        {},
        {body: {name: '{shelf}', description: 'the older', auto_init: true}, take: {'alice-id': '/owner/id'}},
      ),
    ]),
    ...later([
      ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{late}', description: 'the newer', auto_init: true}}),
    ]),
    ...inOrders(),
    ...later([
      ask(
        'alice',
        'repoCreateFile',
        {owner: '{alice}', repo: '{shelf}', filepath: 'one.txt'},
        {body: {content: base64('one')}},
      ),
    ]),
    ask(
      'bob',
      'repoSearch',
      {...ofAlice, sort: 'updated', order: 'desc'},
      {awaitsAt: {'/data/0/description': 'the older'}},
    ),
    ...inOrders(),
    // Accounts and their tokens.
    ...later([ask('alice', 'orgEdit', org, {body: {description: 'described'}})]),
    ask('alice', 'orgGet', org),
    ask('alice', 'userGetCurrent'),
    ask('alice with a password', 'userGetTokens', {username: '{alice}'}),
    ask('alice with a password', 'userGetOAuth2Application', app),
    // Notices.
    ask('alice', 'notifyGetList', {all: true}),
    ...later([ask('alice', 'notifyReadList')]),
    ask('alice', 'notifyGetList', {all: true}),
  ],
};
