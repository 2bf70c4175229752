/** Reads proto/hosting.openapi.yaml as the test of every operation needs it: where each operation stands, what it takes and what it answers. */
import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import type {ValidateFunction} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {parse} from 'yaml';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` where a value belongs, relative to `/api/v1` or, where it stands outside, to the root. */
  readonly path: string;
  readonly isOutsidePrefix: boolean;
  /** Whether the contract lets callers without credentials in. */
  readonly isOpen: boolean;
  /** Whether a signature over the request is asked for, and no password. */
  readonly isSigned: boolean;
  /** Media type and schema name of the body; undefined when it takes none. */
  readonly body: {readonly type: string; readonly schema: string | undefined} | undefined;
  readonly successes: readonly string[];
  /** The names of its query parameters. */
  readonly query: readonly string[];
}

type Node = {readonly [key: string]: unknown};

const contract = parse(readFileSync(new URL('../../proto/hosting.openapi.yaml', import.meta.url), 'utf8')) as Node;
const components = contract['components'] as {readonly [kind: string]: {readonly [name: string]: Node}};

export const operations: readonly Operation[] = Object.entries(contract['paths'] as Node).flatMap(([path, item]) =>
  Object.entries(item as {readonly [method: string]: Node})
    .filter(([method]) => ['get', 'put', 'post', 'patch', 'delete'].includes(method))
    .map(([method, operation]) => readOperation({path, method, item: item as Node, operation})),
);

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: Node;
  readonly operation: Node;
}

function readOperation({path, method, item, operation}: Place): Operation {
  const content = (operation['requestBody'] as Node | undefined)?.['content'] as Node | undefined;
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  const reference = ((media as Node | undefined)?.['schema'] as Node | undefined)?.['$ref'] as string | undefined;
  const security = operation['security'] as readonly Node[] | undefined;
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    isOutsidePrefix: (operation['x-outside-prefix'] ?? item['x-outside-prefix']) === true,
    isOpen: security?.some(way => Object.keys(way).length === 0) === true,
    isSigned: security?.some(way => Object.hasOwn(way, 'signature')) === true,
    body: type === undefined ? undefined : {type, schema: reference?.split('/').at(-1)},
    successes: Object.keys(operation['responses'] as Node).filter(status => /^[23]\d\d$/.test(status)),
    query: [item, operation].flatMap(queryNamesOf),
  };
}

function queryNamesOf(node: Node): readonly string[] {
  const given = (node['parameters'] ?? []) as readonly Node[];
  return given
    .map(parameter => components['parameters']?.[nameOf(parameter['$ref'])] ?? parameter)
    .filter(parameter => parameter['in'] === 'query')
    .map(parameter => String(parameter['name']));
}

function nameOf(reference: unknown): string {
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
}

/** Lists the fields of a schema that objects are sent in, and those of the objects inside as `object.field`. */
export function deepFieldsOf(schema: string): readonly string[] {
  const properties = (components['schemas']?.[schema]?.['properties'] ?? {}) as {readonly [name: string]: Node};
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = nameOf(property['$ref'] ?? (property['items'] as Node | undefined)?.['$ref']);
    return [name, ...(inner === '' ? [] : deepFieldsOf(inner).map(field => `${name}.${field}`))];
  });
}

/** Lists the fields of a schema that objects are sent in. */
export function fieldsOf(schema: string): readonly string[] {
  return Object.keys(components['schemas']?.[schema]?.['properties'] ?? {});
}

const ajv = new Ajv2020({strict: false, allowUnionTypes: true, allErrors: true, keywords: ['x-stated']});
formats.default(ajv);
const $defs = JSON.parse(JSON.stringify(components['schemas']).replaceAll('#/components/schemas/', '#/$defs/')) as Node;
const checks = new Map<string, ValidateFunction>();

/** Says what is wrong with a reply by the schema of its operation and status; nothing when all is well or there is none. */
export function problemsOfReply({path, method}: Operation, status: number, body: unknown): readonly string[] {
  const paths = contract['paths'] as {readonly [path: string]: {readonly [method: string]: Node}};
  const responses = paths[path]?.[method.toLowerCase()]?.['responses'] as {readonly [status: string]: Node} | undefined;
  const given = responses?.[String(status)];
  const reference = given?.['$ref'];
  const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
  const response = components['responses']?.[name] ?? given;
  const media = (response?.['content'] as {[type: string]: Node} | undefined)?.['application/json'];
  if (media === undefined) return [];
  const schema = JSON.parse(JSON.stringify(media['schema']).replaceAll('#/components/schemas/', '#/$defs/')) as Node;
  const key = JSON.stringify(schema);
  const check = checks.get(key) ?? ajv.compile({$defs, ...schema});
  checks.set(key, check);
  if (check(body)) return [];
  return (check.errors ?? []).map(({instancePath, message}) => `${instancePath} ${message}`);
}
