// Every operation of the API against the scopes of a token: refused without its scope, accepted with it.
import {property, type AnyProperty} from '../../../model/property.ts';
import type {Call} from './call.ts';
import {expectCheckedScopes} from './checked-scopes.ts';
import {gitCalls, releaseCalls} from './git.ts';
import {issueCalls} from './issues.ts';
import {organizationCalls, teamCalls} from './organizations.ts';
import {accountCalls, administrationCalls, hookCalls, notificationCalls, packageCalls} from './people.ts';
import {pullCalls, reviewCalls} from './pulls.ts';
import {branchCalls, collaborationCalls, repositoryCalls} from './repositories.ts';
import {inAnyOrder} from '../common/in-any-order.ts';

/** One property for each part of the API, so that each is short and says what it is about. */
function scopesOf(subject: string, calls: readonly Call[], needs: readonly string[] = []): AnyProperty {
  return property({
    id: `scopes-of-${subject.replaceAll(' ', '-')}`,
    title: `each operation on ${subject} is refused to a token without its scope, and open to one with it`,
    proves: ['AUTH-SCOPE-CHECK'],
    area: 'hosting',
    needs: ['tokens', 'basic-authentication', ...needs],
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, drawn) =>
      expectCheckedScopes(
        world,
        drawn.flatMap(wanted => calls.filter(({operation}) => operation === wanted)),
      ),
  });
}

const reads = issueCalls.filter(({isRead}) => isRead);
const writes = issueCalls.filter(({isRead}) => !isRead);
const issues = ['repositories', 'issues', 'labels'];
const people = ['users', 'organizations', 'repositories'];

export const readingIssues = scopesOf('reading issues', reads, issues);
export const writingIssues = scopesOf('writing issues', writes, issues);
export const repositories = scopesOf('repositories', repositoryCalls, ['users', 'repositories']);
export const collaboration = scopesOf('collaborators', collaborationCalls, people);
export const branches = scopesOf('branches and files', branchCalls, ['repositories', 'branches']);
export const git = scopesOf('commits and tags', gitCalls, ['repositories']);
export const releases = scopesOf('releases and mirrors', releaseCalls, ['repositories']);
export const pulls = scopesOf('pull requests', pullCalls, ['repositories', 'issues']);
export const reviews = scopesOf('reviews', reviewCalls, ['repositories', 'issues']);
export const organizations = scopesOf('organizations', organizationCalls, ['organizations', 'repositories', 'labels']);
export const teams = scopesOf('teams', teamCalls, people);
export const accounts = scopesOf('accounts', accountCalls, ['users', 'oauth2']);
export const hooks = scopesOf('hooks', hookCalls, ['webhooks', 'organizations', 'repositories']);
export const notifications = scopesOf('notifications', notificationCalls, ['repositories', 'issues']);
export const packages = scopesOf('packages', packageCalls);
export const administration = scopesOf('administration', administrationCalls, people);
