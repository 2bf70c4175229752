// Usual: a token for public things is refused at accounts that are not public, whatever its holder may see there.
import {findAccount} from '../../../state/state.ts';
import type {Account} from '../../../state/people.ts';
import type {Ask} from '../../ask.ts';
import {isPublicOnly} from '../../lookups.ts';
import {Refusal} from '../../refusal.ts';

/** Which accounts a group of paths answers such a token about; the organizations of somebody hidden can still be listed. */
const groups: readonly {
  readonly start: string;
  readonly param: string;
  readonly what: string;
  readonly isHidden: (account: Account) => boolean;
}[] = [
  {start: '/orgs/{org}', param: 'org', what: 'orgs', isHidden: isHiddenOrganization},
  {start: '/users/{username}/orgs', param: 'username', what: 'orgs', isHidden: isHiddenOrganization},
  {
    start: '/users/{username}',
    param: 'username',
    what: 'users',
    isHidden: ({kind, visibility}) => kind === 'person' && visibility !== 'public',
  },
  {start: '/packages/{owner}', param: 'owner', what: 'packages', isHidden: ({visibility}) => visibility === 'private'},
];

function isHiddenOrganization({kind, visibility}: Account): boolean {
  return kind === 'organization' && visibility !== 'public';
}

/** Refuses the request of such a token where the account of its path is hidden. */
export function refuseHiddenAccount(ask: Ask): void {
  const group = groups.find(({start}) => ask.route.path.startsWith(start));
  if (group === undefined || !isPublicOnly(ask)) return;
  const account = findAccount(ask.world.state, ask.param(group.param));
  if (account !== undefined && group.isHidden(account))
    throw new Refusal(403, `token scope is limited to public ${group.what}`);
}
