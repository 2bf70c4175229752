// Fuzzes the reference decoder with each of its faults: nearly all are found, and what is found shrinks to a few bytes.
import {describe, expect, test} from 'vitest';
import {decodeBinary} from '../../../reference-server/overlay/codec.ts';
import {overlayFaults} from '../../../reference-server/overlay/faults.ts';
import {makeOverlayRules, type OverlayRules} from '../../../reference-server/overlay/rules/overlay-rules.ts';
import {writeValueText} from '../../../reference-server/overlay/value-text.ts';
import {jsonText, type Json} from '../../../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../../../model/peer.ts';
import {generateInput, type GeneratedInput} from '../generate.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {judgeAnswer, type Difference} from '../judge-answer.ts';
import {shrink, shrinkText} from './shrink-input.ts';
import {readStrictly} from '../strict-reader.ts';

/** What shows only in a long list, long bytes, or deep nesting. */
const longFindings = ['rep-max-100', 'bytes-share-a-buffer', 'len-max-16383', 'depth-unlimited'];

/** Rejects and accepts an overlong length alike are right, so nothing can be found. */
const unseen = ['len-trunc32'];

const decoding = overlayFaults.filter(
  ({rule, name}) => !['LIVE', 'JSON', 'STATE', 'SCHEMA'].includes(rule) && !name.startsWith('enc-'),
);

test('the sound reference shows no difference on 30,000 inputs', () => {
  expect(firstDifference(makeOverlayRules(), 30_000)).toBeUndefined();
});

describe('a faulty reference is found within 30,000 inputs, and the finding is small', () => {
  test.each(decoding.filter(({name}) => !unseen.includes(name)).map(fault => [fault.name, fault] as const))(
    '%s',
    async (_, fault) => {
      const rules = makeOverlayRules([fault.patch]);
      const found = firstDifference(rules, 30_000);
      if (found === undefined) throw new Error('nothing was found');
      const isLong = longFindings.includes(fault.name);
      const stillShows = async (candidate: Uint8Array): Promise<boolean> =>
        differenceOf(rules, found.input.message, candidate)?.family === found.difference.family;
      const small = await shrink(found.input.bytes, stillShows, {triesMax: isLong ? 50 : 4_000});
      expect(small.length).toBeLessThanOrEqual(found.input.bytes.length);
      expect(differenceOf(rules, found.input.message, small)?.family).toBe(found.difference.family);
      // Lists and lengths that must be long stay long; anything else is a handful of bytes.
      expect(small.length).toBeLessThanOrEqual(isLong ? found.input.bytes.length : 24);
    },
  );
});

test('what nothing smaller shows stays as it is', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(await shrink(bytes, async candidate => hexOf(candidate) === '010203')).toEqual(bytes);
});

test('a message that comes twice is joined where once shows the same', async () => {
  const bytes = Uint8Array.from(Buffer.from('12021200120412020801', 'hex'));
  const small = await shrink(bytes, async candidate => {
    const reading = readStrictly('OverlayMeta', candidate);
    return reading.kind === 'accept' && /"IpAndPorts":\[\{[^}]*\},\{/.test(jsonText(reading.value));
  });
  expect(hexOf(small)).toBe('120412001200');
});

test('nested records lose their inner bytes together with their lengths', async () => {
  const bytes = Uint8Array.from(Buffer.from('120a08011204080110021807', 'hex'));
  const small = await shrink(bytes, async candidate => {
    const reading = readStrictly('OverlayMeta', candidate);
    return reading.kind === 'accept' && jsonText(reading.value).includes('"counter":7');
  });
  expect(hexOf(small)).toBe('12021807');
});

test('no more candidates are tried than allowed', async () => {
  let tries = 0;
  await shrink(
    new Uint8Array(500),
    async () => {
      tries += 1;
      return false;
    },
    {triesMax: 37},
  );
  expect(tries).toBe(37);
});

test('of a large input, nothing more is thought of when no more may be asked', async () => {
  const large = new Uint8Array(1_048_576).fill(0x81);
  const never = (): Promise<boolean> => Promise.resolve(false);
  expect(await shrink(large, never, {triesMax: 20})).toBe(large);
  let tries = 0;
  const isOver = (): boolean => (tries += 1) > 20;
  expect(await shrink(large, never, {isOver})).toBe(large);
  expect(await shrinkText(Buffer.from(`[${'1,'.repeat(100_000)}1]`), never, {triesMax: 20})).toHaveLength(200_003);
});

function firstDifference(
  rules: OverlayRules,
  inputs: number,
): {input: GeneratedInput; difference: Difference} | undefined {
  for (let index = 0; index < inputs; index += 1) {
    const input = generateInput(20_261_121, index);
    const difference = differenceOf(rules, input.message, input.bytes);
    if (difference !== undefined) return {input, difference};
  }
  return undefined;
}

function differenceOf(rules: OverlayRules, message: OverlayMessage, bytes: Uint8Array): Difference | undefined {
  return judgeAnswer(message, bytes, readStrictly(message, bytes), answerOf(rules, message, bytes));
}

function answerOf(rules: OverlayRules, message: OverlayMessage, bytes: Uint8Array): TesteeAnswer {
  try {
    const decoded = decodeBinary(rules, message, bytes);
    if (decoded.kind === 'reject') return {kind: 'reject', text: decoded.why};
    return {kind: 'value', value: JSON.parse(writeValueText(decoded.message)) as Json};
  } catch (error) {
    return {kind: 'broken', cause: 'crash', detail: String(error), stderrTail: ''};
  }
}

test.each([
  [
    '{"Type":2,"Details":{"VpnIp":167772161,"IpAndPorts":[{"Ip":1},{"Port":4242}]}}',
    /"Details".*"IpAndPorts".*"Port":[0-9]/,
    '{"Details":{"IpAndPorts":[{"Port":0}]}}',
  ],
  ['{"Time":"18446744073709551615","Type":1}', /"Type"/, '{"Type":0}'],
  [String.raw`{"a\"},":[1,2],"Type":1}`, /Type/, '{"Type":0}'],
])('a text is shrunk by members before characters: %s', async (text, needed, expected) => {
  const shows = (candidate: Uint8Array): Promise<boolean> => Promise.resolve(isJsonWith(candidate, needed));
  expect(Buffer.from(await shrinkText(Buffer.from(text), shows)).toString()).toBe(expected);
});

function isJsonWith(candidate: Uint8Array, needed: RegExp): boolean {
  const text = Buffer.from(candidate).toString();
  try {
    JSON.parse(text);
    return needed.test(text);
  } catch {
    return false;
  }
}
