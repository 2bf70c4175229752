// Chooses the contexts that each case runs in, so that each value is seen at least once for each statement.
import {createHash} from 'node:crypto';
import {
  contextText,
  dimensionNames,
  dimensions,
  contextOfId,
  idInContext,
  idWithoutContext,
  needsOrganization,
  otherValues,
  valuesOf,
  type Context,
  type ContextLevel,
  type Dimension,
} from '../../../model/contexts/context.ts';
import type {PlannedExample, Runnable} from '../../../model/plan.ts';
import type {CaseDefinition} from '../../../model/suite.ts';
import {requestsOfExample} from '../requests-of.ts';
import {caseInContext, givenInContext, refusableSteps} from './in-context.ts';
import {ableToDraw} from './property-contexts.ts';
import {whyClosed, type ContextData} from './open-values.ts';

/** Adds to the cases those that run in contexts. It depends on the cases and the salt alone: never on a seed, a filter or a target. */
export function withContexts(runnables: readonly Runnable[], assignment: Assignment): readonly Runnable[] {
  return placedIn(runnables, chosenIds(runnables, assignment), assignment.data);
}

/** Chooses the contexts, and gives the ids of the cases in them. */
export function chosenIds(runnables: readonly Runnable[], {level, salt, data}: Assignment): readonly string[] {
  if (level === 'plain') return [];
  const open = runnables.flatMap(runnable => openOf(runnable, data) ?? []);
  // Suites of the user change nothing of ours: a statement of ours is seen by cases of ours.
  const homes = [open.filter(({runnable}) => runnable.isUsers !== true), open.filter(({runnable}) => runnable.isUsers)];
  const chosen = homes.flatMap(home => [...allChosen(home, {level, salt, data})]);
  return [...new Set(chosen.map(({one, context}) => idInContext(one.runnable.id, context)))];
}

/** Adds to the cases those in the contexts that `chosenIds` chose. */
export function placedIn(
  runnables: readonly Runnable[],
  ids: readonly string[],
  data: ContextData,
): readonly Runnable[] {
  const plain = runnables.map(runnable =>
    runnable.kind === 'example' ? inOwnContext(runnable, data) : ableToDraw(runnable, data.rights),
  );
  const known = new Map(runnables.map(runnable => [runnable.id, runnable]));
  const inContexts = ids.flatMap(id => {
    const runnable = known.get(idWithoutContext(id));
    if (runnable?.kind !== 'example' || runnable.written === undefined) return [];
    return [placed(runnable, runnable.written, contextOfId(id), data)];
  });
  return [...plain, ...inContexts];
}

interface Assignment {
  readonly level: ContextLevel;
  readonly salt: string;
  readonly data: ContextData;
}

function* allChosen(open: readonly Open[], {level, salt, data}: Assignment): Generator<Chosen> {
  yield* perStatement(open, salt, data);
  yield* perSuite(open, salt, data);
  if (level === 'pairs') yield* perPair(open, salt, data);
}

/** A case that has contexts, with the values that it is open to. */
interface Open {
  readonly runnable: PlannedExample;
  readonly written: NonNullable<PlannedExample['written']>;
  readonly values: ReadonlySet<string>;
}

interface Chosen {
  readonly one: Open;
  readonly context: Context;
}

function openOf(runnable: Runnable, data: ContextData): Open | undefined {
  if (runnable.kind !== 'example' || runnable.written === undefined) return undefined;
  const {written} = runnable;
  if (written.context !== undefined) return undefined;
  const values = otherValues
    .filter(({dimension, value}) => whyClosed(written, dimension, value, data) === undefined)
    .map(({dimension, value}) => `${dimension}=${value}`);
  return values.length === 0 ? undefined : {runnable, written, values: new Set(values)};
}

/** A case that names its context runs there and nowhere else. */
function inOwnContext(runnable: PlannedExample, data: ContextData): PlannedExample {
  const {written} = runnable;
  // In the plain context nothing is set back, and of a hundred thousand cases each would know how.
  if (written?.context === undefined) return runnable;
  const there = placed(runnable, written, written.context, data);
  const why = whyNotIn(written, written.context, data);
  return why === undefined ? there : {...there, definition: {...there.definition, skip: why}};
}

