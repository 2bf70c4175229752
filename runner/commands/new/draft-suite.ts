// Drafts a suite of an OpenAPI document: one case for each operation, with a body of its schema, what it makes first and removes afterwards.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {sampleOf, shapeOf} from './sample-of-schema.ts';

/** A drafted suite: its keys, and what its writer has to know. */
export interface SuiteDraft {
  readonly suite: JsonObject;
  readonly notes: readonly string[];
}

/** Drafts it; undefined where the document has no operations. */
export function draftSuite(document: JsonObject): SuiteDraft | undefined {
  const operations = operationsOf(document);
  if (operations.length === 0) return undefined;
  const api: Api = {document, operations, vars: new Map()};
  const ids = new Set<string>();
  const cases = operations.map(operation => caseOf(operation, api, ids));
  const base = basePath(document);
  const vars = [...api.vars];
  return {
    suite: jsonObject([
      ...(vars.length === 0 ? [] : [['vars', jsonObject(vars)] as const]),
      ...(base === '' ? [] : [['defaults', jsonObject([['base', base]])] as const]),
      ['cases', cases],
    ]),
    notes: [
      `${String(cases.length)} cases are drafts: each expects the first success that the document lists, and what its schema requires`,
      ...(vars.length === 0
        ? []
        : [
            `"vars:" has values that the document does not say (${vars.map(([name]) => name).join(', ')}); write real ones`,
          ]),
    ],
  };
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly title: string | undefined;
  readonly parameters: readonly JsonObject[];
  readonly spec: JsonObject;
}

interface Api {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly vars: Map<string, Json>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;

function operationsOf(document: JsonObject): readonly Operation[] {
  return objectsIn(document['paths']).flatMap(([path, item]) =>
    methods.flatMap((method): readonly Operation[] => {
      const spec = item[method];
      if (!isJsonObject(spec)) return [];
      const {operationId, summary} = spec;
      const parameters = [...listIn(item['parameters']), ...listIn(spec['parameters'])].flatMap(
        (one: Json): readonly JsonObject[] => {
          const found = resolved(one, document);
          return found === undefined ? [] : [found];
        },
      );
      return [
        {
          method: method.toUpperCase(),
          path,
          id: idOf(typeof operationId === 'string' ? operationId : `${method} ${path}`),
          title: typeof summary === 'string' && summary.trim() !== '' ? oneLine(summary) : undefined,
          parameters,
          spec,
        },
      ];
    }),
  );
}

function caseOf(operation: Operation, api: Api, ids: Set<string>): JsonObject {
  const base = operation.id;
  let id = base;
  for (let count = 2; ids.has(id); count += 1) id = `${base}-${String(count)}`;
  ids.add(id);
  const maker = makerOf(operation, api);
  const made = maker === undefined ? [] : [makingStep(maker, operation, api)];
  return jsonObject([
    ['id', id],
    ...(operation.title === undefined ? [] : [['title', literal(operation.title)] as const]),
    [
      'steps',
      [...made, judgedStep(operation, api, maker !== undefined), ...refusedStep(operation, api, maker !== undefined)],
    ],
  ]);
}

/** The operation that makes what `/notes/{id}` names: POST of `/notes`, where it gives an id back. */
function makerOf({path}: Operation, api: Api): Operation | undefined {
  const [, collection] = /^(.*)\/\{[^{}]+\}$/.exec(path) ?? [];
  const maker = api.operations.find(one => one.method === 'POST' && one.path === collection);
  return maker !== undefined && idKeyOf(maker, api) !== undefined && !maker.path.includes('{') ? maker : undefined;
}

function idKeyOf(maker: Operation, {document}: Api): string | undefined {
  const schema = successOf(maker, document)?.schema;
  const properties = schema === undefined ? undefined : resolved(schema['properties'] ?? null, document);
  return ['id', 'uuid', 'key', 'name'].find(key => properties?.[key] !== undefined);
}

function makingStep(maker: Operation, {path, method}: Operation, api: Api): JsonObject {
  const remove = api.operations.find(one => one.method === 'DELETE' && one.path === path);
  const key = idKeyOf(maker, api) ?? 'id';
  return jsonObject([
    ['request', lineOf(maker, api, false)],
    ...requestParts(maker, api),
    ['capture', jsonObject([[madeName, `/${key}`]])],
    ...(remove === undefined || method === 'DELETE'
      ? []
      : [['cleanup', jsonObject([['request', lineOf(remove, api, true)]])] as const]),
  ]);
}

const madeName = 'made';

function judgedStep(operation: Operation, api: Api, isMade: boolean): JsonObject {
  const success = successOf(operation, api.document);
  const body = success?.schema === undefined ? undefined : shapeOf(success.schema, one => resolved(one, api.document));
  const expect = jsonObject([
    ['status', success?.status ?? '2xx'],
    ...(body === undefined || operation.method === 'HEAD' ? [] : [['body', body] as const]),
  ]);
  return jsonObject([['request', lineOf(operation, api, isMade)], ...requestParts(operation, api), ['expect', expect]]);
}

/** Where the document says that a sign-in is needed, nobody gets in without one. */
function refusedStep(operation: Operation, api: Api, isMade: boolean): readonly JsonObject[] {
  const security = operation.spec['security'] ?? api.document['security'];
  const isSecured =
    isJsonList(security) &&
    security.length > 0 &&
    security.every(one => isJsonObject(one) && Object.keys(one).length > 0);
  if (!isSecured || operation.method !== 'GET') return [];
  return [
    jsonObject([
      ['request', lineOf(operation, api, isMade)],
      ['as', 'anonymous'],
      ['expect', jsonObject([['status', jsonObject([['$in', [401, 403]]])]])],
    ]),
  ];
}

/** The request line; names in the path are the id of what was made, or variables. */
function lineOf({method, path, parameters}: Operation, {vars, document}: Api, isMade: boolean): string {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    if (isMade && name === names.at(-1)) return `\${${madeName}}`;
    const variable = name.replaceAll(/\W+/g, '_').replace(/^(?=\d)/, '_');
    const schema = resolved(parameters.find(one => one['name'] === name)?.['schema'] ?? null, document);
    vars.set(variable, schema === undefined ? 'VALUE' : scalarOf(sampleOf(schema, one => resolved(one, document))));
    return `\${vars.${variable}}`;
  });
  return `${method} ${filled}`;
}

