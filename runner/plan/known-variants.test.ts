// Shows that every variant that a case or a context asks for is known with what makes it, and that the reference has them all.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {packageRoot} from '../../test/support/in-process.ts';
import {dimensions} from '../../model/contexts/context.ts';
import {loadCatalog} from '../commands/load/catalog.ts';
import {machineOf} from '../targets/machine.ts';
import {knownVariants} from './known-variants.ts';

test('the variants that suites and contexts ask for, those that are described and those of the reference are the same', async () => {
  const {suites} = await loadCatalog(machineOf({root: packageRoot, version: '0.0.0'}), {own: true, users: []});
  const ofCases = suites.flatMap(({cases}) => cases.flatMap(({variant}) => variant ?? []));
  const asked = [...new Set([...ofCases, ...dimensions.settings.slice(1)])].toSorted();
  const reference: unknown = parse(readFileSync(join(packageRoot, 'fixtures/targets/reference.yaml'), 'utf8'));
  expect(Object.keys(knownVariants)).toEqual(asked);
  expect(reference).toMatchObject({
    variants: Object.fromEntries(Object.entries(knownVariants).map(([name, {title}]) => [name, {title}])),
  });
});
