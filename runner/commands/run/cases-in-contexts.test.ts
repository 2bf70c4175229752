// The choice of contexts is kept in the cache, and made again when what it depends on is another.
import {expect, test} from 'vitest';
import {packageRoot} from '../../../test/support/in-process.ts';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from '../load/catalog.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {casesInContexts} from './cases-in-contexts.ts';

const real = machineOf({root: packageRoot, version: '0.0.0'});
const catalog = await loadCatalog(real, {own: true, users: []});
const all = await gatherRunnables(catalog, real, {withProperties: false});
const some = all.filter(({id}) => id.startsWith('hosting/labels/') || id.startsWith('hosting/reactions/'));

function aMachine(kept: Map<string, string>) {
  const cache = {
    read: (name: string) => kept.get(name),
    write: (name: string, text: string) => void kept.set(name, text),
  };
  return {cache, files: real.files, packageRoot};
}

function idsOf(kept: Map<string, string>, salt = '', runnables = some): readonly string[] {
  return casesInContexts(runnables, {salt}, {catalog, machine: aMachine(kept)}).map(({id}) => id);
}

test('a choice that was kept is taken as it is, and gives the cases that choosing gives', () => {
  const kept = new Map<string, string>();
  const chosen = idsOf(kept);
  expect(chosen.length).toBeGreaterThan(some.length);
  expect(kept.size).toBe(1);
  const [name = ''] = kept.keys();
  expect(JSON.parse(kept.get(name) ?? '')).toEqual(chosen.slice(some.length));
  expect(idsOf(kept)).toEqual(chosen);
  const [first = ''] = chosen.slice(some.length);
  kept.set(name, JSON.stringify([first]));
  expect(idsOf(kept)).toEqual([...chosen.slice(0, some.length), first]);
});

test('what was cut short is chosen again', () => {
  const kept = new Map<string, string>();
  const chosen = idsOf(kept);
  const [name = ''] = kept.keys();
  kept.set(name, '["hosting/la');
  expect(idsOf(kept)).toEqual(chosen);
  expect(JSON.parse(kept.get(name) ?? '')).toEqual(chosen.slice(some.length));
});

test('other cases, another salt and another level are other choices', () => {
  const kept = new Map<string, string>();
  idsOf(kept);
  idsOf(kept, '7');
  idsOf(kept, '', some.slice(1));
  casesInContexts(some, {contexts: 'pairs'}, {catalog, machine: aMachine(kept)});
  expect(kept.size).toBe(4);
  casesInContexts(some, {contexts: 'plain'}, {catalog, machine: aMachine(kept)});
  expect(kept.size).toBe(4);
});
