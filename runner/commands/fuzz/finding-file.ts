// The file of one finding: what `touchstone fuzz` writes beside the raw input, and `replay` and `promote` read.
import {defined} from '../../../base/json/defined.ts';
import {createHash} from 'node:crypto';
import {isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {fuzzWays, type FuzzFinding, type FuzzInput} from '../../../model/decoder-search.ts';
import type {SearchSending} from '../../../model/peers/sealed.ts';
import {bytesFromHex, hexOf, shortHex} from '../../../base/text/hex.ts';
import {handshakeKeys, packetKeys} from '../../read/validate/suite-keys.ts';
import {isOverlayMessage} from '../../overlay/message-schema.ts';

/** Gives the text of the file. What decoders said is in it without paths and addresses of the machine that they ran on. */
export function findingText(finding: FuzzFinding): string {
  return `${JSON.stringify(findingJson(finding), undefined, 2)}\n`;
}

/** The finding as JSON. */
export function findingJson(finding: FuzzFinding): JsonObject {
  const {kind, mark, basis, causes, expected, got, replyTimeoutMs, isUnexamined, decoder, seed, index, before} =
    finding;
  return {
    type: 'finding',
    schema: 1,
    kind,
    ...defined({mark}),
    basis,
    causes,
    ...inputJson(finding),
    expected: placeless(expected),
    got: placeless(got),
    ...defined({replyTimeoutMs}),
    ...(isUnexamined === true ? {examined: false} : {}),
    decoder: placeless(decoder),
    seed,
    ...defined({index}),
    ...(before.length === 0 ? {} : {after: before.map(inputJson)}),
  };
}

/** An input as JSON: `way` where it is not bytes to decode, and beside the bytes of a text the text itself. */
function inputJson({message, way, bytes, sending}: FuzzInput): JsonObject {
  if (sending !== undefined) return {message, sending: sending as JsonObject, hex: hexOf(bytes)};
  if (way === 'binary') return {message, hex: hexOf(bytes)};
  return {message, way, hex: hexOf(bytes), text: Buffer.from(bytes).toString('utf8')};
}

/** A name for the files of a finding, made of its kind; `isShared`: several decoders write into the folder. */
export function findingName({kind, mark, decoder}: FuzzFinding, isShared: boolean): string {
  return fileName([...(isShared ? [decoder] : []), kind, ...(mark === undefined ? [] : [mark])].join(' '));
}

/** Makes the name of a file of a text; texts that are too long keep their beginning and get a digest. */
export function fileName(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (words.length <= nameLengthMax && words !== '') return words;
  return `${words.slice(0, nameLengthMax - 9)}-${createHash('sha1').update(text).digest('hex').slice(0, 8)}`;
}

/** The name that libFuzzer gives the raw input: its sort and its SHA-1. */
export function artifactName({kind, bytes}: FuzzFinding): string {
  const sort = Object.entries(artifactSorts).find(([start]) => kind.startsWith(start))?.[1] ?? 'finding';
  return `${sort}-${createHash('sha1').update(bytes).digest('hex')}`;
}

const artifactSorts = {crashes: 'crash', hangs: 'timeout', grows: 'oom'} as const;

const nameLengthMax = 120;

const textLengthMax = 2_000;

/** Takes paths and addresses out of a text that a decoder may have written, shortens long bytes, and bounds it. */
function placeless(text: string): string {
  return shortHex(text)
    .slice(0, textLengthMax)
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi, '(address)')
    .replaceAll(/(?:[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}[\\/]?/g, '(path)');
}

/** A finding as it is read back, or what is wrong with the file. */
export type FindingReading =
  | {readonly kind: 'finding'; readonly finding: FuzzFinding}
  | {readonly kind: 'problem'; readonly problem: string};

/** Reads the text of a finding's file. Nothing in it is used but message, bytes and words to show. */
export function readFinding(text: string): FindingReading {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return problem('it is not JSON; name the .json file of a finding, not the raw input beside it');
  }
  if (!isJsonObject(parsed) || parsed['type'] !== 'finding')
    return problem(
      'it is not a finding: "type" is not "finding"; touchstone fuzz writes findings into OUTPUT/findings',
    );
  if (parsed['schema'] !== 1) return problem('its "schema" is not 1: another version of touchstone wrote it');
  const finding = findingOf(parsed);
  return typeof finding === 'string' ? problem(finding) : {kind: 'finding', finding};
}

