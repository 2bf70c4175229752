// Mutants are made from sources, so only a checkout can; its build holds each change once, numbered file by file.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {buildMutants, isMutated} from './build-mutants.ts';
import {instrument, instrumenterPath} from './instrument.ts';
import {sourcesAt} from './sources-at.ts';

const root = join(import.meta.dirname, '../../..');

test('a package without sources says that it takes a checkout', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  writeFileSync(join(folder, 'package.json'), '{"name": "touchstone"}');
  const start = await buildMutants(folder);
  rmSync(folder, {recursive: true});
  expect(start).toEqual({
    kind: 'cannot-build',
    why:
      'mutants are made from the sources of the reference, which the package does not hold\n' +
      '  run it in a checkout of touchstone, after npm ci',
  });
});

test('a change is placed where it is in the source', async () => {
  const {mutants, sources} = await instrument(
    [
      {file: 'a.ts', text: 'export const a: number = 1 + 2;\n'},
      {file: 'b.ts', text: 'type T = "x" | "y";\nexport const b = (x: T) =>\n  x === "y";\n'},
    ],
    instrumenterPath(root) ?? '',
  );
  expect(mutants.map(({id}) => id)).toEqual(mutants.map((_, index) => index));
  const place = {from: {line: 3, column: 2}, to: {line: 3, column: 11}};
  expect(mutants).toContainEqual({
    id: 0,
    file: 'a.ts',
    from: {line: 1, column: 25},
    to: {line: 1, column: 30},
    mutator: 'ArithmeticOperator',
    replacement: '1 - 2',
  });
  expect(mutants).toContainEqual(expect.objectContaining({file: 'b.ts', ...place, replacement: 'x !== "y"'}));
  expect(sources.map(({file}) => file)).toEqual(['a.ts', 'b.ts']);
});

test('what is reached is counted by number, and only where somebody notes it', async () => {
  const {mutants, sources} = await instrument(
    [{file: 'a.ts', text: 'export const a = x => x > 1;\n'}],
    instrumenterPath(root) ?? '',
  );
  const text = sources[0]?.text ?? '';
  expect(text).not.toMatch(/stryCov_\w+\("/);
  const hits = new Uint32Array(mutants.length);
  const mutantCoverage: {static?: Uint32Array} = {};
  Object.assign(globalThis, {__stryker__: {mutantCoverage}});
  try {
    const {a} = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {a: (x: number) => boolean};
    expect(a(2)).toBe(true);
    mutantCoverage.static = hits;
    expect(a(2)).toBe(true);
  } finally {
    delete (globalThis as {__stryker__?: object}).__stryker__;
  }
  expect(Math.max(...hits)).toBe(1);
});

test.each([
  ['reference-server/rules/labels.ts', true],
  ['reference-server/overlay/rules/decode.ts', true],
  ['reference-server/rules/requirements.ts', false],
  ['reference-server/overlay/faults/wire.ts', false],
  ['reference-server/overlay/main.ts', false],
  ['reference-server/git/git-store.ts', false],
])('%s: %s', (file, isChanged) => {
  expect(isMutated(file)).toBe(isChanged);
});

test('a commit that git does not know is said', async () => {
  expect(await sourcesAt(root, '--no-such-commit')).toMatchObject({kind: 'unknown'});
});

test('what the switch notes is named alike on both sides', () => {
  const [of, by] = ['reference-server/mutants/switch.ts', 'runner/commands/prove/mutants/reach.ts'].map(file =>
    readFileSync(join(root, file), 'utf8'),
  );
  expect(of).toContain("loadUnit = 'load'");
  expect(of).toContain("startUnit = 'start'");
  expect(by).toContain("[loadUnit, startUnit, describeUnit] = ['load', 'start', 'describe']");
});
