import {expect, test} from 'vitest';
import type {TesteeAnswer} from '../../../model/peer.ts';
import {findCulprit} from './culprit.ts';

const fine: TesteeAnswer = {kind: 'reject', text: 'no'};
const broken: TesteeAnswer = {kind: 'broken', cause: 'crash', detail: '', stderrTail: ''};

/** A decoder that is told which questions break it: while they are asked, right after their answer, or as the n-th of a session. */
interface Weakness {
  readonly on?: readonly number[];
  readonly after?: readonly number[];
  readonly every?: number;
}

async function find(count: number, {on = [], after = [], every = Infinity}: Weakness): Promise<string> {
  let sessions = 0;
  const {answers, hasCulprit} = await findCulprit({
    count,
    inTurn: from => {
      sessions += 1;
      const given: TesteeAnswer[] = [];
      for (let index = from; index < count; index += 1) {
        const breaks = on.includes(index) || after.includes(index - 1) || given.length + 1 >= every;
        // What a decoder says behind an answer is read when the next question is out already.
        given.push(breaks && (index > from || on.includes(index)) ? broken : fine);
        if (given.at(-1) === broken) return Promise.resolve({answers: given, isBroken: true});
      }
      return Promise.resolve({answers: given, isBroken: after.includes(count - 1)});
    },
    alone: index => {
      sessions += 1;
      return Promise.resolve(on.includes(index) || after.includes(index) ? broken : fine);
    },
  });
  const kinds = answers.map(({kind}) => kind.charAt(0)).join('');
  return `${kinds} ${String(hasCulprit)} in ${String(sessions)} sessions`;
}

test.each([
  ['the oldest breaks it', 5, {on: [0]}, 'brrrr true in 2 sessions'],
  ['each one breaks it', 4, {on: [0, 1, 2, 3]}, 'bbbb true in 4 sessions'],
  ['the oldest two break it, and one behind others', 9, {on: [0, 1, 5]}, 'bbrrrb true in 4 sessions'],
  ['one in the middle breaks it', 9, {on: [6]}, 'rrrrrrb true in 2 sessions'],
  ['the oldest one of two is told', 9, {on: [6, 3]}, 'rrrb true in 2 sessions'],
  ['it breaks behind an answer', 6, {after: [2]}, 'rrb true in 3 sessions'],
  ['it breaks behind the first answer', 6, {after: [0]}, 'b true in 3 sessions'],
  ['it breaks behind the last answer', 4, {after: [3]}, 'rrrb true in 2 sessions'],
  ['none breaks it alone', 10, {every: 5}, 'rrrrrrrrrr false in 6 sessions'],
  ['none breaks it', 3, {}, 'rrr false in 1 sessions'],
] as const)('%s', async (_, count, weakness, found) => {
  expect(await find(count, weakness)).toBe(found);
});