/** Says why a case cannot run in a context, if it cannot. */
export function whyNotIn(
  written: NonNullable<PlannedExample['written']>,
  context: Context,
  data: ContextData,
): string | undefined {
  for (const {dimension, value} of valuesOf(context)) {
    const closed = whyClosed(written, dimension, value, data);
    if (closed !== undefined) return `it cannot run with ${dimension}=${value}: ${closed.why}`;
  }
  return undefined;
}

function placed(
  runnable: PlannedExample,
  written: CaseDefinition,
  context: Context,
  data: ContextData,
): PlannedExample {
  const definition = caseInContext(written, context, data);
  const mayBeRefused = refusableSteps(written, context, data);
  const {framed: _plain, ...moving} = ableToMove(runnable, data);
  return {...moving, id: definition.id, context, definition, mayBeRefused};
}

function ableToMove(runnable: PlannedExample, data: ContextData): PlannedExample {
  const {written} = runnable;
  return written === undefined || written.area !== 'hosting'
    ? runnable
    : {
        ...runnable,
        inContext: context => ({
          definition: caseInContext(written, context, data),
          mayBeRefused: refusableSteps(written, context, data),
        }),
      };
}

/**
 * Values that each statement sees, in groups of what one run may have together; settings are seen once for each suite. Not every target lets a second
 * administrator act, so that value stays alone: what it shared a run with would be lost with it.
 */
const statementValues: readonly (readonly string[])[] = [
  otherValues.filter(({dimension, value}) => dimension !== 'settings' && value !== 'site-administrator'),
  otherValues.filter(({value}) => value === 'site-administrator'),
].map(group => group.map(({dimension, value}) => `${dimension}=${value}`));

function* perStatement(open: readonly Open[], salt: string, data: ContextData): Generator<Chosen> {
  const statements = [...new Set(open.flatMap(({written}) => written.proves))].toSorted();
  // What one statement's run has seen, the others that its case proves have seen too.
  const seen = new Set<string>();
  for (const group of statementValues)
    for (const statement of statements) {
      const cases = open.filter(({written}) => written.proves.includes(statement));
      for (;;) {
        const missing = group.filter(
          value => !seen.has(`${statement} ${value}`) && cases.some(({values}) => values.has(value)),
        );
        const [first] = missing;
        if (first === undefined) break;
        const able = cases
          .filter(({values}) => values.has(first))
          .map(one => ({one, context: packed(first, missing, one)}));
        const chosen = drawn(affordable(able, data), `${salt} ${statement} ${first}`);
        if (chosen === undefined) break;
        for (const id of chosen.one.written.proves)
          for (const value of valuesIn(chosen.context)) seen.add(`${id} ${value}`);
        yield chosen;
      }
    }
}

// Eleven siblings of three things in a case of its own cost more than the rest of the statement's runs.
const timesTheLeast = 1.5;

/** Leaves out the choices that send many more requests for each value that they show than the best one does. */
function affordable(choices: readonly Chosen[], data: ContextData): readonly Chosen[] {
  const priced = choices.map(chosen => ({chosen, price: requestsIn(chosen, data) / valuesIn(chosen.context).length}));
  const least = Math.min(...priced.map(({price}) => price));
  return priced.filter(({price}) => price <= least * timesTheLeast).map(({chosen}) => chosen);
}

function requestsIn({one: {written}, context}: Chosen, data: ContextData): number {
  const given = givenInContext(written, context, data);
  return requestsOfExample({given, steps: written.steps}, data.arrangements);
}

function* perSuite(open: readonly Open[], salt: string, data: ContextData): Generator<Chosen> {
  const settings = otherValues.filter(({dimension}) => dimension === 'settings');
  // The variants have names of ours, which mean nothing for a server that only a user's suite is about.
  if (open.some(({runnable}) => runnable.isUsers)) return;
  for (const suite of suitesOf(open))
    for (const {value} of settings) {
      const able = open.filter(one => suiteOf(one) === suite && one.values.has(`settings=${value}`));
      const choices = able.map(one => ({one, context: {settings: value}}));
      const chosen = drawn(affordable(choices, data), `${salt} ${suite} ${value}`);
      if (chosen !== undefined) yield chosen;
    }
}

