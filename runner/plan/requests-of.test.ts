// What a case costs: its steps, and making and removing what it starts from, with what a context adds.
import {expect, test} from 'vitest';
import type {Context} from '../../model/contexts/context.ts';
import type {Runnable} from '../../model/plan.ts';
import {packageRoot} from '../../test/support/in-process.ts';
import {loadCatalog} from '../commands/load/catalog.ts';
import {gatherRunnables} from '../commands/load/gather-runnables.ts';
import {machineOf} from '../targets/machine.ts';
import {onlyIn, withContexts} from './contexts/assign-contexts.ts';
import {histories} from '../../suites/properties/histories/all.ts';
import {requestsOf} from './requests-of.ts';

const machine = machineOf({root: packageRoot, version: '0.0.0'});
const catalog = await loadCatalog(machine, {own: true, users: []});
const plain = await gatherRunnables(catalog, machine, {withProperties: true});
const all = catalog.arrangements;

const cost = (runnables: readonly Runnable[]): number =>
  runnables.reduce((sum, runnable) => sum + requestsOf({runnable}, all, 0), 0);

// The repository is made and removed (2), its label made (1), and six steps are sent; in a private one a reader is let in.
test.each<[Context, number]>([
  [{}, 9],
  [{owner: 'organization'}, 9],
  [{visibility: 'private'}, 10],
  [{actor: 'collaborator'}, 10],
  [{history: 'edited'}, 13],
  [{history: 'removed-before'}, 13],
  [{siblings: 'eleven'}, 20],
  [{twin: 'elsewhere'}, 12],
])('a case on a label in %j sends %i requests', (context, requests) => {
  const one = plain
    .filter(({id}) => id === 'hosting/labels/exclusive-is-kept-by-other-edits')
    .map(runnable => ({...runnable, framed: []}) as Runnable);
  const placed = Object.keys(context).length === 0 ? one : onlyIn(one, context, catalog);
  expect(cost(placed)).toBe(requests);
});

test('what is skipped sends nothing', () => {
  const skip = {cause: 'withdrawn', why: ''} as const;
  expect(plain.map(runnable => requestsOf({runnable, skip}, all, 0)).filter(count => count > 0)).toEqual([]);
});

test('a property says how many requests a run of it sends, where that is no dozen', () => {
  const one = plain.filter(({id}) => id === 'properties/operations/history-of-times');
  expect(one).toHaveLength(1);
  expect(cost(one)).toBe(histories.times.asks.length + 3 * histories.times.people.length);
});

test('values take at most twice the requests of plain, and pairs three and a half times', () => {
  const hosting = plain.filter(({definition}) => definition.area === 'hosting');
  const at = (level: 'values' | 'pairs'): number => cost(withContexts(hosting, {level, salt: '', data: catalog}));
  expect(at('values') / cost(hosting)).toBeLessThanOrEqual(2);
  expect(at('pairs') / cost(hosting)).toBeLessThanOrEqual(3.5);
  expect(at('values')).toBeLessThan(at('pairs'));
});
