// Shows that npx works after every build, and that npx, which prepares the folder again for itself, leaves what is compiled as it is: a run may be using it.
import {spawnSync} from 'node:child_process';
import {existsSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/command-line.ts';
import {cloneInto, runProgram} from '../support/packed.ts';

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

// npm makes the command executable when it first links the clone, and never again.
test('npx finds the command after a second build', {timeout: 240_000}, async () => {
  const folder = temporaryFolder();
  const clone = cloneInto(folder);
  const started = {cwd: clone, env: {npm_config_cache: folder}};
  const npx = () => runProgram('npx', ['--no-install', 'touchstone', '--version'], started);
  const build = () => runProgram('npm', ['run', 'prepare'], started);
  expect((await build()).exitCode).toBe(0);
  expect(await npx()).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/)});
  expect((await build()).exitCode).toBe(0);
  expect(await npx()).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/)});
});
