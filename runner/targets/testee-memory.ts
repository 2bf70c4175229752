// Watches how much memory a decoder under test holds, its children included, where the system tells (Linux).
import {readFileSync} from 'node:fs';

const lookEveryMs = 200;

/** Calls back once when the process and its descendants hold more than `bytesMax`; gives the way to stop. */
export function watchMemory(pid: number | undefined, bytesMax: number, onTooMuch: (bytes: number) => void): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    const used = heldBytes(pid, 0);
    if (used <= bytesMax) return;
    clearInterval(timer);
    onTooMuch(used);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
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
