// Chooses the dialect: by name, else by what the target says of itself, else the one that unknown servers are taken for.
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import type {Dialect, Recognition} from '../../../model/operation.ts';

/** The dialect with how it was found, or why there is none. */
export type DialectChoice =
  | {
      readonly kind: 'chosen';
      readonly dialect: Dialect;
      /** `guessed`: the server is unknown, and nobody named a dialect. */
      readonly by: 'name' | 'recognition' | 'guess';
    }
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** What a server says of itself; what is absent it did not say. */
export interface Introduction {
  readonly version?: string;
  /** The title of its API document. */
  readonly title?: string;
}

/** Chooses. The dialect that was named wins; of several that recognise the server, the one with the longest pattern. */
export function dialectFor(
  name: string | undefined,
  said: Introduction,
  isReference: boolean,
  dialects: ReadonlyMap<string, Dialect>,
): DialectChoice {
  const wanted = name ?? (isReference ? 'reference' : undefined);
  if (wanted !== undefined) {
    const dialect = dialects.get(wanted);
    if (dialect !== undefined) return {kind: 'chosen', dialect, by: name === undefined ? 'recognition' : 'name'};
    return {
      kind: 'refused',
      why: `there is no dialect "${wanted}"`,
      fix: `choose one of ${[...dialects.keys()].join(', ')}, or give the file of one`,
    };
  }
  const [best] = fitting(said, dialects);
  if (best !== undefined) return {kind: 'chosen', dialect: best.dialect, by: 'recognition'};
  const fallback = [...dialects.values()].find(one => one.fallback !== undefined);
  if (fallback !== undefined) return {kind: 'chosen', dialect: fallback, by: 'guess'};
  return {kind: 'refused', why: 'no dialect is there for unknown servers', fix: 'name one with --dialect'};
}

/** Tells whether the title of the API document can change the choice, so that it is worth asking for. */
export function needsTitle(version: string | undefined, dialects: ReadonlyMap<string, Dialect>): boolean {
  const [best] = fitting(version === undefined ? {} : {version}, dialects);
  return best === undefined || best.rule.title !== undefined;
}

/** All dialects that recognise the server, the longest pattern first, and the user's own before ours. */
function fitting(
  said: Introduction,
  dialects: ReadonlyMap<string, Dialect>,
): readonly {readonly dialect: Dialect; readonly rule: Recognition}[] {
  return [...dialects.values()]
    .flatMap(dialect => (dialect.recognise ?? []).map(rule => ({dialect, rule})))
    .filter(({rule}) => recognises(rule, said))
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}

const weightOfOwn = 1_000;

function weightOf({dialect, rule}: {readonly dialect: Dialect; readonly rule: Recognition}): number {
  return (dialect.own === undefined ? 0 : weightOfOwn) + rule.version.replaceAll('*', '').length;
}

function recognises({version, after, from, below, title}: Recognition, said: Introduction): boolean {
  if (said.version === undefined || !matchesStars(version, said.version)) return false;
  if (title !== undefined && said.title !== undefined && !matchesStars(title, said.title)) return false;
  if (from === undefined && below === undefined) return true;
  const number = numberIn(said.version, after);
  if (number === undefined) return false;
  return (from === undefined || !isBelow(number, from)) && (below === undefined || isBelow(number, below));
}

/** Finds the number in a version such as `v1.26.0+dev-12-gabc`, or after a text as in `11.0.1+gitea-1.22.0`. */
function numberIn(version: string, after: string | undefined): string | undefined {
  const at = after === undefined ? 0 : version.indexOf(after);
  const rest = at === -1 ? '' : version.slice(at + (after ?? '').length);
  return /^v?(\d+(?:\.\d+)*)/.exec(rest)?.[1];
}

function isBelow(left: string, right: string): boolean {
  const [a, b] = [left, right].map(text => text.split('.').map(Number));
  for (let index = 0; index < Math.max(a?.length ?? 0, b?.length ?? 0); index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
