// Says which values of each dimension a case can run with, and why not with the others.
import {needsOrganization, type Dimension} from '../../../model/contexts/context.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import {rights, type Right, type Rights} from '../../../model/operation.ts';
import {jsonText, type Json} from '../../../model/json.ts';
import {readTemplate, referencesIn} from '../../../model/template.ts';
import type {CallStep, CaseDefinition, Given, Step} from '../../../model/suite.ts';

/** What contexts are made of, besides the case. */
export interface ContextData {
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly rights: Rights;
}

/** Why a case cannot run with a value: the case says so, a rule does, or it has nothing that the value could change. */
export interface Closed {
  readonly kind: 'fixed' | 'derived' | 'nothing';
  readonly why: string;
}

/** Gives why the case cannot run with a value, or undefined when it can. */
export function whyClosed(
  definition: CaseDefinition,
  dimension: Dimension,
  value: string,
  data: ContextData,
): Closed | undefined {
  const fixed = definition.fixed?.[dimension];
  if (fixed !== undefined) return {kind: 'fixed', why: fixed.because};
  const common = whyNone(definition, dimension);
  if (common !== undefined) return common;
  if (dimension !== 'owner' && needsOrganization(value)) {
    const closed = whyClosed(definition, 'owner', 'organization', data);
    if (closed !== undefined) return closed;
  }
  const why = reasons[dimension](definition, value, data);
  return why === undefined
    ? undefined
    : why.startsWith('!')
      ? {kind: 'derived', why: why.slice(1)}
      : {kind: 'nothing', why};
}

function whyNone(
  {area, probe, variant, exclusive, destructive, contexts}: CaseDefinition,
  dimension: Dimension,
): Closed | undefined {
  if (area !== 'hosting') return {kind: 'derived', why: 'overlay cases have no contexts'};
  if (probe) return {kind: 'derived', why: 'a probe has no contexts'};
  if (variant !== undefined && dimension === 'settings')
    return {kind: 'derived', why: `it runs with the settings of the variant ${variant}`};
  if ((destructive || exclusive.length > 0) && contexts?.includes(dimension) !== true)
    return {kind: 'derived', why: 'it changes the whole instance, or must run alone'};
  return undefined;
}

// A reason that begins with "!" is a rule; any other says that the case has nothing of the kind.
type Reason = (definition: CaseDefinition, value: string, data: ContextData) => string | undefined;

const reasons: {readonly [name in Dimension]: Reason} = {
  owner: definition => whyNotOwned(definition),
  visibility: (definition, _value, data) => whyNotHidden(definition, data),
  actor: (definition, value, data) => whyNotActing(definition, value, data),
  subject: (definition, _value, data) => whyNoPullRequest(definition, data),
  history: (definition, value, {arrangements}) => {
    if (definition.listen.length > 0) return '!it counts deliveries, and making a history causes some';
    const isOpen = definition.given.some(given => {
      const arrangement = arrangements.get(given.arrange);
      return value === 'edited' ? arrangement?.edit !== undefined : arrangement?.remove !== undefined;
    });
    return isOpen ? undefined : 'it starts from nothing that could have this history';
  },
  siblings: ({given, listen}, _value, {arrangements}) => {
    if (listen.length > 0) return '!it counts deliveries, and making siblings causes some';
    return given.some(({arrange}) => arrangements.get(arrange)?.siblings === true)
      ? undefined
      : 'it starts from nothing that can have siblings';
  },
  twin: ({given, listen}) => {
    if (listen.length > 0) return '!it counts deliveries, and making a twin causes some';
    return repositoriesOf(given).some(repo => given.some(({inputs}) => inputs['repo'] === `\${${repo.name}}`))
      ? undefined
      : 'it starts from nothing in a repository';
  },
  settings: ({variant, needs, given, steps}) => {
    const isElsewhere = referencesIn([given.map(({inputs}) => inputs), steps as unknown as Json]).some(path =>
      path.startsWith('existing'),
    );
    if (isElsewhere) return '!it needs something that the API cannot make, and that is on the plain target only';
    return variant === undefined && !needs.includes('openid') ? undefined : '!it needs certain settings';
  },
};

/** The repositories of a case that belong to its owner and are public. */
export function repositoriesOf(given: readonly Given[]): readonly Given[] {
  return given.filter(
    ({arrange, inputs}) =>
      arrange === 'repository' &&
      [undefined, 'owner', 'alice'].includes(inputs['owner_as'] as string | undefined) &&
      [undefined, false].includes(inputs['private'] as boolean | undefined),
  );
}

