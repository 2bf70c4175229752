import {expect, test} from 'vitest';
import {sidesOf, type GivenOption} from './sides.ts';

test.each<[string, string, string, string]>([
  ['two servers', '--target A --target B', '--target=A', '--target=B'],
  ['two files', '--target-file a.yaml --target-file b.yaml', '--target-file=a.yaml', '--target-file=b.yaml'],
  ['a file and a server', '--target-file a.yaml --target B', '--target-file=a.yaml', '--target=B'],
  ['a fault of the second', '--reference --reference --fault x', '--reference', '--reference --fault=x'],
  ['a fault of the first', '--reference --fault x --reference', '--reference --fault=x', '--reference'],
  ['the reference and a decoder', '--reference --peer exec:p', '--reference', '--peer=exec:p'],
  ['two decoders', '--peer exec:p --peer exec:q', '--peer=exec:p', '--peer=exec:q'],
  ['servers with decoders', '--target A --peer P --target B --peer Q', '--target=A --peer=P', '--target=B --peer=Q'],
  [
    'one administrator for both',
    '--target A --target B --admin-user root',
    '--target=A --admin-user=root',
    '--target=B --admin-user=root',
  ],
  [
    'an administrator for each',
    '--admin-user a --target A --target B --admin-user b',
    '--target=A --admin-user=a',
    '--target=B --admin-user=b',
  ],
  [
    'headers and switches are for both',
    '--target A --header x:1 --insecure --target B --header y:2',
    '--target=A --header=x:1 --header=y:2 --insecure',
    '--target=B --header=x:1 --header=y:2 --insecure',
  ],
])('%s: %s', (_name, line, first, second) => {
  expect(sidesOf(given(line))).toEqual({kind: 'two', first: first.split(' '), second: second.split(' ')});
});

test.each([
  ['', 'no target is named'],
  ['--target A', 'only one target is named'],
  ['--target A --peer P', 'only one target is named'],
  ['--target A --target B --target C', '3 targets are named, and two are compared'],
  ['--fault x --reference --reference', 'write --fault after the --reference that it is for'],
  ['--target A --target B --jobs 1 --jobs 2 --jobs 3', '--jobs is given 3 times'],
])('%j is refused: %s', (line, problem) => {
  const sides = sidesOf(given(line));
  expect(sides.kind === 'wrong' ? sides.problems.map(text => text.split('\n')[0]) : []).toEqual([problem]);
});

const switches = new Set(['--reference', '--insecure']);
const repeatable = new Set(['--header', '--fault']);

function given(line: string): readonly GivenOption[] {
  const words = line.split(' ').filter(word => word !== '');
  return words.flatMap((flag, n): readonly GivenOption[] => {
    if (!flag.startsWith('--')) return [];
    if (switches.has(flag)) return [{flag, takes: 'none'}];
    return [{flag, value: words[n + 1] ?? '', takes: repeatable.has(flag) ? 'each' : 'one'}];
  });
}
