// Shows bytes as a hex dump with the meaning of each record beside it, e.g. `08 02  Type = HostQueryReply`.
import type {OverlayMessage} from '../../model/peer.ts';
import {hexOf} from '../../base/text/hex.ts';
import {malformations, type RejectedReading} from './reading.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from './message-schema.ts';
import {readStrictly} from './strict-reader.ts';
import {varintAt} from './varint-at.ts';

/** One line of a dump: bytes as hex pairs, nesting depth, and what they mean. */
interface AnnotatedLine {
  readonly hex: string;
  readonly depth: number;
  readonly meaning: string;
}

/** Dumps bytes read as the message named, one record per line, at most 400 lines. Total on any bytes: what cannot be read is shown as such. */
export function annotate(message: OverlayMessage, bytes: Uint8Array): string {
  if (bytes.length === 0) return '(no bytes)  an empty message: every field at its default';
  const lines = annotatedLines(message, bytes);
  const shown = lines.map(({hex, depth, meaning}) => ({hex: '  '.repeat(depth) + hex, meaning}));
  const width = Math.min(40, Math.max(...shown.map(({hex}) => hex.length)));
  return shown.map(({hex, meaning}) => `${hex.padEnd(width)}  ${meaning}`).join('\n');
}

/** Gives the lines of a dump, for reports that lay them out themselves. */
function annotatedLines(message: OverlayMessage, bytes: Uint8Array): readonly AnnotatedLine[] {
  const reading = readStrictly(message, bytes);
  const fault = reading.kind === 'reject' ? faultOf(reading) : undefined;
  const dump: Dump = {bytes, lines: [], fault, isFaultShown: false};
  dumpMessage(dump, schema[message], 0, bytes.length, 0);
  if (fault !== undefined && !dump.isFaultShown) add(dump, '', 0, `byte ${fault.at}: ${fault.text}`);
  return dump.lines;
}

function faultOf({why, offset}: RejectedReading): Fault {
  return {at: offset, text: malformations[why], isEndTag: why === 'stray-end-group' || why === 'wrong-end-group'};
}

interface Fault {
  readonly at: number;
  readonly text: string;
  /** The fault is a whole tag that could be shown as a record, and must not be. */
  readonly isEndTag: boolean;
}

interface Dump {
  readonly bytes: Uint8Array;
  readonly lines: AnnotatedLine[];
  readonly fault: Fault | undefined;
  isFaultShown: boolean;
}

/** Lines past this say nothing new to a reader. */
const linesMax = 400;

function add(dump: Dump, hex: string, depth: number, meaning: string): void {
  if (dump.lines.length < linesMax) dump.lines.push({hex, depth, meaning});
  else if (dump.lines.length === linesMax) dump.lines.push({hex: '…', depth: 0, meaning: 'more records are not shown'});
}

/** Dumps records from `start` to `end`; gives where it stopped, which is before `end` when the rest cannot be read. */
function dumpMessage(dump: Dump, of: OverlaySchema | undefined, start: number, end: number, depth: number): void {
  const counts = new Map<string, number>();
  let openGroups = 0;
  let at = start;
  while (at < end && dump.lines.length <= linesMax) {
    // The wire type is in the low three bits of the tag's first byte.
    const wireType = dump.bytes[at]! & 7;
    if (wireType === 4 && openGroups > 0) openGroups -= 1;
    const isFault = dump.fault?.isEndTag === true && dump.fault.at === at;
    const next = isFault
      ? undefined
      : dumpRecord({dump, of: openGroups > 0 ? undefined : of, at, end, depth: depth + openGroups, counts});
    if (next === undefined) {
      dumpRest(dump, at, end, depth + openGroups);
      return;
    }
    if (wireType === 3) openGroups += 1;
    at = next;
  }
}

function dumpRest(dump: Dump, at: number, end: number, depth: number): void {
  const {fault} = dump;
  const isHere = fault !== undefined && fault.at >= at && fault.at <= end;
  if (isHere) dump.isFaultShown = true;
  add(dump, spaced(dump.bytes, at, end), depth, isHere ? fault.text : 'cannot be read');
}

