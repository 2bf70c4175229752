// Shows what laying out changes and what it keeps.
import {readFileSync, readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {formatYaml} from './format-yaml.ts';
import {someOf} from '../../test/support/length.ts';

function formatted(text: string): string {
  const result = formatYaml({text, file: 'a.yaml'});
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.text;
}

const long = Array.from({length: 30}, (_, index) => `item-${String(index)}`);

test.each([
  ['suite:   a/b\ncases:\n- id:  one\n', 'suite: a/b\ncases:\n  - id: one\n'],
  ['a: { b: 1,  c: [ 1,2 ] }\n\n\n', 'a: {b: 1, c: [1, 2]}\n'],
  ['# first\na: 1 # beside\n\n# last\n', '# first\na: 1 # beside\n\n# last\n'],
  ['a: [\n  1,\n  2\n]\n', 'a: [1, 2]\n'],
  [`a: [\n  ${long.join(',\n  ')}\n]\n`, `a:\n${long.map(item => `  - ${item}\n`).join('')}`],
  ['a: 1\r\nb: 2\r\n', 'a: 1\nb: 2\n'],
  ['\uFEFFa: 1', 'a: 1\n'],
  ['a: \'x\'\nb: "y"\n', 'a: \'x\'\nb: "y"\n'],
  ['a: |\n  one\n   two\n', 'a: |\n  one\n   two\n'],
  ['n: 12345678901234567890\nh: 0x1F\n', 'n: 12345678901234567890\nh: 0x1f\n'],
])('%j becomes %j, and stays so', (before, after) => {
  expect(formatted(before)).toBe(after);
  expect(formatted(after)).toBe(after);
});

test('a comment inside braces stays where it is', () => {
  const text = formatted('a: {\n  # why\n  b: 1, # beside\n  c: 2\n}\n');
  expect(text).toContain('# why');
  expect(text).toContain('# beside');
  expect(formatted(text)).toBe(text);
});

test('what is no suite file is refused with its place and left alone', () => {
  expect(formatYaml({text: 'a: 1\na: 2\n', file: 'a.yaml'})).toMatchObject({
    kind: 'refused',
    problems: [{file: 'a.yaml', line: 2}],
  });
  expect(formatYaml({text: 'a: [1\n', file: 'a.yaml'}).kind).toBe('refused');
  expect(formatYaml({text: 'a: 1\n---\nb: 2\n', file: 'a.yaml'}).kind).toBe('refused');
});

const folder = new URL('../../suites/hosting/', import.meta.url);
test.each(
  someOf(
    readdirSync(folder).filter(name => name.endsWith('.yaml')),
    4,
  ),
)('our own %s keeps its values and comments', name => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const once = formatted(text);
  expect(formatted(once)).toBe(once);
});
