// Runs the overlay properties against the reference decoder, sound and with faults: each holds, and each fault breaks one.
import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {decodeBinary, decodeJson, encodeBinary, encodeJson} from '../../../reference-server/overlay/codec.ts';
import {findFaults} from '../../../reference-server/overlay/faults.ts';
import {
  makeOverlayRules,
  type OverlayPatch,
  type OverlayRules,
} from '../../../reference-server/overlay/rules/overlay-rules.ts';
import {malformed} from '../../../reference-server/overlay/rules/varint.ts';
import {readValueText, writeValueText} from '../../../reference-server/overlay/value-text.ts';
import {jsonText, type Json} from '../../../model/json.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';
import type {PropertyDefinition, PropertyWorld, WorldAnswer} from '../../../model/property.ts';
import {isLong, someOf} from '../../../test/support/length.ts';
import {isOverlayMessage} from '../../../runner/overlay/message-schema.ts';
import {readStrictly} from '../../../runner/overlay/strict-reader.ts';
import {wireInput} from './overlay-arbitraries.ts';
import * as isolation from './overlay-isolation.ts';
import * as pause from './overlay-pause.ts';
import * as roundTrips from '../overlay-roundtrip.ts';
import * as sizes from './overlay-sizes.ts';
import * as wire from '../overlay-wire.ts';

const paused = Object.values(pause) as unknown as readonly PropertyDefinition[];
const isolated = Object.values(isolation) as unknown as readonly PropertyDefinition[];
const all = Object.values({...roundTrips, ...wire}) as unknown as readonly PropertyDefinition[];
const sized = Object.values(sizes) as unknown as readonly PropertyDefinition[];
const judged = all.filter(one => ![...isolated, ...sized, ...paused].includes(one));
const properties = [...judged, ...isolated, ...sized, ...paused];

test('ids are unique and floors are not above runs', () => {
  expect(new Set(properties.map(({id}) => id)).size).toBe(properties.length);
  expect(judged.filter(({floor, runs}) => floor > runs || floor < 50)).toEqual([]);
  expect(isolated.filter(({floor, runs}) => floor > runs || floor < 2)).toEqual([]);
});

describe('on the sound reference decoder', () => {
  test.each(properties.map(one => [one.id, one] as const))('%s holds', async (_, one) => {
    // A run asks it of all that it draws; so many are enough for a run to count.
    const enough = sized.includes(one) || !isLong ? one.floor : one.runs;
    const runs = sized.includes(one) && !isLong ? Math.ceil(enough / 4) : enough;
    expect(await counterexample(one, makeOverlayRules, runs)).toBeNull();
  });
});

// In the short tests some of them are met; `touchstone prove` shows of whole runs that each is noticed.
const noticed = [
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
];

