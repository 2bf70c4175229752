// Shows when a run says how much time is left, and that what it says is right within a factor of two for runs of several shapes, also where another
// program takes the machine for a while.
import {expect, test} from 'vitest';
import {timeLeft, type TimeLeft} from './time-left.ts';
import type {TimedCase} from './work-ahead.ts';

interface PlayedCase extends TimedCase {
  readonly tookMs: number;
}

/** One kind of case: how many, how many requests are planned for each, and how long each takes by its place. */
type Kind = readonly [count: number, requests: number, tookMs: (n: number) => number, kind?: string];

interface Play {
  readonly kinds: readonly Kind[];
  readonly jobs: number;
  /** How many times slower everything is at this time. */
  readonly slownessAt?: (ms: number) => number;
}

interface Shown {
  readonly atMs: number;
  readonly leftMs: number | undefined;
  /** What it turned out to be. */
  readonly trueMs: number;
}

/** Plays a run, and looks at it every half second. */
function play({kinds, jobs, slownessAt = () => 1}: Play): readonly Shown[] {
  const cases = kinds.flatMap(([count, requests, tookMs, kind = ''], part) =>
    Array.from({length: count}, (_, n): PlayedCase => ({id: `${part}-${n}`, requests, kind, tookMs: tookMs(n)})),
  );
  const left = timeLeft(cases);
  const queue = [...cases];
  const running = new Map<string, {readonly sinceMs: number; restMs: number}>();
  const shown: {readonly atMs: number; readonly leftMs: number | undefined}[] = [];
  const stepMs = 20;
  let nowMs = 0;
  while (queue.length + running.size > 0) {
    while (running.size < jobs) {
      const next = queue.shift();
      if (next === undefined) break;
      running.set(next.id, {sinceMs: nowMs, restMs: next.tookMs});
    }
    nowMs += stepMs;
    for (const [id, one] of running) {
      one.restMs -= stepMs / slownessAt(nowMs);
      if (one.restMs <= 0) end(left, running, {id, tookMs: nowMs - one.sinceMs});
    }
    if (nowMs % 500 === 0) {
      left.look(nowMs, () => new Map([...running].map(([id, {sinceMs}]) => [id, nowMs - sinceMs])));
      shown.push({atMs: nowMs, leftMs: left.leftMs(nowMs)});
    }
  }
  return shown.map(one => ({...one, trueMs: nowMs - one.atMs}));
}

function end(
  left: TimeLeft,
  running: Map<string, unknown>,
  {id, tookMs}: {readonly id: string; readonly tookMs: number},
): void {
  running.delete(id);
  left.ran(id, tookMs);
  left.finished(id);
}

/** What was said, in parts of what it turned out to be; the last seconds are left out. */
function ratios(shown: readonly Shown[]): readonly number[] {
  return shown.flatMap(({leftMs, trueMs}) => (leftMs === undefined || trueMs < 3_000 ? [] : [leftMs / trueMs]));
}

const shapes: readonly (readonly [name: string, play: Play])[] = [
  ['cases of one kind', {kinds: [[1_500, 8, n => 100 + (n % 7) * 20]], jobs: 8}],
  [
    'a sample, long properties, then short examples',
    {
      kinds: [
        [12, 10, () => 160],
        [92, 50, n => 500 + (n % 13) * 100],
        [900, 10, () => 160],
      ],
      jobs: 8,
    },
  ],
  [
    'a sample, properties whose requests take five times as long as planned, then examples',
    {
      kinds: [
        [12, 10, () => 160, 'hosting'],
        [12, 10, () => 160, 'overlay'],
        [92, 50, n => 2_500 + (n % 13) * 500, 'properties'],
        [900, 10, () => 160, 'hosting'],
        [900, 10, () => 160, 'overlay'],
      ],
      jobs: 8,
    },
  ],
  [
    'one at a time',
    {
      kinds: [
        [12, 10, () => 100],
        [30, 80, n => 600 + (n % 5) * 100],
        [400, 10, () => 100],
      ],
      jobs: 1,
    },
  ],
  [
    'a plan that is wrong by two thirds about half of the cases',
    {
      kinds: [
        [400, 10, () => 220],
        [800, 12, () => 160],
      ],
      jobs: 8,
    },
  ],
];

test.each(shapes)('what is said is right within a factor of two: %s', (_name, played) => {
  const shown = play(played);
  const judged = ratios(shown);
  expect(judged.length).toBeGreaterThan(shown.length / 2);
  expect(Math.min(...judged)).toBeGreaterThan(0.5);
  expect(Math.max(...judged)).toBeLessThan(2);
});

test.each(shapes)('what is said goes down as time goes by, or up by little: %s', (_name, played) => {
  const said = play(played).flatMap(({leftMs}) => (leftMs === undefined ? [] : [leftMs]));
  const rises = said.flatMap((leftMs, n) => (n === 0 ? [] : [leftMs / (said[n - 1] ?? leftMs)]));
  expect(Math.max(...rises)).toBeLessThan(1.1);
});

/** A run of two minutes of properties, and one of examples. */
const long: Play = {
  kinds: [
    [12, 10, () => 160],
    [900, 50, n => 500 + (n % 13) * 100],
    [3_000, 10, () => 160],
  ],
  jobs: 8,
};

test('a machine that was busy in the beginning is forgotten', () => {
  const busyMs = 30_000;
  const shown = play({...long, slownessAt: ms => (ms < busyMs ? 4 : 1)});
  // Nobody knows beforehand that it will be faster.
  expect(Math.max(...ratios(shown.filter(({atMs}) => atMs < busyMs)))).toBeGreaterThan(2);
  const later = ratios(shown.filter(({atMs}) => atMs > busyMs + 15_000));
  expect(later.length).toBeGreaterThan(100);
  expect(Math.max(...later)).toBeLessThan(1.5);
  expect(Math.min(...later)).toBeGreaterThan(0.67);
});

test('a machine that becomes busy is noticed', () => {
  const shown = play({...long, slownessAt: ms => (ms < 30_000 ? 1 : 4)});
  const later = ratios(shown.filter(({atMs}) => atMs > 45_000));
  expect(later.length).toBeGreaterThan(100);
  expect(Math.max(...later)).toBeLessThan(1.5);
  expect(Math.min(...later)).toBeGreaterThan(0.67);
});

test('nothing is said of the first seconds, and of fewer than eight cases', () => {
  const cases = Array.from({length: 16}, (_, n) => ({id: String(n), requests: 10}));
  const left = timeLeft(cases);
  const none = () => new Map<string, number>();
  const endNext = (from: number, to: number) => {
    for (const {id} of cases.slice(from, to)) {
      left.ran(id, 100);
      left.finished(id);
    }
  };
  endNext(0, 7);
  left.look(5_000, none);
  expect(left.leftMs(5_000)).toBeUndefined();
  endNext(7, 8);
  left.look(5_500, none);
  expect(left.leftMs(3_000)).toBeUndefined();
  expect(left.leftMs(5_500)).toBeCloseTo(5_500);
});

test('red cases are repeated one after another, and those to come will be red as often', () => {
  const cases = Array.from({length: 16}, (_, n) => ({id: String(n), requests: 10}));
  const left = timeLeft(cases);
  for (const {id} of cases.slice(0, 8)) left.ran(id, 1_000);
  left.look(4_000, () => new Map());
  // 4 s for the other eight, and twice 1 s for each of sixteen.
  expect(left.leftMs(4_000)).toBe(4_000 + 16 * 2_000);
});
