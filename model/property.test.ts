import {expect, it} from 'vitest';
import {isReference, reference} from './property.ts';

it('a body with a name and a value is no reference, and what was found is one', () => {
  expect(isReference({name: 'FIRST', value: 'one'})).toBe(false);
  expect(isReference(reference('one', 'a value'))).toBe(true);
  expect(Object.keys(reference('one', 'a value'))).toEqual(['value', 'name']);
});