function whyNotOwned({given, steps, row}: CaseDefinition): string | undefined {
  if (repositoriesOf(given).length === 0) return 'it starts from no repository of its owner';
  const tree = jsonText([given.map(({inputs}) => inputs), steps as unknown as Json, row?.values ?? null]);
  return /"(?:owner|username|login)":"\$\{actors\.owner\.login\}"/.test(
    steps.map(step => ('params' in step ? jsonText(step.params) : '')).join(''),
  ) || /\/\$\{actors\.owner\.login\}\//.test(tree)
    ? '!it names its owner as the owner of a repository'
    : undefined;
}

function whyNotHidden(definition: CaseDefinition, {arrangements}: ContextData): string | undefined {
  const {given, steps, row} = definition;
  if (repositoriesOf(given).length === 0) return 'it starts from no public repository';
  const acting = steps.filter(step => step.kind === 'call' || step.kind === 'request');
  const isAnonymous = acting.some(
    ({as, auth}) => auth?.kind === 'none' || (auth === undefined && roleOf(as, row?.values) === 'anonymous'),
  );
  if (isAnonymous) return '!a step is sent without credentials, so what it reads must be public';
  const others = given.filter(({arrange}) => arrange.includes('user') && arrange !== 'user');
  if (others.length > 0) return '!it starts from an account of a special kind, whose access differs';
  return given.some(({arrange}) => arrangements.get(arrange)?.signIn !== undefined)
    ? '!it signs in at the pages, where access differs'
    : undefined;
}

/** Who acts in a step, where a row may say it. */
export function roleOf(as: string, row: {readonly [key: string]: Json} | undefined): string {
  const template = readTemplate(as);
  const value =
    template.kind === 'value' && template.path.startsWith('row.') ? row?.[template.path.slice(4)] : undefined;
  return typeof value === 'string' ? value : as;
}

/** The steps that the subject of the case acts in. */
function stepsOfSubject({
  steps,
  row,
}: Pick<CaseDefinition, 'steps' | 'row'>): readonly Extract<Step, {readonly as: string}>[] {
  return steps.flatMap(step => ('as' in step && roleOf(step.as, row?.values) === 'owner' ? [step] : []));
}

/** The right that the steps of the subject ask; undefined where one of them is not listed. */
export function rightFor(definition: CaseDefinition, known: Rights): Right | undefined {
  const calls = stepsOfSubject(definition).filter((step): step is CallStep => step.kind === 'call');
  const asked = calls.map(({operation}) => known.operations.get(operation));
  const stated = definition.proves.flatMap(id => known.stated.get(id) ?? []);
  let most: Right = 'read';
  for (const right of [...asked, ...stated]) {
    if (right === undefined) return undefined;
    if (rights.indexOf(right) > rights.indexOf(most)) most = right;
  }
  return most;
}

function whyNotActing(definition: CaseDefinition, value: string, {rights: known}: ContextData): string | undefined {
  const {given, steps} = definition;
  if (repositoriesOf(given).length === 0) return 'it starts from no repository of its owner';
  if (repositoriesOf(given).length !== given.filter(({arrange}) => arrange.endsWith('repository')).length)
    return '!it has repositories of several owners';
  const own = stepsOfSubject(definition);
  if (!own.some(({expect, usual}) => expect.length > 0 || usual.length > 0))
    return 'its owner does nothing that is judged';
  if (own.some(({auth, kind}) => kind === 'request' || (auth !== undefined && !auth.kind.startsWith('actor'))))
    return '!it says itself how its owner signs requests';
  if (given.some(({inputs}) => Object.values(inputs).includes('owner')))
    return '!what it starts from is made by its owner';
  const right = rightFor(definition, known);
  if (right === undefined) return '!no right is listed for an operation of its owner';
  if (right === 'owner' && value !== 'site-administrator') return '!only an owner has the right to it';
  return referencesIn([given, steps] as unknown as Json).some(path => path.startsWith('actors.alice'))
    ? '!it names accounts by hand'
    : undefined;
}

function whyNoPullRequest({given, steps}: CaseDefinition, {rights: known}: ContextData): string | undefined {
  const issues = given.filter(({arrange}) => arrange === 'issue' || arrange === 'labelled-issue');
  if (issues.length === 0) return 'it starts from no issue';
  const isSpecial = issues.some(({inputs}) => 'poster_as' in inputs || 'owner_as' in inputs);
  if (isSpecial) return '!its issue is opened by a user who may not be able to open a pull request';
  const other = steps.find(step => step.kind !== 'call' || !known.subjects.has(step.operation));
  if (other !== undefined) return '!it calls an operation that is not for issues and pull requests alike';
  const names = new Set(issues.flatMap(({inputs}) => nameIn(inputs['repo']) ?? []));
  return given.some(({name, arrange}) => names.has(name) && arrange === 'repository')
    ? undefined
    : '!its repository is of a special kind';
}

/** Gives the name of a template that is one name alone. */
function nameIn(template: Json | undefined): string | undefined {
  return typeof template === 'string' ? /^\$\{(\w+)\}$/.exec(template)?.[1] : undefined;
}
