// Keeps the help of every command as golden files, so that a change of words is read as a difference.
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {usage} from '../../runner/commands/usage.ts';
import {verbGroups, verbs} from '../../runner/commands/verbs.ts';
import {touchstone} from '../support/command-line.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

const folder = join(packageRoot, 'test/golden/help');
const terminal = {isTalkTerminal: false, isPrintTerminal: false, columns: 100};

// `npx vitest run test/help/help.test.ts -u` writes them anew.
test.each(Object.keys(verbs))('touchstone %s --help', async name => {
  const code = await verbs[name]?.load();
  if (code === undefined) throw new Error(`${name} has no code`);
  const {exitCode, stdout, stderr} = await inProcess(code.main, ['--help'], {terminal});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(stdout).toMatch(new RegExp(`^Usage: touchstone ${name} `));
  await expect(stdout).toMatchFileSnapshot(join(folder, `${name}.txt`));
});

test('touchstone --help', async () => {
  await expect(usage()).toMatchFileSnapshot(join(folder, 'touchstone.txt'));
});

test.each([
  ['help', 'run'],
  ['run', '--help'],
])('touchstone %s %s is the help of run', async (...argv) => {
  const {exitCode, stdout} = await touchstone(argv);
  expect({exitCode, usage: stdout.split('\n')[0]}).toEqual({
    exitCode: 0,
    usage: 'Usage: touchstone run [options] [places...]',
  });
});

test.each([
  [['help', 'rnu'], 'there is no command "rnu"\n  did you mean "run"?'],
  [['--verison'], 'there is no option "--verison"\n  did you mean "--version"?'],
])('touchstone %j is not known, and the near name is offered', async (argv, says) => {
  const {exitCode, stdout, stderr} = await touchstone(argv);
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
  expect(stderr).toContain(says);
});

test('the help shows every command once, in a group, and there is no golden file without a command', () => {
  const text = usage();
  for (const name of Object.keys(verbs)) expect(text.match(new RegExp(`^  ${name} `, 'gm'))).toHaveLength(1);
  for (const group of verbGroups) expect(text).toContain(`\n${group}:\n`);
  const files = readdirSync(folder).map(file => file.replace(/\.txt$/, ''));
  expect(files.toSorted()).toEqual([...Object.keys(verbs), 'touchstone'].toSorted());
});
