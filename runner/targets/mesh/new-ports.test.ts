import {expect, test} from 'vitest';
import type {LiveConversation} from '../../../model/peer.ts';
import {atNewPorts} from './new-ports.ts';

/** Opens conversations at these ports one after the other, the last one for ever, and notes which were closed. */
function opening(...ports: readonly number[]) {
  const closed: number[] = [];
  let opened = 0;
  const open = (): Promise<LiveConversation> => {
    const port = ports[Math.min(opened, ports.length - 1)] ?? 0;
    opened += 1;
    return Promise.resolve({
      local: {address: '127.0.0.1', port},
      send: () => Promise.resolve({kind: 'sent'}),
      receive: () => Promise.resolve({kind: 'silence', waitedMs: 0}),
      dropped: () => 0,
      forget: () => undefined,
      close: () => {
        closed.push(port);
        return Promise.resolve();
      },
    });
  };
  return {open, closed, opened: () => opened};
}

test('a port that was had is not taken again, and what stood there is closed', async () => {
  const {open, closed} = opening(1, 2, 1, 2, 3);
  const next = atNewPorts(open);
  expect([(await next()).local?.port, (await next()).local?.port, (await next()).local?.port]).toEqual([1, 2, 3]);
  expect(closed).toEqual([1, 2]);
});

test('where every port was had, one is taken again after some tries', async () => {
  const {open, closed, opened} = opening(1);
  const next = atNewPorts(open);
  await next();
  expect((await next()).local?.port).toBe(1);
  expect(opened()).toBe(18);
  expect(closed).toHaveLength(16);
});
