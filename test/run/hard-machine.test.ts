// Machines that make it hard: a full disk, too few descriptors, a clock that stands still, another language and time zone, a folder that is in use.
import {spawn} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {homedir, hostname} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {main as fuzz} from '../../runner/commands/fuzz.ts';
import {main as prove} from '../../runner/commands/prove.ts';
import {main as run} from '../../runner/commands/run.ts';
import {readJournal} from '../../reports/journal/reader.ts';
import {machineFiles} from '../../runner/targets/host/files.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {startTouchstone, temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess} from '../support/in-process.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';

const env = {TOUCHSTONE_TOKEN_ALICE: 'token-of-alice-0123456789', TOUCHSTONE_CONTEXTS: 'plain'};
const echo: Script = (socket, request) => reply(200, {body: JSON.stringify({path: request.path})})(socket, request);
const args = ['run', 'own.suite.yaml', '--target-file', 'target.yaml', '--output', 'out'];

/** A folder with a suite of eight cases and a target that answers as the script does. */
async function place(script: Script = echo, wanted = '${row.path}'): Promise<string> {
  const server = await rawServer({fallback: script});
  atEnd(() => server.close());
  const rows = Array.from({length: 8}, (_, index) => `{id: r${String(index)}, path: /p${String(index)}}`);
  return temporaryFolder({
    'target.yaml': `target: own\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`,
    'own.suite.yaml': `cases:
  - id: own
    title: \${row.path} answers itself
    table: [${rows.join(', ')}]
    steps: [{request: "GET \${row.path}", expect: {body: {path: "${wanted}"}}}]
`,
  });
}

/** Runs the program behind a line of the shell. */
function under(line: string, cwd: string): ReturnType<typeof shell> {
  return shell(line.replace('RUN', 'exec "$0" "$@"'), cwd, args);
}

