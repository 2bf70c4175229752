// What is known of an attempt is a function of its events: evidence, what is to be removed, when something was last done, the verdict.
import {expect, test} from 'vitest';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {HttpObservation} from '../../../model/http.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {ExchangeParty, RawExchange, RawTraffic} from '../../../model/raw-exchange.ts';
import {
  bytesIn,
  findingsIn,
  lastActIn,
  leftoversIn,
  placeIn,
  toRemoveIn,
  type AttemptEvent,
  type MadeThing,
} from './events.ts';
import {CaseEnded} from './failures.ts';
import {judgeAttempt} from './judge-attempt.ts';
import {learnFrom} from './learn.ts';
import {nothingLearnt} from './run-context.ts';

const answered: HttpObservation = {
  kind: 'reply',
  status: 200,
  headers: [],
  body: new Uint8Array(),
  wireBytes: 40,
  isCloseDelimited: false,
  elapsedMs: 1,
  notes: [],
};

const request = {method: 'GET', path: '/', headers: []};
const http: RawTraffic = {kind: 'http', requestId: 'r', url: 'http://a.test/', request, observation: answered};
const delivery = {method: 'POST', path: '/', headers: [], body: Buffer.from('{}'), isCut: false, arrivedMs: 5};
const delivered: RawTraffic = {kind: 'delivery', inbox: 'inbox', delivery, waitedMs: 1};

function exchanged(
  whose: ExchangeParty,
  traffic: RawTraffic,
  {atMs = 1, ...more}: Partial<RawExchange> & {readonly atMs?: number} = {},
): AttemptEvent {
  return {kind: 'exchanged', exchange: {whose, phase: 'act', durationMs: 1, traffic, ...more}, atMs};
}

test('what the target sent is evidence, once; what our identity provider answered is none', () => {
  expect(bytesIn([exchanged('target', http)])).toBe(41);
  expect(bytesIn([exchanged('identity-provider', http)])).toBe(0);
  expect(bytesIn([exchanged('webhook', delivered), exchanged('webhook', {...delivered, isEarlier: true})])).toBe(3);
  expect(judgeAttempt([exchanged('identity-provider', http)], 1)).toMatchObject({
    verdict: 'error',
    cause: 'no-evidence',
  });
  expect(judgeAttempt([exchanged('target', http)], 1)).toMatchObject({verdict: 'pass', bytesReceived: 41});
});

test('a run learns from the target alone', () => {
  const learnt = nothingLearnt();
  learnFrom(learnt, exchanged('identity-provider', http, {operation: 'getVersion'}));
  expect([learnt.wholeReplies, learnt.confirmedOperations.size]).toEqual([0, 0]);
  learnFrom(learnt, exchanged('target', http, {operation: 'getVersion'}));
  expect([learnt.wholeReplies, ...learnt.confirmedOperations]).toEqual([1, 'getVersion']);
});

test('what was made is removed newest first, and what was refused or is gone is not', () => {
  const thing = (name: string): MadeThing => ({
    arrangement: {name} as Arrangement,
    cleanup: {} as MadeThing['cleanup'],
    find: undefined,
    scope: new Map(),
    mark: {made: () => undefined, gone: () => undefined},
  });
  const [first, second, third] = [thing('first'), thing('second'), thing('third')];
  const events: AttemptEvent[] = [
    {kind: 'made', thing: first},
    {kind: 'made', thing: second},
    {kind: 'removed', thing: second},
    {kind: 'made', thing: third},
  ];
  expect(toRemoveIn(events)).toEqual([third, first]);
  events.push({kind: 'removed', thing: third}, {kind: 'removed', thing: first, left: 'first: it stays'});
  expect(toRemoveIn(events)).toEqual([]);
  expect(leftoversIn(events)).toEqual(['first: it stays']);
});

test('a webhook is no deed: what it may report was done before', () => {
  const entered: AttemptEvent = {kind: 'entered', place: {phase: 'act', step: 0}, atMs: 3};
  expect(lastActIn([])).toBe(0);
  expect(lastActIn([entered, exchanged('webhook', delivered, {atMs: 9})])).toBe(3);
  expect(lastActIn([entered, exchanged('target', http, {atMs: 7}), exchanged('webhook', delivered, {atMs: 9})])).toBe(
    7,
  );
});

test('findings stand in order, and those that ended the attempt at the step that it ended at', () => {
  const finding = (path: string): Finding => ({basis: 'stated', path, message: path});
  const events: AttemptEvent[] = [
    {kind: 'judged', findings: [{...finding('a'), step: 0}]},
    {kind: 'ended', ending: {kind: 'ended', ending: new CaseEnded('fail', 'crash', 'b', [finding('b')]), step: 1}},
  ];
  expect(findingsIn(events).map(({path, step}) => [path, step])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  expect(judgeAttempt(events, 1)).toMatchObject({verdict: 'fail', cause: 'crash', detail: 'b'});
});

test('an attempt is where it entered last', () => {
  expect(placeIn([])).toEqual({phase: 'arrange'});
  const entered = (step: number): AttemptEvent => ({kind: 'entered', place: {phase: 'act', step}, atMs: 1});
  expect(placeIn([entered(0), entered(1), exchanged('target', http)])).toEqual({phase: 'act', step: 1});
});
