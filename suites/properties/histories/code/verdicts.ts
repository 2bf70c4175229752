// Verdicts on pull requests: whose count, which are stale, dismissed, requested again, by people and by teams.
import {ask, base64, type Ask, type History, type Sent} from '../history.ts';

const shelf = {owner: '{org}', repo: '{shelf}'};
const pull = {...shelf, index: 1};
const looks: readonly Ask[] = [ask('alice', 'repoListPullReviews', pull), ask('alice', 'repoGetPullRequest', pull)];
const push = (name: string, who = 'alice') =>
  ask(
    who,
    'repoCreateFile',
    {...shelf, filepath: `${name}.txt`},
    {body: {content: base64(`${name}\n`), branch: 'topic'}},
  );
const review = (who: string, event: string, name: string, more: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'repoCreatePullReview', pull, {body: {event, body: name, ...more}, take: {[name]: '/id'}});
const request = (reviewers: readonly string[], who = 'alice') =>
  ask(who, 'repoCreatePullReviewRequests', pull, {body: {reviewers}});
const requestTeam = (team_reviewers: readonly string[], who = 'alice') =>
  ask(who, 'repoCreatePullReviewRequests', pull, {body: {team_reviewers}});
const protect = (body: {readonly [key: string]: Sent}) =>
  ask('alice', 'repoEditBranchProtection', {...shelf, name: 'main'}, {body});
const tries = ask('carol', 'repoMergePullRequest', pull, {body: {Do: 'merge'}, isPatient: true});
const team = (name: string, permission: string) =>
  ask(
    'alice',
    'orgCreateTeam',
    {org: '{org}'},
    {
      body: {name, permission, units: ['repo.code', 'repo.issues', 'repo.pulls']},
      take: {[name]: '/id'},
    },
  );

