// Puts cases together that say the same, so that one fault of a target is one paragraph and not fifty.
import {counted} from '../../base/text/counted.ts';
import {idWithoutContext} from '../../model/contexts/context.ts';
import type {CaseLine} from '../../model/journal.ts';

/** Cases that went wrong in the same way; the first is told in full. */
export interface CaseGroup {
  readonly first: CaseLine;
  readonly others: readonly CaseLine[];
}

/** Groups the rows and contexts of a case that miss the same expectations; of contexts, the one that says most is first. */
export function groupRows(lines: readonly CaseLine[]): readonly CaseGroup[] {
  return groupBy(lines, line =>
    // Of a decoder that keeps something, one case is as good as another.
    line.cause === 'state-kept'
      ? `${line.cause} ${line.verdict}`
      : JSON.stringify([baseId(idWithoutContext(line.id)), line.verdict, line.cause, line.findings.map(wayOf).sort()]),
  ).map(({first, others}) => {
    const [best = first, ...rest] = [first, ...others].toSorted((a, b) => silenceOf(a) - silenceOf(b));
    return {first: best, others: rest};
  });
}

/** How little a line says of where or why its case fails: the plain context says most, then one that was narrowed. */
function silenceOf({context, narrowed, cause, detail = ''}: CaseLine): number {
  if (cause === 'state-kept') return detail.includes('only after: ') ? 0 : 1;
  if (context === undefined) return 0;
  return narrowed === undefined || narrowed.cut !== undefined ? 2 : 1;
}

/** Joins groups of different cases whose first lines have the same key; those without a key stay alone. */
export function groupAcrossCases(
  groups: readonly CaseGroup[],
  keyOf: (line: CaseLine) => string | undefined,
): readonly CaseGroup[] {
  return groupsBy(groups, ({first}) => keyOf(first) ?? first.id).map(([{first, others}, ...rest]) => ({
    first,
    others: [...others, ...rest.flatMap(group => [group.first, ...group.others])],
  }));
}

/** What the others of a group are, e.g. `2 more rows`. */
export function othersText({first, others}: CaseGroup): string {
  if (!isOfOneCase({first, others})) return counted(others.length, 'more case');
  const isRow = others.every(({context}) => context === undefined);
  return counted(others.length, isRow ? 'more row' : 'more context');
}

/** Tells whether a group has rows or contexts of one case alone. */
export function isOfOneCase({first, others}: CaseGroup): boolean {
  return others.every(({id}) => baseId(idWithoutContext(id)) === baseId(idWithoutContext(first.id)));
}

/** Groups cases that could not be judged for one reason: their cause and what blocked them. What an interrupt cut off is of one reason. */
export function groupByReason(lines: readonly CaseLine[]): readonly CaseGroup[] {
  return groupBy(lines, ({verdict, cause, detail, suite}) =>
    JSON.stringify([verdict, cause, cause === 'interrupted' ? '' : (detail ?? suite)]),
  );
}

/** The id without its table row: `case[row]` → `case`. */
export function baseId(id: string): string {
  return id.replace(/\[[^\]]*\]$/, '');
}

/** What tells a case of a group from the others: its row and its context. */
export function partOf(id: string): string {
  return id.slice(baseId(idWithoutContext(id)).length) || id;
}

/** The row of a table case, or the whole id. */
export function rowOf(id: string): string {
  return /\[[^\]]*\]$/.exec(id)?.[0] ?? id;
}

/** Two findings are of one way when the same expectation misses at the same place, whatever the index in a list. */
function wayOf({path, source, step, basis}: CaseLine['findings'][number]): string {
  return JSON.stringify([placeOf(path), source?.file, source?.line, step, basis]);
}

/** A path whatever the index in a list. */
function placeOf(path: string): string {
  return path.replace(/\d+/g, '#');
}

function groupBy(lines: readonly CaseLine[], keyOf: (line: CaseLine) => string): readonly CaseGroup[] {
  return groupsBy(lines, keyOf).map(([first, ...others]) => ({first, others}));
}

function groupsBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const siblings = groups.get(key);
    if (siblings === undefined) groups.set(key, [item]);
    else siblings.push(item);
  }
  return [...groups.values()];
}

/** Tells whether another case stands in the way of this one, and tells more about it. */
export function isBlockedByCase({cause, detail}: Pick<CaseLine, 'cause' | 'detail'>): boolean {
  return cause === 'blocked' && detail?.startsWith('blocked by ') === true;
}
