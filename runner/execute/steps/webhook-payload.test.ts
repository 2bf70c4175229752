import {expect, test} from 'vitest';
import type {Delivery} from '../../../model/webhook.ts';
import {readPayloads} from './webhook-payload.ts';

function aDelivery(type: string, body: string): Delivery {
  return {
    method: 'POST',
    path: '/a',
    headers: [['Content-Type', type]],
    body: Buffer.from(body),
    isCut: false,
    arrivedMs: 0,
  };
}

test.each([
  ['application/json', '{"a":"ä"}', {a: 'ä'}],
  ['application/x-www-form-urlencoded', `payload=${encodeURIComponent('{"a":"ä&="}')}`, {a: 'ä&='}],
  ['application/x-www-form-urlencoded; charset=utf-8', 'payload=%7B%7D', {}],
  ['Application/X-WWW-Form-Urlencoded', 'payload=%5B1%5D', [1]],
])('the JSON of a payload of type %s is read: %s', (type, body, value) => {
  const reading = readPayloads(10)(aDelivery(type, body)).readBody();
  expect(reading.kind === 'json' ? JSON.parse(JSON.stringify(reading.value)) : reading).toEqual(value);
});

test.each([
  ['application/json', '{"a":'],
  ['application/x-www-form-urlencoded', 'a=1'],
])('a payload of type %s without JSON is none: %s', (type, body) => {
  expect(readPayloads(10)(aDelivery(type, body)).readBody().kind).toBe('not-json');
});

test('a delivery is read once', () => {
  const read = readPayloads(10);
  const delivery = aDelivery('application/json', '{}');
  expect(read(delivery).readBody()).toBe(read(delivery).readBody());
});
