// One step that waits for deliveries to an inbox: chooses those that count, waits for them, listens on, judges each.
import {checkReply} from '../check/check-reply.ts';
import {matchTree} from '../check/match-tree.ts';
import {namedPlace} from '../check/place.ts';
import type {DeliveriesStep, Expectation} from '../model/suite.ts';
import type {Basis, Finding} from '../model/verdict.ts';
import type {Delivery, WebhookInbox} from '../model/webhook.ts';
import {abortCause} from './exchange.ts';
import {fillExpectation} from './fill.ts';
import {inDialect} from './http-step.ts';
import {giveUp, learnWait, patienceMs} from './patience.ts';
import {roundMs} from './round-ms.ts';
import {literalLookupIn} from './scope.ts';
import type {Scope, Story} from './story.ts';
import {CaseEnded, ended} from './troubles.ts';
import {hasShownNoRoute, type Inboxes} from './webhook-inboxes.ts';
import {readPayloads} from './webhook-payload.ts';

/** Runs the step and gives its findings. Throws CaseEnded when what came cannot be judged. */
export async function runDeliveriesStep(
  story: Story,
  step: DeliveriesStep,
  scope: Scope,
  inboxes: Inboxes,
): Promise<readonly Finding[]> {
  const inbox = inboxes.open.get(step.of);
  if (inbox === undefined) throw ended('harness', `there is no inbox "${step.of}"`);
  const asked = ask(story, step, scope, inboxes);
  const startedMs = story.run.clock.monotonicMs();
  await waitFor(story, inbox, asked, inboxes);
  learn(story, asked.chosen(inbox), inboxes);
  const waitedMs = story.run.clock.monotonicMs() - startedMs;
  record(story, {inbox, asked, recorded: inboxes.recorded, startedMs, waitedMs});
  if (story.signal.aborted) throw ended(abortCause(story.signal), `it waited for deliveries to inbox "${step.of}"`);
  if (inbox.dropped() > 0)
    throw ended(
      'no-evidence',
      `inbox "${step.of}" was full and dropped ${String(inbox.dropped())} deliveries, so nobody knows what they were`,
    );
  return judge(story, inbox, asked);
}

/** A step with its values filled in, and its deliveries read once. */
interface Asked {
  readonly step: DeliveriesStep;
  readonly expect: Expectation | undefined;
  readonly usual: Expectation | undefined;
  /** The deliveries that count. */
  readonly chosen: (inbox: WebhookInbox) => readonly Delivery[];
  readonly check: (delivery: Delivery, expectation: Expectation, basis: Basis) => readonly Finding[];
  readonly isTooDeep: (delivery: Delivery) => boolean;
}

function ask(story: Story, step: DeliveriesStep, scope: Scope, {payloads}: Inboxes): Asked {
  const lookup = literalLookupIn(story, scope);
  const filled = (expectation: Expectation | undefined): Expectation | undefined =>
    expectation === undefined ? undefined : inDialect(fillExpectation(expectation, lookup), story.run.dialect);
  const where = filled(step.where);
  const read = readPayloads(story.run.bounds.jsonDepthMax, payloads);
  const check = (delivery: Delivery, {count: _count, ...expectation}: Expectation, basis: Basis): readonly Finding[] =>
    checkReply({
      expectation,
      basis,
      file: story.file,
      ...(story.step === undefined ? {} : {step: story.step}),
      ...read(delivery),
      checkers: story.run.checkers,
    });
  const meets = new Map<Delivery, boolean>();
  const isChosen = (delivery: Delivery): boolean => {
    const known = meets.get(delivery);
    if (known !== undefined) return known;
    const isMet = where === undefined || check(delivery, where, 'stated').length === 0;
    meets.set(delivery, isMet);
    return isMet;
  };
  return {
    step,
    expect: filled(step.expect),
    usual: filled(step.usual),
    chosen: inbox => inbox.deliveries().filter(isChosen),
    check,
    isTooDeep: delivery => read(delivery).readBody().kind === 'too-deep',
  };
}

async function waitFor(story: Story, inbox: WebhookInbox, asked: Asked, {open, actedMs}: Inboxes): Promise<void> {
  const {run, signal} = story;
  const limitMs = patienceMs(story, asked.step.withinMs, 'delivery');
  const startedMs = run.clock.monotonicMs();
  while (!isEnough(asked.chosen(inbox).length, asked, run.checkers)) {
    // Where nothing was done and nothing came for so long, nothing is under way: a step before this one has waited for it.
    const quietSinceMs = Math.min(startedMs, Math.max(actedMs, ...[...open.values()].map(lastMs)));
    const left = quietSinceMs + limitMs - run.clock.monotonicMs();
    if (left <= 0) giveUp(story, asked.step.withinMs, limitMs);
    if (left <= 0 || signal.aborted) return;
    await inbox.next(left, signal);
  }
  // What follows the last thing that was done, or that came, by less than this would be one too many.
  const settledMs = Math.max(actedMs, lastMs(inbox)) + (asked.step.settleMs * run.bounds.lagMs) / 10_000;
  await run.clock.wait(Math.max(0, settledMs - run.clock.monotonicMs()), signal);
}

