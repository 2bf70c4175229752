// Shows that init writes a file that works, asks for what is left open, keeps no secret, and overwrites nothing.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Machine} from '../../model/machine.ts';
import {main as check} from '../../runner/commands/check.ts';
import {main} from '../../runner/commands/init.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess, type Said} from '../support/in-process.ts';
import {liveReference} from '../support/live-reference.ts';

const reference = liveReference();

/** Runs init in a fresh folder with these answers to its questions. */
async function init(
  argv: readonly string[],
  {
    answers = [],
    env = {},
    folder = temporaryFolder(),
  }: {answers?: string[]; env?: {readonly [name: string]: string}; folder?: string},
): Promise<Said & {readonly file: string; readonly asked: readonly string[]}> {
  const asked: string[] = [];
  const left = [...answers];
  const ask: Machine['ask'] = question => {
    asked.push(question);
    return Promise.resolve(left.shift());
  };
  const file = join(folder, 'touchstone.yaml');
  const said = await inProcess(main, [...argv, '--output', file], {ask, env: {NO_COLOR: '1', ...env}});
  return {...said, file, asked};
}

test('flags alone are enough, and the file that is written is right', {timeout: 60_000}, async () => {
  const {
    url,
    admin: {user: admin, password: secret},
  } = reference();
  const {exitCode, stdout, stderr, file, asked} = await init(['--target', url, '--admin-user', admin], {
    env: {TOUCHSTONE_PASSWORD: secret},
  });
  expect({exitCode, asked}).toEqual({exitCode: 0, asked: []});
  expect(stderr).toContain(`signed in as ${admin}, an administrator`);
  expect(stdout).toContain('npx --no-install touchstone doctor --target-file');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/touchstone-target\.schema\.json\n/);
  expect(text).toContain(`admin: {user: "${admin}", passwordEnv: TOUCHSTONE_PASSWORD}`);
  expect(text).not.toContain(secret);
  expect(await inProcess(check, [file])).toMatchObject({exitCode: 0});
});

test('what is said of certificates is written down, from the folder of the file', async () => {
  const folder = temporaryFolder();
  const argv = ['--target', 'https://localhost:3000/code', '--ca-file', join(folder, 'tls', 'ca.pem'), '--no-try'];
  const {exitCode, file} = await init(argv, {folder});
  expect(exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('\ntls: {caFile: "tls/ca.pem"}\n');
  const any = await init(['--target', 'https://localhost:3000', '--insecure', '--no-try'], {});
  expect(readFileSync(any.file, 'utf8')).toContain('\ntls: {insecure: true}\n');
  expect(await inProcess(check, [any.file])).toMatchObject({exitCode: 0});
});

test('what is left open is asked, and a typed secret is tried and not kept', {timeout: 60_000}, async () => {
  const {
    url,
    admin: {user: admin, password: secret},
  } = reference();
  const {exitCode, stdout, stderr, file, asked} = await init([], {answers: [url, admin, '', secret]});
  expect(exitCode).toBe(0);
  expect(asked).toHaveLength(4);
  expect(stderr).toContain('an administrator');
  expect(stdout).toContain('export TOUCHSTONE_PASSWORD=…');
  expect(readFileSync(file, 'utf8') + stdout + stderr).not.toContain(secret);
});

test('a wrong secret writes nothing', {timeout: 60_000}, async () => {
  const {
    url,
    admin: {user: admin},
  } = reference();
  const {exitCode, stderr, file} = await init(['--target', url, '--admin-user', admin], {
    env: {TOUCHSTONE_PASSWORD: 'another-wrong-one'},
  });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('signing in as administrator was refused with 401\n  check user name and password');
  expect(stderr).not.toMatch(/target file|\{/);
  expect(stderr).toContain('nothing was written');
  expect(stderr).not.toContain('another-wrong-one');
  expect(existsSync(file)).toBe(false);
});

test.each([
  [['--target', 'http://127.0.0.1:9', '--no-try'], 0, ''],
  [['--target', 'http://127.0.0.1:9'], 5, 'cannot connect to'],
  [['--target', 'http://user:hunter22@127.0.0.1:9'], 2, 'holds a user or a password'],
  [[], 2, 'there is no address'],
  [['--target', 'http://127.0.0.1:9', '--admin-token-env', 'hunter22'], 2, 'give the name, never the secret'],
  [['--target', 'http://127.0.0.1:9', '--admin-token-env', 'TOUCHSTONE_T', '--admin-user', 'root'], 2, 'exclude each'],
  [['--target', 'http://127.0.0.1:9', '--admin-token-env', ''], 2, 'the name of the variable is empty'],
  [['--target', 'http://127.0.0.1:9', '--name', 'My Server'], 2, '--name "My Server"'],
])('init %j ends with %d', async (argv, exitCode, says) => {
  const said = await init(argv, {});
  expect(said.exitCode).toBe(exitCode);
  expect(said.stderr).toContain(says);
  expect(said.stderr).not.toContain('hunter22');
  expect(existsSync(said.file)).toBe(exitCode === 0);
});

test('a file that is there stays, unless it is forced', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'touchstone.yaml');
  writeFileSync(file, 'mine\n');
  const kept = await init(['--target', 'http://127.0.0.1:9', '--no-try'], {folder});
  expect(kept.exitCode).toBe(2);
  expect(kept.stderr).toContain('is there already');
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
  expect(await init(['--target', 'http://127.0.0.1:9', '--no-try', '--force'], {folder})).toMatchObject({exitCode: 0});
  expect(readFileSync(file, 'utf8')).toContain('target: server');
});

test('a server elsewhere is written to only when its owner says so', async () => {
  const open = await init(['--target', 'https://git.example', '--no-try', '--test-server'], {});
  expect(readFileSync(open.file, 'utf8')).toContain('\ntestServer: true\n');
  const closed = await init(['--target', 'https://git.example', '--no-try'], {});
  expect(readFileSync(closed.file, 'utf8')).toContain('\n# testServer: true\n');
  expect(readFileSync(closed.file, 'utf8')).toContain('\ntarget: git-example\n');
});
