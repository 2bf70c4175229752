// Judging whole replies: every finding of one reply, word for word.
import {ownWords, type Redaction} from '../../model/redacted.ts';
import {beforeAll, describe, expect, test} from 'vitest';
import type {HttpReply} from '../../model/http.ts';
import type {Expectation} from '../../model/suite.ts';
import {checkReply} from './check-reply.ts';
import {prepareCheckers, type Checkers} from './checkers.ts';
import {readJson} from './read-json.ts';

let checkers: Checkers;

beforeAll(async () => {
  checkers = {...(await prepareCheckers(['jsonPath'])), redaction: ownWords};
});

function aReply({
  status = 200,
  headers = [],
  body = '',
}: {
  status?: number;
  headers?: readonly (readonly [string, string])[];
  body?: string | Uint8Array;
}): HttpReply {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    kind: 'reply',
    status,
    headers,
    body: bytes,
    wireBytes: bytes.length,
    isCloseDelimited: false,
    elapsedMs: 1,
    notes: [],
  };
}

function judged(expectation: Omit<Expectation, 'pointer'>, reply: HttpReply, using = checkers) {
  const check = {
    expectation: {pointer: '/cases/0/steps/0/expect', ...expectation},
    basis: 'stated' as const,
    file: 'a.yaml',
    step: 0,
  };
  return checkReply({...check, reply, readBody: () => readJson(reply.body, {depthMax: 200}), checkers: using});
}

const labels = '[{"id":1,"name":"a/x"},{"id":2,"name":"a/y"}]';

test.each<[string, Omit<Expectation, 'pointer'>, Parameters<typeof aReply>[0], readonly string[]]>([
  ['status holds', {status: 201}, {status: 201}, []],
  ['status', {status: 201}, {status: 200}, ['expectation status: expected 201, got 200']],
  ['class', {status: '2xx'}, {status: 404}, ['expectation status: expected 2xx, got 404']],
  ['class holds', {status: '4xx'}, {status: 422}, []],
  ['matcher', {status: {$in: [200, 204]}}, {status: 201}, ['expectation status: expected one of 200, 204, got 201']],
  [
    '5xx',
    {status: '4xx', body: {a: 1}},
    {status: 500, body: '{}'},
    ['server-error status: expected 4xx, got 500', 'server-error /a: expected 1, but nothing is there'],
  ],
  [
    '5xx without status',
    {body: {a: 1}},
    {status: 502, body: '<html>'},
    ['server-error body: expected JSON, got "<html>": expected a value, but found "<" at byte 0'],
  ],
  [
    '5xx wanted',
    {status: 500, body: {a: 1}},
    {status: 500, body: '{}'},
    ['expectation /a: expected 1, but nothing is there'],
  ],
  ['header holds', {headers: {Location: {$endsWith: '/1'}}}, {headers: [['location', '/x/1']]}, []],
  [
    'header absent',
    {headers: {link: {$absent: true}}},
    {headers: [['Link', '<x>']]},
    ['expectation headers/link: expected nothing here, got "<x>"'],
  ],
  ['header missing', {headers: {'X-A': 'b'}}, {}, ['expectation headers/x-a: expected "b", but nothing is there']],
  [
    'header joined',
    {headers: {a: '1, 2'}},
    {
      headers: [
        ['a', '1'],
        ['A', '2'],
      ],
    },
    [],
  ],
  [
    'header any',
    {headers: {a: '2'}},
    {
      headers: [
        ['a', '1'],
        ['A', '2'],
      ],
    },
    [],
  ],
  [
    'header not',
    {headers: {a: {$not: {$contains: 'bad'}}}},
    {
      headers: [
        ['a', 'ok'],
        ['a', 'bad'],
      ],
    },
    ['expectation headers/a: expected a value that does not match {"$contains": "bad"}, got "ok, bad"'],
  ],
  ['empty body', {body: {}}, {}, ['invalid-json body: expected JSON, got an empty body']],
  ['empty body at absent', {at: {'/a': {$absent: true}}}, {}, ['invalid-json body: expected JSON, got an empty body']],
  [
    'HT-36 html',
    {body: {}},
    {body: '<!DOCTYPE html>\n<p>'},
    ['invalid-json body: expected JSON, got "<!DOCTYPE html>\\n<p>": expected a value, but found "<" at byte 0'],
  ],
  [
    'bad utf-8',
    {body: 'x'},
    {body: Buffer.from('22ff22', 'hex')},
    ['invalid-json body: expected JSON, got hex 22ff22: invalid utf-8 at byte 1'],
  ],
  [
    'double key',
    {body: {a: 2}},
    {body: '{"a":1,"a":2}'},
    ['invalid-json /a: the key "a" is there more than once; the last one counts'],
  ],
  [
    'too deep',
    {body: []},
    {body: '['.repeat(300)},
    ['invalid-json body: the body nests deeper than 200 levels (jsonDepthMax), so it was not read'],
  ],
  ['pointer', {at: {'/0/name': 'a/y'}}, {body: labels}, ['expectation /0/name: expected "a/y", got "a/x"']],
  [
    'pointer nothing',
    {at: {'/9/name': {$type: 'string'}}},
    {body: labels},
    ['expectation /9/name: expected a value of type string, but nothing is there'],
  ],
  ['path holds', {at: {'$[*].name': {$unordered: ['a/y', 'a/x']}}}, {body: labels}, []],
  [
    'path',
    {at: {'$[*].name': {$each: {$startsWith: 'b/'}}}},
    {body: labels},
    [
      'expectation $[0][\'name\']: expected a text that begins with "b/", got "a/x"',
      'expectation $[1][\'name\']: expected a text that begins with "b/", got "a/y"',
    ],
  ],
  [
    'path deeper',
    {at: {'$[?@.id > 1]': {$each: {name: 'z'}}}},
    {body: labels},
    ['expectation $[1][\'name\']: expected "z", got "a/y"'],
  ],
  [
    'path nothing',
    {at: {'$[*].nome': {$unordered: []}}},
    {body: labels},
    ['expectation $[*].nome: expected at least one value, got an empty list'],
  ],
  [
    'path in any order',
    {at: {'$[*].nome': {$unordered: ['kind/bug']}}},
    {body: labels},
    ['expectation $[*].nome: expected ["kind/bug"] in any order, got an empty list'],
  ],
  [
    'path a list',
    {at: {'$[*].nome': ['kind/bug']}},
    {body: labels},
    ['expectation $[*].nome: expected ["kind/bug"], got an empty list'],
  ],
  ['path count 0', {at: {'$[*].nome': {$count: 0}}}, {body: labels}, []],
  [
    'path count <= 3 over nothing',
    {at: {'$[*].nome': {$count: {$lte: 3}}}},
    {body: labels},
    ['expectation $[*].nome: expected at least one value, got an empty list'],
  ],
  ['path absent', {at: {'$[*].nome': {$absent: true}}}, {body: labels}, []],
  [
    'path absent but there',
    {at: {'$[*].id': {$absent: true}}},
    {body: labels},
    ['expectation $[*].id: expected nothing here, got [1, 2]'],
  ],
  ['path count', {at: {'$[*].id': {$count: 0}}}, {body: labels}, ['expectation $[*].id: expected a count of 0, got 2']],
  [
    'text',
    {text: {$contains: 'hello'}},
    {body: 'bye'},
    ['expectation text: expected a text that contains "hello", got "bye"'],
  ],
  [
    'text of bytes',
    {text: 'x'},
    {body: Buffer.from('ff', 'hex')},
    ['expectation text: expected UTF-8 text, got hex ff'],
  ],
  ['bytes', {bytes: '00ff'}, {body: Buffer.from('00fe', 'hex')}, ['expectation bytes: expected "00ff", got "00fe"']],
  [
    'everything at once',
    {status: 201, headers: {a: 'b'}, body: {x: 1}, text: 't'},
    {body: '{}'},
    [
      'expectation status: expected 201, got 200',
      'expectation headers/a: expected "b", but nothing is there',
      'expectation /x: expected 1, but nothing is there',
      'expectation text: expected "t", got "{}"',
    ],
  ],
])('%s', (_name, expectation, reply, findings) => {
  expect(judged(expectation, aReply(reply)).map(({cause, path, message}) => `${cause} ${path}: ${message}`)).toEqual(
    findings,
  );
});

