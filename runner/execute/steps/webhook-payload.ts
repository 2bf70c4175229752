// What a delivery holds: its JSON, sent as it is or in the field of a form, seen as the body of a reply, so that replies and deliveries are judged alike.
import {readJson, type JsonReading} from '../../check/read-json.ts';
import type {HttpReply} from '../../../model/http.ts';
import type {Delivery} from '../../../model/webhook.ts';

/** Gives a reader of deliveries that reads each at most once, and remembers in `known` what it has read. */
export function readPayloads(depthMax: number, known = new Map<Delivery, Payload>()): (delivery: Delivery) => Payload {
  return delivery => {
    const seen = known.get(delivery);
    if (seen !== undefined) return seen;
    const body = payloadOf(delivery);
    let reading: JsonReading | undefined;
    const payload: Payload = {
      reply: {
        kind: 'reply',
        status: 200,
        headers: delivery.headers,
        body,
        wireBytes: delivery.body.length,
        isCloseDelimited: false,
        elapsedMs: 0,
        notes: [],
      },
      readBody: () => {
        reading ??= readJson(body, {depthMax});
        return reading;
      },
    };
    known.set(delivery, payload);
    return payload;
  };
}

/** A delivery as the check of replies sees it. */
export interface Payload {
  readonly reply: HttpReply;
  readonly readBody: () => JsonReading;
}

/** Gives the JSON text of a delivery; a hook of content type "form" carries it in a field. */
export function payloadOf({headers, body}: Delivery): Uint8Array {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return body;
  const payload = new URLSearchParams(Buffer.from(body).toString('utf8')).get('payload');
  return payload === null ? body : Buffer.from(payload);
}
