// Pins when spare ones are started, and that none is left behind.
import {expect, test} from 'vitest';
import {Spares} from './warm-processes.ts';

/** Ones that are ready when the test says so. */
function made(max: number): {readonly spares: Spares<number>; readonly finish: (() => void)[]} {
  const finish: (() => void)[] = [];
  const start = (): Promise<number> =>
    new Promise(resolve => {
      const number = finish.length;
      finish.push(() => resolve(number));
    });
  return {spares: new Spares(start, max), finish};
}

test('none is started before one was needed', () => {
  const {spares, finish} = made(4);
  spares.refill();
  expect(finish).toHaveLength(0);
});

test('one is enough where it is ready in time', async () => {
  const {spares, finish} = made(4);
  expect(spares.take()).toBeUndefined();
  for (let turn = 0; turn < 3; turn += 1) {
    spares.refill();
    expect(finish).toHaveLength(turn + 1);
    finish[turn]?.();
    await settled();
    expect(await spares.take()).toBe(turn);
  }
});

test('more are started where the next one was not ready, up to the bound', () => {
  const {spares, finish} = made(2);
  for (let turn = 0; turn < 5; turn += 1) {
    void spares.take();
    spares.refill();
  }
  expect(finish).toHaveLength(6);
});

test('a bound of 0 starts none', () => {
  const {spares, finish} = made(0);
  void spares.take();
  spares.refill();
  expect(finish).toHaveLength(0);
});

test('those that nobody took are given back at the end, and no more are started', async () => {
  const {spares, finish} = made(1);
  void spares.take();
  spares.refill();
  finish[0]?.();
  expect(await spares.close()).toEqual([0]);
  void spares.take();
  spares.refill();
  expect(finish).toHaveLength(1);
});

function settled(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve);
  });
}
