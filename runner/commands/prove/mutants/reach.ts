// Says which cases reach each mutant: by what the healthy run noted for their requests, or, where code runs once while modules are loaded, by who uses it.
import type {NotedUnit} from '../../../../model/mutants.ts';
import type {Runnable} from '../../../../model/plan.ts';
import type {RawExchange} from '../../../../model/raw-exchange.ts';
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import {digestOf} from '../../words/digest.ts';
import type {ReadSource} from './described.ts';
import type {Healthy} from './healthy-runs.ts';

/** What reaches a mutant. */
export interface Reach {
  /** Cases, the fastest first. */
  readonly cases: readonly string[];
  /** It runs while modules are loaded, so only a process of its own shows it. */
  readonly isAtLoad: boolean;
}

/** The unit of one exchange, as the instrumented reference names it. */
export function unitOf(traffic: RawExchange['traffic']): string | undefined {
  switch (traffic.kind) {
    case 'http':
      return traffic.requestId;
    case 'testee': {
      const {question} = traffic;
      const content =
        question.kind === 'decode'
          ? Buffer.from(question.bytes).toString('hex')
          : JSON.stringify(sorted(valueOf(question)));
      return shortDigest([question.kind, question.message, question.form, content].join('|'));
    }
    case 'live':
      return traffic.sent === undefined ? undefined : shortDigest(`live|${Buffer.from(traffic.sent).toString('hex')}`);
    case 'delivery':
      return undefined;
  }
}

function valueOf({value, text}: {readonly value: unknown; readonly text?: Uint8Array}): unknown {
  return text === undefined ? value : JSON.parse(Buffer.from(text).toString('utf8'));
}

function shortDigest(text: string): string {
  return Buffer.from(digestOf(text), 'hex').toString('base64url').slice(0, 22);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** Units that belong to no request of a case. */
const [loadUnit, startUnit, describeUnit] = ['load', 'start', 'describe'] as const;

/** What reach stands on. */
export interface ReachInputs {
  readonly healthy: Healthy;
  readonly runnables: readonly Runnable[];
  readonly readSource: ReadSource;
}

/** Finds what reaches each of the mutants that were watched. */
export function reachOf(mutants: readonly DescribedMutant[], inputs: ReachInputs): (mutant: DescribedMutant) => Reach {
  const {healthy, runnables} = inputs;
  const byUnit = noted(healthy.noted);
  const inArea = (area: string): ReadonlySet<string> =>
    new Set(runnables.filter(({definition}) => definition.area === area).map(({id}) => id));
  const [hosting, codec] = [inArea('hosting'), inArea('overlay-codec')];
  const outside = (unit: string): ReadonlySet<number> => new Set(byUnit.get(unit)?.flatMap(({ids}) => ids));
  const [atLoad, atStart, described] = [outside(loadUnit), outside(startUnit), outside(describeUnit)];
  const ids = new Map<number, Set<string>>();
  const files = new Map<string, Set<string>>();
  for (const [id, units] of healthy.units) {
    for (const one of [...units].flatMap(unit => byUnit.get(unit) ?? [])) {
      for (const mutant of one.ids) put(ids, mutant, id);
      for (const file of one.files) put(files, file, id);
    }
  }
  const users = usersOf(mutants, inputs, files);
  return mutant => {
    const found = new Set(ids.get(mutant.id));
    if (atStart.has(mutant.id)) for (const id of hosting) found.add(id);
    if (described.has(mutant.id)) for (const id of codec) found.add(id);
    const isAtLoad = atLoad.has(mutant.id);
    if (isAtLoad) for (const id of users(mutant)) found.add(id);
    const green = [...found].filter(id => healthy.green.has(id));
    const time = (id: string): number => healthy.green.get(id) ?? 0;
    return {cases: green.toSorted((a, b) => time(a) - time(b)), isAtLoad};
  };
}

function put<Key>(sets: Map<Key, Set<string>>, key: Key, id: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([id]));
  else set.add(id);
}

function noted(units: readonly NotedUnit[]): ReadonlyMap<string, readonly NotedUnit[]> {
  const byUnit = new Map<string, NotedUnit[]>();
  for (const one of units) {
    const same = byUnit.get(one.unit);
    if (same === undefined) byUnit.set(one.unit, [one]);
    else same.push(one);
  }
  return byUnit;
}

/**
 * Says who uses what a module makes once: of a rule that is a value, the cases that touched the rule; of a route, those that ask for its
 * operation; of all else, the cases that run code of the file, or, where others import it, of those files.
 */
function usersOf(
  mutants: readonly DescribedMutant[],
  {healthy, readSource}: ReachInputs,
  files: ReadonlyMap<string, ReadonlySet<string>>,
): (mutant: DescribedMutant) => Iterable<string> {
  const byRule = inverted(healthy.rules);
  const byOperation = inverted(healthy.operations);
  const importers = importersOf([...new Set([...files.keys(), ...mutants.map(({file}) => file)])], readSource);
  return mutant => {
    const {file} = mutant;
    const rule = file.startsWith('reference-server/rules/') ? mutant.function.split('.')[1] : undefined;
    if (rule !== undefined && byRule.has(rule)) return byRule.get(rule) ?? [];
    const text = readSource(file);
    const own = operationAround(text, mutant);
    // An operation that no case calls is reached by none, whoever calls the others of its file.
    if (own !== undefined) return byOperation.get(own) ?? [];
    const operations = file.includes('/resources/')
      ? [...byOperation.keys()].filter(name => text.includes(`'${name}'`))
      : [];
    const ofOperations = operations.flatMap(name => [...(byOperation.get(name) ?? [])]);
    const using = ofOperations.length > 0 ? [file] : [file, ...(importers.get(file) ?? [])];
    return [...ofOperations, ...using.flatMap(one => [...(files.get(one) ?? [])])];
  };
}

function inverted(sets: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [id, values] of sets) for (const value of values) put(found, value, id);
  return found;
}

/** The operation whose route the line belongs to: routes are objects whose lines are indented alike. */
function operationAround(text: string, {line}: DescribedMutant): string | undefined {
  const lines = text.split('\n');
  const begins = lines.slice(0, line).findLastIndex(one => /^\s*\{/.test(one));
  if (begins === -1) return undefined;
  const indent = /^\s*/.exec(lines[begins] ?? '')?.[0].length ?? 0;
  const length = lines
    .slice(begins + 1)
    .findIndex(one => one.trim() !== '' && (/^\s*/.exec(one)?.[0].length ?? 0) <= indent);
  const object = lines.slice(begins, length === -1 ? undefined : begins + 1 + length);
  if (line > begins + object.length + 1) return undefined;
  return /\boperation:\s*'([^']+)'/.exec(object.join('\n'))?.[1];
}

/** Which files import each. */
function importersOf(files: readonly string[], readSource: ReadSource): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of files) {
    for (const [, path = ''] of readSource(file).matchAll(/\bfrom '(\.[^']+)'/g)) {
      const imported = resolved(file, path);
      found.set(imported, [...(found.get(imported) ?? []), file]);
    }
  }
  return found;
}

function resolved(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
