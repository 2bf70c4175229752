// Shows that `npm ci` leaves an npx that works, also where an earlier first call was cut off half way.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
// @ts-expect-error: it runs before anything is compiled, so it is JavaScript.
import {settleNpx} from '../../scripts/settle-npx.js';
import {temporaryFolder} from '../support/command-line.ts';

const settle = settleNpx as (root: string, env: object) => void;
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const npm = process.env['npm_execpath'] ?? '';
const isRunnable = npm.endsWith('npm-cli.js') && existsSync(join(root, 'dist/runner/main.js'));

test.skipIf(!isRunnable)(
  'npx is ready after it, and what a first call left half-made is removed',
  {timeout: 120_000},
  () => {
    const cache = temporaryFolder();
    const env = {PATH: process.env['PATH'], HOME: cache, npm_execpath: npm, npm_config_cache: cache};
    const npx = () =>
      spawnSync(process.execPath, [npm, 'exec', '--no', '--', 'touchstone', '--version'], {cwd: root, env});
    const entries = () => readdirSync(join(cache, '_npx')).map(name => join(cache, '_npx', name));
    settle(root, env);
    const [entry = ''] = entries();
    expect(readdirSync(entry).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json']);

    for (const name of ['package.json', 'package-lock.json', 'node_modules/.bin', 'node_modules/.package-lock.json'])
      rmSync(join(entry, name), {recursive: true});
    expect(npx().status).not.toBe(0);
    settle(root, env);
    expect(entries()).toEqual([entry]);
    expect({status: npx().status, left: existsSync(join(entry, 'package.json'))}).toEqual({status: 0, left: true});
  },
);

test.each([
  ['a clone', 'npm-cli.js', '/clone', {}, 'exec --no -- touchstone --version'],
  ['another package manager', 'pnpm.cjs', '/clone', {}, undefined],
  ['a dependency', 'npm-cli.js', '/app/node_modules/touchstone', {}, undefined],
  ['a dependency that is being prepared', 'npm-cli.js', '/clone', {_PACOTE_NO_PREPARE_: 'x'}, undefined],
])('npx is called for a clone under npm alone: %s', (_name, program, below, more, called) => {
  const folder = temporaryFolder();
  const clone = join(folder, below);
  mkdirSync(clone, {recursive: true});
  const npmInstead = join(folder, program);
  const said = join(folder, 'called');
  writeFileSync(npmInstead, `require('fs').appendFileSync(${JSON.stringify(said)}, process.argv.slice(2).join(' '))`);
  settle(clone, {...more, npm_execpath: npmInstead, npm_config_cache: folder});
  expect(existsSync(said) ? readFileSync(said, 'utf8') : undefined).toBe(called);
});
