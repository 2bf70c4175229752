/** Gathers the facts that decide who sees and does what; the rules decide. */
import type {Access} from '../rules/access.ts';
import type {Viewer} from '../rules/people.ts';
import type {Account, Organization, Person, Team} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import type {Ask} from './ask.ts';

export function senderPerson(ask: Ask): Person | undefined {
  return ask.sender.kind === 'person' ? ask.sender.person : undefined;
}

/** Describes a person, or nobody, as somebody who looks at an account. */
export function viewerOf(ask: Ask, account: Account, person = senderPerson(ask)): Viewer {
  return {
    isSignedIn: person !== undefined,
    isSiteAdmin: person?.isAdmin === true,
    isRestricted: person?.isRestricted === true,
    belongs: person !== undefined && belongsTo(ask, person, account),
  };
}

export function maySeeAccount(ask: Ask, account: Account, person = senderPerson(ask)): boolean {
  const viewer = viewerOf(ask, account, person);
  return account.kind === 'person'
    ? ask.rules.maySeePerson(account.visibility, viewer)
    : ask.rules.maySeeOrganization(account.visibility, viewer);
}

export function belongsTo(ask: Ask, person: Person, account: Account): boolean {
  return account.kind === 'person' ? account.id === person.id : teamsOf(ask, account, person).length > 0;
}

export function teamsOf(ask: Ask, organization: Organization, person: Person): readonly Team[] {
  return ask.world.state.teams.of(organization.id).filter(team => team.memberIds.includes(person.id));
}

export function ownsOrganization(ask: Ask, organization: Organization, person = senderPerson(ask)): boolean {
  if (person === undefined) return false;
  return person.isAdmin || teamsOf(ask, organization, person).some(team => team.permission === 'owner');
}

/** Tells how much a person, by default the sender, may do with a repository. */
export function accessTo(ask: Ask, repository: Repository, person = senderPerson(ask)): Access {
  const owner = ask.world.state.accounts.get(repository.ownerId);
  return ask.rules.accessTo({
    isSignedIn: person !== undefined,
    isSiteAdmin: person?.isAdmin === true,
    isRestricted: person?.isRestricted === true,
    isOwner: person !== undefined && owner?.id === person.id,
    isPrivate: repository.isPrivate,
    maySeeOwner: owner !== undefined && maySeeAccount(ask, owner, person),
    granted: person === undefined || owner === undefined ? 'none' : grantedTo(ask, {repository, owner, person}),
  });
}

function grantedTo(
  ask: Ask,
  {repository, owner, person}: {repository: Repository; owner: Account; person: Person},
): Access {
  const teams = owner.kind === 'organization' ? teamsOf(ask, owner, person) : [];
  const byTeams = teams
    .filter(
      team => team.permission === 'owner' || team.includesAllRepositories || team.repositoryIds.includes(repository.id),
    )
    .map((team): Access => team.permission);
  const byHand = repository.collaborators
    .filter(({personId}) => personId === person.id)
    .map(({permission}): Access => permission);
  return [...byTeams, ...byHand].reduce<Access>((best, next) => (ask.rules.reaches(next, best) ? next : best), 'none');
}

/** Tells whether a person may have a right on a repository. */
export function may(ask: Ask, repository: Repository, wanted: Access, person = senderPerson(ask)): boolean {
  return ask.rules.reaches(accessTo(ask, repository, person), wanted);
}
