import {expect, test} from 'vitest';
import {randomAt} from '../../../base/random/seeded-numbers.ts';
import {ReachedCode} from './reached-code.ts';

const input = {message: 'OverlayPing', way: 'binary', bytes: Uint8Array.of(8, 1)} as const;

test('what a second process of a decoder reached is not new, what another decoder reached is', () => {
  const reached = new ReachedCode();
  expect([reached.add(0, [8, 9, 16]), reached.add(0, [9]), reached.add(0, [10]), reached.add(1, [9])]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(reached.edges).toBe(3);
});

test('each comparison is tried some times with the input that reached it, the newest first, and then any', () => {
  const random = randomAt(1, 1);
  const reached = new ReachedCode();
  reached.compare(input, [17n, 18n]);
  reached.compare({...input, way: 'json'}, [19n]);
  const tried = Array.from({length: 129}, () => reached.nextComparison(random)?.constant);
  expect(tried).toEqual([
    ...Array.from({length: 64}, () => 18n),
    ...Array.from({length: 64}, () => 17n),
    expect.any(BigInt),
  ]);
  expect(new ReachedCode().nextComparison(random)).toBeUndefined();
});
