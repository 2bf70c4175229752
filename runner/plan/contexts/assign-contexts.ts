// Chooses the contexts that each case runs in, so that each value is seen at least once for each statement.
import {createHash} from 'node:crypto';
import {
  contextText,
  dimensionNames,
  dimensions,
  contextOfId,
  idInContext,
  idWithoutContext,
  otherValues,
  type Context,
  type ContextLevel,
  type Dimension,
} from '../../../model/contexts/context.ts';
import type {PlannedExample, Runnable} from '../../../model/plan.ts';
import type {CaseDefinition} from '../../../model/suite.ts';
import {caseInContext, refusableSteps} from './in-context.ts';
import {needsOrganization, whyClosed, type ContextData} from './open-values.ts';

/** Adds to the cases those that run in contexts. It depends on the cases and the salt alone: never on a seed, a filter or a target. */
export function withContexts(
  runnables: readonly Runnable[],
  {level, salt, data}: {readonly level: ContextLevel; readonly salt: string; readonly data: ContextData},
): readonly Runnable[] {
  const open = runnables.flatMap(runnable => openOf(runnable, data) ?? []);
  const plain = runnables.map(runnable => (runnable.kind === 'example' ? ableToMove(runnable, data) : runnable));
  if (level === 'plain') return plain;
  const chosen = new Map<string, PlannedExample>();
  const add = ({runnable, written}: Open, context: Context): void => {
    const id = idInContext(runnable.id, context);
    if (chosen.has(id)) return;
    chosen.set(id, placed(runnable, written, context, data));
  };
  for (const {one, context} of perStatement(open, salt)) add(one, context);
  for (const {one, context} of perSuite(open, salt)) add(one, context);
  if (level === 'pairs') for (const {one, context} of perPair(open, salt)) add(one, context);
  return [...plain, ...chosen.values()];
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
  const values = otherValues
    .filter(({dimension, value}) => whyClosed(written, dimension, value, data) === undefined)
    .map(({dimension, value}) => `${dimension}=${value}`);
  return values.length === 0 ? undefined : {runnable, written, values: new Set(values)};
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
    : {...runnable, inContext: context => caseInContext(written, context, data)};
}

/** Values that each statement sees; settings are seen once for each suite. */
const statementValues = otherValues.filter(({dimension}) => dimension !== 'settings');

function* perStatement(open: readonly Open[], salt: string): Generator<Chosen> {
  const statements = [...new Set(open.flatMap(({written}) => written.proves))].toSorted();
  // What one statement's run has seen, the others that its case proves have seen too.
  const seen = new Set<string>();
  for (const statement of statements) {
    const cases = open.filter(({written}) => written.proves.includes(statement));
    for (;;) {
      const missing = statementValues
        .map(({dimension, value}) => `${dimension}=${value}`)
        .filter(value => !seen.has(`${statement} ${value}`) && cases.some(({values}) => values.has(value)));
      const [first] = missing;
      if (first === undefined) break;
      const able = cases.filter(({values}) => values.has(first));
      const one = drawn(able, `${salt} ${statement} ${first}`);
      if (one === undefined) break;
      const context = packed(first, missing, one);
      for (const id of one.written.proves) for (const value of valuesIn(context)) seen.add(`${id} ${value}`);
      yield {one, context};
    }
  }
}

function* perSuite(open: readonly Open[], salt: string): Generator<Chosen> {
  const settings = otherValues.filter(({dimension}) => dimension === 'settings');
  for (const suite of suitesOf(open))
    for (const {value} of settings) {
      const able = open.filter(one => suiteOf(one) === suite && one.values.has(`settings=${value}`));
      const one = drawn(able, `${salt} ${suite} ${value}`);
      if (one !== undefined) yield {one, context: {settings: value}};
    }
}

/** Each pair of owner, visibility and actor, once for each suite. */
function* perPair(open: readonly Open[], salt: string): Generator<Chosen> {
  const of = (dimension: Dimension): readonly string[] =>
    dimensions[dimension].slice(1).map(value => `${dimension}=${value}`);
  const pairs = [
    ...of('owner').flatMap(a => [...of('visibility'), ...of('actor')].map(b => [a, b] as const)),
    ...of('visibility').flatMap(a => of('actor').map(b => [a, b] as const)),
  ];
  for (const suite of suitesOf(open))
    for (const [a, b] of pairs) {
      const able = open.filter(one => suiteOf(one) === suite && one.values.has(a) && one.values.has(b));
      const one = drawn(able, `${salt} ${suite} ${a} ${b}`);
      if (one !== undefined) yield {one, context: packed(a, [a, b], one)};
    }
}

function suitesOf(open: readonly Open[]): readonly string[] {
  return [...new Set(open.map(suiteOf))].toSorted();
}

function suiteOf({written}: Open): string {
  return written.file;
}

function drawn(cases: readonly Open[], salt: string): Open | undefined {
  let least: Open | undefined;
  let leastHash = '';
  for (const one of cases) {
    const hash = createHash('sha256').update(`${salt} ${one.runnable.id}`).digest('hex');
    if (least === undefined || hash < leastHash) [least, leastHash] = [one, hash];
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
    if (runnable.kind !== 'example') return ids.has(runnable.id) ? [runnable] : [];
    return wanted
      .filter(({plain}) => plain === runnable.id)
      .flatMap(({id, context}) =>
        id === runnable.id ? [ableToMove(runnable, data)] : onlyIn([runnable], context, data),
      );
  });
}
