// Draws documents that are almost right: a real one of which a few parts were taken out, moved, renamed, or replaced by something else.
import fc from 'fast-check';
import {isJsonList, isJsonObject, jsonObject, type Json} from '../../model/json.ts';

/** What a careless or hostile hand puts where something else belongs. */
const strange: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.5,
  12_345_678_901_234_567_890n,
  '',
  ' ',
  'a',
  '*',
  '/',
  '..',
  '../../etc/passwd',
  '${',
  '${}',
  '${x}',
  '${vars.x}',
  '${row.a}',
  '$.a[?@.b == 1]',
  '$[',
  '(',
  '[a-',
  '\u0000',
  '\u202e',
  '\ud800',
  '__proto__',
  '2026-02-30',
  '99999999999999s',
  'http://[',
  'GET',
  'GET /a b',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  [null],
  {'': null},
  {$regex: '('},
  {$unknown: 1},
  {$eq: {$eq: {$eq: 1}}},
  {$in: {}},
  {$schema: {$ref: '#'}},
  {$literal: {$eq: 1}},
  {$each: {$each: 1}},
  {env: 'PATH'},
  {file: '/etc/passwd'},
  jsonObject([['__proto__', 1]]),
  jsonObject([['constructor', {prototype: 1}]]),
];

type Change = (document: Json) => Json;

/** Draws a document made of one of these, with one to four changes. */
export function spoiledDocuments(seeds: readonly Json[]): fc.Arbitrary<Json> {
  const changes = fc.array(change(seeds), {minLength: 1, maxLength: 4});
  return fc
    .tuple(fc.constantFrom(...seeds), changes)
    .map(([seed, all]) => all.reduce((document, one) => one(document), seed));
}

function change(seeds: readonly Json[]): fc.Arbitrary<Change> {
  const value = fc.oneof(
    {weight: 4, arbitrary: fc.constantFrom(...strange)},
    {weight: 1, arbitrary: fc.jsonValue({maxDepth: 2}).map(any => any as Json)},
    // A part of any of them, in a place where it does not belong.
    {weight: 2, arbitrary: fc.tuple(fc.constantFrom(...seeds), fc.nat()).map(([seed, n]) => partOf(seed, n))},
  );
  const key = fc.oneof(fc.constantFrom('', '$eq', '__proto__', 'id', 'as', 'steps', 'expect', 'x'), fc.string());
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(), value).map(
        ([n, put]): Change =>
          document =>
            changedAt(document, n, () => put),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.nat().map(
        (n): Change =>
          document =>
            changedAt(document, n, () => undefined),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(), key, value).map(
        ([n, name, put]): Change =>
          document =>
            changedAt(document, n, old => withEntry(old, name, put)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.nat().map(
        (n): Change =>
          document =>
            changedAt(document, n, old => [old, old]),
      ),
    },
  );
}

function withEntry(value: Json, name: string, put: Json): Json {
  if (isJsonList(value)) return [...value, put];
  return isJsonObject(value) ? jsonObject([...Object.entries(value), [name, put]]) : {[name]: value};
}

/** Counts the values of a document, itself among them. */
function sizeOf(value: Json): number {
  return childrenOf(value).reduce((sum, [, child]) => sum + sizeOf(child), 1);
}

function childrenOf(value: Json): readonly (readonly [key: string | number, child: Json])[] {
  if (isJsonList(value)) return value.map((item, index) => [index, item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Gives the n-th value of a document. */
function partOf(document: Json, n: number): Json {
  let found = document;
  changedAt(document, n, value => {
    found = value;
    return value;
  });
  return found;
}

/** Gives the document with its n-th value changed; `undefined` takes it away. */
function changedAt(document: Json, n: number, make: (value: Json) => Json | undefined): Json {
  let left = n % sizeOf(document);
  const visit = (value: Json): Json | undefined => {
    left -= 1;
    if (left < 0) {
      left = Infinity;
      return make(value);
    }
    if (isJsonList(value)) return value.map(visit).filter(item => item !== undefined);
    if (!isJsonObject(value)) return value;
    return jsonObject(
      Object.entries(value).flatMap(([key, child]) => {
        const kept = visit(child);
        return kept === undefined ? [] : [[key, kept] as const];
      }),
    );
  };
  return visit(document) ?? null;
}
