// Judges what came of one overlay step: the kind of answer, the value exactly, the bytes.
import {counted} from '../../base/text/counted.ts';
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import type {SealedHeader} from '../../model/peers/sealed.ts';
import type {Expectation} from '../../model/suite.ts';
import type {Basis, FailCause, Finding} from '../../model/verdict.ts';
import {
  heldSchema,
  isOverlayMessage,
  schema,
  type OverlayField,
  type OverlaySchema,
} from '../overlay/message-schema.ts';
import {normalizeValue, valueFromText} from '../overlay/value-text.ts';
import {checkAt} from './check-at.ts';
import {toFinding, type CausedFinding} from './check-reply.ts';
import type {Checkers} from './checkers.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';
import {isMatcher} from './literal.ts';
import {butGot} from './matcher.ts';
import {BadMatcher, matchTree} from './match-tree.ts';
import {namedPlace, pointerPlace, type Place} from './tree-path.ts';
import {showValue} from './show-value.ts';

/**
 * What an overlay step observed. `value` is in the value-text convention: what a decoder answered, or what our strict reader reads
 * from `bytes`; `unreadable` says why our reader refused them. A lost answer is no observation: the caller makes it an error.
 */
export type ObservedAnswer =
  | {readonly kind: 'value'; readonly value: Json}
  | {
      readonly kind: 'encoded' | 'message';
      readonly bytes: Uint8Array;
      readonly value?: Json;
      /** What the packet of a node showed besides. */
      readonly sealed?: SealedHeader;
      readonly unreadable?: string;
      /** What a writer may not do, though our reader understands it: one sentence each. */
      readonly badlyWritten?: readonly string[];
    }
  | {readonly kind: 'reject' | 'unsupported'; readonly text: string}
  | {readonly kind: 'silence'; readonly waitedMs: number; readonly strays?: string}
  | {readonly kind: 'broken'; readonly cause: FailCause; readonly detail: string};

/** What an answer is judged against. */
export interface AnswerCheck {
  /** Templates filled in. */
  readonly expectation: Expectation;
  readonly basis: Basis;
  readonly file: string;
  readonly step?: number;
  /** The overlay message of the step. */
  readonly message: string;
  readonly answer: ObservedAnswer;
  readonly checkers: Checkers;
}

/** Gives all findings of answer, value, at and bytes. Throws BadMatcher for an expectation that is none. */
export function checkAnswer({
  expectation,
  basis,
  file,
  step,
  message,
  answer,
  checkers,
}: AnswerCheck): readonly Finding[] {
  // A packet of a node may carry no message: then it has no value that could be looked at.
  const hasNone = message === '' && expectation.value === undefined && expectation.at === undefined;
  const known = hasNone ? 'OverlayMeta' : knownMessage(message, expectation.pointer);
  // Where nothing need come, a connection that ends is no answer either.
  if (answer.kind === 'broken' && mayBeSilent(expectation)) return [];
  const found: CausedFinding[] =
    answer.kind === 'broken'
      ? [
          {
            path: 'answer',
            pointer: expectation.pointer,
            message: `the decoder broke: ${answer.detail}`,
            cause: answer.cause,
          },
        ]
      : [
          ...checkKind(expectation, answer, checkers),
          ...checkValue(expectation, {message: known, answer, checkers}),
          ...checkBytes(expectation, answer, checkers),
          ...checkPacket(expectation, answer, checkers),
          ...checkWriting(expectation, answer),
        ];
  return found.map(finding => toFinding(finding, {basis, file, step, cause: undefined}));
}

/** Tells whether silence is one of several answers that are right. */
function mayBeSilent({answer}: Expectation): boolean {
  const listed = isJsonObject(answer) ? answer['$in'] : undefined;
  return isJsonList(listed) && listed.includes('silence');
}

/** Who is expected to have written a message is judged as a writer, too. */
function checkWriting({answer: expected, pointer}: Expectation, answer: WholeAnswer): readonly CausedFinding[] {
  if ((expected !== 'encoded' && expected !== 'message') || !('badlyWritten' in answer)) return [];
  return (answer.badlyWritten ?? []).map(message => ({path: 'bytes', pointer: `${pointer}/answer`, message}));
}

