// What happens in one attempt of a case, as a list that only grows: everything that is known of the attempt is a function of it.
import type {HttpReply} from '../../../model/http.ts';
import {growing} from '../../../base/lists/growing.ts';
import type {Arrangement, ArrangementStep} from '../../../model/arrangement.ts';
import type {ChangeBeside} from '../../../model/journal.ts';
import type {Json} from '../../../model/json.ts';
import type {LedgerMark} from '../../../model/ledger.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {CaseEnded} from './failures.ts';

/** Names that templates can refer to. */
export type Scope = Map<string, Json>;

/** Where an attempt is: in which part of the case, and at which step of it. */
export type Place = Pick<RawExchange, 'phase' | 'step'>;

/** One event. Times are those of the monotonic clock. */
export type AttemptEvent =
  /** What follows happens at this place. */
  | {readonly kind: 'entered'; readonly place: Place; readonly atMs: number}
  /** Something was sent and answered, or came by itself, or was waited for in vain. */
  | {readonly kind: 'exchanged'; readonly exchange: RawExchange; readonly atMs: number}
  /** Something that came from the target before this attempt is what it is judged on. */
  | {readonly kind: 'shown'; readonly bytes: number}
  /** Something is about to be made, and its removal is known. */
  | {readonly kind: 'made'; readonly thing: MadeThing}
  /** It is gone, or was never made; or `left` says why it stays. */
  | {readonly kind: 'removed'; readonly thing: MadeThing; readonly left?: string}
  /** A reply or an answer was judged; without findings all held. */
  | {readonly kind: 'judged'; readonly findings: readonly Finding[]}
  /** An operation changed what it should leave alone. */
  | {readonly kind: 'changed-beside'; readonly changes: readonly ChangeBeside[]}
  | {readonly kind: 'noted'; readonly note: string}
  /** A wait was given up that the target's lag would have let go on: what came of it is no evidence. */
  | {readonly kind: 'gave-up'}
  /** The attempt could not go on. */
  | {readonly kind: 'ended'; readonly ending: Exclude<Ending, {readonly kind: 'told'}>};

/** Something that was made and has to be removed. Values that the answer of its create tells join the scope later. */
export interface MadeThing {
  readonly arrangement: Arrangement;
  readonly cleanup: ArrangementStep;
  readonly find: ArrangementStep | undefined;
  readonly scope: Scope;
  /** Its line in the ledger. */
  readonly mark: LedgerMark;
}

/** How an attempt came to its end. */
export type Ending =
  | {readonly kind: 'told'}
  | {readonly kind: 'ended'; readonly ending: CaseEnded; readonly step: number | undefined}
  | {readonly kind: 'bug'; readonly problem: unknown};

/** A list of events. */
export type Events = readonly AttemptEvent[];

/** Gives the place that was entered last. */
export const placeIn: (events: Events) => Place = growing<AttemptEvent, Place>(
  () => ({phase: 'arrange'}),
  (place, event) => (event.kind === 'entered' ? event.place : place),
);

/** Gives all exchanges, in order. */
export function exchangesIn(events: Events): readonly RawExchange[] {
  return events.flatMap(event => (event.kind === 'exchanged' ? [event.exchange] : []));
}

/** The last exchange's reply; nothing when it got none. */
export function lastReplyIn(events: Events): HttpReply | undefined {
  const traffic = exchangesIn(events).at(-1)?.traffic;
  return traffic?.kind === 'http' && traffic.observation.kind === 'reply' ? traffic.observation : undefined;
}

/** Counts what came from the target, each reply as at least one byte: an attempt without any has shown nothing. */
export function bytesIn(events: Events): number {
  return events.reduce((sum, event) => {
    if (event.kind === 'shown') return sum + event.bytes;
    return event.kind === 'exchanged' ? sum + bytesOf(event.exchange) : sum;
  }, 0);
}

function bytesOf({whose, traffic}: RawExchange): number {
  if (whose === 'identity-provider') return 0;
  switch (traffic.kind) {
    case 'http':
      return traffic.observation.kind === 'reply' ? traffic.observation.wireBytes + 1 : 0;
    case 'testee':
      return traffic.answer.kind === 'lost' ? 0 : 1;
    case 'live':
      return traffic.arrival?.kind === 'frame' ? traffic.arrival.bytes.length + 1 : 0;
    case 'delivery':
      return traffic.delivery === undefined || traffic.isEarlier === true ? 0 : traffic.delivery.body.length + 1;
  }
}

/** Gives what was found, in order; of what ended the attempt as well, with the step that it ended at. */
export function findingsIn(events: Events): readonly Finding[] {
  const found = events.flatMap(event => (event.kind === 'judged' ? event.findings : []));
  const ending = endingIn(events);
  if (ending.kind !== 'ended') return found;
  const {step} = ending;
  return [
    ...found,
    ...ending.ending.findings.map(finding =>
      finding.step === undefined && step !== undefined ? {...finding, step} : finding,
    ),
  ];
}

/** Gives how the attempt ended. */
export function endingIn(events: Events): Ending {
  const last = events.findLast(event => event.kind === 'ended');
  return last === undefined ? {kind: 'told'} : last.ending;
}

/** Gives what operations changed that they should leave alone. */
export function changesIn(events: Events): readonly ChangeBeside[] {
  return events.flatMap(event => (event.kind === 'changed-beside' ? event.changes : []));
}

/** Gives the notes for the report. */
export function notesIn(events: Events): readonly string[] {
  return events.flatMap(event => (event.kind === 'noted' ? [event.note] : []));
}

/** Gives what was made and is not known to be gone, newest first: the list of the clean-up. */
export function toRemoveIn(events: Events): readonly MadeThing[] {
  const removed = new Set(events.map(event => (event.kind === 'removed' ? event.thing : undefined)));
  return events.flatMap(event => (event.kind === 'made' && !removed.has(event.thing) ? [event.thing] : [])).reverse();
}

/** Gives one sentence for each thing that could not be removed. */
export function leftoversIn(events: Events): readonly string[] {
  return events.flatMap(event => (event.kind === 'removed' && event.left !== undefined ? [event.left] : []));
}

/** Tells whether a wait was given up that the target's lag would have let go on. */
export function hasGivenUp(events: Events): boolean {
  return events.some(({kind}) => kind === 'gave-up');
}

/** Gives when something was last done that could be reported by a webhook; 0 while nothing was. */
export function lastActIn(events: Events): number {
  const acted =
    events.findLast(event => event.kind === 'exchanged' && event.exchange.whose !== 'webhook') ??
    events.find(event => event.kind === 'entered' && event.place.phase === 'act');
  return acted !== undefined && 'atMs' in acted ? acted.atMs : 0;
}
