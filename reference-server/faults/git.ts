/** Wrong readings of what git is shown, what it may do, and what is heard of it; and archives that lack files. */
import type {Fault} from './fault.ts';

export const gitFaults: readonly Fault[] = [
  {
    name: 'git-shown-no-tags',
    requirement: 'EMPTY-GIT',
    basis: 'usual',
    says: 'A fetch shows git no tags.',
    patch: () => ({isShownToGit: ref => !ref.startsWith('refs/tags/')}),
  },
  {
    name: 'git-shown-no-pulls',
    requirement: 'PULL-FILES',
    basis: 'usual',
    says: 'A fetch does not show git the heads of pull requests.',
    patch: () => ({isShownToGit: ref => !ref.startsWith('refs/pull/')}),
  },
  {
    name: 'git-pushes-for-readers',
    requirement: 'AUTH-BASIC',
    basis: 'usual',
    says: 'Whoever may read a repository may push to it.',
    patch: () => ({accessForGit: () => 'read'}),
  },
  {
    name: 'git-reads-for-readers-of-issues',
    requirement: 'AUTH-BASIC',
    basis: 'usual',
    says: 'Whoever may read or write the issues of a repository may do so with its code by git.',
    patch: () => ({unitsForGit: () => ['repo.code', 'repo.issues']}),
  },
  {
    name: 'git-pushes-past-protections',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'A push changes protected branches.',
    patch: () => ({isGuardedFromGit: change => change === 'removes'}),
  },
  {
    name: 'git-removes-protected-branches',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'A push removes protected branches.',
    patch: () => ({isGuardedFromGit: change => change === 'moves'}),
  },
  {
    name: 'git-push-changes-first-ref-alone',
    requirement: 'GIT-NOTES',
    basis: 'stated',
    says: 'Of the refs of a push the first alone is changed, and all are reported as changed.',
    patch: () => ({changedByPush: updates => updates.slice(0, 1)}),
  },
  {
    name: 'git-push-never-whole',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'Of an atomic push the refs that may change do so, whatever becomes of the others.',
    patch: () => ({keepsPushWhole: () => false}),
  },
  {
    name: 'git-push-overtakes-another',
    requirement: 'EMPTY-GIT',
    basis: 'usual',
    says: 'A push changes a ref also where another push has moved it meanwhile.',
    patch: () => ({isWhereSent: () => true}),
  },
  {
    name: 'git-push-unheard',
    requirement: 'EVENT-CLOSE',
    basis: 'usual',
    says: 'Pull requests, webhooks and issues hear nothing of what git pushes.',
    patch: () => ({heardOfPush: () => []}),
  },
  {
    name: 'archives-lack-long-names',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'Archives lack the files whose paths have more than 100 characters.',
    patch: () => ({isInArchive: path => path.length <= 100}),
  },
  {
    name: 'draft-page-shown-to-everybody',
    requirement: 'API-PREFIX',
    basis: 'usual',
    says: 'The page of a draft release is shown to everybody who may read the repository.',
    patch: () => ({isDraftPageShown: () => true}),
  },
];
