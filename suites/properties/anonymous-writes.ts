// Who may write without credentials, judged over many writes together: one that is open to all breaks nothing.
import fc from 'fast-check';
import {property, type Reference, type WithReferences} from '../../model/property.ts';
import {isSuccess} from './common/things.ts';

/** One write: what alice may do, tried first without credentials. */
interface Write {
  readonly operation: string;
  /** What it does, as the story says it. */
  readonly deed: string;
  readonly params: {readonly [name: string]: WithReferences};
  readonly body?: WithReferences;
}

export const mostWritesNeedCredentials = property({
  id: 'most-writes-need-credentials',
  title: 'most writes that a user may do are refused to a caller without credentials',
  proves: ['AUTH-WRITE'],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'some requests are sent without credentials, so what they read must be public',
      actor: 'what alice may do is not judged, only what nobody may',
    },
  },
  needs: ['repositories', 'issues', 'labels', 'branches', 'oauth2'],
  runs: 1,
  floor: 1,
  input: fc.constant('all writes'),
  check: async world => {
    const repo = await world.arrange('repository', {auto_init: true});
    const place = {owner: repo['owner'] as Reference, repo: repo['name'] as Reference};
    const issue = await world.arrange('issue', {repo});
    const onIssue = {...place, index: issue['number'] as Reference};
    const comment = await world.arrange('comment', {repo, issue});
    const ofComment = {...place, id: comment['id'] as Reference};
    const labelId = (await world.arrange('label', {repo}))['id'] as Reference;
    const application = await world.arrange('oauth2-application');
    const writes: readonly Write[] = [
      {operation: 'repoEdit', deed: 'edit the repository', params: place, body: {description: 'written'}},
      {operation: 'issueCreateIssue', deed: 'open another issue', params: place, body: {title: 'written'}},
      {operation: 'issueEditIssue', deed: 'edit the issue', params: onIssue, body: {title: 'written'}},
      {operation: 'issueCreateComment', deed: 'comment on the issue', params: onIssue, body: {body: 'written'}},
      {operation: 'issueEditComment', deed: 'edit the comment', params: ofComment, body: {body: 'written'}},
      {operation: 'issueAddLabel', deed: 'add the label to the issue', params: onIssue, body: {labels: [labelId]}},
      {operation: 'issueEditLabel', deed: 'edit the label', params: {...place, id: labelId}, body: {color: '#123456'}},
      {
        operation: 'issuePostIssueReaction',
        deed: 'react to the issue',
        params: onIssue,
        body: {content: world.known('dialect.values.reaction')},
      },
      {operation: 'issueDeleteComment', deed: 'delete the comment', params: ofComment},
      {operation: 'repoCreateBranch', deed: 'create a branch', params: place, body: {new_branch_name: 'written'}},
      {
        operation: 'repoCreateBranchProtection',
        deed: 'protect a branch',
        params: place,
        body: {rule_name: 'written'},
      },
      {
        operation: 'userDeleteOAuth2Application',
        deed: 'delete the oauth2 application',
        params: {id: application['id'] as Reference},
      },
      {operation: 'repoDelete', deed: 'delete the repository', params: place},
    ];
    const accepted: string[] = [];
    let tried = 0;
    for (const {operation, deed, ...request} of writes) {
      const open = await world.call(operation, {
        ...request,
        auth: 'none',
        say: `somebody without credentials tries to ${deed}`,
      });
      const control = await world.call(operation, {...request, say: `alice tries to ${deed}`});
      world.count(operation);
      // Where alice does not succeed either, the refusal says nothing about credentials.
      if (!isSuccess(control) && !isSuccess(open)) continue;
      tried += 1;
      if (isSuccess(open)) accepted.push(deed);
    }
    const unwritable =
      'it counts over many writes, none of which breaks anything alone, and a step of a case judges one reply';
    world.law(
      tried > writes.length / 2,
      {
        path: 'writes',
        message: `only ${String(tried)} of ${String(writes.length)} writes were accepted from anybody, too few to judge; expected more than half of them`,
      },
      {unwritable},
    );
    world.law(
      accepted.length * 2 < tried,
      {
        path: 'writes',
        message: `${String(accepted.length)} of ${String(tried)} writes were accepted without credentials, expected fewer than half of them; accepted were: ${accepted.join(', ')}`,
        expected: 'fewer than half of them',
        actual: accepted,
      },
      {unwritable},
    );
  },
});
