// Runs a program of the reference in the foreground, with our own input and output, until it is stopped.
import {spawn} from 'node:child_process';
import type {ReferenceSettings} from '../../../model/machine.ts';
import {referenceCommand} from './start-reference.ts';

/** Gives the exit code of the program once it has ended. It ends with us, however we end. */
export function serveReference(
  options: readonly string[],
  role: ReferenceSettings['role'] = 'hosting',
): Promise<number> {
  const {command, args} = referenceCommand(role);
  const readsInput = process.env['REFERENCE_PARENT_PIPE'] === '1' || options.includes('--many');
  const child = spawn(command, [...args, ...options], {
    // Its standard input is a pipe of ours, so that the server sees it when we are killed.
    env: {...process.env, REFERENCE_PARENT_PIPE: '1'},
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  for (const signal of signals) process.on(signal, stop);
  const stopWatching = whenShellOfNpxEnds(stop);
  child.stdin.on('error', () => undefined);
  if (readsInput) process.stdin.pipe(child.stdin);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      for (const signal of signals) process.off(signal, stop);
      stopWatching();
      if (readsInput) process.stdin.unpipe(child.stdin).pause();
      resolve(code ?? 1);
    });
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const lookMs = 250;

/** npx gives a signal to the shell that it started us in, which dies of it and passes nothing on. Gives what ends the watching. */
function whenShellOfNpxEnds(act: () => void): () => void {
  if (process.env['npm_command'] !== 'exec') return () => undefined;
  const shell = process.ppid;
  const timer = setInterval(() => process.ppid === shell || act(), lookMs);
  return () => clearInterval(timer);
}
