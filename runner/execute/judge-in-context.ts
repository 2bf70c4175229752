// Judges an attempt by the context that it ran in: what only the context broke is no failure of the target.
import type {Attempt} from '../../model/outcome.ts';
import {refusals} from '../plan/contexts/in-context.ts';
import type {Runnable} from '../../model/plan.ts';
import type {Finding} from '../../model/verdict.ts';

/** Gives the attempt as it counts. In the plain context it is what it was. */
export function judgeInContext(attempt: Attempt, runnable: Runnable): Attempt {
  if (runnable.kind !== 'example' || runnable.context === undefined) return attempt;
  const {verdict, cause, findings} = attempt;
  // "If an arrangement of a context fails, the value is a hole, never green and never red."
  const isArranging = verdict === 'fail' && findings.every(({step}) => step === undefined);
  if (isArranging || (verdict === 'error' && cause === 'blocked'))
    return {...attempt, verdict: 'skip', cause: 'context-unavailable', findings: []};
  return verdict === 'fail' ? softened(attempt, new Set(runnable.mayBeRefused)) : attempt;
}

/** A refusal to somebody whose right no sentence states is a warning, and so is everything that follows from it. */
function softened(attempt: Attempt, mayBeRefused: ReadonlySet<number>): Attempt {
  const stated = attempt.findings.filter(({basis}) => basis === 'stated');
  const refused = stated.find(
    ({path, actual, step = -1}) => path === 'status' && refusals.has(actual) && mayBeRefused.has(step),
  );
  const from = refused?.step;
  if (from === undefined || stated.some(({step = 0}) => step < from)) return attempt;
  const findings = attempt.findings.map((finding): Finding => {
    const {step = from, basis} = finding;
    return basis === 'stated' && step >= from ? {...finding, basis: 'usual', cause: 'context-refused'} : finding;
  });
  return {...attempt, verdict: 'warn', cause: 'context-refused', findings};
}
