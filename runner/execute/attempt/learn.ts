// What a run learns of its target from the events of all attempts, in the order in which they happen.
import type {HttpReply} from '../../../model/http.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';
import type {ErrorCause} from '../../../model/verdict.ts';
import type {AttemptEvent} from './events.ts';
import type {Learnt} from './run-context.ts';

/** Adds what one event shows. What anybody but the target says shows nothing. */
export function learnFrom(learnt: Learnt, event: AttemptEvent): void {
  if (event.kind !== 'exchanged' || event.exchange.whose !== 'target') return;
  const {operation, traffic} = event.exchange;
  if (traffic.kind === 'testee' && isProperAnswer(traffic.answer.kind))
    learnt.answered.add(kindOfQuestion(traffic.question));
  if (traffic.kind !== 'http') return;
  const {observation} = traffic;
  if (observation.kind === 'no-reply') {
    if (learnt.wholeReplies === 0 && unsentCauses.has(observation.cause)) learnt.unreached ??= observation.detail;
    return;
  }
  learnt.wholeReplies += 1;
  learnt.unreached = undefined;
  if (operation !== undefined && !isNowhere(observation)) learnt.confirmedOperations.add(operation);
}

/** Causes for which no request reached the target. */
const unsentCauses: ReadonlySet<string> = new Set<ErrorCause>(['connect-refused', 'connect-timeout', 'dns', 'tls']);

function isProperAnswer(kind: string): boolean {
  return kind === 'value' || kind === 'encoded' || kind === 'reject';
}

/** Names what a decoder was asked, without the input. */
export function kindOfQuestion({kind, message, form}: TesteeQuestion): string {
  return `${kind} ${message} ${form}`;
}

/** Tells whether a server may answer so because it has nothing at that path, or nothing for that method: a 405 of the API itself says why. */
export function isNowhere({status, body}: Pick<HttpReply, 'status' | 'body'>): boolean {
  return status === 404 || (status === 405 && body.length === 0);
}
