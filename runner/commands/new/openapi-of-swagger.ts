// Reads a Swagger 2.0 document as the OpenAPI 3 document that says the same, as far as a draft looks at it.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';

/** Gives the same document in the words of OpenAPI 3; references within it still lead where they did. */
export function openApiOfSwagger(document: JsonObject): JsonObject {
  const {basePath, paths, swagger: _, ...rest} = document;
  return jsonObject([
    ...Object.entries(rest),
    ['openapi', '3.0.0'],
    ['servers', typeof basePath === 'string' ? [jsonObject([['url', basePath]])] : []],
    ['paths', mapped(paths, item => pathOf(item, document))],
  ]);
}

function pathOf(item: JsonObject, document: JsonObject): JsonObject {
  const shared = listOf(item['parameters']);
  return mapped(item, (spec, key) => (key === 'parameters' ? spec : operationOf(spec, shared, document)));
}

function operationOf(spec: JsonObject, shared: readonly Json[], document: JsonObject): JsonObject {
  const parameters = [...shared, ...listOf(spec['parameters'])]
    .map(one => referred(one, document))
    .filter(isJsonObject);
  const body = parameters.find(one => one['in'] === 'body');
  const fields = parameters.filter(one => one['in'] === 'formData');
  const isFile = fields.some(one => one['type'] === 'file');
  const consumed = firstOf(spec['consumes'] ?? document['consumes']);
  const produced = firstOf(spec['produces'] ?? document['produces']) ?? 'application/json';
  const type = consumed ?? (body !== undefined || fields.length === 0 ? 'application/json' : urlencoded);
  const formType = isFile || type.startsWith('multipart/') ? 'multipart/form-data' : urlencoded;
  return jsonObject([
    ...Object.entries(spec),
    ['parameters', parameters.filter(one => one !== body && !fields.includes(one)).map(withSchema)],
    ...(body === undefined ? [] : [['requestBody', contentOf(type, body['schema'])] as const]),
    ...(fields.length === 0 ? [] : [['requestBody', contentOf(formType, schemaOfFields(fields))] as const]),
    ['responses', mapped(spec['responses'], response => responseOf(response, produced, document))],
  ]);
}

const urlencoded = 'application/x-www-form-urlencoded';

function responseOf(response: JsonObject, type: string, document: JsonObject): JsonObject {
  const found = referred(response, document);
  return isJsonObject(found) && found['schema'] !== undefined ? contentOf(type, found['schema']) : response;
}

function contentOf(type: string, schema: Json | undefined): JsonObject {
  const media = schema === undefined ? jsonObject([]) : jsonObject([['schema', schema]]);
  return jsonObject([['content', jsonObject([[type, media]])]]);
}

/** What a parameter of 2.0 says of itself is a schema in 3. */
function withSchema(parameter: JsonObject): JsonObject {
  return jsonObject([...Object.entries(parameter), ['schema', parameter]]);
}

function schemaOfFields(fields: readonly JsonObject[]): JsonObject {
  const asSchema = (field: JsonObject): JsonObject =>
    field['type'] === 'file'
      ? jsonObject([
          ['type', 'string'],
          ['format', 'binary'],
        ])
      : field;
  return jsonObject([
    ['type', 'object'],
    ['required', fields.filter(field => field['required'] === true).map(field => field['name'] ?? '')],
    [
      'properties',
      jsonObject(
        fields.map(field => [typeof field['name'] === 'string' ? field['name'] : 'field', asSchema(field)] as const),
      ),
    ],
  ]);
}

/** Follows one reference into the document. */
function referred(value: Json, document: JsonObject): Json | undefined {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string') return value;
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((above, key) => (isJsonObject(above) ? above[key] : undefined), document);
}

function mapped(value: Json | undefined, change: (one: JsonObject, key: string) => Json): JsonObject {
  if (!isJsonObject(value)) return jsonObject([]);
  return jsonObject(Object.entries(value).map(([key, one]) => [key, isJsonObject(one) ? change(one, key) : one]));
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

function firstOf(value: Json | undefined): string | undefined {
  const [first] = listOf(value);
  return typeof first === 'string' ? first : undefined;
}
