// Journals of form 1, written by the version before contexts, are still read by every command that reads journals.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readJournal} from '../../reports/journal/reader.ts';
import {main as compare} from '../../runner/commands/compare.ts';
import {main as explain} from '../../runner/commands/explain.ts';
import {main as merge} from '../../runner/commands/merge.ts';
import {main as replay} from '../../runner/commands/replay.ts';
import {main as report} from '../../runner/commands/report.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

// In a folder of their own: commands write beside the journal that they read.
const names = ['first.jsonl', 'second.jsonl'] as const;
const textOf = (name: string): string => readFileSync(join(packageRoot, 'test/report/form-1', name), 'utf8');
const folder = temporaryFolder(Object.fromEntries(names.map(name => [name, textOf(name)])));
const [first, second] = [join(folder, names[0]), join(folder, names[1])];
const red = 'hosting/reactions/another-user-or-another-kind-is-a-new-reaction';
const withRed = [first, second].find(file => readFileSync(file, 'utf8').includes(`"id":"${red}"`)) ?? '';

test('they are of form 1, and are whole', () => {
  for (const file of [first, second])
    expect(readJournal(readFileSync(file, 'utf8'))).toMatchObject({kind: 'complete', header: {schema: 1}});
});

test('merge joins them, and compare finds nothing between the parts and the whole', async () => {
  const output = temporaryFolder();
  const merged = await inProcess(merge, [first, second, '--output', output]);
  expect([merged.exitCode, merged.stderr]).toEqual([1, '']);
  expect(merged.stdout).toContain('42 pass · 2 fail');
  expect(merged.stdout).toContain(`FAIL  ${red}`);
  const compared = await inProcess(compare, [withRed, output]);
  expect(compared.stdout).toContain('1 still failing, 26 unchanged');
  expect(compared.exitCode).toBe(0);
  const newer = join(temporaryFolder({'newer.jsonl': withForm(2)}), 'newer.jsonl');
  const mixed = await inProcess(merge, [newer, second, '--output', output]);
  expect(mixed.exitCode).toBe(2);
  expect(mixed.stderr).toContain('its journal form is 1, and there it is 2');
});

function withForm(form: number): string {
  return readFileSync(first, 'utf8').replace('"schema":1', `"schema":${String(form)}`);
}

test.each(['markdown', 'junit', 'html', 'sarif'])('report makes %s of them', async format => {
  const made = await inProcess(report, [withRed, '--to', `${format}:-`]);
  expect([made.exitCode, made.stderr]).toEqual([1, '']);
  expect(made.stdout).toContain(red);
});

test('explain and replay find their red case', async () => {
  const explained = await inProcess(explain, [red, '--journal', withRed]);
  expect(explained.exitCode).toBe(0);
  expect(explained.stdout).toContain('expected 200, got 201');
  const replayed = await inProcess(replay, [red, '--from', withRed, '--reference']);
  expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining(`FIXED  ${red}`)]);
});
