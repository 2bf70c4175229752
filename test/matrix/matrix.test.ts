// Makes matrices from real journals through the command: pages in a folder, one document on stdout, and a sentence for what cannot be used.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as matrix} from '../../runner/commands/matrix.ts';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';

const chosen = ['--id', 'hosting/labels/scope-is-text-before-last-slash*', '--contexts', 'plain', '--seed', '3'];

/** Runs the cases of one statement on the reference and gives the folder of the run. */
async function journal(...more: readonly string[]): Promise<string> {
  const output = temporaryFolder();
  await inProcess(run, ['--reference', ...chosen, ...more, '--output', output]);
  return output;
}

test('a server that keeps a statement only since its newer version: the table, the page of the statement, and that of the server say so', async () => {
  const [old, fixed] = await Promise.all([journal('--fault', 'label-scope-first-slash'), journal()]);
  const site = join(temporaryFolder(), 'site');
  const operands = [`Acme@1.9=${old}`, `Acme@1.10=${join(fixed, 'results.jsonl')}`, `Other@3=${old}`];
  const made = await inProcess(matrix, [...operands, '--to', `html:${site},json:${join(site, '..', 'm.json')}`]);
  expect(made).toMatchObject({exitCode: 0, stdout: ''});
  expect(made.stderr).toContain(`index.html\n`);
  const read = (path: string): string => readFileSync(join(site, path), 'utf8');
  expect(read('differences.html')).toContain('statements/LABEL-SCOPE.html');
  const page = read('statements/LABEL-SCOPE.html');
  expect(page).toContain('since 1.10');
  expect(page).toMatch(/<strong>expected \[&#34;a\/[^\]]*&#34;\] in any order, got/);
  expect(page).toContain('<h3>Received</h3>');
  expect(read('implementations/acme.html')).toMatch(
    /1\.9 → 1\.10[^]*LABEL-SCOPE<\/a>: fails → <span class="pill h">holds/,
  );
  const data = JSON.parse(readFileSync(join(site, '..', 'm.json'), 'utf8')) as {
    readonly implementations: readonly {
      readonly runs: readonly {readonly cells: {readonly [id: string]: {readonly state: string}}}[];
    }[];
  };
  expect(data.implementations.map(({runs}) => runs.map(({cells}) => cells['LABEL-SCOPE']?.state))).toEqual([
    ['fails', 'holds'],
    ['fails'],
  ]);

  // The folder of a matrix is made again; a folder of anything else is not touched.
  expect((await inProcess(matrix, [operands[0] ?? '', '--to', `html:${site}`])).exitCode).toBe(0);
  expect(read('index.html')).toContain('1 implementation');
  const other = temporaryFolder({'mine.txt': 'mine'});
  const refused = await inProcess(matrix, [operands[0] ?? '', '--to', `html:${other}`]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('the folder holds other files (mine.txt)');
  expect(existsSync(join(other, 'index.html'))).toBe(false);

  const printed = await inProcess(matrix, operands);
  expect(printed.stdout).toMatch(/^\| LABEL-SCOPE \| yes \| no \|$/m);
});

test('a journal of which only the beginning is there is shown and marked', async () => {
  const folder = await journal();
  const lines = readFileSync(join(folder, 'results.jsonl'), 'utf8').split('\n');
  const cut = join(temporaryFolder(), 'cut.jsonl');
  writeFileSync(cut, lines.slice(0, -3).join('\n'));
  const {exitCode, stdout} = await inProcess(matrix, [cut]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('cut short: the run was killed before it ended');
});

test.each([
  ['what is not there', ['nosuch.jsonl'], /^touchstone matrix: nosuch\.jsonl: there is no such file/],
  ['what is no journal', [join(import.meta.dirname, '../../README.md')], /is not the header of a journal|is not JSON/],
  [
    'JSON that is no matrix',
    [join(import.meta.dirname, '../../package.json')],
    /package\.json is not a matrix that "touchstone matrix" wrote: \/name is not known\n {2}give the matrix\.json/,
  ],
  [
    'a matrix under another name',
    [`Acme=${join(import.meta.dirname, '../../fixtures/known/nodes.json')}`],
    /the columns of an earlier matrix keep their names/,
  ],
  [
    'a format that does not exist',
    ['x', '--to', 'xml'],
    /^touchstone matrix: --to xml: there is no format "xml"\n {2}formats are html, markdown, json\n$/,
  ],
  [
    'pages without a folder',
    ['x', '--to', 'html'],
    /^touchstone matrix: --to html: it needs a folder\n {2}write --to html:FOLDER\n$/,
  ],
  ['two documents in one place', ['x', '--to', 'json,markdown'], /two formats would both go to stdout/],
  ['no journal', [], /journals/],
])('%s exits with 2 and says what to do', async (_name, argv, says) => {
  const {exitCode, stdout, stderr} = await inProcess(matrix, argv);
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
  expect(stderr).toMatch(says);
});
