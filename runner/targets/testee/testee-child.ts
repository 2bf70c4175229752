// Runs a decoder under test as a child process that cannot outlive us, block on its stderr, or leave grandchildren behind.
import {spawn, type ChildProcess, type StdioOptions} from 'node:child_process';
import {once} from 'node:events';
import {statSync} from 'node:fs';
import type {Duplex, Readable, Writable} from 'node:stream';
import type {ChannelEnd, ChannelOpening} from './channel.ts';
import {describeEnd} from '../process/child.ts';
import {endOutliving, markedEnvironment} from '../process/outliving.ts';
import {groupOptions, signalGroup} from '../process/process-group.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** What to start; with `isOnExtraPipe` the conversation runs over file descriptor 3 and stdout is only drained. */
export interface TesteeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly isOnExtraPipe: boolean;
}

/** Starts the command, without a shell, in a process group of its own. */
export async function openProcess({command, args, isOnExtraPipe}: TesteeCommand): Promise<ChannelOpening> {
  const stdio: StdioOptions = isOnExtraPipe ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'];
  let child: ChildProcess;
  try {
    child = spawn(command, args, {stdio, ...groupOptions(), env: childEnvironment()});
    for (const stream of child.stdio) stream?.on('error', ignore);
    await once(child, 'spawn');
  } catch (error) {
    return {kind: 'cannot-open', detail: whyNot(command, error)};
  }
  return {kind: 'open', channel: watch(child, isOnExtraPipe)};
}

/** What a decoder may see of our environment: all but what was meant for touchstone, e.g. tokens. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('TOUCHSTONE_'));
  return {...Object.fromEntries(kept), ...markedEnvironment};
}

function whyNot(command: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const said = quoted(command);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `The command ${said} was not found: check the path, or the PATH that it is looked up in.`;
  if (code === 'EACCES' && statSync(command, {throwIfNoEntry: false})?.isDirectory() === true)
    return `${said} is a folder: name the program in it.`;
  if (code === 'EACCES')
    return `The file ${said} is not executable: chmod +x it, or name the program that runs it, e.g. exec:python3 ${command}.`;
  return `The command ${said} cannot be started: ${error instanceof Error ? error.message : String(error)}.`;
}

/** How long a child may take to end by itself when its stdin is closed, and after TERM. */
const graceMs = {stdinClosed: 500, terminated: 1_000};

function watch(child: ChildProcess, isOnExtraPipe: boolean): Extract<ChannelOpening, {kind: 'open'}>['channel'] {
  const pid = child.pid ?? 0;
  const link = isOnExtraPipe ? (child.stdio[3] as Duplex) : undefined;
  const stdin = child.stdin as Writable;
  const stdout = child.stdout as Readable;
  const stderrTail = ring(child.stderr as Readable);
  child.on('error', ignore);
  if (link !== undefined) stdout.resume();
  rememberGroup(pid);
  const output: Readable = link ?? stdout;
  const exited = new Promise<ChannelEnd>(resolve => {
    child.once('exit', (code, signal) => resolve({how: `ended with ${describeEnd({code, signal})}`, isOrderly: false}));
  });
  const gone = exited.then(() => endGroup(pid));
  const kill = async (): Promise<void> => {
    const timer = setTimeout(signalGroup, graceMs.terminated, pid, 'SIGKILL');
    signalGroup(pid, 'SIGTERM');
    stdin.end();
    await gone;
    clearTimeout(timer);
    for (const stream of child.stdio) stream?.destroy();
  };
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => void kill(), graceMs.stdinClosed);
    link?.end();
    stdin.end();
    output.resume();
    await gone;
    clearTimeout(timer);
    for (const stream of child.stdio) stream?.destroy();
  };
  const ended = Promise.race([drained(exited, gone, output), mute(exited, output, link === undefined)]);
  return {input: link ?? stdin, output, pid, stderrTail, ended, close, kill};
}

// A process that ends closes its output as well, a moment before or after.
async function mute(exited: Promise<ChannelEnd>, output: Readable, isStdout: boolean): Promise<ChannelEnd> {
  await streamOver(output);
  const end = await Promise.race([exited, wait(muteMsMax)]);
  if (end !== undefined) return new Promise(() => undefined);
  return {how: `closed ${isStdout ? 'its stdout' : 'the pipe of its answers'} and ran on`, isOrderly: false};
}

/** A process that runs on for so long after it closed its output can never answer again; without this the reply timeout would find out. */
const muteMsMax = 500;

// The child is gone; whoever it left behind in its group goes too, and with them the last holders of its pipes.
function endGroup(pid: number): void {
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

async function drained(exited: Promise<ChannelEnd>, gone: Promise<void>, output: Readable): Promise<ChannelEnd> {
  const end = await exited;
  await gone;
  if (!output.readableEnded && !output.destroyed) await Promise.race([streamOver(output), wait(drainMsMax)]);
  return end;
}

/** What a dead child wrote arrives at once; a holder of its pipe that left the group could keep us waiting for ever. */
const drainMsMax = 500;

function streamOver(stream: Readable): Promise<void> {
  return new Promise(resolve => stream.once('end', resolve).once('close', resolve));
}

function wait(ms: number): Promise<undefined> {
  return new Promise(resolve => {
    setTimeout(resolve, ms, undefined).unref();
  });
}

const tailBytesMax = 64 * 1024;

// A pipe that nobody reads blocks the child for ever, so stderr is always read; only its end is kept.
function ring(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([kept, chunk]);
    kept = Buffer.from(all.subarray(Math.max(0, all.length - tailBytesMax)));
  });
  return () => kept.toString('utf8');
}

const groups = new Set<number>();

// When we exit in an orderly way, no group of ours stays; when we are killed, the children see the end of their stdin.
function rememberGroup(pid: number): void {
  if (groups.size === 0 && process.listeners('exit').every(listener => listener !== killGroups))
    process.on('exit', killGroups);
  groups.add(pid);
}

/** Ends what decoders started outside their groups, once all of them are closed, and gives one sentence each. */
export function endLeftByDecoders(): readonly string[] {
  return groups.size > 0 ? [] : endOutliving();
}

function killGroups(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

function ignore(): void {
  // A pipe that breaks is no news of its own: the end of the child is.
}
