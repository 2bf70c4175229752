// Shows what check says of variables that have no value, and of those that need one another.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/check.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';

const target = 'target: notes\nurl: http://127.0.0.1:3000\nvars: {root: /notes}\n';
const suite = `vars: {title: milk, long: "\${vars.title} and \${vars.more}"}
cases: [{id: a, steps: [{request: "GET \${vars.root}?title=\${vars.titel}", expect: {status: 200}}]}]
`;

function checked(files: {readonly [name: string]: string}, ...argv: readonly string[]) {
  return inProcess(main, [temporaryFolder(files), ...argv]);
}

test('with the target file, a variable that nothing gives is a problem at its place', async () => {
  const {exitCode, stderr} = await checked({'target.yaml': target, 'a.yaml': suite});
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /a\.yaml:2:35 {2}nothing gives "\$\{vars\.titel\}" a value {2}did you mean \$\{vars\.title\}\? Otherwise give it with --var titel=VALUE, or below "vars:" of the suite or target file/,
  );
  expect(stderr).toMatch(/a\.yaml:1:\d+ {2}nothing gives "\$\{vars\.more\}" a value {2}give it with --var more=VALUE/);
  expect(stderr).not.toContain('"${vars.root}"');
});

test('what --var and --var-file give is known', async () => {
  const more = join(temporaryFolder({'more.yaml': 'more: 1\n'}), 'more.yaml');
  const files = {'target.yaml': target, 'a.yaml': suite};
  expect((await checked(files, '--var', 'titel=x', '--var-file', more)).stderr).toBe('');
  expect(await checked(files, '--var', 'titel')).toMatchObject({
    exitCode: 2,
    stderr: '--var titel: write NAME=VALUE\n',
  });
});

test('without the target file they are named, and no problem', async () => {
  const {exitCode, stderr} = await checked({'a.yaml': suite});
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'note: a run has to give ${vars.root}, ${vars.titel} (did you mean ${vars.title}?), ${vars.more}\n',
  );
});

test('YA-15 variables that need one another are a problem, as is what has no value yet', async () => {
  const {exitCode, stderr} = await checked({
    'a.yaml': `vars: {a: "\${vars.b}", b: [x, "\${vars.a}"], c: "\${run.id}"}\ncases: [{id: a, steps: [{request: GET /me, expect: {status: 200}}]}]\n`,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a.yaml:1:11  the variable "a" needs its own value: a → b → a');
  expect(stderr).toContain('"${run.id}" has no value yet where variables get theirs');
});

test.each([
  ['bodies/note.json', '{"title": "${nothing}"}', 'body: {$file: bodies/note.json}'],
  ['tables/notes.csv', 'id,title\na\n', 'body: {title: "${row.title}"}'],
])('a problem in %s is named from where check runs, as those of the suite are', async (path, text, body) => {
  const table = path.endsWith('.csv') ? `table: {from: ${path}}, ` : '';
  const folder = temporaryFolder({
    'a.yaml': `cases: [{id: a, ${table}steps: [{request: POST /notes, ${body}, expect: {status: 201}}]}]\n`,
    [path]: text,
  });
  const {stderr} = await inProcess(main, [folder]);
  expect(stderr).toContain(`\n${join(folder, path)}:`.slice(stderr.startsWith(folder) ? 1 : 0));
});
