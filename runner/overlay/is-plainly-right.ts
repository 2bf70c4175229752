// Tells whether an answer is right as it stands, in the bytes in which it came, without making anything of it.
import type {FuzzInput} from '../../model/decoder-search.ts';
import type {PlainAnswerKind} from '../../model/peer.ts';
import {isProtoJson, isValueText} from './is-value-text.ts';
import {readValueOf, type Reading} from './reading.ts';

/** An answer where it lies: `bytes` from `from` to `to`. */
export interface PlainAnswer {
  readonly kind: PlainAnswerKind;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/**
 * True when the answer is the text of the one value, the canonical bytes or JSON of it, or a refusal in ASCII where one is right. False says nothing:
 * another spelling may be as right, and has to be judged.
 */
export function isPlainlyRight({way}: FuzzInput, reading: Reading, {kind, bytes, from, to}: PlainAnswer): boolean {
  switch (way) {
    case 'binary':
    case 'json':
      if (kind === 'reject') return reading.kind !== 'accept' && isAscii(bytes, from, to);
      break;
    case 'encode':
    case 'encode-json':
      if (kind !== 'encoded') return false;
      break;
  }
  // What careful decoders refuse is worth telling although the value is right.
  if (reading.kind === 'reject' || (reading.kind === 'open' && reading.preferred === 'reject')) return false;
  const read = readValueOf(reading)!;
  switch (way) {
    case 'binary':
    case 'json':
      return kind === 'value' && isValueText(bytes, read.draft, from, to);
    case 'encode':
      return isSame(read.canonical, bytes, from, to);
    case 'encode-json':
      return isProtoJson(bytes, read.draft, from, to);
  }
}

/** "A string must always contain UTF-8 encoded text"; what is not ASCII is looked at more closely. */
function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at]! > 0x7f) return false;
  return true;
}

function isSame(expected: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== expected.length) return false;
  for (let at = 0; at < expected.length; at += 1) if (bytes[from + at] !== expected[at]) return false;
  return true;
}
