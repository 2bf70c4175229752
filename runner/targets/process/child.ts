// Starts child processes that cannot outlive us, block on their stderr, or leave grandchildren behind.
import {spawn, type ChildProcessByStdio} from 'node:child_process';
import {once} from 'node:events';
import type {Readable, Writable} from 'node:stream';
import {groupOptions, signalGroup} from './process-group.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** What to start. The command is never given to a shell. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Keeps the end of stdout together with that of stderr, for a child whose output is its log. */
  readonly isLog?: boolean;
}

/** A running child. Its stdin stays open until `stop`; when we die, the kernel closes it. */
export interface RunningProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The last 64 KiB of stderr as text; of stdout too when its output is its log. */
  stderrTail(): string;
  /** Resolves when the child has ended and its pipes are drained. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the child and its whole process group: stdin closed and TERM at once, KILL after `graceMs`. */
  stop(graceMs?: number): Promise<ProcessEnd>;
}

/** How a child ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export type ProcessStart =
  | {readonly kind: 'started'; readonly process: RunningProcess}
  | {readonly kind: 'cannot-start'; readonly detail: string};

/** Starts a child in a process group of its own. */
export async function startProcess({command, args, env, cwd, isLog}: ProcessOptions): Promise<ProcessStart> {
  let child: ChildProcessByStdio<Writable, Readable, Readable>;
  try {
    child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      ...groupOptions(),
      ...(env !== undefined && {env}),
      ...(cwd !== undefined && {cwd}),
    });
    // A write to a child that closed its stdin is an error event; the end of the child is news enough.
    child.stdin.on('error', () => undefined);
    await once(child, 'spawn');
  } catch (error) {
    return {kind: 'cannot-start', detail: `${quoted(command)} cannot be started: ${reasonOf(error)}`};
  }
  return {kind: 'started', process: watch(child, child.pid ?? 0, isLog === true)};
}

function watch(child: ChildProcessByStdio<Writable, Readable, Readable>, pid: number, isLog: boolean): RunningProcess {
  const tail = ring(isLog ? [child.stdout, child.stderr] : [child.stderr]);
  groups.add(pid);
  killGroupsOnExit();
  child.on('error', () => undefined);
  const exited = new Promise<ProcessEnd>(resolve => child.once('exit', (code, signal) => resolve({code, signal})));
  const ended = new Promise<ProcessEnd>(resolve => child.once('close', (code, signal) => resolve({code, signal})));
  void ended.then(() => groups.delete(pid));
  const stop = async (graceMs = 2_000): Promise<ProcessEnd> => {
    child.stdin.end();
    signalGroup(pid, 'SIGTERM');
    const kill = setTimeout(signalGroup, graceMs, pid, 'SIGKILL');
    const end = await exited;
    clearTimeout(kill);
    // The child is gone; whoever it left behind in its group goes too, and with them the last holders of its pipes.
    signalGroup(pid, 'SIGKILL');
    groups.delete(pid);
    child.stdout.destroy();
    child.stderr.destroy();
    return end;
  };
  return {pid, stdin: child.stdin, stdout: child.stdout, stderrTail: tail, ended, stop};
}

const tailBytesMax = 64 * 1024;

// A pipe that nobody reads blocks the child for ever, so stderr is always read; only its end is kept.
function ring(streams: readonly Readable[]): () => string {
  let kept = Buffer.alloc(0);
  for (const stream of streams) {
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([kept, chunk]);
      kept = Buffer.from(all.subarray(Math.max(0, all.length - tailBytesMax)));
    });
  }
  return () => kept.toString('utf8');
}

const groups = new Set<number>();
let isWatchingExit = false;

// When we exit in an orderly way, no group of ours stays; when we are killed, the children see the end of their stdin.
function killGroupsOnExit(): void {
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.on('exit', () => {
    for (const pid of groups) signalGroup(pid, 'SIGKILL');
  });
}

/** What the first line of a child's stdout can come to. */
export type ReadyLine =
  | {readonly kind: 'line'; readonly line: string}
  | {readonly kind: 'none'; readonly detail: string};

const readyLineBytesMax = 64 * 1024;

/** Reads the first line of stdout, and drains the rest of it from then on. */
export function readReadyLine(child: RunningProcess, timeoutMs: number): Promise<ReadyLine> {
  return new Promise(resolve => {
    let text = '';
    const settle = (ready: ReadyLine): void => {
      clearTimeout(timer);
      child.stdout.off('data', onData).resume();
      resolve(ready);
    };
    const none = (detail: string): void => settle({kind: 'none', detail});
    const timer = setTimeout(() => none(`it did not say within ${timeoutMs} ms that it is ready`), timeoutMs);
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end >= 0) settle({kind: 'line', line: text.slice(0, end).replace(/\r$/, '')});
      else if (text.length > readyLineBytesMax) none('its first line is longer than 64 KiB');
    };
    child.stdout.on('data', onData);
    void child.ended.then(end => none(`it ended before it was ready (${describeEnd(end)})`));
  });
}

/** Says how a child ended, e.g. `exit code 1` or `signal SIGSEGV`. */
export function describeEnd({code, signal}: ProcessEnd): string {
  return signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such program';
  if (code === 'EACCES') return 'it is not a program, or the right to run it is missing';
  return error instanceof Error ? error.message : String(error);
}
