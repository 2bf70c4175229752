// Pins that a law about the order of questions ends when its time is over, also between two processes of the decoder.
import {expect, test} from 'vitest';
import type {TesteePort} from '../../../model/peer.ts';
import type {Story} from '../attempt/story.ts';
import {askInOrder} from './ask-in-order.ts';

test.each(['interrupted', 'case-timeout'])('nothing is asked once the case was ended (%s)', async reason => {
  let asked = 0;
  let closed = 0;
  const port = {
    ask: async () => ({kind: 'broken', cause: `hang ${String((asked += 1))}`}),
    close: async () => void (closed += 1),
  } as unknown as TesteePort;
  const story = {
    signal: AbortSignal.abort(reason),
    run: {ports: {testee: {fresh: () => port}}},
  } as unknown as Story;
  const question = {kind: 'decode', message: 'OverlayPing', form: 'binary', bytes: new Uint8Array()} as const;
  await expect(askInOrder(story, [question])).rejects.toMatchObject({reason});
  expect([asked, closed]).toEqual([0, 1]);
});
