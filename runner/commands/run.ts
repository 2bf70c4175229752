// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {readCommandLine} from './words/command-line.ts';
import {readGivenSettings, type GivenSettings} from './words/given-settings.ts';
import {readEnvironment} from './words/environment.ts';
import {configureRun, type RunOptions} from './load/run-options.ts';
import type {RunWatch} from './run/open-and-run.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return configureRun(command)
    .optionsGroup('How it runs:')
    .option('--watch', 'run again what a change of a file touches, until Ctrl-C; for suites of your own');
}

interface WatchOption {
  readonly watch?: boolean;
}

/** Runs the command and gives its exit code. Help and a wrong command line load nothing of a run. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<RunOptions & WatchOption>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  const {runLine} = await import('./run/run-line.ts');
  if (line.options.watch !== true) return runLine(line, machine);
  const {watchAndRun} = await import('./run/watch-and-run.ts');
  return watchAndRun(line.operands, line.options, machine, operands => runLine({...line, operands}, machine));
}

/** Runs with the settings of a program, which are values; `watch` is given what the run leaves. */
export async function runGiven(settings: GivenSettings, machine: Machine, watch: RunWatch): Promise<number> {
  const line = readGivenSettings<RunOptions>(settings, machine, configureRun);
  if (line.kind === 'stop') return line.exitCode;
  const {runLine} = await import('./run/run-line.ts');
  return runLine(line, machine, watch);
}
