// Shows that a decoder that dies once, or falls silent after a while, does not pass although a fresh process of it does right: its case is flaky.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {packageRoot} from '../support/in-process.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

test('OV-19 a decoder that dies once is flaky', async () => {
  const cwd = temporaryFolder();
  const peer = `exec:node ${join(packageRoot, 'fixtures/peers/crashes-once.mjs')} ${join(cwd, 'died')}`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, '--id', 'overlay/basics/reads[*'], {cwd});
  expect(stdout).toMatch(/FLAKY\s+overlay\/basics\//);
  expect(stdout).toMatch(/A fresh\s+process answered the same question/);
  expect(stdout).toMatch(/ 0 fail · 0 warn · 1 flaky/);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that falls silent for good after some questions is flaky, and replay and promote of what fuzz finds follow', async () => {
  const cwd = temporaryFolder();
  const peer = `exec:node ${join(packageRoot, 'fixtures/peers/falls-silent.mjs')} 4`;
  const some = ['--id', 'overlay/basics/reads[full-*', '--reply-timeout', '2s'];
  const ran = await touchstone(['run', '--peer', peer, ...some], {cwd});
  expect(ran.stdout).toMatch(/ 0 fail · 0 warn · [1-9]\d* flaky/);
  expect(ran.stdout).toMatch(/gave no answer within\s+2000 ms/);
  expect(ran.exitCode).toBe(1);
  const words = ['--runs', '50', '--reply-timeout', '1s', '--max-findings', '1', '--output', 'found'];
  const fuzzed = await touchstone(['fuzz', '--peer', peer, ...words], {cwd});
  expect(fuzzed.stdout).toContain('hangs, after earlier inputs');
  expect(fuzzed.exitCode).toBe(1);
}, 120_000);

test('a finding about a hang keeps how long was waited, and one that needs another input before it is no single test', async () => {
  const finding = {
    type: 'finding',
    schema: 1,
    kind: 'hangs on x',
    basis: 'protocol',
    message: 'OverlayPing',
    hex: '0801',
  };
  const cwd = temporaryFolder({
    'late.json': JSON.stringify({...finding, replyTimeoutMs: 1_000}),
    'after.json': JSON.stringify({...finding, after: [{message: 'OverlayPing', hex: ''}]}),
  });
  const peer = `exec:node ${join(packageRoot, 'fixtures/peers/falls-silent.mjs')} 0`;
  const replayed = await touchstone(['replay', 'late.json', '--peer', peer], {cwd});
  expect(replayed.stdout).toMatch(/STILL FAILS[^]*no answer within 1000 ms/);
  const promoted = await touchstone(['promote', 'after.json', '--as', 'go'], {cwd});
  expect([promoted.exitCode, promoted.stdout]).toEqual([2, '']);
  expect(promoted.stderr).toContain('it shows only when another input was decoded before it');
}, 120_000);
