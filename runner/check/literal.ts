// Tells data from matchers: `$literal` escapes, and what a target said is never taken for a matcher.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../model/json.ts';

/**
 * Escapes a value that came from a target (a capture, an arrangement's output) so that it may stand in an expectation: objects
 * that have a key beginning with `$` are wrapped in `$literal`. Everything else comes back as it is.
 */
export function asLiteral(value: Json): Json {
  if (isJsonList(value)) return mapChanged(value, asLiteral);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.some(key => key.startsWith('$'))) return jsonObject([['$literal', value]]);
  const escaped = keys.map(key => [key, asLiteral(value[key] as Json)] as const);
  return escaped.every(([key, item]) => item === value[key]) ? value : jsonObject(escaped);
}

/** Gives the data that a `$eq`, `$ne` or `$in` argument means: `{$literal: x}` stands for x at any depth. */
export function dataOf(argument: Json): Json {
  if (isJsonList(argument)) return mapChanged(argument, dataOf);
  if (!isJsonObject(argument)) return argument;
  const keys = Object.keys(argument);
  if (keys.length === 1 && keys[0] === '$literal') return argument['$literal'] as Json;
  return keys.length === 0 ? argument : jsonObject(keys.map(key => [key, dataOf(argument[key] as Json)]));
}

/** Tells whether a mapping of a tree is a matcher: it has keys and all begin with `$`. */
export function isMatcher(tree: Json): tree is JsonObject {
  if (!isJsonObject(tree)) return false;
  const keys = Object.keys(tree);
  return keys.length > 0 && keys.every(key => key.startsWith('$'));
}

function mapChanged(list: readonly Json[], change: (item: Json) => Json): Json {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}
