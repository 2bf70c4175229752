/** Shows users and organizations as JSON. */
import {instantText} from '../../rules/instant.ts';
import type {Account, Organization, Person, Team} from '../../state/people.ts';
import {personById} from '../../state/state.ts';
import {senderPerson} from '../access.ts';
import {asNobody, type Ask} from '../ask.ts';

/** Shows a user; what only the user and administrators may know is blank for others. */
export function showPerson(ask: Ask, person: Person): Record<string, unknown> {
  const viewer = senderPerson(ask);
  const isInsider = viewer !== undefined && (viewer.isAdmin || viewer.id === person.id);
  return {
    id: person.id,
    login: person.name,
    login_name: isInsider ? person.loginName : '',
    source_id: isInsider ? person.sourceId : 0,
    full_name: person.fullName,
    email: viewer === undefined ? hiddenEmail(person.name) : primaryEmail(person),
    avatar_url: `${ask.origin}/avatars/${person.id}`,
    html_url: `${ask.origin}/${person.name}`,
    language: '',
    is_admin: isInsider && person.isAdmin,
    last_login: instantText(isInsider ? person.createdAt : 0),
    created: instantText(person.createdAt),
    restricted: person.isRestricted,
    active: isInsider && person.isActive,
    prohibit_login: isInsider && person.isLoginProhibited,
    location: person.location,
    website: person.website,
    description: person.description,
    visibility: person.visibility,
    followers_count: 0,
    following_count: 0,
    starred_repos_count: 0,
    username: person.name,
  };
}

export function primaryEmail(person: Person): string {
  return person.emails.find(address => address.isPrimary)?.email ?? hiddenEmail(person.name);
}

function hiddenEmail(name: string): string {
  return `${name.toLowerCase()}@noreply.localhost`;
}

/** Shows the author of something by id; an author who was deleted is shown as the ghost. */
export function showPersonById(ask: Ask, id: number): Record<string, unknown> {
  const person = personById(ask.world.state, id);
  if (person !== undefined) return showPerson(ask, person);
  return showSystemUser(ghost);
}

/** The same as everybody sees them, whoever asks: known servers show the people beside a thing so, and its owner or poster by who asks. */
export function showPublicly(ask: Ask, id: number): Record<string, unknown> {
  return showPersonById(asNobody(ask), id);
}

/** A user that every server has, and that nobody signs in as. */
export interface SystemUser {
  readonly id: number;
  readonly name: string;
}

const ghost: SystemUser = {id: -1, name: 'Ghost'};

/** The author of what removed users left, and the one of what automation does. */
export const systemUsers: readonly SystemUser[] = [ghost, {id: -2, name: 'gitea-actions'}];

/** What is shown of an account of which nothing more is known. */
const nothingKnown = {
  login_name: '',
  source_id: 0,
  html_url: '',
  language: '',
  is_admin: false,
  last_login: instantText(0),
  restricted: false,
  active: false,
  prohibit_login: false,
  location: '',
  website: '',
  description: '',
  visibility: 'public',
  followers_count: 0,
  following_count: 0,
  starred_repos_count: 0,
};

export function showSystemUser({id, name}: SystemUser): Record<string, unknown> {
  return {
    ...nothingKnown,
    id,
    login: name,
    username: name,
    full_name: '',
    email: '',
    avatar_url: '',
    created: instantText(0),
  };
}

/** The same of an account that may be an organization. */
export function showAccountPublicly(ask: Ask, account: Account): Record<string, unknown> {
  if (account.kind === 'person') return showPublicly(ask, account.id);
  return {...showAccount(asNobody(ask), account), email: hiddenEmail(account.name)};
}

/** The same of an owner of repositories: but for the address, known servers show also owners themselves what they show everybody. */
export function showOwner(ask: Ask, account: Account): Record<string, unknown> {
  return {...showAccount(asNobody(ask), account), email: showAccount(ask, account)['email']};
}

/** Shows either kind of account as a user. */
export function showAccount(ask: Ask, account: Account): Record<string, unknown> {
  if (account.kind === 'person') return showPerson(ask, account);
  return {
    ...nothingKnown,
    id: account.id,
    login: account.name,
    full_name: account.fullName,
    email: senderPerson(ask) === undefined ? '' : account.email,
    avatar_url: `${ask.origin}/avatars/${account.id}`,
    html_url: `${ask.origin}/${account.name}`,
    created: instantText(account.createdAt),
    location: account.location,
    website: account.website,
    description: account.description,
    visibility: account.visibility,
    username: account.name,
  };
}

export function showOrganization(ask: Ask, organization: Organization): Record<string, unknown> {
  return {
    id: organization.id,
    name: organization.name,
    full_name: organization.fullName,
    email: organization.email,
    avatar_url: `${ask.origin}/avatars/${organization.id}`,
    description: organization.description,
    website: organization.website,
    location: organization.location,
    visibility: organization.visibility,
    repo_admin_change_team_access: organization.adminsChangeTeamAccess,
    username: organization.name,
  };
}

/** Shows a team; usual is that its organization stands beside it only where it is the one that was asked for or made. */
export function showTeamAlone(ask: Ask, team: Team): Record<string, unknown> {
  const organization = ask.world.state.accounts.get(team.organizationId);
  const isKnown = organization?.kind === 'organization';
  return {...showTeam(team), organization: isKnown ? showOrganization(ask, organization) : null};
}

export function showTeam(team: Team): Record<string, unknown> {
  const hasEverything = team.permission === 'owner' || team.permission === 'admin';
  return {
    id: team.id,
    name: team.name,
    description: team.description,
    organization: null,
    // Usual: what others may do is told unit by unit.
    permission: hasEverything ? team.permission : 'none',
    can_create_org_repo: team.mayCreateRepositories,
    includes_all_repositories: team.includesAllRepositories,
    units: Object.keys(team.unitsMap),
    units_map: team.unitsMap,
  };
}
