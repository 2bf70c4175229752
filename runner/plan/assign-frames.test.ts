// Frames of our own suites: each operation is looked beside once, where nothing that is made for it disturbs, and cheaply.
import {expect, test} from 'vitest';
import {packageRoot} from '../../test/support/in-process.ts';
import {loadCatalog} from '../commands/load/catalog.ts';
import {gatherRunnables} from '../commands/load/gather-runnables.ts';
import {machineOf} from '../targets/machine.ts';
import type {FramedStep} from '../../model/contexts/frame-reads.ts';
import type {PlannedExample, PlannedProperty} from '../../model/plan.ts';
import {ableToLook, asOfEdition, withFrames} from './assign-frames.ts';
import {withContexts} from './contexts/assign-contexts.ts';

const machine = machineOf({root: packageRoot, version: '0.0.0'});
const catalog = await loadCatalog(machine, {own: true, users: []});
const all = await gatherRunnables(catalog, machine, {withProperties: false});
const examples = all.flatMap(one => (one.kind === 'example' ? [one] : []));
const framesOf = ({framed = []}: PlannedExample): readonly FramedStep[] => framed;
const framed = examples.flatMap(framesOf);

test('at least sixty operations of all areas are looked beside', () => {
  expect(new Set(framed.map(({operation}) => operation)).size).toBeGreaterThanOrEqual(60);
});

test('what is made for a frame is made once for each operation, and what is there is read once for each statement', () => {
  const made = framed.flatMap(({operation, reads}) =>
    reads
      .filter(({given, excluded}) => given.length > 0 && excluded.length === 0)
      .map(({name}) => `${operation} ${name}`),
  );
  expect(new Set(made).size).toBe(made.length);
  expect(Math.max(...framed.map(({reads}) => reads.length))).toBeLessThanOrEqual(4);
});

const requestsOf = (name: string): number => {
  const {given = [], steps = [], cleanup} = catalog.arrangements.get(name) ?? {};
  return (
    given.reduce((sum, {arrange}) => sum + requestsOf(arrange), 0) + steps.length + (cleanup === undefined ? 0 : 1)
  );
};

// The cases of a whole run send about 7,200 requests to a hosting server.
test('all frames together send at most a tenth of the requests of a run', () => {
  const requests = framed
    .flatMap(({reads}) => reads)
    .reduce((sum, {given}) => sum + 2 + given.reduce((more, {arrange}) => more + requestsOf(arrange), 0), 0);
  expect(requests).toBeGreaterThan(300);
  expect(requests).toBeLessThanOrEqual(720);
});

test('a case that counts what there is has nothing made beside it', () => {
  const counting = examples.filter(({definition}) => definition.fixed?.['siblings'] !== undefined);
  const beside = counting.flatMap(framesOf).flatMap(({reads}) => reads.filter(({given}) => given.length > 0));
  expect(counting.length).toBeGreaterThan(5);
  expect(beside).toEqual([]);
});

test('what is read again is read when the effect was seen, and before anything else is changed', () => {
  const label = examples.find(({id}) => id === 'hosting/labels/scope-is-text-before-last-slash[same-scope]');
  expect(label?.framed?.map(({operation, step, until}) => [operation, step, until])).toEqual([['issueAddLabel', 0, 1]]);
  const values = examples.find(({id}) => id === 'hosting/automation/values-of-a-repository-change-and-go');
  expect(values?.framed?.map(({step, until}) => [step, until])).toEqual([
    [1, 2],
    [4, 5],
    [7, 8],
  ]);
  const edit = examples.find(({id}) => id === 'hosting/issues/edit-leaves-identity-alone[identifiers]');
  expect(edit?.framed?.map(({operation, step, until}) => [operation, until > step])).toEqual([
    ['issueEditIssue', true],
  ]);
});

test('cases in contexts and cases of a user have no frames', () => {
  const {arrangements, rights} = catalog;
  const placed = withContexts(all, {level: 'values', salt: '', data: {arrangements, rights}});
  const inContext = placed.filter(one => one.kind === 'example' && one.context !== undefined);
  expect(inContext.length).toBeGreaterThan(100);
  expect(inContext.filter(one => one.kind === 'example' && one.framed !== undefined)).toEqual([]);
  const users = examples.map(({framed: _none, ...one}) => ({...one, isUsers: true}));
  expect(withFrames(users, catalog)).toEqual(users);
});

test('properties of a hosting server may look beside their calls, also those of a user', () => {
  const law = {id: 'law', title: 'a law', proves: [], runs: 1, floor: 1, input: undefined, check: undefined};
  const planned = (area: string): PlannedProperty => {
    const definition = {...law, area} as unknown as PlannedProperty['definition'];
    return {kind: 'property', id: 'properties/x/law', file: 'x.ts', definition};
  };
  const hosting = ableToLook(planned('hosting'), catalog);
  expect(hosting.frames).toBe(catalog.frames);
  expect(ableToLook(planned('overlay-codec'), catalog)).not.toHaveProperty('frames');
  expect(asOfEdition([hosting], '2026.1')[0]).not.toHaveProperty('frames');
});

test('a gate that pins the edition before frames has none', () => {
  expect(asOfEdition(examples, '2026.2')).toBe(examples);
  const older = asOfEdition(examples, '2026.1').flatMap(one => (one.kind === 'example' ? framesOf(one) : []));
  expect([framed.length > 50, older]).toEqual([true, []]);
});
