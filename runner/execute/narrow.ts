// Finds the smallest difference from the plain context in which a case still fails.
import {contextText, idInContext, idWithoutContext, type Context} from '../../model/contexts/context.ts';
import type {Narrowing} from '../../model/journal.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {PlannedCase, PlannedExample} from '../../model/plan.ts';
import {smallestContext} from '../plan/contexts/smallest-context.ts';

/** Attempts that one narrowing may take. */
const attemptsMax = 8;

/** What narrowing has used of a run, and what it has found. */
export interface NarrowingState {
  /** Requests that narrowing may still send. */
  requestsLeft: number;
  /** Groups of equal findings, each with the case that was narrowed for it. */
  readonly groups: Map<string, string>;
}

/**
 * Red cases in the order in which they are repeated and narrowed. Of several that fail alike one is narrowed: the one
 * whose context has the least to leave out, whichever ended first, so that every run and every shard chooses the same.
 */
export function smallestContextFirst<T extends {readonly planned: Pick<PlannedCase, 'runnable'>}>(
  reds: readonly T[],
): readonly T[] {
  const placeOf = ({planned: {runnable}}: T): readonly [number, string] => [
    runnable.kind === 'example' ? Object.keys(runnable.context ?? {}).length : 0,
    runnable.id,
  ];
  return reds.toSorted((a, b) => {
    const [[sizeA, idA], [sizeB, idB]] = [placeOf(a), placeOf(b)];
    return sizeA - sizeB || (idA < idB ? -1 : 1);
  });
}

/** Runs the case in smaller contexts. `red` is the attempt that was red twice in its own. */
export async function narrow(
  runnable: PlannedExample,
  red: Attempt,
  state: NarrowingState,
  attempt: (runnable: PlannedExample) => Promise<Attempt>,
): Promise<Narrowing | undefined> {
  const {context, inContext} = runnable;
  if (context === undefined || inContext === undefined) return undefined;
  const group = groupOf(runnable, red);
  const other = state.groups.get(group);
  if (other !== undefined) return {left: {...context}, tried: [], cut: `not narrowed: ${other} fails alike`};
  if (state.requestsLeft <= 0)
    return {left: {...context}, tried: [], cut: 'not narrowed: narrowing had used a tenth of the requests of the run'};
  state.groups.set(group, runnable.id);
  const tried: {readonly context: Context; readonly verdict: Attempt['verdict']}[] = [];
  const isRedIn = async (smaller: Context): Promise<boolean> => {
    const again = await attempt(movedTo(runnable, inContext, smaller));
    state.requestsLeft -= again.exchanges.length;
    tried.push({context: smaller, verdict: again.verdict});
    return again.verdict === 'fail';
  };
  let isCut = false;
  const left = await smallestContext(context, async smaller => {
    isCut ||= tried.length > 0 && (tried.length >= attemptsMax || state.requestsLeft <= 0);
    return !isCut && isRedIn(smaller);
  });
  return {left, tried, ...(isCut ? {cut: 'narrowing ended early: there may be less to it'} : {})};
}

/** Gives the case in another of its contexts. */
export function movedTo(
  runnable: PlannedExample,
  inContext: NonNullable<PlannedExample['inContext']>,
  context: Context,
): PlannedExample {
  const {context: _own, mayBeRefused: _refused, ...rest} = runnable;
  const id = idInContext(idWithoutContext(runnable.id), context);
  return {...rest, id, ...inContext(context), ...(contextText(context) === '' ? {} : {context})};
}

/** Findings that are alike: of the same statements, at the same operation, at the same place. */
function groupOf({definition}: PlannedExample, {findings}: Attempt): string {
  const worst = findings.find(({basis}) => basis === 'stated');
  const step = worst?.step === undefined ? undefined : definition.steps[worst.step];
  const operation = step?.kind === 'call' ? step.operation : (step?.kind ?? '');
  return JSON.stringify([definition.proves, operation, worst?.path]);
}
