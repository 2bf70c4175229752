/** Matches text against a glob by stepping through all possible places at once, so that no pattern takes more than pattern × text. */

/** What the two stars may swallow, one character at a time. */
export interface GlobStars {
  readonly star: (character: string) => boolean;
  readonly deepStar: (character: string) => boolean;
}

type Part =
  | {readonly kind: 'one'; readonly takes: (character: string) => boolean}
  | {readonly kind: 'run'; readonly takes: (character: string) => boolean};

/** Tells whether the whole text matches the pattern: `*`, `**`, `?`, `[abc]`, `[!a-z]`, `{one,two}` and `\` before a literal. */
export function matchesGlob(pattern: string, text: string, stars: GlobStars): boolean {
  return alternatives(pattern).some(plain => matchesParts(partsOf(plain, stars), text));
}

/** How many patterns one pattern with braces may stand for; past it the braces are read as they stand. */
const alternativesMax = 256;

function alternatives(pattern: string): readonly string[] {
  let open: readonly string[] = [pattern];
  for (;;) {
    const next = open.flatMap(expandFirstBraces);
    if (next.length > alternativesMax) return [pattern];
    if (next.length === open.length && next.every((text, at) => text === open[at])) return next;
    open = next;
  }
}

/** Opens the first braces that hold no others. */
function expandFirstBraces(pattern: string): readonly string[] {
  const found = /^((?:[^\\]|\\.)*?)\{((?:[^\\{}]|\\.)*)\}(.*)$/s.exec(pattern);
  if (found === null) return [pattern];
  const [, before = '', inside = '', after = ''] = found;
  return inside.split(',').map(choice => before + choice + after);
}

function partsOf(pattern: string, stars: GlobStars): readonly Part[] {
  const parts: Part[] = [];
  const token = /\*\*+|\*|\?|\[!?[^\]]+\]|\\.|[^]/gsu;
  for (const [text] of pattern.matchAll(token)) {
    if (text.startsWith('**')) parts.push({kind: 'run', takes: stars.deepStar});
    else if (text === '*') parts.push({kind: 'run', takes: stars.star});
    else if (text === '?') parts.push({kind: 'one', takes: stars.star});
    else if (text.length > 2 && text.startsWith('[')) parts.push({kind: 'one', takes: inClass(text.slice(1, -1))});
    else parts.push({kind: 'one', takes: isLiteral(text.startsWith('\\') && text.length > 1 ? text.slice(1) : text)});
  }
  return parts;
}

function isLiteral(wanted: string): (character: string) => boolean {
  return character => character === wanted;
}

function inClass(inside: string): (character: string) => boolean {
  const isNegated = inside.startsWith('!');
  const members = (isNegated ? inside.slice(1) : inside).matchAll(/(.)-(.)|(.)/gsu);
  const ranges = Array.from(members, ([, from, to, one = '']) => ({from: from ?? one, to: to ?? one}));
  return character => ranges.some(({from, to}) => character >= from && character <= to) !== isNegated;
}

function matchesParts(parts: readonly Part[], text: string): boolean {
  let places = withSkippedRuns(new Set([0]), parts);
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place];
      if (part?.takes(character) === true) next.add(part.kind === 'run' ? place : place + 1);
    }
    places = withSkippedRuns(next, parts);
  }
  return places.has(parts.length);
}

/** A run may match nothing, so being before it is also being behind it. */
function withSkippedRuns(places: Set<number>, parts: readonly Part[]): Set<number> {
  for (const place of places) if (parts[place]?.kind === 'run') places.add(place + 1);
  return places;
}
