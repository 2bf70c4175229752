// Gives a case in a context: the same steps, on things that somebody else owns, sees, acts on, or made before.
import {plainCast} from '../../../model/actor.ts';
import {idInContext, type Context} from '../../../model/contexts/context.ts';
import {isJsonObject, jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {CaseDefinition, Given, GivenHistory} from '../../../model/suite.ts';
import type {Right} from '../../../model/operation.ts';
import {castRoles} from '../cast-roles.ts';
import {repositoriesOf, rightFor, roleOf, type ContextData} from './open-values.ts';

/** Who is the subject of a case in the contexts of the actor dimension. */
const subjects: {readonly [actor: string]: string} = {
  collaborator: 'carol',
  'team-member': 'carol',
  'site-administrator': 'dora',
};

/** Gives the account that acts in place of the owner; undefined where the owner does. */
export function subjectIn({actor = ''}: Context): string | undefined {
  return subjects[actor];
}

/** How many things of the same kind are beside it. */
const siblingCount = 11;

/** Rewrites the case as its file writes it. Nothing must be closed to the case in it. */
export function caseInContext(written: CaseDefinition, context: Context, data: ContextData): CaseDefinition {
  const subject = subjectIn(context);
  const cast = subject === undefined ? plainCast : new Map([...plainCast, ['owner', subject]]);
  const rewritten = {
    ...written,
    id: idInContext(written.id, context),
    given: givenInContext(written, context, data),
    ...(context.settings === undefined ? {} : {variant: context.settings}),
  };
  return castRoles(rewritten, cast);
}

/** Gives what a case starts from in a context. */
export function givenInContext(written: CaseDefinition, context: Context, data: ContextData): readonly Given[] {
  const repositories = repositoriesOf(written.given);
  const names = new Set(repositories.map(({name}) => name));
  const ofSubject = context.subject === undefined ? written.given : written.given.map(asPullRequest);
  const owned = ofSubject.map(given => (names.has(given.name) ? ownedBy(given, context) : given));
  const besideOthers = new Set<string>();
  const made = owned.map(given => withHistory(given, context, {...data, besideOthers}));
  const beside = context.twin === undefined ? [] : twins(made, names);
  const right = rightFor(written, data.rights) ?? 'read';
  const shared = sharedGivens(context, right);
  const visited = context.twin === undefined ? [...names] : [...names].flatMap(repo => [repo, twinOf(repo)]);
  const access = visited
    .filter(repo => [...beside, ...made].some(({name}) => name === repo))
    .flatMap(repo => accessTo(repo, context, {right, readers: readersOf(written)}));
  // What grants access comes first, so that it is made as soon as what it needs is there.
  return [...shared, ...access, ...beside, ...made];
}

/** Statuses that refuse a request to who sends it. */
export const refusals: ReadonlySet<unknown> = new Set([401, 403, 404, 422]);

/** Lists the steps in which somebody acts by a right that the context gave and no sentence states. */
export function refusableSteps(
  {steps, row, proves}: CaseDefinition,
  context: Context,
  {rights}: ContextData,
): readonly number[] {
  if (proves.some(id => rights.stated.has(id))) return [];
  return steps.flatMap((step, index) => {
    if (!('as' in step)) return [];
    const role = roleOf(step.as, row?.values);
    const isGiven =
      role === 'owner' ? context.actor !== undefined : role !== 'admin' && context.visibility !== undefined;
    return isGiven ? [index] : [];
  });
}

function asPullRequest(given: Given): Given {
  if (given.arrange === 'repository') {
    const inputs = Object.entries(given.inputs).filter(([name]) => name !== 'auto_init');
    return {...given, inputs: jsonObject(inputs)};
  }
  if (given.arrange === 'issue') return {...given, arrange: 'pull-request'};
  return given.arrange === 'labelled-issue' ? {...given, arrange: 'labelled-pull-request'} : given;
}

/** Where a repository is, in whose hands, and who sees it. */
export function ownedBy(given: Given, context: Context): Given {
  const hidden: readonly (readonly [string, Json])[] = context.visibility === 'private' ? [['private', true]] : [];
  if (context.owner === undefined) return {...given, inputs: jsonObject([...Object.entries(given.inputs), ...hidden])};
  return {
    ...given,
    arrange: 'organization-repository',
    inputs: jsonObject([...Object.entries(given.inputs), ...hidden, ['org', `\${${organizationName(context)}}`]]),
  };
}

function organizationName({visibility}: Context): string {
  return `context_${organizationVisibility(visibility)}_organization`;
}

function organizationVisibility(visibility: string | undefined): string {
  if (visibility === 'in-limited-organization') return 'limited';
  return visibility === 'in-private-organization' ? 'private' : 'public';
}

interface HistoryData extends ContextData {
  /** Kinds of things with where they are, of which there are siblings already. */
  readonly besideOthers: Set<string>;
}

function withHistory(given: Given, context: Context, {arrangements, besideOthers}: HistoryData): Given {
  const arrangement = arrangements.get(given.arrange);
  const history: GivenHistory = {
    ...(context.history === 'edited' && arrangement?.edit !== undefined ? {isEdited: true} : {}),
    ...(context.history === 'removed-before' && arrangement?.remove !== undefined ? {isRemovedBefore: true} : {}),
    ...(context.siblings !== undefined && arrangement?.siblings === true && isFirstThere(given, besideOthers)
      ? {siblings: siblingCount}
      : {}),
  };
  return Object.keys(history).length === 0 ? given : {...given, history};
}

// Eleven labels beside one of a repository are beside its other labels as well.
function isFirstThere({arrange, inputs}: Given, besideOthers: Set<string>): boolean {
  const place = `${arrange} ${jsonText(Object.values(inputs).filter(value => nameIn(value) !== ''))}`;
  const isFirst = !besideOthers.has(place);
  besideOthers.add(place);
  return isFirst;
}

/** What is made once a run: organizations, teams, and who is in them. */
export function sharedGivens(context: Context, permission: Right): readonly Given[] {
  if (context.owner === undefined) return [];
  const organization = organizationName(context);
  const visibility = organizationVisibility(context.visibility);
  const own = shared(organization, 'organization', [['visibility', visibility]]);
  if (context.actor !== 'team-member') return [own];
  const team = teamName(context, permission);
  return [
    own,
    shared(team, 'team', [
      ['org', `\${${organization}}`],
      ['permission', permission],
      ['includes_all', false],
    ]),
    shared(`${team}_member`, 'team-member', [
      ['team', `\${${team}}`],
      ['login', '${actors.carol.login}'],
    ]),
  ];
}

function teamName({visibility}: Context, permission: string): string {
  return `context_${organizationVisibility(visibility)}_${permission}_team`;
}

function shared(name: string, arrange: string, inputs: readonly (readonly [string, Json])[]): Given {
  return {name, arrange, inputs: jsonObject(inputs), pointer: '', isShared: true};
}

/** Who has access to a repository by its context. */
interface Access {
  /** What the subject is given. */
  readonly right: Right;
  /** Who reads what would be public: the name of what grants it, and the login. */
  readonly readers: readonly (readonly [name: string, login: string])[];
}

/** Who gets which right in a repository. */
export function accessTo(repo: string, context: Context, {right, readers}: Access): readonly Given[] {
  const repository: readonly [string, Json] = ['repo', `\${${repo}}`];
  const granted: Given[] = [];
  const grant = (name: string, login: string, permission: string): void => {
    const inputs = jsonObject([repository, ['login', login], ['permission', permission]]);
    granted.push({name: `context_${repo}_${name}`, arrange: 'collaborator', inputs, pointer: ''});
  };
  if (context.actor === 'collaborator') grant('subject', '${actors.carol.login}', right);
  if (context.actor === 'team-member')
    granted.push({
      name: `context_${repo}_subject`,
      arrange: 'team-repository',
      inputs: jsonObject([repository, ['team', `\${${teamName(context, right)}}`]]),
      pointer: '',
    });
  if (context.visibility !== undefined) for (const [name, login] of readers) grant(name, login, 'read');
  return granted;
}

// "Who could read because a thing is public becomes a reader of the private one."
function readersOf({given, steps, row}: CaseDefinition): readonly (readonly [name: string, login: string])[] {
  const logins = given.flatMap(({inputs, arrange}) =>
    arrange === 'collaborator' || arrange === 'team-member' ? [inputs['login'] ?? '${actors.other.login}'] : [],
  );
  const acts = (role: string): boolean =>
    steps.some(step => 'as' in step && roleOf(step.as, row?.values) === role) ||
    given.some(({inputs, arrange}) => arrange === 'notification' || Object.values(inputs).includes(role)) ||
    Object.values(row?.values ?? {}).includes(role);
  const users = given.filter(({arrange}) => arrange === 'user').map(({name}) => [name, `\${${name}.login}`] as const);
  const others = ['other', 'bob'].some(acts) ? [['other', '${actors.other.login}'] as const] : [];
  return [...others, ...users].filter(([, login]) => !logins.includes(login));
}

function twinOf(name: string): string {
  return `context_twin_${name}`;
}

/** The same things, of the same names, in another repository. */
function twins(made: readonly Given[], repositories: ReadonlySet<string>): readonly Given[] {
  const inRepository = made.filter(({inputs}) => repositories.has(nameIn(inputs['repo'])));
  const twinned = new Set([
    ...inRepository.map(({inputs}) => nameIn(inputs['repo'])),
    ...inRepository.map(({name}) => name),
  ]);
  return made
    .filter(({name, arrange}) => twinned.has(name) && arrange !== 'notification')
    .map(({name, arrange, inputs, pointer}) => ({
      name: twinOf(name),
      arrange,
      pointer,
      inputs: jsonObject([
        ...Object.entries(inputs).map(([key, value]) => [key, renamed(value, twinned)] as const),
        ...namedAlike(name, arrange, inputs),
      ]),
    }));
}

function namedAlike(name: string, arrange: string, inputs: JsonObject): readonly (readonly [string, Json])[] {
  const key = namesOf[arrange];
  return key === undefined || key in inputs ? [] : [[key, `\${${name}.${key}}`]];
}

/** Which output of an arrangement is the name that its twin takes. */
const namesOf: {readonly [arrange: string]: string} = {
  label: 'name',
  issue: 'title',
  'labelled-issue': 'title',
  'pull-request': 'title',
  'labelled-pull-request': 'title',
  milestone: 'title',
  comment: 'body',
  branch: 'name',
  tag: 'name',
};

function nameIn(reference: Json | undefined): string {
  return typeof reference === 'string' ? (/^\$\{(\w+)\}$/.exec(reference)?.[1] ?? '') : '';
}

function renamed(tree: Json, names: ReadonlySet<string>): Json {
  if (typeof tree === 'string')
    return tree.replace(/(?<!\$)\$\{(\w+)/g, (whole, root: string) =>
      names.has(root) ? `\${context_twin_${root}` : whole,
    );
  if (Array.isArray(tree)) return tree.map((item: Json) => renamed(item, names));
  if (!isJsonObject(tree)) return tree;
  return jsonObject(Object.entries(tree).map(([key, value]) => [key, renamed(value, names)]));
}
