// Runs one command in this process on the real machine, so that a test sees its words without the cost of a new process.
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Machine} from '../../model/machine.ts';
import {machineOf} from '../../runner/targets/machine.ts';

/** The folder of our own package.json. */
export const packageRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** How a command ended, and what it said. */
export interface Said {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Main = (argv: readonly string[], machine: Machine) => Promise<number>;

/** Runs the command; `changes` replace parts of the machine. */
export async function inProcess(main: Main, argv: readonly string[], changes: Partial<Machine> = {}): Promise<Said> {
  let stdout = '';
  let stderr = '';
  const machine: Machine = {
    ...machineOf({root: packageRoot, version: '0.0.0'}),
    env: {NO_COLOR: '1'},
    terminal: {isTalkTerminal: false, isPrintTerminal: false, columns: 120},
    print: text => {
      stdout += text;
    },
    talk: text => {
      stderr += text;
    },
    ...changes,
  };
  return {exitCode: await main(argv, machine), stdout, stderr};
}
