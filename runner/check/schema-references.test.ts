// Shows which references of a schema are refused before they loop or load anything.
import {expect, test} from 'vitest';
import type {Json} from '../../model/json.ts';
import {wrongReference} from './schema-references.ts';

const endless = 'refers to itself without taking a step into the value, so it never ends';
const outside = 'leads out of the schema: nothing is loaded from files or addresses';

test.each<[Json, string | undefined]>([
  [{$ref: '#'}, endless],
  [{allOf: [{$ref: '#'}]}, endless],
  [{properties: {a: {$ref: '#/properties/a'}}}, endless],
  [{$ref: '#/$defs/a', $defs: {a: {$ref: '#/$defs/b'}, b: {anyOf: [{type: 'null'}, {$ref: '#/$defs/a'}]}}}, endless],
  [{$dynamicRef: '#x', $dynamicAnchor: 'x'}, endless],
  [{$recursiveRef: '#'}, endless],
  [{$ref: '#/$defs/a', $dynamicRef: '#', $defs: {a: true}}, endless],
  [{$ref: '#/%24defs/a', $defs: {a: {oneOf: [{$ref: '#/%24defs/a'}]}}}, endless],
  [{dependentSchemas: {x: {$ref: '#'}}}, endless],
  [{properties: {a: {$id: 'b', $ref: '#'}}}, endless],
  [{properties: {a: {$id: 'b', $ref: '#/$defs/c', $defs: {c: {not: {$ref: '#'}}}}}}, endless],
  [{$dynamicAnchor: 'x', properties: {x: {$dynamicRef: '#x'}}}, undefined],
  [{dependentSchemas: {x: {properties: {a: {$ref: '#'}}}}}, undefined],
  [{$recursiveRef: 'http://127.0.0.1/schema.json'}, outside],
  [{$ref: 'http://127.0.0.1/schema.json'}, outside],
  [{items: {$ref: 'file:///etc/passwd'}}, outside],
  [{items: {$ref: '../schema.json'}}, outside],
  [{items: {$ref: '#'}}, undefined],
  [{$ref: '#/$defs/a', $defs: {a: {properties: {next: {$ref: '#/$defs/a'}}}}}, undefined],
  [{const: {$ref: 'http://x'}}, undefined],
  [true, undefined],
])('%j', (schema, why) => {
  expect(wrongReference(schema)?.includes(why ?? 'nothing')).toBe(why === undefined ? undefined : true);
});
