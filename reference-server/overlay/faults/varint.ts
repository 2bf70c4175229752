// Faults of varints, tags and lengths.
import type {OverlayFault} from '../faults.ts';
import {malformed} from '../rules/varint.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;

export const varintFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'varint-max-5',
    rule: 'VARINT',
    says: 'rejects varints longer than five bytes',
    patch: () => ({varintBytesMax: 5}),
  },
  {
    ...wire,
    name: 'varint-unlimited',
    rule: 'VARINT',
    says: 'reads varints of any length',
    patch: () => ({varintBytesMax: Infinity}),
  },
  {
    ...wire,
    name: 'varint-max-9',
    rule: 'VARINT',
    says: 'rejects varints of ten bytes',
    patch: () => ({varintBytesMax: 9}),
  },
  {
    ...wire,
    name: 'truncated-varint-partial',
    rule: 'EOF',
    says: 'takes the bits read so far when the input ends inside a varint',
    patch: () => ({endInsideVarint: (_rules, soFar) => soFar}),
  },
  {
    ...wire,
    name: 'reject-nonminimal',
    rule: 'VARINT',
    says: 'rejects a varint that takes more bytes than its value needs',
    patch: before => ({
      readVarint: (rules, cursor) => {
        const varint = before.readVarint(rules, cursor);
        if (varint.length > 1 && cursor.bytes[cursor.at - 1] === 0) malformed('a varint has a needless byte');
        return varint;
      },
    }),
  },
  {
    ...wire,
    name: 'varint-high-first',
    rule: 'VARINT',
    says: 'reads the groups of a two-byte varint most significant first',
    patch: before => ({
      readVarint: (rules, cursor) => {
        const varint = before.readVarint(rules, cursor);
        if (varint.length !== 2) return varint;
        return {...varint, low: ((varint.low & 0x7f) << 7) | (varint.low >> 7)};
      },
    }),
  },
  {
    ...wire,
    name: 'varint-ahead-of-others-cut',
    rule: 'VARINT',
    says: 'drops what a varint of five bytes has above 32 bits where ten bytes of the message are left, as a fast way of its own reads it',
    patch: before => ({
      readVarint: (rules, cursor) => {
        const isFast = cursor.end - cursor.at >= 10;
        const varint = before.readVarint(rules, cursor);
        return isFast && varint.length === 5 ? {...varint, high: 0} : varint;
      },
    }),
  },
  {
    ...wire,
    name: 'tag-any-length',
    rule: 'TAG',
    basis: 'defacto',
    says: 'reads tags of up to ten bytes',
    patch: () => ({checkTagLength: () => {}}),
  },
  {
    ...wire,
    // The encoding guide does not say how large a tag may be; the official suite alone refuses one above 32 bits.
    basis: 'defacto',
    name: 'tag-truncated-to-32-bits',
    rule: 'TAG',
    says: 'drops the bits of a tag above 32, so that a number out of range becomes a field',
    patch: () => ({checkTagWidth: () => {}, checkTagLength: () => {}}),
  },
  {
    ...wire,
    name: 'tag-one-byte',
    rule: 'TAG',
    says: 'rejects tags longer than one byte, that is field numbers above 15',
    patch: () => ({
      checkTagLength: (_rules, varint) => (varint.length > 1 ? malformed('a tag is one byte') : undefined),
    }),
  },
  {
    ...wire,
    name: 'field0-unknown',
    rule: 'TAG',
    says: 'takes field number 0 as an unknown field',
    patch: () => ({checkFieldNumber: () => {}}),
  },
  {
    ...wire,
    name: 'reserved-numbers-rejected',
    rule: 'TAG',
    says: 'rejects field numbers 19000 to 19999, which only declarations must not use',
    patch: before => ({
      checkFieldNumber: (rules, number) => {
        before.checkFieldNumber(rules, number);
        if (number >= 19_000 && number <= 19_999) malformed('the number is reserved');
      },
    }),
  },
  {
    ...wire,
    name: 'wire-type-6-accepted',
    rule: 'WT6',
    says: 'takes wire type 6 as an unknown field without a payload',
    patch: before => ({checkWireType: (rules, type) => (type === 6 ? undefined : before.checkWireType(rules, type))}),
  },
  {
    ...wire,
    name: 'wire-type-7-accepted',
    rule: 'WT7',
    says: 'takes wire type 7 as an unknown field without a payload',
    patch: before => ({checkWireType: (rules, type) => (type === 7 ? undefined : before.checkWireType(rules, type))}),
  },
  {
    ...wire,
    name: 'len-trunc32',
    rule: 'LEN',
    basis: 'usual',
    says: 'keeps 32 bits of a length, so that 2^32+2 reads as 2',
    patch: () => ({lengthOf: (_rules, varint) => varint.low}),
  },
  {
    ...wire,
    name: 'len-signed32',
    rule: 'LEN',
    says: 'reads a length of 2^31 and more as negative and therefore as empty',
    patch: () => ({lengthOf: (_rules, varint) => Math.max(0, varint.low | 0)}),
  },
  {
    ...wire,
    name: 'len-clamp',
    rule: 'LEN',
    says: 'shortens a length that runs past the end to what is left',
    patch: () => ({checkExtent: (_rules, cursor, length) => Math.min(length, cursor.end - cursor.at)}),
  },
  {
    ...wire,
    name: 'len-past-parent',
    rule: 'LEN',
    says: 'checks a length against the whole input, so that a child may run past its parent',
    patch: () => ({
      checkExtent: (_rules, cursor, length) =>
        length > cursor.bytes.length - cursor.at ? malformed('a length runs past the input') : length,
    }),
  },
  {
    ...wire,
    name: 'len-max-16383',
    rule: 'BYTES',
    says: 'rejects a payload of 16,384 bytes and more',
    patch: before => ({
      checkExtent: (rules, cursor, length) =>
        length > 16_383 ? malformed('a payload is too long') : before.checkExtent(rules, cursor, length),
    }),
  },
  {
    ...wire,
    name: 'length-wide-crash',
    rule: 'LEN',
    says: 'dies of a length that is written in more than five bytes',
    patch: before => ({
      lengthOf: (rules, varint) => {
        if (varint.length > 5) throw new RangeError('the buffer for a length holds five bytes');
        return before.lengthOf(rules, varint);
      },
    }),
  },
  {
    ...wire,
    name: 'varint-wide-crash',
    rule: 'VARINT',
    says: 'dies of a varint with bits above the 64th',
    patch: before => ({
      readVarint: (rules, cursor) => {
        const varint = before.readVarint(rules, cursor);
        if (varint.length === 10 && (cursor.bytes[cursor.at - 1] ?? 0) > 1) throw new RangeError('more than 64 bits');
        return varint;
      },
    }),
  },
];
