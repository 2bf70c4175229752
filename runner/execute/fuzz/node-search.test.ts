import {expect, test} from 'vitest';
import {afterEarlier, type FuzzTally} from '../../../model/decoder-search.ts';
import type {LiveArrival, LiveConversation, LivePort} from '../../../model/peer.ts';
import type {SealedSending} from '../../../model/peers/sealed.ts';
import {fuzzLedger} from './difference-counts.ts';
import {isAboutTunnel, replayOnNode, searchNode, unconfirmed} from './node-search.ts';

/** What a node does with a datagram besides answering test packets. */
type Behaviour = (
  bytes: Uint8Array,
  sending: SealedSending,
  state: {count: number},
) => 'dies' | 'ends the tunnel' | undefined;

const isOf = (type: string, {packet}: SealedSending): boolean =>
  (packet?.type ?? 'lightHouse') === type && packet?.damage === undefined && packet?.relayed !== true;

/** A node that answers test packets at once, as long as it lives. */
function aNode(behaviour: Behaviour, isOurs: boolean): LivePort {
  let isAlive = true;
  let state = {count: 0};
  const refused: LiveArrival = {kind: 'refused', detail: 'nothing listens'};
  const answer = (bytes: number): LiveArrival => ({
    kind: 'frame',
    bytes: new Uint8Array(bytes),
    elapsedMs: 0,
    sealed: {
      version: 1,
      type: 4,
      subtype: 1,
      reserved: 0,
      index: 1,
      counter: 3,
      port: 1,
      bytes: 40,
      datagram: '',
      isAuthentic: true,
    },
  });
  const open = (): Promise<LiveConversation> => {
    let hasTunnel = true;
    const queue: LiveArrival[] = [];
    return Promise.resolve({
      vpnIp: 1,
      send: (bytes, sending = {}) => {
        if (!isAlive) return Promise.resolve({kind: 'refused', detail: 'nothing listens'});
        if (sending.packet?.relayed === true)
          return Promise.resolve({kind: 'refused', detail: 'no relays', isSilent: true});
        const done = behaviour(bytes, sending, state);
        if (done === 'dies') isAlive = false;
        if (done === 'ends the tunnel') hasTunnel = false;
        if (isOf('test', sending) && hasTunnel) queue.push(answer(bytes.length));
        return Promise.resolve({kind: 'sent'});
      },
      receive: () => Promise.resolve(!isAlive ? refused : (queue.shift() ?? {kind: 'silence', waitedMs: 0})),
      dropped: () => 0,
      close: () => Promise.resolve(),
    });
  };
  return {
    url: 'nebula://127.0.0.1:1',
    open,
    close: () => Promise.resolve(),
    node: {
      vpnIp: 9,
      place: {address: '127.0.0.1', port: 1},
      absent: new Map(),
      present: [],
      openKept: open,
      askAlive: () => Promise.resolve(isAlive ? answer(1) : refused),
      lastLines: () => ['panic: too long', 'main.read()', '\t/src/read.go:12 +0x1'],
      ...(isOurs
        ? {
            restart: () => {
              isAlive = true;
              state = {count: 0};
              return Promise.resolve({kind: 'ready' as const});
            },
          }
        : {}),
    },
  };
}

/** Time passes with each look at it, so that bounds are reached. */
function aClock(): Parameters<typeof searchNode>[0]['clock'] {
  let nowMs = 0;
  return {
    monotonicMs: () => (nowMs += 1),
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    alarm: () => () => undefined,
  };
}

async function found(
  behaviour: Behaviour,
  isOurs = true,
): Promise<{readonly kind: string; readonly tallies: readonly FuzzTally[]}> {
  const ledger = fuzzLedger(() => false);
  const end = await searchNode({
    port: aNode(behaviour, isOurs),
    name: 'a node',
    seed: 3,
    first: 0,
    clock: aClock(),
    stop: new AbortController().signal,
    ledger,
    isKnown: () => false,
    bounds: {runsMax: 3_000, timeMs: 1e9, findingsMax: 1, replyTimeoutMs: 1},
    restarted: () => undefined,
    tick: () => undefined,
    found: () => undefined,
  });
  return {kind: end.kind, tallies: ledger.tallies()};
}

const diesOfLongTests: Behaviour = (bytes, sending) =>
  isOf('test', sending) && bytes.length > 20 ? 'dies' : undefined;

test('the datagram that a node dies of is found in its batch, made as short as it can be, and confirmed on a fresh node', async () => {
  const {tallies} = await found(diesOfLongTests);
  expect(tallies.map(({finding}) => finding)).toMatchObject([
    {kind: 'crashes on an authentic test packet', basis: 'protocol', before: [], sending: {packet: {type: 'test'}}},
  ]);
  expect(tallies[0]?.finding.bytes).toHaveLength(21);
  expect(tallies[0]?.finding.got).toContain('panic: too long');
});

test('of a node that the run did not start, the finding says that no fresh node confirmed it, and the search ends', async () => {
  const {kind, tallies} = await found(diesOfLongTests, false);
  expect(kind).toBe('gone');
  expect(tallies).toHaveLength(1);
  expect(tallies[0]?.finding.kind).toMatch(new RegExp(`^crashes on one of \\d+ datagrams, ${unconfirmed}$`));
});

test('where one datagram alone does nothing, those that must come before it are listed', async () => {
  const dies: Behaviour = (bytes, sending, state) => {
    if (!isOf('control', sending) || bytes.length === 0) return undefined;
    state.count += 1;
    return state.count === 3 ? 'dies' : undefined;
  };
  const {tallies} = await found(dies);
  expect(tallies[0]?.finding.kind).toBe(`crashes on an authentic control packet, ${afterEarlier}`);
  expect(tallies[0]?.finding.before).toHaveLength(2);
});

test('a datagram that ends the tunnel of its sender is a note, and a node that survives all has no finding', async () => {
  const ends = await found((_, {packet}) =>
    packet?.type === 'closeTunnel' && packet.damage !== undefined ? 'ends the tunnel' : undefined,
  );
  expect(ends.tallies.map(({finding: {kind, basis}}) => [kind, basis])).toEqual([
    ['ends the tunnel on a forged closeTunnel packet', 'usual'],
  ]);
  expect(ends.tallies.every(({finding}) => isAboutTunnel(finding))).toBe(true);
  expect(await found(() => undefined)).toEqual({kind: 'over', tallies: []});
});

test('replay sends a finding to a node and says what is wrong with it then', async () => {
  const finding = {
    message: 'OverlayMeta',
    way: 'binary',
    bytes: new Uint8Array(30),
    sending: {packet: {type: 'test'}},
    before: [],
  } as const;
  const replayed = (behaviour: Behaviour): ReturnType<typeof replayOnNode> =>
    replayOnNode({port: aNode(behaviour, true), clock: aClock()}, finding);
  expect(await replayed(diesOfLongTests)).toMatchObject({kind: 'crashes on an authentic test packet'});
  expect(await replayed(() => undefined)).toBe('fine');
});
