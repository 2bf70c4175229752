// Makes a value that a JSON Schema allows, as far as that is plain, and the tree that such values are expected to be.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';

/** Follows a reference; the same schema is the same object each time. */
export type Resolve = (schema: Json) => JsonObject | undefined;

/** Schemas that a value is already within; one that holds itself ends there. */
type Seen = readonly JsonObject[];

/** Gives a value: the example, the default, the first of an enumeration, or one of the type with what is required and may be written. */
export function sampleOf(schema: JsonObject, resolve: Resolve, seen: Seen = []): Json {
  const {example, examples, default: usual, enum: values, const: only} = schema;
  const said = [
    example,
    isJsonList(examples) ? examples[0] : undefined,
    usual,
    only,
    isJsonList(values) ? values[0] : undefined,
  ].find(one => one !== undefined);
  if (said !== undefined) return said;
  const own = [...seen, schema];
  const whole = flattened(schema, resolve);
  const [choice] = [whole['oneOf'], whole['anyOf']].flatMap(one => (isJsonList(one) ? one : []));
  if (choice !== undefined && whole['properties'] === undefined) return sampleBelow(choice, resolve, own) ?? null;
  switch (typeOf(whole)) {
    case 'object': {
      const required = requiredOf(whole);
      return jsonObject(
        propertiesOf(whole).flatMap(([name, one]): readonly (readonly [string, Json])[] => {
          const value =
            required.has(name) && resolve(one)?.['readOnly'] !== true ? sampleBelow(one, resolve, own) : undefined;
          return value === undefined ? [] : [[name, value]];
        }),
      );
    }
    case 'array': {
      const item = sampleBelow(whole['items'] ?? null, resolve, own);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return smallestOf(whole);
    case 'boolean':
      return true;
    case 'string':
      return textOf(whole);
    default:
      return 'VALUE';
  }
}

/** Undefined where the value would hold itself. */
function sampleBelow(schema: Json, resolve: Resolve, seen: Seen): Json | undefined {
  const found = resolve(schema);
  if (found === undefined) return 'VALUE';
  return seen.includes(found) ? undefined : sampleOf(found, resolve, seen);
}

function smallestOf({minimum, exclusiveMinimum}: JsonObject): Json {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  if (typeof minimum !== 'number') return 1;
  return exclusiveMinimum === true ? minimum + 1 : minimum;
}

/** Gives the schema with the properties and the type of all parts of its `allOf`. */
export function flattened(schema: JsonObject, resolve: Resolve, seen: Seen = []): JsonObject {
  const {allOf, ...rest} = schema;
  if (!isJsonList(allOf) || seen.includes(schema)) return schema;
  const parts = allOf.flatMap((one: Json) => {
    const found = resolve(one);
    return found === undefined ? [] : [flattened(found, resolve, [...seen, schema])];
  });
  const all = [...parts, jsonObject(Object.entries(rest))];
  return jsonObject([
    ...all.flatMap(part => Object.entries(part)),
    ['required', [...new Set(all.flatMap(part => [...requiredOf(part)]))]],
    ...(all.some(part => part['properties'] !== undefined)
      ? [['properties', jsonObject(all.flatMap(propertiesOf))] as const]
      : []),
  ]);
}

function propertiesOf({properties}: JsonObject): readonly (readonly [string, Json])[] {
  return isJsonObject(properties) ? Object.entries(properties) : [];
}

const texts: {readonly [format: string]: string} = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  email: 'someone@example.org',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'http://example.org/',
};

function textOf({format, minLength}: JsonObject): string {
  const text = typeof format === 'string' && Object.hasOwn(texts, format) ? texts[format] : undefined;
  return text ?? 'text'.padEnd(typeof minLength === 'number' ? Math.min(minLength, 1_000) : 0, 'x');
}

function typeOf(schema: JsonObject): Json | undefined {
  const {type} = schema;
  if (isJsonList(type)) return type.find(one => one !== 'null');
  return type ?? (schema['properties'] === undefined ? undefined : 'object');
}

function requiredOf({required}: JsonObject): ReadonlySet<Json> {
  return new Set(isJsonList(required) ? required : []);
}

const types = new Set<Json | undefined>(['string', 'integer', 'number', 'boolean']);

/** Gives what every value of the schema is: the types of what it requires. Undefined where that says nothing. */
export function shapeOf(schema: JsonObject, resolve: Resolve, seen: Seen = []): Json | undefined {
  const whole = flattened(schema, resolve);
  const type = typeOf(whole);
  if (isJsonList(whole['type']) || whole['nullable'] === true) return undefined;
  if (types.has(type)) return jsonObject([['$type', type ?? null]]);
  if (type === 'array') return jsonObject([['$type', 'list']]);
  if (type !== 'object') return undefined;
  const required = requiredOf(whole);
  const entries = propertiesOf(whole).flatMap(([name, one]): readonly (readonly [string, Json])[] => {
    const below = required.has(name) && !name.startsWith('$') ? resolve(one) : undefined;
    const isKnown = below === undefined || below['writeOnly'] === true || [...seen, schema].includes(below);
    const shape = isKnown ? undefined : shapeOf(below, resolve, [...seen, schema]);
    return shape === undefined ? [] : [[name, shape]];
  });
  return entries.length === 0 ? jsonObject([['$type', 'object']]) : jsonObject(entries);
}
