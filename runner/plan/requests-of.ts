// Estimates how many requests a planned case sends: its steps, and making and removing what it starts from.
import type {Arrangement} from '../../model/arrangement.ts';
import type {PlannedCase} from '../../model/plan.ts';
import type {CaseDefinition, Given} from '../../model/suite.ts';

// Measured on our own suites: one run of a model-based property makes about twelve requests.
const requestsPerPropertyRun = 12;

/** Gives the number of requests; a case that is skipped sends none. */
export function requestsOf(
  {runnable, skip}: Pick<PlannedCase, 'runnable' | 'skip'>,
  arrangements: ReadonlyMap<string, Arrangement>,
  propertyRuns: number,
): number {
  if (skip !== undefined) return 0;
  if (runnable.kind === 'property') {
    const {runs: usualRuns, requestsPerRun, area} = runnable.definition;
    const runs = propertyRuns === 0 ? usualRuns : propertyRuns;
    return runs * (requestsPerRun ?? (area === 'hosting' ? requestsPerPropertyRun : 2));
  }
  // What an operation must leave alone is made, and read before and after.
  const reads = (runnable.framed ?? []).flatMap(framed => framed.reads);
  const around = reads.reduce((sum, {given}) => sum + 2 + requestsOfGivens(given, arrangements), 0);
  return around + requestsOfExample(runnable.definition, arrangements);
}

/** Gives the number of requests of an example case. */
export function requestsOfExample(
  {given, steps}: Pick<CaseDefinition, 'given' | 'steps'>,
  arrangements: ReadonlyMap<string, Arrangement>,
): number {
  return (
    steps.reduce((sum, step) => sum + ('cleanup' in step && step.cleanup !== undefined ? 2 : 1), 0) +
    requestsOfGivens(given, arrangements)
  );
}

function requestsOfGivens(given: readonly Given[], arrangements: ReadonlyMap<string, Arrangement>): number {
  return given.reduce((sum, one) => sum + requestsOfGiven(one, arrangements), 0);
}

/** Making it, with what a context adds to it. */
function requestsOfGiven(
  {arrange, history = {}, isShared}: Given,
  arrangements: ReadonlyMap<string, Arrangement>,
): number {
  const arrangement = arrangements.get(arrange);
  // What cases share is made once a run, and there is little of it.
  if (arrangement === undefined || isShared === true) return 0;
  const once = requestsOfGivens(arrangement.given, arrangements);
  const making = arrangement.steps.length;
  const cleanup = arrangement.cleanup === undefined ? 0 : 1;
  const before = history.isRemovedBefore === true && arrangement.remove !== undefined ? making + 1 : 0;
  const edits = history.isEdited === true ? (arrangement.edit?.length ?? 0) : 0;
  const beside = (history.siblings ?? 0) * (once + making + cleanup);
  return once + making + cleanup + before + edits + beside;
}
