// Compares what a decoder answered to some bytes with what it had to answer, and names the kind of the difference.
import {jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../../model/peer.ts';
import {errorMark} from '../../base/text/telling-lines.ts';
import {binaryFeatureWords} from './feature-words.ts';
import {openPoints, readValueOf, readValuesOf, sentenceOf, type Malformation, type Reading} from './reading.ts';
import {schema} from './message-schema.ts';
import {sameValue, valueFromText} from './value-text.ts';

/** One difference. Two inputs with the same `kind` show the same weakness, most likely. */
export interface Difference {
  /** Names the weakness without values, e.g. `accepts a child that runs past its parent`. */
  readonly kind: string;
  /** The coarse side of it, which shrinking keeps; the small input that is left then names the kind. */
  readonly family: string;
  /** Of a decoder that crashed: which of its mistakes it was, as far as its stderr tells. Two marks are two weaknesses, whatever their kind. */
  readonly mark?: string;
  /** How firm the expectation is: `impl` only where a right value of an open input was given and careful decoders refuse it. */
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
  return judgeDecoded({message, reading, answer, featureOf: () => binaryFeatureWords(message, bytes)});
}

/** An answer to a question to decode. */
export interface Decoded {
  readonly message: OverlayMessage;
  readonly reading: Reading;
  readonly answer: TesteeAnswer;
  /** Names what is special about an input that need not be refused; asked when there is a difference. */
  readonly featureOf: () => string;
}

/** Judges an answer to a question to decode, whatever the form of the input. */
export function judgeDecoded(decoded: Decoded): Difference | undefined {
  const {reading, answer} = decoded;
  switch (answer.kind) {
    case 'value':
      return judgeValue(decoded, answer.value);
    case 'reject':
      if (reading.kind !== 'accept') return undefined;
      return named('refuses', aboutOf(decoded), {
        basis: reading.basis,
        expected: expectedOf(reading),
        got: `a refusal: ${answer.text}`,
      });
    case 'broken':
      return judgeBroken(answer, brokenAboutOf(decoded), expectedOf(reading));
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

/** Names how a decoder broke on something. */
export function judgeBroken(
  {cause, detail, stderrTail}: Extract<TesteeAnswer, {kind: 'broken'}>,
  about: string,
  expected: string,
): Difference {
  const difference = named(`${brokenWords[cause]} on`, about, {basis: 'protocol', expected, got: detail});
  const mark = cause === 'crash' ? errorMark(stderrTail) : undefined;
  return mark === undefined ? difference : {...difference, mark};
}

/** Makes a difference whose family is the words before what it is about. */
export function named(family: string, about: string, rest: Pick<Difference, 'basis' | 'expected' | 'got'>): Difference {
  return {kind: `${family} ${about}`.trimEnd(), family, ...rest};
}

const brokenWords = {
  crash: 'crashes',
  hang: 'hangs',
  memory: 'grows past its bound',
  noise: 'writes noise',
  'bad-answer': 'gives an invalid answer',
  'frame-too-large': 'answers with a frame that is too large',
} as const;

// Nearly every answer is right, so the words for a wrong one are made last.
function judgeValue(decoded: Decoded, value: Json): Difference | undefined {
  const {message, reading} = decoded;
  const read = readValueOf(reading);
  const checked = read === undefined ? undefined : valueFromText(message, value);
  if (checked?.kind === 'value' && readValuesOf(reading).some(one => sameValue(message, checked.value, one.value)))
    return acceptedAgainstCustom(reading, value);
  // Of an open input a refusal is right and so is each value that it can have; any other value is wrong. "The wire type tells the parser how big the payload
  // after it is", so that a record with another wire type than its field's can be skipped or refused, and not be read as something else.
  const isOpen = reading.kind === 'open' || (reading.kind === 'accept' && reading.mayBeRefused);
  const rest = {
    basis: isOpen ? ('protocol' as const) : reading.basis,
    expected: expectedOf(reading),
    got: `the value ${jsonText(value)}`,
  };
  const about = aboutOf(decoded);
  if (read === undefined || checked === undefined) return named(`accepts ${about}`, '', rest);
  const source = reading.kind === 'open' ? `an input that is left open: ${openPoints[reading.why].text}` : about;
  if (checked.kind === 'problems') {
    const place = (checked.problems[0]?.path ?? '').replaceAll(/\/[0-9]+(?=\/|$)/g, '').slice(1);
    return named(`answers an impossible ${place === '' ? 'value' : place} to`, source, {...rest, basis: 'protocol'});
  }
  return named(`reads another ${firstDifference(message, read.value, checked.value)} from`, source, rest);
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

function aboutOf({reading, featureOf}: Decoded): string {
  return reading.kind === 'reject' ? malformationWords[reading.why] : featureOf();
}

/** What a decoder broke on; of what is left open, that is the point. */
function brokenAboutOf(decoded: Decoded): string {
  const {reading} = decoded;
  return reading.kind === 'open' ? `an input that is left open: ${openPoints[reading.why].text}` : aboutOf(decoded);
}

function expectedOf(reading: Reading): string {
  const read = readValueOf(reading);
  if (read === undefined) return sentenceOf(reading);
  const value = `the value ${readValuesOf(reading)
    .map(one => jsonText(one.value))
    .join(' or ')}`;
  return reading.kind === 'open' ? `${value} or a refusal (${sentenceOf(reading)})` : value;
}

/** Malformed input, in the words that stand behind "accepts". */
const malformationWords: {readonly [why in Malformation]: string} = {
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
  'not-json': 'a text that is not JSON',
  'unknown-key': 'JSON with a key that the message does not have',
  'wrong-json-type': 'a JSON value of a kind that the field cannot hold',
  'not-a-number': 'an invalid number in JSON',
  'out-of-range': 'a number in JSON that does not fit into its field',
  'unknown-enum-name': 'the name of no enum value',
  'not-base64': 'bytes in JSON that are not base64',
  'null-element': 'null as an element of a list',
};

/** Names the first field that differs, without list positions: `Details/IpAndPorts/Port`. */
export function firstDifference(message: OverlayMessage, expected: JsonObject, actual: JsonObject): string {
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
