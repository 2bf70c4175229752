/** Wrong readings of issues and comments. */
import type {Fault} from './fault.ts';

export const issueFaults: readonly Fault[] = [
  {
    name: 'issue-edit-sets-poster',
    requirement: 'ISSUE-EDIT-COLS',
    basis: 'stated',
    says: 'An edit may name another poster.',
    patch: before => ({
      identityAfterEdit(issue, sent) {
        const identity = before.identityAfterEdit.call(this, issue, sent);
        const asked = sent['poster_id'] ?? sent['user_id'];
        return typeof asked === 'number' ? {...identity, posterId: asked} : identity;
      },
    }),
  },
  {
    name: 'issue-poster-minus-one',
    requirement: 'ISSUE-POSTER',
    basis: 'stated',
    says: 'A new issue is stored with the poster -1.',
    patch: () => ({posterOf: () => -1}),
  },
  {
    name: 'issue-empty-assignees-refused',
    requirement: 'ISSUE-NO-ASSIGN',
    basis: 'stated',
    says: 'An edit with an empty list of assignees is refused.',
    patch: () => ({acceptsAssignees: asked => asked.length > 0}),
  },
  {
    name: 'issue-empty-assignees-unchanged',
    requirement: 'ISSUE-NO-ASSIGN',
    basis: 'stated',
    says: 'An edit with an empty list of assignees changes nothing.',
    patch: () => ({
      assigneesAfterEdit: (before, asked) => (asked === undefined || asked.length === 0 ? before : asked),
    }),
  },
  {
    name: 'issue-edit-lacks-milestone',
    requirement: 'ISSUE-EDIT-MILE',
    basis: 'stated',
    says: 'The answer to an edit lacks the milestone.',
    patch: () => ({showsMilestone: occasion => occasion !== 'edited'}),
  },
  {
    name: 'comment-of-any-repository',
    requirement: 'COMMENT-GET',
    basis: 'stated',
    says: 'A comment is found through the path of every repository.',
    patch: () => ({isCommentOf: () => true}),
  },
  {
    name: 'comments-before-ignored',
    requirement: 'COMMENT-BEFORE',
    basis: 'stated',
    says: 'The parameter before is ignored in lists.',
    patch: before => ({
      isWithin(at, window) {
        return before.isWithin.call(this, at, {...window, before: undefined});
      },
    }),
  },
  {
    name: 'search-one-repository',
    requirement: 'ISSUE-SEARCH',
    basis: 'stated',
    says: 'The search for issues looks into one repository alone.',
    patch: () => ({repositoriesToSearch: readable => readable.slice(0, 1)}),
  },
  {
    name: 'search-own-repositories',
    requirement: 'ISSUE-SEARCH',
    basis: 'stated',
    says: 'The search for issues looks only into repositories of the caller.',
    patch: () => ({
      repositoriesToSearch: (readable, callerId) => readable.filter(({ownerId}) => ownerId === callerId),
    }),
  },
  {
    name: 'issue-milestone-only-at-create',
    requirement: 'ISSUE-EDIT-MILE',
    basis: 'stated',
    says: 'Only the answer to the creation of an issue shows its milestone.',
    patch: () => ({showsMilestone: occasion => occasion === 'created'}),
  },
  {
    name: 'comment-never-found',
    requirement: 'COMMENT-GET',
    basis: 'stated',
    says: 'A comment is not found by its id.',
    patch: () => ({isCommentOf: () => false}),
  },
  {
    name: 'comments-since-ignored',
    requirement: 'COMMENT-BEFORE',
    basis: 'stated',
    says: 'The parameter since is ignored in lists.',
    patch: before => ({
      isWithin(at, window) {
        return before.isWithin.call(this, at, {...window, since: undefined});
      },
    }),
  },
  {
    name: 'issue-poster-minus-one-for-the-first-account',
    requirement: 'ISSUE-POSTER',
    basis: 'stated',
    says: 'The poster id is -1 when the first account of the site opens an issue.',
    patch: () => ({posterOf: doerId => (doerId === 1 ? -1 : doerId)}),
  },
  {
    name: 'issue-edit-sets-number',
    requirement: 'ISSUE-EDIT-COLS',
    basis: 'stated',
    says: 'An edit that carries a number moves the issue to that number.',
    patch: () => ({
      identityAfterEdit: (before, sent) => ({
        ...before,
        index: typeof sent['number'] === 'number' ? sent['number'] : before.index,
      }),
    }),
  },
  {
    name: 'edit-empties-what-is-not-sent',
    requirement: 'ISSUE-EDIT-COLS',
    basis: 'usual',
    says: 'An edit without text empties the text, whatever is edited.',
    patch: () => ({fieldsOfEdit: sent => ({body: '', description: '', ...sent})}),
  },
  {
    name: 'edit-forgets-the-last-field',
    requirement: 'ISSUE-EDIT-COLS',
    basis: 'usual',
    says: 'An edit of several fields of an issue or of what is made like one leaves the last one as it was.',
    patch: () => ({
      fieldsOfEdit: sent => {
        const fields = Object.entries(sent);
        const isOfIssue = ['title', 'body', 'assignees', 'milestone', 'due_date'].some(name => name in sent);
        return isOfIssue ? Object.fromEntries(fields.filter((_, at) => at === 0 || at < fields.length - 1)) : sent;
      },
    }),
  },
  {
    name: 'comment-reactions-through-any-repository',
    requirement: 'COMMENT-GET',
    basis: 'usual',
    says: 'The reactions to a comment are found through any repository.',
    patch: before => ({
      isCommentOf: (comment, repository, operation) =>
        operation.includes('Reaction') || before.isCommentOf(comment, repository, operation),
    }),
  },
  {
    name: 'comments-since-their-creation',
    requirement: 'COMMENT-BEFORE',
    basis: 'usual',
    says: 'The filters by time compare when a comment was made, and not when it was changed.',
    patch: () => ({instantOfComment: ({createdAt}) => createdAt}),
  },
];
