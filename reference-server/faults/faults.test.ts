import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {patchedRules} from '../rules/make-rules.ts';
import {statedRules} from '../rules/rules.ts';
import {faults} from './faults.ts';

const requirementsFile = fileURLToPath(new URL('../../suites/requirements.yaml', import.meta.url));
const requirements = new Set(
  [...readFileSync(requirementsFile, 'utf8').matchAll(/^- id: (\S+)$/gm)].map(([, id]) => id),
);

test('names are unique', () => expect(new Set(faults.map(({name}) => name)).size).toBe(faults.length));

test.each(faults)('$name patches one rule that exists, rarely two, and really another way', ({patch}) => {
  const names = patchedRules(patch);
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(2);
  for (const name of names) {
    expect(Object.keys(statedRules)).toContain(name);
    expect(patch(statedRules)[name as keyof typeof statedRules]).not.toBe(
      statedRules[name as keyof typeof statedRules],
    );
  }
});

test.each(faults)('$name breaks a statement of the record', ({requirement}) =>
  expect(requirements).toContain(requirement),
);

test.each(faults)('$name says in one sentence what it does', ({says}) => expect(says).toMatch(/^[A-Z].*\.$/));
