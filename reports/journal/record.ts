// Turns an exchange as the runner saw it into the record that is written down: redacted, short, and with large bodies put aside.
import {createHash} from 'node:crypto';
import type {
  BodyRecord,
  DeliveryExchangeRecord,
  ExchangeLine,
  HttpExchangeRecord,
  LiveExchangeRecord,
  TesteeExchangeRecord,
} from '../../model/journal.ts';
import type {HttpObservation} from '../../model/http.ts';
import type {Json, JsonObject} from '../../model/json.ts';
import type {SealedHeader} from '../../model/peers/sealed.ts';
import type {LiveArrival, TesteeAnswer} from '../../model/peer.ts';
import type {RawExchange, RawTraffic} from '../../model/raw-exchange.ts';
import {utf8Text, type Redactor} from '../redaction/redaction.ts';
import {shortened} from './shortened.ts';
import {wellFormed} from '../../base/text/well-formed.ts';
import {quoted} from '../../base/text/quoted.ts';

/** What records are made with. */
export interface RecordTools {
  readonly redactor: Redactor;
  /** Keeps a body under its hash; called after redaction. */
  readonly store: (sha256: string, bytes: Uint8Array) => void;
  /** `heads` leaves out header fields, bodies and values. */
  readonly detail: 'whole' | 'heads';
  /** Of a longer body of the target so many bytes are kept. */
  readonly bodyBytesMax: number;
}

/** A body of 20 MB is looked through for secrets for seconds, in which nothing else is done; no reader needs more of it than this. */
export const keptBytesMax = 512 * 1024;

type Traffic<K extends RawTraffic['kind']> = Extract<RawTraffic, {kind: K}>;

/** Makes the record of one exchange. */
export function journalRecord({traffic}: RawExchange, tools: RecordTools): ExchangeLine['exchange'] {
  switch (traffic.kind) {
    case 'http':
      return httpRecord(traffic, tools);
    case 'testee':
      return testeeRecord(traffic, tools);
    case 'live':
      return liveRecord(traffic, tools);
    case 'delivery':
      return deliveryRecord(traffic, tools);
  }
}

function httpRecord({requestId, url, request, observation}: Traffic<'http'>, tools: RecordTools): HttpExchangeRecord {
  const {redactor} = tools;
  return {
    kind: 'http',
    requestId,
    request: {
      method: request.method,
      url: redactor.redactText(url),
      headers: headersRecord(request.headers, tools),
      body: bodyRecord(request.body ?? new Uint8Array(), tools),
    },
    ...observationRecord(observation, tools),
  };
}

function observationRecord(
  observation: HttpObservation,
  tools: RecordTools,
): Pick<HttpExchangeRecord, 'reply' | 'noReply'> {
  if (observation.kind === 'no-reply') {
    const {cause, detail, firstBytes} = observation;
    const began =
      firstBytes.length === 0
        ? ''
        : `; what arrived began with ${quoted(headOf(tools.redactor.redactBytes(firstBytes), 200))}`;
    return {noReply: {cause, detail: tools.redactor.redactText(detail + began)}};
  }
  const {status, headers, body, notes} = observation;
  return {
    reply: {
      status,
      headers: headersRecord(headers, tools),
      body: receivedBody(body, tools),
      notes: notes.map(tools.redactor.redactText),
    },
  };
}

function headersRecord(
  headers: readonly (readonly [string, string])[],
  {redactor, detail}: RecordTools,
): readonly (readonly [string, string])[] {
  if (detail === 'heads') return [];
  return headers.map(([name, value]) => [redactor.redactText(name), redactor.redactHeader(name, value)] as const);
}

/** Bodies up to this many bytes stand in the line itself, so that a journal can be read without its folder. */
const inlineBytesMax = 2_048;
const headCharactersMax = 512;

/** Makes the record of a body: text inline while it is short, anything else by hash. */
function bodyRecord(bytes: Uint8Array, tools: RecordTools): BodyRecord {
  if (tools.detail === 'heads' || bytes.length === 0) return {kind: 'none'};
  const kept = tools.redactor.redactBytes(bytes);
  const text = utf8Text(kept);
  if (text !== undefined && kept.length <= inlineBytesMax) return {kind: 'text', text};
  return storedBody(kept, tools);
}

/** The same of what the target sent, which may be longer than anything that is worth keeping. */
function receivedBody(bytes: Uint8Array, tools: RecordTools): BodyRecord {
  const {detail, bodyBytesMax, redactor} = tools;
  if (detail === 'heads' || bytes.length <= bodyBytesMax) return bodyRecord(bytes, tools);
  // Half a secret is not recognized: what may be one at the border is looked at and not kept.
  const seen = bytes.subarray(0, characterBorder(bytes, bodyBytesMax + secretBytesMax));
  const redacted = redactor.redactBytes(seen);
  const kept = redacted.subarray(0, characterBorder(redacted, bodyBytesMax));
  return {...storedBody(kept, tools), bytes: bytes.length, kept: kept.length};
}

const secretBytesMax = 16 * 1024;

