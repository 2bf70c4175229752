// What tests of shards share: which cases run, the program that a page's command finds, and when two runs came to the same.
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {CaseLine} from '../../model/journal.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {temporaryFolder} from './command-line.ts';
import {completeResults} from './run-results.ts';
import {isLong} from './length.ts';

/** The options that choose the cases. */
export const selection = [
  '--id',
  'hosting/labels/*',
  '--id',
  'hosting/reactions/*',
  ...(isLong ? ['--id', 'hosting/branch-protection/*'] : []),
  '--quiet',
];

/** Makes a folder with a `touchstone` that starts that of this tree, on the cases of this test. */
export function touchstoneFolder(): string {
  const folder = temporaryFolder();
  const program = [process.execPath, ...newestProgram('runner/main')].map(word => `"${word}"`).join(' ');
  const file = join(folder, 'touchstone');
  const words = selection.map(word => `'${word}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${program} "$@" ${words}\n`);
  chmodSync(file, 0o755);
  return folder;
}

/** Expects that the journal in one folder says what that in the other says, case by case. */
export function expectTheSame(mergedFolder: string, wholeFolder: string): void {
  const one = completeResults(wholeFolder);
  const four = completeResults(mergedFolder);
  expect(four.cases.size).toBeGreaterThan(50);
  expect([...four.cases.values()].map(judgement).toSorted(byId)).toEqual(
    [...one.cases.values()].map(judgement).toSorted(byId),
  );
  const {footer, header} = four.journal;
  expect(footer.counts).toEqual(one.journal.footer.counts);
  expect(footer.filtered).toBe(one.journal.footer.filtered);
  expect(footer.exitCode).toBe(one.journal.footer.exitCode);
  expect(header.planned).toBe(one.journal.header.planned);
  expect(header.target).toEqual(one.journal.header.target);
}

/** What a case came to, without times, how often it waited, and the names that every run draws anew. */
function judgement({durationMs: _, bytesReceived: __, exchanges: ___, detail: ____, findings, ...line}: CaseLine) {
  return {...line, findings: findings.map(({path, basis, source, step}) => ({path, basis, source, step}))};
}

function byId(a: {readonly id: string}, b: {readonly id: string}): number {
  return a.id < b.id ? -1 : 1;
}
