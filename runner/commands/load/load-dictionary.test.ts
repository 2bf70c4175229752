// Pins the form of dictionaries: that of libFuzzer and AFL, with the line of each mistake.
import {expect, test} from 'vitest';
import {readDictionary} from './load-dictionary.ts';

test('words are read with and without names, escapes and comments', () => {
  const {words, problems} = readDictionary('# tags\n\nkw1="blah"\nkw2 = "\\"ac\\\\dc\\""\r\n"\\xF7\\x00F"\nkw@2="z"\n');
  expect(words.map(word => Buffer.from(word).toString('latin1'))).toEqual(['blah', '"ac\\dc"', '\xF7\0F', 'z']);
  expect(problems).toEqual([]);
});

test.each([
  ['a="b"\nblah\n', 'line 2: "blah" is not an entry: write name="value", with \\xAB for a byte'],
  ['"\\q"', 'line 1 is not an entry: write name="value", with \\xAB for a byte'],
  ['""', 'line 1 is not an entry: write name="value", with \\xAB for a byte'],
  ['# only this\n', 'it has no entries: write name="value", one per line'],
])('%j has a mistake', (text, problem) => {
  expect(readDictionary(text).problems).toEqual([problem]);
});
