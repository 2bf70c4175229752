// Tells what may be behind a difference: the relation of the wrong number to the right one, and everything odd that its shrunk input could not do without.
import {isJsonObject, jsonText, type Json} from '../../../model/json.ts';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {TesteeAnswer} from '../../../model/peer.ts';
import {features, featuresOf, type Feature} from '../../overlay/features.ts';
import {jsonFeatures, jsonFeaturesOf} from '../../overlay/json-features.ts';
import type {Difference} from '../../overlay/judge-answer.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from '../../overlay/message-schema.ts';
import {readBack} from '../../overlay/read-input.ts';
import {malformations, readValueOf, type Malformation, type Reading} from '../../overlay/reading.ts';
import {behindValue, varintAt} from '../../overlay/varint-at.ts';

/**
 * Lists what may be behind a difference, as phrases, the most likely first and never none. Each is something that the input has and, once it is shrunk,
 * cannot do without; a relation between the two numbers stands alone, as it says all. Two differences with a cause in common may be one bug.
 */
export function causesOf(
  input: FuzzInput,
  reading: Reading,
  {answer, difference}: {readonly answer: TesteeAnswer; readonly difference: Difference},
): readonly string[] {
  const {kind, family, mark} = difference;
  if (mark !== undefined) return [`error ${mark}`];
  const wrong = wrongNumber(schema[input.message], readValueOf(reading)?.value, valueOf(input, answer));
  const relation = wrong === undefined ? undefined : relationOf(wrong);
  if (relation !== undefined) return [relation];
  const [verb = ''] = family.split(' ');
  const where = answer.kind === 'broken' || input.way !== 'binary' ? `, where it ${verb}` : '';
  const odd = input.way === 'binary' ? oddInBytes(input, reading) : oddInText(input, reading);
  const broken = reading.kind === 'reject' ? brokenRule(input, reading.why, reading.offset) : [];
  const causes = [...odd, ...broken].map(cause => `${cause}${where}`);
  if (causes.length > 0) return causes;
  return wrong === undefined ? [kind] : [`the field ${wrong.path}`];
}

/** The value that a decoder gave, or that is in what it wrote. */
function valueOf(input: FuzzInput, answer: TesteeAnswer): Json | undefined {
  if (answer.kind === 'value') return answer.value;
  return answer.kind === 'encoded' && isWritten(input) ? readValueOf(readBack(input, answer.bytes))?.value : undefined;
}

function isWritten({way}: FuzzInput): boolean {
  return way === 'encode' || way === 'encode-json';
}

/** A number, text or bytes that was read wrongly, and where. */
interface WrongValue {
  readonly path: string;
  readonly field: OverlayField;
  readonly expected: Json;
  readonly got: Json;
}

/** Finds the first scalar that differs, also in an answer that no message can be, e.g. with a negative uint32. */
function wrongNumber(of: OverlaySchema, expected: Json | undefined, got: Json | undefined): WrongValue | undefined {
  if (expected === undefined || got === undefined || !isJsonObject(expected)) return undefined;
  const given = isJsonObject(got) ? got : {};
  for (const field of of.fields) {
    const wanted = expected[field.name];
    const held = given[field.name];
    if (field.kind !== 'message') {
      const shown = held ?? defaultOf(field);
      if (wanted !== undefined && scalarText(wanted) !== scalarText(shown))
        return {path: field.name, field, expected: wanted, got: shown};
      continue;
    }
    const inner = wrongInHeld(field, wanted, held);
    if (inner !== undefined) return {...inner, path: `${field.name}/${inner.path}`};
  }
  return undefined;
}

