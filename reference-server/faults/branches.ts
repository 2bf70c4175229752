/** Wrong readings of branch protection. */
import type {Fault} from './fault.ts';

export const branchFaults: readonly Fault[] = [
  {
    name: 'glob-star-crosses-slash',
    requirement: 'BRANCH-GLOB-STAR',
    basis: 'stated',
    says: 'A single * also matches /.',
    patch: () => ({starMatches: () => true}),
  },
  {
    name: 'glob-double-star-stops',
    requirement: 'BRANCH-GLOB-DEEP',
    basis: 'stated',
    says: 'A double ** stops at / like a single one.',
    patch: () => ({deepStarMatches: character => character !== '/'}),
  },
  {
    name: 'protection-glob-beats-exact',
    requirement: 'BRANCH-PRIORITY',
    basis: 'stated',
    says: 'A glob rule wins over an exact name.',
    patch: () => ({
      pickProtection(protections, branch) {
        const matching = protections.filter(rule => this.matchesBranchPattern(rule.ruleName, branch));
        return matching.find(rule => this.isGlob(rule.ruleName)) ?? matching[0];
      },
    }),
  },
  {
    name: 'protection-oldest-wins',
    requirement: 'BRANCH-PRIORITY',
    basis: 'stated',
    says: 'The rule that was created first wins, so an exact name wins only when it is the older one.',
    patch: () => ({
      pickProtection(protections, branch) {
        return protections.find(rule => this.matchesBranchPattern(rule.ruleName, branch));
      },
    }),
  },
  {
    name: 'protection-newest-wins',
    requirement: 'BRANCH-PRIORITY',
    basis: 'stated',
    says: 'The rule that was created last wins, so an exact name wins only when it is the newer one.',
    patch: () => ({
      pickProtection(protections, branch) {
        return protections.findLast(rule => this.matchesBranchPattern(rule.ruleName, branch));
      },
    }),
  },
  {
    name: 'protection-exact-only-for-existing-branch',
    requirement: 'BRANCH-PRIORITY',
    basis: 'stated',
    says: 'A rule for an exact name is taken for a glob when the branch did not exist as the rule was created.',
    patch: () => ({
      isExactRule(protection) {
        return protection.branchExisted && !this.isGlob(protection.ruleName);
      },
    }),
  },
  {
    name: 'protection-created-200',
    requirement: 'ERR-BRANCH-201',
    basis: 'stated',
    says: 'Creating a branch protection answers 200 instead of 201.',
    patch: () => ({branchProtectionCreatedStatus: 200}),
  },
  {
    name: 'protection-teams-as-ids',
    requirement: 'BRANCH-TEAMS',
    basis: 'stated',
    says: 'Teams of a branch protection are given as numeric ids.',
    patch: () => ({teamReference: team => team.id}),
  },
  {
    name: 'protection-teams-wanted-as-ids',
    requirement: 'BRANCH-TEAMS',
    basis: 'stated',
    says: 'A branch protection looks up its teams by numeric id, so that names are not found.',
    patch: () => ({findReferencedTeam: (teams, reference) => teams.find(team => String(team.id) === reference)}),
  },
  {
    name: 'protection-flags-swapped',
    requirement: 'BRANCH-FIELDS',
    basis: 'stated',
    says: 'DismissStaleApprovals and RequireSignedCommits are swapped when read.',
    patch: () => ({
      presentProtectionFlags: flags => ({
        block_on_rejected_reviews: flags.blockOnRejectedReviews,
        dismiss_stale_approvals: flags.requireSignedCommits,
        require_signed_commits: flags.dismissStaleApprovals,
      }),
    }),
  },
  {
    name: 'protection-edit-clears-flags',
    requirement: 'BRANCH-FIELDS',
    basis: 'stated',
    says: 'An edit that sets one of the three settings clears the other two.',
    patch: () => ({
      flagsAfterEdit: (_before, asked) => ({
        blockOnRejectedReviews: asked.blockOnRejectedReviews ?? false,
        dismissStaleApprovals: asked.dismissStaleApprovals ?? false,
        requireSignedCommits: asked.requireSignedCommits ?? false,
      }),
    }),
  },
  {
    name: 'empty-branches-404',
    requirement: 'EMPTY-BRANCHES',
    basis: 'stated',
    says: 'Listing the branches of an empty repository answers 404.',
    patch: () => ({emptyRepositoryListStatus: 404}),
  },
  {
    name: 'protection-edit-lost',
    requirement: 'BRANCH-CRUD',
    basis: 'stated',
    says: 'An edit of a branch protection is answered and not stored.',
    patch: () => ({protectionsToEdit: () => []}),
  },
  {
    name: 'protection-edit-touches-all',
    requirement: 'BRANCH-CRUD',
    basis: 'stated',
    says: 'An edit of one branch protection changes every rule of the repository.',
    patch: () => ({protectionsToEdit: (_named, all) => all}),
  },
  {
    name: 'empty-repository-refuses-first-file',
    requirement: 'EMPTY-GIT',
    basis: 'stated',
    says: 'Writing the first file of an empty repository answers 500.',
    patch: () => ({takesFirstFile: false}),
  },
  {
    name: 'glob-star-at-end-only',
    requirement: 'BRANCH-GLOB-STAR',
    basis: 'stated',
    says: 'A pattern is a glob only when a * stands at its end.',
    patch: () => ({isGlob: pattern => pattern.endsWith('*')}),
  },
  {
    name: 'glob-double-star-at-end-only',
    requirement: 'BRANCH-GLOB-DEEP',
    basis: 'stated',
    says: 'A double ** is understood at the end of a pattern only.',
    patch: before => ({
      matchesBranchPattern(pattern, branch) {
        return !/[*][*]./.test(pattern) && before.matchesBranchPattern.call(this, pattern, branch);
      },
    }),
  },
  {
    name: 'empty-branches-500',
    requirement: 'EMPTY-BRANCHES',
    basis: 'stated',
    says: 'Listing the branches of an empty repository answers 500.',
    patch: () => ({emptyRepositoryListStatus: 500}),
  },
  {
    name: 'protection-created-202',
    requirement: 'ERR-BRANCH-201',
    basis: 'stated',
    says: 'Creating a branch protection answers 202 instead of 201.',
    patch: () => ({branchProtectionCreatedStatus: 202}),
  },
  {
    name: 'team-of-any-organization',
    requirement: 'BRANCH-TEAMS',
    basis: 'stated',
    says: 'The team of a branch protection is looked for in all organizations, so that the oldest of its name is taken.',
    patch: () => ({teamsToReference: (_ofOwner, all) => all()}),
  },
];
