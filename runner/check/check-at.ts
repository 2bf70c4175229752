// Judges `at:`: a JSON Pointer names one value, a JSONPath a list of nodes, and selecting nothing never passes unnoticed.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {Checkers} from './checkers.ts';
import {escapeKey, pointerProblem, selectPointer} from '../../base/json/json-pointer.ts';
import {isMatcher} from './literal.ts';
import {BadMatcher, matchTree, type TreeFinding} from './match-tree.ts';
import type {MatcherProblem} from './matchers.ts';
import {showValue} from './show-value.ts';
import {nodesPlace, pointerPlace} from './tree-path.ts';

/** Gives every difference between a value and the matchers at its selectors. `pointer` is that of `at` in the suite. */
export function checkAt(
  selectors: JsonObject,
  root: Json,
  {rootName, pointer, checkers}: {readonly rootName: string; readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  return Object.entries(selectors).flatMap(([selector, tree]) => {
    const below = `${pointer}/${escapeKey(selector)}`;
    const problem = selectorProblem(selector, checkers);
    if (problem !== undefined) throw new BadMatcher(below, problem);
    if (selector.startsWith('$')) return checkNodes(selector, tree, {root, pointer: below, checkers});
    const found = selectPointer(root, selector);
    const value = found.kind === 'value' ? found.value : undefined;
    return matchTree(tree, value, {place: pointerPlace(rootName, selector), pointer: below, checkers});
  });
}

/** Says what is wrong with a selector; a JSONPath is compiled when its engine is loaded. */
function selectorProblem(selector: string, checkers: Checkers): MatcherProblem | undefined {
  if (selector.startsWith('$')) {
    const compiled = checkers.jsonPath?.(selector);
    if (compiled?.kind !== 'problem') return undefined;
    return {
      message: `the JSONPath "${selector}" does not compile: ${compiled.why}`,
      fix: 'write a path of RFC 9535, for example "$[*].name"',
    };
  }
  const why = pointerProblem(selector);
  if (why === undefined) return undefined;
  return {
    message: `"${selector}" is not a selector: ${why}`,
    fix: 'write a JSON Pointer such as "/0/name" or a JSONPath such as "$[*].name"',
  };
}

function checkNodes(
  query: string,
  tree: Json,
  {root, pointer, checkers}: {readonly root: Json; readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  const compiled = checkers.jsonPath?.(query);
  if (compiled === undefined) throw new Error('the JSONPath engine was not prepared');
  if (compiled.kind === 'problem') throw new Error(`the JSONPath "${query}" does not compile: ${compiled.why}`);
  return checkSelected(query, tree, {nodes: compiled.select(root), pointer, checkers});
}

/** Judges the list of what a query selected; nothing selected is a finding, unless that is expected. */
export function checkSelected(
  query: string,
  tree: Json,
  {
    nodes,
    pointer,
    checkers,
  }: {
    readonly nodes: readonly {readonly path: string; readonly value: Json}[];
    readonly pointer: string;
    readonly checkers: Checkers;
  },
): readonly TreeFinding[] {
  const place = nodesPlace(query, nodes);
  if (nodes.length > 0)
    return matchTree(
      tree,
      nodes.map(node => node.value),
      {place, pointer, checkers},
    );
  if (acceptsNothing(tree)) return [];
  if (checkers.isMute === true) return [{path: '', pointer, message: ''}];
  const message = `${wantedInstead(tree, {place, pointer, checkers})}, got an empty list`;
  return [{path: query, pointer, message, expected: tree, actual: []}];
}

/** Says what is expected instead of an empty list; what an empty list cannot show needs something to be looked at. */
function wantedInstead(tree: Json, at: Parameters<typeof matchTree>[2]): string {
  if (isJsonList(tree)) return `expected ${showValue(tree, at.checkers.redaction)}`;
  const [miss] = matchTree(tree, [], at);
  return /^(expected [^]*?), got (?:\[\]|0)(?:;|$)/.exec(miss?.message ?? '')?.[1] ?? 'expected at least one value';
}

/** Nothing is not evidence: only these say that they expect it. */
function acceptsNothing(tree: Json): boolean {
  if (!isJsonObject(tree) || !isMatcher(tree)) return false;
  return Object.entries(tree).every(([keyword, argument]) => {
    if (keyword === '$count' || keyword === '$length') return argument === 0;
    if (keyword === '$any' && isJsonList(argument)) return argument.some(item => acceptsNothing(item));
    return keyword === '$absent';
  });
}
