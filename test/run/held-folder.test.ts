// Shows that no command writes into a folder that another one holds, and that what only prints still looks into it.
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as certify} from '../../runner/commands/certify.ts';
import {main as clean} from '../../runner/commands/clean.ts';
import {main as diff} from '../../runner/commands/diff.ts';
import {main as dispute} from '../../runner/commands/dispute.ts';
import {main as doctor} from '../../runner/commands/doctor.ts';
import {main as report} from '../../runner/commands/report.ts';
import {machineFiles} from '../../runner/targets/host/files.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess} from '../support/in-process.ts';
import {aCaseLine, aJournalText} from '../support/journal-lines.ts';

const entry = {kind: 'account', name: 'a'};
const left = JSON.stringify({
  ledger: 1,
  run: 'r1',
  what: 'make',
  n: 1,
  at: '2026-01-01T00:00:00Z',
  target: 'http://127.0.0.1:1',
  entry,
});

function heldFolder(): {readonly folder: string; readonly held: string} {
  const folder = temporaryFolder({
    'done/results.jsonl': aJournalText([aCaseLine({id: 'a/b/c', verdict: 'fail'})]),
    'held/results.jsonl': aJournalText([aCaseLine({id: 'a/b/c', verdict: 'fail'})]),
    'held/ledger.jsonl': `${left}\n`,
  });
  const held = join(folder, 'held');
  const lock = machineFiles().lock(join(held, '.lock'));
  if (lock.kind !== 'held') throw new Error('the lock was not given');
  atEnd(() => lock.release());
  return {folder, held};
}

const who = ['--implementation', 'i', '--contact', 'c', '--issuer', 's', '--profile', 'hosting-core'];

test.each([
  ['report', report, (folder: string) => [join(folder, 'done')]],
  ['dispute', dispute, (folder: string) => ['a/b/c', '--from', join(folder, 'done')]],
  ['doctor', doctor, () => ['--reference']],
  ['clean', clean, () => ['--run', 'r1', '--yes', '--target', 'http://127.0.0.1:1']],
  ['diff', diff, () => ['--reference', '--reference', '--grep', 'exclusive']],
  ['certify', certify, (folder: string) => ['--join', join(folder, 'done'), ...who]],
] as const)('%s leaves a folder alone that another command holds', async (verb, main, words) => {
  const {folder, held} = heldFolder();
  const before = readdirSync(held).toSorted();
  const {exitCode, stderr} = await inProcess(main, [...words(folder), '--output', held]);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`touchstone ${verb}: --output ${held}: another command is writing there (process `),
  ]);
  expect(readdirSync(held).filter(name => name !== 'bodies')).toEqual(before);
});

test('a report that is printed, or goes elsewhere, is made of a run that still goes on', async () => {
  const {folder, held} = heldFolder();
  const {exitCode, stdout, stderr} = await inProcess(report, [held, '--to', `tap:-,junit:${join(folder, 'a.xml')}`]);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('a/b/c');
  expect(readdirSync(folder)).toContain('a.xml');
});
