// Starts a command of a target file: a server that runs with us, or a program that leaves one running.
import {once} from 'node:events';
import {createServer} from 'node:net';
import type {CommandSettings, CommandStart} from '../../../model/machine.ts';
import {guardGroup} from './kill-guard.ts';
import {describeEnd, startProcess} from './child.ts';

// A server that writes its state on the way out gets this long, as containers do; then its whole group is killed.
const stopWithinMs = 10_000;

/** Starts it in a process group of its own; its output is kept as its log. */
export async function startCommand({command: words, env, folder, ownFolder}: CommandSettings): Promise<CommandStart> {
  const [command = '', ...args] = words;
  const started = await startProcess({command, args, env: {...process.env, ...env}, cwd: folder, isLog: true});
  if (started.kind === 'cannot-start') return started;
  const child = started.process;
  const release = guardGroup(child.pid, ownFolder);
  void child.ended.then(release);
  return {
    kind: 'started',
    command: {
      lastLines: count => child.stderrTail().trimEnd().split(/\r?\n/).slice(-count),
      ended: child.ended.then(end => ({detail: describeEnd(end), isClean: end.code === 0})),
      stop: async () => {
        await child.stop(stopWithinMs);
      },
    },
  };
}

/** Finds a free port of the loopback. Somebody else may take it before it is used; then the server says so and does not get ready. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
