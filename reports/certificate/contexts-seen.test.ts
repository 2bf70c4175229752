// Which values of contexts were seen: what was judged counts, and what no case could have is a hole with its reason.
import {expect, test} from 'vitest';
import {aCaseLine} from '../../test/support/journal-lines.ts';
import {pairsSeen, valuesSeen} from './contexts-seen.ts';

const cases = [
  aCaseLine(),
  aCaseLine({context: {owner: 'organization', visibility: 'private'}}),
  aCaseLine({context: {visibility: 'private'}, verdict: 'skip', detail: 'never told: it was seen elsewhere'}),
  aCaseLine({context: {actor: 'site-administrator', owner: 'organization'}, verdict: 'skip', detail: 'no second one'}),
  aCaseLine({context: {siblings: 'eleven'}, verdict: 'error', cause: 'reset'}),
];

test('values that a judged case had are seen; others are holes', () => {
  expect(valuesSeen(cases)).toEqual({
    seen: ['owner=organization', 'visibility=private'],
    holes: [
      {value: 'actor=site-administrator', why: 'no second one'},
      {value: 'siblings=eleven', why: 'reset'},
    ],
  });
});

test('pairs are of owner, visibility and actor', () => {
  expect(pairsSeen(cases)).toEqual({
    seen: ['owner=organization + visibility=private'],
    holes: [{value: 'actor=site-administrator + owner=organization', why: 'no second one'}],
  });
});
