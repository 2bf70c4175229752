// Shows that one fault of a target is one paragraph, in however many rows and contexts it shows.
import {expect, test} from 'vitest';
import type {CaseLine} from '../../model/journal.ts';
import {aFailedCase, aFinding} from '../../test/support/journal-lines.ts';
import {groupRows, othersText, partOf} from './alike.ts';

const organization = {owner: 'organization'} as const;

function red(id: string, changes: Partial<CaseLine> = {}): CaseLine {
  return aFailedCase({id, ...changes});
}

function ids(lines: readonly CaseLine[]): readonly (readonly string[])[] {
  return groupRows(lines).map(({first, others}) => [first.id, ...others.map(({id}) => id)]);
}

test('contexts of a case that miss the same are told with the plain one', () => {
  const lines = [red('a/b@owner=organization', {context: organization}), red('a/b'), red('a/c')];
  expect(ids(lines)).toEqual([['a/b', 'a/b@owner=organization'], ['a/c']]);
  const [group] = groupRows(lines);
  expect(othersText(group!)).toBe('1 more context');
  expect(group!.others.map(({id}) => partOf(id))).toEqual(['@owner=organization']);
});

test('where the plain context is green, the one that was narrowed is told', () => {
  const narrowed = {left: organization, tried: []};
  const cut = {left: organization, tried: [], cut: 'not narrowed: another fails alike'};
  const lines = [
    red('a/b[x]@actor=collaborator,owner=organization', {context: organization, narrowed: cut}),
    red('a/b[x]@owner=organization', {context: organization, narrowed}),
  ];
  expect(ids(lines)).toEqual([['a/b[x]@owner=organization', 'a/b[x]@actor=collaborator,owner=organization']]);
});

test('cases that are red only because a decoder keeps something are one paragraph, whose first says after what', () => {
  const kept = {cause: 'state-kept'} as const;
  const lines = [
    red('a/b[x]', kept),
    red('c/d[y]', {...kept, detail: 'expected 1, got 2; only after: decode IpAndPort 0801'}),
    red('c/e', kept),
    red('c/f'),
  ];
  expect(ids(lines)).toEqual([['c/d[y]', 'a/b[x]', 'c/e'], ['c/f']]);
  expect(othersText(groupRows(lines)[0]!)).toBe('2 more cases');
});

test('rows are rows where no context is among them', () => {
  const [group] = groupRows([red('a/b[x]'), red('a/b[y]'), red('a/b[z]')]);
  expect(othersText(group!)).toBe('2 more rows');
});

test('what misses something else is told alone', () => {
  const other = {context: organization, findings: [aFinding({path: '/another'})]};
  expect(ids([red('a/b'), red('a/b@owner=organization', other)])).toEqual([['a/b'], ['a/b@owner=organization']]);
});
