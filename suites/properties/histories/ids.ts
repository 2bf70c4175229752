// Ids that a list shows: each names one thing.
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';

/** An id that two items of one list have: where the second one is, as a JSON Pointer. */
export interface TwiceShown {
  readonly pointer: string;
  readonly id: number;
}

/** Finds the first id that stands twice in one list of the value, at any depth. */
export function shownTwice(value: Json, pointer = ''): TwiceShown | undefined {
  if (isJsonList(value)) {
    const seen = new Set<number>();
    for (const [at, item] of value.entries()) {
      const id = isJsonObject(item) ? item['id'] : undefined;
      if (typeof id !== 'number') continue;
      if (seen.has(id)) return {pointer: `${pointer}/${String(at)}/id`, id};
      seen.add(id);
    }
    return firstOf(value.entries(), pointer);
  }
  return isJsonObject(value) ? firstOf(Object.entries(value), pointer) : undefined;
}

function firstOf(
  items: Iterable<readonly [number | string, Json | undefined]>,
  pointer: string,
): TwiceShown | undefined {
  for (const [key, item] of items) {
    const found = shownTwice(item ?? null, `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
