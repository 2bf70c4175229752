import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {faults} from '../faults/faults.ts';
import {patchedRules} from './make-rules.ts';
import {requirementsOfRule} from './requirements.ts';
import {statedRules} from './rules.ts';

interface Row {
  readonly id: string;
  readonly area: string;
  readonly observe: string;
}

const file = fileURLToPath(new URL('../../suites/requirements.yaml', import.meta.url));
const rows = (parse(readFileSync(file, 'utf8')) as readonly Row[]).filter(
  // One statement about overlay messages is about what a hosting server does not have.
  ({area, id}) => area === 'hosting' || id === 'OV-NOT-HTTP',
);
const carried = new Set(Object.values(requirementsOfRule).flat());

/** Rows that no rule carries: what nobody can see from outside. */
const exempt = ['OIDC-FORMAT', 'ACTIONS-EXPERIMENTAL'];

/** Rules that carry no statement: what known servers usually do, and what other rules are made of. */
const usual = ['countsForMerge', 'maySeePerson', 'pathNames'];

test('every statement that can be observed has a rule that carries it', () => {
  const observed = rows.filter(({observe}) => observe !== 'contract' && observe !== 'none');
  expect(observed.length).toBeGreaterThan(90);
  expect(observed.map(({id}) => id).filter(id => !carried.has(id))).toEqual([]);
});

test('what no rule carries is exempt by name, and nothing else is', () =>
  expect(rows.map(({id}) => id).filter(id => !carried.has(id))).toEqual(exempt));

test('rules cite statements that exist', () => {
  const known = new Set(rows.map(({id}) => id));
  expect([...carried].filter(id => !known.has(id))).toEqual([]);
});

test('every rule is listed, and what is listed is a rule', () =>
  expect(Object.keys(requirementsOfRule).toSorted()).toEqual(Object.keys(statedRules).toSorted()));

test('rules without a statement are known by name', () =>
  expect(
    Object.entries(requirementsOfRule)
      .filter(([, ids]) => ids.length === 0)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(usual));

test.each(faults)('$name breaks a statement that one of its rules carries', ({patch, requirement}) => {
  const ids = patchedRules(patch).flatMap(name => requirementsOfRule[name]);
  expect(ids).toContain(requirement);
});
