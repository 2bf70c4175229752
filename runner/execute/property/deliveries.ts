// What a property asks of webhook deliveries: the same inboxes and the same judgement as a step of a suite.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {
  type DeliveriesRequest,
  isReference,
  type PropertyWorld,
  type WithReferences,
  type WorldDelivery,
  type WorldInbox,
} from '../../../model/property.ts';
import type {DeliveriesStep, Expectation} from '../../../model/suite.ts';
import type {Delivery, WebhookInbox} from '../../../model/webhook.ts';
import {asLiteral} from '../../check/literal.ts';
import type {JsonReading} from '../../check/read-json.ts';
import {missed} from './miss.ts';
import {ofStep, type PropertyRun} from './property-run.ts';
import {enter, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {genuineInbox, signedBy} from '../steps/genuine-deliveries.ts';
import type {Inboxes} from '../steps/webhook-inboxes.ts';
import {readPayloads} from '../steps/webhook-payload.ts';
import {runDeliveriesStep} from '../steps/webhook-step.ts';

/** How long a delivery may take where the target's lag is the usual one. */
const withinMs = 10_000;

/** The part of the world that listens. */
export function listeningWorld(
  story: Story,
  propertyRun: PropertyRun,
): Pick<PropertyWorld, 'inbox' | 'deliveries' | 'heard'> {
  const {inboxes, record} = propertyRun;
  const known = new Map<string, WorldInbox>();
  const handedOut = new Map<string, Set<Delivery>>();
  return {
    inbox: name => {
      const before = known.get(name) ?? record.inbox(name, openInbox(inboxes, name));
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
    heard: async (name, request) => {
      const inbox = openInbox(inboxes, name);
      const handed = handedOut.get(name) ?? new Set();
      handedOut.set(name, handed);
      const asked =
        'count' in request
          ? {usual: {count: handed.size + request.count}, say: request.say}
          : {settleMs: request.listenMs, say: request.say};
      const step = record.delivered(name, asked);
      enter(story, {phase: 'act', step: step.index});
      const listening = stepOf(name, asked);
      if ('count' in request) await runDeliveriesStep(story, listening, new Map(), inboxes);
      else await story.run.ports.clock.wait(request.listenMs, story.signal);
      const news = genuineInbox(story, inbox, listening)
        .deliveries()
        .filter(delivery => !handed.has(delivery));
      for (const delivery of news) handed.add(delivery);
      const read = readPayloads(story.run.policy.bounds.jsonDepthMax, inboxes.payloads);
      return news.map(delivery => asRead(delivery, inbox.secret, read(delivery).readBody()));
    },
  };
}

function openInbox({open}: Inboxes, name: string): WebhookInbox {
  const inbox = open.get(name);
  if (inbox === undefined) throw ended('harness', `a property listens at "${name}", which its "listen" does not name`);
  return inbox;
}

function asRead(delivery: Delivery, secret: string, reading: JsonReading): WorldDelivery {
  const {method, headers} = delivery;
  return {
    method,
    headers,
    payload: reading.kind === 'json' ? reading.value : undefined,
    signs: text => signedBy(delivery, secret, text),
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
