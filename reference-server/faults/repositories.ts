/** Wrong readings of how repositories are created. */
import type {Fault} from './fault.ts';

export const repositoryFaults: readonly Fault[] = [
  {
    name: 'readme-missing-500',
    requirement: 'ERR-README-400',
    basis: 'stated',
    says: 'A README template that does not exist answers 500.',
    patch: () => ({missingReadmeStatus: () => 500}),
  },
  {
    name: 'readme-missing-500-in-organization',
    requirement: 'ERR-README-400',
    basis: 'stated',
    says: 'A README template that does not exist answers 400 for the own account and 500 in an organization.',
    patch: () => ({missingReadmeStatus: call => (call === 'organization' ? 500 : 400)}),
  },
  {
    name: 'readme-missing-500-on-deprecated-path',
    requirement: 'ERR-README-400',
    basis: 'stated',
    says: 'A README template that does not exist answers 500 on the deprecated organization path only.',
    patch: () => ({missingReadmeStatus: call => (call === 'deprecated-organization' ? 500 : 400)}),
  },
  {
    name: 'readme-missing-accepted',
    requirement: 'ERR-README-400',
    basis: 'stated',
    says: 'A README template that does not exist is passed over, and the default one is used.',
    patch: () => ({isKnownReadme: () => true}),
  },
  {
    name: 'readme-missing-leaves-repository',
    requirement: 'ERR-README-400',
    basis: 'usual',
    says: 'A README template that does not exist answers 400 but the repository is there afterwards.',
    patch: () => ({creationSteps: ['store', 'check-readme']}),
  },
  {
    name: 'deprecated-path-gone',
    requirement: 'ORG-REPO-OLD',
    basis: 'stated',
    says: 'The deprecated path for repositories in an organization answers 404.',
    patch: () => ({servesDeprecatedOrganizationPath: false}),
  },
  {
    name: 'limit-one-too-many',
    requirement: 'LIMIT-CREATE',
    basis: 'stated',
    says: 'A user may own one repository more than the limit.',
    patch: () => ({isLimitReached: (owned, limit) => limit >= 0 && owned > limit}),
  },
  {
    name: 'maintainer-edit-ignored',
    requirement: 'REPO-MAINTAINER',
    basis: 'stated',
    says: 'The repository setting that allows edits by maintainers cannot be changed.',
    patch: () => ({maintainerEditAfter: before => before}),
  },
  {
    name: 'organization-repository-at-caller',
    requirement: 'ORG-REPO-CREATE',
    basis: 'stated',
    says: 'A repository that is created in an organization belongs to the caller.',
    patch: () => ({
      ownerOfNewRepository: (call, {named, caller}) => (call === 'organization' ? caller : named),
    }),
  },
  {
    name: 'deprecated-path-at-caller',
    requirement: 'ORG-REPO-OLD',
    basis: 'stated',
    says: 'A repository that is created by the deprecated path belongs to the caller.',
    patch: () => ({
      ownerOfNewRepository: (call, {named, caller}) => (call === 'deprecated-organization' ? caller : named),
    }),
  },
  {
    name: 'readme-every-template-refused',
    requirement: 'REPO-README',
    basis: 'stated',
    says: 'Every README template is taken for one that does not exist.',
    patch: () => ({isKnownReadme: () => false}),
  },
  {
    name: 'limit-not-kept',
    requirement: 'LIMIT-CREATE',
    basis: 'stated',
    says: 'Creating repositories goes on beyond the limit.',
    patch: () => ({limitApplies: () => false}),
  },
  {
    name: 'maintainer-edit-always',
    requirement: 'REPO-MAINTAINER',
    basis: 'stated',
    says: 'The repository setting that allows edits by maintainers is always on.',
    patch: () => ({maintainerEditAfter: () => true}),
  },
];
