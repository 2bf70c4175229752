// Reads the steps that speak to overlay peers.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {
  DecodeStep,
  EncodeStep,
  OverlayInput,
  ReceiveStep,
  RoundtripStep,
  SendStep,
  Step,
} from '../../../model/suite.ts';
import {certificateKinds, damages, sealedKinds, signingAuthorities, zeroKeys} from '../../../model/peers/sealed.ts';
import {checkHex} from '../validate/check-hex.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asBoolean,
  asRecord,
  entryOf,
  itemsOf,
  note,
  noteType,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import type {StepCommon} from './step-common.ts';
import {writtenValues} from '../validate/rows.ts';
import type {StepContext} from '../validate/step-context.ts';
import {
  decodeKeys,
  encodeKeys,
  handshakeKeys,
  packetKeys,
  receiveKeys,
  sendKeys,
  valueKeys,
} from '../validate/suite-keys.ts';
import {quoted} from '../../../base/text/quoted.ts';

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
  if (kind === 'send' || kind === 'receive') checkCarried(place, kind);
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
  const wanted = entryOf(place, 'packet');
  const packet = sealedKinds.find(kind => kind === wanted?.value);
  if (wanted !== undefined && packet === undefined)
    note(
      wanted,
      `unknown kind of packet ${quoted(wanted.value)}`,
      suggestName(quoted(wanted.value), sealedKinds, 'kinds'),
    );
  return {
    kind: 'receive',
    ...common,
    message,
    withinMs: withinMs ?? 0,
    client: readClient(place),
    ...defined({packet}),
  };
}

/** Only what travels in a node's packets can be without a message. */
function checkCarried(place: Place, kind: 'send' | 'receive'): void {
  if (['message', 'packet', 'handshake'].some(key => entryOf(place, key) !== undefined)) return;
  note(place, `"${kind}" has no "message"`, 'add "message:"', 'key');
}

/** Reads how a packet to a node, or its handshake, differs from the everyday one: whatever is not a template is checked. */
function readChanges(place: Place | undefined, name: 'packet' | 'handshake'): Json | undefined {
  if (place === undefined) return undefined;
  if (typeof place.value === 'string' && place.value.startsWith('${')) return place.value;
  const keys = name === 'packet' ? packetKeys : handshakeKeys;
  if (asRecord(place, `"${name}"`, keys) === undefined) return undefined;
  for (const [key, words] of Object.entries(changeWords)) {
    const at = entryOf(place, key);
    const isTemplate = typeof at?.value === 'string' && at.value.includes('${');
    if (at !== undefined && !isTemplate && !words.some(word => word === at.value))
      note(at, `unknown ${key} ${quoted(at.value)}`, suggestName(quoted(at.value), words, `values of ${key}`));
  }
  return place.value;
}

const changeWords: {readonly [key: string]: readonly string[]} = {
  damage: damages,
  certificate: certificateKinds,
  authority: signingAuthorities,
  zeroKey: zeroKeys,
};

/** The socket of a step that names none. */
const firstClient = 'first';

function readClient(place: Place): string {
  const client = entryOf(place, 'client');
  const name = textOf(client, '"client"');
  if (client !== undefined && name !== undefined && !/^[a-z][a-z0-9]*$/.test(name))
    note(client, `the client ${quoted(name)} is not a name`, 'write small letters and digits, e.g. second');
  return name ?? firstClient;
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

function checkHexList(place: Place): void {
  if (!Array.isArray(place.value) || place.value.length === 0)
    return noteType(place, '"hexEach"', 'a list of hex texts', 'write e.g. ["08", "0801"]');
  for (const item of itemsOf(place)) {
    if (typeof item.value === 'string') checkHex(item, '"hexEach"', []);
    else noteType(item, 'each entry of "hexEach"', 'a hex text', 'write e.g. "0801"');
  }
}

/** A handshake and a datagram that is sent again bring their own payload. */
function bringsPayload({packet, handshake}: {readonly packet?: Json; readonly handshake?: Json}): boolean {
  return handshake !== undefined || (isJsonObject(packet) && packet['again'] !== undefined);
}

function readSend(place: Place, message: Json, common: StepCommon, {rows}: StepContext): SendStep | undefined {
  const inputs = (['value', 'hex', 'hexRepeat', 'hexEach'] as const).filter(key => entryOf(place, key) !== undefined);
  const changes = defined({
    packet: readChanges(entryOf(place, 'packet'), 'packet'),
    handshake: readChanges(entryOf(place, 'handshake'), 'handshake'),
  });
  if (inputs.length !== 1 && !(inputs.length === 0 && bringsPayload(changes)))
    return note(
      place,
      '"send" needs exactly one of "value", "hex", "hexRepeat" and "hexEach"',
      inputs.length === 0 ? 'add one of them' : 'keep one of them',
      'key',
    );
  const [hex, pairs, each] = [entryOf(place, 'hex'), entryOf(place, 'hexRepeat'), entryOf(place, 'hexEach')];
  checkHex(hex, '"hex"', rows);
  if (pairs !== undefined) for (const one of writtenValues(pairs, rows)) checkPairs(one);
  if (each !== undefined) for (const list of writtenValues(each, rows)) checkHexList(list);
  const survived = entryOf(place, 'survived');
  return {
    kind: 'send',
    ...common,
    message,
    client: readClient(place),
    ...changes,
    isSurvived: survived === undefined ? false : (asBoolean(survived, '"survived"') ?? false),
    ...defined({
      value: entryOf(place, 'value')?.value,
      hex: hex?.value,
      hexRepeat: pairs?.value,
      hexEach: each?.value,
    }),
  };
}
