// A journal that is refused is quoted by every command that reads one; nothing that it holds may reach the terminal as a control.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {aCaseLine, aJournalText} from '../support/journal-lines.ts';

const hostile = 'a/\x9b31m\u202egnp';

const twice = aJournalText([aCaseLine({id: hostile}), aCaseLine({id: hostile})]);
const ofAnotherForm = aJournalText([aCaseLine()]).replace(/"schema":\d+/, `"schema":${JSON.stringify(hostile)}`);
const withStranger = aJournalText([aCaseLine()]).replace('"type":"case"', `"type":"case",${JSON.stringify(hostile)}:1`);

test.each([
  [twice, 'report', 'run'],
  [ofAnotherForm, 'report', 'run'],
  [withStranger, 'merge', 'run', 'run', '--output', 'both'],
  [withStranger, 'baseline', 'init', 'run'],
  [twice, 'compare', 'run', 'run'],
  [twice, 'merge', 'run', 'run', '--output', 'both'],
  [twice, 'coverage', 'run'],
  [twice, 'dispute', 'a/b', '--from', 'run'],
  [twice, 'replay', '--from', 'run', '--reference'],
  [twice, 'baseline', 'init', 'run'],
])('%# shows the hidden characters of a journal that it refuses as escapes', async (journal, ...args) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'run'));
  writeFileSync(join(cwd, 'run', 'results.jsonl'), journal);
  const {stdout, stderr, exitCode} = await touchstone(args, {cwd});
  expect({args, exitCode, said: stdout + stderr}).toMatchObject({
    args,
    said: expect.stringContaining(String.raw`\u202egnp`),
  });
  expect(stdout + stderr).not.toMatch(/[\u009b\u202e]/);
  expect(exitCode).not.toBe(0);
});
