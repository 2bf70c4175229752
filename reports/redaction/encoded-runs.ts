// Finds what looks encoded in a text, in one pass: runs of base64, base32 and hex, lists of byte values, and the surroundings of escapes.

/** A part of a text and how it may be encoded. */
export interface EncodedRun {
  readonly kind: 'base64' | 'base32' | 'hex' | 'bytes' | 'escapes';
  readonly from: number;
  readonly to: number;
}

/** Gives the runs, in the order in which they end. */
export function encodedRuns(text: string): readonly EncodedRun[] {
  const found: EncodedRun[] = [];
  const values = valueList(found);
  const escaped = escapedPart(found, text.length);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === 0) {
      if (isEscape(text, at, code)) escaped.add(at);
      if (!isBetweenValues(code)) values.end(at);
      at += 1;
      continue;
    }
    const run = runFrom(text, at);
    if (run.to - at >= runLengthMin) {
      values.end(at);
      addRun(found, text, run);
    } else if (run.to - at <= 4 && isValue(text, run)) values.add(run.from, run.to);
    else values.end(at);
    at = run.to;
  }
  values.end(text.length);
  escaped.end();
  return found;
}

/** A line of wrapped base64 is no shorter than a group. */
const lineLengthMin = 4;

/** Six characters, the shortest secret, are eight in base64, and eleven when that is done twice. */
const runLengthMin = 11;

// What a character of the base64 alphabet is beside that.
const digit = 1;
const lowerHex = 2;
const lower = 4;
const upperHex = 8;
const upper = 16;
const sign = 32;
const hexKinds = digit | lowerHex | upperHex;
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) kinds[code] = digit;
  else if (/[a-f]/.test(character)) kinds[code] = lowerHex;
  else if (/[g-z]/.test(character)) kinds[code] = lower;
  else if (/[A-F]/.test(character)) kinds[code] = upperHex;
  else if (/[G-Z]/.test(character)) kinds[code] = upper;
  else if (/[+/_-]/.test(character)) kinds[code] = sign;
}

function isValue(text: string, {from, kinds: all}: Run): boolean {
  // And the x of `0x41`, small or capital.
  return (all & ~hexKinds) === 0 || (text.charCodeAt(from) === 48 && (text.charCodeAt(from + 1) | 32) === 120);
}

function kindOf(code: number): number {
  return code < 128 ? (kinds[code] ?? 0) : 0;
}

interface Run {
  readonly from: number;
  readonly to: number;
  /** Every kind of character in it. */
  readonly kinds: number;
  /** So many small letters and digits, or capitals and digits, follow each other somewhere in it. */
  readonly alike: number;
}

/** Reads to the end of a run; a line break after so many characters belongs to it, written out or as `\n`, with what quotes or continues a line. */
function runFrom(text: string, from: number): Run {
  let [all, alike, small, large] = [0, 0, 0, 0];
  let lineFrom = from;
  let at = from;
  for (;;) {
    for (let kind = kindAt(text, at); kind !== 0; kind = kindAt(text, at)) {
      all |= kind;
      small = (kind & (digit | lowerHex | lower)) === 0 ? 0 : small + 1;
      large = (kind & (digit | upperHex | upper)) === 0 ? 0 : large + 1;
      if (small > alike) alike = small;
      if (large > alike) alike = large;
      at += 1;
    }
    const next = at - lineFrom < lineLengthMin ? at : afterLineBreak(text, at);
    if (next === at || kindAt(text, next) === 0) return {from, to: at, kinds: all, alike};
    at = next;
    lineFrom = next;
  }
}

function kindAt(text: string, at: number): number {
  return at < text.length ? kindOf(text.charCodeAt(at)) : 0;
}

function afterLineBreak(text: string, from: number): number {
  let at = from;
  // Backslashes, one or as many as JSON in JSON has, and `r` or `n`.
  for (;;) {
    let letter = at;
    while (text.charCodeAt(letter) === 92) letter += 1;
    const code = text.charCodeAt(letter);
    if (letter === at) break;
    if (code === 13 || code === 10) at = letter;
    if (code !== 110 && code !== 114) break;
    at = letter + 1;
  }
  for (let code = text.charCodeAt(at); code === 13 || code === 10; code = text.charCodeAt(at)) at += 1;
  if (at === from) return from;
  while (lineBeginnings.includes(text[at] ?? '-')) at += 1;
  return at;
}

