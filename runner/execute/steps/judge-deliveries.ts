// Judges what came to an inbox: how many deliveries count, what each of them says, and why none does.
import type {Checkers} from '../../check/checkers.ts';
import {shortened} from '../../../model/redacted.ts';
import {matchTree} from '../../check/match-tree.ts';
import {namedPlace} from '../../check/tree-path.ts';
import type {DeliveriesStep, Expectation} from '../../../model/suite.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import type {Delivery, WebhookInbox} from '../../../model/webhook.ts';
import {stepOf, type Story} from '../attempt/story.ts';
import {judgeEach} from './judge-each.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {wholePatienceMs} from '../attempt/patience.ts';
import {hasShownNoRoute} from './webhook-inboxes.ts';

/** A step with its values filled in, and its deliveries read once. */
export interface AskedDeliveries {
  readonly step: DeliveriesStep;
  readonly expect: readonly Expectation[];
  readonly usual: readonly Expectation[];
  /** The deliveries that count. */
  readonly chosen: (inbox: WebhookInbox) => readonly Delivery[];
  /** What keeps a delivery from counting. */
  readonly strayings: (delivery: Delivery) => readonly Finding[];
  readonly check: (delivery: Delivery, expectation: Expectation, basis: Basis) => readonly Finding[];
  readonly isTooDeep: (delivery: Delivery) => boolean;
}

/** Gives the findings of what came. Throws CaseEnded when it cannot be judged. */
export function judgeDeliveries(story: Story, inbox: WebhookInbox, asked: AskedDeliveries): readonly Finding[] {
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
    throw ended('json-too-deep', `a payload nests deeper than ${String(story.run.policy.bounds.jsonDepthMax)} levels`);
  const tooMany = expectsNone(asked);
  if (chosen.length === 0) return missing(story, all, asked);
  return judgeEach(asked, (expectation, basis) => {
    const counted = countMisses(expectation, chosen.length, story.run.contract.checkers).map(({pointer, ...miss}) => ({
      ...miss,
      message: `${miss.message} ${chosen.length === 1 ? 'delivery' : 'deliveries'}`,
      basis,
      at: {file: story.file, pointer},
      cause: 'expectation' as const,
      ...stepOf(story),
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

function missing(story: Story, all: readonly Delivery[], asked: AskedDeliveries): readonly Finding[] {
  const {step, expect, usual} = asked;
  if (all.length === 0 && hasShownNoRoute(story.run.learnt))
    throw new CaseEnded(
      'skip',
      'no-webhook-route',
      'no delivery came, and no probe hook could be made to find out whether any can; see docs/webhooks.md',
    );
  const message = `expected a delivery to inbox "${step.of}" within ${String(Math.round(wholePatienceMs(story.run, step.withinMs, 'delivery') / 100) / 10)} s; ${othersSentence(all, asked, story)}`;
  if (expect.length + usual.length === 0)
    throw ended('blocked', `step ${String((stepOf(story).step ?? 0) + 1)} is only the way there: ${message}`);
  const missed = expect.length > 0 ? {expect, usual: []} : {expect, usual};
  return judgeEach(missed, ({pointer}, basis) => [
    {basis, path: 'count', message, at: {file: story.file, pointer}, cause: 'expectation', ...stepOf(story)},
  ]);
}

/** Differences of the nearest delivery that are told. */
const strayingsMax = 3;

/** Says what came instead, and of the delivery that comes nearest to what was waited for, how it differs. */
function othersSentence(all: readonly Delivery[], asked: AskedDeliveries, {run}: Story): string {
  const {redaction} = run.contract.checkers;
  if (all.length === 0) return 'nothing at all came';
  const cut = all.filter(({isCut}) => isCut).length;
  const notWhole = cut === 0 ? '' : ` (${String(cut)} not whole)`;
  const delivery = nearestDelivery(all, asked);
  const nearest = delivery === undefined ? [] : asked.strayings(delivery);
  const differences = nearest
    .slice(0, strayingsMax)
    .map(({path, message}) => `${path} ${shortened(redaction.text(message), messageMax)}`);
  const more = nearest.length > strayingsMax ? `; and ${String(nearest.length - strayingsMax)} more` : '';
  const lead = all.length === 1 ? '1 came, and it differs' : `${String(all.length)} came; the nearest differs`;
  return `${lead}${notWhole}: ${differences.join('; ')}${more}`;
}

/** Tells whether none may come. */
export function expectsNone({expect, usual}: AskedDeliveries): boolean {
  return [...expect, ...usual].map(({count}) => count).find(count => count !== undefined) === 0;
}

/** Gives what is wrong with a number of deliveries. */
export function countMisses({count: wanted, pointer}: Expectation, count: number, checkers: Checkers) {
  if (wanted === undefined) return [];
  return matchTree(wanted, count, {place: namedPlace('count'), pointer: `${pointer}/count`, checkers});
}

/** Gives the delivery with the fewest differences from what is waited for. */
export function nearestDelivery(all: readonly Delivery[], {strayings}: AskedDeliveries): Delivery | undefined {
  return all.toSorted((a, b) => strayings(a).length - strayings(b).length)[0];
}

// A whole payload stands below, as it came.
const messageMax = 200;
