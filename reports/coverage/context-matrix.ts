// A matrix of statements and values of contexts: where each statement was seen, and why not elsewhere.
import {contextOfId, otherValues, valuesOf} from '../../model/contexts/context.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {RequirementId} from '../../model/requirement.ts';
import {shownOf} from '../case/accused.ts';
import type {Journal} from '../journal/reader.ts';

/** What the matrix knows of a case. */
export interface ContextCase {
  readonly id: string;
  readonly proves: readonly RequirementId[];
  /** Ids of the contexts that a run chooses for it. */
  readonly chosen: readonly string[];
  /** `owner=organization` and so on → why it cannot run there. */
  readonly closed: ReadonlyMap<string, Closed>;
}

/** Why a case cannot run with a value: the case or a rule fixes it, or it has nothing that the value could change. */
interface Closed {
  readonly kind: 'fixed' | 'derived' | 'nothing';
  readonly why: string;
}

/**
 * How one statement was seen with one value. `chosen`: a run sees it there; no journal says how. `unavailable`: the target could not offer it.
 * `not-run`: the run left those cases out. `fixed` and `derived`: its cases, or a rule, exclude the value. `nothing`: no case has anything that the value could change.
 */
export type CellState = 'seen' | 'red' | 'chosen' | 'unavailable' | 'not-run' | 'fixed' | 'derived' | 'nothing';

/** One cell; a hole has its reason. */
interface ContextCell {
  readonly value: string;
  readonly state: CellState;
  readonly why?: string;
}

/** One statement with a cell for each value. */
export interface ContextRow {
  readonly statement: RequirementId;
  readonly cells: readonly ContextCell[];
}

/** Every value that is not plain, as ids write it, in the order of the columns. */
export const contextValues: readonly string[] = otherValues.map(({dimension, value}) => `${dimension}=${value}`);

/** Lays the statements that any case could see in a context beside the values. */
export function contextMatrix(
  statements: readonly RequirementId[],
  cases: readonly ContextCase[],
  journal: Journal | undefined,
): readonly ContextRow[] {
  return statements.flatMap(statement => {
    const own = cases.filter(({proves}) => proves.includes(statement));
    const lines = journal?.cases.filter(({requirements}) => requirements.includes(statement));
    const cells = contextValues.map(value => cellOf({statement, value, own, lines}));
    return own.length === 0 || cells.every(({why}) => why === overlayHasNone) ? [] : [{statement, cells}];
  });
}

const overlayHasNone = 'overlay cases have no contexts';

interface CellInputs {
  readonly statement: RequirementId;
  readonly value: string;
  readonly own: readonly ContextCase[];
  readonly lines: readonly CaseLine[] | undefined;
}

function cellOf({statement, value, own, lines}: CellInputs): ContextCell {
  const there = (lines ?? []).filter(({id}) => isIn(id, value));
  const judged = there.filter(({verdict}) => verdict !== 'skip' && verdict !== 'error');
  const isRed = judged.some(line => ['fail', 'flaky'].includes(shownOf(statement, line)));
  if (judged.length > 0) return {value, state: isRed ? 'red' : 'seen'};
  const [first] = there;
  if (first !== undefined) return {value, state: 'unavailable', why: first.detail ?? first.cause ?? first.verdict};
  const closed = own.map(one => one.closed.get(value));
  if (closed.every(one => one !== undefined)) return {value, ...mostlyClosed(closed)};
  const isChosen = own.some(({chosen}) => chosen.some(id => isIn(id, value)));
  if (!isChosen)
    return {value, state: 'not-run', why: 'each suite is seen there once, this one with another statement'};
  return lines === undefined ? {value, state: 'chosen'} : {value, state: 'not-run', why: 'not in this run'};
}

function isIn(id: string, value: string): boolean {
  return valuesOf(contextOfId(id)).some(one => `${one.dimension}=${one.value}` === value);
}

const kinds = ['fixed', 'derived', 'nothing'] as const;

/** The reason of most of its cases, first of those that were decided for a case. */
function mostlyClosed(
  closed: readonly Closed[],
): Pick<ContextCell, 'state' | 'why'> & {readonly state: Closed['kind']} {
  const kind = kinds.find(one => closed.some(({kind: own}) => own === one)) ?? 'nothing';
  const counts = new Map<string, number>();
  for (const one of closed) if (one.kind === kind) counts.set(one.why, (counts.get(one.why) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return {state: kind, why: most?.[0] ?? ''};
}

/** Statements that share a hole and its reason. */
export interface SharedHole {
  readonly value: string;
  readonly why: string;
  readonly statements: readonly RequirementId[];
}

/** Puts together the statements that were not seen with a value for the same reason, value by value, most statements first. */
export function sharedHoles(rows: readonly ContextRow[]): readonly SharedHole[] {
  return contextValues.flatMap(value => {
    const byReason = new Map<string, RequirementId[]>();
    for (const {statement, cells} of rows)
      for (const {value: own, why} of cells)
        if (own === value && why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), statement]);
    return [...byReason]
      .map(([why, statements]) => ({value, why, statements}))
      .toSorted((a, b) => b.statements.length - a.statements.length);
  });
}
