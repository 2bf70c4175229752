// Shows what an explanation says, and that everything with an id can be explained.
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {readJournal} from '../../../reports/journal/reader.ts';
import {readKillList} from '../../../reports/coverage/kill-list.ts';
import {aFailedCase, aJournalText} from '../../../test/support/journal-lines.ts';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from '../load/catalog.ts';
import {explainSubject} from './build.ts';
import {findSubject, nearNames} from './find.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {someOf} from '../../../test/support/length.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const machine = machineOf({root, version: '0.0.0'});
const catalog = await loadCatalog(machine, {own: true, users: []});
const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
const faults = await machine.referenceFaults();
const known = {requirements: catalog.requirements, runnables, faults};
const list = machine.files.readText(`${root}/docs/kill-matrix.jsonl`);
const kills = readKillList(list.kind === 'text' ? list.text : '');
const sources = {...known, catalog, kills, servers: [], journal: {kind: 'none', why: 'nothing ran'}} as const;

async function explain(id: string) {
  const subject = findSubject(id, known);
  if (subject === undefined) throw new Error(`nothing is called ${id}`);
  return explainSubject(subject, sources);
}

test('a statement is explained with its cases, an example, and the faults that they catch', async () => {
  const told = await explain('label-scope');
  expect(told).toMatchObject({kind: 'statement', requirement: {id: 'LABEL-SCOPE'}});
  if (told.kind !== 'statement') throw new Error('no statement');
  expect(told.cases.map(({id}) => id)).toContain('hosting/labels/scope-is-text-before-last-slash');
  expect(told.example?.lines).toContainEqual(expect.objectContaining({what: 'status', right: '200', wrong: '404'}));
  expect(told.example?.lines).toContainEqual(
    expect.objectContaining({what: '$.labels[*].name', says: expect.stringContaining('one more') as string}),
  );
  const fault = told.faults.find(({name}) => name === 'label-scope-first-slash');
  expect(fault?.found).toMatch(/^expected /);
});

test('a row is explained by itself, and its case with all rows', async () => {
  const row = await explain('hosting/labels/scope-is-text-before-last-slash[nested-scopes]');
  const whole = await explain('hosting/labels/scope-is-text-before-last-slash');
  if (row.kind !== 'case' || whole.kind !== 'case') throw new Error('no case');
  expect(row.rows).toEqual([]);
  expect(row.place).toMatch(/^suites\/hosting\/labels\.yaml:\d+$/);
  expect(row.steps.at(-1)).toContain('bob calls issueGetIssue (GET /repos/{owner}/{repo}/issues/{index})');
  expect(whole.rows.length).toBeGreaterThan(5);
});

test('a contested statement says that servers differ', async () => {
  const contested = [...catalog.requirements.values()].find(row => row.contested);
  const told = await explain(contested?.id ?? '');
  expect(told).toMatchObject({differ: [expect.stringContaining('contested')]});
});

test('every statement, case and fault can be explained, and every case that expects something has an example', async () => {
  const ids = [...catalog.requirements.keys(), ...faults.map(({name}) => name)];
  for (const id of someOf(ids, 4)) await explain(id);
  const silent: string[] = [];
  for (const runnable of someOf(runnables, 4)) {
    const told = await explain(runnable.id);
    const expects = runnable.kind === 'example' && runnable.definition.steps.some(step => step.expect.length > 0);
    if (expects && told.kind === 'case' && told.example === undefined) silent.push(runnable.id);
  }
  expect(silent).toEqual([]);
});

test('a fault is explained with its statement and the cases that notice it', async () => {
  expect(await explain('label-scope-first-slash')).toMatchObject({
    kind: 'fault',
    requirement: {id: 'LABEL-SCOPE'},
    noticedBy: expect.arrayContaining([expect.objectContaining({verdict: 'fail'})]) as unknown,
    command: 'npx --no-install touchstone run --reference --fault label-scope-first-slash --requirement LABEL-SCOPE',
  });
});

test.each([
  ['LABEL-SCOP', 'did you mean LABEL-SCOPE'],
  ['scope-is-text-before-last-slsh', 'hosting/labels/scope-is-text-before-last-slash'],
  ['label-scope-frist-slash', 'label-scope-first-slash'],
  ['exclusive', 'did you mean LABEL-EXCLUSIVE'],
  ['qqqqqqqq', 'npx --no-install touchstone list shows the cases'],
])('%s is not known, and near names are offered', (typed, says) => {
  expect(findSubject(typed, known)).toBeUndefined();
  expect(nearNames(typed, known)).toContain(says);
});

test('a list of kills that cannot be read says nothing', () => {
  expect([readKillList('{'), readKillList('{"schema":9}'), readKillList('')].map(({size}) => size)).toEqual([0, 0, 0]);
});

test.each([
  ['the step that failed in the newest run', [{basis: 'stated', path: 'status', message: 'm', step: 1}] as const, 2],
  ['the last one, where it is not known to have failed', [], 8],
])('the example of a case is of %s', async (_what, findings, step) => {
  const id = 'hosting/automation/off-by-default-for-a-repository';
  const subject = findSubject(id, known);
  const reading = readJournal(aJournalText([aFailedCase({id, findings: [...findings]})]));
  if (subject === undefined || reading.kind === 'refused') throw new Error('nothing to explain');
  const journal = {kind: 'journal', journal: reading, file: 'results.jsonl', bytes: new Uint8Array()} as const;
  const told = await explainSubject(subject, {...sources, journal});
  expect(told.kind === 'case' ? told.example?.step : undefined).toMatch(new RegExp(`^step ${String(step)}: `));
});
