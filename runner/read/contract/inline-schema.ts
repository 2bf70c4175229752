// Makes a schema of an OpenAPI document stand alone, and lists the properties in it that the record shows.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {StatedProperty} from '../../../model/operation.ts';

const schemaPrefix = '#/components/schemas/';

/** Copies a schema; every component that it refers to, directly or not, comes along under `$defs`. */
export function inlineSchema(schema: JsonObject, components: JsonObject): JsonObject {
  const definitions = new Map<string, Json>();
  const root = copySchema(schema, name => {
    addDefinition(name, components, definitions);
  });
  return definitions.size === 0 ? root : jsonObject([...Object.entries(root), ['$defs', jsonObject(definitions)]]);
}

function addDefinition(name: string, components: JsonObject, definitions: Map<string, Json>): void {
  if (definitions.has(name)) return;
  definitions.set(name, true);
  const component = components[name];
  if (!isJsonObject(component)) return;
  definitions.set(
    name,
    copySchema(component, other => {
      addDefinition(other, components, definitions);
    }),
  );
}

/** Keywords that judge nothing and would only be carried along. */
const idleKeywords: ReadonlySet<string> = new Set([
  'description',
  'title',
  'example',
  'examples',
  'externalDocs',
  'deprecated',
  'xml',
]);

/** Keywords whose value is a mapping of names to schemas: their keys are no keywords. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Keywords whose value is data. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'required', 'type']);

function copySchema(schema: JsonObject, refer: (name: string) => void): JsonObject {
  const kept = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !idleKeywords.has(keyword));
  return jsonObject(kept.map(([keyword, value]) => [keyword, copyKeyword(keyword, value, refer)]));
}

function copyKeyword(keyword: string, value: Json, refer: (name: string) => void): Json {
  if (keyword === '$ref' && typeof value === 'string' && value.startsWith(schemaPrefix)) {
    const name = value.slice(schemaPrefix.length);
    refer(name);
    return `#/$defs/${name}`;
  }
  if (dataKeywords.has(keyword)) return value;
  if (namedSchemas.has(keyword) && isJsonObject(value)) {
    return jsonObject(
      Object.entries(value).map(([name, item]) => [name, isJsonObject(item) ? copySchema(item, refer) : item]),
    );
  }
  if (Array.isArray(value)) return value.map((item: Json) => (isJsonObject(item) ? copySchema(item, refer) : item));
  return isJsonObject(value) ? copySchema(value, refer) : value;
}

/** Lists the properties below a schema that carry `x-stated: [REQUIREMENT…]`, by JSON Pointer with `*` for list items. */
export function statedProperties(schema: JsonObject, components: JsonObject): readonly StatedProperty[] {
  const found = new Map<string, StatedProperty>();
  collect(schema, '', {components, found, open: new Set()});
  return [...found.values()];
}

interface Collecting {
  readonly components: JsonObject;
  readonly found: Map<string, StatedProperty>;
  /** Components on the way down: a schema that holds itself is entered once. */
  readonly open: ReadonlySet<string>;
}

function collect(schema: Json | undefined, pointer: string, collecting: Collecting): void {
  if (!isJsonObject(schema)) return;
  const stated = schema['x-stated'];
  if (Array.isArray(stated) && pointer !== '') {
    const requirements = [...(collecting.found.get(pointer)?.requirements ?? []), ...stated.map(String)];
    collecting.found.set(pointer, {pointer, requirements: [...new Set(requirements)]});
  }
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith(schemaPrefix)) {
    const name = reference.slice(schemaPrefix.length);
    if (!collecting.open.has(name))
      collect(collecting.components[name], pointer, {...collecting, open: new Set([...collecting.open, name])});
  }
  const properties = schema['properties'];
  for (const [name, property] of isJsonObject(properties) ? Object.entries(properties) : []) {
    collect(property, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, collecting);
  }
  collect(schema['items'], `${pointer}/*`, collecting);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) for (const branch of branches) collect(branch as Json, pointer, collecting);
  }
}
