// The parts of the API: every operation is in one of them, so that each law over all operations is a property for each part, short enough to read.
import type {Call} from './call.ts';
import {gitCalls, releaseCalls} from './git.ts';
import {issueCalls} from './issues.ts';
import {organizationCalls, teamCalls} from './organizations.ts';
import {accountCalls, administrationCalls, hookCalls, notificationCalls, packageCalls} from './people.ts';
import {pullCalls, reviewCalls} from './pulls.ts';
import {branchCalls, collaborationCalls, repositoryCalls} from './repositories.ts';

/** One part. */
export interface ApiPart {
  readonly name: string;
  readonly calls: readonly Call[];
  /** Capabilities without which its operations cannot be called. */
  readonly needs: readonly string[];
}

const issues = ['repositories', 'issues', 'labels'];
const people = ['users', 'organizations', 'repositories'];

export const parts = {
  readingIssues: {name: 'reading issues', calls: issueCalls.filter(({isRead}) => isRead), needs: issues},
  writingIssues: {name: 'writing issues', calls: issueCalls.filter(({isRead}) => !isRead), needs: issues},
  repositories: {name: 'repositories', calls: repositoryCalls, needs: ['users', 'repositories']},
  collaboration: {name: 'collaborators', calls: collaborationCalls, needs: people},
  branches: {name: 'branches and files', calls: branchCalls, needs: ['repositories', 'branches']},
  git: {name: 'commits and tags', calls: gitCalls, needs: ['repositories']},
  releases: {name: 'releases and mirrors', calls: releaseCalls, needs: ['repositories']},
  pulls: {name: 'pull requests', calls: pullCalls, needs: ['repositories', 'issues']},
  reviews: {name: 'reviews', calls: reviewCalls, needs: ['repositories', 'issues']},
  organizations: {name: 'organizations', calls: organizationCalls, needs: ['organizations', 'repositories', 'labels']},
  teams: {name: 'teams', calls: teamCalls, needs: people},
  accounts: {name: 'accounts', calls: accountCalls, needs: ['users', 'oauth2']},
  hooks: {name: 'hooks', calls: hookCalls, needs: ['webhooks', 'organizations', 'repositories']},
  notifications: {name: 'notifications', calls: notificationCalls, needs: ['repositories', 'issues']},
  packages: {name: 'packages', calls: packageCalls, needs: []},
  administration: {name: 'administration', calls: administrationCalls, needs: people},
} as const satisfies Readonly<Record<string, ApiPart>>;

/** All that reads something in a repository. */
export const readsInRepositories: readonly Call[] = [
  parts.readingIssues,
  parts.repositories,
  parts.branches,
  parts.git,
  parts.releases,
  parts.pulls,
  parts.reviews,
].flatMap(({calls}) => calls.filter(({isRead}) => isRead));

/** The calls of these operations, in this order. */
export function callsNamed(calls: readonly Call[], operations: readonly string[]): readonly Call[] {
  return operations.flatMap(wanted => calls.filter(({operation}) => operation === wanted));
}
