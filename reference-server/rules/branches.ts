/** What the record states about branch protection. */
import {matchesGlob} from './glob.ts';
import type {Rules} from './rules.ts';

/** A protection as far as these rules look at it. */
export interface ProtectionTraits {
  readonly id: number;
  readonly ruleName: string;
  /** Whether a branch of this name was there when the rule was made. */
  readonly branchExisted: boolean;
}

/** The three settings that the record names. */
export interface ProtectionFlags {
  readonly blockOnRejectedReviews: boolean;
  readonly dismissStaleApprovals: boolean;
  readonly requireSignedCommits: boolean;
}

export const branchRules = {
  // "| Branch protection creation succeeds | HTTP status "created" |"
  branchProtectionCreatedStatus: 201,

  // "The branch name may be a glob pattern …": what holds none of its signs is an exact name.
  isGlob(pattern: string): boolean {
    return /[*?\\[\]{}]/.test(pattern);
  },

  // "`*` matches characters except `/`; …"
  starMatches(character: string): boolean {
    return character !== '/';
  },

  // "… `**` matches across `/`."
  deepStarMatches(_character: string): boolean {
    return true;
  },

  matchesBranchPattern(this: Rules, pattern: string, branch: string): boolean {
    // Usual: an exact name is one in any letters.
    if (!this.isGlob(pattern)) return pattern.toLowerCase() === branch.toLowerCase();
    return matchesGlob(pattern, branch, {
      star: character => this.starMatches(character),
      deepStar: character => this.deepStarMatches(character),
    });
  },

  // "An exact branch name (existing or not) …"
  isExactRule(this: Rules, protection: ProtectionTraits): boolean {
    return !this.isGlob(protection.ruleName);
  },

  // "… takes priority over a glob rule." Among globs the older one wins, as is usual.
  pickProtection<T extends ProtectionTraits>(this: Rules, protections: readonly T[], branch: string): T | undefined {
    const matching = protections
      .filter(protection => this.matchesBranchPattern(protection.ruleName, branch))
      .toSorted((left, right) => left.id - right.id);
    return matching.find(protection => this.isExactRule(protection)) ?? matching[0];
  },

  // "Teams are referenced by team name, not by numeric id."
  teamReference(team: {readonly id: number; readonly name: string}): string | number {
    return team.name;
  },

  // "Teams are referenced by team name": those of the organization that owns the repository; others may have teams of the same name.
  teamsToReference<T>(ofOwner: readonly T[], _all: () => readonly T[]): readonly T[] {
    return ofOwner;
  },

  findReferencedTeam<T extends {readonly id: number; readonly name: string}>(
    teams: readonly T[],
    reference: string,
  ): T | undefined {
    return teams.find(team => team.name.toLowerCase() === reference.toLowerCase());
  },

  // "Fields named: BlockOnRejectedReviews, DismissStaleApprovals, RequireSignedCommits."
  flagsAfterEdit(before: ProtectionFlags, asked: Partial<ProtectionFlags>): ProtectionFlags {
    return {
      blockOnRejectedReviews: asked.blockOnRejectedReviews ?? before.blockOnRejectedReviews,
      dismissStaleApprovals: asked.dismissStaleApprovals ?? before.dismissStaleApprovals,
      requireSignedCommits: asked.requireSignedCommits ?? before.requireSignedCommits,
    };
  },

  // "Fields named: … RequireSignedCommits.": where it is set, known servers take no commit whose signature nobody can check.
  takesUnverifiedCommits(flags: ProtectionFlags): boolean {
    return !flags.requireSignedCommits;
  },

  // "branch protection create/edit/list": an edit changes the rule that it names.
  protectionsToEdit<T>(named: T, _all: readonly T[]): readonly T[] {
    return [named];
  },

  presentProtectionFlags(flags: ProtectionFlags): Record<string, boolean> {
    return {
      block_on_rejected_reviews: flags.blockOnRejectedReviews,
      dismiss_stale_approvals: flags.dismissStaleApprovals,
      require_signed_commits: flags.requireSignedCommits,
    };
  },

  // "Listing branches of an empty repository does not fail"
  emptyRepositoryListStatus: 200,

  // "git-related endpoints also work on empty repositories"
  takesFirstFile: true,
};
