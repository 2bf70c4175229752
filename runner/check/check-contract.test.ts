// Checking replies against the contract: what changes a verdict, what is only noted.
import {ownWords} from '../../model/redacted.ts';
import {beforeAll, expect, test} from 'vitest';
import type {Json, JsonObject} from '../../model/json.ts';
import type {Operation} from '../../model/operation.ts';
import {checkContract} from './check-contract.ts';
import {prepareCheckers, type Checkers} from './checkers.ts';
import type {CompiledSchema} from './json-schema.ts';

let checkers: Checkers;

beforeAll(async () => {
  checkers = {...(await prepareCheckers(['schema'])), redaction: ownWords};
});

const label: Json = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: {type: 'integer', format: 'int64'},
    name: {type: 'string', pattern: '^a'},
    color: {type: 'string', pattern: '^[0-9a-f]{6}$'},
  },
};

const operation: Operation = {
  id: 'issueGet',
  method: 'GET',
  path: '/x',
  isPathStated: true,
  parameters: [],
  responses: {
    200: {
      schema: {
        type: 'object',
        properties: {
          labels: {type: 'array', items: {$ref: '#/$defs/Label'}, 'x-stated': ['A']},
          user: {anyOf: [{$ref: '#/$defs/User'}, {type: 'null'}]},
          type: {type: 'string'},
        },
        $defs: {Label: label, User: {type: 'object', properties: {login: {type: 'string'}}}},
      },
      stated: [{pointer: '/labels/*/name', requirements: ['LABEL']}],
    },
    204: {stated: []},
  },
};

function checked(
  value: Json,
  {
    status = 200,
    proves = ['LABEL'],
    using = checkers,
  }: {status?: number; proves?: readonly string[]; using?: Checkers} = {},
) {
  const {findings, notes} = checkContract({
    operation,
    status,
    readBody: () => ({kind: 'json', value, notes: []}),
    proves,
    checkers: using,
  });
  return {findings: findings.map(f => `${f.path}: ${f.message}`), notes: notes.map(n => `${n.pointer}: ${n.message}`)};
}

const fine = {findings: [], notes: []};

test.each<[string, Json, ReturnType<typeof checked>]>([
  ['conforms, extra and big', {labels: [{id: 9007199254740993n, name: 'a', extra: 1}], other: 2}, fine],
  ['lists may be null', {labels: null}, fine],
  ['null branch', {user: null}, fine],
  [
    'a stated property that is wrong',
    {
      labels: [
        {id: 1, name: 'a'},
        {id: 1, name: 5},
      ],
    },
    {findings: ['/labels/1/name: the contract says that it must be string, got 5'], notes: []},
  ],
  [
    'a stated property that is missing',
    {labels: [{id: 1}]},
    {findings: ['/labels/0/name: the contract says that it must be there, but nothing is there'], notes: []},
  ],
  [
    'the pattern of each property is its own',
    {labels: [{id: 1, name: 'b', color: 'zz'}]},
    {
      findings: ['/labels/0/name: the contract says that it must match pattern "^a", got "b"'],
      notes: ['/labels/*/color: the contract says that it must match pattern "^[0-9a-f]{6}$", got "zz"'],
    },
  ],
  [
    'not stated, once per pointer',
    {
      labels: [
        {id: 'x', name: 'a'},
        {id: 'y', name: 'a'},
      ],
    },
    {findings: [], notes: ['/labels/*/id: the contract says that it must be integer, got "x"']},
  ],
  [
    'inside a nullable',
    {user: {login: 5}},
    {findings: [], notes: ['/user/login: the contract says that it must be string, got 5']},
  ],
  ['wrong as a whole', [], {findings: ['body: the contract says that it must be object, got []'], notes: []}],
])('%s', (_name, value, expected) => {
  expect(checked(value)).toEqual(expected);
});

test('a case that proves something else only notes it', () => {
  expect(checked({labels: [{id: 1, name: 5}]}, {proves: ['OTHER']})).toEqual({
    findings: [],
    notes: ['/labels/*/name: the contract says that it must be string, got 5'],
  });
});

test('an unknown status is a note; a redirect and a status without body are nothing', () => {
  expect(checked({}, {status: 418})).toEqual({
    findings: [],
    notes: [': the contract describes no reply with status 418'],
  });
  for (const status of [204, 301, 307]) expect(checked({}, {status})).toEqual(fine);
});

test('a body that is no JSON is a note', () => {
  const readBody = () => ({kind: 'not-json' as const, why: 'expected a value, but found "<" at byte 0', offset: 0});
  const {notes} = checkContract({operation, status: 200, readBody, proves: [], checkers});
  expect(notes[0]?.message).toBe(
    'the contract describes a JSON body, but it is not JSON: expected a value, but found "<" at byte 0',
  );
});

test('a thousand replies against one schema compile it once', () => {
  const engine = checkers.schema;
  if (engine === undefined) throw new Error('no engine of schemas is loaded');
  const compiled = new Set<CompiledSchema>();
  const watched = {
    ...checkers,
    schema: {
      ...engine,
      lenient: (schema: JsonObject) => {
        const one = engine.lenient(schema);
        compiled.add(one);
        return one;
      },
    },
  };
  for (let index = 0; index < 1_000; index += 1) checked({labels: [{id: 1, name: 'a'}]}, {using: watched});
  expect(compiled.size).toBe(1);
});