export const verdicts: History = {
  name: 'verdicts',
  about: 'verdicts on pull requests, and whose count',
  needs: ['users', 'repositories', 'pull-requests', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave', 'erin'],
  names: ['org', 'shelf'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: '{shelf}', auto_init: true, default_branch: 'main'}}),
    team('writers', 'write'),
    team('readers', 'read'),
    ask('alice', 'orgAddTeamMember', {id: '{writers}', username: '{carol}'}),
    ask('alice', 'orgAddTeamMember', {id: '{readers}', username: '{dave}'}),
    ...['writers', 'readers'].map(name =>
      ask('alice', 'orgAddTeamRepository', {id: `{${name}}`, org: '{org}', repo: '{shelf}'}),
    ),
    ask('alice', 'repoAddCollaborator', {...shelf, collaborator: '{erin}'}, {body: {permission: 'write'}}),
    ask(
      'alice',
      'repoCreateFile',
      {...shelf, filepath: 'topic.txt'},
      {
        body: {content: base64('topic\n'), branch: 'main', new_branch: 'topic'},
      },
    ),
    ask('alice', 'repoCreateBranchProtection', shelf, {body: {rule_name: 'main', required_approvals: 1}}),
    ask('alice', 'repoCreatePullRequest', shelf, {body: {title: 'A change', head: 'topic', base: 'main'}}),
    // Requests, to people and teams, by who may ask.
    request(['{carol}', '{dave}']),
    request(['{bob}']),
    request(['{alice}']),
    request(['no-such-user']),
    request(['{erin}'], 'bob'),
    request(['{erin}'], 'dave'),
    request(['{erin}'], 'carol'),
    requestTeam(['writers']),
    requestTeam(['readers', 'no-such-team']),
    requestTeam(['readers']),
    ...looks,
    ask('alice', 'repoDeletePullReviewRequests', pull, {body: {reviewers: ['{dave}', '{bob}']}}),
    ask('alice', 'repoDeletePullReviewRequests', pull, {body: {team_reviewers: ['readers']}}),
    ask('erin', 'repoDeletePullReviewRequests', pull, {body: {reviewers: ['{erin}']}}),
    ask('alice', 'repoDeletePullReviewRequests', pull, {body: {reviewers: ['{dave}']}}),
    ...looks,
    // Whose approvals count.
    review('bob', 'APPROVED', 'by-a-stranger'),
    tries,
    review('dave', 'APPROVED', 'by-a-reader'),
    tries,
    review('alice', 'APPROVED', 'of-the-own'),
    review('carol', 'COMMENT', 'comment'),
    ...looks,
    tries,
    protect({block_on_rejected_reviews: true}),
    review('erin', 'REQUEST_CHANGES', 'no'),
    review('carol', 'APPROVED', 'yes'),
    ...looks,
    tries,
    // Dismissed, by who may.
    ask('dave', 'repoDismissPullReview', {...pull, id: '{no}'}, {body: {message: 'by a reader'}}),
    ask('carol', 'repoDismissPullReview', {...pull, id: '{no}'}, {body: {message: 'by a writer'}}),
    ask('alice', 'repoDismissPullReview', {...pull, id: '{no}'}, {body: {message: 'by the owner'}}),
    ask('alice', 'repoDismissPullReview', {...pull, id: '{no}'}, {body: {message: 'again'}}),
    ask('alice', 'repoDismissPullReview', {...pull, id: '{comment}'}, {body: {message: 'a comment'}}),
    ...looks,
    ask('alice', 'repoUnDismissPullReview', {...pull, id: '{no}'}),
    ask('alice', 'repoUnDismissPullReview', {...pull, id: '{no}'}),
    ...looks,
    ask(
      'alice',
      'repoDismissPullReview',
      {...pull, id: '{no}'},
      {body: {message: 'with the earlier ones', priors: true}},
    ),
    // Stale after a push; approvals are dismissed where the protection says so, rejections are not.
    push('second'),
    ...looks,
    protect({dismiss_stale_approvals: true, required_approvals: 2}),
    review('carol', 'APPROVED', 'yes-again'),
    review('erin', 'REQUEST_CHANGES', 'no-again'),
    review('dave', 'APPROVED', 'reader-again'),
    push('third'),
    ...looks,
    ask('alice', 'issueGetCommentsAndTimeline', pull),
    // Requested again, and pending until it is sent.
    request(['{carol}']),
    review('carol', 'PENDING', 'pending'),
    ...looks,
    ask('carol', 'repoListPullReviews', pull),
    ask('carol', 'repoGetPullReview', {...pull, id: '{pending}'}),
    ask('alice', 'repoGetPullReview', {...pull, id: '{pending}'}),
    ask('erin', 'repoSubmitPullReview', {...pull, id: '{pending}'}, {body: {event: 'APPROVED', body: 'of erin'}}),
    ask('carol', 'repoSubmitPullReview', {...pull, id: '{pending}'}, {body: {event: 'APPROVED', body: 'now'}}),
    ask('carol', 'repoSubmitPullReview', {...pull, id: '{pending}'}, {body: {event: 'APPROVED', body: 'twice'}}),
    ...looks,
    review('erin', 'APPROVED', 'turned'),
    ...looks,
    // Only those on the list count, and a team's people with it.
    protect({enable_approvals_whitelist: true, approvals_whitelist_teams: ['writers'], required_approvals: 1}),
    ...looks,
    review('erin', 'APPROVED', 'not-listed'),
    tries,
    ask('carol', 'repoDeletePullReview', {...pull, id: '{turned}'}),
    ask('erin', 'repoDeletePullReview', {...pull, id: '{turned}'}),
    ask('alice', 'repoDeletePullReview', {...pull, id: '{by-a-reader}'}),
    ...looks,
    review('carol', 'APPROVED', 'listed'),
    ask('alice', 'repoGetBranch', {...shelf, branch: 'main'}),
    // Comments at lines.
    review('dave', 'COMMENT', 'at-lines', {comments: [{path: 'topic.txt', body: 'here', new_position: 1}]}),
    ask('alice', 'repoGetPullReviewComments', {...pull, id: '{at-lines}'}),
    ...looks,
    tries,
    ...looks,
    review('carol', 'APPROVED', 'too-late'),
    request(['{erin}']),
    ask('alice', 'repoDismissPullReview', {...pull, id: '{listed}'}, {body: {message: 'after the merge'}}),
    ...looks,
    ask('alice', 'issueGetCommentsAndTimeline', pull),
    ask('carol', 'notifyGetList', {all: true}),
    ask('dave', 'notifyGetList', {all: true}),
  ],
};
