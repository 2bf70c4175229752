import {describe, expect, test} from 'vitest';
import type {Known} from '../validate/known.ts';
import {definitionDigest} from './definition-digest.ts';
import {deserializeSuite} from './deserialize-suite.ts';
import {readTestSuite, digestOf} from '../../../test/support/read-our-suites.ts';
import {serializeSuite} from './serialize-suite.ts';
import {suiteCacheKey} from './suite-cache-key.ts';

const good = `suite: labels
title: Labels
cases:
  - id: both
    title: adding \${row.add} leaves \${row.left}
    proves: [LABEL-SCOPE]
    table:
      - {id: same, add: a/x, left: [a/x], __proto__: 9007199254740993}
      - {id: other, add: b/x, left: [b/x]}
    given:
      issue: {arrange: issue, repo: "\${repo}"}
      repo: {arrange: repository}
    steps:
      - call: issueAddLabel
        params: {owner: "\${repo.owner}", repo: "\${repo.name}", index: "\${issue.number}"}
        body: {labels: ["\${row.add}"], id: 9007199254740993}
        capture: {first: /0/id}
      - as: bob
        call: issueGetLabels
        params: {owner: "\${repo.owner}", repo: "\${repo.name}", index: "\${issue.number}"}
        expect: {status: 2xx, at: {"$[*].name": {$unordered: "\${row.left}"}, /0/id: "\${first}"}}
        eventually: {within: 2s}
  - id: pings
    title: a ping is read
    proves: [OV-PING]
    table: {from: pings.yaml, where: {kind: [short, long]}}
    steps:
      - decode: {message: OverlayPing, hex: "\${row.hex}"}
        expect: {answer: "\${row.answer}"}
`;

const tables = {
  'pings.yaml':
    'rows:\n  - {id: a, kind: short, hex: "0801", answer: value}\n  - {id: b, kind: none, hex: "08", answer: reject}\n',
};

describe('a good suite', () => {
  const {suite, problems} = readTestSuite(good, tables);

  test('has no problems', () => {
    expect(problems).toEqual([]);
  });

  test('gives one case per kept row', () => {
    expect(suite?.cases.map(({id}) => id)).toEqual(['labels/both[same]', 'labels/both[other]', 'labels/pings[a]']);
  });

  test('fills row values into titles', () => {
    expect(suite?.cases[0]?.title).toBe('adding a/x leaves ["a/x"]');
  });

  test('puts what is given into reference order', () => {
    expect(suite?.cases[0]?.given.map(({name}) => name)).toEqual(['repo', 'issue']);
  });

  test('keeps integers past 2^53', () => {
    expect(suite?.cases[0]?.steps[0]).toMatchObject({body: {value: {id: 9007199254740993n}}});
  });

  test('YA-08 keeps __proto__ as an ordinary key', () => {
    expect(Object.entries(suite?.cases[0]?.row?.values ?? {}).at(-1)).toEqual(['__proto__', 9007199254740993n]);
  });

  test('knows the lines of cases and of rows', () => {
    expect(suite?.cases.map(({lines, row}) => [lines, row?.lines])).toEqual([
      [
        {first: 4, last: 22},
        {first: 8, last: 8},
      ],
      [
        {first: 4, last: 22},
        {first: 9, last: 9},
      ],
      [{first: 23, last: 29}, undefined],
    ]);
  });

  test('finds the area from the steps', () => {
    expect(suite?.cases.map(({area}) => area)).toEqual(['hosting', 'hosting', 'overlay-codec']);
  });

  test('survives the cache', () => {
    const result = readTestSuite(good, tables);
    if (result.suite === undefined) throw new Error('the suite was not read');
    const text = serializeSuite({suite: result.suite, tables: result.tables});
    const kept = deserializeSuite(text, () => result.tables[0]?.digest);
    expect(kept).toEqual(result.suite);
    // A copy is digested for itself: what was kept for the definition is what it would be.
    expect(kept?.cases.map(definitionDigest)).toEqual(kept?.cases.map(definition => definitionDigest({...definition})));
    expect(new Set(kept?.cases.map(definitionDigest)).size).toBe(kept?.cases.length);
  });

  test('is refused by the cache when a table changed or the text is damaged', () => {
    const result = readTestSuite(good, tables);
    if (result.suite === undefined) throw new Error('the suite was not read');
    const text = serializeSuite({suite: result.suite, tables: result.tables});
    expect(deserializeSuite(text, () => digestOf('other'))).toBeUndefined();
    expect(deserializeSuite(text.slice(1), () => result.tables[0]?.digest)).toBeUndefined();
  });
});

