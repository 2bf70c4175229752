import {expect, test} from 'vitest';
import {substitute} from './template.ts';

test('a whole number past 2^53 inside a value is written into a text with all of its digits', () => {
  expect(substitute('x ${a}', () => ({id: 12_345_678_901_234_567_890n}))).toBe('x {"id":12345678901234567890}');
});
