import {expect, test} from 'vitest';
import {jsonObject} from '../../../model/json.ts';
import type {Expectation} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {judgeInSlices} from './judge-in-slices.ts';

const stated: Expectation = {
  pointer: '/expect',
  status: '2xx',
  at: jsonObject([
    ['/0/id', 1],
    ['$[*].id', 2],
  ]),
};
const usual: Expectation = {pointer: '/usual', status: 200};

async function judged(status: number, bytes: number): Promise<{readonly parts: number; readonly pauses: number}> {
  let parts = 0;
  let pauses = 0;
  const judge = ({expect: first, usual: second}: {expect: readonly Expectation[]; usual: readonly Expectation[]}) => {
    parts += 1;
    return [...first, ...second].flatMap(one => Object.keys(one)) as unknown as readonly Finding[];
  };
  const pause = (): Promise<void> => {
    pauses += 1;
    return Promise.resolve();
  };
  const reply = {status, body: new Uint8Array(bytes)};
  const found = await judgeInSlices({expect: [stated], usual: [usual]}, reply, {judge, pause});
  // Nothing is left out: every key is judged once, and each selector.
  expect(new Set(found)).toEqual(new Set(['pointer', 'status', 'at']));
  return {parts, pauses};
}

test('a large reply is judged selector by selector, and others go on before each', async () => {
  expect(await judged(200, 1024 * 1024)).toEqual({parts: 4, pauses: 4});
});

test('a small reply, and one with a 5xx, is judged at once', async () => {
  expect(await judged(200, 1_000)).toEqual({parts: 1, pauses: 0});
  expect(await judged(500, 1024 * 1024)).toEqual({parts: 1, pauses: 0});
});
