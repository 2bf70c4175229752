// Pins which answers are taken as right where they lie, and that none of them is one that would be judged wrong.
import {expect, test} from 'vitest';
import {fuzzWays, type FuzzInput} from '../../model/decoder-search.ts';
import {overlayMessages, type PlainAnswerKind, type TesteeAnswer} from '../../model/peer.ts';
import type {Json} from '../../model/json.ts';
import {generateWay} from './generate-way.ts';
import {isPlainlyRight} from './is-plainly-right.ts';
import {judgeInput} from './judge-input.ts';
import {writeProtoJson} from './proto-json.ts';
import {randomAt} from '../../base/random/seeded-numbers.ts';
import {readInput} from './read-input.ts';
import {readValueOf} from './reading.ts';
import {valueToText} from './value-text.ts';

test.each([
  ['binary', '0801', 'value', '{"Type":1}', true],
  ['binary', '0801', 'value', '{"Type":2}', false],
  ['binary', '0801', 'reject', 'no', false],
  ['binary', '0801', 'encoded', '{"Type":1}', false],
  ['binary', '0000', 'value', '{}', false],
  ['binary', '0000', 'reject', 'field number 0', true],
  ['binary', '0000', 'reject', 'Feldnummer f\u00fcr niemand', false],
  // What careful decoders refuse is judged, though the value is right; a refusal of it is right at once.
  ['binary', '88808080800001', 'value', '{"Type":1}', false],
  ['binary', '88808080800001', 'reject', 'long tag', true],
  ['json', '{"Type":"HostQuery"}', 'value', '{"Type":1}', true],
  ['json', '{"Type":', 'reject', 'it ends', true],
  ['encode', '{"Type":1}', 'encoded', '\u0008\u0001', true],
  ['encode', '{"Type":1}', 'encoded', '\u0008\u0002', false],
  ['encode', '{"Type":1}', 'encoded', '\u0008', false],
  ['encode', '{"Type":1}', 'reject', 'no', false],
  ['encode-json', '{"Type":1}', 'encoded', '{"Type":"HostQuery"}', true],
  ['encode-json', '{"Type":1}', 'encoded', '{"Type":"HostQueries"}', false],
  ['encode-json', '{"Type":1}', 'encoded', '{"Type":1}', false],
  ['encode-json', '{"Type":77,"Details":{}}', 'encoded', '{"Type":77, "Details":{}}', true],
  ['encode-json', '{"Type":1}', 'value', '{"Type":"HostQuery"}', false],
] as const)('asked to %s %s, the %s %s is plainly right: %s', (way, text, kind, answer, expected) => {
  const bytes = way === 'binary' ? Buffer.from(text, 'hex') : Buffer.from(text);
  const input: FuzzInput = {message: 'OverlayMeta', way, bytes};
  expect(isRight(input, kind, Buffer.from(answer))).toBe(expected);
});

test.each([
  ['OverlayMeta', '{"Details":{"IpAndPorts":[]}}', '{"Details":{}}'],
  ['OverlayHandshake', '{"Hmac":""}', '{}'],
  ['OverlayHandshake', '{"Hmac":"ff"}', '{"Hmac":"/w=="}'],
  ['OverlayHandshake', '{"Hmac":"fbff"}', '{"Hmac":"+/8="}'],
  ['OverlayHandshake', '{"Hmac":"616263"}', '{"Hmac":"YWJj"}'],
  ['OverlayHandshake', '{"Hmac":"61626364"}', '{"Hmac": "YWJjZA=="}'],
  ['OverlayPing', '{"Time":"18446744073709551615"}', '{"Time":"18446744073709551615"}'],
] as const)('asked to write %s %s as JSON, %s is plainly right', (message, text, answer) => {
  expect(isRight({message, way: 'encode-json', bytes: Buffer.from(text)}, 'encoded', Buffer.from(answer))).toBe(true);
});

test('what is plainly right is never judged to be a difference, and nearly every right answer is plainly right', () => {
  const wrong: string[] = [];
  let right = 0;
  let plain = 0;
  for (let index = 0; index < 12_000; index += 1) {
    const input = generateWay(7, index, fuzzWays[index % fuzzWays.length]!, overlayMessages);
    const reading = readInput(input);
    for (const [kind, answer] of answersTo(input, index)) {
      const isPlain = isRight(input, kind, answer);
      const isJudgedRight = judgeInput(input, reading, answerOf(kind, answer)) === undefined;
      if (isPlain && !isJudgedRight)
        wrong.push(
          `${input.way} ${Buffer.from(input.bytes).toString('hex')} ${kind} ${Buffer.from(answer).toString('hex')}`,
        );
      right += isJudgedRight ? 1 : 0;
      plain += isPlain ? 1 : 0;
    }
  }
  expect(wrong).toEqual([]);
  expect(plain).toBeGreaterThan(0.9 * right);
});

/** The text between other bytes, as it lies in a frame. */
function isRight(input: FuzzInput, kind: PlainAnswerKind, answer: Uint8Array): boolean {
  const bytes = Buffer.concat([Buffer.of(0x7b, 0x80), answer, Buffer.of(0x7d, 0x80)]);
  return isPlainlyRight(input, readInput(input), {kind, bytes, from: 2, to: 2 + answer.length});
}

/** A refusal, the right answer where there is one, and that answer with a byte changed. */
function answersTo(input: FuzzInput, index: number): readonly (readonly [PlainAnswerKind, Uint8Array])[] {
  const refusal = ['reject', Buffer.from('no')] as const;
  const read = readValueOf(readInput(input));
  if (read === undefined) return [refusal, ['value', Buffer.from('{}')]];
  const {message, way} = input;
  const isEncode = way === 'encode' || way === 'encode-json';
  const text = way === 'encode-json' ? writeProtoJson(message, read.value) : valueToText(message, read.value);
  const good = way === 'encode' ? read.canonical : Buffer.from(text);
  const random = randomAt(3, index);
  const bad = Uint8Array.from(good);
  if (bad.length > 0) bad[random.below(bad.length)] = 0x20 + random.below(0x5f);
  const kind = isEncode ? 'encoded' : 'value';
  return [refusal, [kind, good], [kind, bad]];
}

function answerOf(kind: PlainAnswerKind, answer: Uint8Array): TesteeAnswer {
  const text = Buffer.from(answer).toString();
  if (kind === 'reject') return {kind, text};
  if (kind === 'encoded') return {kind, bytes: answer};
  try {
    return {kind, value: JSON.parse(text) as Json};
  } catch {
    return {kind: 'broken', cause: 'bad-answer', detail: '', stderrTail: ''};
  }
}
