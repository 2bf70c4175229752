import {expect, test} from 'vitest';
import {renderPlainProgress, renderProgressLine} from './progress.ts';

const progress = {
  total: 120,
  counts: {pass: 40, fail: 1, warn: 0, flaky: 0, skip: 2, error: 0},
  running: ['hosting/labels/add', 'b', 'c'],
  elapsedMs: 3_210,
};

test('the live line says how far the run is and what runs', () => {
  expect(renderProgressLine({...progress, remainingMs: 61_000}, 120)).toBe(
    '43/120 cases · 40 pass · 1 fail · 2 skip · 3.2 s, about 1 min 01 s left · hosting/labels/add and 2 more',
  );
});

test.each([0, 40, 41, 80])('the live line fits %d columns', columns => {
  expect(renderProgressLine(progress, columns).length).toBeLessThan(columns || 80);
});

test('a case id cannot move the cursor', () => {
  expect(renderProgressLine({...progress, running: ['a\r\u001b[2K']}, 120)).toContain('a\\r\\x1b[2K');
});

test('the plain line is one line', () => {
  expect(renderPlainProgress(progress)).toBe('touchstone: 43/120 cases · 40 pass · 1 fail · 2 skip · 3.2 s');
});
