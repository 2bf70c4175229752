// Shows when a run says how much time is left, and that what it says is right within a factor of two for runs of several shapes.
import {expect, test} from 'vitest';
import {timeLeft, type TimedCase} from './time-left.ts';

const none = new Map<string, number>();

/** A run: so many cases of each kind, each as long as its place says, `jobs` at a time, in this order. */
function play(kinds: readonly (readonly [kind: string, tookMs: readonly number[]])[], jobs: number) {
  const cases = kinds.flatMap(([kind, all], part) =>
    all.map((tookMs, n) => ({id: `${String(part)} ${String(n)}`, kind, tookMs})),
  );
  const left = timeLeft(cases);
  const running = new Map<string, {readonly beganMs: number; readonly endsMs: number}>();
  const said: {readonly atMs: number; readonly leftMs: number | undefined}[] = [];
  let nowMs = 0;
  const waiting = [...cases];
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < jobs && waiting.length > 0) {
      const {id, tookMs} = waiting.shift() ?? {id: '', tookMs: 0};
      running.set(id, {beganMs: nowMs, endsMs: nowMs + tookMs});
    }
    const [id, {beganMs, endsMs}] = [...running].toSorted(([, a], [, b]) => a.endsMs - b.endsMs)[0] ?? [
      '',
      {beganMs: 0, endsMs: 0},
    ];
    nowMs = endsMs;
    running.delete(id);
    left.ran(id, endsMs - beganMs);
    left.finished(id);
    const since = new Map([...running].map(([name, one]) => [name, nowMs - one.beganMs] as const));
    said.push({atMs: nowMs, leftMs: left.leftMs(nowMs, since)});
  }
  return {said, totalMs: nowMs};
}

const times = (count: number, of: (n: number) => number): readonly number[] =>
  Array.from({length: count}, (_, n) => of(n));

test.each([
  ['cases of one kind', [['example', times(200, n => 50 + (n % 7) * 20)]], 8],
  [
    'a sample, long properties, then short examples',
    [
      ['example', times(12, () => 60)],
      ['property', times(92, n => 500 + (n % 13) * 400)],
      ['example', times(280, () => 60)],
    ],
    8,
  ],
  [
    'one at a time',
    [
      ['example', times(12, () => 100)],
      ['property', times(30, n => 1_000 + (n % 5) * 1_000)],
      ['example', times(400, () => 100)],
    ],
    1,
  ],
] as const)('what is said is right within a factor of two: %s', (_name, kinds, jobs) => {
  const {said, totalMs} = play(kinds, jobs);
  const judged = said.flatMap(({atMs, leftMs}) =>
    leftMs === undefined || totalMs - atMs < 1_000 ? [] : [leftMs / (totalMs - atMs)],
  );
  expect(judged.length).toBeGreaterThan(said.length / 2);
  expect(Math.min(...judged)).toBeGreaterThan(0.5);
  expect(Math.max(...judged)).toBeLessThan(2);
});

test('nothing is said while most of what is left is of a kind that nobody has seen', () => {
  const cases: readonly TimedCase[] = [
    ...times(20, n => n).map(n => ({id: `example ${String(n)}`, kind: 'example'})),
    ...times(20, n => n).map(n => ({id: `property ${String(n)}`, kind: 'property'})),
  ];
  const left = timeLeft(cases);
  expect(left.leftMs(0, none)).toBeUndefined();
  for (let n = 0; n < 20; n += 1) {
    left.ran(`example ${String(n)}`, 100);
    left.finished(`example ${String(n)}`);
  }
  expect(left.leftMs(2_000, none)).toBeUndefined();
  for (let n = 0; n < 10; n += 1) {
    left.ran(`property ${String(n)}`, 1_000);
    left.finished(`property ${String(n)}`);
  }
  expect(left.leftMs(12_000, none)).toBe(10_000);
});

test('red cases are repeated one after another, and those to come will be red as often', () => {
  const left = timeLeft(times(16, n => n).map(n => ({id: String(n), kind: 'example'})));
  for (let n = 0; n < 8; n += 1) left.ran(String(n), 100);
  // Four at a time: 200 ms for the other eight, and twice 100 ms for each of sixteen.
  expect(left.leftMs(200, none)).toBe(200 + 16 * 200);
  for (let n = 8; n < 16; n += 1) left.ran(String(n), 100);
  for (let n = 0; n < 15; n += 1) left.finished(String(n));
  expect(left.leftMs(400, none)).toBe(200);
});
