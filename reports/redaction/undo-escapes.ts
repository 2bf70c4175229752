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
const escapes = new RegExp(
  [
    '\\0',
    '(?:%[89a-fA-F]H)+',
    '(?:\\\\x[89a-fA-F]H)+',
    '%HH',
    '%uHHHH',
    '\\\\xHH',
    '\\\\uHHHH',
    '\\\\u\\{H{1,6}\\}',
    '\\\\UHHHHHHHH',
    '\\\\[0-3][0-7]{2}',
    '\\\\[nrt"\'\\\\/]',
    '&#\\d{1,7};?',
    '&#[xX]H{1,6};?',
    '&[A-Za-z]{2,12};',
  ]
    .join('|')
    .replaceAll('H', '[\\da-fA-F]'),
  'g',
);

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

// Signs of ASCII by the names of HTML, in small letters.
const named: ReadonlyMap<string, string> = new Map(
  `amp& lt< gt> quot" apos' sol/ bsol\\ plus+ equals= num# dollar$ percnt% excl! quest? commat@ colon: semi; comma, period. lpar( rpar) lsqb[ lbrack[
rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} ast* midast* lowbar_ underbar_ hat^ grave\` diacriticalgrave\` verbar| vert| verticalline| dash- hyphen-`
    .split(/\s+/)
    .map(word => [word.slice(0, -1), word.slice(-1)] as const),
);
const lettered: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t'};

function unescaped(escape: string): string {
  // UTF-16 of ASCII has one beside every character.
  if (escape === '\0') return '';
  if (/^(?:%|\\x)[89a-f]/i.test(escape)) {
    const bytes = Buffer.from(escape.replace(/%|\\x/gi, ''), 'hex');
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  }
  const inner = escape.replace(/^(?:%u?|\\u\{|\\[Uxu]|\\|&#[xX]|&#|&)|[;}]$/g, '');
  if (escape.startsWith('&') && !escape.startsWith('&#'))
    return named.get(inner.toLowerCase()) ?? whiteOf(inner, escape);
  if (/^\\[nrt"'\\/]$/.test(escape)) return lettered[inner] ?? inner;
  const base = /^\\[0-3]/.test(escape) ? 8 : /^&#\d/.test(escape) ? 10 : 16;
  const code = Number.parseInt(inner, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}

function whiteOf(name: string, otherwise: string): string {
  if (name === 'nbsp') return ' ';
  return name === 'Tab' ? '\t' : name === 'NewLine' ? '\n' : otherwise;
}
