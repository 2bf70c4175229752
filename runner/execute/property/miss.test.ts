// What a broken law tells is meant for who reads a story.
import {ownWords} from '../../../model/redacted.ts';
import {expect, test} from 'vitest';
import {checkAt} from '../../check/check-at.ts';
import {prepareCheckers} from '../../check/checkers.ts';
import {missed} from './miss.ts';
import type {PropertyEvent} from './property-events.ts';

test('that nothing was selected is told without what the author of a suite could write', async () => {
  const checkers = {
    ...(await prepareCheckers(['jsonPath'])),
    redaction: ownWords,
  };
  const events: PropertyEvent[] = [];
  const [miss] = checkAt({'$..id': {$gt: 0}}, {}, {rootName: '', pointer: '', checkers});
  expect(miss?.message).toContain('$count');
  const news = [{basis: 'stated', path: miss?.path ?? '', message: miss?.message ?? ''} as const];
  expect(() => missed({events, isProbe: false, isUsualRed: false}, news)).toThrow(
    'selected nothing, so nothing was checked',
  );
  const findings = [{basis: 'stated', path: '$..id', message: 'selected nothing, so nothing was checked'}];
  expect(events).toEqual([{kind: 'missed', findings}]);
});
