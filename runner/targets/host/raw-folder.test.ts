// Pins that inputs are added in the background, one file each, and that nothing of it is lost at the end.
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import type {RawFolder} from '../../../model/ports.ts';
import {machineFiles} from './files.ts';
import {openRawFolder} from './raw-folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-raw-'));
afterAll(() => {
  rmSync(scratch, {recursive: true, force: true});
});

test('what was added is there when it is settled, in folders that were missing', async () => {
  const {folder, path} = openOne('many');
  for (let index = 0; index < 200; index += 1)
    folder.add(`${index % 2 === 0 ? 'One' : 'Two'}/${String(index)}`, Uint8Array.of(index));
  await folder.settled();
  expect(readdirSync(join(path, 'One'))).toHaveLength(100);
  expect([...readFileSync(join(path, 'Two/199'))]).toEqual([199]);
  await folder.settled();
});

test('names are those of files and folders alike, without hidden ones', () => {
  const {folder, path} = openOne('names');
  for (const name of ['b', 'One/a', '.half-written']) folder.write(name, Uint8Array.of(1));
  writeFileSync(join(path, 'a'), '');
  expect(folder.names()).toEqual(['One', 'a', 'b']);
});

test('a file that is there already stays as it is', async () => {
  const {folder, path} = openOne('kept');
  folder.write('One/a', Uint8Array.of(1));
  folder.add('One/a', Uint8Array.of(2));
  await folder.settled();
  expect([...readFileSync(join(path, 'One/a'))]).toEqual([1]);
});

test('a folder that cannot be written to is told, at the end and to whoever adds more', async () => {
  const {folder, path} = openOne('blocked');
  writeFileSync(join(path, 'One'), 'no folder');
  folder.add('One/a', Uint8Array.of(1));
  await expect(folder.settled()).rejects.toThrow(/One/);
  expect(() => folder.add('One/b', Uint8Array.of(1))).toThrow(/One/);
});

function openOne(name: string): {readonly folder: RawFolder; readonly path: string} {
  const path = join(scratch, name);
  const opened = openRawFolder(path, machineFiles());
  if (opened.kind === 'failed') throw new Error(opened.why);
  return {folder: opened.folder, path};
}
