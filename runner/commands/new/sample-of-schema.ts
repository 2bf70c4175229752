// Makes a value that a JSON Schema allows, as far as that is plain, and the tree that such values are expected to be.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';

/** Follows a reference. */
type Resolve = (schema: Json) => JsonObject | undefined;

/** Objects within each other; a schema may refer to itself. */
const depthMax = 6;

/** Gives a value: the example, the default, the first of an enumeration, or one of the type with what is required. */
export function sampleOf(schema: JsonObject, resolve: Resolve, depth = 0): Json {
  const {example, examples, default: usual, enum: values, const: only} = schema;
  const said = [
    example,
    isJsonList(examples) ? examples[0] : undefined,
    usual,
    only,
    isJsonList(values) ? values[0] : undefined,
  ].find(one => one !== undefined);
  if (said !== undefined) return said;
  if (depth > depthMax) return null;
  const part = [schema['allOf'], schema['oneOf'], schema['anyOf']].flatMap(one => (isJsonList(one) ? one : []));
  if (part.length > 0 && schema['properties'] === undefined) {
    const samples = (isJsonList(schema['allOf']) ? part : part.slice(0, 1)).map(one =>
      sampleBelow(one, resolve, depth),
    );
    const objects = samples.filter(isJsonObject);
    return objects.length > 0 ? jsonObject(objects.flatMap(one => Object.entries(one))) : (samples[0] ?? null);
  }
  switch (typeOf(schema)) {
    case 'object': {
      const required = requiredOf(schema);
      const properties = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {});
      return jsonObject(
        properties
          .filter(([name]) => required.has(name))
          .map(([name, one]) => [name, sampleBelow(one, resolve, depth)]),
      );
    }
    case 'array':
      return [sampleBelow(schema['items'] ?? null, resolve, depth)];
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema);
    default:
      return 'VALUE';
  }
}

function sampleBelow(schema: Json, resolve: Resolve, depth: number): Json {
  const found = resolve(schema);
  return found === undefined ? 'VALUE' : sampleOf(found, resolve, depth + 1);
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
export function shapeOf(schema: JsonObject, resolve: Resolve, depth = 0): Json | undefined {
  const type = typeOf(schema);
  if (isJsonList(schema['type']) || schema['nullable'] === true) return undefined;
  if (types.has(type)) return jsonObject([['$type', type ?? null]]);
  if (type === 'array') return jsonObject([['$type', 'list']]);
  if (type !== 'object') return undefined;
  const required = requiredOf(schema);
  const properties = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {});
  const entries = properties.flatMap(([name, one]): readonly (readonly [string, Json])[] => {
    const below = required.has(name) && !name.startsWith('$') ? resolve(one) : undefined;
    const shape = below === undefined || depth >= depthMax ? undefined : shapeOf(below, resolve, depth + 1);
    return shape === undefined ? [] : [[name, shape]];
  });
  return entries.length === 0 ? jsonObject([['$type', 'object']]) : jsonObject(entries);
}
