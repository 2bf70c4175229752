// Tests how the memory of a decoder and its children is found where the kernel has no files that tell.
import {spawn} from 'node:child_process';
import {expect, test} from 'vitest';
import {heldIn, watchMemory} from './memory.ts';

test.each<[string, number, number]>([
  ['', 5, 0],
  ['  5 1 100\n 6 5 20\n 7 6 3\n 8 1 1000\n', 5, 123 * 1024],
  ['  5 5 100\n', 5, 100 * 1024],
  [' 6 7 1\n 7 6 1\n 6 6 1\n', 9, 0],
])('in %j process %i holds %i bytes', (table, pid, bytes) => {
  expect(heldIn(table, pid)).toBe(bytes);
});

test.skipIf(process.platform === 'win32')('ps is asked and tells of a child that is too large', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {stdio: ['pipe', 'ignore', 'ignore']});
  try {
    const used = await new Promise<number>(resolve => {
      watchMemory(child.pid, 1024 * 1024, resolve, 'darwin');
    });
    expect(used).toBeGreaterThan(1024 * 1024);
  } finally {
    child.kill('SIGKILL');
  }
});