function knownMessage(message: string, pointer: string): OverlayMessage {
  if (isOverlayMessage(message)) return message;
  const fix = `write one of ${Object.keys(schema).join(', ')}`;
  throw new BadMatcher(pointer, {message: `"${message}" is not an overlay message`, fix});
}

type WholeAnswer = Exclude<ObservedAnswer, {readonly kind: 'broken'}>;

function checkKind(
  {answer: expected, pointer}: Expectation,
  answer: WholeAnswer,
  checkers: Checkers,
): readonly CausedFinding[] {
  if (expected === undefined) return [];
  const where = {place: namedPlace('answer'), pointer: `${pointer}/answer`, checkers};
  return matchTree(expected, answer.kind, where).map(finding => ({
    ...finding,
    message: finding.message + detailOf(answer, checkers),
  }));
}

function detailOf(answer: WholeAnswer, {redaction}: Checkers): string {
  switch (answer.kind) {
    case 'value':
      return ` ${showValue(answer.value, redaction)}`;
    case 'encoded':
    case 'message':
      return ` with bytes ${showHex(answer.bytes)}`;
    case 'reject':
    case 'unsupported':
      return ` ${showValue(answer.text, redaction)}`;
    case 'silence':
      return ` for ${Math.round(answer.waitedMs)} ms${answer.strays === undefined ? '' : `; ${answer.strays}`}`;
  }
}

function showHex(bytes: Uint8Array): string {
  if (bytes.length === 0) return '(none)';
  const head = Buffer.from(bytes.subarray(0, 64)).toString('hex');
  return bytes.length > 64 ? `${head}… (${bytes.length} bytes)` : head;
}

interface ValueSource {
  readonly message: OverlayMessage;
  readonly answer: WholeAnswer;
  readonly checkers: Checkers;
}

function checkValue(
  {answer: kind, value: expected, at, pointer}: Expectation,
  {message, answer, checkers}: ValueSource,
): readonly CausedFinding[] {
  if (expected === undefined && at === undefined) return [];
  const where = `${pointer}/${expected === undefined ? 'at' : 'value'}`;
  const held = 'value' in answer ? answer.value : undefined;
  if (held === undefined) {
    return mayHaveNoValue(kind, answer, checkers)
      ? []
      : [{path: 'value', pointer: where, message: noValueMessage(answer, checkers)}];
  }
  const checked = valueFromText(message, held);
  if (checked.kind === 'problems') {
    return checked.problems.map(problem => ({
      path: problem.path === '' ? 'value' : problem.path,
      pointer: where,
      message: `the answer breaks the value convention: ${problem.message}`,
      cause: 'bad-answer',
    }));
  }
  const exact = {place: pointerPlace('value'), pointer: `${pointer}/value`, checkers};
  return [
    ...(expected === undefined ? [] : compareWhole(message, expected, checked.value, exact)),
    ...(at === undefined ? [] : checkAt(at, checked.value, {rootName: 'value', pointer: `${pointer}/at`, checkers})),
  ];
}

/** Where `answer` lists several kinds and a refusal or silence is one of them, these have no value and no packet to compare. */
function mayHaveNoValue(kind: Json | undefined, answer: WholeAnswer, checkers: Checkers): boolean {
  if (kind === undefined || (answer.kind !== 'reject' && answer.kind !== 'silence')) return false;
  return matchTree(kind, answer.kind, {place: namedPlace('answer'), pointer: '', checkers}).length === 0;
}

/** Compares a whole value; `$in` lists several that are right, each of them as complete as one that is written alone. */
function compareWhole(message: OverlayMessage, expected: Json, actual: Json, where: Where): readonly CausedFinding[] {
  const listed = isJsonObject(expected) ? expected['$in'] : undefined;
  if (!Array.isArray(listed)) return compareMessage(schema[message], expected, actual, where);
  const tried = listed.map((one: Json) => compareMessage(schema[message], one, actual, where));
  if (tried.some(findings => findings.length === 0)) return [];
  if (tried.length === 1) return tried[0] ?? [];
  const {redaction} = where.checkers;
  const wanted = listed.map((one: Json) => showValue(one, redaction)).join(' or ');
  const said = `expected the value ${wanted}, ${butGot(actual, where)}`;
  return [{path: where.place.text, pointer: where.pointer, message: said, expected, actual}];
}

