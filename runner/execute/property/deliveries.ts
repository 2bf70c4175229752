// What a property asks of webhook deliveries: the same inboxes and the same judgement as a step of a suite.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {DeliveriesRequest, PropertyWorld, WithReferences, WorldInbox} from '../../../model/property.ts';
import type {DeliveriesStep, Expectation} from '../../../model/suite.ts';
import {asLiteral} from '../../check/literal.ts';
import {missed} from './miss.ts';
import {ofStep, type PropertyRun} from './property-run.ts';
import {isReference} from './reference-names.ts';
import {enter, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {runDeliveriesStep} from '../steps/webhook-step.ts';

/** How long a delivery may take where the target's lag is the usual one. */
const withinMs = 10_000;

/** The part of the world that listens. */
export function listeningWorld(story: Story, propertyRun: PropertyRun): Pick<PropertyWorld, 'inbox' | 'deliveries'> {
  const {inboxes, record} = propertyRun;
  const known = new Map<string, WorldInbox>();
  return {
    inbox: name => {
      const inbox = inboxes.open.get(name);
      if (inbox === undefined)
        throw ended('harness', `a property listens at "${name}", which its "listen" does not name`);
      const before = known.get(name) ?? record.inbox(name, inbox);
      known.set(name, before);
      return before;
    },
    deliveries: async (name, request) => {
      const step = record.delivered(name, request);
      propertyRun.events.push({kind: 'judged'});
      enter(story, {phase: 'act', step: step.index});
      const findings = await runDeliveriesStep(story, stepOf(name, request), new Map(), inboxes);
      missed(
        propertyRun,
        ofStep(
          step,
          findings.map(({at: _at, ...finding}) => finding),
        ),
      );
      return findings.length === 0;
    },
  };
}

function stepOf(of: string, {where, expect, usual, settleMs = 0}: DeliveriesRequest): DeliveriesStep {
  return {
    kind: 'deliveries',
    pointer: '',
    of,
    withinMs,
    settleMs,
    capture: {},
    ...(where === undefined ? {} : {where: expectationOf(where)}),
    expect: expect === undefined ? [] : [expectationOf(expect)],
    usual: usual === undefined ? [] : [expectationOf(usual)],
  };
}

/** Writes a tree of a property as an expectation. */
export function expectationOf(tree: {readonly [key: string]: WithReferences}): Expectation {
  return {pointer: '', ...(literally(tree) as JsonObject)};
}

// What a target said is never read as a matcher.
function literally(tree: WithReferences): Json {
  if (isReference(tree)) return asLiteral(tree.value);
  if (Array.isArray(tree)) return tree.map(item => literally(item as WithReferences));
  if (!isJsonObject(tree as Json)) return tree as Json;
  return jsonObject(Object.entries(tree as JsonObject).map(([key, item]) => [key, literally(item)]));
}
