// What reading bytes (or JSON text) as an overlay message can come to.
import type {JsonObject} from '../../model/json.ts';
import type {Draft} from './draft.ts';

/** What a decoder may do with one input. */
export type Reading = AcceptedReading | RejectedReading | OpenReading;

/** A well-formed input and the one value that it has. */
interface AcceptedReading extends ReadValue {
  readonly kind: 'accept';
  /** `defacto`: only the known decoders agree, because the number of a known field came with another wire type. */
  readonly basis: 'protocol' | 'defacto';
  /** No guide says that such a record is skipped: refusing the input is right, too. Another value is not. */
  readonly mayBeRefused: boolean;
}

/** A malformed input. `defacto`: only the known decoders refuse it, or an odd tag came before, of which decoders make different things. */
export interface RejectedReading {
  readonly kind: 'reject';
  readonly basis: 'protocol' | 'defacto';
  readonly why: Malformation;
  /** Byte (or character) offset at which it was noticed. */
  readonly offset: number;
}

/** An input that the standard leaves open: accepting with `accept` and rejecting are both right. */
export interface OpenReading {
  readonly kind: 'open';
  readonly basis: 'impl';
  readonly why: OpenPoint;
  readonly offset: number;
  /** The value that a decoder which accepts must give. */
  readonly accept: ReadValue;
  /** Values that are right as well, e.g. the nearest double of a bare number that no double holds, or a uint64 whose bit 63 a tenth byte above 1 set. */
  readonly others?: readonly ReadValue[];
  readonly preferred: Preference;
}

/** What a careful decoder does with an open input. */
export type Preference = 'accept' | 'reject' | 'either';

/** A value read from an input. */
export interface ReadValue {
  /** The value as it was read, to be compared without making anything of it. */
  readonly draft: Draft;
  /** Value-text convention, normalized: every scalar and list is there, absent messages are not. */
  readonly value: JsonObject;
  /** The shortest bytes of the value in number order, unknown records of each level behind them as they arrived. */
  readonly canonical: Uint8Array;
  readonly hasUnknown: boolean;
}

/** Why an input is malformed, each with the sentence that reports show. */
export const malformations = {
  'ends-in-tag': 'the input ends inside a tag',
  'ends-in-varint': 'the input ends inside a varint',
  'ends-in-length': 'the input ends inside a length',
  'ends-in-payload': 'the input ends before the payload that was announced',
  'runs-past-parent': 'a value inside a nested message would be complete only with bytes of the message around it',
  'varint-too-long': 'a varint has more than ten bytes',
  'field-number-zero': 'field number 0 is not allowed',
  'reserved-wire-type': 'wire types 6 and 7 do not exist',
  'stray-end-group': 'a group ends that never began',
  'wrong-end-group': 'a group ends with another number than it began with',
  'open-group': 'a group is still open where its message ends',
  'length-too-large': 'a length is larger than what is left, even cut to 32 bits',
  'tag-too-long': 'a tag has nine or more bytes; five are enough for every tag',
  'tag-too-large': 'a tag is larger than 32 bits',
  'not-json': 'the text is not one JSON value',
  'unknown-key': 'the message has no field of this name',
  'wrong-json-type': 'the field cannot hold this kind of JSON value',
  'not-a-number': 'the text is not a decimal number',
  'out-of-range': 'the number does not fit into the field',
  'unknown-enum-name': 'the enum has no value of this name',
  'not-base64': 'the text is not base64',
  'null-element': 'null is not an element of a list',
} as const;

export type Malformation = keyof typeof malformations;

/** Why an input is open, each with the sentence that reports show and what a careful decoder does. */
export const openPoints = {
  'overlong-tag': {preferred: 'accept', text: 'a tag is written longer than it must be'},
  'long-tag': {preferred: 'reject', text: 'a tag has six to eight bytes; five are enough for every tag'},
  'tenth-byte': {preferred: 'either', text: 'the tenth byte of a varint carries bits above the 64th'},
  'long-length': {preferred: 'either', text: 'a length has six to ten bytes; five are enough for every length'},
  'wide-length': {preferred: 'reject', text: 'a length above 32 bits would fit only if it were cut to 32 bits'},
  'zero-in-group': {preferred: 'reject', text: 'field number 0 is inside an unknown group'},
  deep: {preferred: 'either', text: 'groups and messages are nested deeper than 64, where known depth limits begin'},
  'enum-digits': {preferred: 'reject', text: 'an enum is given as a string of digits'},
  'enum-spelling': {preferred: 'either', text: 'an enum number is written with a fraction or an exponent'},
  'number-spelling': {preferred: 'either', text: 'a number is spelled in a way that the JSON guide does not mention'},
  'number-precision': {preferred: 'either', text: 'a bare number has more digits than a double holds'},
  'base64-spelling': {
    preferred: 'either',
    text: 'the base64 has too much padding or mixes both alphabets, which the JSON guide does not mention',
  },
  'base64-remainder': {
    preferred: 'reject',
    text: 'the base64 holds white space, or one character that makes no whole byte',
  },
  'duplicate-key': {preferred: 'reject', text: 'a key appears twice in one object'},
  'byte-order-mark': {preferred: 'either', text: 'a byte-order mark precedes the JSON'},
  'top-null': {preferred: 'reject', text: 'the whole text is null'},
} as const satisfies {readonly [name: string]: {readonly preferred: Preference; readonly text: string}};

export type OpenPoint = keyof typeof openPoints;

/** Says in one sentence what came of an input, e.g. `reject at byte 3: a varint has more than ten bytes`. */
export function sentenceOf(reading: Reading): string {
  switch (reading.kind) {
    case 'accept':
      return reading.basis === 'protocol'
        ? 'accept'
        : 'accept; a known field number with another wire type is an unknown field';
    case 'reject':
      return `reject at byte ${reading.offset}: ${malformations[reading.why]}`;
    case 'open':
      return `left open at byte ${reading.offset}: ${openPoints[reading.why].text}`;
  }
}

/** Gives every value that an accepting decoder may give. */
export function readValuesOf(reading: Reading): readonly ReadValue[] {
  switch (reading.kind) {
    case 'accept':
      return [reading];
    case 'open':
      return [reading.accept, ...(reading.others ?? [])];
    case 'reject':
      return [];
  }
}

/** Gives the value that an accepting decoder must give, when there is one. */
export function readValueOf(reading: Reading): ReadValue | undefined {
  switch (reading.kind) {
    case 'accept':
      return reading;
    case 'open':
      return reading.accept;
    case 'reject':
      return undefined;
  }
}
