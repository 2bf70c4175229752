/** Operations that pass over a field that they are sent. */
import type {Fault} from './fault.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Passes over fields that one of the operations is sent. */
function without(names: readonly string[], ...operations: readonly string[]): (operation: string, sent: Sent) => Sent {
  return (operation, sent) =>
    operations.includes(operation)
      ? Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)))
      : sent;
}

export const takenFieldFaults: readonly Fault[] = [
  {
    name: 'file-author-ignored-by-updates',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'The author that a change of a file names is passed over.',
    patch: () => ({takenOfFiles: without(['author'], 'repoUpdateFile')}),
  },
  {
    name: 'merge-title-ignored',
    requirement: 'MERGE-FORCE-OP',
    basis: 'usual',
    says: 'The title that a merge asks for is passed over.',
    patch: () => ({takenOfMerges: without(['MergeTitleField'], 'repoMergePullRequest')}),
  },
  {
    name: 'repository-hook-branch-filter-ignored-by-edits',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'An edit of the webhook of a repository passes over its branch filter.',
    patch: () => ({takenOfHooks: without(['branch_filter'], 'repoEditHook')}),
  },
  {
    name: 'organization-hook-branch-filter-ignored',
    requirement: 'HOOK-ORG',
    basis: 'usual',
    says: 'A new webhook of an organization has no branch filter, whatever was asked for.',
    patch: () => ({takenOfHooks: without(['branch_filter'], 'orgCreateHook')}),
  },
  {
    name: 'system-hook-header-ignored',
    requirement: 'HOOK-SYSTEM',
    basis: 'usual',
    says: 'A new webhook of the server has no authorization header, whatever was asked for.',
    patch: () => ({takenOfHooks: without(['authorization_header'], 'adminCreateHook')}),
  },
  {
    name: 'organization-by-administrator-without-words',
    requirement: 'ORG-LIST',
    basis: 'usual',
    says: 'An organization that an administrator makes for somebody has no description and no location.',
    patch: () => ({takenOfOrganizations: without(['description', 'location'], 'adminCreateOrg')}),
  },
];
