// The machine formats against the schemas that their own projects publish, beside our own stricter shapes.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {Ajv, type AnySchemaObject, type ValidateFunction} from 'ajv';
import addFormats from 'ajv-formats';
import {expect, test} from 'vitest';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {renderCtrf} from './ctrf.ts';
import {renderHar} from './har.ts';
import type {Journal} from '../journal/reader.ts';
import {renderSarif} from './sarif.ts';

const {resolve} = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(resolve(`${name}/package.json`));
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;

function checker({unicodeRegExp = true} = {}): Ajv {
  const ajv = new Ajv({strict: false, allErrors: true, unicodeRegExp});
  addFormats.default(ajv);
  return ajv;
}

function harSchema(): ValidateFunction {
  const folder = join(packageFolder('har-schema'), 'lib');
  const ajv = checker();
  ajv.addMetaSchema(readJson(resolve('ajv/dist/refs/json-schema-draft-06.json')));
  for (const name of harParts) ajv.addSchema(readJson(join(folder, `${name}.json`)));
  return ajv.compile(readJson(join(folder, 'har.json')));
}

const harParts = [
  'afterRequest',
  'beforeRequest',
  'browser',
  'cache',
  'content',
  'cookie',
  'creator',
  'entry',
  'header',
  'log',
  'page',
  'pageTimings',
  'postData',
  'query',
  'request',
  'response',
  'timings',
];

/** The schema of SARIF 2.1.0 of OASIS as schemastore serves it. It is of draft 04, whose `id` this checker does not know; what else it uses means the same. */
function sarifSchema(): ValidateFunction {
  const {
    id: _,
    $schema: __,
    ...schema
  } = readJson(join(packageFolder('@microsoft/jest-sarif'), 'lib/schemas/sarif-2.1.0-rtm.5.json'));
  // Two of its patterns are none with the flag `u`.
  return checker({unicodeRegExp: false}).compile(schema);
}

const har = harSchema();
const sarif = sarifSchema();
const ctrf = checker().compile(readJson(join(dirname(resolve('ctrf')), 'ctrf-schema-0.0.json')));
const formats: readonly (readonly [name: string, schema: ValidateFunction, render: (journal: Journal) => string])[] = [
  ['HAR', har, journal => renderHar(journal, {bodyOf: () => undefined})],
  ['CTRF', ctrf, journal => renderCtrf(journal, {requirements: goldenRequirements})],
  ['SARIF', sarif, journal => renderSarif(journal, {requirements: goldenRequirements})],
];

const reports = formats.flatMap(([name, schema, render]) =>
  Object.entries(goldenJournals).map(([run, journal]) => [name, run, schema, render(journal)] as const),
);

test.each(reports)('%s of the run "%s" follows the published schema', (_name, _run, schema, text) => {
  schema(JSON.parse(text));
  expect(schema.errors ?? []).toEqual([]);
});

test.each([
  ['HAR', har, {log: {version: '1.2'}}],
  ['CTRF', ctrf, {results: {tool: {}}}],
  ['SARIF', sarif, {version: '2.1.0', runs: [{tool: {driver: {name: 'x', motto: 'y'}}}]}],
])('the schema of %s refuses what is none', (_name, schema, value) => {
  expect(schema(value)).toBe(false);
});
