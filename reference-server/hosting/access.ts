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
  const byTeams = owner.kind === 'organization' ? rightByTeams(ask, {repository, organization: owner, person}) : 'none';
  const byHand = repository.collaborators
    .filter(({personId}) => personId === person.id)
    .map(({permission}): Access => permission);
  return highest(ask, [byTeams, ...byHand]);
}

/** Tells whether a repository of its organization is one of a team. */
export function reachesRepository(team: Team, {id}: Pick<Repository, 'id'>): boolean {
  return team.permission === 'owner' || team.includesAllRepositories || team.repositoryIds.includes(id);
}

/** Tells whether somebody collaborates on a repository, by hand or in a team. */
export function takesPart({world: {state}}: Ask, repository: Repository, personId: number): boolean {
  const isInTeam = state.teams
    .of(repository.ownerId)
    .some(team => team.memberIds.includes(personId) && reachesRepository(team, repository));
  return isInTeam || repository.collaborators.some(one => one.personId === personId);
}

/** Gives the highest right that the teams of an organization give a person on one of its repositories. */
export function rightByTeams(
  ask: Ask,
  {repository, organization, person}: {repository: Repository; organization: Organization; person: Person},
): Access {
  const teams = teamsOf(ask, organization, person).filter(team => reachesRepository(team, repository));
  return highest(
    ask,
    teams.map(team => rightOfTeam(ask, team, repository)),
  );
}

function highest({rules}: Ask, rights: readonly Access[]): Access {
  return rights.reduce<Access>((best, next) => (rules.reaches(next, best) ? next : best), 'none');
}

/** Gives what a team lets its members do with the part of a repository that the operation is about; usual: of parts that are all switched off they see nothing. */
function rightOfTeam(ask: Ask, {permission, unitsMap}: Team, repository: Repository): Access {
  if (permission === 'owner' || permission === 'admin') return permission;
  const isOn = switchesOf(repository);
  const units = unitsOf(ask) ?? Object.keys(unitsMap).filter(unit => isOn[unit] !== false);
  return highest(
    ask,
    units.map(unit => unitsMap[unit] ?? 'none'),
  );
}

/** The parts of a repository that operations below `/repos/{owner}/{repo}` are about. Issues and pull requests share operations. */
const unitsOfFolders: Readonly<Record<string, readonly string[]>> = {
  issues: ['repo.issues', 'repo.pulls'],
  // No path has it: it is asked for where an issue is known to be none of the pull requests.
  issue: ['repo.issues'],
  labels: ['repo.issues', 'repo.pulls'],
  milestones: ['repo.issues', 'repo.pulls'],
  times: ['repo.issues', 'repo.pulls'],
  pulls: ['repo.pulls'],
  releases: ['repo.releases'],
  ...Object.fromEntries(
    'archive branches commit commits contents git raw src statuses tags'
      .split(' ')
      .map(folder => [folder, ['repo.code']]),
  ),
};

/** Names the parts of a repository that an operation is about; undefined where it is about the repository. */
function unitsOf({route: {path, isGit}, rules}: Ask): readonly string[] | undefined {
  if (isGit === true) return rules.unitsForGit();
  const [, folder] = /^(?:\/repos)?\/\{owner\}\/\{repo\}\/(\w+)/.exec(path) ?? [];
  return folder === undefined ? undefined : unitsOfFolders[folder];
}

/** Tells of each part of a repository that can be switched off whether it is on. */
function switchesOf({hasIssues, hasPullRequests, switches}: Repository): Readonly<Record<string, boolean>> {
  return {
    'repo.code': switches.hasCode,
    'repo.issues': hasIssues,
    // Usual: pull requests are about code.
    'repo.pulls': hasPullRequests && switches.hasCode,
    'repo.releases': switches.hasReleases,
  };
}

/** Names the parts of a repository that an operation of the API is about, where all of them are switched off; otherwise none. */
export function switchedOff(ask: Ask, repository: Repository): readonly string[] {
  const isOn = switchesOf(repository);
  const units = ask.route.isGit === true ? [] : (unitsOf(ask) ?? []);
  return units.every(unit => isOn[unit] === false) ? units : [];
}

/** Tells whether the sender sees what is of the kind of an issue: a team may have issues and no pull requests, and the other way round. */
export function seesKind(ask: Ask, repository: Repository, {isPull}: {readonly isPull: boolean}): boolean {
  return may(asOf(ask, `/repos/{owner}/{repo}/${isPull ? 'pulls' : 'issue'}`), repository, 'read');
}

/** Tells whether the sender sees a repository, though perhaps not the part that the operation is about. */
export function seesAnyUnit(ask: Ask, repository: Repository): boolean {
  return may(asOf(ask, ''), repository, 'read');
}

/** Tells whether the sender may push: usual: a right on issues or packages alone does not let them. */
export function mayWriteCode(ask: Ask, repository: Repository): boolean {
  return may(asOf(ask, '/repos/{owner}/{repo}/contents'), repository, 'write');
}

/** The same request as one about what has another path. */
function asOf(ask: Ask, path: string): Ask {
  return {...ask, route: {...ask.route, path, isGit: false}};
}

/** Tells whether a person may have a right on a repository. */
export function may(ask: Ask, repository: Repository, wanted: Access, person = senderPerson(ask)): boolean {
  return ask.rules.reaches(accessTo(ask, repository, person), wanted);
}
