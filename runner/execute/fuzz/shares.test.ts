// Pins the counts of who differs: each pair over the inputs that both answered.
import {expect, test} from 'vitest';
import {fuzzShares} from './shares.ts';

test('a decoder that gave no answer differs from nobody', () => {
  const shares = fuzzShares(['a', 'b', 'c']);
  shares.compare(['x', 'x', 'y']);
  shares.compare(['x', undefined, 'x']);
  shares.wrong(2, 'protocol');
  shares.wrong(1, 'defacto');
  const {decoders, pairs} = shares.all();
  expect(decoders.map(({answered, wrong, unusual}) => [answered, wrong, unusual])).toEqual([
    [2, 0, 0],
    [1, 0, 1],
    [2, 1, 0],
  ]);
  expect(pairs.map(({between, answered, differ}) => [...between, answered, differ])).toEqual([
    [0, 1, 1, 0],
    [0, 2, 2, 1],
    [1, 2, 1, 1],
  ]);
});
