// A journal that is refused is quoted by every command that reads one; nothing that it holds may reach the terminal as a control.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {aCaseLine, aJournalText} from '../support/journal-lines.ts';

const hostile = 'a/\x9b31m\u202egnp';

test.each([
  ['report', 'run'],
  ['compare', 'run', 'run'],
  ['merge', 'run', 'run', '--output', 'both'],
  ['coverage', 'run'],
  ['dispute', 'a/b', '--from', 'run'],
  ['replay', '--from', 'run', '--reference'],
  ['baseline', 'init', 'run'],
])('%s %s shows the hidden characters of a journal that it refuses as escapes', async (...args) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'run'));
  writeFileSync(join(cwd, 'run', 'results.jsonl'), aJournalText([aCaseLine({id: hostile}), aCaseLine({id: hostile})]));
  const {stdout, stderr, exitCode} = await touchstone(args, {cwd});
  expect({args, exitCode, said: stdout + stderr}).toMatchObject({
    args,
    said: expect.stringContaining(String.raw`\u202egnp`),
  });
  expect(stdout + stderr).not.toMatch(/[\u009b\u202e]/);
  expect(exitCode).not.toBe(0);
});
