// Drafts a suite of an OpenAPI document: one case for each operation, with a body of its schema, what it makes first and removes afterwards.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {contentOf, literal, requestParts, sampleOfParameter, scalarOf} from './draft-request.ts';
import {flattened, shapeOf, type Resolve} from './sample-of-schema.ts';

/** A drafted suite: its keys, and what its writer has to know. */
export interface SuiteDraft {
  readonly suite: JsonObject;
  readonly notes: readonly string[];
}

/** Drafts it; undefined where the document has no operations. */
export function draftSuite(document: JsonObject): SuiteDraft | undefined {
  const operations = operationsOf(document);
  if (operations.length === 0) return undefined;
  const api: Api = {document, operations, vars: new Map(), resolve: one => resolved(one, document)};
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
      `${cases.length === 1 ? '1 case is a draft' : `${String(cases.length)} cases are drafts`}: each expects the first success that the document lists, and what its schema requires`,
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
  readonly requestBody: JsonObject | undefined;
  readonly spec: JsonObject;
}

interface Api {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly vars: Map<string, Json>;
  readonly resolve: Resolve;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;

function operationsOf(document: JsonObject): readonly Operation[] {
  return objectsIn(document['paths']).flatMap(([path, written]) => {
    const item = resolved(written, document) ?? written;
    return methods.flatMap((method): readonly Operation[] => {
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
          requestBody: resolved(spec['requestBody'] ?? null, document),
          spec,
        },
      ];
    });
  });
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
  return maker !== undefined && idKeyOf(maker, path, api) !== undefined && !maker.path.includes('{')
    ? maker
    : undefined;
}

/** Which property of what is made its path names: the one of the parameter, or a usual one. */
function idKeyOf(maker: Operation, path: string, {document, resolve}: Api): string | undefined {
  const schema = successOf(maker, document)?.schema;
  if (schema === undefined) return undefined;
  const whole = flattened(schema, resolve);
  const [choice] = [whole['oneOf'], whole['anyOf']].flatMap(one => (isJsonList(one) ? one : []));
  const one = choice === undefined ? undefined : resolve(choice);
  const {properties} = one === undefined ? whole : flattened(one, resolve);
  const [, parameter = 'id'] = /\{([^{}]+)\}$/.exec(path) ?? [];
  return [parameter, 'id', 'uuid', 'key', 'name'].find(
    key => isJsonObject(properties) && Object.hasOwn(properties, key),
  );
}

function makingStep(maker: Operation, {path, method}: Operation, api: Api): JsonObject {
  return jsonObject([
    ['request', lineOf(maker, api, false)],
    ...requestParts(maker, api.resolve),
    ...removal(maker, path, api, method === 'DELETE'),
  ]);
}

/** Captures the id of what is made, and removes it where the document says how. */
function removal(maker: Operation, path: string, api: Api, isKept = false): readonly (readonly [string, Json])[] {
  const remove = api.operations.find(one => one.method === 'DELETE' && one.path === path);
  return [
    ['capture', jsonObject([[madeName, `/${idKeyOf(maker, path, api) ?? 'id'}`]])],
    ...(remove === undefined || isKept
      ? []
      : [['cleanup', jsonObject([['request', lineOf(remove, api, true)]])] as const]),
  ];
}

const madeName = 'made';

function judgedStep(operation: Operation, api: Api, isMade: boolean): JsonObject {
  const success = successOf(operation, api.document);
  const body = success?.schema === undefined ? undefined : shapeOf(success.schema, api.resolve);
  const expect = jsonObject([
    ['status', success?.status ?? '2xx'],
    ...(body === undefined || operation.method === 'HEAD' ? [] : [['body', body] as const]),
  ]);
  // What the operation makes itself goes again, where another one removes it.
  const removed = api.operations.find(
    one => one.method === 'DELETE' && operation.method === 'POST' && makerOf(one, api) === operation,
  );
  return jsonObject([
    ['request', lineOf(operation, api, isMade)],
    ...requestParts(operation, api.resolve),
    ['expect', expect],
    ...(removed === undefined ? [] : removal(operation, removed.path, api)),
  ]);
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
function lineOf({method, path, parameters}: Operation, {vars, resolve}: Api, isMade: boolean): string {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const written = path.replaceAll(/[\s#]/g, one => encodeURIComponent(one));
  const filled = written.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    if (isMade && name === names.at(-1)) return `\${${madeName}}`;
    const variable = name.replaceAll(/\W+/g, '_').replace(/^(?=\d)/, '_');
    const parameter = parameters.find(one => one['name'] === name);
    vars.set(variable, parameter === undefined ? 'VALUE' : scalarOf(sampleOfParameter(parameter, resolve)));
    return `\${vars.${variable}}`;
  });
  return `${method} ${filled}`;
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
