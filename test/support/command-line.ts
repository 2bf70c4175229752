// Runs the real command line as a child process, with a watchdog, so that tests see what a user sees.
import {fork, spawn, type ChildProcess} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {atEnd} from './endings.ts';

/** How a command ended, and everything that it said. */
export interface Finished {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** How to start a command. */
export interface Starting {
  /** Added to an environment that holds nothing but PATH and HOME. */
  readonly env?: {readonly [name: string]: string};
  /** The folder to start in; without it, a fresh one. */
  readonly cwd?: string;
  /** What stands on its standard input. */
  readonly input?: string;
  /** `usual`: the level of a run that says nothing; without it, cases run in the plain context, which costs half as much. */
  readonly contexts?: 'usual';
  /** Starts it in a shell that waits for it, as npx does; a signal then goes to the shell. */
  readonly isInShell?: boolean;
  /** The watchdog: over this the command is killed and the test fails. */
  readonly budgetMs?: number;
}

/** A command that runs. */
export interface Running {
  readonly pid: number;
  readonly cwd: string;
  /** Everything it has said so far. */
  said(): {readonly stdout: string; readonly stderr: string};
  /** Resolves when its output holds this; rejects when it ends before. */
  until(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Closes our end of its standard output, as `head` does. */
  closeStdout(): void;
  readonly finished: Promise<Finished>;
}

/** Runs `touchstone` with these arguments to its end: in a process that has run others, or in one of its own where it reads its input or starts a server. */
export function touchstone(args: readonly string[], starting: Starting = {}): Promise<Finished> {
  const isAlone = starting.input !== undefined || alone.has(args[0] ?? '') || main.length > 1;
  return isAlone ? startTouchstone(args, starting).finished : runInHost(args, starting);
}

/** These end as processes do: by a signal, or with what their own children print. */
const alone: ReadonlySet<string> = new Set(['reference', 'serve', 'prove']);

const hosts: ChildProcess[] = [];

async function runInHost(args: readonly string[], starting: Starting): Promise<Finished> {
  const {env = {}, budgetMs = 40_000} = starting;
  const cwd = starting.cwd ?? temporaryFolder();
  const startedMs = performance.now();
  const host = hosts.pop() ?? startHost();
  const environment = {PATH: process.env['PATH'], HOME: process.env['HOME'], ...contextsOf(args, starting), ...env};
  return new Promise((resolve, reject) => {
    const lose = (why: string): void => {
      clearTimeout(watchdog);
      host.removeAllListeners();
      signalGroup(host.pid ?? 0, 'SIGKILL');
      reject(new Error(`touchstone ${args.join(' ')} ${why}`));
    };
    const watchdog = setTimeout(() => lose(`did not end within ${budgetMs} ms`), budgetMs);
    host.once('exit', code => lose(`ended its process with ${String(code)}`));
    host.once('message', message => {
      clearTimeout(watchdog);
      host.removeAllListeners();
      hosts.push(host);
      const {exitCode, stdout, stderr} = message as Pick<Finished, 'exitCode' | 'stdout' | 'stderr'>;
      resolve({exitCode, signal: null, stdout, stderr, durationMs: performance.now() - startedMs});
    });
    host.send({args, cwd, env: environment});
  });
}

// It ends when we do: its channel is closed then.
function startHost(): ChildProcess {
  const host = fork(fileURLToPath(new URL('command-host.mjs', import.meta.url)), [...main], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  host.unref();
  host.channel?.unref();
  return host;
}

/** Starts `touchstone` and gives it while it runs. */
export function startTouchstone(args: readonly string[], starting: Starting = {}): Running {
  const {env = {}, input, budgetMs = 40_000} = starting;
  const cwd = starting.cwd ?? temporaryFolder();
  const startedMs = performance.now();
  const words = [process.execPath, ...main, ...args];
  const [command = '', ...rest] = starting.isInShell === true ? ['sh', '-c', '"$0" "$@"; exit $?', ...words] : words;
  const child = spawn(command, rest, {
    cwd,
    detached: true,
    env: {PATH: process.env['PATH'], HOME: process.env['HOME'], ...contextsOf(args, starting), ...env},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let stdout = '';
  let stderr = '';
  let isOver = false;
  let isKilled = false;
  const watchdog = setTimeout(() => {
    isKilled = true;
    signalGroup(pid, 'SIGKILL');
  }, budgetMs);
  atEnd(() => {
    if (!isOver) signalGroup(pid, 'SIGKILL');
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('close', (exitCode, signal) => {
      isOver = true;
      clearTimeout(watchdog);
      if (isKilled)
        reject(new Error(`touchstone ${args.join(' ')} did not end within ${budgetMs} ms\n${stdout}\n${stderr}`));
      else resolve({exitCode, signal, stdout, stderr, durationMs: performance.now() - startedMs});
    });
  });
  // Whoever waits for a line may never ask how it ended.
  finished.catch(() => undefined);
  return {
    pid,
    cwd,
    said: () => ({stdout, stderr}),
    until: pattern =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(stdout) || pattern.test(stderr)) resolve();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('close', () =>
          reject(new Error(`it ended without saying ${String(pattern)}\n${stdout}\n${stderr}`)),
        );
        look();
      }),
    kill: signal => process.kill(pid, signal),
    closeStdout: () => child.stdout.destroy(),
    finished,
  };
}

// Contexts have tests of their own; a pinned edition and --context refuse a level.
function contextsOf(args: readonly string[], {contexts}: Starting): {readonly [name: string]: string} {
  const isSaid = contexts === 'usual' || args.some(word => word === '--edition' || word.startsWith('--context'));
  return isSaid ? {} : {TOUCHSTONE_CONTEXTS: 'plain'};
}

const main = newestProgram('runner/main');

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

/** Makes a folder that is removed in the end, with these files in it. */
export function temporaryFolder(files: {readonly [path: string]: string} = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  atEnd(() => rmSync(folder, {recursive: true, force: true}));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
