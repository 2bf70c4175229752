// Reads the steps that speak to overlay peers.
import {defined} from '../../../base/json/defined.ts';
import type {Json} from '../../../model/json.ts';
import type {
  DecodeStep,
  EncodeStep,
  OverlayInput,
  ReceiveStep,
  RoundtripStep,
  SendStep,
  Step,
} from '../../../model/suite.ts';
import {checkHex} from '../validate/check-hex.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {asRecord, entryOf, itemsOf, note, noteType, type Place} from '../../../base/yaml/yaml-place.ts';
import type {StepCommon} from './step-common.ts';
import {writtenValues} from '../validate/rows.ts';
import type {StepContext} from '../validate/step-context.ts';
import {decodeKeys, encodeKeys, receiveKeys, sendKeys, valueKeys} from '../validate/suite-keys.ts';
import {quoted} from '../../../base/text/visible-text.ts';

export type OverlayKind = Exclude<Step['kind'], 'call' | 'request' | 'deliveries' | 'openid' | 'document' | 'schema'>;

const keysOf = {
  decode: decodeKeys,
  encode: encodeKeys,
  roundtrip: valueKeys,
  send: sendKeys,
  receive: receiveKeys,
} as const;

/** Reads what stands below `decode:`, `encode:`, `roundtrip:`, `send:` or `receive:`. */
export function readOverlayStep(
  kind: OverlayKind,
  place: Place,
  common: StepCommon,
  context: StepContext,
): Step | undefined {
  const record = asRecord(place, `"${kind}"`, keysOf[kind]);
  if (record === undefined) return undefined;
  const message = readMessage(entryOf(place, 'message'), context);
  if (kind === 'decode') return readDecode(place, message, common, context);
  if (kind === 'send') return readSend(place, message, common, context);
  if (kind === 'receive') return readReceive(place, message, common);
  const value = record['value'] ?? null;
  if (kind === 'roundtrip') return {kind, ...common, message, value} satisfies RoundtripStep;
  const form = entryOf(place, 'form');
  if (form !== undefined && form.value !== 'binary' && form.value !== 'json')
    note(form, `unknown form ${quoted(form.value)}`, 'write binary or json');
  return {kind, ...common, message, value, form: form?.value === 'json' ? 'json' : 'binary'} satisfies EncodeStep;
}

function readReceive(place: Place, message: Json, common: StepCommon): ReceiveStep {
  const within = entryOf(place, 'within');
  const withinMs = within === undefined ? undefined : asDurationMs(within, '"within"');
  return {kind: 'receive', ...common, message, withinMs: withinMs ?? 0};
}

function readMessage(place: Place | undefined, {known: {messages}, rows}: StepContext): Json {
  if (place === undefined) return '';
  for (const message of writtenValues(place, rows)) {
    if (typeof message.value !== 'string')
      noteType(message, '"message"', 'the name of a message', 'write e.g. OverlayPing');
    else if (messages !== undefined && !messages.includes(message.value))
      note(message, `unknown message "${message.value}"`, suggestName(message.value, messages, 'messages'));
  }
  return place.value;
}

function readDecode(place: Place, message: Json, common: StepCommon, context: StepContext): DecodeStep | undefined {
  const inputs = (['hex', 'hexRepeat', 'json'] as const).flatMap(kind => {
    const at = entryOf(place, kind);
    return at === undefined ? [] : [{kind, at}];
  });
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) {
    return note(
      place,
      `"decode" needs exactly one of "hex", "hexRepeat" and "json"`,
      inputs.length > 1 ? 'keep one of them' : 'add e.g. hex: "0801"',
      'key',
    );
  }
  return {kind: 'decode', ...common, message, input: readInput(input.kind, input.at, context)};
}

function readInput(kind: OverlayInput['kind'], place: Place, {rows}: StepContext): OverlayInput {
  if (kind === 'hex') {
    checkHex(place, '"hex"', rows);
    return {kind, hex: place.value};
  }
  const values = writtenValues(place, rows);
  if (kind === 'hexRepeat') {
    for (const pairs of values) checkPairs(pairs);
    return {kind, pairs: place.value};
  }
  const fix = 'write it in single quotes, e.g. \'{"Time":"1"}\'';
  for (const text of values) if (typeof text.value !== 'string') noteType(text, '"json"', 'a text', fix);
  return {kind, text: place.value};
}

/** Bytes that `hexRepeat` may stand for: more than the largest frame, so that a frame that is too large can be written. */
const repeatedBytesMax = 4 * 1024 * 1024;

function checkPairs(place: Place): void {
  if (!Array.isArray(place.value) || place.value.length === 0) {
    noteType(place, '"hexRepeat"', 'a list of [hex, count] pairs', 'write e.g. [["4b", 20000]]');
    return;
  }
  let bytes = 0;
  for (const pair of itemsOf(place)) {
    const [hex, count, ...rest] = itemsOf(pair);
    const isPair = hex !== undefined && count !== undefined && rest.length === 0;
    if (!isPair || typeof hex.value !== 'string' || !isCount(count.value))
      noteType(pair, 'each entry of "hexRepeat"', 'a pair of hex and count', 'write e.g. ["4b", 20000]');
    else {
      checkHex(hex, '"hexRepeat"', []);
      bytes += (hex.value.length / 2) * Number(count.value);
    }
  }
  if (bytes > repeatedBytesMax) note(place, `"hexRepeat" stands for ${String(bytes)} bytes`, 'stay within 4 MiB');
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function readSend(place: Place, message: Json, common: StepCommon, {rows}: StepContext): SendStep | undefined {
  const value = entryOf(place, 'value');
  const hex = entryOf(place, 'hex');
  if ((value === undefined) === (hex === undefined))
    return note(
      place,
      '"send" needs exactly one of "value" and "hex"',
      value === undefined ? 'add one of them' : 'keep one of them',
      'key',
    );
  checkHex(hex, '"hex"', rows);
  return {
    kind: 'send',
    ...common,
    message,
    ...defined({value: value?.value, hex: hex?.value}),
  };
}
