// Says how long a run takes before it begins: as fast as reading was, and as known servers are.
import {durationText} from '../../../reports/words/verdict-words.ts';
import {estimateMs, knownServerMs} from '../../plan/estimate.ts';
import type {OpenTarget} from '../open/opening.ts';

/** Gives e.g. `at least 1.1 s, about 2 min 10 s on a Gitea with two cores`. Gives nothing where nothing was measured, and of our own reference: its time goes to the run itself. Of an API that is not the record's nobody knows more than that. */
export function planTime(target: OpenTarget, requests: number, isAnyApi = false): string | undefined {
  const oneMs = target.requestMs?.();
  if (oneMs === undefined || target.isReference) return undefined;
  const {jobs, rateLimit} = target.bounds;
  const leastMs = estimateMs({requests, requestMs: oneMs, jobs, rateLimit});
  // Who answers slowly is slow in all.
  if (isAnyApi || leastMs >= knownServerMs(requests)) return `roughly ${durationText(leastMs)}`;
  return `at least ${durationText(leastMs)}, about ${durationText(knownServerMs(requests))} on a Gitea with two cores`;
}
