// How much of a search may go into looking closely at what was found: half of it at most, a fifth where it looks known.
import {expect, test} from 'vitest';
import type {FuzzTally} from '../../../model/decoder-search.ts';
import {overlayMessages, type OpenQuestion, type TesteeAnswer, type TesteePort} from '../../../model/peer.ts';
import type {Clock} from '../../../model/ports.ts';
import {fuzz} from './search-loop.ts';
import type {FuzzSettings} from './search-settings.ts';
import {fuzzClusters} from './clusters.ts';
import {fuzzLedger} from './difference-counts.ts';
import {fuzzPool} from './corpus.ts';
import {ReachedCode} from './reached-code.ts';
import {noFolder} from '../../../test/support/raw-folder-double.ts';
import {isLong} from '../../../test/support/length.ts';

const timeMs = 5_000;

test.runIf(isLong)(
  'half of the time brings new inputs, however much there is to look at closely (in npm run test:long)',
  async () => {
    const {shareMax, examined} = await search(() => false);
    expect(examined).toBeGreaterThan(20);
    expect(shareMax).toBeLessThanOrEqual(0.5);
  },
);

test('what looks known takes a fifth of the time at most', async () => {
  // Four fifths of the time go into new inputs: with fewer of them it is over sooner.
  const {shareMax, examined} = await search(() => true, 0.5);
  expect(examined).toBeGreaterThan(5);
  expect(shareMax).toBeLessThanOrEqual(0.2);
});

test('nothing is waited for without end when the time is over: neither an answer nor what is asked again about a finding', async () => {
  const time = ringingClock();
  const found: FuzzTally[] = [];
  // It is wrong each time, and gives no answer at all to whoever asks it again.
  const port = portOf(time.pass);
  const asking = fuzz({
    ...settingsFor({...port, ask: silent(time.pass), askFresh: silent(time.pass)}, time.clock),
    found: tally => found.push(tally),
  });
  expect((await asking).kind).toBe('over');
  expect(time.clock.monotonicMs()).toBeLessThan(200_000);
  expect(found.map(({finding}) => finding.isUnexamined)).toContain(true);
  const later = ringingClock();
  const open: OpenQuestion[] = [];
  const settleAll = async (): Promise<void> => {
    for (const asked of open.splice(0)) asked.settle({kind: 'lost', detail: 'It was closed.'});
  };
  const put: TesteePort['put'] = asked => {
    open.push(asked);
    void silent(later.pass)();
  };
  const ended = await fuzz(settingsFor({...portOf(later.pass), put, close: settleAll}, later.clock));
  expect(ended).toMatchObject({kind: 'over', standing: {judged: 0}});
});

/** Asks in vain: a minute is over, and no answer comes. */
function silent(pass: (ms: number) => void): () => Promise<TesteeAnswer> {
  return () => {
    void Promise.resolve().then(() => pass(60_000));
    return new Promise(() => undefined);
  };
}

/** A clock that stands still until somebody lets time pass; then it rings. */
function ringingClock(): {readonly clock: Clock; readonly pass: (ms: number) => void} {
  let nowMs = 0;
  const alarms = new Map<() => void, number>();
  const clock: Clock = {
    monotonicMs: () => nowMs,
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    alarm: (ms, ring) => {
      alarms.set(ring, nowMs + ms);
      return () => alarms.delete(ring);
    },
  };
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const [ring, dueMs] of alarms) if (dueMs <= nowMs && alarms.delete(ring)) ring();
  };
  return {clock, pass};
}

function settingsFor(port: TesteePort, clock: Clock): FuzzSettings {
  return {
    decoders: [{name: 'decoder', ports: [port]}],
    seed: 1,
    messages: overlayMessages,
    otherWays: [],
    pool: fuzzPool(noFolder, overlayMessages),
    reached: new ReachedCode(),
    ledger: fuzzLedger(() => false),
    clusters: fuzzClusters(['decoder']),
    clock,
    first: 0,
    bounds: {runsMax: Infinity, timeMs, findingsMax: Infinity, replyTimeoutMs: 1_000},
    stop: new AbortController().signal,
    tick: () => undefined,
    found: () => undefined,
  };
}

/** Searches a decoder that is wrong everywhere, each time in another way; gives the largest share of the time that was spent before an examination began. */
async function search(
  isKnown: () => boolean,
  questionMs = 0.1,
): Promise<{readonly shareMax: number; readonly examined: number}> {
  let nowMs = 0;
  const clock: Clock = {
    monotonicMs: () => nowMs,
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    alarm: () => () => undefined,
  };
  const port = portOf(ms => {
    nowMs += ms;
  }, questionMs);
  let shareMax = 0;
  let examined = 0;
  let examiningMs = 0;
  await fuzz({
    ...settingsFor(port, clock),
    ledger: fuzzLedger(isKnown),
    tick: standing => {
      const tookMs = standing.examiningMs - examiningMs;
      if (tookMs === 0) return;
      const beganMs = nowMs - tookMs;
      examined += 1;
      // What is left over when the time is up has a budget of its own.
      if (beganMs < timeMs) shareMax = Math.max(shareMax, examiningMs / beganMs);
      examiningMs = standing.examiningMs;
    },
  });
  return {shareMax, examined};
}

/** A question of the search takes less than a millisecond, one of an examination 10 ms, as if the decoder had to be started for it. */
function portOf(pass: (ms: number) => void, questionMs = 0.1): TesteePort {
  let count = 0;
  const answer = (): TesteeAnswer => {
    count += 1;
    return {kind: 'value', value: {[`F${String(count % 97)}`]: 1}};
  };
  const ask: TesteePort['ask'] = () => {
    pass(10);
    return Promise.resolve(answer());
  };
  const put: TesteePort['put'] = asked => {
    void Promise.resolve().then(() => {
      pass(questionMs);
      asked.settle(answer());
    });
  };
  const description = {
    protocol: 1,
    name: 'decoder',
    version: '',
    messages: [],
    forms: ['binary' as const],
    encodes: false,
    keepsUnknownFields: false,
    isDeclared: true,
  };
  return {
    description,
    ask,
    put,
    askFresh: async (question, before = []) => {
      for (const earlier of before) await ask(earlier);
      return ask(question);
    },
    askedBefore: () => [],
    fresh: () => portOf(pass, questionMs),
    close: () => Promise.resolve(),
  };
}
