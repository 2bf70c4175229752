// Drafts what a request of an OpenAPI operation carries: required query and header parameters, and a body of its schema.
import {isJsonList, isJsonObject, jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import {sampleOf, type Resolve} from './sample-of-schema.ts';

/** What an operation says of its requests. */
export interface RequestOf {
  readonly parameters: readonly JsonObject[];
  readonly requestBody: JsonObject | undefined;
}

/** The content that one media type describes. */
export interface Content {
  readonly type: string;
  readonly schema: Json | undefined;
  readonly example: Json | undefined;
}

/** Gives the keys of the step: `query`, `headers` and one of `body`, `form`, `multipart`, `text` and `bytes`. */
export function requestParts(
  {parameters, requestBody}: RequestOf,
  resolve: Resolve,
): readonly (readonly [string, Json])[] {
  const content = contentOf(requestBody);
  const required = (where: string): readonly JsonObject[] =>
    parameters.filter(one => one['in'] === where && one['required'] === true);
  const query = required('query').flatMap(one => queryOf(one, resolve));
  const headers = [
    ...required('header').flatMap((one): readonly (readonly [string, Json])[] => {
      const name = nameOf(one);
      return leftOut.has(name.toLowerCase()) ? [] : [[name, scalarOf(sampleOfParameter(one, resolve))]];
    }),
    ...(content === undefined || isUsual(content.type) ? [] : [['Content-Type', content.type] as const]),
  ];
  return [
    ...(query.length === 0 ? [] : [['query', jsonObject(query)] as const]),
    ...(headers.length === 0 ? [] : [['headers', literalTree(jsonObject(headers))] as const]),
    ...(content === undefined ? [] : [bodyOf(content, resolve)]),
  ];
}

// What a step says by other means.
const leftOut: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);

function isUsual(type: string): boolean {
  return /^(?:application\/json|application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/** An object in the query is written `name[key]=value`, and what is deeper not at all. */
function queryOf(parameter: JsonObject, resolve: Resolve): readonly (readonly [string, Json])[] {
  const name = nameOf(parameter);
  const value = sampleOfParameter(parameter, resolve);
  if (isJsonObject(value))
    return Object.entries(value).map(([key, one]) => [`${name}[${key}]`, literalTree(scalarOf(one))]);
  return [[name, literalTree(isJsonList(value) ? value.map(scalarOf) : scalarOf(value))]];
}

/** Gives a value for a parameter: its example, or one of its schema. */
export function sampleOfParameter(parameter: JsonObject, resolve: Resolve): Json {
  const schema = resolve(parameter['schema'] ?? null);
  return exampleOf(parameter) ?? (schema === undefined ? 'VALUE' : sampleOf(schema, resolve));
}

function bodyOf({type, schema, example}: Content, resolve: Resolve): readonly [string, Json] {
  const found = resolve(schema ?? null);
  const value = example ?? (found === undefined ? 'VALUE' : sampleOf(found, resolve));
  if (/json/i.test(type)) return ['body', literalTree(value)];
  const fields = isJsonObject(value) ? Object.entries(value) : [];
  if (/urlencoded/i.test(type))
    return ['form', literalTree(jsonObject(fields.map(([key, one]) => [key, scalarOf(one)])))];
  if (/multipart/i.test(type)) {
    const parts = fields.map(([key, one]) => [key, isBinary(key, found, resolve) ? filePart : textOf(one)] as const);
    return ['multipart', literalTree(jsonObject(parts))];
  }
  if (/^text\//i.test(type) || /xml|yaml/i.test(type)) return ['text', literalTree(textOf(value))];
  return ['bytes', '00'];
}

const filePart = jsonObject([
  ['filename', 'file.txt'],
  ['type', 'text/plain'],
  ['text', 'text'],
]);

function isBinary(key: string, schema: JsonObject | undefined, resolve: Resolve): boolean {
  const properties = schema?.['properties'];
  const part = isJsonObject(properties) ? resolve(properties[key] ?? null) : undefined;
  return part?.['format'] === 'binary' || part?.['contentMediaType'] !== undefined;
}

/** Chooses the content that a suite says best: JSON, else the first. */
export function contentOf(holder: JsonObject | undefined): Content | undefined {
  const all = Object.entries(isJsonObject(holder?.['content']) ? holder['content'] : {});
  const [type, media] = all.find(([name]) => /json/i.test(name)) ?? all[0] ?? [];
  if (type === undefined || !isJsonObject(media)) return undefined;
  return {type, schema: media['schema'], example: exampleOf(media)};
}

/** The example of a parameter or of a content, alone or the first of some. */
function exampleOf(holder: JsonObject): Json | undefined {
  const {example, examples} = holder;
  if (example !== undefined) return example;
  const [first] = isJsonObject(examples) ? Object.values(examples) : [];
  return isJsonObject(first) ? first['value'] : undefined;
}

function nameOf({name}: JsonObject): string {
  return typeof name === 'string' && name !== '' ? name : 'name';
}

/** A value where only one alone fits. */
export function scalarOf(value: Json): Json {
  return typeof value === 'object' ? 'VALUE' : value;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** A text of the document that looks like a template is none. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function literalTree(value: Json): Json {
  if (typeof value === 'string') return literal(value);
  if (isJsonList(value)) return value.map(literalTree);
  return isJsonObject(value) ? jsonObject(Object.entries(value).map(([key, one]) => [key, literalTree(one)])) : value;
}
