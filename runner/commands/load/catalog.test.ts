// Positions say whether a file is of the package or of the user: reports link to files of the user alone.
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from './catalog.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

test('a position in a suite of the package says so, and one in a suite of the user does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-catalog-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const file = join(folder, 'mine.yaml');
  writeFileSync(
    file,
    'suite: mine\ncases:\n  - {id: a, title: a version is given, steps: [{request: GET /version, expect: {status: 200}}]}\n',
  );
  const catalog = await loadCatalog(machineOf({root, version: 'test'}), {own: true, users: [file]});
  expect(catalog.problems).toEqual([]);
  const ours = await catalog.positionOf({file: 'suites/hosting/labels.yaml', pointer: '/cases/0'});
  const theirs = await catalog.positionOf({file, pointer: '/cases/0'});
  expect([ours.isOfPackage, ours.file, theirs.isOfPackage, theirs.line]).toEqual([
    true,
    'suites/hosting/labels.yaml',
    undefined,
    3,
  ]);
});
