// Judges what a property demands: trees as a step would, and laws of its own, whose trees must say the same.
import {defined} from '../../../base/json/defined.ts';
import type {PropertyWorld, WithReferences, Written} from '../../../model/property.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import {ended} from '../attempt/failures.ts';
import type {Story} from '../attempt/story.ts';
import {judgeReply} from '../steps/http-step.ts';
import {withStatement} from '../steps/judge-each.ts';
import {judgeAnswer} from '../steps/judge-overlay-answer.ts';
import {observeAnswer} from '../steps/observe-answer.ts';
import {expectationOf} from './deliveries.ts';
import {missed} from './miss.ts';
import {countTold} from './property-events.ts';
import {isSuccess, ofStep, type Heard, type WorldParts} from './property-run.ts';

/** Judges a reply against a tree. */
export function expectTree(
  parts: WorldParts,
  ...[reply, tree, {usual = false, unwritable} = {}]: Parameters<PropertyWorld['expect']>
): void {
  const {story, record, events} = parts;
  const heard = parts.heard.get(reply);
  if (heard === undefined) throw ended('harness', 'a property judged a reply that is not of its world');
  const basis = usual ? 'usual' : 'stated';
  events.push({kind: 'judged'});
  record.judged(heard.step, tree, basis);
  const findings = judgeHeard(story, heard, {tree, basis});
  if (findings.length > 0 && unwritable !== undefined) record.refuse(unwritable);
  missed(
    parts,
    ofStep(
      heard.step,
      findings.map(({at: _at, ...finding}) => finding),
    ),
  );
}

/** Judges a law that a property checked by itself. */
export function judgeLaw(
  parts: WorldParts,
  ...[holds, finding, {usual = false, proves, written, unwritable} = {}]: Parameters<PropertyWorld['law']>
): void {
  const {story, record, events} = parts;
  const basis = usual ? 'usual' : 'stated';
  const demands = (written === undefined ? [] : [written].flat()).flatMap(one => demandOf(parts, one));
  events.push({kind: 'judged'});
  requireAgreement(story, {holds, message: finding.message, demands});
  if (holds) return;
  for (const {heard, tree} of demands)
    if (tree === undefined) events.push({kind: 'needed', step: heard.step});
    else record.judged(heard.step, {...tree, ...defined({proves})}, basis);
  const shows = demands.find(({tree}) => tree !== undefined)?.heard.step;
  if (shows === undefined) record.refuse(unwritable ?? `what it checks is not a matcher tree: ${finding.message}`);
  const index = shows?.index ?? countTold(events) - 1;
  missed(parts, [{basis, ...finding, ...defined({statement: proves}), ...(index < 0 ? {} : {step: index})}]);
}

/** What a law demands of something that was heard: a tree, or only a success. */
interface Demand {
  readonly heard: Heard;
  readonly tree: Tree | undefined;
}

type Tree = {readonly [key: string]: WithReferences};

function demandOf({heard}: WorldParts, {reply, tree}: Written): readonly Demand[] {
  const found = heard.get(reply);
  return found === undefined ? [] : [{heard: found, tree}];
}

// A law and its trees say the same twice; where one of them is wrong, a promoted case would not show what the property found.
function requireAgreement(
  story: Story,
  {holds, message, demands}: {readonly holds: boolean; readonly message: string; readonly demands: readonly Demand[]},
): void {
  if (!demands.some(({tree}) => tree !== undefined)) return;
  const isBlocked = demands.some(({heard, tree}) => tree === undefined && !isSuccess(heard));
  const misses = demands.flatMap(({heard, tree}) =>
    tree === undefined ? [] : judgeHeard(story, heard, {tree, basis: 'stated'}),
  );
  if (holds ? isBlocked || misses.length === 0 : !isBlocked && misses.length > 0) return;
  throw ended('harness', `a property contradicts itself: ${contradiction({holds, message, isBlocked, misses})}`);
}

function contradiction({
  holds,
  message,
  isBlocked,
  misses,
}: {
  readonly holds: boolean;
  readonly message: string;
  readonly isBlocked: boolean;
  readonly misses: readonly Finding[];
}): string {
  const [miss] = misses;
  if (holds)
    return `a law holds, and the tree that is written for it does not (${miss?.path ?? ''}: ${miss?.message ?? ''}); where it breaks, the law says: ${message}`;
  if (isBlocked)
    return `a law is broken, and a reply that must succeed did not, so that a case would be blocked; the law says: ${message}`;
  return `a law is broken, and the tree that is written for it holds, so that a case would pass; the law says: ${message}`;
}

function judgeHeard(
  story: Story,
  heard: Heard,
  {tree, basis}: {readonly tree: Tree; readonly basis: Basis},
): readonly Finding[] {
  const judged = {expectation: expectationOf(tree), basis, scope: new Map()};
  if (heard.kind === 'reply')
    return withStatement(judged.expectation, judgeReply(story, {...judged, received: heard.received}));
  const {message, form, answer} = heard;
  const findings = judgeAnswer(story, {...judged, message, answer: observeAnswer(message, answer, form)});
  return withStatement(judged.expectation, findings);
}