test.each(someOf(noticed, 4))('%s is noticed by some property', async name => {
  let isNoticed = false;
  for (const one of judged) isNoticed ||= (await counterexample(one, () => rulesWith(name))) !== null;
  expect(isNoticed).toBe(true);
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

test('one that does not leave a message inside another where that is refused breaks reads-the-same-after-any-other', async () => {
  const deeper: OverlayPatch = before => {
    let depth = 0;
    return {
      readMessage: (rules, cursor, message) => {
        if (cursor.at === 0) return before.readMessage(rules, cursor, message);
        depth += 1;
        if (depth > 100) malformed('too deep');
        const read = before.readMessage(rules, cursor, message);
        depth -= 1;
        return read;
      },
    };
  };
  const law = definitionOf(isolation.readsTheSame);
  await expect(counterexample(law, () => makeOverlayRules([deeper]))).resolves.not.toBeNull();
});

/** A decoder and writer that is right up to some size, and one of the laws of sizes that is broken by it. */
const limits: readonly (readonly [string, OverlayPatch, PropertyDefinition])[] = [
  [
    'keeps 65,535 bytes of what it reads',
    before => ({bytesOf: (...asked) => before.bytesOf(...asked).subarray(0, 65_535)}),
    definitionOf(sizes.largeIsRead),
  ],
  [
    'writes lengths from 16,384 on in two bytes',
    before => ({
      writeLength: (rules, out, length) =>
        length < 16_384
          ? before.writeLength(rules, out, length)
          : void out.push((length & 127) | 128, (length >> 7) & 127),
    }),
    definitionOf(sizes.largeIsWritten),
  ],
  [
    'writes 1,024 addresses and no more',
    before => ({
      writeField: (rules, out, field, value) =>
        before.writeField(rules, out, field, Array.isArray(value) ? value.slice(0, 1_024) : value),
    }),
    definitionOf(sizes.largeIsWritten),
  ],
  [
    'reads 65,535 addresses and no more',
    before => ({
      append: (rules, list, element) => (list.length >= 65_535 ? list : before.append(rules, list, element)),
    }),
    definitionOf(sizes.largeIsRead),
  ],
  [
    'reads 65,536 addresses of JSON and no more',
    before => ({
      readJsonValue: (...asked) => {
        const value = before.readJsonValue(...asked);
        return Array.isArray(value) ? value.slice(0, 65_536) : value;
      },
    }),
    definitionOf(sizes.largeJsonIsRead),
  ],
  [
    'writes 65,536 addresses and no more',
    before => ({
      writeField: (rules, out, field, value) =>
        before.writeField(rules, out, field, Array.isArray(value) ? value.slice(0, 65_536) : value),
    }),
    definitionOf(sizes.largeIsWritten),
  ],
  [
    'writes lengths in 16 bits',
    before => ({writeLength: (rules, out, length) => before.writeLength(rules, out, length & 0xffff)}),
    definitionOf(sizes.largeIsWritten),
  ],
  [
    'reads 49,152 bytes of base64 and no more',
    before => ({readJsonBytes: (...asked) => before.readJsonBytes(...asked).subarray(0, 49_152)}),
    definitionOf(sizes.largeJsonIsRead),
  ],
  [
    'writes base64 of 65,536 characters and no more',
    before => ({writeJsonBytes: (...asked) => before.writeJsonBytes(...asked).slice(0, 65_536)}),
    definitionOf(sizes.largeJsonIsWritten),
  ],
];

test.each(someOf(limits, 5))('one that %s breaks a law of sizes', async (_, patch, one) => {
  await expect(counterexample(one, () => makeOverlayRules([patch]))).resolves.not.toBeNull();
});

function definitionOf(one: unknown): PropertyDefinition {
  return one as PropertyDefinition;
}

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
async function counterexample(
  one: PropertyDefinition,
  start: () => OverlayRules,
  numRuns: number = one.runs,
): Promise<unknown> {
  const rules = start();
  const law = fc.asyncProperty(one.input, input => one.check(world(rules, start), input));
  const {counterexample: example, errorInstance} = await fc.check(law, {
    numRuns,
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
    heard: unused,
    prepare: unused,
    expect: unused,
    count: () => {},
    law: (holds, {path, message}) => {
      if (!holds) throw new LawBroken(`${path}: ${message}`);
    },
    decode: async (message, bytes, form) => decode(rules, message, bytes, form),
    encode: async (message, value, form) => encode(rules, message, value, form),
    askInOrder: async questions => {
      const fresh = start();
      return questions.map(question => answer(fresh, question));
    },
  };
}

function answer(rules: OverlayRules, question: TesteeQuestion): WorldAnswer {
  const {kind, message, form} = question;
  return kind === 'encode'
    ? encode(rules, message, question.value, form)
    : decode(rules, message, question.bytes, form);
}

function decode(rules: OverlayRules, message: string, bytes: Uint8Array, form = 'binary'): WorldAnswer {
  if (!isOverlayMessage(message)) return {answer: 'unsupported'};
  const decoded = (form === 'json' ? decodeJson : decodeBinary)(rules, message, bytes);
  if (decoded.kind === 'reject') return {answer: 'reject', detail: decoded.why};
  return {answer: 'value', value: JSON.parse(writeValueText(decoded.message)) as Json};
}

function encode(rules: OverlayRules, message: string, value: Json, form = 'binary'): WorldAnswer {
  if (!isOverlayMessage(message)) return {answer: 'unsupported'};
  const read = readValueText(message, jsonText(value));
  const bytes = form === 'json' ? Buffer.from(encodeJson(rules, read)) : encodeBinary(rules, read);
  return {answer: 'encoded', bytes};
}
