// Functions are found by the indentation of our formatter.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {functionAt, functionsOf, oneLine} from './functions.ts';

const source = `import {x} from './x.ts';

const limit = 3;

export const labelRules = {
  // A comment.
  scopeOf(name: string): string | undefined {
    return name;
  },

  needsOption: false,
};

async function late(): Promise<void> {
  const inner = () => {
    a: 1;
  };
}
`;

test('declarations and the members of objects are functions', () => {
  expect(functionsOf(source).map(({name, fromLine, toLine}) => [name, fromLine, toLine])).toEqual([
    ['limit', 3, 4],
    ['labelRules', 5, 6],
    ['labelRules.scopeOf', 7, 10],
    ['labelRules.needsOption', 11, 13],
    ['late', 14, 19],
  ]);
});

test.each([
  [1, undefined],
  [3, 'limit'],
  [8, 'labelRules.scopeOf'],
  [16, 'late'],
])('line %i is in %s', (line, name) => {
  expect(functionAt(functionsOf(source), line)?.name).toBe(name);
});

test('code on many lines is shown on one', () => {
  expect(oneLine('a &&\n    b ')).toBe('a && b');
});

test('every source of the rules has functions, and each has its text', () => {
  const folder = join(import.meta.dirname, '../../../../reference-server/rules');
  for (const name of readdirSync(folder).filter(file => /^[^.]+\.ts$/.test(file))) {
    const found = functionsOf(readFileSync(join(folder, name), 'utf8'));
    expect({name, has: found.length > 0}).toEqual({name, has: true});
    for (const {text} of found) expect(text).not.toBe('');
  }
});
