// When dist/ is made again: after any change of what it is made from or of what is in it, and not after a change of a test.
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
// @ts-expect-error A script that runs before anything is compiled has no types.
import {stateOfBuild as untyped} from './build-state.js';

const stateOfBuild = untyped as (root: string) => string;
const folders = ['base', 'fixtures', 'model', 'proto', 'reference-server', 'reports', 'runner', 'suites', 'dist'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'scripts/bundle.js',
];
const made = mkdtempSync(join(tmpdir(), 'touchstone-build-'));
afterAll(() => rmSync(made, {recursive: true, force: true}));

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), text);
}

for (const path of [...files, ...folders.map(folder => `${folder}/one.ts`), 'base/one.test.ts']) write(made, path, 'a');

test.each([
  ['a source', (root: string) => write(root, 'model/one.ts', 'b'), true],
  ['a new suite', (root: string) => write(root, 'suites/deep/new.yaml', 'a'), true],
  ['a text that moved from one source to another', (root: string) => write(root, 'base/onf.ts', 'a'), true],
  ['how dist/ is bundled', (root: string) => write(root, 'scripts/bundle.js', 'b'), true],
  ['the lock of the dependencies', (root: string) => write(root, 'package-lock.json', 'b'), true],
  ['something in dist/ that is gone', (root: string) => rmSync(join(root, 'dist/one.ts')), true],
  ['something in dist/ that is cut off', (root: string) => write(root, 'dist/one.ts', ''), true],
  ['a test', (root: string) => write(root, 'base/one.test.ts', 'b'), false],
  ['a page', (root: string) => write(root, 'docs/one.md', 'b'), false],
])('after a change of %s', (_what, change, isMadeAgain) => {
  const root = mkdtempSync(join(made, 'copy-'));
  for (const path of [...files, ...folders, 'base/one.test.ts'])
    cpSync(join(made, path), join(root, path), {recursive: true});
  const before = stateOfBuild(root);
  change(root);
  expect(stateOfBuild(root) !== before).toBe(isMadeAgain);
});
