// Finds and ends the processes that a decoder started outside its process group and left running: they carry a mark in their environment.
import {randomUUID} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';

const name = 'DECODER_STARTED_BY';
const mark = randomUUID();

/** What a decoder has in its environment, and so has whatever it starts, in however many steps. */
export const markedEnvironment: {readonly [name: string]: string} = {[name]: mark};

/** Ends what still runs when every decoder is closed, and gives one sentence each. Only Linux tells the environment of a process. */
export function endOutliving(system: NodeJS.Platform = process.platform): readonly string[] {
  if (system !== 'linux') return [];
  const pids = readdirSync('/proc').filter(entry => /^\d+$/.test(entry));
  return pids.filter(pid => readOrEmpty(`/proc/${pid}/environ`).split('\0').includes(`${name}=${mark}`)).flatMap(end);
}

function end(pid: string): readonly string[] {
  const command = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
    return [];
  }
  return [`process ${pid} (${command}), which the decoder started outside its process group; it was ended`];
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process is gone, or belongs to somebody else.
    return '';
  }
}
