// A decoder runs until its input ends, also when it is asked nothing for a while.
import * as fc from 'fast-check';
import {property} from '../../../model/property.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';

/** Who waits so long for a question has waited for all that a server forgets in a while. */
const pauseMs = 3_000;

const question = (bytes: readonly number[]): TesteeQuestion => ({
  kind: 'decode',
  form: 'binary',
  message: 'OverlayPing',
  bytes: Uint8Array.from(bytes),
});

export const answersAfterAPause = property({
  id: 'answers-after-a-pause',
  title: 'a decoder that was asked nothing for three seconds answers the next question',
  proves: ['OV-WIRE'],
  area: 'overlay-codec',
  runs: 1,
  floor: 1,
  input: fc.noShrink(fc.nat(127)),
  check: async (world, time) => {
    const answers = await world.askInOrder([question([0x10, time]), question([0x08, 0x01, 0x10, time])], {pauseMs});
    const [before, after] = answers;
    world.count(before?.answer ?? 'broken');
    const isThere = answers.length === 2 && after?.answer !== 'broken';
    const how = after?.detail ?? before?.detail ?? '';
    world.law(
      isThere,
      {
        path: 'answer',
        message: `it answered one question, was asked nothing for ${String(pauseMs / 1_000)} s, and did not answer the next: ${how}`,
      },
      {unwritable: 'a case cannot ask nothing for a while'},
    );
  },
});
