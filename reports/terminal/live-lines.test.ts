// Shows what a run shows while it goes on, within the width of the terminal and with nothing of a target's text obeyed.
import {expect, test} from 'vitest';
import {renderLive, renderPlainProgress, renderRedNews} from './live-lines.ts';

const progress = {
  total: 120,
  counts: {pass: 40, fail: 1, warn: 0, flaky: 0, skip: 2, error: 0},
  running: [
    {id: 'hosting/labels/add', sinceMs: 1_200},
    {id: 'b', sinceMs: 30},
  ],
  elapsedMs: 3_210,
};

test('the live lines say how far the run is, how long it takes, and what runs since when', () => {
  expect(renderLive({...progress, remainingMs: 61_000}, 120)).toEqual([
    '43/120 cases · 40 pass · 1 fail · 2 skip · 3.2 s, about 1 min 01 s left',
    '    1.2 s  hosting/labels/add',
    '    30 ms  b',
  ]);
});

test('of many running cases only a few are named', () => {
  const running = Array.from({length: 9}, (_, n) => ({id: `c${n}`, sinceMs: 0}));
  expect(renderLive({...progress, running}, 120).slice(4)).toEqual(['     0 ms  c3', '           and 5 more']);
});

test.each([10, 20, 40, 80])('no live line is wider than %d columns', columns => {
  for (const line of renderLive(progress, columns)) expect(line.length).toBeLessThan(columns);
});

test('a case id cannot move the cursor', () => {
  expect(renderLive({...progress, running: [{id: 'a\r\u001b[2K', sinceMs: 0}]}, 120)[1]).toContain('a\\r\\x1b[2K');
});

test('a red property that is being shrunk says so', () => {
  const running = [{id: 'x', sinceMs: 12_000, isShrinking: true}];
  expect(renderPlainProgress({...progress, running})).toMatch(/: x \(red; a shorter story is looked for\)$/);
  expect(renderLive({...progress, running}, 120)[1]).toBe('   12.0 s  x (red; a shorter story is looked for)');
});

test('the plain line is one line, and names a case that runs for long', () => {
  expect(renderPlainProgress(progress)).toBe('touchstone: 43/120 cases · 40 pass · 1 fail · 2 skip · 3.2 s');
  expect(renderPlainProgress({...progress, running: [{id: 'x', sinceMs: 12_000}]})).toMatch(/ · since 12\.0 s: x$/);
});

test.each([
  [
    {verdict: 'red', id: 'a/b[c]', findings: [{path: '/0/name', message: 'expected 1, got 2'}]},
    ['red   a/b[c] (to be repeated alone)', '      /0/name: expected 1, got 2'],
  ],
  [
    {verdict: 'error', id: 'a/b', detail: 'no reply within 10 s', findings: [{path: '', message: 'never told'}]},
    ['error a/b', '      no reply within 10 s'],
  ],
  [{verdict: 'fail', id: 'a/b', cause: 'crash', findings: []}, ['fail  a/b', '      crash']],
  [
    {verdict: 'flaky', id: 'a', detail: 'failed, and was green\u001b[2K', findings: []},
    ['flaky a', '      failed, and was green\\x1b[2K'],
  ],
] as const)('a red case is told at once: %o', (news, lines) => {
  expect(renderRedNews(news, 80)).toEqual(lines);
});
