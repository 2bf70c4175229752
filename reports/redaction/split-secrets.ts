// Finds secrets that a page splits into pieces: over two fields, two lines, two cells of a table.
import type {HiddenPart} from './hidden-parts.ts';
import {multiSearch, patternLengthMin} from './multi-search.ts';

interface SplitSecrets {
  readonly add: (secret: string, name: string) => void;
  /** Gives the pieces of every secret that a text has from beginning to end, in order, though not in one piece. */
  readonly find: (text: string) => readonly HiddenPart[];
}

/** Pieces are so near to one another: a field has a name, and markup around it. */
const nearMax = 256;

/** Of a secret that is shorter, two halves are words that may be anywhere. */
const splitLengthMin = 8;

/** A piece behind the first, or before the last, has so many characters. */
const pieceLengthMin = 3;

/** Makes a search that knows no secret yet. Each is looked for by its first six characters and by its last six: one half of any two has them. */
export function splitSecrets(): SplitSecrets {
  const search = multiSearch();
  const known = new Map<string, Sought[]>();
  const add = (text: string, sought: Sought): void => {
    known.set(text, [...(known.get(text) ?? []), sought]);
    search.add({text, name: '', widenLeft: 0, widenRight: 0});
  };
  return {
    add: (secret, name) => {
      if (secret.length < splitLengthMin || secret.length > 512) return;
      add(secret.slice(0, patternLengthMin), {secret, name, isEnd: false});
      add(secret.slice(-patternLengthMin), {secret, name, isEnd: true});
    },
    find: text => {
      const parts: HiddenPart[] = [];
      for (let hit = search.find(text, 0); hit !== undefined; hit = search.find(text, hit.at + 1))
        for (const {secret, name, isEnd} of known.get(hit.pattern.text) ?? []) {
          const pieces = isEnd
            ? piecesBefore(text, hit.at + patternLengthMin, secret)
            : piecesFrom(text, hit.at, secret);
          for (const piece of pieces) parts.push({...piece, name});
        }
      return parts.length < 2 ? parts : inOrder(parts);
    },
  };
}

interface Sought {
  readonly secret: string;
  readonly name: string;
  /** It was found by its end, so that its pieces are before the place. */
  readonly isEnd: boolean;
}

type Piece = Omit<HiddenPart, 'name'>;

/** Follows a secret from its first piece on; gives nothing where its end is missing, or where it is in one piece. */
function piecesFrom(text: string, at: number, secret: string): readonly Piece[] {
  const found: Piece[] = [];
  let piece: Piece | undefined = {from: at, to: at + sharedFrom(text, at, secret, 0)};
  for (let done = 0; piece !== undefined && isApart(text, piece); piece = pieceBehind(text, piece.to, secret, done)) {
    found.push(piece);
    done += piece.to - piece.from;
    if (done === secret.length) return found.length > 1 ? found : [];
  }
  return [];
}

/** Gives the longest piece that goes on with a secret near behind a place. */
function pieceBehind(text: string, from: number, secret: string, done: number): Piece | undefined {
  const near = text.slice(from, from + nearMax + pieceLengthMin);
  const beginning = secret.slice(done, done + pieceLengthMin);
  let longest: Piece | undefined;
  for (let at = near.indexOf(beginning); at >= 0; at = near.indexOf(beginning, at + 1)) {
    const piece = {from: from + at, to: from + at + sharedFrom(text, from + at, secret, done)};
    if (isApart(text, piece) && !isLonger(longest, piece)) longest = piece;
  }
  return longest;
}

function sharedFrom(text: string, at: number, secret: string, done: number): number {
  let length = 0;
  while (done + length < secret.length && text[at + length] === secret[done + length]) length += 1;
  return length;
}

/** The same from the last piece back; `left` characters of the secret are still to be found. */
function piecesBefore(text: string, end: number, secret: string): readonly Piece[] {
  const found: Piece[] = [];
  let piece: Piece | undefined = {from: end - sharedBefore(text, end, secret, secret.length), to: end};
  for (
    let left = secret.length;
    piece !== undefined && isApart(text, piece);
    piece = pieceAhead(text, piece.from, secret, left)
  ) {
    found.unshift(piece);
    left -= piece.to - piece.from;
    if (left === 0) return found.length > 1 ? found : [];
  }
  return [];
}

function pieceAhead(text: string, to: number, secret: string, left: number): Piece | undefined {
  const start = Math.max(0, to - nearMax - pieceLengthMin);
  const near = text.slice(start, to);
  const ending = secret.slice(Math.max(0, left - pieceLengthMin), left);
  let longest: Piece | undefined;
  for (let at = near.lastIndexOf(ending); at >= 0; at = at === 0 ? -1 : near.lastIndexOf(ending, at - 1)) {
    const end = start + at + ending.length;
    const piece = {from: end - sharedBefore(text, end, secret, left), to: end};
    if (isApart(text, piece) && !isLonger(longest, piece)) longest = piece;
  }
  return longest;
}

function sharedBefore(text: string, end: number, secret: string, left: number): number {
  let length = 0;
  while (length < left && text[end - length - 1] === secret[left - length - 1]) length += 1;
  return length;
}

function isLonger(one: Piece | undefined, other: Piece): boolean {
  return one !== undefined && one.to - one.from >= other.to - other.from;
}

/** No letter or digit touches a piece, but that of `\n` before it: `gitea-` of `gitea-runner` is none. */
function isApart(text: string, {from, to}: Piece): boolean {
  return to > from && !isWordCharacter(text, to) && (!isWordCharacter(text, from - 1) || isLineBreak(text, from));
}

function isLineBreak(text: string, at: number): boolean {
  return at >= 2 && text[at - 2] === '\\' && 'nrt'.includes(text[at - 1] ?? '-');
}

function isWordCharacter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at] ?? ' ');
}

function inOrder(parts: readonly HiddenPart[]): readonly HiddenPart[] {
  const kept: HiddenPart[] = [];
  for (const part of parts.toSorted((one, other) => one.from - other.from || other.to - one.to))
    if (part.from >= (kept.at(-1)?.to ?? 0)) kept.push(part);
  return kept;
}
