// What is drawn depends on the seed and on the mutants themselves, not on their numbers.
import {expect, test} from 'vitest';
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import {describeMutants} from './described.ts';
import {drawMutants, functionDigests, inChangedFunctions} from './draw-mutants.ts';

function aMutant(id: number, change: Partial<DescribedMutant> = {}): DescribedMutant {
  return {
    id,
    key: `key ${String(id)}`,
    file: 'reference-server/rules/labels.ts',
    folder: 'rules',
    line: 1,
    column: 1,
    function: 'scopeOf',
    mutator: 'BooleanLiteral',
    before: 'true',
    after: 'false',
    ...change,
  };
}

const many = Array.from({length: 200}, (_, id) => aMutant(id));
const keysOf = (mutants: readonly DescribedMutant[]): readonly string[] => mutants.map(({key}) => key).toSorted();

test('the same seed draws the same, another seed draws others', () => {
  const draw = (seed: number): readonly string[] => keysOf(drawMutants(many, {count: 20, seed}));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set(draw(7)).size).toBe(20);
});

test('code that is added or removed changes only what is drawn of it', () => {
  const renumbered = many.slice(10).map((mutant, index) => ({...mutant, id: index}));
  const before = keysOf(drawMutants(many, {count: 20, seed: 7}));
  const after = keysOf(drawMutants(renumbered, {count: 20, seed: 7}));
  const removed = new Set(many.slice(0, 10).map(({key}) => key));
  expect(before.filter(key => !removed.has(key) && !after.includes(key))).toEqual([]);
});

test('a smaller draw is the beginning of a larger one', () => {
  expect(drawMutants(many, {count: 50, seed: 7}).slice(0, 20)).toEqual(drawMutants(many, {count: 20, seed: 7}));
});

test('fewer mutants than wanted are all drawn', () => {
  expect(keysOf(drawMutants(many.slice(0, 3), {count: 20, seed: 7}))).toEqual(keysOf(many.slice(0, 3)));
});

test('mutants of functions that are new or changed are left', () => {
  const before = functionDigests('f.ts', 'function same() {\n}\n\nfunction other() {\n  a();\n}\n');
  const now = functionDigests('f.ts', 'function same() {\n}\n\nfunction other() {\n  b();\n}\n\nfunction fresh() {}\n');
  const mutants = ['same', 'other', 'fresh'].map((name, id) => aMutant(id, {file: 'f.ts', function: name}));
  expect(inChangedFunctions(mutants, before, now).map(mutant => mutant.function)).toEqual(['other', 'fresh']);
  expect(inChangedFunctions(mutants, now, now)).toEqual([]);
});

test('a mutant is described by its place and its change; names of operations are left out', () => {
  const text = "export const routes = [\n  {operation: 'repoGet', path: '/repos'},\n];\n";
  const at = (from: number, to: number) => ({from: {line: 2, column: from}, to: {line: 2, column: to}});
  const mutants = [
    {id: 0, file: 'reference-server/hosting/r.ts', mutator: 'StringLiteral', replacement: '""', ...at(14, 23)},
    {id: 1, file: 'reference-server/hosting/r.ts', mutator: 'StringLiteral', replacement: '""', ...at(31, 39)},
  ];
  expect(describeMutants(mutants, () => text)).toMatchObject([
    {id: 1, folder: 'hosting', line: 2, column: 32, function: 'routes', before: "'/repos'", after: '""'},
  ]);
});
