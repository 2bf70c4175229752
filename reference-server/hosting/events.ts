/** Tells hooks what happened: gathers the facts of an event, lets the rules choose the hooks, and hands the payload to the courier. */
import type {EventName} from '../rules/event-names.ts';
import type {Account} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import {may} from './access.ts';
import {asNobody, doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {showOrganization, showPerson} from './shapes/person.ts';
import {showRepository} from './shapes/repository.ts';

/** A payload before what all payloads share is added; one that needs git to be read may be a promise. */
type Details = Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

type Rights = 'of the doer' | 'all' | 'none';

export interface Happening {
  readonly name: EventName;
  readonly action?: string;
  /** The whole name of the branch or tag that was pushed, made or removed. */
  readonly ref?: string;
  /** Whose rights the repository is shown with: those of who did it, or all, or none. */
  readonly rights?: Rights;
  /** Writes the details for a hook: nobody's view, so that a payload tells no more than the public sees of people. */
  readonly details: (view: Ask) => Details;
}

/** Announces something that happened in a repository. */
export function announce(ask: Ask, repository: Repository, happening: Happening): void {
  const owner = ask.world.state.accounts.get(repository.ownerId);
  if (owner !== undefined) bring(ask, {owner, repository, happening});
}

/** Announces something that happened to an owner outside of repositories. */
export function announceToOwner(ask: Ask, owner: Account, happening: Happening): void {
  bring(ask, {owner, repository: undefined, happening});
}

function bring(
  ask: Ask,
  {owner, repository, happening}: {owner: Account; repository: Repository | undefined; happening: Happening},
): void {
  const {state, courier} = ask.world;
  const event = {
    name: happening.name,
    action: happening.action ?? '',
    repositoryId: repository?.id,
    repositoryCreatedAt: repository?.createdAt ?? 0,
    ownerId: owner.id,
    ownerKind: owner.kind,
    doerId: doer(ask).id,
    ref: happening.ref,
  };
  const hooks = ask.rules.deliveriesFor(event, state.hooks.all());
  if (hooks.length === 0) return;
  const payload = payloadOf(ask, {owner, repository, happening});
  for (const hook of hooks) courier.bring({hook, event: happening.name, payload});
}

/** Writes the payload as things are now; only what `details` has to look up in git comes later. */
async function payloadOf(
  ask: Ask,
  {owner, repository, happening}: {owner: Account; repository: Repository | undefined; happening: Happening},
): Promise<Readonly<Record<string, unknown>>> {
  const view = asNobody(ask);
  const shared = {
    ...(repository === undefined ? {} : {repository: showForHook(ask, repository, happening.rights)}),
    ...(owner.kind === 'organization' ? {organization: showOrganization(view, owner)} : {}),
    sender: showPerson(view, doer(ask)),
  };
  const action = happening.action === undefined ? {} : {action: happening.action};
  return {...action, ...shared, ...(await happening.details(view))};
}

/** Shows a repository as nobody sees it, with the rights of who did something. */
export function showForHook(ask: Ask, repository: Repository, rights: Rights = 'of the doer'): Record<string, unknown> {
  const has = (level: 'admin' | 'write' | 'read'): boolean =>
    rights === 'of the doer' ? may(ask, repository, level) : rights === 'all';
  return {
    ...showRepository(asNobody(ask), repository),
    permissions: {admin: has('admin'), push: has('write'), pull: has('read')},
  };
}
