import {expect, test} from 'vitest';
import {shardOf} from './shard.ts';

const ids = Array.from({length: 1_000}, (_, n) => `hosting/suite-${n % 17}/case-${n}[row]`);

test.each([1, 2, 4, 7])('every case is in exactly one of %i shards, and none is empty', count => {
  const shards = ids.map(id => shardOf(id, count));
  expect(new Set(shards)).toEqual(new Set(Array.from({length: count}, (_, n) => n + 1)));
  for (let shard = 1; shard <= count; shard += 1)
    expect(shards.filter(one => one === shard).length).toBeLessThan((1_000 / count) * 1.4);
});

// A different hash would move cases between the machines of a running matrix.
test.each([
  ['hosting/labels/replace', 4, 2],
  ['overlay/ping/field-order', 4, 1],
  ['properties/labels/one-per-scope', 4, 1],
])('%s is always in the same of %i shards', (id, count, shard) => {
  expect(shardOf(id, count)).toBe(shard);
});
