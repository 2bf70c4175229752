// Runs the overlay properties against the reference decoder, sound and with faults: each holds, and each fault breaks one.
import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {decodeBinary, decodeJson, encodeBinary} from '../../../reference-server/overlay/codec.ts';
import {findFaults} from '../../../reference-server/overlay/faults.ts';
import {makeOverlayRules, type OverlayRules} from '../../../reference-server/overlay/rules/overlay-rules.ts';
import {readValueText, writeValueText} from '../../../reference-server/overlay/value-text.ts';
import {jsonText, type Json} from '../../../model/json.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';
import type {PropertyDefinition, PropertyWorld, WorldAnswer} from '../../../model/property.ts';
import {isOverlayMessage} from '../../../runner/overlay/message-schema.ts';
import {readStrictly} from '../../../runner/overlay/strict-reader.ts';
import {wireInput} from './overlay-arbitraries.ts';
import * as isolation from './overlay-isolation.ts';
import * as roundTrips from '../overlay-roundtrip.ts';
import * as wire from '../overlay-wire.ts';

const isolated = Object.values(isolation) as unknown as readonly PropertyDefinition[];
const all = Object.values({...roundTrips, ...wire}) as unknown as readonly PropertyDefinition[];
const judged = all.filter(one => !isolated.includes(one));
const properties = [...judged, ...isolated];

test('ids are unique and floors are not above runs', () => {
  expect(new Set(properties.map(({id}) => id)).size).toBe(properties.length);
  expect(judged.filter(({floor, runs}) => floor > runs || floor < 50)).toEqual([]);
  expect(isolated.filter(({floor, runs}) => floor > runs || floor < 2)).toEqual([]);
});

describe('on the sound reference decoder', () => {
  test.each(properties.map(one => [one.id, one] as const))('%s holds', async (_, one) => {
    expect(await counterexample(one, makeOverlayRules)).toBeNull();
  });
});

test.each([
  'index-swapped',
  'cookie-time-swapped',
  'ip-port-swapped',
  'vpnip-counter-swapped',
  'details-hmac-swapped',
  'u32-signed',
  'u64-double',
  'enum-unsigned',
  'rep-reversed',
  'empty-element-dropped',
  'bytes-utf8-reject',
  'len-past-parent',
  'group-leaks',
  'zero-tag-ends',
  'truncated-varint-partial',
  'stops-after-last-field',
  'enc-len-1byte',
  'enc-u64-32bit',
  'enc-empty-submessage-dropped',
])('%s is noticed by some property', async name => {
  const noticed = await Promise.all(judged.map(one => counterexample(one, () => rulesWith(name))));
  expect(noticed.some(example => example !== null)).toBe(true);
});

describe.each([
  'keeps-fields-of-the-previous-message',
  'refuses-all-after-a-refusal',
  'cached-by-length',
  'each-256th-is-empty',
])('%s', name => {
  test.each(isolated.map(one => [one.id, one] as const))('breaks %s', async (_, one) => {
    await expect(counterexample(one, () => rulesWith(name))).resolves.not.toBeNull();
  });
});

function rulesWith(name: string): OverlayRules {
  const found = findFaults([name]);
  if (found.kind === 'unknown') throw new Error(`the reference has no fault "${found.name}"`);
  return makeOverlayRules(found.faults.map(({patch}) => patch));
}

test('drawn wire inputs are accepted, refused and left open, none of them rarely', () => {
  const kinds = fc.sample(wireInput(), 1_000).map(({message, bytes}) => readStrictly(message, bytes).kind);
  const share = (kind: string): number => kinds.filter(one => one === kind).length / kinds.length;
  expect(share('accept')).toBeGreaterThan(0.25);
  expect(share('reject')).toBeGreaterThan(0.2);
  expect(share('open')).toBeGreaterThan(0.005);
});

/** `start` makes the rules of a fresh decoder. */
async function counterexample(one: PropertyDefinition, start: () => OverlayRules): Promise<unknown> {
  const rules = start();
  const law = fc.asyncProperty(one.input, input => one.check(world(rules, start), input));
  const {counterexample: example, errorInstance} = await fc.check(law, {
    numRuns: one.runs,
    endOnFailure: true,
    seed: 20_261_121,
  });
  if (example !== null && !(errorInstance instanceof LawBroken)) throw errorInstance;
  return example;
}

/** A law that does not hold; anything else that a check throws is a bug of ours. */
class LawBroken extends Error {}

/** A world that asks the reference's codec directly. */
function world(rules: OverlayRules, start: () => OverlayRules): PropertyWorld {
  const unused = (): never => {
    throw new Error('overlay properties use no arrangement and no call');
  };
  return {
    arrange: unused,
    known: unused,
    offers: unused,
    skip: unused,
    call: unused,
    request: unused,
    inbox: unused,
    deliveries: unused,
    prepare: unused,
    expect: unused,
    count: () => {},
    law: (holds, {path, message}) => {
      if (!holds) throw new LawBroken(`${path}: ${message}`);
    },
    decode: async (message, bytes) => decode(rules, message, bytes),
    encode: async (message, value) => encode(rules, message, value),
    askInOrder: async questions => {
      const fresh = start();
      return questions.map(question => answer(fresh, question));
    },
  };
}

function answer(rules: OverlayRules, question: TesteeQuestion): WorldAnswer {
  const {kind, message, form} = question;
  return kind === 'encode' ? encode(rules, message, question.value) : decode(rules, message, question.bytes, form);
}

function decode(rules: OverlayRules, message: string, bytes: Uint8Array, form = 'binary'): WorldAnswer {
  if (!isOverlayMessage(message)) return {answer: 'unsupported'};
  const decoded = (form === 'json' ? decodeJson : decodeBinary)(rules, message, bytes);
  if (decoded.kind === 'reject') return {answer: 'reject', detail: decoded.why};
  return {answer: 'value', value: JSON.parse(writeValueText(decoded.message)) as Json};
}

function encode(rules: OverlayRules, message: string, value: Json): WorldAnswer {
  if (!isOverlayMessage(message)) return {answer: 'unsupported'};
  return {answer: 'encoded', bytes: encodeBinary(rules, readValueText(message, jsonText(value)))};
}
