// Reads the API document that a server publishes, Swagger 2.0 or OpenAPI 3, as far as statements of the record speak about it.
import {defined} from '../../base/json/defined.ts';
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';

/** One operation as a document describes it. */
export interface DescribedOperation {
  readonly method: string;
  /** From the root of the server, e.g. `/api/v1/user/repos`. */
  readonly path: string;
  readonly id?: string;
  /** The names of its path parameters. */
  readonly pathParameters: readonly string[];
  /** The name of the object that its JSON body is; absent when it takes none, or one without a name. */
  readonly body?: string;
}

/** What a document says. */
export interface ApiDocument {
  readonly operations: readonly DescribedOperation[];
  /** The names of all objects that it defines. */
  readonly objects: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Gives what the document says; undefined when it is neither Swagger 2.0 nor OpenAPI 3. */
export function readApiDocument(document: Json): ApiDocument | undefined {
  if (!isJsonObject(document)) return undefined;
  const isSwagger = document['swagger'] === '2.0';
  const isOpenApi = typeof document['openapi'] === 'string' && document['openapi'].startsWith('3.');
  if (!isSwagger && !isOpenApi) return undefined;
  const base = isSwagger ? textOf(document['basePath']) : serverPath(document['servers']);
  const objects = isSwagger ? document['definitions'] : memberOf(document['components'], 'schemas');
  const operations = entriesOf(document['paths']).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, operation]): readonly DescribedOperation[] => {
      if (!methods.includes(method) || !isJsonObject(operation)) return [];
      const id = textOf(operation['operationId']);
      const body = isSwagger ? swaggerBody(document, item, operation) : openApiBody(document, operation);
      return [
        {
          method: method.toUpperCase(),
          path: base.replace(/\/+$/, '') + path,
          pathParameters: parametersOf(document, item, operation)
            .filter(one => memberOf(one, 'in') === 'path')
            .map(one => textOf(memberOf(one, 'name'))),
          ...(id === '' ? {} : {id}),
          ...defined({body}),
        },
      ];
    }),
  );
  return {operations, objects: entriesOf(objects).map(([name]) => name)};
}

function parametersOf(document: JsonObject, item: Json, operation: JsonObject): readonly (Json | undefined)[] {
  return [operation['parameters'], memberOf(item, 'parameters')]
    .flatMap(list => (isJsonList(list) ? list : []))
    .map(one => resolved(document, one));
}

/** Finds an operation by method and path template; what its path parameters are called does not matter. */
export function findDescribed(
  {operations}: ApiDocument,
  {method, path}: {readonly method: string; readonly path: string},
): DescribedOperation | undefined {
  return operations.find(one => one.method === method && shapeOf(one.path).endsWith(shapeOf(path)));
}

/** Lists every name that a document uses: segments of paths, ids of operations, names of objects. */
export function namesOf({operations, objects}: ApiDocument): readonly string[] {
  const segments = operations.flatMap(({path}) => path.split('/').filter(part => part !== '' && !part.includes('{')));
  return [...new Set([...segments, ...operations.flatMap(({id}) => id ?? []), ...objects])];
}

/**
 * Lists what does not fit together, each as a sentence. Swagger 2.0 and OpenAPI 3 say that a place in a path is for the parameter of its name, that each
 * such parameter has one, and that an id is of one operation.
 */
export function misfitsOf({operations}: ApiDocument): readonly string[] {
  const where = ({method, path}: DescribedOperation): string => `${method} ${path}`;
  const ofPaths = operations.flatMap(one => {
    const places = [...one.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    return [
      ...places
        .filter(name => !one.pathParameters.includes(name))
        .map(name => `${where(one)}: no parameter is called "${name}"`),
      ...one.pathParameters
        .filter(name => !places.includes(name))
        .map(name => `${where(one)}: the path has no place for its parameter "${name}"`),
    ];
  });
  const ids = new Set(operations.flatMap(({id}) => id ?? []));
  const ofIds = [...ids].flatMap(id => {
    const users = operations.filter(one => one.id === id).map(where);
    return users.length > 1 ? [`the id "${id}" is of ${users.join(' and ')}`] : [];
  });
  return [...ofPaths, ...ofIds];
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function serverPath(servers: Json | undefined): string {
  const url = textOf(memberOf(isJsonList(servers) ? servers[0] : undefined, 'url'));
  return URL.canParse(url, 'http://any.invalid') ? new URL(url, 'http://any.invalid').pathname : '';
}

function swaggerBody(document: JsonObject, item: Json, operation: JsonObject): string | undefined {
  const body = parametersOf(document, item, operation).find(one => memberOf(one, 'in') === 'body');
  return nameOf(memberOf(body, 'schema'));
}

function openApiBody(document: JsonObject, operation: JsonObject): string | undefined {
  const content = memberOf(resolved(document, operation['requestBody']), 'content');
  const [json] = entriesOf(content).filter(([type]) => /[/+]json\b/.test(type));
  return nameOf(memberOf(json?.[1], 'schema'));
}

/** The name of a schema: what it refers to, or its title. */
function nameOf(schema: Json | undefined): string | undefined {
  const [only, ...more] = isJsonList(memberOf(schema, 'allOf')) ? (memberOf(schema, 'allOf') as readonly Json[]) : [];
  const reference = textOf(memberOf(schema, '$ref'));
  if (reference !== '') return decoded(reference.slice(reference.lastIndexOf('/') + 1));
  if (only !== undefined && more.length === 0) return nameOf(only);
  const title = textOf(memberOf(schema, 'title'));
  return title === '' ? undefined : title;
}

/** Follows a reference inside the document, once: parameters and bodies that refer on do not exist in practice. */
function resolved(document: JsonObject, value: Json | undefined): Json | undefined {
  const reference = textOf(memberOf(value, '$ref'));
  if (!reference.startsWith('#/')) return value;
  return reference
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((at, key) => memberOf(at, decoded(key)), document);
}

function decoded(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
