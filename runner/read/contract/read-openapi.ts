// Reads an OpenAPI 3.1 document into operations whose schemas stand alone.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Operation, OperationParameter, ResponseContract} from '../../../model/operation.ts';
import type {Problem} from '../../../model/problem.ts';
import {inlineSchema, statedProperties} from './inline-schema.ts';
import {readPointer} from '../../../base/json/json-pointer.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {asMapping, asText, entriesOf, entryOf, itemsOf, note, type Place} from '../../../base/yaml/yaml-place.ts';

/** Gives the operations in the order of the file, or every problem of it. Keys that we do not use are not judged. */
export function readOpenapi({text, file}: {readonly text: string; readonly file: string}): {
  readonly operations: readonly Operation[];
  readonly problems: readonly Problem[];
} {
  const {content: operations = [], problems} = readYamlFile({text, file}, root =>
    asMapping(root, 'an OpenAPI document') === undefined ? undefined : readRoot(root),
  );
  return {operations, problems};
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

function readRoot(root: Place): readonly Operation[] {
  const version = entryOf(root, 'openapi');
  if (version === undefined || typeof version.value !== 'string' || !version.value.startsWith('3.1.'))
    note(version ?? root, 'this is not an OpenAPI 3.1 document', 'write "openapi: 3.1.0" at the top');
  const paths = entryOf(root, 'paths');
  if (paths === undefined) return note(root, 'the document has no "paths"', 'add "paths:"') ?? [];
  checkReferences(root, root.value);
  const seen = new Set<string>();
  return entriesOf(paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const place = entryOf(item, method);
      return place === undefined ? [] : (readOperation(place, {root, item, path, method, seen}) ?? []);
    }),
  );
}

interface Surroundings {
  readonly root: Place;
  readonly item: Place;
  readonly path: string;
  readonly method: string;
  readonly seen: Set<string>;
}

function readOperation(place: Place, {root, item, path, method, seen}: Surroundings): Operation | undefined {
  if (asMapping(place, 'an operation') === undefined) return undefined;
  const idPlace = entryOf(place, 'operationId');
  if (idPlace === undefined)
    return note(place, 'the operation has no "operationId"', 'add one; suites call it by this name', 'key');
  const id = asText(idPlace, '"operationId"');
  if (id === undefined) return undefined;
  if (seen.has(id)) note(idPlace, `the operationId "${id}" appears twice`, 'give each operation a name of its own');
  seen.add(id);
  const parameters = readParameters(root, item, place);
  checkPathParameters(place, path, parameters);
  const requestType = readRequestType(root, entryOf(place, 'requestBody'));
  return {
    id,
    method: method.toUpperCase(),
    path: entryOf(item, 'x-outside-prefix')?.value === true ? `/${path}` : path,
    isPathStated: entryOf(place, 'x-stated')?.value === true,
    parameters,
    ...defined({requestType}),
    responses: readResponses(root, entryOf(place, 'responses')),
  };
}

/** Follows `$ref` of anything that is not a schema. */
function resolve(root: Place, place: Place): Place {
  const reference = entryOf(place, '$ref')?.value;
  const tokens =
    typeof reference === 'string' && reference.startsWith('#/') ? readPointer(reference.slice(1)) : undefined;
  return tokens?.reduce<Place | undefined>((at, token) => at && entryOf(at, token), root) ?? place;
}

function readParameters(root: Place, item: Place, operation: Place): readonly OperationParameter[] {
  const lists = [entryOf(item, 'parameters'), entryOf(operation, 'parameters')];
  const parameters = lists
    .flatMap(list => (list === undefined ? [] : itemsOf(list)))
    .flatMap(at => readParameter(resolve(root, at)) ?? []);
  // A parameter of the operation stands for the one of its path with the same name and place.
  return [...new Map(parameters.map(parameter => [`${parameter.in} ${parameter.name}`, parameter])).values()];
}

const parameterPlaces = ['path', 'query', 'header'] as const;

