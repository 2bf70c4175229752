// Attempts of cases, valid as they are, with one thing changed.
import type {Attempt} from '../../model/outcome.ts';

/** A green attempt. */
export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    verdict: 'pass',
    findings: [],
    exchanges: [],
    bytesReceived: 1,
    durationMs: 1,
    notes: [],
    leftovers: [],
    ...changes,
  };
}
