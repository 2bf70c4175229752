/** Puts what a seed file holds into a world, through the API itself, so that every check of the API holds for it too. */
import {makeApp} from '../serve/app.ts';
import {digestOfToken} from '../hosting/authenticate.ts';
import type {World} from '../hosting/world.ts';
import {makeRules} from '../rules/make-rules.ts';
import {isKnownScope} from '../rules/scope-names.ts';
import {findPerson} from '../state/state.ts';
import type {Seed, SeedOrganization, SeedRepository, SeedTeam, SeedToken, SeedUser} from './seed.ts';

export interface Planting {
  readonly world: World;
  readonly seed: Seed;
  readonly admin: {readonly name: string; readonly password: string};
}

/** Plants a seed and gives one sentence per thing that the API refused. Faults are not in force while it grows. */
export async function plantSeed({world, seed, admin}: Planting): Promise<readonly string[]> {
  const garden = makeGarden(world, seed, admin);
  for (const user of seed.users) await plantUser(garden, user);
  for (const organization of seed.organizations) await plantOrganization(garden, organization);
  for (const repository of seed.repositories) await plantRepository(garden, repository);
  // A team names repositories, and its organization must be there before them.
  for (const organization of seed.organizations) await plantTeams(garden, organization);
  return garden.problems;
}

interface Call {
  readonly line: number;
  /** What is being made, for the message. */
  readonly what: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  /** The user in whose name it is made; without one, the administrator's. */
  readonly as?: string;
}

interface Garden {
  readonly world: World;
  readonly problems: string[];
  /** Sends one call; undefined when it was refused, which is then among the problems. */
  readonly call: (call: Call) => Promise<Record<string, unknown> | undefined>;
  readonly refuse: (line: number, text: string) => void;
}

