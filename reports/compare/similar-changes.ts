// Takes cases together that a comparison would tell alike: two hundred that were skipped for one reason are one line.
import type {ComparedCase} from './comparison.ts';

/** Cases that are told as one; most often it is one. */
export interface ComparedGroup {
  readonly first: ComparedCase;
  readonly others: readonly ComparedCase[];
}

/** Groups the cases of one kind, in their order. Failures are told one by one: each is somebody's work. */
export function groupAlike(cases: readonly ComparedCase[]): readonly ComparedGroup[] {
  const groups = new Map<string, ComparedCase[]>();
  for (const one of cases) {
    const key = oneByOne.has(one.kind) ? one.id : alikeKey(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(group => {
    if (group.length < groupLeast) return group.map(first => ({first, others: []}));
    const [first, ...others] = group;
    return first === undefined ? [] : [{first, others}];
  });
}

const groupLeast = 4;
const oneByOne: ReadonlySet<ComparedCase['kind']> = new Set(['newly-failing', 'still-failing', 'fixed', 'slower']);

function alikeKey({before, after, message, messageBefore, blame, why, newIn}: ComparedCase): string {
  return JSON.stringify([before, after, message, messageBefore, blame, why, newIn]);
}

/** Counts the cases of groups. */
export function casesOf(groups: readonly ComparedGroup[]): number {
  return groups.reduce((sum, {others}) => sum + 1 + others.length, 0);
}

/** Names the others, e.g. `and 7 more, e.g. a/b, a/c`; nothing when there are none. */
export function othersText(others: readonly ComparedCase[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, 2).map(({id}) => id);
  return `and ${others.length} more like it, e.g. ${named.join(', ')}`;
}

/** What a change is blamed on. */
export interface Blame {
  readonly blame: Required<ComparedCase>['blame'];
  readonly why: string;
}

/** Gives what a case is blamed on, if anything. */
export function blameOf({blame, why = ''}: ComparedCase): Blame | undefined {
  return blame === undefined ? undefined : {blame, why};
}

/** Gives what all of these are blamed on, so that it is said once; nothing for a single one or where they differ. */
export function sharedBlame(cases: readonly ComparedCase[]): Blame | undefined {
  const [first] = cases;
  if (cases.length < 2 || first === undefined) return undefined;
  return cases.every(({blame, why}) => blame === first.blame && why === first.why) ? blameOf(first) : undefined;
}
