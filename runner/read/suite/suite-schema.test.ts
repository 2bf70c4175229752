import {readdirSync, readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {matchers} from '../../check/matchers.ts';
import {makeSuiteSchema} from '../../../scripts/make-suite-schema.ts';
import {readData} from '../../../base/yaml/read-data.ts';
import {caseKeys, expectationKeys, stepKeys, suiteKeys} from '../validate/suite-keys.ts';

const schemaText = readFileSync(new URL('../../../suites/suite.schema.json', import.meta.url), 'utf8');
const schema = JSON.parse(schemaText) as {
  properties: object;
  $defs: {case: {properties: object}; expectation: {properties: object}; step: {oneOf: {properties: object}[]}};
};
const isValid = new Ajv2020({allErrors: true, allowUnionTypes: true}).compile(schema);

test('the schema file is what the key tables say (npm run generate makes it anew)', () => {
  expect(JSON.parse(schemaText)).toEqual(JSON.parse(makeSuiteSchema()));
});

const tables: readonly {readonly what: string; readonly keys: object; readonly properties: object | undefined}[] = [
  {what: 'suite', keys: suiteKeys, properties: schema.properties},
  {what: 'case', keys: caseKeys, properties: schema.$defs.case.properties},
  {what: 'expectation', keys: expectationKeys, properties: schema.$defs.expectation.properties},
  ...Object.entries(stepKeys).map(([kind, keys], index) => ({
    what: `${kind} step`,
    keys,
    properties: schema.$defs.step.oneOf[index]?.properties,
  })),
];

test.each(tables)('every key that the reader accepts in a $what is in the schema', ({keys, properties}) => {
  expect(Object.keys(properties ?? {})).toEqual(Object.keys(keys));
});

const suite = (step: string): string => `
suite: hosting/labels
title: Labels
cases:
  - id: one
    title: a claim
    proves: [LABEL-SCOPE]
    table: [{id: a}]
    given: {repo: {arrange: repository, name: x}}
    steps:
      - ${step}
`;

test.each([
  [
    'a call',
    '{as: bob, call: issueGetLabels, params: {owner: a}, expect: {status: 2xx, at: {/0/id: 1}}, eventually: {within: 10s}}',
  ],
  [
    'a request',
    '{auth: none, request: {method: GET, path: /api/v1/version}, usual: {status: {$in: [200, 204]}}, capture: {id: /id}}',
  ],
  ['a decode', '{decode: {message: OverlayPing, hex: ""}, expect: {answer: value, value: {Time: "1"}}}'],
  ['a receive', '{receive: {message: OverlayPing, within: 2s}, expect: {answer: silence}}'],
])('%s is valid', (_what, step) => {
  isValid(readData({text: suite(step), file: 'a.yaml'}).content);
  expect(isValid.errors).toBeNull();
});

const suitesFolder = new URL('../../../suites/', import.meta.url);
const ourSuites = ['hosting', 'overlay'].flatMap(folder =>
  readdirSync(new URL(folder, suitesFolder))
    .filter(name => name.endsWith('.yaml'))
    .map(name => `${folder}/${name}`),
);

test.each(ourSuites)('%s is valid, so editors mark nothing in it', file => {
  isValid(readData({text: readFileSync(new URL(file, suitesFolder), 'utf8'), file}).content);
  expect(isValid.errors).toBeNull();
});

const body = (tree: string): string => `{call: issueGetLabels, expect: {body: ${tree}}}`;

test.each([
  ...Object.entries(matchers).flatMap(([keyword, {passes, fails}]) => [
    JSON.stringify({[keyword]: passes.argument}),
    JSON.stringify({[keyword]: fails.argument}),
  ]),
  '{"$x-hex-color": true}',
  '{name: {$not: {"$x-multiple": 3}}}',
  '{$literal: {$ref: 1, plain: {$odd: 2}}}',
  '{$schema: {$defs: {a: true}, $ref: "#/$defs/a"}}',
  '{$type: "${row.type}", $sorted: "${row.order}", $in: "${row.values}"}',
  '[{id: {$gt: "${row.id}"}}]',
  '"${row.body}"',
  'null',
])('the expected body %s is valid', tree => {
  isValid(readData({text: suite(body(tree)), file: 'a.yaml'}).content);
  expect(isValid.errors).toBeNull();
});

test.each([
  '{$equal: 1}',
  '{a: [{b: {$regx: a}}]}',
  '{$each: {id: {$type: int}}}',
  '{$regex: 5}',
  '{$gt: true}',
  '{$within: {of: 1}}',
  '{$in: []}',
  '{$any: {a: 1}}',
  '{$unordered: a}',
  '{$sorted: up}',
  '{$length: 1.5}',
  '{$count: {$gtt: 1}}',
  '{$present: false}',
  '{$startsWith: ""}',
  '{$gt: 1, plain: 2}',
])('the expected body %s is not valid', tree => {
  expect(isValid(readData({text: suite(body(tree)), file: 'a.yaml'}).content)).toBe(false);
});

test.each(['{status: {$inn: [200]}}', '{headers: {location: {$startWith: a}}}', '{at: {/id: {$typ: integer}}}'])(
  'the expectation %s is not valid',
  expectation => {
    expect(
      isValid(readData({text: suite(`{call: issueGetLabels, expect: ${expectation}}`), file: 'a.yaml'}).content),
    ).toBe(false);
  },
);

test.each([
  ['an unknown key', '{call: issueGetLabels, expct: {status: 200}}'],
  ['two kinds in one step', '{call: issueGetLabels, request: {method: GET, path: /}}'],
  ['a status out of range', '{call: issueGetLabels, expect: {status: 99}}'],
  ['an empty expectation', '{call: issueGetLabels, expect: {}}'],
  ['a selector that is neither pointer nor path', '{call: issueGetLabels, expect: {at: {name: 1}}}'],
  ['a duration without unit', '{receive: {message: OverlayPing, within: "2"}, expect: {answer: silence}}'],
  ['a step that does nothing', '{as: alice}'],
])('%s is not valid', (_what, step) => {
  expect(isValid(readData({text: suite(step), file: 'a.yaml'}).content)).toBe(false);
});
