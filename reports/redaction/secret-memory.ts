// Knows the secrets of a run by value, and takes them out of texts: written out, encoded, and in pieces.
import type {Redaction} from '../../model/redacted.ts';
import {hiddenParts, type FindPlain, type HiddenPart} from './hidden-parts.ts';
import {multiSearch, patternLengthMin, type SearchPattern} from './multi-search.ts';
import {secretEncodings} from './secret-encodings.ts';
import {splitSecrets} from './split-secrets.ts';

/** What registering a secret came to; `refused` carries a sentence to warn with. */
export type Registration = {readonly kind: 'registered'} | {readonly kind: 'refused'; readonly why: string};

/** All secrets that are known, and the search for them. */
export interface SecretMemory {
  readonly register: (secret: string, name: string) => Registration;
  /** Remembers a secret that was met under a telling name, so that it is also taken out where no name betrays it. */
  readonly discover: (secret: string, name: string) => void;
  /** Takes out what is known by value. */
  readonly redactValues: (text: string) => string;
  /** No secret is known, so that no text needs to be looked through. */
  readonly isEmpty: () => boolean;
  /** Finds what is written out. */
  readonly find: FindPlain;
  readonly notice: Redaction['notice'];
}

/** Makes a memory that knows no secret yet. */
export function secretMemory(): SecretMemory {
  const whole = multiSearch();
  // Parts of secrets, too.
  const search = multiSearch();
  const known = new Map<string, string>();
  const noticed = new Set<string>();
  const discovered: {readonly secret: string; readonly patterns: readonly SearchPattern[]}[] = [];
  const split = splitSecrets();
  const find: FindPlain = (text, from) => {
    const hit = search.find(text, from);
    return hit === undefined ? undefined : {from: hit.at, to: endOf(hit, text), name: hit.pattern.name};
  };
  const learn = (secret: string, name: string): readonly SearchPattern[] => {
    const patterns = secretEncodings(secret).map(spelling => ({...spelling, name}));
    for (const pattern of patterns) {
      whole.add(pattern);
      search.add(pattern);
    }
    known.set(secret, name);
    return patterns;
  };
  const withoutSplit = (text: string): string => {
    if (split.find(text).length === 0) return text;
    // What is in one piece first: its escapes would make pieces of it.
    const pieced = withoutFound(text, whole);
    return without(pieced, split.find(pieced));
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
        if (known.size < splitSecretsMax) {
          for (const part of partsOf(secret)) search.add({...part, name: shown});
          split.add(secret, shown);
        }
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
      for (const pattern of oldest.patterns) {
        whole.remove(pattern);
        search.remove(pattern);
      }
    },
    isEmpty: () => search.isEmpty(),
    redactValues: text => {
      if (search.isEmpty()) return text;
      const plain = withoutFound(withoutSplit(text), search);
      return without(plain, hiddenParts(plain, find));
    },
    find,
    notice: arrived => {
      if (search.isEmpty()) return;
      const bytes = typeof arrived === 'function' ? arrived() : arrived;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, noticedBytesMax)).toString(
        'utf8',
      );
      for (const {from, to, name} of split.find(text)) {
        const piece = text.slice(from, to);
        if (!isTellingPiece(piece) || noticed.has(piece) || noticed.size >= noticedMax) continue;
        noticed.add(piece);
        search.add({text: piece, name, widenLeft: 0, widenRight: 0});
      }
    },
  };
}

/** So much of a reply is looked through for secrets in pieces, and so many pieces are remembered. */
const noticedBytesMax = 1024 * 1024;
const noticedMax = 500;

/** A piece that is a word would be taken out of everything that is written. */
function isTellingPiece(piece: string): boolean {
  return piece.length >= 12 || (piece.length >= patternLengthMin && /\d/.test(piece));
}

function without(text: string, parts: readonly HiddenPart[]): string {
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

/** Secrets met under a telling name are forgotten again past this many, the oldest first: a run of 100,000 cases makes a token in each. */
const discoveredMax = 2_000;

/** A target could answer `{"token": "status"}`; only what looks drawn at random is searched for elsewhere. */
function looksRandom(secret: string): boolean {
  return /^[\w.~+/=-]{16,512}$/.test(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret);
}

/** Moves a border over neighbouring base64 characters. */
function widened(text: string, border: number, by: number, atLeast: number): number {
  if (by === 0) return border;
  const neighbour = text[by < 0 ? border - 1 : border];
  return neighbour !== undefined && /[\w+/=-]/.test(neighbour) ? Math.max(atLeast, border + by) : border;
}

/** Gives the name of a secret that a text holds, written out or encoded. */
export function nameIn(text: string, {find, isEmpty}: Pick<SecretMemory, 'find' | 'isEmpty'>): string | undefined {
  if (isEmpty()) return undefined;
  return find(text, 0)?.name ?? hiddenParts(text, find)[0]?.name;
}

/** What takes the place of a secret. */
export function mark(name: string): string {
  return `[redacted:${name}]`;
}
