// Which parts of each call may be changed to something that no server can take, by the contract: for scripts/learn-replies.
import {readFileSync} from 'node:fs';
import {parse} from 'yaml';
import type {Change, Reader} from '../suites/properties/calls/replies.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {readonly content: Readonly<Record<string, {readonly schema: Schema}>>};
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const readersMax = 4;
const unknownNumber = 2_000_000_000;
const long = 'x'.repeat(300);

const contract = parse(readFileSync(new URL('../proto/hosting.openapi.yaml', import.meta.url), 'utf8')) as Contract;

/** Every change of every operation, by the operation. */
export const changes: ReadonlyMap<string, readonly Change[]> = new Map(
  Object.values(contract.paths).flatMap(path =>
    Object.entries(path)
      .filter(([method]) => method !== 'parameters')
      .map(([, operation]) => [operation.operationId, changesOf(path, operation)] as const),
  ),
);

/** Which operations read what each operation may change: those at its own path and above it, and the timeline of an issue. */
export const readers: ReadonlyMap<string, readonly Reader[]> = new Map(
  Object.entries(contract.paths).flatMap(([place, path]) =>
    Object.entries(path)
      .filter(([method]) => method !== 'parameters' && method !== 'get')
      .map(([, {operationId}]) => [operationId, readersOf(place)] as const),
  ),
);

function readersOf(place: string): readonly Reader[] {
  return Object.entries(contract.paths)
    .filter(
      ([other]) =>
        isAbove(other, place) || (other.endsWith('/timeline') && isAbove(other.replace('/timeline', ''), place)),
    )
    .toSorted(([one], [other]) => other.length - one.length)
    .flatMap(([other, path]): readonly Reader[] => {
      const found = path['get'];
      if (found === undefined || /\/(?:raw|media|archive|pulls\/\{index\}\.)/.test(other)) return [];
      return [{read: found.operationId, params: [...other.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name)}];
    })
    .slice(0, readersMax);
}

function isAbove(other: string, place: string): boolean {
  return place === other || place.startsWith(`${other}/`);
}

function changesOf(path: Readonly<Record<string, unknown>>, operation: Operation): readonly Change[] {
  const shared = (path['parameters'] ?? []) as readonly Parameter[];
  const parameters = [...shared, ...(operation.parameters ?? [])].map(one =>
    one.$ref === undefined ? one : (contract.components.parameters[lastOf(one.$ref)] ?? one),
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    ...parameters.flatMap(({name, in: at, schema}): readonly Change[] => {
      if (at === 'header') return [];
      return (at === 'path' ? pathValues(schema) : queryValues(schema)).map(value => ({at, name, value}));
    }),
    ...Object.entries((body && resolved(body).properties) ?? {}).flatMap(([name, schema]): readonly Change[] => [
      {at: 'body', name},
      ...bodyValues(schema).map((value): Change => ({at: 'body', name, value})),
    ]),
  ];
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolved(contract.components.schemas[lastOf(schema.$ref)] ?? {});
  const [first] = schema.anyOf ?? [];
  return first === undefined ? schema : resolved(first);
}

function kindOf(schema: Schema): string {
  const {type, enum: words} = schema;
  if (type === undefined) return words === undefined ? 'any' : 'string';
  return typeof type === 'string' ? type : (type.find(one => one !== 'null') ?? 'any');
}

function pathValues(schema: Schema): readonly NonNullable<Change['value']>[] {
  return kindOf(resolved(schema)) === 'integer' ? [unknownNumber, 'no-number', 0] : ['no-such-thing'];
}

function queryValues(schema: Schema): readonly NonNullable<Change['value']>[] {
  const found = resolved(schema);
  switch (kindOf(found)) {
    case 'integer':
      return ['no-number', unknownNumber, -1, 1];
    case 'boolean':
      return ['no-flag', 'true', 'false'];
    default:
      return found.format === 'date-time'
        ? ['no-time', '2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z']
        : [...(found.enum ?? []), 'no-such-thing'];
  }
}

function bodyValues(schema: Schema): readonly NonNullable<Change['value']>[] {
  const found = resolved(schema);
  switch (kindOf(found)) {
    case 'integer':
      return ['no number', unknownNumber, -1];
    case 'boolean':
      return ['no flag'];
    case 'array':
      return ['no list', ['no-such-thing'], [unknownNumber], []];
    case 'object':
      return ['no object'];
    case 'string':
      return [7, '', ' ', 'no-such-thing', long];
    default:
      return ['no-such-thing'];
  }
}