describe('a finding', () => {
  test('knows basis, step and its place in the suite', () => {
    expect(judged({at: {'/0/name': 'z'}}, aReply({body: labels}))).toEqual([
      {
        basis: 'stated',
        path: '/0/name',
        message: 'expected "z", got "a/x"',
        expected: 'z',
        actual: 'a/x',
        at: {file: 'a.yaml', pointer: '/cases/0/steps/0/expect/at/~10~1name'},
        cause: 'expectation',
        step: 0,
      },
    ]);
  });
});

describe('an expectation that is none', () => {
  test.each<[Omit<Expectation, 'pointer'>, string]>([
    [
      {status: '201'},
      '/cases/0/steps/0/expect/status: a status is a number from 100 to 599, a class, or a matcher; write 201, 2xx or {$in: [200, 204]}',
    ],
    [
      {at: {name: 1}},
      '/cases/0/steps/0/expect/at/name: "name" is not a selector: a JSON Pointer begins with "/"; write a JSON Pointer such as "/0/name" or a JSONPath such as "$[*].name"',
    ],
    [
      {at: {'$[?match(@.a, "x")]': {$count: 1}}},
      'match() is refused because its regular expression may take exponential time; select the nodes and use $regex',
    ],
    [{at: {'$[': {$count: 1}}}, 'does not compile'],
  ])('%j', (expectation, message) => {
    expect(() => judged(expectation, aReply({body: '{}'}))).toThrow(message);
  });
});

test('big integers are selected exactly', () => {
  const found = judged(
    {at: {'$[?@.id > 5].id': {$eq: [9007199254740993n]}}},
    aReply({body: '[{"id":9007199254740993},{"id":1}]'}),
  );
  expect(found).toEqual([]);
});

test('a reply that holds is looked through for no secret, and one that does not is', () => {
  let looks = 0;
  const counted = <Value>(value: Value): Value => {
    looks += 1;
    return value;
  };
  const redaction: Redaction = {
    text: text => ownWords.text(counted(text)),
    json: counted,
    bytes: counted,
    notice: () => undefined,
  };
  const expectation = {status: 200, body: [{id: 1}, {id: 2}], at: {'/0/name': 'a/x'}};
  const looksFor = (body: string): number => {
    looks = 0;
    judged(expectation, aReply({body}), {...checkers, redaction});
    return looks;
  };
  expect(looksFor(labels)).toBe(0);
  expect(looksFor(labels.replace('a/x', 'a/z'))).toBeGreaterThan(0);
});
