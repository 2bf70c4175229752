// A file that says which process uses a folder; what a process left that has ended is taken over.
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import type {Files} from '../../../model/ports.ts';
import {whyNot} from './why-not.ts';

/** Takes the lock. */
export const lock: Files['lock'] = path => {
  // Another process may take over at the same moment; then the file is there again.
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(path, ownWord(), {flag: 'wx'});
      return {kind: 'held', release: () => rmSync(path, {force: true})};
    } catch (error) {
      if (!isThere(error)) return {kind: 'failed', why: whyNot(error)};
    }
    const by = holderOf(path);
    if (by !== undefined) return {kind: 'taken', by};
    rmSync(path, {force: true});
  }
  return {kind: 'failed', why: 'other processes took it repeatedly'};
};

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function ownWord(): string {
  return `${String(process.pid)} ${startOf(process.pid) ?? ''}\n`;
}

/** Gives another process that holds the lock and still runs: what this one holds keeps it from nothing. */
export function otherHolderOf(path: string): number | undefined {
  const by = holderOf(path);
  return by === process.pid ? undefined : by;
}

/** Gives the process that holds the lock and still runs. */
function holderOf(path: string): number | undefined {
  const [, digits = '', start = ''] = /^(\d{1,10}) (\d*)\n$/.exec(textOf(path)) ?? [];
  const pid = Number(digits);
  if (pid === 0 || !isRunning(pid)) return undefined;
  // Numbers of processes are used again; where the system tells when one began, it must be the same.
  const since = startOf(pid);
  return start !== '' && since !== undefined && since !== start ? undefined : pid;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process began, in ticks since the system did; only Linux tells it in a file. */
function startOf(pid: number): string | undefined {
  // The name of the program is in parentheses, and may hold any.
  return textOf(`/proc/${String(pid)}/stat`)
    .split(')')
    .at(-1)
    ?.trim()
    .split(' ')[19];
}
