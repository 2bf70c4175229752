// Takes secrets out of everything that is about to be written down: by value in every encoding, and by the name they stand under.
import {type Json} from '../../model/json.ts';
import type {Redacted, Redaction} from '../../model/redacted.ts';
import {inflatedOf} from './hidden-parts.ts';
import {mark, nameIn, secretMemory, type Registration, type SecretMemory} from './secret-memory.ts';
import {isNumberedCookie, isSecretHeader, isSecretKey, redactNamedSecrets} from './secret-names.ts';

export interface Redactor extends Redaction {
  /** Makes every later text lose `secret`; `name` stands in its place, e.g. `TOUCHSTONE_TOKEN_ALICE`. */
  readonly register: (secret: string, name: string) => Registration;
  readonly redactText: (text: string) => Redacted;
  /** Returns the same array when nothing was found. */
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  /** Gives the name of a secret that bytes hold, written out or encoded; nothing when there is none. */
  readonly holds: (bytes: Uint8Array) => string | undefined;
  /** No secret is known, so that nothing that was written can hold one. */
  readonly knowsNone: () => boolean;
  readonly redactHeader: (name: string, value: string) => string;
  readonly redactJson: (value: Json) => Json;
}

/** Makes a redactor that knows no secret yet. A secret becomes `[redacted:NAME]`. */
export function makeRedactor(): Redactor {
  const memory = secretMemory();
  const redactText = (text: string): Redacted =>
    redactNamedSecrets(memory.redactValues(text), memory.discover) as Redacted;
  const tools = {...memory, redactText};
  const redactJson = (value: Json): Json => redactTree(value, tools);
  const redactBytes = (bytes: Uint8Array): Uint8Array => {
    const inflated = inflatedOf(bytes);
    const inside = inflated === undefined ? undefined : nameIn(inflated.toString('latin1'), memory);
    if (inside !== undefined) return Buffer.from(mark(inside));
    const text = utf8Text(bytes);
    const before = text ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const after = redactText(before);
    return after === before ? bytes : Buffer.from(after, text === undefined ? 'latin1' : 'utf8');
  };
  return {
    register: memory.register,
    redactText,
    redactBytes,
    holds: bytes => {
      if (memory.isEmpty()) return undefined;
      const inflated = inflatedOf(bytes);
      return nameInBytes(bytes, memory) ?? (inflated === undefined ? undefined : nameInBytes(inflated, memory));
    },
    knowsNone: memory.isEmpty,
    redactHeader: (name, value) =>
      isSecretHeader(name) ? redactCredential(name.toLowerCase(), value, tools) : redactText(value),
    redactJson,
    text: redactText,
    json: redactJson,
    bytes: redactBytes,
    notice: memory.notice,
  };
}

/** Long bytes are looked through in windows, of which each begins before the end of the one before by more than an encoded secret is long. */
const windowBytes = 4 * 1024 * 1024;
const overlapBytes = 256 * 1024;

function nameInBytes(bytes: Uint8Array, memory: SecretMemory): string | undefined {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; ; start += windowBytes - overlapBytes) {
    const name = nameIn(whole.toString('latin1', start, start + windowBytes), memory);
    if (name !== undefined || start + windowBytes >= whole.length) return name;
  }
}

type Tools = SecretMemory & Pick<Redactor, 'redactText'>;

function redactCredential(name: string, value: string, tools: Tools): string {
  const parts = value.split(';');
  if (name === 'set-cookie') return parts.map((part, index) => redactCookiePart(part, index, tools)).join(';');
  if (name === 'cookie') return parts.map(pair => redactCookie('cookie', pair, tools)).join(';');
  const scheme = /^(?:basic|bearer|token|digest|negotiate) +/i.exec(value)?.[0] ?? '';
  const credential = value.slice(scheme.length);
  if (credential === '') return value;
  const secret = /^basic/i.test(scheme) ? passwordOf(credential) : credential;
  return scheme + markOf(name, secret, tools);
}

// What a browser needs to know of a cookie stays, unless it holds something else.
function redactCookiePart(part: string, index: number, tools: Tools): string {
  return index > 0 && plainAttribute.test(part) ? tools.redactText(part) : redactCookie('set-cookie', part, tools);
}

function redactCookie(header: string, pair: string, tools: Tools): string {
  const [, before = '', secret = ''] = /^(\s*(?:[^=]*=\s*)?)([^]*)$/.exec(pair) ?? [];
  return tools.redactValues(before) + (secret === '' ? '' : markOf(header, secret, tools));
}

function markOf(name: string, secret: string, {redactValues, discover}: SecretMemory): string {
  const byValue = redactValues(secret);
  if (/^\[redacted:[^\]]*\]$/.test(byValue)) return byValue;
  discover(secret, name);
  return mark(name);
}

function redactTree(value: Json, tools: Tools): Json {
  if (typeof value === 'string') return tools.redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => redactTree(item as Json, tools));
  const entries = Object.entries<Json>(value);
  const siblings = Object.keys(value);
  const object = Object.create(null) as Record<string, Json>;
  for (const [key, item] of entries) object[tools.redactValues(key)] = redactMember(item, {key, siblings}, tools);
  return object;
}

function redactMember(
  item: Json,
  {key, siblings}: {readonly key: string; readonly siblings: readonly string[]},
  tools: Tools,
): Json {
  const isNumber = typeof item === 'number' || typeof item === 'bigint';
  if (!isSecretKey(key, siblings) || isNumberedCookie(key, isNumber || typeof item === 'string' ? String(item) : ''))
    return redactTree(item, tools);
  if (typeof item === 'string') return item === '' ? item : markOf(key, item, tools);
  return isNumber ? mark(key) : redactTree(item, tools);
}

/** The attributes of RFC 6265 and its successors, with values of their own form only. */
const plainAttribute =
  /^\s*(?:$|(?:secure|httponly|partitioned)\s*$|max-age=-?\d+\s*$|expires=[\w ,:+-]+$|domain=[\w.-]*\s*$|path=[^;,=]*$|samesite=(?:strict|lax|none)\s*$|priority=(?:low|medium|high)\s*$)/i;

function passwordOf(credential: string): string {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1) || credential;
}

/** Reads bytes as UTF-8, or says that they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const strictUtf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
