// Finds everything that is wrong with an expectation tree as a suite writes it, before anything is sent.
import {isJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {Checkers} from './checkers.ts';
import {escapeKey} from './json-pointer.ts';
import {isMatcher} from './literal.ts';
import {mixedKeys} from './match-tree.ts';
import {checkMatcherArgument, matcherNamed, matcherNames, type MatcherProblem} from './matchers.ts';

/** One problem and the JSON Pointer of its place. */
export interface TreeProblem extends MatcherProblem {
  readonly pointer: string;
}

/** Gives every problem of a tree: unknown matchers, mixed keys, bad arguments. Engines that `checkers` has are used to compile. */
export function checkTree(tree: Json, pointer: string, checkers: Checkers = {}): readonly TreeProblem[] {
  if (Array.isArray(tree))
    return tree.flatMap((item, index) => checkTree(item as Json, `${pointer}/${index}`, checkers));
  if (!isJsonObject(tree)) return [];
  const odd = Object.keys(tree).find(key => key.startsWith('$'));
  if (odd === undefined)
    return Object.keys(tree).flatMap(key => checkTree(tree[key] as Json, `${pointer}/${escapeKey(key)}`, checkers));
  if (!isMatcher(tree)) return [{pointer: `${pointer}/${escapeKey(odd)}`, ...mixedKeys(odd)}];
  return checkMatchers(tree, pointer, checkers);
}

function checkMatchers(tree: JsonObject, above: string, checkers: Checkers): readonly TreeProblem[] {
  return Object.entries(tree).flatMap(([keyword, argument]) => {
    const pointer = `${above}/${escapeKey(keyword)}`;
    const matcher = matcherNamed(keyword, checkers);
    if (matcher === undefined) return [{pointer, message: `unknown matcher "${keyword}"`, fix: unknownFix(keyword)}];
    const problem = checkMatcherArgument(keyword, argument, checkers);
    if (problem !== undefined) return [{pointer, ...problem}];
    if (matcher.subtrees === undefined || typeof argument === 'string') return [];
    return matcher.subtrees(argument).flatMap(([below, subtree]) => checkTree(subtree, pointer + below, checkers));
  });
}

function unknownFix(keyword: string): string {
  const near = matcherNames
    .map(name => ({name, distance: editDistance(keyword.toLowerCase(), name.toLowerCase())}))
    .sort((a, b) => a.distance - b.distance)[0];
  if (near !== undefined && near.distance <= 3) return `did you mean "${near.name}"?`;
  return `the matchers are ${matcherNames.join(', ')}; escape data with {$literal: …}`;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({length: right.length + 1}, (_unused, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const changed = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
