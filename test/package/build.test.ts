// Shows that npx, which prepares the folder again for itself, leaves what is compiled as it is: a run may be using it.
import {spawnSync} from 'node:child_process';
import {existsSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = new URL('../../dist/runner/main.js', import.meta.url);

test.skipIf(!existsSync(main))('npx compiles nothing that is compiled', () => {
  const before = statSync(main);
  const {status} = spawnSync(process.execPath, ['scripts/build.js'], {
    cwd: root,
    env: {PATH: process.env['PATH'], npm_command: 'exec'},
  });
  expect(status).toBe(0);
  const after = statSync(main);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});
