// Runs the completion scripts in the shells themselves, where they are installed.
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/completion.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';

async function scriptOf(shell: string): Promise<string> {
  const {exitCode, stdout} = await inProcess(main, [shell]);
  expect(exitCode).toBe(0);
  const file = join(temporaryFolder(), `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

function has(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** Gives what a shell prints. */
function ask(shell: string, args: readonly string[]): readonly string[] {
  const {status, stdout, stderr} = spawnSync(shell, args, {encoding: 'utf8'});
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  return stdout.split('\n').filter(line => line !== '');
}

const bash = await scriptOf('bash');

/** Completes the last of these words as bash would. */
function completed(...words: readonly string[]): readonly string[] {
  const list = words.map(word => `'${word}'`).join(' ');
  const code = `source '${bash}'; COMP_WORDS=(${list}); COMP_CWORD=${String(words.length - 1)}; _touchstone; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return ask('bash', ['--noprofile', '--norc', '-c', code]);
}

test.runIf(has('bash'))('bash knows the function for touchstone', () => {
  const code = `source '${bash}'; complete -p touchstone`;
  expect(ask('bash', ['--noprofile', '--norc', '-c', code])[0]).toContain('-F _touchstone touchstone');
});

test.runIf(has('bash')).each<[readonly string[], readonly string[]]>([
  [['touchstone', 'expl'], ['explain']],
  [
    ['touchstone', 'co'],
    ['compare', 'coverage', 'completion'],
  ],
  [
    ['touchstone', 'run', '--targ'],
    ['--target-file', '--target'],
  ],
  [
    ['touchstone', 'run', '--record', ''],
    ['failed', 'all', 'none'],
  ],
  [['touchstone', 'explain', '--format', 'j'], ['json']],
  [['touchstone', 'run', '--target-file', 'x'], []],
  [['touchstone', 'run', 'suites/'], []],
  [['touchstone', 'nothing', '--x'], []],
])('bash completes %j to %j', (words, offered) => {
  expect(completed(...words).toSorted()).toEqual(offered.toSorted());
});

test.runIf(has('zsh'))('zsh reads its script', async () => {
  const file = await scriptOf('zsh');
  expect(
    ask('zsh', ['-f', '-c', `autoload -U compinit; compinit -u -D; source '${file}'; print $_comps[touchstone]`]),
  ).toEqual(['_touchstone']);
});

test.runIf(has('fish'))('fish completes a command and an option', async () => {
  const file = await scriptOf('fish');
  const offered = ask('fish', ['--no-config', '-c', `source '${file}'; complete -C 'touchstone expl'`]);
  expect(offered[0]).toMatch(/^explain\t/);
});

test('zsh and fish scripts have every command with its options', async () => {
  const [zsh, fish] = [await inProcess(main, ['zsh']), await inProcess(main, ['fish'])];
  expect(zsh.stdout).toContain("'--target-file[");
  expect(zsh.stdout).toContain('explain)');
  expect(fish.stdout).toContain("'__fish_seen_subcommand_from run' -l target-file -r -d '");
});

test('a shell that is not known is refused', async () => {
  expect(await inProcess(main, ['bsh'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('did you mean "bash"') as string,
  });
});
