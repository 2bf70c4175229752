// Turns what happened in an attempt into its verdict.
import type {Attempt} from '../../../model/outcome.ts';
import type {Cause, Finding} from '../../../model/verdict.ts';
import type {Story} from './story.ts';
import type {CaseEnded} from './failures.ts';

/** How the telling of a case came to its end. */
export type Ending =
  | {readonly kind: 'told'}
  | {readonly kind: 'ended'; readonly ending: CaseEnded; readonly step: number | undefined}
  | {readonly kind: 'bug'; readonly problem: unknown};

/** Gives the verdict: a stated miss is fail, a usual miss is warn, and a pass needs bytes that came from the target. */
export function judgeAttempt(story: Story, findings: readonly Finding[], ending: Ending, durationMs: number): Attempt {
  const {exchanges, bytesReceived, notes, leftovers} = story;
  const facts = {exchanges, bytesReceived, durationMs, notes, leftovers};
  const all =
    ending.kind === 'ended'
      ? [...findings, ...ending.ending.findings.map(finding => placed(finding, ending.step))]
      : findings;
  const stated = all.filter(({basis}) => basis === 'stated');
  const [worst] = stated;
  if (worst !== undefined) {
    const broken = ending.kind === 'ended' && ending.ending.verdict === 'fail' ? ending.ending : undefined;
    return {
      ...facts,
      verdict: 'fail',
      cause: broken?.reason ?? worst.cause ?? 'expectation',
      ...(ending.kind === 'ended' ? {detail: ending.ending.message} : {}),
      findings: all,
    };
  }
  if (ending.kind === 'ended') {
    return {
      ...facts,
      verdict: ending.ending.verdict,
      cause: ending.ending.reason,
      detail: ending.ending.message,
      findings: all,
    };
  }
  if (ending.kind === 'bug')
    return {...facts, verdict: 'error', cause: 'harness', detail: describeBug(ending.problem), findings: all};
  const [usual] = all;
  if (usual !== undefined) return {...facts, verdict: 'warn', cause: usual.cause ?? 'expectation', findings: all};
  if (bytesReceived === 0) {
    const cause: Cause = 'no-evidence';
    return {
      ...facts,
      verdict: 'error',
      cause,
      detail: 'nothing came from the target, so nothing was shown',
      findings: all,
    };
  }
  return {...facts, verdict: 'pass', findings: all};
}

function placed(finding: Finding, step: number | undefined): Finding {
  return finding.step === undefined && step !== undefined ? {...finding, step} : finding;
}

function describeBug(problem: unknown): string {
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  const place = placeInUserCode(text);
  if (place === undefined) return `a bug of touchstone, please report it: ${text}`;
  return `the code at ${place} threw ${String(problem)}: mend it there; this says nothing about the target`;
}

/** Gives file, line and column of the innermost frame of a stack where that is neither ours nor a package's. */
function placeInUserCode(stack: string): string | undefined {
  const [, place = ''] = /\n\s+at (?:.*\()?((?:file:\/\/|[/\\]|[A-Za-z]:).*:\d+:\d+)\)?(?:\n|$)/.exec(stack) ?? [];
  const path = place.startsWith('file://') ? decodeURI(place.slice('file://'.length)) : place;
  if (path === '' || path.startsWith(ourFolder) || /[/\\]node_modules[/\\]/.test(path)) return undefined;
  return path.split(/[/\\]/).at(-1);
}

const ourFolder = decodeURI(new URL('.', import.meta.url).pathname).replace(/runner\/execute\/attempt\/$/, '');
