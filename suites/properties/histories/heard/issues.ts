// What a hook of a repository tells of issues, their labels, milestones and comments, and what an edit of the hook changes.
import {ask, eachOf, type History, type Sent} from '../history.ts';
import {everyEvent, listeningHook} from './hook.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const edit = (body: {readonly [key: string]: Sent}, who = 'alice', params: {readonly [key: string]: Sent} = one) =>
  ask(who, 'issueEditIssue', params, {body});
const comment = (body: string, who = 'bob') => ask(who, 'issueCreateComment', one, {body: {body}});
const hook = (body: {readonly [key: string]: Sent}) => ask('alice', 'repoEditHook', {...home, id: '{hook}'}, {body});

export const heardIssues: History = {
  name: 'heard-issues',
  about: 'issues that a webhook of the repository hears of',
  needs: ['users', 'repositories', 'issues', 'webhooks'],
  isHeard: true,
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'bug', color: '#ee0701'}, take: {bug: '/id'}}),
    ask('alice', 'issueCreateLabel', home, {
      body: {name: 'kind/a', color: '#00aabb', exclusive: true},
      take: {a: '/id'},
    }),
    ask('alice', 'issueCreateLabel', home, {
      body: {name: 'kind/b', color: '#00aabb', exclusive: true},
      take: {b: '/id'},
    }),
    ask('alice', 'issueCreateMilestone', home, {
      body: {title: 'first', due_on: '2031-05-06T23:59:59Z'},
      take: {first: '/id'},
    }),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'second'}, take: {second: '/id'}}),
    ask('alice', 'repoCreateHook', home, {body: listeningHook(), take: {hook: '/id'}}),
    ask('alice', 'repoTestHook', {...home, id: '{hook}'}),
    // Opening.
    ask('bob', 'issueCreateIssue', home, {body: {title: 'One', body: 'of @{carol}'}, take: {one: '/number'}}),
    ask('alice', 'issueCreateIssue', home, {
      body: {
        title: 'Two',
        labels: ['{bug}', '{a}'],
        milestone: '{first}',
        assignees: ['{carol}', '{alice}'],
        due_date: '2031-07-08T23:59:59Z',
      },
      take: {two: '/number'},
    }),
    ask('nobody', 'issueCreateIssue', home, {body: {title: 'Of nobody'}}),
    ask('bob', 'issueCreateIssue', home, {body: {title: ''}}),
    // Edits.
    edit({title: 'One apple'}),
    edit({body: 'a text'}, 'bob'),
    edit({title: 'One pear', body: 'another text'}, 'carol'),
    edit({title: 'One pear'}),
    edit({title: 'Of nobody'}, 'nobody'),
    edit({title: 'Two plums'}, 'bob', two),
    edit({title: 'Two figs'}, 'alice', two),
    edit({assignees: ['{carol}']}),
    edit({assignees: ['{alice}']}),
    edit({assignees: ['{alice}', '{carol}']}),
    edit({assignees: []}),
    edit({milestone: '{first}'}),
    edit({milestone: '{second}'}),
    edit({milestone: 0}),
    edit({due_date: '2031-02-03T23:59:59Z'}),
    edit({unset_due_date: true}),
    // Labels.
    ask('carol', 'issueAddLabel', one, {body: {labels: ['{bug}']}}),
    ask('carol', 'issueAddLabel', one, {body: {labels: ['{bug}']}}),
    ask('carol', 'issueAddLabel', one, {body: {labels: ['{a}']}}),
    ask('alice', 'issueAddLabel', one, {body: {labels: ['{b}']}}),
    ask('bob', 'issueAddLabel', one, {body: {labels: ['{a}']}}),
    ask('alice', 'issueRemoveLabel', {...one, id: '{bug}'}),
    ask('alice', 'issueReplaceLabels', one, {body: {labels: ['{a}', '{bug}']}}),
    ask('alice', 'issueEditLabel', {...home, id: '{bug}'}, {body: {name: 'defect'}}),
    ask('alice', 'issueDeleteLabel', {...home, id: '{a}'}),
    ask('alice', 'issueClearLabels', one),
    ask('alice', 'issueAddLabel', one, {body: {labels: ['{bug}']}}),
    // Milestones.
    ask('alice', 'issueEditMilestone', {...home, id: '{first}'}, {body: {state: 'closed'}}),
    ask('alice', 'issueDeleteMilestone', {...home, id: '{first}'}),
    // State.
    edit({state: 'closed'}, 'bob'),
    edit({state: 'closed'}),
    edit({title: 'One quince'}),
    edit({state: 'open'}),
    edit({title: 'One closed quince', state: 'closed'}),
    comment('Still here'),
    edit({state: 'open'}, 'carol'),
    // Comments.
    ask('bob', 'issueCreateComment', one, {body: {body: 'First of @{alice}'}, take: {comment: '/id'}}),
    ask('bob', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: 'First, edited'}}),
    ask('carol', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: 'First, edited by another'}}),
    ask('carol', 'issueEditComment', {...home, id: '{comment}'}, {body: {body: 'First, edited by another'}}),
    ask('bob', 'issuePostCommentReaction', {...home, id: '{comment}'}, {body: {content: '+1'}}),
    ask('bob', 'issueDeleteComment', {...home, id: '{comment}'}),
    ask('bob', 'issueDeleteComment', {...home, id: '{comment}'}),
    // Time, and the end of an issue.
    ask('alice', 'issueAddTime', one, {body: {time: 60}}),
    ask('alice', 'issueDelete', two),
    ask('alice', 'issueDelete', two),
    // An edit of the hook.
    hook({events: ['issue_comment']}),
    edit({title: 'One lemon'}),
    comment('A comment alone'),
    hook({events: ['issues'], config: {content_type: 'form'}}),
    comment('Nothing of this'),
    edit({title: 'One & only = lime?'}),
    hook({authorization_header: 'Bearer of-the-hook'}),
    edit({title: 'One lime'}),
    hook({active: false}),
    edit({title: 'One orange'}),
    hook({active: true, events: everyEvent, config: {content_type: 'json'}}),
    edit({body: 'told again'}),
    ...eachOf(['bob', 'carol'], 'repoEditHook', {...home, id: '{hook}'}, {body: {active: false}}),
    // A repository that nobody else sees, and that is kept.
    ask('alice', 'repoEdit', home, {body: {private: true}}),
    comment('Of a stranger'),
    comment('Of a writer', 'carol'),
    ask('alice', 'repoEdit', home, {body: {archived: true}}),
    comment('Kept', 'carol'),
    ask('alice', 'repoEdit', home, {body: {archived: false, private: false}}),
    comment('At the end'),
    ask('alice', 'repoDeleteHook', {...home, id: '{hook}'}),
    comment('Unheard'),
    ask('alice', 'repoCreateHook', home, {body: listeningHook({events: ['issues']})}),
    edit({state: 'closed'}),
  ],
};
