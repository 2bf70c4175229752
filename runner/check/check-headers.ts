// Judges headers: names in any case; a header that is there several times is judged joined or by any one of its lines.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {Checkers} from './checkers.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';
import {matchTree, type TreeFinding} from './match-tree.ts';
import {namedPlace} from './tree-path.ts';

/** Gives every header that is not as expected. `received` is in the order of the reply. */
export function checkHeaders(
  expected: JsonObject,
  received: readonly (readonly [name: string, value: string])[],
  {pointer, checkers}: {readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  return Object.entries(expected).flatMap(([name, tree]) => {
    const lowerCase = name.toLowerCase();
    const lines = received.filter(([other]) => other.toLowerCase() === lowerCase).map(([, value]) => value);
    const where = {place: namedPlace(`headers/${lowerCase}`), pointer: `${pointer}/${escapeKey(name)}`, checkers};
    const joined = matchTree(tree, lines.length === 0 ? undefined : lines.join(', '), where);
    if (lines.length < 2) return joined;
    const byLine = lines.map(line => matchTree(tree, line, where));
    if (!denies(tree)) return byLine.some(findings => findings.length === 0) ? [] : joined;
    // "Not this" must hold for every line, or one harmless line would hide a bad one.
    return joined.length > 0 ? joined : (byLine.find(findings => findings.length > 0) ?? []);
  });
}

function denies(tree: Json): boolean {
  if (isJsonList(tree)) return tree.some(item => denies(item));
  if (!isJsonObject(tree)) return false;
  return Object.entries(tree).some(
    ([key, item]) => key === '$not' || key === '$ne' || key === '$absent' || denies(item),
  );
}
