// Holds that a red line can accuse the right statement: where a case has several, each expectation names the one that it is for.
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {jsonText} from '../model/json.ts';
import type {CaseDefinition} from '../model/suite.ts';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {machineOf} from '../runner/targets/machine.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const {suites} = await loadCatalog(machineOf({root, version: '0.0.0'}), {own: true, users: []});
const several = suites.flatMap(({cases}) => cases).filter(({proves, probe}) => proves.length > 1 && !probe);

/** The statements that the expectations of a case name; a row may name them. */
function namedBy({steps, row}: CaseDefinition): readonly (string | undefined)[] {
  const said = steps.flatMap(step => step.expect.map(({proves}) => proves));
  return said.map(id =>
    id?.startsWith('${row.') === true ? jsonText(row?.values[id.slice(6, -1)] ?? null).slice(1, -1) : id,
  );
}

test('there are cases of several statements', () => {
  expect(several.length).toBeGreaterThan(30);
});

test('each of their expectations names its statement', () => {
  const unnamed = several.filter(one => namedBy(one).some(id => id === undefined || !one.proves.includes(id)));
  expect(unnamed.map(({id}) => id)).toEqual([]);
});

test('each of their statements is named by an expectation, in one row at least', () => {
  const tableOf = ({id}: CaseDefinition): string => id.replace(/\[.*\]$/, '');
  const named = new Set(several.flatMap(one => namedBy(one).map(id => `${tableOf(one)} ${String(id)}`)));
  const judging = several.filter(({steps}) => steps.some(step => step.expect.length > 0));
  const idle = judging.flatMap(one => one.proves.map(id => `${tableOf(one)} ${id}`)).filter(one => !named.has(one));
  expect(idle).toEqual([]);
});
