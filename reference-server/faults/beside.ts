/** Operations that change something that they are not about. */
import type {IssueBeside, Written} from '../rules/beside.ts';
import type {Fault} from './fault.ts';

/** Changes the other issues of the repository, as one operation does. */
function otherIssues(operation: string, change: (issue: IssueBeside) => IssueBeside): (written: Written) => void {
  return written => {
    if (written.operation !== operation) return;
    const {issues} = written.rows;
    for (const issue of issues.all())
      if (issue.repositoryId === written.repositoryId && String(issue.index) !== written.thing)
        issues.put(change(issue));
  };
}

function readNotifications({operation, repositoryId, rows}: Written, wanted: string): void {
  if (operation !== wanted) return;
  for (const one of rows.notifications.all())
    if (one.repositoryId === repositoryId) rows.notifications.put({...one, status: 'read'});
}

export const besideFaults: readonly Fault[] = [
  {
    name: 'issue-edit-clears-milestones',
    requirement: 'ISSUE-EDIT-COLS',
    basis: 'usual',
    says: 'An edit of one issue takes the milestone from the others of its repository.',
    patch: () => ({besideIssues: otherIssues('issueEditIssue', issue => ({...issue, milestoneId: undefined}))}),
  },
  {
    name: 'issue-create-clears-assignees',
    requirement: 'ISSUE-POSTER',
    basis: 'usual',
    says: 'A new issue takes the assignees from the others of its repository.',
    patch: () => ({
      besideIssues: written => {
        const newest = Math.max(0, ...written.rows.issues.all().map(({id}) => id));
        otherIssues('issueCreateIssue', issue => (issue.id === newest ? issue : {...issue, assigneeIds: []}))(written);
      },
    }),
  },
  {
    name: 'label-add-clears-other-issues',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'Setting a label on one issue removes the labels of the others of its repository.',
    patch: () => ({besideLabels: otherIssues('issueAddLabel', issue => ({...issue, labelIds: []}))}),
  },
  {
    name: 'label-remove-from-other-issues',
    // Where a label is gone already, its removal is no event.
    requirement: 'EVENT-LABELS',
    basis: 'stated',
    says: 'Removing a label from one issue removes those of the others of its repository.',
    patch: () => ({besideLabels: otherIssues('issueRemoveLabel', issue => ({...issue, labelIds: []}))}),
  },
  {
    name: 'label-edit-changes-others',
    requirement: 'LABEL-OPTION',
    basis: 'stated',
    says: 'An edit of one label makes the others of its repository not exclusive.',
    patch: () => ({
      besideLabels: ({operation, repositoryId, thing, rows}) => {
        if (operation !== 'issueEditLabel') return;
        for (const label of rows.labels.all())
          if (label.home === `repository:${String(repositoryId)}` && String(label.id) !== thing)
            rows.labels.put({...label, isExclusive: false});
      },
    }),
  },
  {
    name: 'comment-changes-other-comments',
    requirement: 'COMMENT-BEFORE',
    basis: 'stated',
    says: 'A new comment takes the place of the texts of the comments on other issues of its repository.',
    patch: () => ({
      besideComments: ({operation, repositoryId, rows}) => {
        if (operation !== 'issueCreateComment') return;
        const comments = rows.comments.all().filter(comment => comment.repositoryId === repositoryId);
        const newest = comments.at(-1);
        for (const comment of comments)
          if (newest !== undefined && comment.issueId !== newest.issueId)
            rows.comments.put({...comment, body: newest.body});
      },
    }),
  },
  {
    name: 'comment-edit-changes-other-comments',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'An edit of one comment empties those on the other issues of its repository.',
    patch: () => ({
      besideComments: ({operation, repositoryId, thing, rows}) => {
        if (operation !== 'issueEditComment') return;
        const comments = rows.comments.all().filter(comment => comment.repositoryId === repositoryId);
        const edited = comments.find(({id}) => String(id) === thing);
        for (const comment of comments)
          if (comment.issueId !== edited?.issueId) rows.comments.put({...comment, body: ''});
      },
    }),
  },
  {
    name: 'milestone-delete-closes-others',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'Removing one milestone closes the others of its repository.',
    patch: () => ({
      besideMilestones: ({repositoryId, rows}) => {
        for (const one of rows.milestones.all())
          if (one.repositoryId === repositoryId) rows.milestones.put({...one, isClosed: true});
      },
    }),
  },
  {
    name: 'release-delete-hides-others',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'Removing one release makes drafts of the others of its repository.',
    patch: () => ({
      besideReleases: ({repositoryId, rows}) => {
        for (const one of rows.releases.all())
          if (one.repositoryId === repositoryId) rows.releases.put({...one, isDraft: true});
      },
    }),
  },
  {
    name: 'pull-edit-closes-other-pulls',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'An edit of one pull request closes the others of its repository.',
    patch: () => ({
      besideMerges: otherIssues('repoEditPullRequest', issue => (issue.isPull ? {...issue, isClosed: true} : issue)),
    }),
  },
  {
    name: 'collaborator-delete-removes-others',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'Removing one collaborator removes all others of the repository.',
    patch: () => ({
      besideCollaborators: ({repositoryId, rows}) => {
        for (const one of rows.repositories.all())
          if (one.id === repositoryId) rows.repositories.put({...one, collaborators: []});
      },
    }),
  },
  {
    name: 'reaction-reads-notifications',
    requirement: 'REACTIONS',
    basis: 'usual',
    says: 'A reaction marks the notifications of everybody in its repository as read.',
    patch: () => ({
      besideReactions: written => {
        readNotifications(written, 'issuePostIssueReaction');
      },
    }),
  },
  {
    name: 'notification-put-reads-others',
    requirement: 'NOTIFY-REPO-PUT',
    basis: 'stated',
    says: 'Marking the notifications of one repository as read marks those of everybody there.',
    patch: () => ({
      besideNotifications: written => {
        readNotifications(written, 'notifyReadRepoList');
      },
    }),
  },
  {
    name: 'protection-edit-resets-approvals',
    requirement: 'MERGE-ADMIN',
    basis: 'usual',
    says: 'An edit of one branch protection asks no approvals in the others of its repository any more.',
    patch: () => ({
      besideProtections: ({repositoryId, thing, rows}) => {
        for (const one of rows.protections.all())
          if (one.repositoryId === repositoryId && one.ruleName !== thing)
            rows.protections.put({...one, requiredApprovals: 0});
      },
    }),
  },
  {
    name: 'merge-closes-other-pulls',
    requirement: 'MERGE-FORCE',
    basis: 'usual',
    says: 'The merge of one pull request closes the others of its repository.',
    patch: () => ({
      besideMerges: otherIssues('repoMergePullRequest', issue => (issue.isPull ? {...issue, isClosed: true} : issue)),
    }),
  },
  {
    name: 'repository-edit-hides-wikis',
    requirement: 'REPO-MAINTAINER',
    basis: 'usual',
    says: 'An edit of one repository switches off the wikis of the others of its owner.',
    patch: () => ({
      besideRepositories: ({repositoryId, ownerId, rows}) => {
        for (const one of rows.repositories.all())
          if (one.ownerId === ownerId && one.id !== repositoryId)
            rows.repositories.put({...one, hasWiki: !one.hasWiki});
      },
    }),
  },
  {
    name: 'variable-update-changes-others',
    requirement: 'ACTIONS-ENABLED',
    basis: 'usual',
    says: 'An update of one variable empties the others of its repository.',
    patch: () => ({
      besideVariables: ({repositoryId, thing, rows}) => {
        for (const one of rows.variables.all())
          if (one.home === `repository:${String(repositoryId)}` && one.name !== thing)
            rows.variables.put({...one, data: ''});
      },
    }),
  },
  {
    name: 'oauth2-update-renames-others',
    requirement: 'OAUTH2-SNAKE',
    basis: 'usual',
    says: 'An update of one OAuth2 application renames the others.',
    patch: () => ({
      besideApplications: ({thing, rows}) => {
        for (const one of rows.oauth2Applications.all())
          if (String(one.id) !== thing) rows.oauth2Applications.put({...one, name: `${one.name}-2`});
      },
    }),
  },
  {
    name: 'oauth2-removal-renames-others',
    requirement: 'OAUTH2-OPTIONS',
    basis: 'usual',
    says: 'When one OAuth2 application is removed, the others are renamed.',
    patch: () => ({
      besideApplications: ({operation, rows}) => {
        if (operation !== 'userDeleteOAuth2Application') return;
        for (const one of rows.oauth2Applications.all()) rows.oauth2Applications.put({...one, name: `${one.name}-2`});
      },
    }),
  },
  {
    name: 'hook-removal-renames-others',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'When one webhook is removed, the others are renamed.',
    patch: () => ({
      besideHooks: ({rows}) => {
        for (const one of rows.hooks.all()) rows.hooks.put({...one, name: `${one.name}-2`});
      },
    }),
  },
  {
    name: 'package-removal-dates-others',
    requirement: 'PACKAGES',
    basis: 'usual',
    says: 'When one package is removed, the others of its owner are dated 1970.',
    patch: () => ({
      besidePackages: ({ownerId, rows}) => {
        for (const one of rows.packages.all()) if (one.ownerId === ownerId) rows.packages.put({...one, createdAt: 0});
      },
    }),
  },
  {
    name: 'issue-edit-loses-tracked-times',
    requirement: 'TIME-FILTER',
    basis: 'usual',
    says: 'An edit of an issue loses the times that were tracked on it.',
    patch: () => ({
      besideIssues: ({operation, repositoryId, thing, rows}) => {
        if (operation !== 'issueEditIssue') return;
        const edited = rows.issues.all().find(one => one.repositoryId === repositoryId && String(one.index) === thing);
        for (const time of rows.times.all())
          if (time.issueId === edited?.id) rows.times.put({...time, issueId: 0, repositoryId: 0});
      },
    }),
  },
];
