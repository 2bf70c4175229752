// Every operation of the API against the scopes of a token: refused without its scope, accepted with it.
import {property, type AnyProperty} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {expectCheckedScopes} from './checked-scopes.ts';
import {callsNamed, parts, type ApiPart} from './parts.ts';

/** One property for each part of the API, so that each is short and says what it is about. */
function scopesOf({name, calls, needs}: ApiPart): AnyProperty {
  return property({
    id: `scopes-of-${name.replaceAll(' ', '-')}`,
    title: `each operation on ${name} is refused to a token without its scope, is open to one with it, and then leaves alone what is beside it`,
    proves: ['AUTH-SCOPE-CHECK', 'API-PREFIX'],
    area: 'hosting',
    contexts: {
      fixed: {visibility: 'helpers of its own must be able to read the repository', actor: 'the tokens are alice’s'},
    },
    needs: ['tokens', 'basic-authentication', ...needs],
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, drawn) => expectCheckedScopes(world, callsNamed(calls, drawn)),
  });
}

export const readingIssues = scopesOf(parts.readingIssues);
export const writingIssues = scopesOf(parts.writingIssues);
export const repositories = scopesOf(parts.repositories);
export const collaboration = scopesOf(parts.collaboration);
export const branches = scopesOf(parts.branches);
export const git = scopesOf(parts.git);
export const releases = scopesOf(parts.releases);
export const pulls = scopesOf(parts.pulls);
export const reviews = scopesOf(parts.reviews);
export const organizations = scopesOf(parts.organizations);
export const teams = scopesOf(parts.teams);
export const accounts = scopesOf(parts.accounts);
export const hooks = scopesOf(parts.hooks);
export const notifications = scopesOf(parts.notifications);
export const packages = scopesOf(parts.packages);
export const administration = scopesOf(parts.administration);
