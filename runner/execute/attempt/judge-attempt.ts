// Turns what happened in an attempt into its verdict.
import type {Attempt} from '../../../model/outcome.ts';
import {
  bytesIn,
  changesIn,
  endingIn,
  exchangesIn,
  findingsIn,
  leftoversIn,
  notesIn,
  type Ending,
  type Events,
} from './events.ts';

/** Gives the verdict and what the report needs: the events themselves are not needed after it. */
export function judgeAttempt(events: Events, durationMs: number): Attempt {
  const bytesReceived = bytesIn(events);
  const findings = findingsIn(events);
  const changedBeside = changesIn(events);
  return {
    ...verdictOf({findings, ending: endingIn(events), bytesReceived}),
    findings,
    exchanges: exchangesIn(events),
    bytesReceived,
    durationMs,
    notes: notesIn(events),
    leftovers: leftoversIn(events),
    ...(changedBeside.length === 0 ? {} : {changedBeside}),
  };
}

type Verdict = Pick<Attempt, 'verdict' | 'cause' | 'detail'>;

/** A stated miss is fail, a usual miss is warn, and a pass needs bytes that came from the target. */
function verdictOf({
  findings,
  ending,
  bytesReceived,
}: Pick<Attempt, 'findings' | 'bytesReceived'> & {readonly ending: Ending}): Verdict {
  const worst = findings.find(({basis}) => basis === 'stated');
  if (worst !== undefined) {
    const broken = ending.kind === 'ended' && ending.ending.verdict === 'fail' ? ending.ending : undefined;
    return {
      verdict: 'fail',
      cause: broken?.reason ?? worst.cause ?? 'expectation',
      ...(ending.kind === 'ended' ? {detail: ending.ending.message} : {}),
    };
  }
  if (ending.kind === 'ended') {
    const {verdict, reason, message} = ending.ending;
    return {verdict, cause: reason, detail: message};
  }
  if (ending.kind === 'bug') return {verdict: 'error', cause: 'harness', detail: describeBug(ending.problem)};
  const [usual] = findings;
  if (usual !== undefined) return {verdict: 'warn', cause: usual.cause ?? 'expectation'};
  if (bytesReceived > 0) return {verdict: 'pass'};
  return {verdict: 'error', cause: 'no-evidence', detail: 'nothing came from the target, so nothing was shown'};
}

function describeBug(problem: unknown): string {
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  const place = placeInUserCode(text);
  if (place === undefined) return `a bug of touchstone, please report it: ${text}`;
  return `the code at ${place} threw ${String(problem)}: fix it there; this says nothing about the target`;
}

/** Gives file, line and column of the innermost frame of a stack where that is neither ours nor a package's. */
function placeInUserCode(stack: string): string | undefined {
  const [, place = ''] = /\n\s+at (?:.*\()?((?:file:\/\/|[/\\]|[A-Za-z]:).*:\d+:\d+)\)?(?:\n|$)/.exec(stack) ?? [];
  const path = place.startsWith('file://') ? decodeURI(place.slice('file://'.length)) : place;
  if (path === '' || path.startsWith(ourFolder) || /[/\\]node_modules[/\\]/.test(path)) return undefined;
  return path.split(/[/\\]/).at(-1);
}

const ourFolder = decodeURI(new URL('.', import.meta.url).pathname).replace(/runner\/execute\/attempt\/$/, '');
