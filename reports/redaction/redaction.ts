// Takes secrets out of everything that is about to be written down: by value in every encoding, and by the name they stand under.
import {type Json} from '../../model/json.ts';
import type {Redacted, Redaction} from '../../model/redacted.ts';
import {hiddenParts, inflatedOf, type FindPlain} from './hidden-parts.ts';
import {multiSearch, patternLengthMin, type SearchPattern} from './multi-search.ts';
import {secretEncodings} from './secret-encodings.ts';
import {isNumberedCookie, isSecretHeader, isSecretKey, redactNamedSecrets} from './secret-names.ts';

/** What registering a secret came to; `refused` carries a sentence to warn with. */
type Registration = {readonly kind: 'registered'} | {readonly kind: 'refused'; readonly why: string};

export interface Redactor extends Redaction {
  /** Makes every later text lose `secret`; `name` stands in its place, e.g. `TOUCHSTONE_TOKEN_ALICE`. */
  readonly register: (secret: string, name: string) => Registration;
  readonly redactText: (text: string) => Redacted;
  /** Returns the same array when nothing was found. */
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  /** Gives the name of a secret that bytes hold, written out or encoded; nothing when there is none. */
  readonly holds: (bytes: Uint8Array) => string | undefined;
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
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      const inflated = inflatedOf(bytes);
      return nameIn(text, memory) ?? (inflated === undefined ? undefined : nameIn(inflated.toString('latin1'), memory));
    },
    redactHeader: (name, value) =>
      isSecretHeader(name) ? redactCredential(name.toLowerCase(), value, tools) : redactText(value),
    redactJson,
    text: redactText,
    json: redactJson,
    bytes: redactBytes,
  };
}

/** Gives the name of a secret that a text holds, written out or encoded. */
function nameIn(text: string, {find}: Pick<SecretMemory, 'find'>): string | undefined {
  return find(text, 0)?.name ?? hiddenParts(text, find)[0]?.name;
}

/** All secrets that are known, and the search for them. */
interface SecretMemory {
  readonly register: Redactor['register'];
  /** Remembers a secret that was met under a telling name, so that it is also taken out where no name betrays it. */
  readonly discover: (secret: string, name: string) => void;
  /** Takes out what is known by value. */
  readonly redactValues: (text: string) => string;
  /** Finds what is written out. */
  readonly find: FindPlain;
}

type Tools = SecretMemory & Pick<Redactor, 'redactText'>;

function secretMemory(): SecretMemory {
  const search = multiSearch();
  const known = new Map<string, string>();
  const discovered: {readonly secret: string; readonly patterns: readonly SearchPattern[]}[] = [];
  const find: FindPlain = (text, from) => {
    const hit = search.find(text, from);
    return hit === undefined ? undefined : {from: hit.at, to: endOf(hit, text), name: hit.pattern.name};
  };
  const learn = (secret: string, name: string): readonly SearchPattern[] => {
    const patterns = secretEncodings(secret).map(spelling => ({...spelling, name}));
    for (const pattern of patterns) search.add(pattern);
    known.set(secret, name);
    return patterns;
  };
  return {
    register: (secret, name) => {
      if (Buffer.byteLength(secret) < patternLengthMin || secret.length < patternLengthMin) {
        return {
          kind: 'refused',
          why: `the secret ${name} has fewer than ${patternLengthMin} characters: taking it out of reports would make them unreadable or show where it stood, so it stays in; use a longer one`,
        };
      }
      if (!known.has(secret)) {
        const shown = name.replace(/[^\w.-]/g, '_');
        if (known.size < splitSecretsMax) for (const part of partsOf(secret)) search.add({...part, name: shown});
        learn(secret, shown);
      }
      return {kind: 'registered'};
    },
    discover: (secret, name) => {
      if (known.has(secret) || !looksRandom(secret)) return;
      discovered.push({secret, patterns: learn(secret, name)});
      if (discovered.length <= discoveredMax) return;
      const oldest = discovered.shift();
      if (oldest === undefined) return;
      known.delete(oldest.secret);
      for (const pattern of oldest.patterns) search.remove(pattern);
    },
    redactValues: text => withoutHidden(withoutFound(text, search), find),
    find,
  };
}

function withoutHidden(text: string, find: FindPlain): string {
  const parts = hiddenParts(text, find);
  if (parts.length === 0) return text;
  let done = 0;
  const kept: string[] = [];
  for (const {from, to, name} of parts) {
    kept.push(text.slice(done, from), mark(name));
    done = to;
  }
  return kept.join('') + text.slice(done);
}

/** So many secrets are also known by their parts: those that people give come first, and each costs every search something. */
const splitSecretsMax = 50;

/** A part of a secret that is so long, and looks drawn at random, is taken out as well: a page may split a secret over two fields. */
const partLength = 12;

function partsOf(secret: string): readonly Omit<SearchPattern, 'name'>[] {
  // Two parts of a shorter one are too short to be known for sure.
  if (secret.length < 2 * partLength || secret.length > 512) return [];
  return Array.from({length: secret.length - partLength + 1}, (_, from) => ({
    text: secret.slice(from, from + partLength),
    widenLeft: 0,
    widenRight: 0,
    rest: secret.slice(from + partLength),
  })).filter(({text}) => /[A-Za-z]/.test(text) && text.replace(/\D+/g, '').length >= 2);
}

/** A part goes on as far as the text is that of the secret. */
function endOf({at, pattern}: {readonly at: number; readonly pattern: SearchPattern}, text: string): number {
  let end = at + pattern.text.length;
  for (const character of pattern.rest ?? '') {
    if (!text.startsWith(character, end)) break;
    end += character.length;
  }
  return end;
}

function withoutFound(text: string, search: ReturnType<typeof multiSearch>): string {
  let hit = search.find(text, 0);
  if (hit === undefined) return text;
  const parts: string[] = [];
  let done = 0;
  while (hit !== undefined) {
    const end = endOf(hit, text);
    parts.push(text.slice(done, widened(text, hit.at, -hit.pattern.widenLeft, done)), mark(hit.pattern.name));
    done = widened(text, end, hit.pattern.widenRight, end);
    hit = search.find(text, done);
  }
  return parts.join('') + text.slice(done);
}

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

/** Secrets met under a telling name are forgotten again past this many, the oldest first: a run of 100,000 cases makes a token in each. */
const discoveredMax = 2_000;

/** The attributes of RFC 6265 and its successors, with values of their own form only. */
const plainAttribute =
  /^\s*(?:$|(?:secure|httponly|partitioned)\s*$|max-age=-?\d+\s*$|expires=[\w ,:+-]+$|domain=[\w.-]*\s*$|path=[^;,=]*$|samesite=(?:strict|lax|none)\s*$|priority=(?:low|medium|high)\s*$)/i;

/** A target could answer `{"token": "status"}`; only what looks drawn at random is searched for elsewhere. */
function looksRandom(secret: string): boolean {
  return /^[\w.~+/=-]{16,512}$/.test(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret);
}

function mark(name: string): string {
  return `[redacted:${name}]`;
}

/** Moves a border over neighbouring base64 characters. */
function widened(text: string, border: number, by: number, atLeast: number): number {
  if (by === 0) return border;
  const neighbour = text[by < 0 ? border - 1 : border];
  return neighbour !== undefined && /[\w+/=-]/.test(neighbour) ? Math.max(atLeast, border + by) : border;
}

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
