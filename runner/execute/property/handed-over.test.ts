import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {drawnInputs, handedOver, type InputSource} from './inputs.ts';

class Step implements fc.AsyncCommand<object, object> {
  check(): boolean {
    return true;
  }

  async run(): Promise<void> {}
}

test('an input that ran is handed over whole once more, what stands behind its commands included', () => {
  const source: InputSource = {
    arbitrary: fc.tuple(
      fc.integer(),
      fc.commands([fc.constant(new Step())]),
      fc.record({approvals: fc.nat()}),
    ) as unknown as InputSource['arbitrary'],
    seed: 5,
    Random: fc.Random,
    cloneIfNeeded: fc.cloneIfNeeded,
    contextAt: () => ({}),
  };
  const [drawn] = drawnInputs(source);
  if (drawn === undefined) throw new Error('nothing was drawn');
  const first: readonly unknown[] = handedOver(source, drawn, {hasRun: false});
  const second: readonly unknown[] = handedOver(source, drawn, {hasRun: true});
  expect(second).toHaveLength(3);
  expect([second[0], second[2]]).toEqual([first[0], first[2]]);
  expect(second[1]).not.toBe(first[1]);
});
