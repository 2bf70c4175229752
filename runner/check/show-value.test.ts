// Values in messages: short, without secrets, and no dearer for being large.
import {expect, test} from 'vitest';
import {makeRedactor} from '../../reports/redaction/redaction.ts';
import type {Json} from '../../model/json.ts';
import type {Redaction} from '../../model/redacted.ts';
import {showValue} from './show-value.ts';

/** A redaction that counts the texts it looks through. */
function counting(): Redaction & {readonly seen: () => number} {
  const redactor = makeRedactor();
  let seen = 0;
  const count = (value: Json): void => {
    seen += 1;
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(item => count(item));
  };
  const json = (value: Json): Json => {
    count(value);
    return redactor.json(value);
  };
  return {...redactor, json, seen: () => seen};
}

test.each<[string, Json, string]>([
  ['a number', 7, '7'],
  ['a list', [1, 'a', null], '[1, "a", null]'],
  ['an object', {b: true, a: {c: []}}, '{"b": true, "a": {"c": []}}'],
])('%s is shown whole', (_what, value, shown) => {
  expect(showValue(value, counting())).toBe(shown);
});

test('of a long list little is looked through, and what is left out is marked', () => {
  const redaction = counting();
  const list = Array.from({length: 100_000}, (_, index) => ({id: index, name: `item ${String(index)}`}));
  const shown = showValue(list, redaction);
  expect(shown).toMatch(/^\[\{"id": 0, "name": "item 0"\}, .{80,200}…/);
  expect(shown.length).toBeLessThan(260);
  expect(redaction.seen()).toBeLessThan(500);
});

test('what secrets leave room for is not shown as the end of the list', () => {
  const secret = 'pa55word-'.repeat(20);
  const redactor = makeRedactor();
  redactor.register(secret, 'P');
  expect(
    showValue(
      Array.from({length: 50}, () => secret),
      redactor,
      400,
    ),
  ).toMatch(/^\["\[redacted:P\]", .*…/);
});

test('a text is looked through as a whole, also where only its beginning is shown', () => {
  const redactor = makeRedactor();
  redactor.register('s3cret-value', 'S');
  expect(showValue(`${'x'.repeat(150)}s3cret-value`, redactor)).not.toContain('s3c');
});

test('a name beside it that tells of a secret is known, however far behind', () => {
  const value: Json = {
    ...Object.fromEntries(Array.from({length: 3_000}, (_, index) => [`k${String(index)}`, 1])),
    token: 'abcdefgh12345678',
  };
  expect(showValue({token: 'abcdefgh12345678', ...value}, makeRedactor())).not.toContain('abcdefgh');
});
