// Asks a decoder under test to read or to write one value, in bytes or as JSON, and judges the answer by the value.
import {defined} from '../../../base/json/defined.ts';
import {jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import type {PropertyWorld} from '../../../model/property.ts';
import {cutText} from '../../../base/text/visible-text.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {badlyWritten, badlyWrittenJson} from '../../../runner/overlay/message-writer.ts';
import {readProtoJson} from '../../../runner/overlay/proto-json.ts';
import {readValueOf, sentenceOf} from '../../../runner/overlay/reading.ts';
import {readStrictly} from '../../../runner/overlay/strict-reader.ts';
import {normalizeValue, sameValue, valueFromText} from '../../../runner/overlay/value-text.ts';
import {decodeWords, expectedAndGot} from './overlay-words.ts';

/** In which form is asked, and which statement another value breaks; that there is a value at all is a matter of the form. */
export interface CheckedForm {
  readonly form: 'binary' | 'json';
  readonly requirement: string;
}

/** A value that is larger is shown in part, and no case can hold it. */
const shownMax = 2_000;

/** Asks for the value of an input. */
export async function checkRead(
  world: PropertyWorld,
  {
    message,
    bytes,
    expected,
  }: {readonly message: OverlayMessage; readonly bytes: Uint8Array; readonly expected: JsonObject},
  {form, requirement}: CheckedForm,
): Promise<void> {
  const reply = await world.decode(message, bytes, form);
  const {answer, value: given, detail} = reply;
  world.count('decode');
  const question = (): string => (form === 'json' ? jsonWords(message, bytes) : decodeWords(message, bytes));
  const written = writtenWhere(bytes.length <= shownMax);
  judge(
    world,
    answer === 'value' && given !== undefined,
    () => ({
      path: 'answer',
      message: `${question()}: expected the value ${shown(expected)}, got ${answer}${detail === undefined ? '' : `: ${detail}`}`,
    }),
    {proves: statementOf(form), ...written({reply, tree: {answer: 'value'}})},
  );
  const checked = valueFromText(message, given ?? null);
  const [problem] = checked.kind === 'problems' ? checked.problems : [];
  const got = checked.kind === 'value' ? normalizeValue(message, checked.value) : given;
  judge(
    world,
    checked.kind === 'value' && sameValue(message, checked.value, expected),
    () => ({
      path: `value${problem?.path ?? ''}`,
      message:
        problem === undefined
          ? `${question()}: ${expectedAndGot(expected, got)}`
          : `${question()}: the value breaks the convention of testee.proto: ${problem.message}`,
      ...facts(bytes.length, expected, given),
    }),
    {proves: requirement, ...written({reply, tree: {answer: 'value', value: expected}})},
  );
}

/** Asks for a value to be written, and reads what comes back. */
export async function checkWritten(
  world: PropertyWorld,
  message: OverlayMessage,
  value: JsonObject,
  {form, requirement}: CheckedForm,
): Promise<void> {
  const expected = normalizeValue(message, value);
  const reply = await world.encode(message, value, form);
  const {answer, bytes = new Uint8Array(), detail} = reply;
  world.count('encode');
  const question = (): string => `encode ${message} ${form === 'json' ? 'as JSON ' : ''}${shown(value)}`;
  const size = bytes.length;
  const written = writtenWhere(size <= shownMax);
  const json = form === 'json' ? Buffer.from(bytes).toString('utf8') : '';
  const [badly] =
    answer !== 'encoded' ? [] : form === 'json' ? badlyWrittenJson(message, json) : badlyWritten(message, bytes);
  // A case that demands an answer demands how it is written as well: of what is badly written the last law alone may say that a case misses.
  const unlessBadly = (holds: boolean, as: Partial<ReturnType<typeof written>>): Partial<ReturnType<typeof written>> =>
    holds && badly !== undefined ? {} : as;
  judge(
    world,
    answer === 'encoded',
    () => ({
      path: 'answer',
      message: `${question()}: expected ${form === 'json' ? 'JSON' : 'bytes'}, got ${answer}${detail === undefined ? '' : `: ${detail}`}`,
      ...facts(size, expected, undefined),
    }),
    {
      proves: statementOf(form),
      ...unlessBadly(answer === 'encoded', written({reply, tree: {answer: 'encoded'}})),
    },
  );
  const reading = form === 'json' ? readProtoJson(message, json) : readStrictly(message, bytes);
  const read = readValueOf(reading);
  const came = (): string =>
    `in the ${form === 'json' ? 'JSON' : 'bytes'} ${cutText(form === 'json' ? json : hexOf(bytes) || '(none)', shownMax)}`;
  const isSame = read !== undefined && sameValue(message, read.value, expected);
  judge(
    world,
    isSame,
    () => ({
      path: 'bytes',
      message: `${question()}: ${read === undefined ? `expected ${form === 'json' ? 'JSON' : 'bytes'} that can be read, got ${sentenceOf(reading)}` : expectedAndGot(expected, read.value)}, ${came()}`,
      ...facts(size, expected, read?.value),
    }),
    {proves: requirement, ...unlessBadly(isSame, written({reply, tree: {answer: 'encoded', value: expected}}))},
  );
  judge(world, badly === undefined, () => ({path: 'bytes', message: `${question()}: ${badly ?? ''}, ${came()}`}), {
    proves: statementOf(form),
    ...written({reply, tree: {answer: 'encoded', value: expected}}),
  });
}

type Law = Parameters<PropertyWorld['law']>;

/** The words are made where a law is broken: those of a large value take longer than asking for it. */
function judge(world: PropertyWorld, holds: boolean, finding: () => Law[1], options: Law[2]): void {
  world.law(holds, holds ? {path: '', message: 'it holds'} : finding(), options);
}

function statementOf(form: CheckedForm['form']): string {
  return form === 'json' ? 'OV-JSON' : 'OV-WIRE';
}

type Written = Exclude<NonNullable<Law[2]>['written'], undefined | readonly unknown[]>;

function writtenWhere(
  isSmall: boolean,
): (written: Written) => {readonly written: Written} | {readonly unwritable: string} {
  return written => (isSmall ? {written} : {unwritable: 'what is asked is too large for a case'});
}

function facts(
  size: number,
  expected: Json,
  actual: Json | undefined,
): {readonly expected?: Json; readonly actual?: Json} {
  return size <= shownMax ? {expected, ...defined({actual})} : {};
}

function shown(value: Json): string {
  return cutText(jsonText(value), shownMax);
}

function jsonWords(message: OverlayMessage, bytes: Uint8Array): string {
  return `decode ${message} ${cutText(Buffer.from(bytes).toString('utf8'), shownMax)}`;
}
