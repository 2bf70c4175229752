// Which cases reach a mutant: by what was noted for their requests, and for what is made once, by who uses it.
import {expect, test} from 'vitest';
import type {NotedUnit} from '../../../../model/mutants.ts';
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import type {Healthy} from './healthy-runs.ts';
import {reachOf} from './reach.ts';
import {Sight} from './replies.ts';

const sources: {readonly [file: string]: string} = {
  'reference-server/hosting/resources/git/tags.ts': `export const tagRoutes = [
  {operation: 'repoListTags', method: 'GET', areas},
  {
    operation: 'repoDeleteTag',
    method: 'DELETE',
  },
];
`,
  'reference-server/rules/labels.ts': `export const labelRules = {
  needsOption: false,
};
`,
  'reference-server/rules/scope-names.ts': 'export const areas = [];\n',
  'reference-server/hosting/dispatch.ts': "import {areas} from '../rules/scope-names.ts';\n",
};

function aMutant(id: number, file: string, change: Partial<DescribedMutant> = {}): DescribedMutant {
  const place = {line: 1, column: 1, function: 'f', mutator: 'M', before: 'a', after: 'b'};
  return {id, key: String(id), file, folder: file.split('/')[1] ?? '', ...place, ...change};
}

const tags = 'reference-server/hosting/resources/git/tags.ts';
const labels = 'reference-server/rules/labels.ts';
const dispatch = 'reference-server/hosting/dispatch.ts';
const noted: readonly NotedUnit[] = [
  {unit: 'load', ids: [2, 3, 4, 5], files: []},
  {unit: 'start', ids: [6], files: []},
  {unit: 'r1', ids: [1], files: [tags]},
  {unit: 'r2', ids: [1], files: [dispatch]},
];
const sets = (entries: {readonly [id: string]: readonly string[]}): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(entries).map(([id, values]) => [id, new Set(values)]));
const healthy: Healthy = {
  green: new Map([
    ['slow', 90],
    ['fast', 10],
  ]),
  red: [],
  units: sets({slow: ['r1'], fast: ['r2'], 'not-green': ['r1']}),
  operations: sets({slow: ['repoListTags']}),
  rules: sets({fast: ['needsOption']}),
  noted,
  seen: [new Sight(), new Sight()],
};

test.each<[string, DescribedMutant, readonly string[], boolean]>([
  ['in requests, the fastest case first', aMutant(1, tags), ['fast', 'slow'], false],
  ['in a route that a case calls', aMutant(2, tags, {line: 2}), ['slow'], true],
  ['in a route that no case calls', aMutant(3, tags, {line: 5}), [], true],
  ['in a rule that is a value', aMutant(4, labels, {function: 'labelRules.needsOption'}), ['fast'], true],
  ['in a table that another file imports', aMutant(5, 'reference-server/rules/scope-names.ts'), ['fast'], true],
  ['while a server starts', aMutant(6, dispatch), ['fast', 'slow'], false],
  ['nowhere', aMutant(7, dispatch), [], false],
])('%s', (_name, mutant, cases, isAtLoad) => {
  const runnables = ['slow', 'fast'].map(
    id =>
      ({kind: 'example', id, definition: {area: 'hosting'}}) as unknown as Parameters<
        typeof reachOf
      >[1]['runnables'][number],
  );
  const reach = reachOf([mutant], {healthy, runnables, readSource: file => sources[file] ?? ''});
  expect(reach(mutant)).toEqual({cases, isAtLoad});
});
