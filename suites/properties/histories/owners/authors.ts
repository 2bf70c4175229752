// What people may still do to what they made, once they may no longer write, and once they take no part any more.
import {ask, base64, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const closed = {owner: '{org}', repo: '{closed}'};
const file = (name: string) => ({field: 'attachment', name, text: `the text of ${name}`});

/** Carol makes one of everything; what is found later is named after `word`. */
function makes(place: Ask['params'], word: string): readonly Ask[] {
  const named = (name: string) => `${word}-${name}`;
  const at = (index: string) => ({...place, index: `{${named(index)}}`});
  const take = (name: string, pointer = '/id') => ({take: {[named(name)]: pointer}});
  return [
    ask('carol', 'issueCreateIssue', place, {
      body: {title: 'Of carol', body: 'by carol', assignees: ['{carol}']},
      ...take('issue', '/number'),
    }),
    ask('carol', 'issueCreateIssueAttachment', at('issue'), {file: file('issue.txt'), ...take('ia')}),
    ask('carol', 'issueCreateComment', at('issue'), {body: {body: 'a comment'}, ...take('comment')}),
    ask(
      'carol',
      'issueCreateIssueCommentAttachment',
      {...place, id: `{${named('comment')}}`},
      {
        file: file('comment.txt'),
        ...take('ca'),
      },
    ),
    ask('carol', 'issuePostIssueReaction', at('issue'), {body: {content: 'heart'}}),
    ask('carol', 'issueAddTime', at('issue'), {body: {time: 60}, ...take('time')}),
    ask('carol', 'issueCreateLabel', place, {body: {name: 'of-carol', color: '#aabbcc'}, ...take('label')}),
    ask('carol', 'issueCreateMilestone', place, {body: {title: 'of carol'}, ...take('milestone')}),
    ask('carol', 'repoCreateRelease', place, {
      body: {tag_name: 'v1', name: 'Of carol', target_commitish: 'main'},
      ...take('release'),
    }),
    ask(
      'carol',
      'repoCreateReleaseAttachment',
      {...place, id: `{${named('release')}}`},
      {
        file: file('release.txt'),
        ...take('ra'),
      },
    ),
    ask('carol', 'repoCreateTag', place, {body: {tag_name: 'v0', target: 'main'}}),
    ask(
      'carol',
      'repoCreateFile',
      {...place, filepath: 'carol.txt'},
      {
        body: {content: base64('of carol\n'), branch: 'main', new_branch: 'of-carol'},
        ...take('commit', '/commit/sha'),
      },
    ),
    ask(
      'carol',
      'repoCreateStatus',
      {...place, sha: `{${named('commit')}}`},
      {
        body: {state: 'success', context: 'ci/carol'},
      },
    ),
    ask('carol', 'repoCreatePullRequest', place, {
      body: {title: 'Of carol', head: 'of-carol', base: 'main'},
      ...take('pull', '/number'),
    }),
    ask(
      'alice',
      'repoCreateFile',
      {...place, filepath: 'alice.txt'},
      {
        body: {content: base64('of alice\n'), branch: 'main', new_branch: 'of-alice'},
      },
    ),
    ask('alice', 'repoCreatePullRequest', place, {
      body: {title: 'Of alice', head: 'of-alice', base: 'main'},
      ...take('other', '/number'),
    }),
    ask('carol', 'repoCreatePullReview', at('other'), {
      body: {event: 'APPROVED', body: 'fine'},
      ...take('review'),
    }),
    ask('carol', 'repoCreatePullReview', at('other'), {
      body: {event: 'PENDING', body: 'not yet'},
      ...take('pending'),
    }),
  ];
}

/** Carol tries to change what she made, and to add to it. */
function changes(place: Ask['params'], word: string, when: string): readonly Ask[] {
  const id = (name: string) => `{${word}-${name}}`;
  const at = (index: string) => ({...place, index: id(index)});
  const text = `${when}.txt`;
  const carol = (operation: string, params: Ask['params'], body?: {readonly [key: string]: Sent}) =>
    ask('carol', operation, params, body === undefined ? {} : {body});
  return [
    carol('issueEditIssue', at('issue'), {title: `Edited ${when}`, body: when}),
    carol('issueEditIssue', at('issue'), {assignees: []}),
    carol('issueEditIssue', at('issue'), {state: 'closed'}),
    carol('issueEditIssue', at('issue'), {state: 'open'}),
    carol('issueEditIssueAttachment', {...at('issue'), attachment_id: id('ia')}, {name: text}),
    ask('carol', 'issueCreateIssueAttachment', at('issue'), {file: file(text)}),
    carol('issueEditComment', {...place, id: id('comment')}, {body: when}),
    carol('issueEditIssueCommentAttachment', {...place, id: id('comment'), attachment_id: id('ca')}, {name: text}),
    carol('issueAddLabel', at('issue'), {labels: [id('label')]}),
    carol('issueClearLabels', at('issue')),
    carol('issueAddTime', at('issue'), {time: 30}),
    carol('issueEditLabel', {...place, id: id('label')}, {description: when}),
    carol('issueEditMilestone', {...place, id: id('milestone')}, {description: when}),
    carol('repoEditRelease', {...place, id: id('release')}, {body: when}),
    ask('carol', 'repoCreateReleaseAttachment', {...place, id: id('release')}, {file: file(text)}),
    carol('repoEditReleaseAttachment', {...place, id: id('release'), attachment_id: id('ra')}, {name: text}),
    carol('repoCreateStatus', {...place, sha: id('commit')}, {state: 'failure', context: 'ci/carol'}),
    carol('repoEditPullRequest', at('pull'), {title: `Edited ${when}`}),
    carol('repoEditPullRequest', at('pull'), {state: 'closed'}),
    carol('repoEditPullRequest', at('pull'), {state: 'open'}),
    carol('repoCreatePullReviewRequests', at('pull'), {reviewers: ['{dave}']}),
    carol('repoSubmitPullReview', {...at('other'), id: id('pending')}, {event: 'APPROVED', body: when}),
    ask('alice', 'issueGetIssue', at('issue')),
    ask('alice', 'issueGetComments', at('issue')),
    ask('alice', 'repoGetRelease', {...place, id: id('release')}),
    ask('alice', 'repoGetPullRequest', at('pull')),
    ask('alice', 'repoListPullReviews', at('other')),
  ];
}

/** Carol tries to remove what she made. */
function removes(place: Ask['params'], word: string): readonly Ask[] {
  const id = (name: string) => `{${word}-${name}}`;
  const at = (index: string) => ({...place, index: id(index)});
  const carol = (operation: string, params: Ask['params'], body?: {readonly [key: string]: Sent}) =>
    ask('carol', operation, params, body === undefined ? {} : {body});
  return [
    carol('issueDeleteIssueAttachment', {...at('issue'), attachment_id: id('ia')}),
    carol('issueDeleteIssueCommentAttachment', {...place, id: id('comment'), attachment_id: id('ca')}),
    carol('issueDeleteComment', {...place, id: id('comment')}),
    carol('issueDeleteIssueReaction', at('issue'), {content: 'heart'}),
    carol('issueDeleteTime', {...at('issue'), id: id('time')}),
    carol('issueResetTime', at('issue')),
    carol('issueDeleteLabel', {...place, id: id('label')}),
    carol('issueDeleteMilestone', {...place, id: id('milestone')}),
    carol('repoDeleteReleaseAttachment', {...place, id: id('release'), attachment_id: id('ra')}),
    carol('repoDeleteRelease', {...place, id: id('release')}),
    carol('repoDeleteTag', {...place, tag: 'v0'}),
    carol('repoDeletePullReview', {...at('other'), id: id('review')}),
    carol('repoDeleteBranch', {...place, branch: 'of-carol'}),
    carol('issueDelete', at('issue')),
    ask('alice', 'issueGetIssue', at('issue')),
    ask('alice', 'issueGetIssueReactions', at('issue')),
    ask('alice', 'issueTrackedTimes', at('issue')),
    ask('alice', 'repoListReleases', place),
    ask('alice', 'repoListTags', place),
    ask('alice', 'repoGetBranch', {...place, branch: 'of-carol'}),
    ask('alice', 'repoListPullReviews', at('other')),
  ];
}

const collaborate = (place: Ask['params'], permission: string) =>
  ask('alice', 'repoAddCollaborator', {...place, collaborator: '{carol}'}, {body: {permission}});

export const authors: History = {
  name: 'authors',
  about: 'what people may still do to what they made, once they have fewer rights',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations'],
  people: ['alice', 'carol', 'dave'],
  names: ['repo', 'org', 'closed'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    collaborate(home, 'write'),
    ...makes(home, 'open'),
    collaborate(home, 'read'),
    ...changes(home, 'open', 'read'),
    ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{carol}'}),
    ...changes(home, 'open', 'gone'),
    ...removes(home, 'open'),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask(
      'alice',
      'createOrgRepo',
      {org: '{org}'},
      {
        body: {name: '{closed}', private: true, auto_init: true, default_branch: 'main'},
      },
    ),
    collaborate(closed, 'write'),
    ...makes(closed, 'closed'),
    collaborate(closed, 'read'),
    ...changes(closed, 'closed', 'read'),
    ...removes(closed, 'closed'),
  ],
};
