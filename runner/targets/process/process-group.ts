// Ends a child together with everything that it started: by its process group, or where there are none, by the tree of its children.
import {spawnSync} from 'node:child_process';

/** How a child must be started so that `signalGroup` reaches whatever it starts. A Windows child in a group of its own would open a window. */
export function groupOptions(system: NodeJS.Platform = process.platform): {
  readonly detached: boolean;
  readonly windowsHide: true;
} {
  return {detached: system !== 'win32', windowsHide: true};
}

/** Signals the whole group of a child; one that is gone already is no news. */
export function signalGroup(
  pid: number,
  signal: 'SIGTERM' | 'SIGKILL',
  system: NodeJS.Platform = process.platform,
): void {
  if (pid <= 1) return;
  if (system === 'win32') endTree(pid, signal);
  else
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is gone already.
    }
}

// Windows has no TERM: a child is asked to end by the end of its stdin alone.
function endTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (signal === 'SIGKILL')
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], {stdio: 'ignore', windowsHide: true});
}
