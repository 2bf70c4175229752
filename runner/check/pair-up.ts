// Pairs expected trees with observed items, each used once, so that as many as possible find a partner.
import type {Json} from '../../model/json.ts';
import {inside, treeHolds, type MatchContext} from './matcher.ts';

/** Indexes of expected trees and of observed items that found no partner. */
export interface Pairing {
  readonly withoutPartner: readonly number[];
  readonly surplus: readonly number[];
}

/** Finds a largest pairing (augmenting paths), so that an order of trying never decides: `[{}, {a: 1}]` fits `[{a: 1}, {}]`. */
export function pairUp(expected: readonly Json[], actual: readonly Json[], context: MatchContext): Pairing {
  if (expected.every(isScalarKey) && actual.every(isScalarKey)) return pairScalars(expected, actual);
  const partnerOf = new Map<number, number>();
  const fits = remember((tree, item) =>
    treeHolds(expected[tree] as Json, actual[item], inside(context, item, String(tree))),
  );
  const search = {fits, partnerOf, items: actual.length};
  const withoutPartner = expected.flatMap((_tree, index) => (findPartner(index, search) ? [] : [index]));
  return {withoutPartner, surplus: actual.flatMap((_item, index) => (partnerOf.has(index) ? [] : [index]))};
}

interface Search {
  readonly fits: (tree: number, item: number) => boolean;
  /** Item → the tree that has it. */
  readonly partnerOf: Map<number, number>;
  readonly items: number;
}

/** Looks for a free item, moving earlier trees to other items where that frees one; a loop, because chains can be long. */
function findPartner(tree: number, {fits, partnerOf, items}: Search): boolean {
  const cameFrom = new Map<number, number>();
  const waiting = [tree];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (let item = 0; item < items; item += 1) {
      if (cameFrom.has(item) || !fits(next, item)) continue;
      cameFrom.set(item, next);
      const holder = partnerOf.get(item);
      if (holder !== undefined) waiting.push(holder);
      else {
        hand(item, {cameFrom, partnerOf, to: tree});
        return true;
      }
    }
  }
  return false;
}

function hand(
  freeItem: number,
  {cameFrom, partnerOf, to}: {cameFrom: Map<number, number>; partnerOf: Map<number, number>; to: number},
): void {
  let item: number | undefined = freeItem;
  while (item !== undefined) {
    const tree: number = cameFrom.get(item)!;
    const given = [...partnerOf].find(([, holder]) => holder === tree)?.[0];
    partnerOf.set(item, tree);
    item = tree === to ? undefined : given;
  }
}

function remember(test: (tree: number, item: number) => boolean): (tree: number, item: number) => boolean {
  const known = new Map<string, boolean>();
  return (tree, item) => {
    const key = `${tree} ${item}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const now = test(tree, item);
    known.set(key, now);
    return now;
  };
}

function isScalarKey(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/** Scalars need no search: type and text are a key, and equal keys are counted. */
function pairScalars(expected: readonly Json[], actual: readonly Json[]): Pairing {
  const waiting = new Map<string, number[]>();
  for (const [index, value] of actual.entries()) {
    const key = keyOf(value);
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [index]);
    else same.push(index);
  }
  for (const same of waiting.values()) same.reverse();
  const withoutPartner = expected.flatMap((value, index) =>
    waiting.get(keyOf(value))?.pop() === undefined ? [index] : [],
  );
  return {withoutPartner, surplus: [...waiting.values()].flat().sort((a, b) => a - b)};
}

function keyOf(value: Json): string {
  // A double past 2^53 may equal a bigint; both become the same integer text.
  if (typeof value === 'number' && Number.isInteger(value)) return `number ${BigInt(value)}`;
  if (typeof value === 'bigint') return `number ${value}`;
  return typeof value === 'number' ? `number ${value}` : `${typeof value} ${JSON.stringify(value)}`;
}
