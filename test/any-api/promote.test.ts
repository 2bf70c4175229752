// A property of one's own against an API that is not the record's: its shrunk story becomes a case that fails like it.
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as promote} from '../../runner/commands/promote.ts';
import {main as run} from '../../runner/commands/run.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';
import {folderWith, notesEnvironment, startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

const law = `
import fc from 'fast-check';
import {property} from 'touchstone';
export const titles = property({
  id: 'an-edited-title-is-kept',
  title: 'a title that is edited is read back',
  proves: [],
  area: 'hosting',
  actors: ['carol'],
  runs: 3,
  floor: 1,
  input: fc.constantFrom('Milk', 'Tea'),
  check: async (world, title) => {
    world.count('edit');
    const reply = await world.request('POST', '/notes', {as: 'carol', body: {title}, say: 'make a note'});
    world.expect(reply, {status: 201, body: {title: 'Rum'}});
  },
});
`;

test('the story of a property of one’s own becomes a case', async () => {
  const {folder, remove} = folderWith({
    'target.yaml': `target: notes\nurl: ${api.url}\nauth: {carol: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}}\n`,
    'cases/properties/notes.ts': law
      .replace("'fast-check'", `'${join(packageRoot, 'node_modules/fast-check/lib/fast-check.js')}'`)
      .replace("'touchstone'", `'${join(packageRoot, 'runner/library/touchstone.ts')}'`),
  });
  const output = join(folder, 'results');
  const env = {...notesEnvironment, CI: undefined};
  const argv = [join(folder, 'cases'), '--target-file', join(folder, 'target.yaml'), '--output', output];
  expect((await inProcess(run, argv, {env})).exitCode).toBe(1);
  const id = 'cases/properties/notes/an-edited-title-is-kept';
  const {stdout, stderr, exitCode} = await inProcess(promote, [id, '--from', output], {env});
  expect([stderr, stdout].join('\n')).toContain('as: carol');
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('proves');
  const promoted = folderWith({'cases/promoted.yaml': stdout});
  const again = [join(promoted.folder, 'cases'), ...argv.slice(1, 3), '--output', join(promoted.folder, 'results')];
  const red = await inProcess(run, again, {env});
  promoted.remove();
  remove();
  expect(red.stdout).toContain('expected  "Rum"');
  expect(red.exitCode).toBe(1);
});