interface Place {
  readonly dump: Dump;
  readonly of: OverlaySchema | undefined;
  readonly at: number;
  readonly end: number;
  readonly depth: number;
  readonly counts: Map<string, number>;
}

function dumpRecord(place: Place): number | undefined {
  const tag = varintAt(place.dump.bytes, place.at, place.end);
  if (tag === undefined) return undefined;
  const number = tag.value >> 3n;
  const wireType = Number(tag.value & 7n);
  if (number === 0n || wireType > 5) return undefined;
  const field = number <= 5n ? place.of?.byNumber[Number(number)] : undefined;
  const isKnown = field !== undefined && wireTypeOf(field) === wireType;
  const name = nameOf(field, number, wireType);
  const body = {place, from: tag.next, name, field: isKnown ? field : undefined};
  switch (wireType) {
    case 0:
      return dumpVarint(body);
    case 1:
      return dumpFixed(body, 8);
    case 2:
      return dumpLength(body);
    case 5:
      return dumpFixed(body, 4);
    default:
      add(
        place.dump,
        spaced(place.dump.bytes, place.at, tag.next),
        place.depth,
        wireType === 3 ? `group ${number} begins` : `group ${number} ends`,
      );
      return tag.next;
  }
}

function nameOf(field: OverlayField | undefined, number: bigint, wireType: number): string {
  if (field === undefined) return `unknown field ${number}`;
  return wireTypeOf(field) === wireType
    ? field.name
    : `unknown (the number of ${field.name} with wire type ${wireType})`;
}

interface Body {
  readonly place: Place;
  /** The first byte behind the tag. */
  readonly from: number;
  readonly name: string;
  readonly field: OverlayField | undefined;
}

function dumpVarint({place, from, name, field}: Body): number | undefined {
  const read = varintAt(place.dump.bytes, from, place.end);
  if (read === undefined) return undefined;
  add(
    place.dump,
    spaced(place.dump.bytes, place.at, read.next),
    place.depth,
    `${name} = ${meaningOf(field, read.value)}`,
  );
  return read.next;
}

function meaningOf(field: OverlayField | undefined, value: bigint): string {
  if (field === undefined || field.kind === 'uint64') return String(value);
  if (field.kind !== 'enum') return cut(value, BigInt.asUintN(32, value));
  const number = BigInt.asIntN(32, value);
  return field.names?.[Number(number)] ?? cut(value, number);
}

function cut(value: bigint, kept: bigint): string {
  return value === kept || BigInt.asIntN(64, value) === kept ? String(kept) : `${kept} (${value} cut to 32 bits)`;
}

function dumpFixed({place, from, name}: Body, length: number): number | undefined {
  if (from + length > place.end) return undefined;
  add(place.dump, spaced(place.dump.bytes, place.at, from + length), place.depth, `${name}: ${length * 8} bits`);
  return from + length;
}

function dumpLength({place, from, name, field}: Body): number | undefined {
  const {dump, depth, end} = place;
  const length = varintAt(dump.bytes, from, end);
  if (length === undefined || length.value > BigInt(end - length.next)) return undefined;
  const next = length.next + Number(length.value);
  if (field?.kind === 'message') {
    const index = place.counts.get(name) ?? 0;
    place.counts.set(name, index + 1);
    const label = field.isRepeated ? `${name}[${index}]` : name;
    add(dump, spaced(dump.bytes, place.at, length.next), depth, `${label}: ${bytesText(length.value)}`);
    dumpMessage(dump, heldSchema(field), length.next, next, depth + 1);
  } else {
    add(dump, spaced(dump.bytes, place.at, next), depth, `${name}: ${bytesText(length.value)}`);
  }
  return next;
}

function bytesText(count: bigint): string {
  return count === 1n ? '1 byte' : `${count} bytes`;
}

/** Bytes past this are counted, not shown. */
const bytesMax = 24;

function spaced(bytes: Uint8Array, from: number, to: number): string {
  const shown = hexOf(bytes, from, Math.min(to, from + bytesMax)).replaceAll(/..(?!$)/g, '$& ');
  return to - from > bytesMax ? `${shown} … ${to - from - bytesMax} more` : shown;
}
