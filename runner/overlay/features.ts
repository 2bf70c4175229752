// Names what is special about an input, so that a finding can say "refuses an unknown group" instead of showing bytes alone.
import type {OverlayMessage} from '../../model/peer.ts';
import {varintBytes} from './records.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from './message-schema.ts';
import {behindValue, varintAt, type VarintAt} from './varint-at.ts';

/** Everything that can be special, the most telling first, each with the words that stand behind "refuses". */
export const features = {
  'known-group': 'a group with the number of a known field',
  'deep-groups': 'unknown groups nested deeper than ten',
  'nested-group': 'an unknown group inside an unknown group',
  group: 'an unknown group',
  'wrong-wire-type': 'the number of a known field with another wire type',
  'merged-message': 'a message field that comes twice',
  'overlong-tag': 'a tag with more bytes than it needs',
  'overlong-length': 'a length with more bytes than it needs',
  'overlong-varint': 'a varint with more bytes than it needs',
  'wide-enum': 'an enum wider than 32 bits',
  'negative-enum': 'a negative enum number',
  'wide-uint32': 'a uint32 wider than 32 bits',
  'large-uint64': 'a uint64 above 2^53',
  'high-uint32': 'a uint32 above 2^31',
  'huge-field': 'more than 65,535 bytes in one field',
  'long-field': 'more than 16,383 bytes in one field',
  'repeated-scalar': 'a field that comes twice',
  'unnamed-enum': 'an enum number without a name',
  'unknown-field': 'an unknown field',
  'out-of-order': 'fields out of number order',
  'written-default': 'a default that is written out',
  'empty-message': 'a present but empty message',
  octets: 'bytes that are not UTF-8',
  list: 'a list of several elements',
  'no-bytes': 'an input without bytes',
} as const;

export type Feature = keyof typeof features;

/** Lists the features of an input, the most telling first. Total: what cannot be read has none. */
export function featuresOf(message: OverlayMessage, bytes: Uint8Array): readonly Feature[] {
  const found = new Set<Feature>();
  if (bytes.length === 0) found.add('no-bytes');
  findInMessage({bytes, found}, schema[message], 0, bytes.length);
  return (Object.keys(features) as Feature[]).filter(feature => found.has(feature));
}

interface Search {
  readonly bytes: Uint8Array;
  readonly found: Set<Feature>;
}

function findInMessage(search: Search, of: OverlaySchema, start: number, end: number): void {
  const seen = new Set<OverlayField>();
  let highest = 0;
  let at = start;
  while (at < end) {
    const tag = varintAt(search.bytes, at, end);
    const next = tag === undefined ? undefined : behindValue(search.bytes, Number(tag.value & 7n), tag.next, end);
    if (tag === undefined || next === undefined) return;
    noteLength(search, 'overlong-tag', at, tag);
    const number = Number(tag.value >> 3n);
    const field = of.byNumber[number];
    if (number < highest) search.found.add('out-of-order');
    highest = Math.max(highest, number);
    findInRecord(search, field, Number(tag.value & 7n), tag.next, next);
    if (field !== undefined && wireTypeOf(field) === Number(tag.value & 7n)) noteRepetition(search, field, seen);
    at = next;
  }
}

function noteRepetition(search: Search, field: OverlayField, seen: Set<OverlayField>): void {
  if (seen.has(field)) {
    search.found.add(field.isRepeated ? 'list' : field.kind === 'message' ? 'merged-message' : 'repeated-scalar');
  }
  seen.add(field);
}

function findInRecord(
  search: Search,
  field: OverlayField | undefined,
  wireType: number,
  start: number,
  end: number,
): void {
  const {bytes, found} = search;
  if (wireType === 3) noteGroups(search, field === undefined ? 'group' : 'known-group', start, end);
  if (field === undefined) found.add('unknown-field');
  else if (wireTypeOf(field) !== wireType) found.add('wrong-wire-type');
  const number = wireType === 0 || wireType === 2 ? varintAt(bytes, start, end) : undefined;
  if (number === undefined) return;
  noteLength(search, wireType === 0 ? 'overlong-varint' : 'overlong-length', start, number);
  if (wireType === 2 && number.value > 0x3fffn) found.add(number.value > 0xffffn ? 'huge-field' : 'long-field');
  if (field === undefined || wireTypeOf(field) !== wireType) return;
  if (wireType === 0) noteNumber(search, field, number.value);
  else findInPayload(search, field, number.next, end);
}

function findInPayload(search: Search, field: OverlayField, start: number, end: number): void {
  if (field.kind === 'message') {
    if (start === end) search.found.add('empty-message');
    findInMessage(search, heldSchema(field), start, end);
  } else if (start === end) {
    search.found.add('written-default');
  } else if (search.bytes.subarray(start, end).some(byte => byte >= 0x80)) {
    search.found.add('octets');
  }
}

function noteLength({found}: Search, feature: Feature, start: number, {value, next}: VarintAt): void {
  if (next - start > varintBytes(value).length) found.add(feature);
}

function noteNumber({found}: Search, field: OverlayField, value: bigint): void {
  if (value === 0n) found.add('written-default');
  switch (field.kind) {
    case 'enum':
      noteEnum(found, field, value);
      return;
    case 'uint32':
      if (value > 0xffff_ffffn) found.add('wide-uint32');
      else if (value >= 0x8000_0000n) found.add('high-uint32');
      return;
    case 'uint64':
      if (value > 0x20_0000_0000_0000n) found.add('large-uint64');
      return;
    case 'bytes':
    case 'message':
      return;
  }
}

function noteEnum(found: Set<Feature>, field: OverlayField, value: bigint): void {
  const number = BigInt.asIntN(32, value);
  if (number < 0n && (value <= 0xffff_ffffn || BigInt.asIntN(64, value) === number)) found.add('negative-enum');
  else if (value > 0xffff_ffffn) found.add('wide-enum');
  else if (field.names?.[Number(number)] === undefined) found.add('unnamed-enum');
}

function noteGroups({bytes, found}: Search, feature: Feature, start: number, end: number): void {
  found.add(feature);
  let open = 1;
  for (let at = start; at < end && open > 0;) {
    const tag = varintAt(bytes, at, end);
    if (tag === undefined) return;
    const wireType = Number(tag.value & 7n);
    if (wireType === 3) open += 1;
    if (wireType === 4) open -= 1;
    if (open > 1) found.add('nested-group');
    if (open > 10) found.add('deep-groups');
    at = wireType === 3 || wireType === 4 ? tag.next : (behindValue(bytes, wireType, tag.next, end) ?? end);
  }
}