function lastMs(inbox: WebhookInbox): number {
  return inbox.deliveries().at(-1)?.arrivedMs ?? 0;
}

// What came before the last deed was done came in time; nobody knows which deed it tells of.
function learn({run}: Story, chosen: readonly Delivery[], {recorded, actedMs}: Inboxes): void {
  for (const delivery of chosen)
    if (!recorded.has(delivery)) learnWait(run, 'delivery', Math.max(0, delivery.arrivedMs - actedMs));
}

function isEnough(count: number, asked: Asked, checkers: Story['run']['checkers']): boolean {
  if (count === 0 && !expectsNone(asked)) return false;
  if (isPassed(asked, count)) return true;
  return [asked.expect, asked.usual].every(
    expectation => expectation === undefined || countMisses(expectation, count, checkers).length === 0,
  );
}

// More can only come: an exact number that is passed is never met again, so nothing is left to wait for.
function isPassed({expect, usual}: Asked, count: number): boolean {
  return [expect?.count, usual?.count].some(wanted => typeof wanted === 'number' && wanted < count);
}

function expectsNone({expect, usual}: Asked): boolean {
  return (expect?.count ?? usual?.count) === 0;
}

function countMisses({count: wanted, pointer}: Expectation, count: number, checkers: Story['run']['checkers']) {
  if (wanted === undefined) return [];
  return matchTree(wanted, count, {place: namedPlace('count'), pointer: `${pointer}/count`, checkers});
}

interface Recording {
  readonly inbox: WebhookInbox;
  readonly asked: Asked;
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
    story.exchanges.push({
      phase: story.phase,
      ...(story.step === undefined ? {} : {step: story.step}),
      durationMs: roundMs(afterMs),
      traffic: {
        kind: 'delivery',
        inbox: asked.step.of,
        ...(delivery === undefined ? {} : {delivery}),
        waitedMs: afterMs,
      },
    });
  };
  for (const delivery of news) {
    recorded.add(delivery);
    story.bytesReceived += delivery.body.length + 1;
    push(delivery, Math.max(0, delivery.arrivedMs - startedMs));
  }
  if (news.length === 0) push(undefined, waitedMs);
}

function judge(story: Story, inbox: WebhookInbox, asked: Asked): readonly Finding[] {
  const chosen = asked.chosen(inbox);
  const all = inbox.deliveries();
  if (chosen.length === 0 && expectsNone(asked)) {
    if (all.length > 0) return [];
    throw ended(
      'no-evidence',
      `nothing at all came to inbox "${asked.step.of}", so that this did not come shows nothing`,
    );
  }
  // A payload that nests too deep to be read is nobody's fault, chosen or not.
  if (all.some(asked.isTooDeep))
    throw ended('json-too-deep', `a payload nests deeper than ${String(story.run.bounds.jsonDepthMax)} levels`);
  const tooMany = expectsNone(asked);
  if (chosen.length === 0) return missing(story, all, asked);
  return (
    [
      ['stated', asked.expect],
      ['usual', asked.usual],
    ] as const
  ).flatMap(([basis, expectation]) => {
    if (expectation === undefined) return [];
    const counted = countMisses(expectation, chosen.length, story.run.checkers).map(({pointer, ...miss}) => ({
      ...miss,
      message: `${miss.message} ${chosen.length === 1 ? 'delivery' : 'deliveries'}`,
      basis,
      at: {file: story.file, pointer},
      cause: 'expectation' as const,
      ...(story.step === undefined ? {} : {step: story.step}),
    }));
    if (tooMany) return counted;
    return [
      ...counted,
      ...chosen.flatMap((delivery, index) => placed(asked.check(delivery, expectation, basis), index)),
    ];
  });
}

function placed(findings: readonly Finding[], index: number): readonly Finding[] {
  return findings.map(finding => ({
    ...finding,
    path: `deliveries/${String(index)}${finding.path.startsWith('/') ? '' : ' '}${finding.path}`,
  }));
}

function missing(story: Story, all: readonly Delivery[], asked: Asked): readonly Finding[] {
  const {step, expect, usual} = asked;
  if (all.length === 0 && hasShownNoRoute(story.run))
    throw new CaseEnded(
      'skip',
      'no-webhook-route',
      'no delivery came, and no probe hook could be made that would tell whether any can; see docs/webhooks.md',
    );
  const others =
    all.length === 0 ? 'nothing at all came' : `${String(all.length)} came, and none of them meets "where"`;
  const cut = all.filter(({isCut}) => isCut).length;
  const message = `expected a delivery to inbox "${step.of}" within ${String((step.withinMs * story.run.bounds.lagMs) / 10_000_000)} s; ${others}${cut === 0 ? '' : ` (${String(cut)} not whole)`}`;
  const expectation = expect ?? usual;
  if (expectation === undefined)
    throw ended('blocked', `step ${String((story.step ?? 0) + 1)} is only the way there: ${message}`);
  return [
    {
      basis: expect === undefined ? 'usual' : 'stated',
      path: 'count',
      message,
      at: {file: story.file, pointer: expectation.pointer},
      cause: 'expectation',
      ...(story.step === undefined ? {} : {step: story.step}),
    },
  ];
}