function scalarOf(value: Json): Json {
  return typeof value === 'object' ? 'VALUE' : value;
}

function requestParts({parameters, spec}: Operation, {document}: Api): readonly (readonly [string, Json])[] {
  const sample = (schema: Json | undefined): Json => {
    const found = resolved(schema ?? null, document);
    return found === undefined ? 'VALUE' : sampleOf(found, one => resolved(one, document));
  };
  const query = parameters.filter(one => one['in'] === 'query' && one['required'] === true);
  const content = contentOf(resolved(spec['requestBody'] ?? null, document));
  const kind = content === undefined ? undefined : bodyKind(content.type);
  return [
    ...(query.length === 0
      ? []
      : [
          [
            'query',
            jsonObject(
              query.map(one => [
                typeof one['name'] === 'string' ? one['name'] : 'name',
                one['example'] ?? sample(one['schema']),
              ]),
            ),
          ] as const,
        ]),
    ...(content === undefined || kind === undefined
      ? []
      : [[kind, literalTree(content.example ?? sample(content.schema))] as const]),
  ];
}

function bodyKind(type: string): 'body' | 'form' | 'multipart' | undefined {
  if (/json/i.test(type)) return 'body';
  if (/urlencoded/i.test(type)) return 'form';
  return /multipart/i.test(type) ? 'multipart' : undefined;
}

interface Content {
  readonly type: string;
  readonly schema: Json | undefined;
  readonly example: Json | undefined;
}

function contentOf(place: JsonObject | undefined): Content | undefined {
  const all = objectsIn(place?.['content']);
  const [type, media] = all.find(([name]) => /json/i.test(name)) ?? all[0] ?? [];
  return type === undefined || media === undefined
    ? undefined
    : {type, schema: media['schema'], example: media['example']};
}

function successOf(
  {spec}: Operation,
  document: JsonObject,
): {readonly status: number | string; readonly schema?: JsonObject} | undefined {
  const found = objectsIn(spec['responses']).find(([status]) => /^2(?:\d\d|XX)$/i.test(status));
  if (found === undefined) return undefined;
  const [status, response] = found;
  const content = contentOf(resolved(response, document));
  const schema =
    content === undefined || !/json/i.test(content.type) ? undefined : resolved(content.schema ?? null, document);
  return {status: /^\d+$/.test(status) ? Number(status) : '2xx', ...(schema === undefined ? {} : {schema})};
}

/** Follows references within the document, as far as a sane one goes. */
function resolved(value: Json, document: JsonObject): JsonObject | undefined {
  let at: Json | undefined = value;
  for (let hops = 0; hops < 20; hops += 1) {
    if (!isJsonObject(at)) return undefined;
    const reference: Json | undefined = at['$ref'];
    if (typeof reference !== 'string') return at;
    if (!reference.startsWith('#/')) return undefined;
    at = reference
      .slice(2)
      .split('/')
      .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json | undefined>(
        (above, key) => (isJsonObject(above) && Object.hasOwn(above, key) ? above[key] : undefined),
        document,
      );
  }
  return undefined;
}

/** What every path begins with, where the first server says so. */
function basePath(document: JsonObject): string {
  const [server] = listIn(document['servers']);
  const url = isJsonObject(server) && typeof server['url'] === 'string' ? server['url'] : '';
  if (!URL.canParse(url, 'http://unknown')) return '';
  return new URL(url, 'http://unknown').pathname.replace(/\/+$/, '').replaceAll(/%7B.*$/g, '');
}

function objectsIn(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, one]) => (isJsonObject(one) ? [[key, one] as const] : []))
    : [];
}

function listIn(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

function idOf(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return (
    words
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 90)
      .replace(/-$/, '') || 'operation'
  );
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
}

// A text of the document that looks like a template is none.
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function literalTree(value: Json): Json {
  if (typeof value === 'string') return literal(value);
  if (isJsonList(value)) return value.map(literalTree);
  return isJsonObject(value) ? jsonObject(Object.entries(value).map(([key, one]) => [key, literalTree(one)])) : value;
}
