// Pins which lines of stderr are shown.
import {expect, test} from 'vitest';
import {tellingLines} from './telling-lines.ts';

test.each([
  ['nothing', '\n \n', ''],
  ['few lines as they are', 'loading\r\n\nno such table\n', 'loading | no such table'],
  ['the last ones where none names an error', 'a\nb\nc\nd\n', 'b | c | d'],
  [
    'of Node.js the error above the stack',
    'node:internal/modules\n  throw err;\n\nTypeError: x is no function\n    at a\n    at b\n    at c\n\nNode.js v20\n',
    'TypeError: x is no function | … | Node.js v20',
  ],
  [
    'of Go the panic',
    'panic: runtime error: index out of range [3]\n\ngoroutine 1:\nmain.main()\n\t/x.go:3\nexit status 2\n',
    'panic: runtime error: index out of range [3] | … | exit status 2',
  ],
  [
    'of Python the last lines',
    'Traceback (most recent call last):\n  File "a.py", line 1\n    import google\nModuleNotFoundError: No module named google\n',
    'File "a.py", line 1 | import google | ModuleNotFoundError: No module named google',
  ],
])('%s', (_name, stderr, shown) => {
  expect(tellingLines(stderr)).toBe(shown);
});

test('never more than 500 characters', () => {
  expect(tellingLines(`error ${'x'.repeat(10_000)}`)).toHaveLength(500);
});
