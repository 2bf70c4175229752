// Ids that a list shows: each names one thing.
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';

/** An id that two items of one list have: where the second one is, as a JSON Pointer. */
export interface TwiceShown {
  readonly pointer: string;
  readonly id: number;
}

/** Finds the first id that stands twice in one list of the value, at any depth. */
export function shownTwice(value: Json): TwiceShown | undefined {
  if (isJsonList(value)) {
    const seen = new Set<number>();
    for (const [at, item] of value.entries()) {
      const id = isJsonObject(item) ? item['id'] : undefined;
      if (typeof id !== 'number') continue;
      if (seen.has(id)) return {pointer: `/${String(at)}/id`, id};
      seen.add(id);
    }
  }
  return firstIn(value, shownTwice);
}

/** A thing that is shown beside an id of it, and the two are of different things: where that id is, as a JSON Pointer. */
export interface OtherShown {
  readonly pointer: string;
  readonly id: number;
  readonly wanted: number;
}

/** Finds the first number under `NAME_id` that is not the id of the object under NAME beside it, at any depth. */
export function otherShown(value: Json): OtherShown | undefined {
  if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const thing = value[key];
      // Most members are no objects, and most objects stand beside no id.
      if (typeof thing !== 'object' || !isJsonObject(thing)) continue;
      const [id, wanted] = [value[`${key}_id`], thing['id']];
      if (typeof id === 'number' && typeof wanted === 'number' && id !== wanted)
        return {pointer: `/${escaped(`${key}_id`)}`, id, wanted};
    }
  }
  return firstIn(value, otherShown);
}

/** Finds the first of what is inside a list or an object; only what was found gets a pointer, as nearly every value has nothing. */
function firstIn<Found extends {readonly pointer: string}>(
  value: Json,
  look: (value: Json) => Found | undefined,
): Found | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inside = value as {readonly [key: string]: Json | undefined};
  for (const key of Object.keys(inside)) {
    const item = inside[key];
    if (typeof item !== 'object' || item === null) continue;
    const found = look(item);
    if (found !== undefined) return {...found, pointer: `/${escaped(key)}${found.pointer}`};
  }
  return undefined;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
