/** What the record states about repositories: how they come to be, and how many. */
import type {Rules} from './rules.ts';

/** The calls that create a repository. */
export type CreatingCall = 'user' | 'organization' | 'deprecated-organization' | 'admin';

/** What creating a repository does, one step after the other. */
export type CreationStep = 'check-readme' | 'store';

/** What forking does, one step after the other. */
export type ForkStep = 'check-limit' | 'store';

export const repositoryRules = {
  // "a README template name used for auto-initialization"
  readmeTemplates: ['Default', 'Library', 'Service'] as readonly string[],

  isKnownReadme(this: Rules, name: string): boolean {
    return this.readmeTemplates.includes(name);
  },

  // "names a README template that does not exist | 400 (previously 500) |", "(and other repository-creating calls)"
  missingReadmeStatus(_call: CreatingCall): number {
    return 400;
  },

  // "a README template name used for auto-initialization"
  isInitialized(autoInit: boolean, _readme: string): boolean {
    return autoInit;
  },

  // "Creates a repository in an organization.", "Creates a repository for the caller": not for administrators of the site alone.
  mayCreateByCall(_call: CreatingCall, _isSiteAdmin: boolean): boolean {
    return true;
  },

  // "Restricted users see only repositories … to which they have explicit access": a search finds what a list shows.
  isFound(_repository: {readonly isPrivate: boolean}, isListed: boolean): boolean {
    return isListed;
  },

  // A name is one repository's among those of its owner, and free for everybody else.
  isRepositoryNameTaken(owned: boolean, _anywhere: () => boolean): boolean {
    return owned;
  },

  // Usual: a refused creation leaves nothing behind, so the check stands first.
  creationSteps: ['check-readme', 'store'] as readonly CreationStep[],

  // "Creates a repository in an organization.", "Creates a repository for the caller": it belongs to whom the call names.
  ownerOfNewRepository<T>(_call: CreatingCall, {named}: {readonly named: T; readonly caller: T}): T {
    return named;
  },

  // "Older path for the same function; deprecated in favour of the path above."
  servesDeprecatedOrganizationPath: true,

  // Usual: of creations of one name at the same moment one wins. Whether the name is not looked at again after a wait.
  forgetsNameWhileWaiting: false,

  // "fail when the user has reached the maximum number of repositories"; below zero means no maximum.
  isLimitReached(owned: number, limit: number): boolean {
    return limit >= 0 && owned >= limit;
  },

  // "A user's maximum repository count limits creation and … forking.": a repository counts, however it came to be.
  countsTowardsLimit(_repository: {readonly forkOfId: number | undefined}): boolean {
    return true;
  },

  // "The repository create operation and the fork operation both fail …": no creating call is free of it.
  limitApplies(_call: CreatingCall): boolean {
    return true;
  },

  // "fork … fail when the user has reached the maximum": a refused fork leaves nothing behind, so the check stands first.
  forkSteps: ['check-limit', 'store'] as readonly ForkStep[],

  // "a configuration option forbids forking beyond it; the option's default is to allow"
  mayForkBeyondLimit(configured: boolean | undefined): boolean {
    return configured ?? true;
  },

  // "A repository setting allows edits by maintainers on pull requests by default."
  maintainerEditAfter(before: boolean, asked: boolean | undefined): boolean {
    return asked ?? before;
  },

  // "A repository setting allows edits by maintainers on pull requests by default.": that of the repository that it goes to.
  maintainerEditOfNewPull(base: boolean, _head: boolean): boolean {
    return base;
  },
};
