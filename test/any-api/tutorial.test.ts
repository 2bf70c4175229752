// The tutorial of the notes API: its files are what the page shows, its ten cases pass, each can be red, and they are no longer than Hurl's.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {formatYaml} from '../../base/yaml/format-yaml.ts';
import {runFiles} from '../support/any-api-run.ts';
import {packageRoot} from '../support/in-process.ts';
import {startNotesApi, type NotesApi} from '../support/notes-api.ts';

const read = (path: string): string => readFileSync(join(packageRoot, 'docs', path), 'utf8');
const [suite, target, hurl] = ['notes.yaml', 'target.yaml', 'notes.hurl'].map(name => read(`notes-api/${name}`));

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

function run(url: string) {
  const files = {'notes.yaml': suite ?? '', 'target.yaml': (target ?? '').replace(/url: .*/, `url: ${url}`)};
  return runFiles(files, {argv: ['notes.yaml', '--target-file', 'target.yaml', '--lag', '1s']});
}

test('the page shows the files as they are', () => {
  const page = read('notes-tutorial.md');
  expect(page).toContain(suite);
  expect(page).toContain(target);
});

test('its ten cases pass', async () => {
  const {exitCode, stdout, stderr} = await run(api.url);
  expect([stderr, stdout].join('\n')).toContain('All 10 judged cases passed.');
  expect(exitCode).toBe(0);
});

test('a server in which everything is wrong turns every case red', async () => {
  const wrong = await startNotesApi(text =>
    text
      .replace("if (typeof title !== 'string' || title === '') return wrong(422, 'a note needs a title');", '')
      .replace('ok(Object.assign(note, json()))', 'ok(note)')
      .replace('(notes.delete(note.id), {status: 204})', '({status: 204})')
      .replace('note?.owner === asked.who', 'note !== undefined')
      .replace("whom !== 'anyone' && who === undefined", 'false')
      .replace('slice((page - 1) * limit, page * limit)', 'slice(0, limit)')
      .replace('size: file.bytes.length', 'size: 0')
      .replace("token_type: 'bearer'", "token_type: 'mac'")
      .replace("'X-Notes-Event': payload.event", "'X-Notes-Event': 'note'")
      .replace('owner: who, title,', "owner: 'nobody', title,"),
  );
  const {journal} = await run(wrong.url);
  wrong.close();
  const verdicts = journal
    .filter(({type}) => type === 'case')
    .map(({id, verdict}) => `${String(id)} ${String(verdict)}`);
  const ids = [...(suite ?? '').matchAll(/- id: (\S+)/g)].map(([, id = '']) => id);
  expect(ids).toHaveLength(10);
  expect(verdicts.toSorted()).toEqual(ids.map(id => `notes/${id} fail`).toSorted());
});

test('it is no longer than the same in Hurl, both formatted and without empty lines', () => {
  const lines = (text = ''): number => text.split('\n').filter(line => line.trim() !== '').length;
  expect(formatYaml({text: suite ?? '', file: 'notes.yaml'})).toMatchObject({text: suite});
  expect(lines(suite) + lines(target)).toBeLessThanOrEqual(lines(hurl));
});

const hasHurl = spawnSync('hurl', ['--version']).status === 0;

test.skipIf(!hasHurl)('the same in Hurl passes on the same server (skipped where there is no hurl)', () => {
  const variables = {
    host: api.url,
    alice: 'token-of-alice-0123456789',
    alice_secret: 'wonderland-42',
    bob_secret: 'builder-4242',
  };
  const words = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const {status, stderr} = spawnSync('hurl', ['--test', ...words, join(packageRoot, 'docs/notes-api/notes.hurl')], {
    encoding: 'utf8',
  });
  expect({status, stderr: status === 0 ? '' : stderr}).toEqual({status: 0, stderr: ''});
});