function readParameter(place: Place): OperationParameter | undefined {
  const name = entryOf(place, 'name')?.value;
  if (typeof name !== 'string') return note(place, 'the parameter has no name', 'add "name:"');
  const where = parameterPlaces.find(one => one === entryOf(place, 'in')?.value);
  if (where === undefined)
    return note(
      entryOf(place, 'in') ?? place,
      `the parameter "${name}" is in no place that is supported`,
      'write in: path, query or header',
    );
  const required = where === 'path' || entryOf(place, 'required')?.value === true;
  return {name, in: where, required, isMultiSegment: entryOf(place, 'x-multi-segment')?.value === true};
}

function checkPathParameters(place: Place, path: string, parameters: readonly OperationParameter[]): void {
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  const declared = parameters.filter(parameter => parameter.in === 'path').map(({name}) => name);
  for (const name of inPath)
    if (!declared.includes(name))
      note(place, `the path has "{${name}}", and no parameter says so`, `add {name: ${name}, in: path}`, 'key');
  for (const name of declared)
    if (!inPath.includes(name))
      note(
        place,
        `the path parameter "${name}" is not in ${path}`,
        suggestName(name, inPath, 'names in the path'),
        'key',
      );
}

const requestTypes = [
  'application/json',
  'multipart/form-data',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
] as const;

function readRequestType(root: Place, body: Place | undefined): Operation['requestType'] {
  const content = body === undefined ? undefined : entryOf(resolve(root, body), 'content');
  if (content === undefined) return undefined;
  const types = entriesOf(content).map(([type]) => type);
  const known = requestTypes.find(type => types.includes(type));
  return (
    known ??
    note(
      content,
      `a request body of ${types.join(', ')} is not supported`,
      `describe one of: ${requestTypes.join(', ')}`,
      'key',
    )
  );
}

function readResponses(root: Place, responses: Place | undefined): {readonly [status: string]: ResponseContract} {
  const result = Object.create(null) as Record<string, ResponseContract>;
  const components = resolveComponents(root);
  for (const [status, at] of responses === undefined ? [] : entriesOf(responses)) {
    if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status))
      note(at, `"${status}" is not a response status`, "write e.g. '201', 4XX or default", 'key');
    result[status] = responseContract(resolve(root, at), components);
  }
  return result;
}

function resolveComponents(root: Place): JsonObject {
  const components = entryOf(root, 'components');
  const schemas = components === undefined ? undefined : entryOf(components, 'schemas');
  return isJsonObject(schemas?.value) ? schemas.value : jsonObject([]);
}

function responseContract(response: Place, components: JsonObject): ResponseContract {
  const content = entryOf(response, 'content');
  const json =
    content === undefined
      ? undefined
      : (entryOf(content, 'application/json') ?? entriesOf(content).find(([type]) => type.endsWith('+json'))?.[1]);
  const schema = json === undefined ? undefined : entryOf(json, 'schema')?.value;
  if (!isJsonObject(schema)) return {stated: []};
  return {schema: inlineSchema(schema, components), stated: statedProperties(schema, components)};
}

/** Notes every `$ref` that leads nowhere, or out of the document. */
function checkReferences(root: Place, value: Json, pointer = ''): void {
  if (Array.isArray(value))
    value.forEach((item: Json, index) => {
      checkReferences(root, item, `${pointer}/${String(index)}`);
    });
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const place = {...root, pointer: below, value: item};
    if (key === '$ref' && typeof item === 'string') checkReference(root, place, item);
    else if (key === 'x-stated') checkStated(place);
    else checkReferences(root, item, below);
  }
}

function checkReference(root: Place, place: Place, reference: string): void {
  if (resolve(root, {...place, value: jsonObject([['$ref', reference]])}).pointer !== place.pointer) return;
  const parent = readPointer(reference.slice(1))?.slice(0, -1) ?? [];
  const siblings = parent.reduce<Place | undefined>((at, token) => at && entryOf(at, token), root);
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const names = siblings === undefined ? [] : entriesOf(siblings).map(([key]) => key);
  note(place, `"${reference}" leads nowhere in this document`, suggestName(name, names, 'names there'));
}

function checkStated(place: Place): void {
  const isList =
    Array.isArray(place.value) && place.value.length > 0 && place.value.every((item: Json) => typeof item === 'string');
  if (typeof place.value !== 'boolean' && !isList)
    note(place, '"x-stated" must be true, false or a list of requirement ids', 'write e.g. [OAUTH2-SECRET]', 'key');
}
