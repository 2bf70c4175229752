// The canonical set of a profile: a certificate needs every case, in every context that the seed of its run chose.
import {expect, test} from 'vitest';
import {packageRoot} from '../../../test/support/in-process.ts';
import {whyNoCertificate} from '../../../reports/certificate/certifiable.ts';
import {machineOf} from '../../targets/machine.ts';
import {loadProfile} from '../certify/statement-tables.ts';
import {loadCatalog} from '../load/catalog.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {canonicalIds} from './canonical-cases.ts';

const machine = machineOf({root: packageRoot, version: '0.0.0'});
const catalog = await loadCatalog(machine, {own: true, users: []});
const all = await gatherRunnables(catalog, machine, {withProperties: true});
const found = loadProfile('hosting-core', new Set(catalog.requirements.keys()), machine);
if (found.kind === 'unknown') throw new Error(found.why);
const {profile} = found;
const idsAt = (...seeds: readonly number[]): readonly string[] => canonicalIds(all, profile, {seeds, data: catalog});
const inContexts = (ids: readonly string[]): readonly string[] => ids.filter(id => id.includes('@'));

test('each seed chooses contexts, and journals of two seeds need those of both', () => {
  const [one, other, both] = [idsAt(1), idsAt(2), idsAt(1, 2)];
  expect(inContexts(one).length).toBeGreaterThan(100);
  expect(inContexts(one)).not.toEqual(inContexts(other));
  expect(new Set(both)).toEqual(new Set([...one, ...other]));
  expect(idsAt()).toEqual(one.filter(id => !id.includes('@')));
});

test('a case that did not run in its context is one reason against a certificate', () => {
  const [missing = ''] = inContexts(idsAt(1));
  expect(whyNoCertificate({journals: [], profile, canonical: [missing]})).toContain(
    `1 case of the canonical set is not in the journal, e.g. ${missing}`,
  );
});
