// A target is gone after ten cases in a row without a whole reply of it; anything else begins the count again.
import {expect, test} from 'vitest';
import type {Attempt} from '../../../model/outcome.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import {noSilence, silenceAfter, whyGone, type Silence} from './target-gone.ts';

const exchange = (whose: RawExchange['whose']): RawExchange => ({
  whose,
  phase: 'act',
  durationMs: 1,
  traffic: {kind: 'live'},
});

const silent: Pick<Attempt, 'verdict' | 'exchanges' | 'detail'> = {
  verdict: 'error',
  exchanges: [exchange('target')],
  detail: 'GET /x: reset',
};

const after = (count: number, begin: Silence = noSilence): Silence =>
  Array.from({length: count}).reduce<Silence>(silence => silenceAfter(silence, silent, begin.wholeReplies), begin);

test('ten silent cases in a row are the end, nine are not', () => {
  expect(whyGone(after(9), silent)).toBeUndefined();
  expect(whyGone(after(10), silent)).toBe(
    'the target gave no whole reply in 10 cases in a row; the last: GET /x: reset',
  );
});

test.each([
  ['a whole reply, to whatever case', silent, 1],
  ['a case that could be judged', {...silent, verdict: 'fail'} as const, 0],
  ['a case that asked the target nothing', {...silent, exchanges: [exchange('identity-provider')]}, 0],
])('%s begins the count again', (_, attempt, wholeReplies) => {
  const silence = silenceAfter(after(9), attempt, wholeReplies);
  expect(silence).toEqual({cases: 0, wholeReplies});
  expect(whyGone(after(9, silence), silent)).toBeUndefined();
});
