// `touchstone promote`: writes down for good what was found: the shrunk story of a property as a case, a finding of a search as a wire case.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {addSuitesOption} from './load/suites-option.ts';
import {isAboutFindings} from './replay.ts';
import type {PromoteOptions} from './replay/promote-property.ts';
import {readCommandLine} from './words/command-line.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSuitesOption(command)
    .name('promote')
    .description(
      'Writes the shrunk story of a property that failed as a suite file with one case, on stdout. A finding of touchstone fuzz (its .json file) becomes a row of a wire-case table or a unit test; it takes --as yaml|rust|go|python|hex. Exit codes: 0 written, 2 wrong usage, 6 it cannot be a case, and why.',
    )
    .argument('<what>', 'the id of a property in the journal, or the .json file of a finding of touchstone fuzz')
    .option('--from <journal>', 'the journal of the run that failed, or its folder', 'touchstone-results')
    .option(
      '--suite <name>',
      'name of the suite that is written (default: promoted/ and the name of the property’s file)',
    )
    .option('--as <form>', 'of a finding of touchstone fuzz: yaml, rust, go, python or hex (default: yaml)');
}

/** Runs the command. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  if (isAboutFindings(argv)) return (await import('./fuzz/promote-finding.ts')).main(argv, machine);
  const line = readCommandLine<PromoteOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {promoteProperty} = await import('./replay/promote-property.ts');
  return promoteProperty(line.options, line.operands, machine);
}
