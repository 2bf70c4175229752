// `touchstone doctor`: looks at a target and says what it is, what prevents a run, and what a run would do.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {DoctorOptions} from './doctor/look-at-target.ts';
import {readCommandLine} from './words/command-line.ts';
import {readEnvironment} from './words/environment.ts';
import {addTargetOptions} from './words/target-options.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addTargetOptions(
    command
      .name('doctor')
      .description(
        'Says what a target is, who acts there, what prevents a run, and what a run would do. Where it may, it makes the accounts and one hook as a run does, and removes them; elsewhere it only reads. Exit code 0: nothing prevents a run; 6: something does; 5: unreachable, or the sign-in failed; 2: wrong options.',
      ),
    ['caseTimeout', 'allowDestructive'],
  )
    .optionsGroup('How it looks:')
    .option('--read-only', 'make nothing, so that webhooks and writing are not tried')
    .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'))
    .option('--output <folder>', 'where it is written down what was made, for touchstone clean', 'touchstone-results');
}

/** Runs the command. Help and a wrong command line load nothing of a target. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<DoctorOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  const {lookAtTarget} = await import('./doctor/look-at-target.ts');
  return lookAtTarget(line.options, machine);
}
