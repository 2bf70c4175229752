import {expect, test} from 'vitest';
import {shellWords} from './shell-words.ts';

test.each([
  ['./decoder', ['./decoder']],
  ['  a  b ', ['a', 'b']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [`a '' ""`, ['a', '', '']],
  [String.raw`a\ b "c\"d" 'e\f'`, ['a b', 'c"d', String.raw`e\f`]],
  ['echo $HOME `id` $(id) ; rm *', ['echo', '$HOME', '`id`', '$(id)', ';', 'rm', '*']],
  [`x'y'z`, ['xyz']],
  ['', []],
  ["a $'it\\'s\\n\\u00e9\\x41' \\\r\n b\\\nc", ['a', "it's\néA", 'bc']],
  ['$5 a$', ['$5', 'a$']],
])('%s', (text, words) => {
  expect(shellWords(text)).toEqual({kind: 'words', words});
});

test('a quote that is not closed is told', () => {
  expect(shellWords(`a "b`)).toEqual({kind: 'unclosed', quote: '"'});
});