/** Each pair of owner, visibility and actor, once for each suite. */
function* perPair(open: readonly Open[], salt: string, data: ContextData): Generator<Chosen> {
  const of = (dimension: Dimension): readonly string[] =>
    dimensions[dimension].slice(1).map(value => `${dimension}=${value}`);
  const pairs = [
    ...of('owner').flatMap(a => [...of('visibility'), ...of('actor')].map(b => [a, b] as const)),
    ...of('visibility').flatMap(a => of('actor').map(b => [a, b] as const)),
  ];
  for (const suite of suitesOf(open))
    for (const [a, b] of pairs) {
      const able = open.filter(one => suiteOf(one) === suite && one.values.has(a) && one.values.has(b));
      const choices = able.map(one => ({one, context: packed(a, [a, b], one)}));
      const chosen = drawn(affordable(choices, data), `${salt} ${suite} ${a} ${b}`);
      if (chosen !== undefined) yield chosen;
    }
}

function suitesOf(open: readonly Open[]): readonly string[] {
  return [...new Set(open.map(suiteOf))].toSorted();
}

function suiteOf({written}: Open): string {
  return written.file;
}

function drawn(choices: readonly Chosen[], salt: string): Chosen | undefined {
  let least: Chosen | undefined;
  let leastHash = '';
  for (const choice of choices) {
    const hash = createHash('sha256').update(`${salt} ${choice.one.runnable.id}`).digest('hex');
    if (least === undefined || hash < leastHash) [least, leastHash] = [choice, hash];
  }
  return least;
}

/** Puts together the first value and as many of the others as one case can have at the same time. */
function packed(first: string, missing: readonly string[], {values}: Open): Context {
  const context: {[name in Dimension]?: string} = {};
  for (const text of [first, ...missing]) {
    const [dimension, value] = text.split('=') as [Dimension, string];
    if (!values.has(text) || context[dimension] !== undefined) continue;
    context[dimension] = value;
    if (needsOrganization(value)) context.owner = 'organization';
  }
  return context;
}

function valuesIn(context: Context): readonly string[] {
  return contextText(context).split(',');
}

/** Gives the context with one dimension set back to plain, or undefined where that is not a context of its own. */
export function setBack(context: Context, dimension: Dimension): Context | undefined {
  if (context[dimension] === undefined) return undefined;
  const isNeeded = needsOrganization(context.actor) || needsOrganization(context.visibility);
  if (dimension === 'owner' && isNeeded) return undefined;
  return Object.fromEntries(
    dimensionNames.flatMap(name => (name === dimension || context[name] === undefined ? [] : [[name, context[name]]])),
  );
}

/** Gives the cases that can run in one context, there and nowhere else. */
export function onlyIn(runnables: readonly Runnable[], context: Context, data: ContextData): readonly Runnable[] {
  return runnables.flatMap(runnable => {
    if (runnable.kind !== 'example' || runnable.written === undefined || runnable.written.area !== 'hosting') return [];
    const {written} = runnable;
    const values = openOf(runnable, data)?.values ?? new Set<string>();
    if (!valuesIn(context).every(value => values.has(value))) return [];
    return [placed(runnable, written, context, data)];
  });
}

/** Gives the cases of these ids, each in the context that its id names. */
export function namedInContext(
  runnables: readonly Runnable[],
  ids: ReadonlySet<string>,
  data: ContextData,
): readonly Runnable[] {
  const wanted = [...ids].map(id => ({id, plain: idWithoutContext(id), context: contextOfId(id)}));
  return runnables.flatMap(runnable => {
    if (runnable.kind !== 'example') return ids.has(runnable.id) ? [ableToDraw(runnable, data.rights)] : [];
    const isThere = ({id}: {readonly id: string}): boolean =>
      runnable.written?.context !== undefined && id === idInContext(runnable.id, runnable.written.context);
    if (wanted.some(isThere)) return [inOwnContext(runnable, data)];
    return wanted
      .filter(({plain}) => plain === runnable.id)
      .flatMap(({id, context}) =>
        id === runnable.id ? [ableToMove(runnable, data)] : onlyIn([runnable], context, data),
      );
  });
}
