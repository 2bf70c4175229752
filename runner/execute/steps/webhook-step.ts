// One step that waits for deliveries to an inbox: chooses those that count, waits for them, listens on, judges each.
import {defined} from '../../../base/json/defined.ts';
import {counted} from '../../../base/text/counted.ts';
import type {Checkers} from '../../check/checkers.ts';
import {checkReply} from '../../check/check-reply.ts';
import type {DeliveriesStep, Expectation} from '../../../model/suite.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import type {Delivery, WebhookInbox} from '../../../model/webhook.ts';
import {abortCause} from '../http/exchange.ts';
import {fillExpectation} from '../http/fill.ts';
import {inDialect} from './http-step.ts';
import {countMisses, expectsNone, judgeDeliveries, nearestDelivery, type AskedDeliveries} from './judge-deliveries.ts';
import {giveUp, learnWait, patienceMs} from '../attempt/patience.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {literalLookupIn} from '../attempt/names-in-scope.ts';
import {lastActIn, type Scope} from '../attempt/events.ts';
import {exchanged, happened, stepOf, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {genuineInbox} from './genuine-deliveries.ts';
import type {Inboxes} from './webhook-inboxes.ts';
import {readPayloads} from './webhook-payload.ts';

/** Runs the step and gives its findings. Throws CaseEnded when what came cannot be judged. */
export async function runDeliveriesStep(
  story: Story,
  step: DeliveriesStep,
  scope: Scope,
  inboxes: Inboxes,
): Promise<readonly Finding[]> {
  const opened = inboxes.open.get(step.of);
  if (opened === undefined) throw ended('harness', `there is no inbox "${step.of}"`);
  const inbox = genuineInbox(story, opened, step);
  const asked = ask(story, step, scope, inboxes);
  const startedMs = story.run.ports.clock.monotonicMs();
  await waitFor(story, inbox, asked, inboxes);
  learn(story, asked.chosen(inbox), inboxes);
  const waitedMs = story.run.ports.clock.monotonicMs() - startedMs;
  const earlier = new Set(inboxes.recorded);
  record(story, {inbox, asked, recorded: inboxes.recorded, startedMs, waitedMs});
  if (story.signal.aborted) throw ended(abortCause(story.signal), `it waited for deliveries to inbox "${step.of}"`);
  if (inbox.dropped() > 0)
    throw ended(
      'no-evidence',
      `inbox "${step.of}" was full, or no connection was free: it dropped ${counted(inbox.dropped(), 'delivery, so its content is', 'deliveries, so their content is')} unknown`,
    );
  const apart = inbox.apart();
  if (apart > 0) {
    const kept = `${counted(apart, 'delivery', 'deliveries')} to inbox "${step.of}" without a signature by its secret, with which this target signs; they were not counted`;
    if (inbox.deliveries().length === 0) throw ended('no-evidence', `nothing but ${kept}`);
    happened(story, {kind: 'noted', note: kept});
  }
  const findings = judgeDeliveries(story, inbox, asked);
  if (findings.length > 0) recordAgain(story, {inbox, asked, earlier});
  return findings;
}

function ask(story: Story, step: DeliveriesStep, scope: Scope, {payloads}: Inboxes): AskedDeliveries {
  const lookup = literalLookupIn(story, scope);
  const filled = (expectation: Expectation): Expectation =>
    inDialect(fillExpectation(expectation, lookup), story.run.contract.dialect);
  const where = step.where === undefined ? undefined : filled(step.where);
  const read = readPayloads(story.run.policy.bounds.jsonDepthMax, payloads);
  const {checkers} = story.run.contract;
  const checkWith = (
    own: Checkers,
    delivery: Delivery,
    {expectation: {count: _count, ...expectation}, basis}: {readonly expectation: Expectation; readonly basis: Basis},
  ): readonly Finding[] =>
    checkReply({expectation, basis, file: story.file, ...stepOf(story), ...read(delivery), checkers: own});
  const check = (delivery: Delivery, expectation: Expectation, basis: Basis): readonly Finding[] =>
    checkWith(checkers, delivery, {expectation, basis});
  const strayings = remembered((delivery): readonly Finding[] =>
    where === undefined ? [] : check(delivery, where, 'stated'),
  );
  // An inbox may hold hundreds that another step waited for: why each is not meant is said only where none is.
  const mute = {...checkers, isMute: true};
  const isMeant = remembered(
    delivery => where === undefined || checkWith(mute, delivery, {expectation: where, basis: 'stated'}).length === 0,
  );
  return {
    step,
    expect: step.expect.map(filled),
    usual: step.usual.map(filled),
    chosen: inbox => inbox.deliveries().filter(delivery => isMeant(delivery)),
    strayings,
    check,
    isTooDeep: delivery => read(delivery).readBody().kind === 'too-deep',
  };
}

/** Asks once for each delivery. */
function remembered<Answer>(ask: (delivery: Delivery) => Answer): (delivery: Delivery) => Answer {
  const known = new Map<Delivery, {readonly answer: Answer}>();
  return delivery => {
    const found = known.get(delivery) ?? {answer: ask(delivery)};
    known.set(delivery, found);
    return found.answer;
  };
}

async function waitFor(story: Story, inbox: WebhookInbox, asked: AskedDeliveries, {open}: Inboxes): Promise<void> {
  const {run, signal} = story;
  const actedMs = lastActIn(story.events);
  const limitMs = patienceMs(story, asked.step.withinMs, 'delivery');
  const startedMs = run.ports.clock.monotonicMs();
  while (!isEnough(asked.chosen(inbox).length, asked, run.contract.checkers)) {
    // Where nothing was done and nothing came for so long, nothing is under way: a step before this one has waited for it.
    const quietSinceMs = Math.min(startedMs, Math.max(actedMs, ...[...open.values()].map(lastMs)));
    const left = quietSinceMs + limitMs - run.ports.clock.monotonicMs();
    if (left <= 0) giveUp(story, asked.step.withinMs, limitMs);
    if (left <= 0 || signal.aborted) return;
    await inbox.next(left, signal);
  }
  // What follows the last thing that was done, or that came, by less than this would be one too many.
  const settledMs = Math.max(actedMs, lastMs(inbox)) + (asked.step.settleMs * run.policy.bounds.lagMs) / 10_000;
  await run.ports.clock.wait(Math.max(0, settledMs - run.ports.clock.monotonicMs()), signal);
}

function lastMs(inbox: WebhookInbox): number {
  return inbox.deliveries().at(-1)?.arrivedMs ?? 0;
}

// What came before the last deed was done came in time; nobody knows which deed it tells of.
function learn({run, events}: Story, chosen: readonly Delivery[], {recorded}: Inboxes): void {
  const actedMs = lastActIn(events);
  for (const delivery of chosen)
    if (!recorded.has(delivery)) learnWait(run.learnt, 'delivery', Math.max(0, delivery.arrivedMs - actedMs));
}

function isEnough(count: number, asked: AskedDeliveries, checkers: Checkers): boolean {
  if (count === 0 && !expectsNone(asked)) return false;
  if (isPassed(asked, count)) return true;
  return [...asked.expect, ...asked.usual].every(expectation => countMisses(expectation, count, checkers).length === 0);
}

// More can only come: an exact number that is passed is never met again, so nothing is left to wait for.
function isPassed({expect, usual}: AskedDeliveries, count: number): boolean {
  return [...expect, ...usual].some(({count: wanted}) => typeof wanted === 'number' && wanted < count);
}

interface Recording {
  readonly inbox: WebhookInbox;
  readonly asked: AskedDeliveries;
  readonly recorded: Set<Delivery>;
  readonly startedMs: number;
  readonly waitedMs: number;
}

// A hook of a whole server hears what all other cases do; so much of that is enough to tell why something is missing.
const othersMax = 20;

// What came is written down, also what the step did not ask for: it tells why something is missing.
function record(story: Story, {inbox, asked, recorded, startedMs, waitedMs}: Recording): void {
  const chosen = new Set(asked.chosen(inbox));
  const fresh = inbox.deliveries().filter(delivery => !recorded.has(delivery));
  const others = new Set(fresh.filter(delivery => !chosen.has(delivery)).slice(0, othersMax));
  const news = fresh.filter(delivery => chosen.has(delivery) || others.has(delivery));
  const push = (delivery: Delivery | undefined, afterMs: number): void => {
    exchanged(story, {
      whose: 'webhook',
      durationMs: roundMs(afterMs),
      traffic: {
        kind: 'delivery',
        inbox: asked.step.of,
        ...defined({delivery}),
        waitedMs: afterMs,
        ...(delivery === undefined && inbox.deliveries().length > 0 ? {isEarlier: true} : {}),
      },
    });
  };
  for (const delivery of news) {
    recorded.add(delivery);
    push(delivery, Math.max(0, delivery.arrivedMs - startedMs));
  }
  if (news.length === 0) push(undefined, waitedMs);
}

/** Deliveries of earlier steps that a miss is told with. */
const againMax = 5;

// What a miss is about may have come while an earlier step waited: what was counted, else the one that comes nearest.
function recordAgain(
  story: Story,
  {inbox, asked, earlier}: Pick<Recording, 'inbox' | 'asked'> & {readonly earlier: ReadonlySet<Delivery>},
): void {
  const chosen = asked.chosen(inbox);
  const nearest = nearestDelivery(inbox.deliveries(), asked);
  const about = chosen.length > 0 ? chosen : nearest === undefined ? [] : [nearest];
  const again = about.filter(delivery => earlier.has(delivery)).slice(0, againMax);
  for (const delivery of again)
    exchanged(story, {
      whose: 'webhook',
      durationMs: 0,
      traffic: {kind: 'delivery', inbox: asked.step.of, delivery, waitedMs: 0, isEarlier: true},
    });
}
