// Applies a dialect's names to what we send, and takes them off what we receive.
import {isJsonObject, jsonObject, type Json} from '../../../model/json.ts';

/** Renames keys at every depth; keys without an entry stay. */
export function renameKeys(tree: Json, names: {readonly [from: string]: string}): Json {
  if (Object.keys(names).length === 0) return tree;
  if (Array.isArray(tree)) return tree.map((item: Json) => renameKeys(item, names));
  if (!isJsonObject(tree)) return tree;
  return jsonObject(
    Object.entries(tree).map(([key, value]) => [
      Object.hasOwn(names, key) ? (names[key] ?? key) : key,
      renameKeys(value, names),
    ]),
  );
}

/** Turns a renaming around. */
export function backwards(names: {readonly [from: string]: string}): {readonly [from: string]: string} {
  return Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
}
