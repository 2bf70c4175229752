// Holds the faults of the node to what every fault is: a name of its own, a statement that exists, one rule or a few that really are others.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {faults} from '../faults/faults.ts';
import {overlayFaults} from '../overlay/faults.ts';
import {meshFaults} from './faults.ts';
import {makeMeshRules} from './rules/mesh-rules.ts';

const statements = new Set(
  ['requirements.yaml', 'mesh-requirements.yaml'].flatMap(file => {
    const path = fileURLToPath(new URL(`../../suites/${file}`, import.meta.url));
    return (parse(readFileSync(path, 'utf8')) as readonly {readonly id: string}[]).map(({id}) => id);
  }),
);

test('there are enough, and no two of all roles have one name', () => {
  const names = [...faults, ...overlayFaults, ...meshFaults].map(({name}) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(meshFaults.length).toBeGreaterThanOrEqual(40);
});

test.each(meshFaults)('$name breaks a statement by other rules', ({requirement, patch}) => {
  expect(statements).toContain(requirement);
  const healthy = makeMeshRules();
  const replaced = patch(healthy);
  expect(Object.keys(healthy)).toEqual(expect.arrayContaining(Object.keys(replaced)));
  for (const [name, rule] of Object.entries(replaced)) expect(rule).not.toBe(Reflect.get(healthy, name));
});

test('every statement about nodes has a fault that breaks it', () => {
  const broken = new Set(meshFaults.map(({requirement}) => requirement));
  expect([...statements].filter(id => id.startsWith('MESH-') && !broken.has(id))).toEqual([]);
});
