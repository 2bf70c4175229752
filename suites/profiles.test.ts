// Holds the profiles to the table of statements: which rows a certificate needs follows from what each row says of itself.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {Requirement} from '../model/requirement.ts';

interface Profile {
  readonly id: string;
  readonly includes?: string;
  readonly requirements: readonly string[];
  readonly beside?: readonly string[];
}

const read = (path: string): unknown => parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const ofNodes = read('./mesh-requirements.yaml') as readonly Requirement[];
const rows = [...(read('./requirements.yaml') as readonly Requirement[]), ...ofNodes];
const {profiles} = read('./profiles.yaml') as {readonly profiles: readonly Profile[]};

const observeIn =
  (...ways: readonly string[]) =>
  ({area, level, observe, contested}: Requirement): boolean =>
    area === 'hosting' && level === 'must' && !(contested ?? false) && ways.includes(observe);

test.each<readonly [string, (row: Requirement) => boolean]>([
  ['hosting-core', observeIn('api')],
  ['hosting-full', observeIn('hook', 'config', 'browser')],
  [
    'overlay-codec',
    ({id, area, level, observe}) =>
      area === 'overlay' && level === 'must' && observe === 'wire' && id.startsWith('OV-'),
  ],
  ['overlay-live', ({id}) => id.startsWith('OV-F-') || id === 'OV-WIRE'],
  [
    'overlay-node',
    ({id, level}) => /^OV-F-(LOOKUP|UPDATE|PUNCH)$/.test(id) || (id.startsWith('MESH-') && level === 'must'),
  ],
])('%s needs every row of its kind and no other', (name, belongs) => {
  const profile = profiles.find(({id}) => id === name);
  expect(profile?.requirements.toSorted()).toEqual(
    rows
      .filter(belongs)
      .map(({id}) => id)
      .toSorted(),
  );
});

test('a profile that includes another names one that exists', () => {
  const ids = profiles.map(({id}) => id);
  expect(profiles.flatMap(({includes}) => includes ?? []).filter(id => !ids.includes(id))).toEqual([]);
});

test('the profile of nodes lists, beside its own, what only known nodes do', () => {
  const profile = profiles.find(({id}) => id === 'overlay-node');
  const usual = ofNodes.filter(({level}) => level === 'should').map(({id}) => id);
  expect(profile?.beside?.toSorted()).toEqual(usual.toSorted());
});
