// What a broken law tells is meant for who reads a story.
import {ownWords} from '../../../model/redacted.ts';
import {expect, test} from 'vitest';
import {checkAt} from '../../check/check-at.ts';
import {prepareCheckers} from '../../check/checkers.ts';
import {missed} from './miss.ts';
import type {PropertyEvent} from './property-events.ts';

test('that nothing was selected is told as what is expected and an empty list', async () => {
  const checkers = {
    ...(await prepareCheckers(['jsonPath'])),
    redaction: ownWords,
  };
  const events: PropertyEvent[] = [];
  const [miss] = checkAt({'$..id': {$contains: 7}}, {}, {rootName: '', pointer: '', checkers});
  const news = [{basis: 'stated', path: miss?.path ?? '', message: miss?.message ?? ''} as const];
  const message = 'expected a list with an item 7, got an empty list';
  expect(() => missed({events, isProbe: false, isUsualRed: false}, news)).toThrow(message);
  expect(events).toEqual([{kind: 'missed', findings: [{basis: 'stated', path: '$..id', message}]}]);
});