/** The last place at or before this one where a character of UTF-8 begins. */
function characterBorder(bytes: Uint8Array, at: number): number {
  for (let back = 0; back < 4; back += 1) if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back;
  return at;
}

function storedBody(kept: Uint8Array, {store}: RecordTools): Extract<BodyRecord, {kind: 'stored'}> {
  const text = utf8Text(kept);
  const sha256 = createHash('sha256').update(kept).digest('hex');
  store(sha256, kept);
  const head =
    text === undefined ? hexOf(kept.subarray(0, headCharactersMax / 8)) : wellFormed(text.slice(0, headCharactersMax));
  return {kind: 'stored', sha256, bytes: kept.length, isText: text !== undefined, head};
}

function testeeRecord({question, answer}: Traffic<'testee'>, tools: RecordTools): TesteeExchangeRecord {
  const common = {kind: 'testee', question: question.kind, message: question.message, form: question.form} as const;
  if (tools.detail === 'heads') return {...common, given: null, answer: {kind: answer.kind}};
  const given =
    question.kind === 'decode'
      ? bytesJson(question.bytes, tools)
      : shortened(tools.redactor.redactJson(question.value));
  return {...common, given, answer: answerJson(answer, tools)};
}

/** Gives bytes as hex, or as the hash of a side file when they are many. */
function bytesJson(bytes: Uint8Array, {redactor, store}: RecordTools): Json {
  const kept = redactor.redactBytes(bytes);
  if (kept.length <= inlineBytesMax) return hexOf(kept);
  const sha256 = createHash('sha256').update(kept).digest('hex');
  store(sha256, kept);
  return {sha256, bytes: kept.length, head: hexOf(kept.subarray(0, headCharactersMax / 8))};
}

const stderrCharactersMax = 4_096;

function answerJson(answer: TesteeAnswer, tools: RecordTools): JsonObject {
  const {redactText, redactJson} = tools.redactor;
  switch (answer.kind) {
    case 'value':
      return {kind: answer.kind, value: shortened(redactJson(answer.value))};
    case 'encoded':
      return {kind: answer.kind, bytes: bytesJson(answer.bytes, tools)};
    case 'reject':
    case 'unsupported':
      return {kind: answer.kind, text: redactText(answer.text)};
    case 'broken':
      return {
        kind: answer.kind,
        cause: answer.cause,
        detail: redactText(answer.detail),
        stderr: wellFormed(redactText(answer.stderrTail).slice(-stderrCharactersMax)),
      };
    case 'lost':
      return {kind: answer.kind, detail: redactText(answer.detail)};
  }
}

function liveRecord({sent, sending, arrival}: Traffic<'live'>, {redactor, detail}: RecordTools): LiveExchangeRecord {
  const isWhole = detail === 'whole';
  const packet = sending ?? (arrival?.kind === 'frame' ? packetHead(arrival.sealed) : undefined);
  return {
    kind: 'live',
    ...(packet === undefined ? {} : {packet: redactor.redactText(JSON.stringify(packet))}),
    ...(sent === undefined || !isWhole ? {} : {sent: hexOf(redactor.redactBytes(sent))}),
    ...(arrival?.kind === 'frame' && isWhole ? {received: hexOf(redactor.redactBytes(arrival.bytes))} : {}),
    ...(arrival === undefined ? {} : {arrival: redactor.redactText(arrivalText(arrival))}),
  };
}

function packetHead(sealed: SealedHeader | undefined): Omit<SealedHeader, 'datagram'> | undefined {
  if (sealed === undefined) return undefined;
  const {datagram: _datagram, ...head} = sealed;
  return head;
}

function arrivalText(arrival: LiveArrival): string {
  switch (arrival.kind) {
    case 'frame':
      return `a message after ${Math.round(arrival.elapsedMs)} ms`;
    case 'silence':
      return `silence for ${Math.round(arrival.waitedMs)} ms${arrival.strays === undefined ? '' : `; ${arrival.strays}`}`;
    case 'closed':
      return `closed: ${arrival.detail}`;
    case 'refused':
      return `refused: ${arrival.detail}`;
    case 'frame-too-large':
      return `frame too large: ${arrival.detail}`;
  }
}

function deliveryRecord(
  {inbox, delivery, waitedMs, isEarlier = false}: Traffic<'delivery'>,
  tools: RecordTools,
): DeliveryExchangeRecord {
  const waited = `${Math.round(waitedMs)} ms`;
  if (delivery === undefined)
    return {kind: 'delivery', inbox, arrival: `nothing ${isEarlier ? 'more ' : ''}for ${waited}`};
  const {method, path, headers, body, isCut} = delivery;
  return {
    kind: 'delivery',
    inbox,
    arrival: `a delivery ${isEarlier ? 'that came before' : `after ${waited}`}${isCut ? ', not whole' : ''}`,
    request: {
      method: tools.redactor.redactText(method),
      path: tools.redactor.redactText(path),
      headers: headersRecord(headers, tools),
      body: receivedBody(body, tools),
    },
  };
}

function headOf(bytes: Uint8Array, charactersMax: number): string {
  return Buffer.from(bytes.subarray(0, charactersMax)).toString('latin1');
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
