import {defined} from '../../../base/json/defined.ts';
import {expect, test} from 'vitest';
import type {FuzzTally} from '../../../model/decoder-search.ts';
import {
  overlayMessages,
  type OverlayMessage,
  type TesteeAnswer,
  type TesteePort,
  type TesteeQuestion,
} from '../../../model/peer.ts';
import type {Clock} from '../../../model/ports.ts';
import {readValueOf} from '../../overlay/reading.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {fuzz} from './search-loop.ts';
import {fuzzClusters, type FuzzClusters} from './clusters.ts';
import {fuzzLedger, type FuzzLedger} from './difference-counts.ts';
import {fuzzPool} from './corpus.ts';
import {ReachedCode} from './reached-code.ts';
import {noFolder} from '../../../test/support/raw-folder-double.ts';
import type {FuzzEnd} from './search-settings.ts';

type Decode = (message: OverlayMessage, bytes: Uint8Array, count: number) => TesteeAnswer;

test('a decoder that does right gives no finding', async () => {
  const {tallies, end} = await search([() => careful], {runsMax: 5_000});
  expect(tallies).toEqual([]);
  expect(end).toMatchObject({kind: 'over', standing: {inputs: 5_000, judged: 5_000, next: 5_000, inFlight: 0}});
});

test('a wrong value is found, shrunk to its reason and counted once', async () => {
  const {tallies} = await search([() => portsOnly16Bits], {runsMax: 20_000});
  const kinds = tallies.map(({finding}) => finding.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  const smallest = tallies.map(({finding}) => finding.bytes.length).toSorted((a, b) => a - b)[0];
  // A tag and a varint of three bytes, perhaps one longer than it must be.
  expect(smallest).toBeLessThanOrEqual(5);
});

test('a decoder that answers what it answered first is found with the input that must come before', async () => {
  const {tallies} = await search([onlyTheFirstTime], {runsMax: 200});
  expect(tallies.length).toBeGreaterThan(0);
  for (const {finding} of tallies) {
    expect(finding.kind).toMatch(/, after earlier inputs$/);
    expect(finding.before.length).toBe(1);
  }
});

test('a crash is a finding with a kind of its own, and one that does not come again says so', async () => {
  const {tallies} = await search([() => crashesOnGroups], {runsMax: 3_000});
  expect(tallies.map(({finding}) => finding.kind)).toContain('crashes on a group that never ends');
  expect(tallies.map(({finding: {bytes}}) => bytes.length)).toContain(1);
  const once = await search([() => crashesOnce], {runsMax: 3_000});
  expect(once.tallies.map(({finding}) => finding.kind)).toEqual(['crashes, but not again on the same input']);
});

test('two mistakes that both crash are two findings, each with what the decoder said on stderr', async () => {
  const {tallies} = await search([() => crashesInTwoPlaces], {runsMax: 3_000});
  const said = tallies.map(({finding: {bytes, stderr}}) => [bytes.length > 3, stderr]);
  expect(said).toContainEqual([false, 'panic: index out of range']);
  expect(said).toContainEqual([true, 'panic: invalid memory address']);
  expect(said).not.toContainEqual([true, 'panic: index out of range']);
});

test('a message that a decoder declines is soon not asked any more', async () => {
  const {end} = await search([() => onlyPings], {runsMax: 5_000});
  expect(end.standing.inputs).toBe(5_000);
  expect(end.standing.unsupported).toBeGreaterThan(0);
  expect(end.standing.unsupported).toBeLessThan(1_500);
});

test('a known deviation is counted and does not end the search', async () => {
  const {tallies, end} = await search([() => crashesOnGroups], {
    runsMax: 2_000,
    findingsMax: 1,
    isKnown: ({kind}) => kind.startsWith('crashes on'),
  });
  expect(end.standing.inputs).toBe(2_000);
  expect(tallies.every(({isKnown, count}) => isKnown && count > 0)).toBe(true);
});

test('what looks known is counted, not shrunk each time: a very wrong decoder is asked about new inputs most of the time', async () => {
  const kinds = (await search([() => crashesOrIsWrong], {runsMax: 4_000})).tallies.map(({finding}) => finding.kind);
  let asks = 0;
  const counting: Decode = (message, bytes, count) => {
    asks += 1;
    return crashesOrIsWrong(message, bytes, count);
  };
  const {tallies, end} = await search([() => counting], {runsMax: 4_000, isKnown: ({kind}) => kinds.includes(kind)});
  expect(end.standing.inputs).toBe(4_000);
  expect(tallies.length).toBeGreaterThan(5);
  expect(asks).toBeLessThan(10 * 4_000);
});

test('a new kind that hides behind a known name is still looked for', async () => {
  const {tallies} = await search([() => portsOnly16Bits], {runsMax: 20_000});
  const [smallest] = tallies.map(({finding}) => finding.kind);
  const others = tallies.flatMap(({also}) => [...also]);
  expect(others.length).toBeGreaterThan(0);
  const again = await search([() => portsOnly16Bits], {runsMax: 20_000, isKnown: ({kind}) => others.includes(kind)});
  const fresh = again.tallies.filter(({isKnown}) => !isKnown).map(({finding}) => finding.kind);
  expect(fresh).toContain(smallest);
});

test('every difference is counted once, with the finding that it turned out to be', async () => {
  for (const decode of [crashesOrIsWrong, answersAnything]) {
    const {tallies, wrong} = await search([() => decode], {runsMax: 2_000});
    expect(Math.min(...tallies.map(({count}) => count))).toBeGreaterThan(0);
    expect(tallies.reduce((sum, {count}) => sum + count, 0)).toBe(wrong);
  }
});

test('the search ends at the number of new findings that was asked for', async () => {
  const {end} = await search([() => alwaysReject], {runsMax: 1_000_000, findingsMax: 1});
  expect(end.standing.inputs).toBeLessThan(2_000);
});

test('several decoders are compared: who differs from whom, on what', async () => {
  const {clusters, tallies} = await search([() => careful, () => alwaysReject], {runsMax: 2_000});
  expect(new Set(tallies.map(({finding}) => finding.decoder))).toEqual(new Set(['decoder 1']));
  const plain = clusters.all().find(({about}) => about === 'a plain OverlayPing');
  expect(plain?.groups.map(({decoders}) => decoders)).toEqual([['decoder 0'], ['decoder 1']]);
  expect(plain?.groups[1]?.answer).toBe('a refusal');
});

test('parts of one seed draw different numbers of it, and together all of them', async () => {
  const drawn = async (shard: {index: number; count: number}): Promise<readonly number[]> => {
    const {tallies} = await search([() => alwaysReject], {runsMax: 600, shard});
    return tallies.flatMap(({finding: {index}}) => (index === undefined ? [] : [index]));
  };
  const parts = [
    await drawn({index: 1, count: 3}),
    await drawn({index: 2, count: 3}),
    await drawn({index: 3, count: 3}),
  ];
  expect(parts.map(numbers => [...new Set(numbers.map(number => number % 3))])).toEqual([[0], [1], [2]]);
});

test('a decoder that cannot be started again ends the search', async () => {
  const {end} = await search([() => neverStarts], {runsMax: 1_000_000});
  expect(end).toMatchObject({kind: 'gone', detail: 'decoder 0: It cannot be started.'});
});

test('an answer "unsupported" is counted and judged by nobody', async () => {
  const {end, tallies} = await search([() => supportsNothing], {runsMax: 100});
  expect(end.standing).toMatchObject({inputs: 100, judged: 0, unsupported: 100});
  expect(tallies).toEqual([]);
});

const careful: Decode = (message, bytes) => {
  const value = readValueOf(readStrictly(message, bytes))?.value;
  const reading = readStrictly(message, bytes);
  return value === undefined || (reading.kind === 'open' && reading.preferred === 'reject')
    ? {kind: 'reject', text: 'no'}
    : {kind: 'value', value};
};

const portsOnly16Bits: Decode = (message, bytes, count) => {
  const answer = careful(message, bytes, count);
  if (message !== 'IpAndPort' || answer.kind !== 'value') return answer;
  const value = answer.value as {readonly Ip: number; readonly Port: number};
  return {kind: 'value', value: {...value, Port: value.Port & 0xffff}};
};

/** One process keeps what it answered first; a fresh one answers anew. */
const onlyTheFirstTime = (): Decode => {
  const first = new Map<string, TesteeAnswer>();
  return (message, bytes, count) => {
    const answer = first.get(message) ?? careful(message, bytes, count);
    first.set(message, answer);
    return answer;
  };
};

/** Every answer is another impossible value, as those of a decoder that draws lots. */
const answersAnything: Decode = (_message, _bytes, count) => ({kind: 'value', value: {[`F${String(count % 7)}`]: 1}});

const broken: TesteeAnswer = {
  kind: 'broken',
  cause: 'crash',
  detail: 'The decoder ended with signal SIGSEGV.',
  stderrTail: '',
};
const crashesOnGroups: Decode = (message, bytes, count) =>
  bytes[0] !== undefined && bytes[0] < 0x80 && (bytes[0] & 7) === 3 ? broken : careful(message, bytes, count);
const crashesOrIsWrong: Decode = (message, bytes, count) =>
  bytes.length % 3 === 2 ? broken : answersAnything(message, bytes, bytes.length + (count % 2));
const crashesOnce: Decode = (message, bytes, count) => (count === 1_000 ? broken : careful(message, bytes, count));
const crashesInTwoPlaces: Decode = (message, bytes, count) => {
  if (bytes.length > 3 && bytes.includes(0x12)) return {...broken, stderrTail: 'panic: invalid memory address'};
  return bytes.length % 2 === 1 ? {...broken, stderrTail: 'panic: index out of range'} : careful(message, bytes, count);
};
const onlyPings: Decode = (message, bytes, count) =>
  message === 'OverlayPing' ? careful(message, bytes, count) : {kind: 'unsupported', text: ''};
const neverStarts: Decode = () => ({kind: 'lost', detail: 'It cannot be started.'});
const supportsNothing: Decode = () => ({kind: 'unsupported', text: ''});
const alwaysReject: Decode = () => ({kind: 'reject', text: 'no'});

interface Limits {
  readonly runsMax: number;
  readonly findingsMax?: number;
  readonly isKnown?: (finding: FuzzTally['finding']) => boolean;
  readonly shard?: {readonly index: number; readonly count: number};
}

async function search(
  makes: readonly (() => Decode)[],
  {runsMax, findingsMax = Infinity, isKnown = () => false, shard}: Limits,
): Promise<{
  readonly tallies: readonly FuzzTally[];
  readonly clusters: FuzzClusters;
  readonly end: FuzzEnd;
  readonly wrong: number;
}> {
  const books = fuzzLedger(isKnown);
  let wrong = 0;
  const ledger: FuzzLedger = {
    ...books,
    meet: (...met) => {
      wrong += 1;
      return books.meet(...met);
    },
  };
  const names = makes.map((_, at) => `decoder ${String(at)}`);
  const clusters = fuzzClusters(names);
  const end = await fuzz({
    decoders: makes.map((make, at) => ({name: names[at] ?? '', ports: [portOf(make)]})),
    seed: 1,
    messages: overlayMessages,
    otherWays: [],
    pool: fuzzPool(noFolder, overlayMessages),
    reached: new ReachedCode(),
    ledger,
    clusters,
    clock: steppingClock(),
    first: 0,
    ...defined({shard}),
    bounds: {runsMax, timeMs: Infinity, findingsMax, replyTimeoutMs: 1_000},
    stop: new AbortController().signal,
    tick: () => undefined,
    found: () => undefined,
  });
  return {tallies: ledger.tallies(), clusters, end, wrong};
}

/** A clock on which every look takes a tenth of a millisecond, so that a slow machine tests the same. */
function steppingClock(): Clock {
  let nowMs = 0;
  return {
    monotonicMs: () => (nowMs += 0.1),
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    alarm: () => () => undefined,
  };
}

/** Too few to show again what comes once in a thousand. */
const rememberedMax = 16;

function portOf(make: () => Decode): TesteePort {
  const decode = make();
  let count = 0;
  const all: TesteeQuestion[] = [];
  const ask: TesteePort['ask'] = question => {
    count += 1;
    all.push(question);
    if (question.kind !== 'decode') return Promise.resolve({kind: 'unsupported', text: ''});
    return Promise.resolve(decode(question.message as OverlayMessage, question.bytes, count));
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
  const put: TesteePort['put'] = asked => {
    void ask(asked.question).then(answer => asked.settle(answer));
  };
  return {
    description,
    ask,
    put,
    askFresh: async (question, before = []) => {
      const port = portOf(make);
      for (const earlier of before) await port.ask(earlier);
      return port.ask(question);
    },
    askedBefore: question => all.slice(0, all.indexOf(question)).slice(-rememberedMax),
    fresh: () => portOf(make),
    close: () => Promise.resolve(),
  };
}
