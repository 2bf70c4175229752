import {Ajv2020} from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JournalLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aFooterLine,
  aHeaderLine,
  anExchangeLine,
  anHttpRecord,
  aProbeLine,
} from '../../test/support/journal-lines.ts';
import {journalSchema, journalShape} from './line-shape.ts';

const valid: readonly JournalLine[] = [
  aHeaderLine({
    dialect: 'reference',
    target: {peer: {address: 'exec:./d', name: 'd', version: '1', encodes: true}, livePeer: {address: 'udp://h:1'}},
  }),
  aCaseLine({property: {seed: 1, asked: 2, done: 2, skipped: 0, floor: 1, commands: {add: 3}, story: ['alice adds']}}),
  aFailedCase(),
  aFailedCase({
    id: 'hosting/labels/replace@owner=organization',
    context: {owner: 'organization'},
    narrowed: {
      left: {owner: 'organization'},
      tried: [{context: {}, verdict: 'pass'}],
      cut: 'the run was short of time',
    },
    changedBeside: [
      {operation: 'issueEditLabel', what: 'the label', path: '/name', before: 'a', after: 'b'},
      {operation: 'issueEditLabel', step: 1, what: 'the label', path: '/color', before: null},
    ],
    findings: [aFinding({statement: 'LABEL-SCOPE'})],
  }),
  anExchangeLine(),
  anExchangeLine({
    exchange: {
      kind: 'testee',
      question: 'decode',
      message: 'OverlayPing',
      form: 'binary',
      given: '08',
      answer: {kind: 'reject'},
    },
  }),
  anExchangeLine({exchange: {kind: 'live', sent: '08'}}),
  anExchangeLine({exchange: {kind: 'delivery', inbox: 'inbox', arrival: 'nothing for 10 ms'}}),
  anExchangeLine({
    exchange: {
      kind: 'delivery',
      inbox: 'inbox',
      arrival: 'a delivery after 10 ms',
      request: {method: 'POST', path: '/a', headers: [['a', 'b']], body: {kind: 'none'}},
    },
  }),
  anExchangeLine({exchange: anHttpRecord({noReply: {cause: 'reset', detail: 'reset'}})}),
  aProbeLine(),
  aFooterLine([], {
    filtered: 3,
    contractNotes: [{operation: 'o', status: 200, pointer: '/a', message: 'm', count: 1, firstCase: 'c'}],
  }),
];
const validate = new Ajv2020({strict: true, strictTuples: false, allowUnionTypes: true}).compile(journalSchema());
const shapeAccepts = (line: unknown) => journalShape.check(line as Json, '') === undefined;

test('a count that no number holds is refused: nothing could be added to it', () => {
  expect(shapeAccepts({...aCaseLine(), attempts: 9_007_199_254_740_993n})).toBe(false);
});

test('reports/journal/journal.schema.json is the schema of the shape; scripts/make-journal-schema.ts makes it again', () => {
  const file = readFileSync(new URL('journal.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual(JSON.parse(jsonText(journalSchema())));
});

test.each(valid.map(line => [line.type, line] as const))('a %s line is valid', (_type, line) => {
  expect(validate(line)).toBe(true);
  expect(shapeAccepts(line)).toBe(true);
});

test.each<[string, unknown]>([
  ['no type', {}],
  ['a list', []],
  ['an unknown type', {...aCaseLine(), type: 'kase'}],
  ['an unknown member', {...aCaseLine(), extra: 1}],
  ['an unknown cause', {...aCaseLine(), cause: 'bad-mood'}],
  ['a text for a number', {...aCaseLine(), durationMs: '12'}],
  ['a negative count', {...aCaseLine(), attempts: -1}],
  ['an unknown basis', {...aFailedCase(), findings: [{basis: 'rumour', path: '/', message: ''}]}],
  ['a context that is no text', {...aCaseLine(), context: {owner: 1}}],
  ['a narrowing that does not say what is left', {...aFailedCase(), narrowed: {tried: []}}],
  [
    'a header of three',
    anExchangeLine({
      exchange: anHttpRecord({
        reply: {status: 200, headers: [['a', 'b', 'c'] as never], body: {kind: 'none'}, notes: []},
      }),
    }),
  ],
  [
    'a body without hash',
    anExchangeLine({
      exchange: anHttpRecord({reply: {status: 200, headers: [], body: {kind: 'stored'} as never, notes: []}}),
    }),
  ],
])('%s is not valid', (_name, line) => {
  expect(validate(line)).toBe(false);
  expect(shapeAccepts(line)).toBe(false);
});

test('for any line with any one member replaced or removed, check and schema agree', () => {
  const change = fc.record({
    line: fc.constantFrom(...valid),
    at: fc.nat(),
    value: fc.oneof(fc.constant(undefined), fc.jsonValue({maxDepth: 1})),
  });
  fc.assert(
    fc.property(change, ({line, at, value}) => {
      const changed = JSON.parse(JSON.stringify(line)) as Record<string, unknown>;
      const places = placesOf(changed);
      const place = places[at % places.length];
      if (place === undefined) return;
      if (value === undefined && !Array.isArray(place.parent)) delete place.parent[place.key];
      else place.parent[place.key] = value ?? null;
      expect(shapeAccepts(changed)).toBe(validate(changed));
    }),
    {numRuns: 1_000, seed: 1},
  );
});

function placesOf(value: unknown): {parent: Record<string, unknown>; key: string}[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap(key => [{parent, key}, ...placesOf(parent[key])]);
}
