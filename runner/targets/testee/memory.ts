// Watches how much memory a decoder under test holds, its children included: the kernel's files tell on Linux, `ps` elsewhere, nothing on Windows.
import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';

const lookEveryMs = 200;

/** `ps` is a process of its own each time, so it is asked less often. */
const askEveryMs = 1_000;

/** Calls back once when the process and its descendants hold more than `bytesMax`; gives the way to stop. */
export function watchMemory(
  pid: number | undefined,
  bytesMax: number,
  onTooMuch: (bytes: number) => void,
  system: NodeJS.Platform = process.platform,
): () => void {
  if (pid === undefined || system === 'win32') return () => undefined;
  const judge = (used: number): void => {
    if (used <= bytesMax || isOver) return;
    stop();
    onTooMuch(used);
  };
  const look =
    system === 'linux'
      ? (): void => judge(heldBytes(pid, 0))
      : (): void => {
          // Its table of processes is bounded by the system; a `ps` that hangs or is missing shows nothing.
          execFile('ps', ['-axo', 'pid=,ppid=,rss='], {timeout: askEveryMs}, (_error, table) =>
            judge(heldIn(table, pid)),
          );
        };
  let isOver = false;
  const timer = setInterval(look, system === 'linux' ? lookEveryMs : askEveryMs);
  timer.unref();
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}

/** A wrapper script, its interpreter and a compiler's daemon are three deep; a tree deeper than this is not followed. */
const depthMax = 8;

function heldBytes(pid: number, depth: number): number {
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
  if (depth >= depthMax) return own;
  const children = readOrEmpty(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + heldBytes(Number(child), depth + 1), own);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process is gone, or the system does not tell.
    return '';
  }
}

/** Sums a process and its descendants, in bytes, in a table of `pid ppid KiB` lines. */
export function heldIn(table: string, pid: number): number {
  const rows = table.split('\n').map(line => line.trim().split(/\s+/).map(Number));
  const own = rows.find(([id]) => id === pid)?.[2] ?? 0;
  return own * 1024 + heldBelow(rows, pid, 1);
}

function heldBelow(rows: readonly (readonly number[])[], parent: number, depth: number): number {
  if (depth > depthMax) return 0;
  const children = rows.filter(([id, owner]) => owner === parent && id !== parent);
  return children.reduce((sum, [id = 0, , kib = 0]) => sum + kib * 1024 + heldBelow(rows, id, depth + 1), 0);
}
