import {expect, test} from 'vitest';
import {linesSince, markLog} from './node-log.ts';

const before = ['level=info msg=started', 'level=info msg=tunnel', 'level=info msg=tunnel'];
const mark = markLog({lastLines: count => before.slice(-count)});

test('the lines that a node wrote during a case are those after the last ones that were there before', () => {
  expect(linesSince(mark, [...before, 'level=info msg=refused', 'level=info msg=closed'])).toEqual([
    'level=info msg=refused',
    'level=info msg=closed',
  ]);
  expect(linesSince(mark, before)).toEqual([]);
});

test('the line that names an error comes first, and long lines and long logs are cut', () => {
  const stack = Array.from({length: 40}, (_, at) => `main.f${String(at)}()`);
  const lines = linesSince(mark, [...before, 'msg=a', 'panic: index out of range', ...stack, 'x'.repeat(1_000)]);
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('panic: index out of range');
  expect(Math.max(...linesSince(mark, [...before, 'x'.repeat(1_000)]).map(line => line.length))).toBeLessThan(430);
});

test('a log that lost its beginning, or of a node that was started again, is shown whole', () => {
  expect(linesSince(mark, ['other', 'lines'])).toEqual(['other', 'lines']);
  expect(linesSince(markLog(undefined), [])).toEqual([]);
});
