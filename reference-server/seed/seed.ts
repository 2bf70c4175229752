/** What a seed file holds: users, organizations and repositories that are there when the server starts. */

export interface Seed {
  /** The name of the file, as the messages give it. */
  readonly file: string;
  readonly users: readonly SeedUser[];
  readonly organizations: readonly SeedOrganization[];
  readonly repositories: readonly SeedRepository[];
}

/** One token; without scopes it gets those that a request without scopes gets. */
export interface SeedToken {
  readonly name: string;
  readonly token: string;
  readonly scopes?: readonly string[];
  readonly older_than_scopes?: boolean;
}

export interface SeedUser {
  /** Position in the file in the file, for messages. */
  readonly line: number;
  readonly name: string;
  readonly password: string;
  readonly email?: string;
  readonly full_name?: string;
  readonly visibility?: string;
  readonly created_at?: string;
  readonly admin?: boolean;
  readonly restricted?: boolean;
  readonly tokens?: readonly SeedToken[];
}

export interface SeedTeam {
  readonly name: string;
  readonly permission?: string;
  readonly members?: readonly string[];
  readonly repositories?: readonly string[];
  readonly all_repositories?: boolean;
}

export interface SeedOrganization {
  readonly line: number;
  readonly name: string;
  readonly owner: string;
  readonly full_name?: string;
  readonly description?: string;
  readonly visibility?: string;
  readonly teams?: readonly SeedTeam[];
}

interface SeedLabel {
  readonly name: string;
  readonly color?: string;
  readonly exclusive?: boolean;
}

interface SeedIssue {
  readonly title: string;
  readonly body?: string;
}

export interface SeedRepository {
  readonly line: number;
  readonly owner: string;
  readonly name: string;
  readonly description?: string;
  readonly default_branch?: string;
  readonly private?: boolean;
  readonly template?: boolean;
  /** Texts by path; without any, the repository is empty. */
  readonly files?: Readonly<Record<string, string>>;
  /** `read`, `write` or `admin` by user name. */
  readonly collaborators?: Readonly<Record<string, string>>;
  readonly labels?: readonly SeedLabel[];
  readonly issues?: readonly SeedIssue[];
}
