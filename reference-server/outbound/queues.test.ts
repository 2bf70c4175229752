import {expect, test} from 'vitest';
import {makeQueues} from './queues.ts';

test('work of one line runs in order, one after the other; lines do not wait for each other', async () => {
  const story: string[] = [];
  const queues = makeQueues(() => undefined);
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  queues.add('a', async () => held.then(() => void story.push('a1')));
  queues.add('a', async () => void story.push('a2'));
  queues.add('b', async () => {
    story.push('b1');
    release();
  });
  await queues.idle();
  expect(story).toEqual(['b1', 'a1', 'a2']);
});

test('work that fails is told and does not stop its line', async () => {
  const story: string[] = [];
  const queues = makeQueues(text => story.push(text));
  queues.add('hook 1', async () => Promise.reject(new Error('no luck')));
  queues.add('hook 1', async () => void story.push('next'));
  await queues.idle();
  expect(story).toEqual(['hook 1 failed: no luck', 'next']);
});

test('a line takes a thousand and no more, so that a receiver that never answers costs no more than that', () => {
  const queues = makeQueues(() => undefined);
  const taken = Array.from({length: 1005}, () => queues.add('a', async () => new Promise(() => undefined)));
  expect(taken.filter(Boolean).length).toBe(1000);
  expect(queues.add('b', async () => undefined)).toBe(true);
});

test('after the end nothing is taken and nothing begins', async () => {
  const story: string[] = [];
  const queues = makeQueues(() => undefined);
  queues.add('a', async () => void story.push('begun'));
  queues.add('a', async () => void story.push('waiting'));
  queues.close();
  await queues.idle();
  expect(queues.add('a', async () => undefined)).toBe(false);
  expect(story).toEqual(['begun']);
});
