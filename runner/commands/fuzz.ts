// `touchstone fuzz`: searches for inputs that decoders under test answer wrongly, and keeps what it finds.
import type {Machine} from '../../model/machine.ts';
import {configureFuzz, type FuzzOptions} from './fuzz/search-options.ts';
import {readCommandLine} from './words/command-line.ts';

export {configureFuzz as configure} from './fuzz/search-options.ts';

/** Runs the command: 0 nothing new, 1 new findings, 2 bad input, 5 a decoder cannot be started, 130 interrupted. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<FuzzOptions>(argv, machine, configureFuzz);
  if (line.kind === 'stop') return line.exitCode;
  const {runSearch} = await import('./fuzz/run-search.ts');
  return runSearch(line.options, line.operands, machine);
}
