import {expect, test} from 'vitest';
import {
  cutText,
  jsonWithEscapes,
  neutralLine,
  visibleBlock,
  visibleLines,
  visibleSourceLine,
  visibleText,
} from './visible-text.ts';

test.each([
  ['\x1b]0;title\x07', '\\x1b]0;title\\x07'],
  ['a\r\nb\tc\0', 'a\\r\\nb\\tc\\x00'],
  ['\x9b31m', '\\x9b31m'],
  ['user\u202egnp.exe', 'user\\u202egnp.exe'],
  ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
  ['half \ud83d gone', 'half \\ud83d gone'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
  ['Schlüssel 🔑 日本', 'Schlüssel 🔑 日本'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('lines stay lines', () => {
  expect(visibleLines('a\r\nb\n\x1b')).toEqual(['a', 'b', '\\x1b']);
});

test.each([
  ['::error::x', '\\x3a:error::x'],
  ['   ::set-output name=x::y', '   \\x3a:set-output name=x::y'],
  ['body ##[command]rm', 'body #\\x23[command]rm'],
  ['##vso[task.setvariable]', '#\\x23vso[task.setvariable]'],
  ['fe80::1 and a::b', 'fe80::1 and a::b'],
  ['## heading', '## heading'],
])('%s commands no build log', (line, neutral) => {
  expect(neutralLine(line)).toBe(neutral);
});

test('a long text is cut with a note, never inside a character', () => {
  expect(cutText('abcdef', 6)).toBe('abcdef');
  expect(cutText('abcdef', 2)).toBe('ab… (4 more characters)');
  expect(cutText('🔑🔑🔑', 3)).toBe('🔑… (4 more characters)');
});

test('a source line keeps its columns: a tab is one space', () => {
  expect(visibleSourceLine('\tkey:\x9b\t1')).toBe(' key:\\x9b 1');
});

test('a block keeps its line breaks and tabs', () => {
  expect(visibleBlock('a\r\n\tb\r\u202e')).toBe('a\n\tb\\r\\u202e');
});

test('the JSON of several lines keeps its line breaks', () => {
  const text = JSON.stringify({a: '\x7f'}, null, 1);
  expect(jsonWithEscapes(text)).toBe('{\n "a": "\\u007f"\n}');
});