const lineBeginnings = ' \t>|#*';

function addRun(found: EncodedRun[], text: string, {from, to, kinds: all, alike}: Run): void {
  if ((all & ~hexKinds) === 0) return void found.push({kind: 'hex', from, to});
  // Bytes in base64 have small and capital letters soon; addresses and names of files have not.
  if ((all & (lower | lowerHex)) !== 0 && (all & (upper | upperHex)) !== 0) found.push({kind: 'base64', from, to});
  if ((all & sign) !== 0) addSigned(found, text, from, to);
  if (alike >= insideMin) addInside(found, text, from, to);
}

/** Signs of base64 may be what is between values, too. */
function addSigned(found: EncodedRun[], text: string, from: number, to: number): void {
  for (const {0: whole, index} of text.slice(from, to).matchAll(signedValues))
    found.push({kind: 'bytes', from: from + index, to: from + index + whole.length});
}

const signedValues = /(?<![\da-z])(?:(?:0x)?[\da-f]{2}[-_+/]){5,}(?:0x)?[\da-f]{2}(?![\da-z])/gi;

/** Hex or base32 may begin behind a word. */
function addInside(found: EncodedRun[], text: string, from: number, to: number): void {
  const run = text.slice(from, to);
  for (const {0: whole, index} of run.matchAll(insideRuns))
    found.push({
      kind: /^[\da-fA-F]+$/.test(whole) ? 'hex' : 'base32',
      from: from + index,
      to: from + index + whole.length,
    });
}

/** Base32 of base64 of six characters. */
const insideMin = 13;
const insideRuns = /[\da-fA-F]{13,}|[A-Z2-7]{13,}|[a-z2-7]{13,}/g;

interface Collector {
  readonly add: (from: number, to: number) => void;
  readonly end: (at: number) => void;
}

/** Collects short words in a row that may be the values of bytes. */
function valueList(found: EncodedRun[]): Collector {
  // Two digits of hex are a byte.
  let count = 0;
  let first = 0;
  let last = 0;
  return {
    add: (from, to) => {
      if (count === 0) first = from;
      count += (to - from) >> 1 || 1;
      last = to;
    },
    end: () => {
      if (count >= valuesMin) found.push({kind: 'bytes', from: first, to: last});
      count = 0;
    },
  };
}

const valuesMin = 6;

/** All signs but letters, digits and those of base64, such as `:`, `,`, `.`, `;` and quotes. */
function isBetweenValues(code: number): boolean {
  return code < 128 && code > 0;
}

/** `%41`, `%u0041`, the zero bytes of UTF-16, `\x41`, `\u0041`, `\U00000041`, `\101`, `\\`, `&#65;`, `&amp;`. */
function isEscape(text: string, at: number, code: number): boolean {
  if (code === 0) return true;
  if (code !== 37 && code !== 92 && code !== 38) return false;
  const next = text.charCodeAt(at + 1);
  if (code === 37) return next === 117 || (kindOf(next) & hexKinds) !== 0;
  if (code === 92) return next === 92 || next === 120 || next === 117 || next === 85 || (next >= 48 && next <= 51);
  return next === 35 || (kindOf(next) & (lower | lowerHex | upper | upperHex)) !== 0;
}

/** What is between two escapes so near to one another belongs to them, and as much before and after: a secret may be escaped in part. */
const nearEscape = 256;

function escapedPart(
  found: EncodedRun[],
  length: number,
): {readonly add: (at: number) => void; readonly end: () => void} {
  let first = -1;
  let last = 0;
  const end = (): void => {
    if (first >= 0)
      found.push({kind: 'escapes', from: Math.max(0, first - nearEscape), to: Math.min(length, last + nearEscape)});
    first = -1;
  };
  return {
    add: at => {
      if (first >= 0 && at - last > nearEscape) end();
      if (first < 0) first = at;
      last = at;
    },
    end,
  };
}
