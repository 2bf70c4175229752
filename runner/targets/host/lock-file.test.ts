// Shows that a lock is held against others, given back, and taken over from a process that has ended.
import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../../test/support/command-line.ts';
import {lock} from './lock-file.ts';

test('one process holds it until it gives it back', () => {
  const path = join(temporaryFolder(), '.lock');
  const held = lock(path);
  expect(held.kind).toBe('held');
  expect(lock(path)).toEqual({kind: 'taken', by: process.pid});
  if (held.kind === 'held') held.release();
  expect(lock(path).kind).toBe('held');
});

test.each([
  ['a process that has ended', () => `${String(spawnSync(process.execPath, ['-e', '']).pid)} 1\n`],
  ['a process whose number another one has now', () => `${String(process.pid)} 1\n`],
  ['nobody: the file is torn', () => ''],
])('it is taken over from %s', (name, text) => {
  // Only Linux tells when a process began.
  if (name.includes('another one') && process.platform !== 'linux') return;
  const path = join(temporaryFolder(), '.lock');
  writeFileSync(path, text());
  expect(lock(path).kind).toBe('held');
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${String(process.pid)} `));
});

test('a folder that is not there is told', () => {
  expect(lock(join(temporaryFolder(), 'none/.lock'))).toEqual({
    kind: 'failed',
    why: 'there is no such file or folder',
  });
});
