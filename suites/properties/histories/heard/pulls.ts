// What a hook of a repository tells of pull requests, their reviews and merges.
import {ask, base64, merges, type History, type Sent} from '../history.ts';
import {listeningHook} from './hook.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const file = (filepath: string, body: {readonly [key: string]: Sent}, who = 'alice') =>
  ask(who, 'repoCreateFile', {...home, filepath}, {body: {content: base64(`${filepath}\n`), ...body}});
const pull = (title: string, head: string, name: string) =>
  ask('alice', 'repoCreatePullRequest', home, {body: {title, head, base: 'main'}, take: {[name]: '/number'}});
const edit = (body: {readonly [key: string]: Sent}, who = 'alice') => ask(who, 'repoEditPullRequest', one, {body});
const review = (who: string, body: {readonly [key: string]: Sent}, name: string) =>
  ask(who, 'repoCreatePullReview', one, {body, take: {[name]: '/id'}});
const hook = (body: {readonly [key: string]: Sent}) => ask('alice', 'repoEditHook', {...home, id: '{hook}'}, {body});

export const heardPulls: History = {
  name: 'heard-pulls',
  about: 'pull requests that a webhook of the repository hears of',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'webhooks'],
  isHeard: true,
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{dave}'}, {body: {permission: 'read'}}),
    ask('alice', 'repoCreateHook', home, {body: listeningHook(), take: {hook: '/id'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}, take: {first: '/id'}}),
    file('topic.txt', {branch: 'main', new_branch: 'topic'}),
    file('more.txt', {branch: 'topic'}),
    file('squash.txt', {branch: 'main', new_branch: 'squash'}),
    file('squash-more.txt', {branch: 'squash'}),
    file('rebase.txt', {branch: 'main', new_branch: 'rebase'}),
    file('rebase-more.txt', {branch: 'rebase'}),
    file('closing.txt', {branch: 'main', new_branch: 'closing', message: 'This closes #1'}),
    ask('bob', 'issueCreateIssue', home, {body: {title: 'To be closed'}}),
    ask('bob', 'createFork', home, {body: {}}),
    ask(
      'bob',
      'repoCreateFile',
      {owner: '{bob}', repo: '{repo}', filepath: 'fork.txt'},
      {
        body: {content: base64('fork\n'), branch: 'main', new_branch: 'work'},
      },
    ),
    // Opening.
    ask('alice', 'repoCreatePullRequest', home, {
      body: {
        title: 'Topic',
        body: 'of @{dave}',
        head: 'topic',
        base: 'main',
        labels: ['{bug}'],
        milestone: '{first}',
        assignees: ['{carol}'],
      },
      take: {one: '/number'},
    }),
    ask('bob', 'repoCreatePullRequest', home, {
      body: {title: 'Work of bob', head: '{bob}:work', base: 'main'},
      take: {two: '/number'},
    }),
    ask('alice', 'repoCreatePullRequest', home, {body: {title: 'Again', head: 'topic', base: 'main'}}),
    // Edits.
    edit({title: 'The topic'}),
    edit({body: 'a text'}, 'carol'),
    edit({title: 'Of bob'}, 'bob'),
    edit({assignees: ['{alice}']}),
    edit({assignees: []}),
    ask('alice', 'issueEditIssue', one, {body: {milestone: 0}}),
    ask('alice', 'issueEditIssue', one, {body: {milestone: '{first}'}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: []}}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{bug}']}}),
    ask('alice', 'issueRemoveLabel', {...one, id: '{bug}'}),
    ask('alice', 'issueAddLabel', two, {body: {labels: ['{bug}']}}),
    ask('alice', 'issueClearLabels', two),
    ask('alice', 'issueEditIssue', one, {body: {title: 'The topic of all'}}),
    edit({base: 'squash'}),
    edit({base: 'main'}),
    edit({due_date: '2031-02-03T23:59:59Z'}),
    // What is pushed to it.
    file('even-more.txt', {branch: 'topic'}),
    ask(
      'bob',
      'repoCreateFile',
      {owner: '{bob}', repo: '{repo}', filepath: 'fork-more.txt'},
      {
        body: {content: base64('more\n'), branch: 'work'},
      },
    ),
    // Comments.
    ask('bob', 'issueCreateComment', one, {body: {body: 'a comment'}, take: {comment: '/id'}}),
    ask('bob', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: 'edited'}}),
    ask('alice', 'issueDeleteComment', {...home, id: '{comment}'}),
    // Reviews.
    ask('alice', 'repoCreatePullReviewRequests', one, {body: {reviewers: ['{carol}', '{dave}']}}),
    ask('alice', 'repoDeletePullReviewRequests', one, {body: {reviewers: ['{dave}']}}),
    review(
      'carol',
      {event: 'REQUEST_CHANGES', body: 'not yet', comments: [{path: 'topic.txt', body: 'here', new_position: 1}]},
      'r1',
    ),
    review('dave', {event: 'COMMENT', body: 'hm'}, 'r2'),
    review('dave', {event: 'APPROVED', body: 'fine'}, 'r3'),
    review('carol', {event: 'PENDING', body: 'later'}, 'r4'),
    ask('carol', 'repoSubmitPullReview', {...one, id: '{r4}'}, {body: {event: 'APPROVED', body: 'now'}}),
    review('alice', {event: 'APPROVED', body: 'my own'}, 'r5'),
    ask('alice', 'repoDismissPullReview', {...one, id: '{r1}'}, {body: {message: 'done'}}),
    // State.
    edit({state: 'closed'}),
    edit({state: 'open'}, 'carol'),
    edit({title: 'Closed', state: 'closed'}),
    edit({state: 'open'}),
    // Merges.
    ...merges(
      {...home, index: '{one}'},
      {Do: 'merge', MergeTitleField: 'Merge the topic', delete_branch_after_merge: true},
    ),
    ask('alice', 'repoMergePullRequest', one, {body: {Do: 'merge'}}),
    pull('Squash', 'squash', 'three'),
    ...merges({...home, index: '{three}'}, {Do: 'squash', MergeTitleField: 'All in one'}),
    pull('Rebase', 'rebase', 'four'),
    ...merges({...home, index: '{four}'}, {Do: 'rebase'}),
    pull('Closing', 'closing', 'five'),
    ...merges({...home, index: '{five}'}, {Do: 'merge'}),
    ...merges({...home, index: '{two}'}, {Do: 'rebase-merge'}),
    // A hook for some of it.
    hook({events: ['pull_request_only']}),
    file('late.txt', {branch: 'main', new_branch: 'late'}),
    pull('Late', 'late', 'six'),
    ask('alice', 'issueAddLabel', {...home, index: '{six}'}, {body: {labels: ['{bug}']}}),
    hook({events: ['pull_request_label']}),
    ask('alice', 'issueClearLabels', {...home, index: '{six}'}),
    hook({events: ['pull_request_comment'], config: {content_type: 'form'}}),
    ask('alice', 'repoEditPullRequest', {...home, index: '{six}'}, {body: {state: 'closed'}}),
    ask('bob', 'issueCreateComment', {...home, index: '{six}'}, {body: {body: 'At the end & over'}}),
  ],
};
