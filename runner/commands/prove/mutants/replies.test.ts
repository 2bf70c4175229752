// What differs between two healthy references does not count; what a mutant alone changes does.
import {expect, test} from 'vitest';
import type {RawExchange} from '../../../../model/raw-exchange.ts';
import {firstDifference, Sight, type Seen} from './replies.ts';

interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

function seen(...replies: readonly Reply[]): Seen {
  const sight = new Sight();
  const exchanges = replies.map(({status = 200, body = {}}, step): RawExchange => {
    const request = {method: 'GET', path: '/x', headers: []};
    const observation = {
      kind: 'reply' as const,
      status,
      headers: [['Content-Type', 'application/json'] as const],
      body: Buffer.from(JSON.stringify(body)),
      wireBytes: 0,
      isCloseDelimited: false,
      informational: [],
      elapsedMs: 1,
      notes: [],
    };
    return {
      phase: 'act',
      whose: 'target',
      step,
      durationMs: 1,
      traffic: {kind: 'http', requestId: 'r', url: '/x', request, observation},
    };
  });
  sight.add('case', exchanges);
  const all = sight.of('case');
  if (all === undefined) throw new Error('nothing was seen');
  return all;
}

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

const [one, two] = [
  {name: 'ts-abcde12345', at: '2026-01-02'},
  {name: 'ts-fghij67890', at: '2026-03-04'},
];

test.each<[string, Reply, Reply, Reply, object | undefined]>([
  ['the same', {}, {}, {}, undefined],
  ['another status', {}, {}, {status: 404}, {where: 'act step 1 GET status', healthy: '200', mutant: '404'}],
  ['a name that is drawn anew', {body: one}, {body: two}, {body: {...one, name: 'ts-klmno13579'}}, undefined],
  [
    'a secret that is drawn anew',
    {body: 'gto_jnBLoVY2EDDvceZbAL0xL0xoKWuxV7XMGfobi1VfAVbhisNs5SUu'},
    {body: 'gto_z9cKXghM7fsuUQMbXBMNYft4hDZzrIAV7Gd66Rk4eXvpry0608PD'},
    {body: 'gto_5-20GgorDoSF8ri9NOWr2ejx_a-b7Kq0Zp9sLmNtYv3XcWfGhJkR'},
    undefined,
  ],
  ['a name of another form', {body: one}, {body: two}, {body: {...one, name: ''}}, {where: 'act step 1 GET body/name'}],
  ['a field that is gone', {body: one}, {body: two}, {body: {name: one.name}}, {mutant: '(absent)'}],
  ['a shorter list', {body: [1, 2]}, {body: [1, 2]}, {body: [1]}, {where: 'act step 1 GET body/length'}],
  ['times of now', {body: soon(0)}, {body: soon(0)}, {body: soon(5_000)}, undefined],
  [
    'a time that was given',
    {body: '2020-01-02T03:04:05Z'},
    {body: '2020-01-02T03:04:05Z'},
    {body: soon(0)},
    {where: 'act step 1 GET body'},
  ],
  ['a time that is gone', {body: soon(0)}, {body: soon(0)}, {body: null}, {mutant: 'null'}],
  ['ids of counters that cases share', {body: {id: 4}}, {body: {id: 4}}, {body: {id: 9}}, undefined],
])('%s', (_name, first, second, mutant, difference) => {
  const found = firstDifference(seen(first), seen(second), seen(mutant));
  expect({found}).toMatchObject({found: difference});
});

test('a step that waits is compared by what it saw last', () => {
  const sights = [new Sight(), new Sight()];
  const [exchange] = [{phase: 'act', whose: 'target', step: 0, durationMs: 1} as const];
  const testee = (value: string): RawExchange => ({
    ...exchange,
    traffic: {
      kind: 'testee',
      question: {kind: 'decode', message: 'M', form: 'binary', bytes: new Uint8Array()},
      answer: {kind: 'value', value},
    },
  });
  sights[0]?.add('case', [testee('not yet'), testee('there')]);
  sights[1]?.add('case', [testee('there')]);
  expect(sights[0]?.of('case')).toEqual(sights[1]?.of('case'));
});