test('the digest of a suite changes with its tables', () => {
  const changed = {'pings.yaml': tables['pings.yaml'].replace('0801', '0802')};
  expect(readTestSuite(good, changed).suite?.digest).not.toBe(readTestSuite(good, tables).suite?.digest);
});

test.each([
  ['its text', {text: 'b'}],
  ['its file', {file: 'b.yaml'}],
  ['what it refers to', {digests: ['2']}],
])('the cache key of a suite changes with %s', (_what, change) => {
  const input = {text: 'a', file: 'a.yaml', digests: ['1'], digestOf};
  expect(suiteCacheKey({...input, ...change})).not.toBe(suiteCacheKey(input));
});

test('a text that looks like a marked integer survives the cache', () => {
  const {suite} = readTestSuite(good.replace('labels: ["', 'labels: ["\\0n12", "'), tables);
  if (suite === undefined) throw new Error('the suite was not read');
  expect(deserializeSuite(serializeSuite({suite, tables: []}), () => undefined)?.cases[0]?.steps[0]).toMatchObject({
    body: {value: {labels: ['\0n12', '${row.add}']}},
  });
});

test('YA-01 an alias bomb of nine levels is refused within 100 ms', () => {
  const levels = Array.from(
    {length: 9},
    (_, level) =>
      `a${String(level + 1)}: &a${String(level + 1)} [${Array(9)
        .fill(`*a${String(level)}`)
        .join(', ')}]`,
  );
  const bomb = ['suite: &a0 [x, x, x]', ...levels].join('\n');
  const {problems} = readTestSuite(bomb);
  // The best of some runs, because other tests share the machine.
  const elapsedMs = Array.from({length: 5}, () => timeMs(() => readTestSuite(bomb)));
  expect(Math.min(...elapsedMs)).toBeLessThan(100);
  expect(problems.map(({message}) => message)).toEqual(['the aliases of this file stand for more than 10,000 values']);
});

test('every problem of a file comes at once, sorted by position', () => {
  const broken = good
    .replace('title: Labels', 'titel: Labels')
    .replace('2xx', '99')
    .replace('as: bob', 'as: bub')
    .replace('OV-PING', 'OV-PONG');
  const {problems} = readTestSuite(broken, {'pings.yaml': tables['pings.yaml'].replace('"0801"', '"080"')});
  expect(
    problems.map(({file, line, column, message}) => `${file}:${String(line)}:${String(column)} ${message}`),
  ).toEqual([
    'labels.yaml:2:1 unknown key "titel" in a suite',
    'labels.yaml:18:13 unknown actor "bub"',
    'labels.yaml:21:26 the status 99 is out of range',
    'labels.yaml:25:14 unknown requirement "OV-PONG"',
    'pings.yaml:2:31 "hex" has an odd number of hex digits',
  ]);
});

test('the argument of a matcher is judged by whoever knows the matchers, also where a row gives it', () => {
  const matcherProblem: NonNullable<Known['matcherProblem']> = (keyword, argument) =>
    keyword === '$type' && argument !== 'string' ? {message: 'no type', fix: 'write string'} : undefined;
  const text = good.replace('{$unordered: "${row.left}"}', '{$type: "${row.add}"}');
  const {problems} = readTestSuite(text, tables, {matcherProblem});
  expect(problems.map(({line, column, message}) => [line, column, message])).toEqual([[8, 25, 'no type']]);
});

function timeMs(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
