// Finds many fixed texts in one pass over a text, and lets patterns come and go while it is in use.

/** One text to look for, with how many neighbouring characters belong to a match on either side. */
export interface SearchPattern {
  readonly text: string;
  readonly name: string;
  readonly widenLeft: number;
  readonly widenRight: number;
  /** What may follow the text and then belongs to the match, from its beginning on. */
  readonly rest?: string;
}

export interface MultiSearch {
  /** There is nothing to look for. */
  isEmpty(): boolean;
  add(pattern: SearchPattern): void;
  remove(pattern: SearchPattern): void;
  /** Finds the leftmost match at or after `from`; of several that begin there, the longest. */
  find(text: string, from: number): {readonly at: number; readonly pattern: SearchPattern} | undefined;
}

/** No pattern is shorter than this, so a window of this length can be skipped as a whole. */
export const patternLengthMin = 6;

/**
 * Makes an empty search. It slides a window of `patternLengthMin` characters: the last two characters of the window say how far
 * it may jump (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994).
 */
export function multiSearch(): MultiSearch {
  const jumps = new Uint8Array(pairCount).fill(patternLengthMin - 1);
  const buckets = new Map<string, Bucket>();
  return {
    isEmpty: () => buckets.size === 0,
    add(pattern) {
      if (pattern.text.length < patternLengthMin) {
        throw new Error(`a search pattern has fewer than ${patternLengthMin} characters`);
      }
      lowerJumps(jumps, pattern.text);
      const prefix = pattern.text.slice(0, patternLengthMin);
      const bucket = buckets.get(prefix) ?? new Map<number, Map<string, SearchPattern>>();
      buckets.set(prefix, bucket);
      const texts = bucket.get(pattern.text.length) ?? new Map<string, SearchPattern>();
      bucket.set(pattern.text.length, texts.set(pattern.text, pattern));
    },
    remove(pattern) {
      const prefix = pattern.text.slice(0, patternLengthMin);
      const bucket = buckets.get(prefix);
      const texts = bucket?.get(pattern.text.length);
      if (texts?.get(pattern.text) !== pattern) return;
      texts.delete(pattern.text);
      if (texts.size === 0) bucket?.delete(pattern.text.length);
      if (bucket?.size === 0) buckets.delete(prefix);
    },
    find(text, from) {
      if (buckets.size === 0) return undefined;
      for (let at = from; at + patternLengthMin <= text.length;) {
        const end = at + patternLengthMin - 1;
        const jump = jumps[pairOf(text.charCodeAt(end - 1), text.charCodeAt(end))] ?? 0;
        if (jump > 0) {
          at += jump;
          continue;
        }
        const bucket = buckets.get(text.slice(at, end + 1));
        const pattern = bucket === undefined ? undefined : longestIn(bucket, text, at);
        if (pattern !== undefined) return {at, pattern};
        at += 1;
      }
      return undefined;
    },
  };
}

/** The patterns that begin alike, by length and then by text: tokens of one maker often share their first characters. */
type Bucket = Map<number, Map<string, SearchPattern>>;

function longestIn(bucket: Bucket, text: string, at: number): SearchPattern | undefined {
  let longest: SearchPattern | undefined;
  for (const [length, texts] of bucket) {
    const pattern = length > (longest?.text.length ?? 0) ? texts.get(text.slice(at, at + length)) : undefined;
    if (pattern !== undefined) longest = pattern;
  }
  return longest;
}

const pairCount = 1 << 16;

function pairOf(first: number, second: number): number {
  return ((first << 8) ^ second) & (pairCount - 1);
}

function lowerJumps(jumps: Uint8Array, pattern: string): void {
  for (let end = 1; end < patternLengthMin; end += 1) {
    const pair = pairOf(pattern.charCodeAt(end - 1), pattern.charCodeAt(end));
    jumps[pair] = Math.min(jumps[pair] ?? 0, patternLengthMin - 1 - end);
  }
}
