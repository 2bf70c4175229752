// Finds what an id names: a statement, a case or a fault; or the names that were probably meant.
import {program} from '../../../base/text/program.ts';
import type {CaseLine} from '../../../model/journal.ts';
import type {ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** Everything that has an id. */
export interface KnownIds {
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly runnables: readonly Runnable[];
  readonly faults: readonly ReferenceFault[];
}

/** What an id names. */
export type Subject =
  | {readonly kind: 'statement'; readonly requirement: Requirement}
  /** One case, or all rows of a table under the id of the case. */
  | {readonly kind: 'case'; readonly id: string; readonly runnables: readonly [Runnable, ...Runnable[]]}
  | {readonly kind: 'fault'; readonly fault: ReferenceFault};

/** Finds it; letters may be small or large. */
export function findSubject(typed: string, {requirements, runnables, faults}: KnownIds): Subject | undefined {
  const lower = typed.toLowerCase();
  const requirement = [...requirements.values()].find(({id}) => id.toLowerCase() === lower);
  if (requirement !== undefined) return {kind: 'statement', requirement};
  const [first, ...more] = runnables.filter(({id}) => id === typed || withoutRow(id) === typed);
  if (first !== undefined) return {kind: 'case', id: typed, runnables: [first, ...more]};
  const fault = faults.find(({name}) => name.toLowerCase() === lower);
  return fault === undefined ? undefined : {kind: 'fault', fault};
}

/** Tells the cases of a journal that are about the subject; of a fault there are none. */
export function judges(subject: Subject): (line: Pick<CaseLine, 'id' | 'requirements'>) => boolean {
  switch (subject.kind) {
    case 'statement':
      return ({requirements}) => requirements.includes(subject.requirement.id);
    case 'case':
      return ({id}) => id === subject.id || withoutRow(id) === subject.id;
    case 'fault':
      return () => false;
  }
}

/** The id of the case that a row belongs to. */
export function withoutRow(id: string): string {
  return id.replace(/\[[^]*\]$/, '');
}

/** Says that nothing has this id, and what was probably meant. */
export function nearNames(typed: string, {requirements, runnables, faults}: KnownIds): string {
  const names = [
    ...requirements.keys(),
    ...new Set(runnables.map(({id}) => withoutRow(id))),
    ...faults.map(({name}) => name),
  ];
  const said = `nothing has the id ${quoted(typed.slice(0, typedMax))}`;
  const near = nearOf(typed.slice(0, typedMax), names);
  return near.length === 0
    ? `${said}\n  ${program} list shows the cases, ${program} coverage the statements, ${program} prove --list the faults`
    : `${said}\n  did you mean ${near.join(', ')}?`;
}

const typedMax = 100;
const nearMax = 5;

// A part of an id is as good as a mistyped one: `scope` finds every id that holds it.
function nearOf(typed: string, names: readonly string[]): readonly string[] {
  const lower = typed.toLowerCase();
  const lastParts = new Map(names.map(name => [name.slice(name.lastIndexOf('/') + 1), name]));
  const nearest = nearestName(typed, names) ?? lastParts.get(nearestName(typed, lastParts.keys()) ?? '');
  const holding = lower.length < partMin ? [] : names.filter(name => name.toLowerCase().includes(lower));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...holding])].slice(0, nearMax);
}

const partMin = 3;
