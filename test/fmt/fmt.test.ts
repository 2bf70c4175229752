// Shows that fmt changes files only when it may, and only files that are its own.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/fmt.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';

const crooked = 'suite:   x/y   # mine\ncases: [ ]\n';
const straight = 'suite: x/y # mine\ncases: []\n';

test('a file is laid out once, and then it is right', async () => {
  const folder = temporaryFolder({'a.yaml': crooked, 'compose.yaml': 'services:   {}\n', 'b/t.yml': 'target: t\n'});
  const file = join(folder, 'a.yaml');
  const checked = await inProcess(main, [folder, '--check']);
  expect(checked).toEqual({exitCode: 1, stdout: `${file}\n`, stderr: '1 of 2 files are not laid out\n'});
  expect(readFileSync(file, 'utf8')).toBe(crooked);
  expect(await inProcess(main, [folder])).toMatchObject({exitCode: 0, stdout: `${file}\n`});
  expect(readFileSync(file, 'utf8')).toBe(straight);
  expect(await inProcess(main, [folder, '--check'])).toMatchObject({exitCode: 0, stdout: ''});
  expect(readFileSync(join(folder, 'compose.yaml'), 'utf8')).toBe('services:   {}\n');
});

test('a broken file is told at its place and left alone, and the others are laid out', async () => {
  const broken = 'suite: x/y\nsuite: z\n';
  const folder = temporaryFolder({'a.yaml': crooked, 'b.yaml': broken});
  const {exitCode, stderr} = await inProcess(main, [folder]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('b.yaml:2:1');
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(straight);
  expect(readFileSync(join(folder, 'b.yaml'), 'utf8')).toBe(broken);
});

test('a place that is not there, and no place at all, are exit code 2', async () => {
  expect((await inProcess(main, ['nothing-here'])).exitCode).toBe(2);
  expect((await inProcess(main, [])).stderr).toContain("missing required argument 'places'");
});
