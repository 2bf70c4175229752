// Positions say whether a file is of the package or of the user: reports link to files of the user alone.
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from './catalog.ts';
import {homeOf} from './suite-home.ts';

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

test('beside a folder with statements of its own, and with those about nodes, our suites are the ones that were read before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-catalog-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  writeFileSync(
    join(folder, 'requirements.yaml'),
    '- {id: MINE-1, area: hosting, level: must, observe: api, quote: A version is given.}\n',
  );
  const file = join(folder, 'mine.yaml');
  writeFileSync(
    file,
    'suite: mine\ncases:\n  - {id: a, title: a version is given, proves: [MINE-1], steps: [{request: GET /version, expect: {status: 200}}]}\n',
  );
  const kept = new Map<string, string>();
  const read: string[] = [];
  const real = machineOf({root, version: 'test'});
  const machine: typeof real = {
    ...real,
    cache: {
      read: key => kept.get(key) ?? real.cache.read(key),
      write: (key, text) => {
        if (key.startsWith('suite-')) read.push(text);
        kept.set(key, text);
      },
    },
  };
  expect((await loadCatalog(machine, {own: true, mesh: true, users: []})).suites.length).toBeGreaterThan(40);
  read.length = 0;
  const {problems, suites, requirements} = await loadCatalog(machine, {
    own: true,
    users: [file],
    homes: [homeOf(folder, machine)],
  });
  expect(problems).toEqual([]);
  expect(requirements.has('MINE-1')).toBe(true);
  expect(suites.filter(({isUsers}) => isUsers === true)).toHaveLength(1);
  expect(read.map(text => text.includes('mine.yaml'))).toEqual([true]);
});