function noValueMessage(answer: WholeAnswer, checkers: Checkers): string {
  const unreadable =
    'unreadable' in answer && answer.unreadable !== undefined ? ` that cannot be read: ${answer.unreadable}` : '';
  return `expected a value, got answer ${answer.kind}${detailOf(answer, checkers)}${unreadable}`;
}

interface Where {
  readonly place: Place;
  readonly pointer: string;
  readonly checkers: Checkers;
}

/** Compares one message field by field: what the expectation leaves out is at its default, or absent for a message. */
function compareMessage(
  of: OverlaySchema,
  expected: Json,
  actual: Json | undefined,
  where: Where,
): readonly CausedFinding[] {
  if (!isJsonObject(expected) || isMatcher(expected) || !isJsonObject(actual))
    return matchTree(expected, actual, where);
  const names = of.fields.map(field => field.name);
  const unknown = Object.keys(expected).find(key => !names.includes(key));
  if (unknown !== undefined) {
    const problem = {message: `${of.name} has no field "${unknown}"`, fix: `its fields are ${names.join(', ')}`};
    throw new BadMatcher(`${where.pointer}/${escapeKey(unknown)}`, problem);
  }
  const defaults = normalizeValue(of.name, {});
  return of.fields.flatMap(field => {
    const below = inField(where, field.name);
    const wanted = Object.hasOwn(expected, field.name) ? expected[field.name] : defaults[field.name];
    return compareField(field, wanted, own(actual, field.name), below);
  });
}

function compareField(
  field: OverlayField,
  expected: Json | undefined,
  actual: Json | undefined,
  where: Where,
): readonly CausedFinding[] {
  if (expected === undefined) {
    if (actual === undefined) return [];
    return [
      {
        path: where.place.text,
        pointer: where.pointer,
        message: `expected ${field.name} to be absent, ${butGot(actual, where)}`,
        actual,
      },
    ];
  }
  if (field.kind !== 'message') return matchTree(asConvention(field, expected), actual, where);
  if (!field.isRepeated || !isJsonList(expected) || !isJsonList(actual)) {
    return field.isRepeated
      ? matchTree(expected, actual, where)
      : compareMessage(heldSchema(field), expected, actual, where);
  }
  const paired = expected.slice(0, actual.length).flatMap((item, index) => {
    return compareMessage(heldSchema(field), item, actual[index], inField(where, String(index)));
  });
  if (expected.length === actual.length) return paired;
  const message = `expected ${counted(expected.length, 'item')}, got ${actual.length}: ${showValue(actual, where.checkers.redaction)}`;
  return [...paired, {path: where.place.text, pointer: where.pointer, message, expected, actual}];
}

/** Hex in a suite may be written in capitals. */
function asConvention(field: OverlayField, expected: Json): Json {
  return field.kind === 'bytes' && typeof expected === 'string' ? expected.toLowerCase() : expected;
}

function inField({place, pointer, checkers}: Where, name: string): Where {
  return {place: place.child(name), pointer: `${pointer}/${escapeKey(name)}`, checkers};
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function checkPacket(
  {headers, answer: kind, pointer}: Expectation,
  answer: WholeAnswer,
  checkers: Checkers,
): readonly CausedFinding[] {
  if (headers === undefined || mayHaveNoValue(kind, answer, checkers)) return [];
  const sealed: {readonly [name: string]: unknown} | undefined = 'sealed' in answer ? {...answer.sealed} : undefined;
  return Object.entries(headers).flatMap(([name, expected]) => {
    const where = {place: namedPlace(`packet ${name}`), pointer: `${pointer}/headers/${escapeKey(name)}`, checkers};
    const actual = sealed?.[name];
    return matchTree(expected, actual as Json | undefined, where);
  });
}

function checkBytes(
  {bytes: expected, pointer}: Expectation,
  answer: WholeAnswer,
  checkers: Checkers,
): readonly CausedFinding[] {
  if (expected === undefined) return [];
  const where = {place: namedPlace('bytes'), pointer: `${pointer}/bytes`, checkers};
  if (!('bytes' in answer))
    return [
      {
        path: 'bytes',
        pointer: where.pointer,
        message: `expected bytes, got answer ${answer.kind}${detailOf(answer, checkers)}`,
      },
    ];
  const wanted = typeof expected === 'string' ? expected.toLowerCase() : expected;
  return matchTree(wanted, Buffer.from(answer.bytes).toString('hex'), where);
}