/** Makes a finding of its JSON, or says what is wrong with it. */
export function findingOf(json: JsonObject): FuzzFinding | string {
  const input = inputOf(json);
  if (typeof input === 'string') return input;
  const before = json['after'] ?? [];
  if (!Array.isArray(before) || before.length > beforeMax)
    return `"after" must be a list of at most ${beforeMax} inputs`;
  const earlier = before.map((item: Json) =>
    isJsonObject(item) ? inputOf(item) : 'an item of "after" is not a mapping',
  );
  const wrong = earlier.find(item => typeof item === 'string');
  if (typeof wrong === 'string') return wrong;
  const {basis, index, seed, mark, replyTimeoutMs} = json;
  const kind = wordsOf(json, 'kind');
  if (basis !== 'protocol' && basis !== 'usual') return '"basis" must be "protocol" or "usual"';
  return {
    ...input,
    kind,
    ...(typeof mark === 'string' && /^[0-9a-f]{8}$/.test(mark) ? {mark} : {}),
    basis,
    causes: causesIn(json['causes'], kind),
    expected: wordsOf(json, 'expected'),
    got: wordsOf(json, 'got'),
    ...(isTimeout(replyTimeoutMs) ? {replyTimeoutMs} : {}),
    ...(json['examined'] === false ? {isUnexamined: true} : {}),
    decoder: wordsOf(json, 'decoder'),
    seed: typeof seed === 'number' ? seed : 0,
    ...(typeof index === 'number' ? {index} : {}),
    before: earlier.filter(item => typeof item !== 'string'),
  };
}

/** What a search shows again at most. */
const beforeMax = 1_024;
/** A question of a search fits into a frame of 4 MiB. */
const hexLengthMax = 8 * 1024 * 1024;

function inputOf(json: JsonObject): FuzzInput | string {
  const {message, hex} = json;
  if (typeof message !== 'string' || !isOverlayMessage(message))
    return '"message" must be one of the six overlay messages';
  const way = fuzzWays.find(known => known === (json['way'] ?? 'binary'));
  if (way === undefined) return `"way" must be one of ${fuzzWays.join(', ')}`;
  const bytes = typeof hex === 'string' && hex.length <= hexLengthMax ? bytesFromHex(hex) : undefined;
  if (bytes === undefined) return '"hex" must be pairs of hexadecimal digits, of at most 4 MiB';
  const {sending} = json;
  if (sending === undefined) return {message, way, bytes};
  const read = readSending(sending);
  return typeof read === 'string' ? read : {message, way, bytes, sending: read};
}

/** How a datagram travels, as the steps of suites write it: their reader says what is wrong with a value of it. */
function readSending(json: Json): SearchSending | string {
  if (!isJsonObject(json)) return '"sending" must be a mapping';
  const {packet = {}, handshake = {}, client, ...rest} = json;
  if (Object.keys(rest).length > 0) return `"sending" has an unknown key ${JSON.stringify(Object.keys(rest)[0])}`;
  if (client !== undefined && client !== 'lighthouse') return '"client" can only be "lighthouse"';
  for (const [name, value, keys] of [
    ['packet', packet, packetKeys],
    ['handshake', handshake, handshakeKeys],
  ] as const) {
    if (!isJsonObject(value)) return `"${name}" must be a mapping`;
    const unknown = Object.keys(value).find(key => !Object.hasOwn(keys, key));
    if (unknown !== undefined) return `"${name}" has an unknown key ${JSON.stringify(unknown)}`;
  }
  return json;
}

/** What earlier versions wrote names no cause: each kind is then a bug of its own. */
function causesIn(value: Json | undefined, kind: string): readonly string[] {
  const causes = Array.isArray(value) ? value.filter(cause => typeof cause === 'string') : [];
  return causes.length === 0 ? [kind] : causes.slice(0, causesMax);
}

const causesMax = 32;
const dayMs = 86_400_000;

function isTimeout(value: Json | undefined): value is number {
  return typeof value === 'number' && value >= 1 && value <= dayMs;
}

function wordsOf(json: JsonObject, key: string): string {
  const text = json[key];
  return typeof text === 'string' ? text.slice(0, textLengthMax) : '';
}

function problem(text: string): FindingReading {
  return {kind: 'problem', problem: text};
}
