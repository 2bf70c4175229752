// Pins which lines of stderr are shown.
import {expect, test} from 'vitest';
import {errorMark, linesFromError, tellingLines} from './telling-lines.ts';

test.each([
  ['nothing', '\n \n', ''],
  ['few lines as they are', 'loading\r\n\nno such table\n', 'loading | no such table'],
  ['the last ones where none names an error', 'a\nb\nc\nd\n', 'b | c | d'],
  [
    'of Node.js the error above the stack',
    'node:internal/modules\n  throw new Error(x);\n\nTypeError: x is not a function\n    at a\n    at b\n    at Error.c\n\nNode.js v20\n',
    'TypeError: x is not a function | … | Node.js v20',
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

/** What AddressSanitizer writes, shortened. */
const sanitizer = (pid: number, place: string): string =>
  `=====\n==${String(pid)}==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020${String(pid)}\nREAD of size 1\n    #0 0x55\n` +
  `\nSUMMARY: AddressSanitizer: heap-buffer-overflow ${place} in decode\nShadow bytes\n==${String(pid)}==ABORTING\n`;

test('of a sanitizer, the error and its summary are shown', () => {
  expect(tellingLines(sanitizer(7, 'd.cpp:18'))).toBe(
    '==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60207 | … | SUMMARY: AddressSanitizer: heap-buffer-overflow d.cpp:18 in decode',
  );
});

test('from the error on', () => {
  expect(linesFromError(sanitizer(7, 'd.cpp:18'), 2)).toEqual([
    '==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60207',
    'READ of size 1',
  ]);
  expect(linesFromError('a\n\nb\nc\n', 2)).toEqual(['b', 'c']);
  expect(linesFromError('a\nValueError: b\n', 8)).toEqual(['a', 'ValueError: b']);
  expect(linesFromError('', 8)).toEqual([]);
});

test.each([
  ['the same place of the source', sanitizer(7, 'd.cpp:18'), sanitizer(81, 'd.cpp:18'), true],
  ['another place of the source', sanitizer(7, 'd.cpp:18'), sanitizer(7, 'd.cpp:25'), false],
  [
    'a panic with other numbers',
    'panic: index out of range [3] with length 3',
    'panic: index out of range [70] with length 9',
    true,
  ],
  [
    'a panic of another kind in the same line',
    'panic: bounds out of range [:3]\ngoroutine 1:\nmain.f()\n\t/x/main.go:213 +0x1d',
    'panic: bounds out of range [11:-10]\ngoroutine 1:\nruntime.f()\n\t/usr/go/src/runtime/panic.go:3\nmain.f()\n\t/y/main.go:213 +0x2',
    true,
  ],
  ['the same panic in another line', 'panic: nil map\n\tmain.go:3', 'panic: nil map\n\tmain.go:4', false],
  ['another panic', 'panic: index out of range [3]', 'panic: runtime error: invalid memory address', false],
])('%s', (_name, first, second, isSame) => {
  expect(errorMark(first)).toMatch(/^[0-9a-f]{8}$/);
  expect(errorMark(first) === errorMark(second)).toBe(isSame);
});

test('what was logged before is not the error', () => {
  const logged = (digits: string): string => `error: refused ${digits}\nerror: tag\npanic: nil map\n\tmain.go:3\n`;
  expect(errorMark(logged('a'))).toBe(errorMark('panic: nil map\n\tmain.go:3\n'));
  expect(linesFromError(logged('a'), 2)).toEqual(['panic: nil map', '\tmain.go:3']);
});

test('a program that names no error has no mark', () => {
  expect(errorMark('loading 3 files\n')).toBeUndefined();
});
