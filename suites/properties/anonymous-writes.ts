// Who may write without credentials, judged over many writes together: one that is open to all breaks nothing.
import fc from 'fast-check';
import {property, type Reference, type WithReferences} from '../../runner/model/property.ts';
import {isSuccess} from './common/things.ts';

/** One write: what alice may do, tried first without credentials. */
interface Write {
  readonly operation: string;
  readonly params: {readonly [name: string]: WithReferences};
  readonly body?: WithReferences;
}

export const mostWritesNeedCredentials = property({
  id: 'most-writes-need-credentials',
  title: 'most writes that a user may do are refused to a caller without credentials',
  proves: ['AUTH-WRITE'],
  area: 'hosting',
  needs: ['repositories', 'issues', 'labels', 'branches', 'oauth2'],
  runs: 1,
  floor: 1,
  input: fc.constant('all writes'),
  check: async world => {
    const repo = await world.arrange('repository', {auto_init: true});
    const place = {owner: repo['owner'] as Reference, repo: repo['name'] as Reference};
    const issue = await world.arrange('issue', {repo});
    const number = issue['number'] as Reference;
    const comment = await world.arrange('comment', {repo, issue});
    const label = await world.arrange('label', {repo});
    const application = await world.arrange('oauth2-application');
    const writes: readonly Write[] = [
      {operation: 'repoEdit', params: place, body: {description: 'written'}},
      {operation: 'issueCreateIssue', params: place, body: {title: 'written'}},
      {operation: 'issueEditIssue', params: {...place, index: number}, body: {title: 'written'}},
      {operation: 'issueCreateComment', params: {...place, index: number}, body: {body: 'written'}},
      {operation: 'issueEditComment', params: {...place, id: comment['id'] as Reference}, body: {body: 'written'}},
      {operation: 'issueAddLabel', params: {...place, index: number}, body: {labels: [label['id'] as Reference]}},
      {operation: 'issueEditLabel', params: {...place, id: label['id'] as Reference}, body: {color: '#123456'}},
      {
        operation: 'issuePostIssueReaction',
        params: {...place, index: number},
        body: {content: world.known('dialect.values.reaction')},
      },
      {operation: 'issueDeleteComment', params: {...place, id: comment['id'] as Reference}},
      {operation: 'repoCreateBranch', params: place, body: {new_branch_name: 'written'}},
      {operation: 'repoCreateBranchProtection', params: place, body: {rule_name: 'written'}},
      {operation: 'userDeleteOAuth2Application', params: {id: application['id'] as Reference}},
      {operation: 'repoDelete', params: place},
    ];
    const accepted: string[] = [];
    let tried = 0;
    for (const {operation, ...request} of writes) {
      const open = await world.call(operation, {...request, auth: 'none', say: `nobody tries ${operation}`});
      const control = await world.call(operation, {...request, say: `alice does ${operation}`});
      world.count(operation);
      // Where alice does not succeed either, the refusal says nothing about credentials.
      if (!isSuccess(control) && !isSuccess(open)) continue;
      tried += 1;
      if (isSuccess(open)) accepted.push(operation);
    }
    const unwritable =
      'it counts over many writes, none of which breaks anything alone, and a step of a case judges one reply';
    world.law(
      tried > writes.length / 2,
      {
        path: 'writes',
        message: `only ${String(tried)} of ${String(writes.length)} writes worked for their user, too few to judge`,
      },
      {unwritable},
    );
    world.law(
      accepted.length * 2 < tried,
      {
        path: 'writes',
        message: `${String(accepted.length)} of ${String(tried)} writes were accepted without credentials: ${accepted.join(', ')}`,
        expected: 'fewer than half of them',
        actual: accepted,
      },
      {unwritable},
    );
  },
});
