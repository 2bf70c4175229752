// Shows when no more cases of one kind of target are run, and what is said then.
import {expect, test} from 'vitest';
import {hangsAfter, noHangs, whyPartGone, type Hangs} from './part-gone.ts';

const hang = {verdict: 'fail', cause: 'hang', detail: 'The decoder gave no answer within 10000 ms.'} as const;

function hangsOf(...attempts: readonly Parameters<typeof hangsAfter>[1][]): Hangs {
  return attempts.reduce((before, attempt) => hangsAfter(before, attempt), noHangs);
}

test('five equal hangs in a row are enough, and four are not', () => {
  const ended = {id: 'overlay/a', area: 'overlay-codec', attempt: hang} as const;
  expect(whyPartGone({...ended, hangs: hangsOf(hang, hang, hang, hang)})).toBeUndefined();
  expect(whyPartGone({...ended, hangs: hangsOf(hang, hang, hang, hang, hang)})).toBe(
    '5 cases in a row hung alike, the last of them overlay/a: The decoder gave no answer within 10000 ms. A shorter --reply-timeout, or --id, runs the others',
  );
});

test('a case that does not hang, or hangs otherwise, begins the count again', () => {
  expect(hangsOf(hang, hang, hang, {}, hang).inRow).toBe(1);
  expect(hangsOf(hang, hang, {...hang, detail: 'other'}).inRow).toBe(1);
});

test('a live peer that died is asked nothing more; one that only answered wrongly is', () => {
  const ended = {id: 'overlay/live/a', area: 'overlay-live', hangs: noHangs} as const;
  const died = {verdict: 'fail', cause: 'crash', detail: 'the peer is gone'} as const;
  const silent = {verdict: 'error', cause: 'target-unavailable'} as const;
  expect(whyPartGone({...ended, attempt: silent, liveUnusable: 'it says nothing'})).toBe('it says nothing');
  expect(whyPartGone({...ended, attempt: died})).toBe('the live peer died in overlay/live/a: the peer is gone');
  expect(whyPartGone({...ended, attempt: died, isForeignNode: true})).toBe(
    'the live peer died in overlay/live/a: the peer is gone. A run that starts the node (node: in a target file) starts it again and goes on',
  );
  expect(whyPartGone({...ended, attempt: {verdict: 'warn', cause: 'expectation'}})).toBeUndefined();
});
