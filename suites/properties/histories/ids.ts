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
    return firstOf(value.entries(), pointer, shownTwice);
  }
  return isJsonObject(value) ? firstOf(Object.entries(value), pointer, shownTwice) : undefined;
}

/** A thing that is shown beside an id of it, and the two are of different things: where that id is, as a JSON Pointer. */
export interface OtherShown {
  readonly pointer: string;
  readonly id: number;
  readonly wanted: number;
}

/** Finds the first number under `NAME_id` that is not the id of the object under NAME beside it, at any depth. */
export function otherShown(value: Json, pointer = ''): OtherShown | undefined {
  if (isJsonList(value)) return firstOf(value.entries(), pointer, otherShown);
  if (!isJsonObject(value)) return undefined;
  for (const [key, thing] of Object.entries(value)) {
    const shown = thing ?? null;
    const [id, wanted] = [value[`${key}_id`], isJsonObject(shown) ? shown['id'] : undefined];
    if (typeof id === 'number' && typeof wanted === 'number' && id !== wanted)
      return {pointer: `${pointer}/${escaped(`${key}_id`)}`, id, wanted};
  }
  return firstOf(Object.entries(value), pointer, otherShown);
}

function firstOf<Found>(
  items: Iterable<readonly [number | string, Json | undefined]>,
  pointer: string,
  look: (value: Json, pointer: string) => Found | undefined,
): Found | undefined {
  for (const [key, item] of items) {
    const found = look(item ?? null, `${pointer}/${escaped(String(key))}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
