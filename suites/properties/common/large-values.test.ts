// A drawn value that no question can carry would be called a fault of the decoder.
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import {jsonText} from '../../../model/json.ts';
import {atLength} from '../../../test/support/length.ts';
import {largeValue} from './large-values.ts';

test('every drawn value fits into one frame as text, and many have two large fields', () => {
  const drawn = fc.sample(largeValue, {numRuns: atLength({short: 600, long: 1_500}), seed: 1});
  const sizes = drawn.map(({value}) => jsonText(value).length);
  expect(Math.max(...sizes)).toBeLessThan(defaultBounds.frameBytesMax);
  expect(Math.max(...sizes)).toBeGreaterThan(2 ** 21);
  const twice = drawn.filter(({value}) => isLong(value['Hmac']) && isLong(asRecord(value['Details'])['Cert']));
  expect(twice.length).toBeGreaterThan(50);
});

function isLong(held: unknown): boolean {
  return typeof held === 'string' && held.length > 2 ** 14;
}

function asRecord(held: unknown): Readonly<Record<string, unknown>> {
  return typeof held === 'object' && held !== null ? {...held} : {};
}
