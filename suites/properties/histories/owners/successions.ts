// What waits for somebody, names them or belongs to them, and what becomes of it when they are gone.
import {ask, eachOf, idleHook, makes, type Ask, type Body, type History} from '../history.ts';

const of = (repo: string): Ask['params'] => ({owner: '{alice}', repo});
const repository = (name: string): Ask =>
  makes('alice', 'createCurrentUserRepo', {}, {name, auto_init: true, default_branch: 'main'});
const transfer = (repo: string, to: string, more: Body = {}): Ask =>
  makes('alice', 'repoTransfer', of(repo), {new_owner: to, ...more});
const removes = (who: string, more: Ask['params'] = {}): Ask =>
  ask('admin', 'adminDeleteUser', {username: `{${who}}`, ...more});

export const successions: History = {
  name: 'successions',
  about: 'what waits for accounts, teams and branches that go',
  needs: ['users', 'repositories', 'issues', 'organizations', 'pull-requests', 'labels'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['org', 'other'],
  asks: [
    ...['first', 'second', 'third', 'home'].map(repository),
    makes('dave', 'orgCreate', {}, {username: '{org}'}),
    makes('dave', 'orgCreate', {}, {username: '{other}'}),
    makes(
      'dave',
      'orgCreateTeam',
      {org: '{org}'},
      {name: 'team', permission: 'write', units: ['repo.code']},
      {team: '/id'},
    ),
    // bob is named in everything that can name somebody.
    makes('alice', 'repoAddCollaborator', {...of('home'), collaborator: '{bob}'}, {permission: 'write'}),
    makes(
      'alice',
      'issueCreateIssue',
      of('home'),
      {title: 'For bob', body: 'to @{bob}', assignees: ['{bob}']},
      {one: '/number'},
    ),
    makes('bob', 'issueCreateComment', {...of('home'), index: '{one}'}, {body: 'by bob'}, {comment: '/id'}),
    makes('bob', 'issuePostIssueReaction', {...of('home'), index: '{one}'}, {content: 'heart'}),
    makes('bob', 'issuePostCommentReaction', {...of('home'), id: '{comment}'}, {content: 'heart'}),
    makes('bob', 'issueAddTime', {...of('home'), index: '{one}'}, {time: 60}),
    makes('bob', 'issueCreateIssue', of('home'), {title: 'By bob'}, {two: '/number'}),
    makes(
      'alice',
      'repoCreateFile',
      {...of('home'), filepath: 'topic.txt'},
      {content: 'b25lCg==', branch: 'main', new_branch: 'topic'},
    ),
    makes(
      'alice',
      'repoCreatePullRequest',
      of('home'),
      {title: 'Pull', head: 'topic', base: 'main'},
      {pull: '/number'},
    ),
    makes('alice', 'repoCreatePullReviewRequests', {...of('home'), index: '{pull}'}, {reviewers: ['{bob}', '{carol}']}),
    makes('bob', 'repoCreatePullReview', {...of('home'), index: '{pull}'}, {event: 'APPROVED', body: 'by bob'}),
    makes('bob', 'repoCreateRelease', of('home'), {tag_name: 'v1', name: 'by bob'}, {release: '/id'}),
    makes('bob', 'repoCreateStatus', {...of('home'), sha: 'topic'}, {state: 'success', context: 'bob'}),
    makes('alice', 'repoCreateBranchProtection', of('home'), {
      rule_name: 'main',
      enable_push: true,
      enable_push_whitelist: true,
      push_whitelist_usernames: ['{alice}', '{bob}'],
      enable_merge_whitelist: true,
      merge_whitelist_usernames: ['{bob}'],
      enable_approvals_whitelist: true,
      approvals_whitelist_username: ['{bob}'],
    }),
    makes('bob', 'repoCreateHook', of('home'), idleHook()),
    // What waits for them.
    transfer('first', '{bob}'),
    transfer('second', '{other}'),
    transfer('third', '{org}', {team_ids: ['{team}']}),
    ...['first', 'second', 'third'].map(repo => ask('alice', 'repoGet', of(repo))),
    removes('bob'),
    ask('dave', 'orgDelete', {org: '{other}'}),
    ask('dave', 'orgDeleteTeam', {id: '{team}'}),
    ...['first', 'second', 'third'].map(repo => ask('alice', 'repoGet', of(repo))),
    ask('alice', 'rejectRepoTransfer', of('first')),
    ask('dave', 'acceptRepoTransfer', of('second')),
    ...['first', 'second'].flatMap(repo => [
      transfer(repo, '{carol}'),
      ask('alice', 'repoGet', of(repo)),
      ask('carol', 'acceptRepoTransfer', of(repo)),
      ask('carol', 'repoGet', {owner: '{carol}', repo}),
    ]),
    ask('dave', 'acceptRepoTransfer', of('third')),
    ask('dave', 'repoListTeams', {owner: '{org}', repo: 'third'}),
    // What named them.
    ask('alice', 'repoListCollaborators', of('home')),
    ask('alice', 'repoGetBranchProtection', {...of('home'), name: 'main'}),
    ...eachOf(['alice', 'nobody'], 'issueGetIssue', {...of('home'), index: '{one}'}),
    ask('alice', 'issueGetIssue', {...of('home'), index: '{two}'}),
    ask('alice', 'issueGetComments', {...of('home'), index: '{one}'}),
    ask('alice', 'issueGetIssueReactions', {...of('home'), index: '{one}'}),
    ask('alice', 'issueGetCommentReactions', {...of('home'), id: '{comment}'}),
    ask('alice', 'issueTrackedTimes', {...of('home'), index: '{one}'}),
    ask('alice', 'repoTrackedTimes', {...of('home'), user: '{bob}'}),
    ask('alice', 'issueListIssues', {...of('home'), assigned_by: '{bob}', state: 'all'}),
    ask('alice', 'issueListIssues', {...of('home'), created_by: '{bob}', state: 'all'}),
    ask('alice', 'repoGetPullRequest', {...of('home'), index: '{pull}'}),
    ask('alice', 'repoListPullReviews', {...of('home'), index: '{pull}'}),
    ask('alice', 'repoGetRelease', {...of('home'), id: '{release}'}),
    ask('alice', 'repoListStatuses', {...of('home'), sha: 'topic'}),
    ask('alice', 'repoListHooks', of('home')),
    ask('alice', 'userGet', {username: '{bob}'}),
    ask('alice', 'userSearch', {q: '{bob}'}),
    makes('alice', 'issueEditIssue', {...of('home'), index: '{one}'}, {assignees: ['{bob}']}),
    makes('alice', 'issueEditIssue', {...of('home'), index: '{one}'}, {assignees: ['{carol}']}),
    makes('alice', 'issueCreateComment', {...of('home'), index: '{two}'}, {body: 'to @{bob}'}),
    // A branch that a pull request waits for, and its own base.
    makes('alice', 'repoCreateBranch', of('home'), {new_branch_name: 'base', old_branch_name: 'main'}),
    makes('alice', 'repoEditPullRequest', {...of('home'), index: '{pull}'}, {base: 'base'}),
    ask('alice', 'repoDeleteBranch', {...of('home'), branch: 'base'}),
    ask('alice', 'repoGetPullRequest', {...of('home'), index: '{pull}'}, {awaitsAt: {'/base/ref': 'main'}}),
    // An account that owns something goes only with all of it.
    removes('carol'),
    ask('alice', 'userGet', {username: '{carol}'}),
    removes('carol', {purge: true}),
    ask('alice', 'userGet', {username: '{carol}'}),
    ask('alice', 'repoGet', {owner: '{carol}', repo: 'first'}),
    ask('alice', 'issueGetIssue', {...of('home'), index: '{one}'}),
  ],
};
