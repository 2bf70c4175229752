/** The rows about people: users, organizations, teams, tokens and OAuth2 applications. */
import type {OAuth2Traits} from '../rules/oauth2.ts';
import type {Access} from '../rules/access.ts';
import type {Visibility} from '../rules/people.ts';

export interface EmailAddress {
  readonly email: string;
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
}

/** One user. */
export interface Person {
  readonly kind: 'person';
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly emails: readonly EmailAddress[];
  readonly passwordHash: string;
  readonly isAdmin: boolean;
  readonly isRestricted: boolean;
  readonly isActive: boolean;
  readonly isLoginProhibited: boolean;
  readonly mustChangePassword: boolean;
  readonly mayCreateOrganization: boolean;
  readonly visibility: Visibility;
  readonly loginName: string;
  readonly sourceId: number;
  readonly website: string;
  readonly location: string;
  readonly description: string;
  /** How many repositories the user may own; -1 leaves it to the setting of the server. */
  readonly repositoriesMax: number;
  readonly createdAt: number;
}

/** One organization; it shares names and ids with users. */
export interface Organization {
  readonly kind: 'organization';
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly email: string;
  readonly description: string;
  readonly website: string;
  readonly location: string;
  readonly visibility: Visibility;
  readonly adminsChangeTeamAccess: boolean;
  readonly publicMemberIds: readonly number[];
  readonly repositoriesMax: number;
  readonly createdAt: number;
}

/** Whoever can own a repository. */
export type Account = Person | Organization;

export type TeamPermission = 'read' | 'write' | 'admin' | 'owner';

export interface Team {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly description: string;
  readonly permission: TeamPermission;
  readonly mayCreateRepositories: boolean;
  readonly includesAllRepositories: boolean;
  /** What members may do with each part of a repository, such as `repo.code`; other parts are closed to them. */
  readonly unitsMap: Readonly<Record<string, Access>>;
  readonly memberIds: readonly number[];
  readonly repositoryIds: readonly number[];
}

/** One access token; the token itself is not kept, only its digest. */
export interface AccessToken {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly digest: string;
  readonly lastEight: string;
  /** Undefined when the token is older than scopes. */
  readonly scope: string | undefined;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** It was deleted, and is shown nowhere; a server that keeps to the rules has no such token. */
  readonly isDeleted?: true;
}

export type OAuth2Application = OAuth2Traits;
