import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {overlayFaults} from '../overlay/faults.ts';
import {patchedRules} from '../rules/make-rules.ts';
import {statedRules} from '../rules/rules.ts';
import {faults} from './faults.ts';

interface Row {
  readonly id: string;
  readonly observe: string;
}

const requirementsFile = fileURLToPath(new URL('../../suites/requirements.yaml', import.meta.url));
const rows = parse(readFileSync(requirementsFile, 'utf8')) as readonly Row[];
const requirements = new Set(rows.map(({id}) => id));
const all = [...faults, ...overlayFaults];

test('names are unique', () => expect(new Set(all.map(({name}) => name)).size).toBe(all.length));

test.each(faults)('$name patches one rule that exists, rarely two, and really another way', ({patch}) => {
  const names = patchedRules(patch);
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(2);
  for (const name of names) {
    expect(Object.keys(statedRules)).toContain(name);
    expect(patch(statedRules)[name]).not.toBe(statedRules[name]);
  }
});

test.each(faults)('$name breaks a statement of the record', ({requirement}) =>
  expect(requirements).toContain(requirement),
);

test.each(faults)('$name says in one sentence what it does', ({says}) => expect(says).toMatch(/^[A-Z].*\.$/));

// Rows that only a published contract shows, or nothing at all, need no fault.
test.each(rows.filter(({observe}) => observe !== 'contract' && observe !== 'none'))(
  '$id has two faults, or one that says why it is enough',
  ({id}) => {
    const own = all.filter(({requirement, ...fault}) => requirement === id && !('noticedBy' in fault));
    const [first] = own;
    // A sentence beside a second fault says nothing.
    const wanted = own.length === 1 && /^[A-Z].*\.$/.test(first?.alone ?? '') ? 1 : 2;
    expect(own.length).toBeGreaterThanOrEqual(wanted);
    expect(own.filter(({alone}) => alone !== undefined)).toHaveLength(wanted === 1 ? 1 : 0);
  },
);
