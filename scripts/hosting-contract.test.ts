// Holds proto/hosting.openapi.yaml together: unique ids, no loose references, path parameters that are declared, schemas that compile.
import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

type Node = {readonly [key: string]: unknown};

const read = (path: string): unknown => parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const contract = read('../proto/hosting.openapi.yaml') as Node;
const requirementIds = new Set(
  (read('../suites/requirements.yaml') as readonly {readonly id: string}[]).map(row => row.id),
);
const nodes = [...nodesIn(contract)];
const operations = Object.entries(contract['paths'] as Node).flatMap(([path, item]) =>
  Object.entries(item as Node)
    .filter(([method]) => ['get', 'put', 'post', 'delete', 'patch'].includes(method))
    .map(([method, operation]) => ({path, method, item: item as Node, operation: operation as Node})),
);

test('no operation id stands twice', () => {
  const ids = operations.map(({operation}) => operation['operationId']);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});

test('every reference leads somewhere', () => {
  const references = nodes.flatMap(node => (typeof node['$ref'] === 'string' ? [node['$ref']] : []));
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(reference => at(reference) === undefined)).toEqual([]);
});

test('every component is used', () => {
  const used = new Set(nodes.map(node => node['$ref']));
  const made = ['parameters', 'responses', 'schemas'].flatMap(kind =>
    Object.keys((contract['components'] as Record<string, Node>)[kind] ?? {}).map(
      name => `#/components/${kind}/${name}`,
    ),
  );
  expect(made.filter(reference => !used.has(reference))).toEqual([]);
});

test.each(operations.map(each => [String(each.operation['operationId']), each] as const))(
  '%s says what the harness reads',
  (_, {path, item, operation}) => {
    const given = [...((item['parameters'] ?? []) as Node[]), ...((operation['parameters'] ?? []) as Node[])];
    const parameters = given.map(parameter => (at(String(parameter['$ref'])) ?? parameter) as Node);
    const inPath = parameters
      .filter(parameter => parameter['in'] === 'path')
      .map(parameter => String(parameter['name']));
    expect(inPath.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).toSorted());
    expect(operation['x-stated']).toBeTypeOf('boolean');
    expect(operation['summary']).toBeTypeOf('string');
    expect(Object.keys(operation['responses'] as Node).some(status => /^[23]\d\d$/.test(status))).toBe(true);
  },
);

test('statements are cited by ids that exist', () => {
  const cited = nodes.flatMap(node => [node['x-requirements'], node['x-stated']].filter(Array.isArray)).flat();
  expect(cited.filter(id => !requirementIds.has(String(id)))).toEqual([]);
});

const schemas = (contract['components'] as Record<string, Node>)['schemas'] ?? {};

test.each(Object.keys(schemas))('schema %s compiles under JSON Schema 2020-12', name => {
  const ajv = new Ajv2020({strict: true, allowUnionTypes: true, keywords: ['x-stated']});
  formats.default(ajv);
  const $defs = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as Node;
  expect(ajv.compile({$defs, $ref: `#/$defs/${name}`})).toBeTypeOf('function');
});

function at(reference: string): unknown {
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((node, step) => (node as Node | undefined)?.[step], contract);
}

function* nodesIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Node;
  for (const value of Object.values(node)) yield* nodesIn(value);
}
