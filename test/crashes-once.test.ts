// Shows that a decoder that dies once, and never again, does not pass: its case is flaky, and both stories are told.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {packageRoot} from './in-process.ts';
import {temporaryFolder, touchstone} from './command-line.ts';

test('a decoder that dies once is flaky', async () => {
  const cwd = temporaryFolder();
  const peer = `exec:node ${join(packageRoot, 'fixtures/peers/crashes-once.mjs')} ${join(cwd, 'died')}`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, '--id', 'overlay/basics/*'], {cwd});
  expect(stdout).toMatch(/FLAKY\s+overlay\/basics\//);
  expect(stdout).toMatch(/A fresh\s+process answered the same question/);
  expect(stdout).toMatch(/ 0 fail · 0 warn · 1 flaky/);
  expect(exitCode).toBe(1);
}, 60_000);
