// Says what a change of a verdict between two runs is to be blamed on: what the case itself shows first, then the first factor that changed.
import type {CaseLine} from '../../model/journal.ts';
import type {Change, ComparedCase, Factor} from './comparison.ts';

/** One case of two runs, and what changed between them. */
export interface Pair {
  readonly id: string;
  readonly before: CaseLine | undefined;
  readonly after: CaseLine | undefined;
  readonly changes: readonly Change[];
}

type Blame = Pick<ComparedCase, 'blame' | 'why'>;

/** Blames one factor. */
export function blameFor(kind: ComparedCase['kind'], pair: Pair, isSearch: boolean): Blame {
  const {before, after, changes} = pair;
  const changed = (factor: Factor): boolean => changes.some(change => change.factor === factor);
  if (isSearch && (before === undefined || after === undefined)) return searchBlame(pair, changed);
  if (kind === 'not-comparable') return {blame: 'selection', why: 'only one of the runs had the case in this context'};
  if (before === undefined || after === undefined) {
    if (changed('suites'))
      return {blame: 'suites', why: before === undefined ? 'the suites have it now' : 'the suites no longer have it'};
    if (changed('selection')) return {blame: 'selection', why: 'another part of the suites was run'};
    return {
      blame: 'target',
      why: kind === 'vanished' ? 'the run did not come that far' : 'the earlier run did not come that far',
    };
  }
  if (after.cause === 'harness' || before.cause === 'harness')
    return {blame: 'harness', why: 'an error of touchstone itself'};
  const isRedefined =
    before.digest !== after.digest ||
    after.title !== before.title ||
    after.requirements.join() !== before.requirements.join();
  if (changed('suites') && isRedefined) return {blame: 'suites', why: 'the case itself was changed'};
  if (
    changed('dialect') &&
    (after.cause === 'not-in-dialect' || before.cause === 'not-in-dialect' || after.cause === 'unconfirmed')
  )
    return {blame: 'dialect', why: 'the dialect names other operations'};
  if (changed('target')) return {blame: 'target', why: 'another target or another version of it'};
  if (changed('seed') && after.kind === 'property') return {blame: 'seed', why: 'the seed draws other inputs'};
  const isSame = before.digest !== undefined && before.digest === after.digest;
  const rest = changes.find(
    ({factor}) => factor === 'dialect' || factor === 'harness' || (factor === 'suites' && !isSame),
  );
  if (rest !== undefined) return {blame: rest.factor, why: `target and case are the same, and ${rest.factor} changed`};
  if (before.verdict === 'flaky' || after.verdict === 'flaky') return {blame: 'target', why: 'it fails only sometimes'};
  return {
    blame: 'target',
    why: 'nothing else that is recorded changed for this case: it does not always answer alike, or it changed without a new version',
  };
}

/** A search that does not find a bug has not shown that there is none. */
function searchBlame({before}: Pair, changed: (factor: Factor) => boolean): Blame {
  const factor = (['target', 'seed', 'selection'] as const).find(one => changed(one)) ?? 'target';
  return {blame: factor, why: `the ${before === undefined ? 'earlier' : 'later'} search did not find it`};
}
