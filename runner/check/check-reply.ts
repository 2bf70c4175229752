// Judges one whole HTTP reply against one expectation and collects every finding.
import {defined} from '../../base/json/defined.ts';
import type {HttpReply} from '../../model/http.ts';
import type {Json, JsonObject} from '../../model/json.ts';
import type {Expectation} from '../../model/suite.ts';
import type {Basis, FailCause, Finding} from '../../model/verdict.ts';
import {durationMsOf} from '../../base/yaml/duration.ts';
import {bytesMiss} from './bytes-miss.ts';
import type {Checkers} from './checkers.ts';
import {checkAt} from './check-at.ts';
import {checkHeaders} from './check-headers.ts';
import {checkMarkup} from './check-markup.ts';
import {checkStatus} from './check-status.ts';
import {matchTree, type TreeFinding} from './match-tree.ts';
import {namedPlace, pointerPlace} from './tree-path.ts';
import {decodeUtf8, type JsonReading} from './read-json.ts';
import {showBytes} from './show-value.ts';

const markupKinds = ['html', 'xml'] as const;

/** What a reply is judged against and where the expectation stands. */
export interface ReplyCheck {
  /** Templates filled in; values that a target said went through `asLiteral`. */
  readonly expectation: Expectation;
  readonly basis: Basis;
  /** The suite file, for the findings' places. */
  readonly file: string;
  readonly step?: number;
  readonly reply: HttpReply;
  /**
   * Reads the body as JSON, at most once however often it is called. A body that is `too-deep` is no fault of the target: the caller
   * makes it `error: json-too-deep`; here it only keeps the check from passing.
   */
  readonly readBody: () => JsonReading;
  readonly checkers: Checkers;
}

/** Gives all findings of status, headers, body, at, text and bytes. Throws BadMatcher for an expectation that is none. */
export function checkReply({
  expectation,
  basis,
  file,
  step,
  reply,
  readBody,
  checkers,
}: ReplyCheck): readonly Finding[] {
  const {pointer} = expectation;
  const below = (key: string) => ({pointer: `${pointer}/${key}`, checkers});
  const status = expectation.status === undefined ? [] : checkStatus(expectation.status, reply.status, below('status'));
  const found: CausedFinding[] = [
    ...status,
    ...(expectation.headers === undefined ? [] : checkHeaders(expectation.headers, reply.headers, below('headers'))),
    ...checkJson(expectation, {reply, readBody, checkers}),
    ...checkText(expectation, {reply, checkers}),
    ...markupKinds.flatMap(kind => {
      const selectors = expectation[kind];
      return selectors === undefined ? [] : checkMarkup(selectors, reply.body, {kind, ...below(kind)});
    }),
  ];
  found.push(...checkTime(expectation, reply));
  if (expectation.bytes !== undefined) {
    const hex = Buffer.from(reply.body).toString('hex');
    const miss = typeof expectation.bytes === 'string' ? bytesMiss(expectation.bytes, hex) : undefined;
    found.push(
      ...(miss === undefined
        ? matchTree(expectation.bytes, hex, {place: namedPlace('bytes'), ...below('bytes')})
        : [{path: 'bytes', pointer: below('bytes').pointer, message: miss}]),
    );
  }
  // A 5xx that nobody expected explains every other finding of the reply.
  const isServerError = reply.status >= 500 && (expectation.status === undefined || status.length > 0);
  return found.map(finding =>
    toFinding(finding, {basis, file, step, cause: isServerError ? 'server-error' : undefined}),
  );
}

/** Judges how long the reply took, all of it. */
function checkTime({time, pointer}: Expectation, {elapsedMs}: HttpReply): readonly CausedFinding[] {
  const mostMs = time === undefined ? undefined : durationMsOf(time);
  if (time === undefined || mostMs === undefined || elapsedMs <= mostMs) return [];
  const took = `${String(Math.ceil(elapsedMs))}ms`;
  const message = `expected the whole reply within ${time}, it took ${took}`;
  return [{path: 'time', pointer: `${pointer}/time`, message, expected: time, actual: took}];
}

