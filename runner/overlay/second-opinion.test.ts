// Holds our strict reader against protobufjs 8 over every wire case and many generated inputs; each disagreement has a name and a reason.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import protobuf from 'protobufjs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {jsonText, type Json} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {generateInput} from './generate.ts';
import {bytesFromHex, hexOf} from '../../base/text/hex.ts';
import {readValueOf, type Reading} from './reading.ts';
import {readStrictly} from './strict-reader.ts';
import {normalizeValue} from './value-text.ts';
import {readWireRow} from './wire-rows.ts';
import {atLength} from '../../test/support/length.ts';

// Tests never run from dist/, so the package root is always two folders up.
const packageRoot = join(import.meta.dirname, '..', '..');

/** A disagreement that is understood: when it applies, and why protobufjs is not followed. */
interface Disagreement {
  readonly name: string;
  readonly why: string;
  readonly applies: (reading: Reading, second: Second) => boolean;
}

const disagreements: readonly Disagreement[] = [
  {
    name: 'skips a varint of eleven bytes',
    why: 'its skip path does not count the bytes of a varint; the encoding guide gives a varint ten at most',
    applies: (reading, second) =>
      reading.kind === 'reject' && reading.why === 'varint-too-long' && second.kind === 'value',
  },
];

type Second =
  | {readonly kind: 'value'; readonly value: string; readonly canonical: string}
  | {readonly kind: 'reject'; readonly why: string};

const root = protobuf.parse(readFileSync(join(packageRoot, 'proto', 'overlay.proto'), 'utf8'), {keepCase: true}).root;

// Unknown fields are kept on every message, so that the canonical bytes can be compared too.
(protobuf.Reader as unknown as {discardUnknown: boolean}).discardUnknown = false;

test('over every binary wire case', () => {
  const folder = join(packageRoot, 'fixtures', 'overlay');
  const rows = readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file => (parse(readFileSync(join(folder, file), 'utf8')) as {rows: Json[]}).rows)
    .map(readWireRow)
    .filter(row => typeof row !== 'string');
  expect(rows.length).toBeGreaterThanOrEqual(600);
  const counts = new Map<string, number>();
  for (const {message, input} of rows) if (input.kind === 'binary') judge(message, input.bytes, counts);
  expect([...counts.keys()]).toEqual(disagreements.map(({name}) => name));
});

const inputs = atLength({short: 50_000, long: 200_000});

test(`over ${inputs} generated inputs`, {timeout: 300_000}, () => {
  // Half of the inputs make protobufjs throw, and nobody reads where.
  Error.stackTraceLimit = 0;
  const counts = new Map<string, number>();
  const kinds = new Set<string>();
  for (let index = 0; index < inputs; index += 1) {
    const {message, bytes} = generateInput(20_261_121, index);
    kinds.add(judge(message, bytes, counts).kind);
  }
  expect(kinds).toEqual(new Set(['accept', 'reject', 'open']));
  expect(counts.size).toBeLessThanOrEqual(disagreements.length);
});

function judge(message: OverlayMessage, bytes: Uint8Array, counts: Map<string, number>): Reading {
  const reading = readStrictly(message, bytes);
  const second = secondOpinion(message, bytes);
  if (agrees(reading, second)) return reading;
  const known = disagreements.find(({applies}) => applies(reading, second));
  const told = `${message} ${hexOf(bytes)}: ${jsonText(shown(reading))} against ${JSON.stringify(second)}`;
  if (known === undefined) throw new Error(`a new disagreement: ${told}`);
  counts.set(known.name, (counts.get(known.name) ?? 0) + 1);
  return reading;
}

function agrees(reading: Reading, second: Second): boolean {
  if (second.kind === 'reject') return reading.kind !== 'accept';
  const read = readValueOf(reading);
  if (read === undefined || jsonText(read.value) !== second.value) return false;
  return hexOf(read.canonical) === second.canonical || reading.kind === 'open';
}

function shown(reading: Reading): Json {
  const read = readValueOf(reading);
  return {
    kind: reading.kind,
    basis: reading.basis,
    ...(reading.kind === 'accept' ? {} : {why: reading.why, offset: reading.offset}),
    ...(read === undefined ? {} : {value: read.value, canonical: hexOf(read.canonical)}),
  };
}

function secondOpinion(message: OverlayMessage, bytes: Uint8Array): Second {
  const type = root.lookupType(`overlay.${message}`);
  try {
    const decoded = type.decode(bytes);
    const plain = type.toObject(decoded, {longs: String, enums: Number, bytes: Array}) as Json;
    const value = normalizeValue(message, asValueText(plain));
    return {kind: 'value', value: jsonText(value), canonical: canonicalOf(message, jsonText(value), decoded)};
  } catch (error) {
    return {kind: 'reject', why: error instanceof Error ? error.message : String(error)};
  }
}

/** Its encoder writes defaults that were on the wire; read strictly once more, only the known fields can differ from ours. */
function canonicalOf(message: OverlayMessage, value: string, decoded: protobuf.Message): string {
  const again = readStrictly(message, root.lookupType(`overlay.${message}`).encode(decoded).finish());
  const read = readValueOf(again);
  if (read === undefined || jsonText(read.value) !== value) return 'its own bytes do not hold its own value';
  return hexOf(read.canonical);
}

function asValueText(plain: Json): Json {
  if (Array.isArray(plain)) {
    const isOctets = plain.every(item => typeof item === 'number');
    return isOctets && plain.length > 0 ? hexOf(Uint8Array.from(plain)) : plain.map(asValueText);
  }
  if (typeof plain !== 'object' || plain === null) return plain;
  const entries = Object.entries(plain).map(([key, held]) => {
    const isEmptyOctets = Array.isArray(held) && held.length === 0 && (key === 'Cert' || key === 'Hmac');
    return [key, isEmptyOctets ? '' : asValueText(held)];
  });
  return Object.fromEntries(entries) as Json;
}

test('a decoder that reads another value is noticed', () => {
  const bytes = bytesFromHex('0803') ?? new Uint8Array();
  const second = secondOpinion('OverlayMeta', bytes);
  expect(agrees(readStrictly('OverlayMeta', bytes), second)).toBe(true);
  expect(agrees(readStrictly('OverlayPing', bytes), second)).toBe(false);
});
