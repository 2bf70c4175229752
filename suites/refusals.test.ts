// A refusal shows something only beside a control: the same request is accepted in the same case, by a step or by what the case starts from.
import {expect, test} from 'vitest';
import type {Arrangement} from '../model/arrangement.ts';
import {jsonText, type Json} from '../model/json.ts';
import type {CaseDefinition, Given, Step} from '../model/suite.ts';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {packageRoot} from '../test/support/in-process.ts';

const catalog = await loadCatalog(machineOf({root: packageRoot, version: '0.0.0'}), {own: true, users: []});
const cases = catalog.suites.flatMap(suite => suite.cases).filter(({area, probe}) => area === 'hosting' && !probe);

/** Cases whose refusals have their control elsewhere, and where. */
const controlledElsewhere: {readonly [caseId: string]: string} = {
  'hosting/automation/off-by-default-for-a-repository':
    'on-for-a-repository has the same requests accepted where the setting is on, which needs another server',
  'hosting/automation/off-by-default-for-an-organization':
    'on-for-an-organization has the same requests accepted where the setting is on, which needs another server',
  'hosting/automation/off-by-default-for-runners':
    'on-for-the-site and runners-speak-outside-the-prefix have them accepted where the setting is on',
  'hosting/automation/runners-speak-outside-the-prefix':
    'it is about the path: the same message is answered at the right one, in its first step',
};

/** What a step sends: an operation, or method and path. */
function requestIn(step: Step): string | undefined {
  if (step.kind === 'call') return step.operation;
  return step.kind === 'request' ? `${step.method} ${step.path}` : undefined;
}

function isRefused({row}: CaseDefinition, step: Step): boolean {
  return step.expect.some(({status}) => {
    if (status === undefined) return false;
    const name = typeof status === 'string' ? /^\$\{row\.(\w+)\}$/.exec(status)?.[1] : undefined;
    const value: Json = name === undefined ? status : (row?.values[name] ?? null);
    return /^"?4\d\d"?$|^"4xx"$|^\{"\$in":\[4/.test(jsonText(value));
  });
}

function madeBy(givens: readonly Given[]): readonly string[] {
  return givens.flatMap(({arrange}) => {
    const arrangement: Arrangement | undefined = catalog.arrangements.get(arrange);
    return arrangement === undefined ? [] : [...arrangement.steps.map(({call}) => call), ...madeBy(arrangement.given)];
  });
}

/** Gives the refused requests of a case that nothing in it shows to be accepted otherwise. */
function uncontrolled(definition: CaseDefinition): readonly string[] {
  const refused = definition.steps.filter(step => isRefused(definition, step));
  const accepted = definition.steps.filter(step => !refused.includes(step)).map(requestIn);
  const controls = new Set<string | undefined>([...accepted, ...madeBy(definition.given)]);
  return refused.flatMap(step => requestIn(step) ?? []).filter(request => !controls.has(request));
}

test('every refusal that a sentence states has a control in its case, or says where it has one', () => {
  const without = cases
    .filter(one => !(one.id in controlledElsewhere))
    .map(one => [one.id, [...new Set(uncontrolled(one))]]);
  expect(without.filter(([, requests]) => requests?.length !== 0)).toEqual([]);
  expect(cases.filter(one => one.steps.some(step => isRefused(one, step))).length).toBeGreaterThan(40);
});

test('at most five cases have their control elsewhere, and each of them needs to say so', () => {
  const listed = cases.filter(({id}) => id in controlledElsewhere);
  expect(listed.map(({id}) => id).toSorted()).toEqual(Object.keys(controlledElsewhere).toSorted());
  expect(listed.filter(one => uncontrolled(one).length === 0)).toEqual([]);
  expect(listed.length).toBeLessThanOrEqual(5);
});