function makeGarden(world: World, {file}: Seed, admin: Planting['admin']): Garden {
  const problems: string[] = [];
  const app = makeApp({world, rules: makeRules(), tracesRules: false, log: text => problems.push(text)});
  const authorization = `Basic ${Buffer.from(`${admin.name}:${admin.password}`).toString('base64')}`;
  const refuse = (line: number, text: string): void => void problems.push(`${file}:${line}  ${text}`);
  return {
    world,
    problems,
    refuse,
    call: async ({line, what, method, path, body, as}) => {
      const sudo = as === undefined ? '' : `?sudo=${encodeURIComponent(as)}`;
      const reply = await app.request(`http://localhost/api/v1${path}${sudo}`, {
        method,
        headers: {Authorization: authorization},
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await reply.text();
      const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      if (reply.ok) return answer;
      refuse(line, `${what} cannot be made: ${String(answer['message'])} (status ${reply.status})`);
      return undefined;
    },
  };
}

async function plantUser(garden: Garden, user: SeedUser): Promise<void> {
  const {line, name, admin = false, tokens = [], email = `${name}@example.org`, ...fields} = user;
  const what = `the user ${name}`;
  const body = {...fields, email, username: name, must_change_password: false};
  const made = await garden.call({line, what, method: 'POST', path: '/admin/users', body});
  if (made === undefined) return;
  if (admin) await garden.call({line, what, method: 'PATCH', path: `/admin/users/${name}`, body: {admin}});
  for (const token of tokens) plantToken(garden, user, token);
}

/** Stores a token by hand, because the API chooses its tokens itself and makes none that are older than scopes. */
function plantToken({world: {state, clock}, refuse}: Garden, {line, name: user}: SeedUser, token: SeedToken): void {
  const rules = makeRules();
  const person = findPerson(state, user);
  const unknown = token.scopes?.find(scope => !isKnownScope(scope));
  const digest = digestOfToken(token.token);
  if (unknown !== undefined) return refuse(line, `the token ${token.name} of ${user} has the unknown scope ${unknown}`);
  if (state.tokenDigests.has(digest)) return refuse(line, `the token ${token.name} of ${user} is given twice`);
  if (person === undefined) return;
  const scopes = token.scopes === undefined ? rules.defaultTokenScope : rules.normalizeScopes(token.scopes);
  const now = clock.now();
  const {id} = state.tokens.add(id => ({
    id,
    personId: person.id,
    name: token.name,
    digest,
    lastEight: token.token.slice(-8),
    scope: token.older_than_scopes === true ? undefined : scopes,
    createdAt: now,
    lastUsedAt: now,
  }));
  state.tokenDigests.set(digest, id);
}

async function plantOrganization(garden: Garden, organization: SeedOrganization): Promise<void> {
  const {line, name, owner, teams: _teams, ...fields} = organization;
  const what = `the organization ${name}`;
  await garden.call({line, what, method: 'POST', path: '/orgs', body: {...fields, username: name}, as: owner});
}

async function plantRepository(garden: Garden, repository: SeedRepository): Promise<void> {
  const {line, owner, name, files = {}, collaborators = {}, labels = [], issues = [], ...fields} = repository;
  const what = `the repository ${owner}/${name}`;
  const isPerson = findPerson(garden.world.state, owner) !== undefined;
  const place = isPerson ? {path: '/user/repos', as: owner} : {path: `/orgs/${encodeURIComponent(owner)}/repos`};
  const made = await garden.call({line, what, method: 'POST', ...place, body: {...fields, name}});
  if (made === undefined) return;
  const base = `/repos/${owner}/${name}`;
  for (const [path, text] of Object.entries(files)) {
    const body = {content: Buffer.from(text).toString('base64'), message: `Add ${path}`};
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    await garden.call({
      line,
      what: `${path} in ${owner}/${name}`,
      method: 'POST',
      path: `${base}/contents/${encoded}`,
      body,
    });
  }
  for (const [user, permission] of Object.entries(collaborators)) {
    const path = `${base}/collaborators/${encodeURIComponent(user)}`;
    await garden.call({
      line,
      what: `the collaborator ${user} of ${owner}/${name}`,
      method: 'PUT',
      path,
      body: {permission},
    });
  }
  for (const {color = '#0000ff', ...label} of labels) {
    const body = {...label, color};
    await garden.call({
      line,
      what: `the label ${label.name} of ${owner}/${name}`,
      method: 'POST',
      path: `${base}/labels`,
      body,
    });
  }
  for (const body of issues) {
    await garden.call({
      line,
      what: `the issue ${body.title} of ${owner}/${name}`,
      method: 'POST',
      path: `${base}/issues`,
      body,
    });
  }
}

async function plantTeams(garden: Garden, {line, name: organization, teams = []}: SeedOrganization): Promise<void> {
  for (const team of teams) await plantTeam(garden, {line, organization, team});
}

async function plantTeam(
  garden: Garden,
  {line, organization, team}: {line: number; organization: string; team: SeedTeam},
): Promise<void> {
  const {
    name,
    permission = 'read',
    members = [],
    repositories = [],
    all_repositories: includes_all_repositories = false,
  } = team;
  const what = `the team ${name} of ${organization}`;
  const path = `/orgs/${encodeURIComponent(organization)}/teams`;
  const made = await garden.call({
    line,
    what,
    method: 'POST',
    path,
    body: {name, permission, includes_all_repositories},
  });
  if (made === undefined) return;
  const base = `/teams/${String(made['id'])}`;
  for (const member of members) {
    const whom = `the member ${member} of ${what}`;
    await garden.call({line, what: whom, method: 'PUT', path: `${base}/members/${encodeURIComponent(member)}`});
  }
  for (const repository of repositories) {
    const which = `the repository ${repository} of ${what}`;
    await garden.call({
      line,
      what: which,
      method: 'PUT',
      path: `${base}/repos/${organization}/${encodeURIComponent(repository)}`,
    });
  }
}
