// Decodes the escapes of a text, of URLs, JSON, JavaScript, HTML and C alike, and remembers where each was.
import {isUtf8} from 'node:buffer';

/** A text without escapes, and the way back from a place in it. */
export interface Unescaped {
  readonly decoded: string;
  /** Gives the place in the escaped text where a part begins that begins here. */
  readonly before: (place: number) => number;
  /** Gives the place behind a part that ends before this place. */
  readonly after: (place: number) => number;
}

/** Decodes all of them at once. */
export function undoEscapes(text: string): Unescaped {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let done = 0;
  let at = 0;
  for (const {0: escape, index} of text.matchAll(escapes)) {
    const decoded = unescaped(escape);
    parts.push(text.slice(done, index), decoded);
    at += index - done;
    pieces.push({at, length: decoded.length, from: index, to: index + escape.length});
    at += decoded.length;
    done = index + escape.length;
  }
  parts.push(text.slice(done));
  return {
    decoded: parts.join(''),
    before: place => placeBefore(pieces, place),
    after: place => placeAfter(pieces, place),
  };
}

// Bytes of one character of UTF-8 are decoded together.
const escapes =
  /\0|(?:%[89a-f][\da-f])+|(?:\\x[89a-f][\da-f])+|%[\da-f]{2}|\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\}|[0-3][0-7]{2}|[nrt"'\\/])|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi;

/** An escape at `from` … `to` that became `length` characters at `at`. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

function placeBefore(pieces: readonly Piece[], place: number): number {
  const piece = lastAtMost(pieces, place);
  if (piece === undefined) return place;
  return place < piece.at + piece.length ? piece.from : piece.to + place - piece.at - piece.length;
}

function placeAfter(pieces: readonly Piece[], place: number): number {
  const piece = lastAtMost(pieces, place - 1);
  if (piece === undefined) return place;
  return place <= piece.at + piece.length ? piece.to : piece.to + place - piece.at - piece.length;
}

function lastAtMost(pieces: readonly Piece[], place: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}

const named: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};
const lettered: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t'};

function unescaped(escape: string): string {
  // UTF-16 of ASCII has one beside every character.
  if (escape === '\0') return '';
  if (/^(?:%|\\x)[89a-f]/i.test(escape)) {
    const bytes = Buffer.from(escape.replace(/%|\\x/gi, ''), 'hex');
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  }
  const inner = escape.replace(/^(?:%|\\u\{|\\[xu]|\\|&#x|&#|&)|[;}]$/gi, '');
  if (escape.startsWith('&') && !escape.startsWith('&#')) return named[inner.toLowerCase()] ?? escape;
  if (/^\\[nrt"'\\/]$/i.test(escape)) return lettered[inner] ?? inner;
  const base = /^\\[0-3]/.test(escape) ? 8 : /^&#\d/.test(escape) ? 10 : 16;
  const code = Number.parseInt(inner, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}
