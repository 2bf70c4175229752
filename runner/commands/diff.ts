// `touchstone diff`: runs the same cases on two targets and shows only where they differ.
import type {Machine} from '../../model/machine.ts';
import {watchTargets, type DiffOptions} from './diff/options-of-both.ts';
import type {GivenOption} from './diff/sides.ts';
import {readCommandLine} from './words/command-line.ts';

export {configureDiff as configure} from './diff/options-of-both.ts';

/** Runs the command: 0 without a difference, 1 with one, 2, 3, 5 and 130 as `run` has them, 6 when the runs do not show whether they differ. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const given: GivenOption[] = [];
  const line = readCommandLine<DiffOptions>(argv, machine, command => watchTargets(command, given));
  if (line.kind === 'stop') return line.exitCode;
  const {runPair} = await import('./diff/run-pair.ts');
  return runPair(line.options, {operands: line.operands, given}, machine);
}