/** Runs a line of the shell, in which `"$0" "$@"` is the program with these words. */
function shell(
  line: string,
  cwd: string,
  words: readonly string[],
): Promise<{readonly exitCode: number | null; readonly stderr: string}> {
  const child = spawn('sh', ['-c', line, process.execPath, ...newestProgram('runner/main'), ...words], {
    cwd,
    env: {PATH: process.env['PATH'], HOME: process.env['HOME'], ...env},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise(resolve => child.once('close', exitCode => resolve({exitCode, stderr})));
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'RN-06 a report that nobody can read is exit code 6, with the reason, and what was judged is kept',
  async () => {
    const cwd = await place();
    const {exitCode, stderr} = await under('RUN > /dev/full', cwd);
    expect([exitCode, stderr]).toEqual([
      6,
      expect.stringContaining('standard output cannot be written: the disk is full (ENOSPC)'),
    ]);
    expect(readJournal(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8')).kind).toBe('complete');
  },
);

test.runIf(isLinux).each(['', ' --list-faults', ' --mesh', ' --mesh --list-faults', ' --help'])(
  'RN-06 reference%s whose first line nobody can read ends with 6 and the reason, without a stack trace',
  async words => {
    const line = `exec "$0" "$@" reference${words} > /dev/full`;
    const {exitCode, stderr} = await shell(line, temporaryFolder(), []);
    expect([exitCode, stderr.split('\n').filter(row => row.startsWith('standard output cannot be written'))]).toEqual([
      6,
      [expect.stringContaining('ENOSPC')],
    ]);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

test.runIf(isLinux)('RN-06 files that cannot grow leave no whole report, and say so', async () => {
  const cwd = await place(echo, '/wrong');
  const {exitCode, stderr} = await under('ulimit -f 8; RUN', cwd);
  expect([exitCode, stderr]).toEqual([
    6,
    expect.stringContaining('could not be written: a file has reached the largest size that is allowed'),
  ]);
  expect(readJournal(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8')).kind).not.toBe('complete');
});

test.runIf(isLinux)(
  'RN-06 a report that cannot be written fails run and report, however green the run was',
  async () => {
    const cwd = await place();
    // The journal and the other files fit, the page does not.
    const ran = await shell('ulimit -f 16; exec "$0" "$@" --reporter tap,html', cwd, args);
    expect([ran.exitCode, ran.stderr]).toEqual([6, expect.stringContaining('report.html could not be written')]);
    expect(readJournal(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8')).kind).toBe('complete');
    const made = await shell('ulimit -f 16; exec "$0" "$@"', cwd, ['report', 'out', '--to', 'html:again.html']);
    expect([made.exitCode, made.stderr]).toEqual([
      6,
      'the report again.html could not be written: a file has reached the largest size that is allowed\n',
    ]);
  },
);

test.runIf(isLinux)('RN-06 a key that cannot be written leaves no file in the way of the next one', async () => {
  const cwd = temporaryFolder();
  const {exitCode, stderr} = await shell('ulimit -f 0; exec "$0" "$@"', cwd, ['keygen', 'k.pem']);
  expect([exitCode, stderr]).toEqual([
    2,
    'touchstone keygen: k.pem: a file has reached the largest size that is allowed\n',
  ]);
  expect(readdirSync(cwd)).toEqual([]);
});

test.runIf(isLinux)('RN-16 too few file descriptors are exit code 6, with the way out', async () => {
  const {exitCode, stderr} = await under('ulimit -n 40; RUN', await place());
  expect([exitCode, stderr]).toEqual([
    6,
    expect.stringContaining('too many files are open; allow more with ulimit -n'),
  ]);
});

test.each([
  ['run', run, ['--reference', '--output']],
  ['fuzz', fuzz, ['--reference', '--time', '1s', '--output']],
  ['prove', prove, ['--fault', 'label-scope-first-slash', '--output']],
] as const)('RN-09 %s leaves a folder alone that another process writes to', async (verb, main, words) => {
  const folder = temporaryFolder();
  const held = machineFiles().lock(join(folder, '.lock'));
  if (held.kind !== 'held') throw new Error('the lock was not given');
  const {exitCode, stderr} = await inProcess(main, [...words, folder]);
  held.release();
  expect([exitCode, stderr]).toEqual([
    2,
    `touchstone ${verb}: --output ${folder}: another command is writing there (process ${String(process.pid)})\n  wait for it, or choose another folder\n`,
  ]);
  expect(readdirSync(folder).filter(name => name.endsWith('.jsonl'))).toEqual([]);
});

test.runIf(isLinux)('RN-13 a run that was suspended longer than its timeouts blames nobody', async () => {
  let stopped: (pid: number) => Promise<void> = () => Promise.resolve();
  const cwd = await place(async (socket, request) => {
    if (request.path === '/p3') await stopped(running.pid);
    await echo(socket, request);
  });
  stopped = async pid => {
    process.kill(pid, 'SIGSTOP');
    // The reply comes while it is suspended, and its timeout is over when it goes on.
    setTimeout(() => process.kill(pid, 'SIGCONT'), 1_500);
    await sleep(100);
  };
  const running = startTouchstone([...args, '--reply-timeout', '1s'], {cwd, env});
  const {exitCode, stdout} = await running.finished;
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('All 8 judged cases passed.')]);
});

test('RN-23, RP-13 language and time zone change nothing, and no report names the machine', async () => {
  const cwd = await place(echo, '/p1');
  const words = [...args, '--verbose', '--record', 'all', '--reporter', 'junit,html,markdown,sarif,ctrf,tap,har,badge'];
  const away = {TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'};
  const {exitCode, stdout, stderr} = await touchstone(words, {cwd, env: {...env, ...away}});
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('1 pass · 7 fail')]);
  const files = readdirSync(join(cwd, 'out'), {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  const written = [stdout, stderr, ...files.map(({parentPath, name}) => readFileSync(join(parentPath, name), 'utf8'))];
  expect(written.length).toBeGreaterThan(8);
  // A name such as "a" says nothing.
  const own = [hostname(), homedir(), cwd].filter(name => name.length > 4);
  expect(own.filter(name => written.some(text => text.includes(name)))).toEqual([]);
  expect(written.join('').match(/"startedAt":"[^"]*"/)?.[0]).toMatch(/Z"$/);
});
