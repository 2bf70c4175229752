// Ends a program that we started when we are killed ourselves: no handler of ours runs then, and a foreign program does not watch its standard input.
import {spawn} from 'node:child_process';

/** Waits for the end of its input, which the kernel closes with us; a line before it says that there is nothing left to do. */
const script = `read -r _ && exit
kill -s TERM -- "-$0"
for _ in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 -- "-$0" || break; sleep 0.2; done
kill -s KILL -- "-$0"
[ "$1" = "" ] || rm -rf -- "$1"`;

/** Guards a process group, and a folder that goes with it. Gives what ends the guard; where there is no POSIX shell nothing is guarded. */
export function guardGroup(pid: number, folder = '', system: NodeJS.Platform = process.platform): () => void {
  if (system === 'win32' || pid <= 1) return () => undefined;
  // A session of its own: what a terminal or a container runtime sends to our group does not reach it.
  const guard = spawn('/bin/sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return () => void guard.stdin.end('done\n');
}
