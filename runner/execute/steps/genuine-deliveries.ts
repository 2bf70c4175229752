// Keeps deliveries apart that somebody else sent: a target that signs with the secret of the hook signs each of them.
import {createHmac, timingSafeEqual} from 'node:crypto';
import type {DeliveriesStep} from '../../../model/suite.ts';
import type {Delivery, WebhookInbox} from '../../../model/webhook.ts';
import type {Story} from '../attempt/story.ts';
import {payloadOf} from './webhook-payload.ts';

/** An inbox without what is not signed as the target signs, and how much of that there is. */
export interface GenuineInbox extends WebhookInbox {
  readonly apart: () => number;
}

/** Looks at an inbox through what is known of signatures; a step that is about signatures sees everything. */
export function genuineInbox(story: Story, inbox: WebhookInbox, step: DeliveriesStep): GenuineInbox {
  const isSeen = new Map<Delivery, boolean>();
  const isGenuine = (delivery: Delivery): boolean => {
    const known = isSeen.get(delivery) ?? (delivery.isCut || isSigned(delivery, inbox.secret));
    isSeen.set(delivery, known);
    return known;
  };
  const isJudged = !isAboutSignatures(step);
  const apart = (): readonly Delivery[] => {
    const all = inbox.deliveries();
    if (all.some(one => !one.isCut && isGenuine(one))) story.run.learnt.signsWebhooks = true;
    if (!isJudged || !story.run.learnt.signsWebhooks || !wasSent(story, inbox.secret)) return [];
    return all.filter(delivery => !isGenuine(delivery));
  };
  return {
    ...inbox,
    deliveries: () => {
      const foreign = new Set(apart());
      return foreign.size === 0 ? inbox.deliveries() : inbox.deliveries().filter(delivery => !foreign.has(delivery));
    },
    apart: () => apart().length,
  };
}

/** Tells whether one of the delivery's signatures is that of its payload, by HMAC with SHA-256 or SHA-1 as known servers write it. */
export function isSigned(delivery: Delivery, secret: string): boolean {
  return delivery.headers.some(
    ([name, value]) => /signature/i.test(name) && signedBy(delivery, secret, value) !== undefined,
  );
}

/** Tells what of a delivery a text signs, with or without the name of its hash before it; a form is not what its field holds. */
export function signedBy(delivery: Delivery, secret: string, text: string): 'payload' | 'body' | undefined {
  const given = text
    .trim()
    .replace(/^sha(?:1|256)=/i, '')
    .toLowerCase();
  const signs = (bytes: Uint8Array): boolean =>
    ['sha256', 'sha1'].some(hash => areEqual(given, createHmac(hash, secret).update(bytes).digest('hex')));
  if (signs(payloadOf(delivery))) return 'payload';
  return signs(delivery.body) ? 'body' : undefined;
}

function areEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function isAboutSignatures({where, expect, usual}: DeliveriesStep): boolean {
  return [...(where === undefined ? [] : [where]), ...expect, ...usual].some(({headers}) =>
    Object.keys(headers ?? {}).some(name => /signature/i.test(name)),
  );
}

/** A hook that was made without the secret cannot sign with it. */
function wasSent({events}: Story, secret: string): boolean {
  return events.some(event => {
    if (event.kind !== 'exchanged' || event.exchange.traffic.kind !== 'http') return false;
    const {body} = event.exchange.traffic.request;
    return body !== undefined && Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(secret);
  });
}
