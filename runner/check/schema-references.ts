// Says what is wrong with the references of a schema that a suite wrote: such as lead out of it, and such as lead back to where they are.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import {pointerTo} from '../../base/json/json-pointer.ts';

/** Gives a sentence part, or nothing. */
export function wrongReference(schema: Json): string | undefined {
  const places = [...partsOf(schema, {pointer: '', base: ''})];
  const parts = new Map(places.map(place => [place.pointer, place]));
  const endless = new Set<string>();
  for (const {pointer, part} of places) {
    const outside = referencesOf(part).find(reference => !reference.startsWith('#'));
    if (outside !== undefined)
      return `"$ref": "${outside}" leads out of the schema: nothing is loaded from files or addresses, so write it under "$defs"`;
    if (leadsBack(pointer, {parts, entered: new Set(), left: endless}))
      return `the schema at "#${pointer}" refers to itself without taking a step into the value, so it never ends`;
  }
  return undefined;
}

/** An object of a schema, where it is, and where the part with the nearest `$id` is, from which its references count. */
interface Place {
  readonly pointer: string;
  readonly base: string;
  readonly part: JsonObject;
}

interface Walk {
  readonly parts: ReadonlyMap<string, Place>;
  /** Where it came from, up to now. */
  readonly entered: Set<string>;
  /** What was looked at and comes to an end. */
  readonly left: Set<string>;
}

function leadsBack(pointer: string, walk: Walk): boolean {
  const {parts, entered, left} = walk;
  if (entered.has(pointer)) return true;
  const place = parts.get(pointer);
  if (place === undefined || left.has(pointer)) return false;
  entered.add(pointer);
  if ([...referredTo(place, parts), ...partsInPlace(place)].some(next => leadsBack(next, walk))) return true;
  entered.delete(pointer);
  left.add(pointer);
  return false;
}

const referring = ['$ref', '$dynamicRef', '$recursiveRef'];

function referencesOf(part: JsonObject): readonly string[] {
  return referring.map(keyword => part[keyword]).filter(reference => typeof reference === 'string');
}

function referredTo({part, base}: Place, parts: ReadonlyMap<string, Place>): readonly string[] {
  return referencesOf(part).flatMap(reference => {
    const fragment = decoded(reference.slice(1));
    if (fragment === '' || fragment.startsWith('/')) return [`${base}${fragment}`];
    return [...parts.values()]
      .filter(({part: {$anchor, $dynamicAnchor}}) => $anchor === fragment || $dynamicAnchor === fragment)
      .map(({pointer}) => pointer);
  });
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Keywords that judge the same value once more: with a schema, with some in a list, and with some by name. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'];

function partsInPlace({pointer, part}: Place): readonly string[] {
  return inPlace.flatMap(keyword => {
    const value = part[keyword];
    const place = pointerTo(pointer, keyword);
    if (isJsonList(value)) return value.map((_, index) => pointerTo(place, String(index)));
    if (!keyword.startsWith('depend')) return [place];
    return isJsonObject(value) ? Object.keys(value).map(name => pointerTo(place, name)) : [];
  });
}

function* partsOf(value: Json, {pointer, base}: Omit<Place, 'part'>): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  const isBase = isJsonObject(value) && typeof value['$id'] === 'string';
  const nearest = isBase ? pointer : base;
  if (isJsonObject(value)) yield {pointer, base: nearest, part: value};
  // Of data, `$ref` is a name like any other.
  for (const [key, item] of Object.entries(value))
    if (key !== 'const' && key !== 'enum') yield* partsOf(item, {pointer: pointerTo(pointer, key), base: nearest});
}