/** A finding of one part of the reply. */
export interface CausedFinding extends TreeFinding {
  readonly cause?: FailCause;
}

interface Facts {
  readonly basis: Basis;
  readonly file: string;
  readonly step: number | undefined;
  readonly cause: FailCause | undefined;
}

/** Completes a finding with what the step knows. */
export function toFinding(
  {pointer, cause: own, ...finding}: CausedFinding,
  {basis, file, step, cause}: Facts,
): Finding {
  return {
    ...finding,
    basis,
    at: {file, pointer},
    cause: cause ?? own ?? 'expectation',
    ...defined({step}),
  };
}

type BodySource = Pick<ReplyCheck, 'reply' | 'readBody' | 'checkers'>;

function checkJson(
  {body, at, pointer}: Expectation,
  {reply, readBody, checkers}: BodySource,
): readonly CausedFinding[] {
  if (body === undefined && at === undefined) return [];
  const where = `${pointer}/${body === undefined ? 'at' : 'body'}`;
  const reading = readBody();
  switch (reading.kind) {
    case 'not-json':
      return [
        {
          path: 'body',
          pointer: where,
          message: notJsonMessage(reply, reading.why, checkers),
          cause: 'invalid-json',
        },
      ];
    case 'too-deep': {
      const message = `the body nests deeper than ${reading.depthMax} levels (jsonDepthMax), so it was not read`;
      return [{path: 'body', pointer: where, message, cause: 'invalid-json'}];
    }
    case 'json':
      return [...oddities(reading, where), ...checkValue({body, at, pointer, checkers}, reading.value)];
  }
}

/** Judges a value against `body` and `at` of an expectation. */
export function checkValue(
  {
    body,
    at,
    pointer,
    checkers,
  }: {body: Json | undefined; at: JsonObject | undefined; pointer: string; checkers: Checkers},
  value: Json,
): readonly CausedFinding[] {
  const place = pointerPlace('body');
  return [
    ...(body === undefined ? [] : matchTree(body, value, {place, pointer: `${pointer}/body`, checkers})),
    ...(at === undefined ? [] : checkAt(at, value, {rootName: 'body', pointer: `${pointer}/at`, checkers})),
  ];
}

/** A key that is there twice means two things at once: clients differ in which one they take. The other oddities stay notes. */
function oddities(reading: JsonReading & {readonly kind: 'json'}, pointer: string): readonly CausedFinding[] {
  return reading.notes
    .filter(note => note.kind === 'duplicate-key')
    .map(note => ({path: note.pointer, pointer, message: note.message, cause: 'invalid-json'}));
}

function notJsonMessage({body, headers}: HttpReply, why: string, {redaction}: Checkers): string {
  if (body.length === 0) return 'expected JSON, got an empty body';
  const [, type] =
    headers
      .flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []))
      .map(value => /^\s*([\w.+-]+\/[\w.+-]+)/.exec(value))[0] ?? [];
  if (type !== undefined && !/json|octet-stream/i.test(type))
    return `expected JSON, and the reply is ${type.toLowerCase()}: judge it with ${waysFor(type)}; it begins with ${showBytes(body, redaction)}`;
  return `expected JSON, got ${showBytes(body, redaction)}: ${why}`;
}

// What has a structure of its own can be looked into.
function waysFor(type: string): string {
  if (/html/i.test(type)) return '"text:" or "html:"';
  return /xml/i.test(type) ? '"text:" or "xml:"' : '"text:"';
}

function checkText(
  {text, pointer}: Expectation,
  {reply, checkers}: {readonly reply: HttpReply; readonly checkers: Checkers},
): readonly CausedFinding[] {
  if (text === undefined) return [];
  const below = `${pointer}/text`;
  const actual = decodeUtf8(reply.body);
  if (actual !== undefined) return matchTree(text, actual, {place: namedPlace('text'), pointer: below, checkers});
  return [
    {path: 'text', pointer: below, message: `expected UTF-8 text, got ${showBytes(reply.body, checkers.redaction)}`},
  ];
}
