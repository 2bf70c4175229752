// Starts a server of a benchmark in a process of its own, so that its work is not counted as ours.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

/** A running server and the way to stop it. */
export interface Served {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts `bench/NAME`, which prints its port as its first line and ends when its stdin does. */
export async function serve(name: string): Promise<Served> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [file], {stdio: ['pipe', 'pipe', 'inherit']});
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const port = await Promise.race([
    new Promise<number>(resolve => createInterface(child.stdout).once('line', line => resolve(Number(line)))),
    gone.then(() => Promise.reject(new Error(`${name} ended before it told its port`))),
  ]);
  return {
    port,
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}
