// Entries say of a mutant why it need not be noticed; one that fits nothing any more is found.
import {expect, test} from 'vitest';
import {machineOf} from '../../../targets/machine.ts';
import {packageRoot} from '../../../../test/support/in-process.ts';
import {entriesOf, readEntries, whyStale} from './entries-file.ts';

const good = `
- file: reference-server/rules/labels.ts
  function: labelRules.scopeOf
  mutator: EqualityOperator
  old: lastSlash > 0
  new: lastSlash >= 0
  kind: equivalent
  reason: why
  confirmedBy: somebody
`;

test('an entry is read', () => {
  const {entries, problems} = entriesOf(good);
  expect(problems).toEqual([]);
  expect(entries).toMatchObject([{old: 'lastSlash > 0', kind: 'equivalent', confirmedBy: 'somebody'}]);
});

test.each([
  ['a reason that is missing', good.replace(/ {2}reason: .*\n/, ''), 'entry 1: it needs the text "reason"'],
  ['nobody who confirmed it', good.replace('somebody', '""'), 'entry 1: it needs the text "confirmedBy"'],
  [
    'a kind that there is not',
    good.replace('equivalent', 'boring'),
    'entry 1: its kind is "boring"; it must be one of equivalent, unobservable, record silent',
  ],
  ['a key that there is not', `${good}  line: 12\n`, 'entry 1: it has "line", which no entry has'],
  ['no list', 'a: b', 'it is not a YAML list of entries'],
  ['no YAML', '- [', 'it is not a YAML list of entries'],
])('%s is a problem', (_name, text, problem) => {
  expect(entriesOf(text)).toEqual({entries: [], problems: [`reference-server/mutants/entries.yaml  ${problem}`]});
});

test('an empty file has no entries', () => {
  expect(entriesOf('# none yet\n')).toEqual({entries: [], problems: []});
});

const source = 'export const labelRules = {\n  scopeOf(name: string) {\n    return lastSlash\n      > 0;\n  },\n};\n';

test.each([
  ['fits', source, undefined],
  ['whose file is gone', undefined, 'there is no such file'],
  ['whose function is gone', source.replace('scopeOf', 'renamed'), 'the file has no such function'],
  ['whose text is gone', source.replace('> 0', '> 1'), '"lastSlash > 0" is not in it'],
])('an entry %s', (_name, text, why) => {
  const [entry] = entriesOf(good).entries;
  if (entry === undefined) throw new Error('the good entry cannot be read');
  const found = whyStale(entry, text);
  expect(found?.split('labelRules.scopeOf: ')[1]?.split('; ')[0]).toBe(why);
});

test('our own entries fit the sources', () => {
  expect(readEntries(machineOf({root: packageRoot, version: 'test'})).problems).toEqual([]);
});