function wrongInHeld(field: OverlayField, wanted: Json | undefined, held: Json | undefined): WrongValue | undefined {
  const lists = [wanted, held].map(value => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  const [these = [], those = []] = lists;
  if (field.isRepeated && these.length !== those.length) return undefined;
  for (const [at, one] of these.entries()) {
    const wrong = wrongNumber(heldSchema(field), one, those[at] ?? {});
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function defaultOf({kind}: OverlayField): Json {
  return kind === 'uint64' ? '0' : kind === 'bytes' ? '' : 0;
}

/** Past a double's 53 bits, and at the borders of the usual integer types, a wrong number tells by itself what happened to it. */
function relationOf({field, expected, got}: WrongValue): string | undefined {
  const right = wholeNumber(expected);
  const wrong = wholeNumber(got);
  if (field.kind === 'bytes' || right === undefined || wrong === undefined || wrong === 0n) return undefined;
  const words = `${field.kind === 'enum' ? 'an enum' : `a ${field.kind}`} is`;
  if (wrong === BigInt.asIntN(32, right)) return `${words} read as a signed 32-bit number`;
  if (wrong === BigInt.asIntN(64, right)) return `${words} read as a signed 64-bit number`;
  if (wrong === BigInt.asUintN(32, right)) return `${words} read as an unsigned 32-bit number`;
  const double = BigInt(Number(right));
  if (double !== right && (wrong === double || Number(wrong) === Number(right))) return `${words} rounded to a double`;
  const bits = [53, 31, 16, 8].find(size => wrong === BigInt.asUintN(size, right));
  if (bits !== undefined) return `${words} cut to ${String(bits)} bits`;
  const top = [63, 53, 32, 31].find(size => right > wrong && wrong === 2n ** BigInt(size) - 1n);
  return top === undefined ? undefined : `${words} kept below 2^${String(top)}`;
}

function scalarText(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function wholeNumber(value: Json): bigint | undefined {
  const text = scalarText(value);
  return /^-?[0-9]{1,25}$/.test(text) ? BigInt(text) : undefined;
}

/** What is odd in bytes. What is hardly odd counts only where nothing else is. */
function oddInBytes({message, bytes}: FuzzInput, reading: Reading): readonly string[] {
  const walk: Walk = {bytes, skipped: new Set(), children: []};
  walkMessage(walk, schema[message], 0, bytes.length);
  const skips = skipWords.flatMap(([wireType, words]) => (walk.skipped.has(wireType) ? [words] : []));
  const known = featuresOf(message, bytes).filter(feature => !saidBySkips.has(feature));
  const strong = known.filter(feature => !hardlyOdd.has(feature));
  if (skips.length + strong.length > 0 || reading.kind === 'reject') return [...skips, ...strong.map(wordsOf)];
  return known.slice(0, 1).map(wordsOf);
}

function wordsOf(feature: Feature): string {
  return features[feature];
}

const skipWords = [
  [1, 'a 64-bit field to be skipped'],
  [5, 'a 32-bit field to be skipped'],
  [3, 'a group to be skipped'],
] as const;

const saidBySkips: ReadonlySet<Feature> = new Set(['known-group', 'group']);

/** What most inputs have anyway, or what the shrinking brings in. */
const hardlyOdd: ReadonlySet<Feature> = new Set([
  'unnamed-enum',
  'unknown-field',
  'out-of-order',
  'written-default',
  'empty-message',
  'octets',
  'list',
  'no-bytes',
]);

function oddInText(input: FuzzInput, reading: Reading): readonly string[] {
  const {message, way, bytes} = input;
  if (way === 'json')
    return jsonFeaturesOf(message, Buffer.from(bytes).toString('utf8'))
      .slice(0, 1)
      .map(feature => jsonFeatures[feature]);
  const read = readValueOf(reading);
  return read === undefined ? [] : featuresOf(message, read.canonical).slice(0, 1).map(wordsOf);
}

/** The rule of the encoding that a malformed input breaks; one check is behind several of them. */
function brokenRule({message, way, bytes}: FuzzInput, why: Malformation, offset: number): readonly string[] {
  const words = malformations[endsInVarint.has(why) ? 'ends-in-varint' : why];
  if (way !== 'binary' || !endsEarly.has(why)) return [words];
  const walk: Walk = {bytes, skipped: new Set(), children: []};
  walkMessage(walk, schema[message], 0, bytes.length);
  const isInChild = walk.children.some(({start, end}) => end < bytes.length && offset >= start && offset <= end);
  return [isInChild ? 'a nested message ends before what it holds' : words];
}

const endsInVarint: ReadonlySet<Malformation> = new Set(['ends-in-tag', 'ends-in-length']);
const endsEarly: ReadonlySet<Malformation> = new Set([
  'ends-in-tag',
  'ends-in-varint',
  'ends-in-length',
  'ends-in-payload',
  'runs-past-parent',
  'open-group',
]);

/** What a walk over bytes, sound or not, comes across. */
interface Walk {
  readonly bytes: Uint8Array;
  /** Wire types of records that no field takes. */
  readonly skipped: Set<number>;
  readonly children: {readonly start: number; readonly end: number}[];
}

/** Walks one message; false when something in it is cut, behind which nothing can be said. */
function walkMessage(walk: Walk, of: OverlaySchema | undefined, start: number, end: number): boolean {
  const {bytes, skipped, children} = walk;
  for (let at = start; at < end;) {
    const tag = varintAt(bytes, at, end);
    if (tag === undefined) return false;
    const wireType = Number(tag.value & 7n);
    const field = of?.byNumber[Number(tag.value >> 3n)];
    const isTaken = field !== undefined && wireTypeOf(field) === wireType;
    if (!isTaken) skipped.add(wireType);
    // What a group holds is skipped record by record.
    if (!isTaken && (wireType === 3 || wireType === 4)) {
      at = tag.next;
      continue;
    }
    const next = behindValue(bytes, wireType, tag.next, end);
    const length = isTaken && field.kind === 'message' ? varintAt(bytes, tag.next, end) : undefined;
    if (length !== undefined && field !== undefined) {
      children.push({start: length.next, end: next ?? end});
      if (!walkMessage(walk, heldSchema(field), length.next, next ?? end)) return false;
    }
    if (next === undefined) return false;
    at = next;
  }
  return true;
}
