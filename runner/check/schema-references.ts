// Says what is wrong with the references of a schema that a suite wrote: such as lead out of it, and such as lead back to where they are.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import {pointerProblem, pointerTo, selectPointer} from '../../base/json/json-pointer.ts';

/** Gives a sentence part, or nothing. */
export function wrongReference(schema: Json): string | undefined {
  for (const [pointer, part] of partsOf(schema, '')) {
    const reference = part['$ref'] ?? part['$dynamicRef'];
    if (typeof reference === 'string' && !reference.startsWith('#'))
      return `"$ref": "${reference}" leads out of the schema: nothing is loaded from files or addresses, so write it under "$defs"`;
    if (leadsBack(schema, part, new Set([pointer])))
      return `the schema at "#${pointer}" refers to itself without taking a step into the value, so it never ends`;
  }
  return undefined;
}

/** Keywords that judge the same value once more. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

function leadsBack(root: Json, schema: JsonObject, seen: ReadonlySet<string>): boolean {
  const reference = schema['$ref'] ?? schema['$dynamicRef'];
  if (typeof reference === 'string' && reference.startsWith('#')) {
    const pointer = reference.slice(1);
    if (seen.has(pointer)) return true;
    const target = pointerProblem(pointer) === undefined ? selectPointer(root, pointer) : undefined;
    if (
      target?.kind === 'value' &&
      isJsonObject(target.value) &&
      leadsBack(root, target.value, new Set([...seen, pointer]))
    )
      return true;
  }
  return inPlace
    .flatMap(keyword => {
      const value = schema[keyword];
      return isJsonList(value) ? value : value === undefined ? [] : [value];
    })
    .some(part => isJsonObject(part) && leadsBack(root, part, seen));
}

function* partsOf(value: Json, pointer: string): Generator<readonly [pointer: string, part: JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (isJsonObject(value)) yield [pointer, value];
  // Of data, `$ref` is a name like any other.
  for (const [key, item] of Object.entries(value))
    if (key !== 'const' && key !== 'enum') yield* partsOf(item, pointerTo(pointer, key));
}
