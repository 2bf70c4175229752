// Compares what a decoder answered to some bytes with what it had to answer, and names the kind of the difference.
import {jsonText, type Json, type JsonObject} from '../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../model/peer.ts';
import {features, featuresOf} from './features.ts';
import {openPoints, readValueOf, sentenceOf, type Malformation, type Reading} from './reading.ts';
import {schema} from './schema.ts';
import {sameValue, valueFromText} from './value-text.ts';

/** One difference. Two inputs with the same `kind` show the same weakness, most likely. */
export interface Difference {
  /** Names the weakness without values, e.g. `accepts a child that runs past its parent`. */
  readonly kind: string;
  /** The coarse side of it, which shrinking keeps; the small input that is left then names the kind. */
  readonly family: string;
  /** How firm the expectation is: `impl` only where the decoder broke, or gave a value that no reading allows. */
  readonly basis: Reading['basis'];
  readonly expected: string;
  readonly got: string;
}

/** Gives the difference, or undefined when the answer is right. `unsupported` and `lost` are no answers to judge. */
export function judgeAnswer(
  message: OverlayMessage,
  bytes: Uint8Array,
  reading: Reading,
  answer: TesteeAnswer,
): Difference | undefined {
  switch (answer.kind) {
    case 'value':
      return judgeValue(message, bytes, reading, answer.value);
    case 'reject':
      if (reading.kind !== 'accept') return undefined;
      return named('refuses', aboutOf(message, bytes, reading), {
        basis: reading.basis,
        expected: expectedOf(reading),
        got: `a refusal: ${answer.text}`,
      });
    case 'broken':
      return named(`${brokenWords[answer.cause]} on`, aboutOf(message, bytes, reading), {
        basis: 'protocol',
        expected: expectedOf(reading),
        got: answer.detail,
      });
    case 'encoded':
      return named('answers bytes where a value was asked for', '', {
        basis: 'protocol',
        expected: expectedOf(reading),
        got: 'bytes',
      });
    case 'unsupported':
    case 'lost':
      return undefined;
  }
}

function named(family: string, about: string, rest: Pick<Difference, 'basis' | 'expected' | 'got'>): Difference {
  return {kind: `${family} ${about}`.trimEnd(), family, ...rest};
}

const brokenWords = {
  crash: 'crashes',
  hang: 'hangs',
  memory: 'grows past its bound',
  noise: 'writes noise',
  'bad-answer': 'gives an answer that is none',
  'frame-too-large': 'answers with a frame that is too large',
} as const;

// Nearly every answer is right, so the words for a wrong one are made last.
function judgeValue(message: OverlayMessage, bytes: Uint8Array, reading: Reading, value: Json): Difference | undefined {
  const read = readValueOf(reading);
  const checked = read === undefined ? undefined : valueFromText(message, value);
  if (read !== undefined && checked?.kind === 'value' && sameValue(message, checked.value, read.value))
    return acceptedAgainstCustom(reading, value);
  const rest = {basis: reading.basis, expected: expectedOf(reading), got: `the value ${jsonText(value)}`};
  const about = aboutOf(message, bytes, reading);
  if (read === undefined || checked === undefined) return named(`accepts ${about}`, '', rest);
  if (checked.kind === 'problems') {
    const place = (checked.problems[0]?.path ?? '').replaceAll(/\/[0-9]+(?=\/|$)/g, '').slice(1);
    return named(`answers an impossible ${place === '' ? 'value' : place} to`, about, {...rest, basis: 'protocol'});
  }
  return named(`reads another ${firstDifference(message, read.value, checked.value)} from`, about, rest);
}

/** The standard leaves the input open; what careful decoders refuse is worth telling all the same. */
function acceptedAgainstCustom(reading: Reading, value: Json): Difference | undefined {
  if (reading.kind !== 'open' || reading.preferred !== 'reject') return undefined;
  return named(`accepts what careful decoders refuse: ${openPoints[reading.why].text}`, '', {
    basis: reading.basis,
    expected: expectedOf(reading),
    got: `the value ${jsonText(value)}`,
  });
}

function aboutOf(message: OverlayMessage, bytes: Uint8Array, reading: Reading): string {
  if (reading.kind === 'reject') return malformationWords[reading.why] ?? reading.why;
  const [feature] = featuresOf(message, bytes);
  return feature === undefined ? `a plain ${message}` : features[feature];
}

function expectedOf(reading: Reading): string {
  const read = readValueOf(reading);
  if (read === undefined) return sentenceOf(reading);
  const value = `the value ${jsonText(read.value)}`;
  return reading.kind === 'open' ? `${value} or a refusal (${sentenceOf(reading)})` : value;
}

/** Malformed binary input, in the words that stand behind "accepts". */
const malformationWords: {readonly [why in Malformation]?: string} = {
  'ends-in-tag': 'an input that ends inside a tag',
  'ends-in-varint': 'an input that ends inside a varint',
  'ends-in-length': 'an input that ends inside a length',
  'ends-in-payload': 'an input that ends before the payload that was announced',
  'runs-past-parent': 'a child that runs past its parent',
  'varint-too-long': 'a varint of more than ten bytes',
  'field-number-zero': 'field number 0',
  'reserved-wire-type': 'a wire type that does not exist',
  'stray-end-group': 'the end of a group that never began',
  'wrong-end-group': 'a group that ends with another number',
  'open-group': 'a group that never ends',
  'length-too-large': 'a length above 32 bits that does not fit',
  'tag-too-long': 'a tag of nine or more bytes',
  'tag-too-large': 'a tag above 32 bits',
};

/** Names the first field that differs, without list positions: `Details/IpAndPorts/Port`. */
function firstDifference(message: OverlayMessage, expected: JsonObject, actual: JsonObject): string {
  for (const field of schema[message].fields) {
    const a = expected[field.name];
    const b = actual[field.name];
    if (jsonText(a ?? null) === jsonText(b ?? null)) continue;
    if (field.message === undefined || a === undefined || b === undefined) return field.name;
    if (!field.isRepeated) return `${field.name}/${firstDifference(field.message, a as JsonObject, b as JsonObject)}`;
    const these = a as readonly JsonObject[];
    const those = b as readonly JsonObject[];
    if (these.length !== those.length) return `${field.name} list`;
    const at = these.findIndex((item, index) => jsonText(item) !== jsonText(those[index] ?? null));
    return `${field.name}/${firstDifference(field.message, these[at] ?? {}, those[at] ?? {})}`;
  }
  return 'value';
}
