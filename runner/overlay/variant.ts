// Makes a variant of a wire case: another input of the same kind with other values, so that a table of known inputs is no decoder.
import {jsonText} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {hexOf} from '../../base/text/hex.ts';
import {randomAt, type Random} from '../../base/random/seeded-numbers.ts';
import {readValueOf, type Reading} from './reading.ts';
import {schema} from './message-schema.ts';
import {respelled, withMemberBefore, withSpace} from './variant-json.ts';
import {revalued, withRecordBefore} from './variant-bytes.ts';
import {readingOf, type WireInput} from './wire-rows.ts';

/** An input and what a decoder must answer to it. */
export interface WireVariant {
  readonly input: WireInput;
  readonly reading: Reading;
}

/**
 * Draws a variant: it gets the same verdict for the same reason as the row's input, by our strict reader, and has other bytes; an
 * accepted one has another value wherever it can. Undefined when no variant was found, which fixtures/overlay never needs.
 */
export function variantOf(message: OverlayMessage, input: WireInput, seed: number): WireVariant | undefined {
  const original = readingOf(message, input);
  let second: WireVariant | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const random = randomAt(seed, attempt);
    const variant = changed(random, message, input, attempt);
    if (textOf(variant) === textOf(input)) continue;
    const reading = readingOf(message, variant);
    if (!isSameKind(original, reading)) continue;
    if (!hasSameValue(original, reading)) return {input: variant, reading};
    second ??= {input: variant, reading};
  }
  return second;
}

/** Most rows find a variant at once; after this many draws the row has none with another value. */
const attemptsMax = 24;

/** First other values alone; then, every second time around the row's own values, something sound before them. */
function changed(random: Random, message: OverlayMessage, input: WireInput, attempt: number): WireInput {
  const of = schema[message];
  const third = Math.floor((attempt * 3) / attemptsMax);
  const isOwn = third > 0 && attempt % 2 === 0;
  if (input.kind === 'binary') {
    const bytes = isOwn ? input.bytes : revalued(random, of, input.bytes);
    return {kind: 'binary', bytes: third === 0 ? bytes : withRecordBefore(random, of, bytes)};
  }
  const text = isOwn ? input.text : respelled(random, input.text);
  if (third === 0) return {kind: 'json', text};
  return {kind: 'json', text: third === 1 ? withMemberBefore(random, of, text) : withSpace(random, text)};
}

function textOf(input: WireInput): string {
  return input.kind === 'json' ? input.text : hexOf(input.bytes);
}

function isSameKind(one: Reading, other: Reading): boolean {
  if (one.kind !== other.kind || one.basis !== other.basis) return false;
  if (one.kind === 'accept' || other.kind === 'accept') return true;
  return one.why === other.why;
}

/** A rejected input has no value, and none to differ from. */
function hasSameValue(one: Reading, other: Reading): boolean {
  const before = readValueOf(one);
  const after = readValueOf(other);
  if (before === undefined || after === undefined) return false;
  return jsonText(before.value) === jsonText(after.value);
}
