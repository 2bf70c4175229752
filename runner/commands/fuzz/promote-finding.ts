// `touchstone promote`: turns a finding into a wire case, or into a unit test for the decoder's own test suite.
import {Option, type Command} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {readCommandLine} from '../words/command-line.ts';
import {readFinding} from './finding-file.ts';
import {promotionProblem, promotions, type PromotionForm} from './promoted-tests.ts';

interface PromoteOptions {
  readonly as: PromotionForm;
}

function configure(command: Command): Command {
  return command
    .name('promote')
    .description('Turns a finding of touchstone fuzz into a row of a wire-case table or a unit test.')
    .argument('<finding>', 'the .json file of a finding')
    .addOption(new Option('--as <form>', 'what to write').choices(Object.keys(promotions)).default('yaml'));
}

/** Runs the command: prints the text; 2 for bad input. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<PromoteOptions>(argv, machine, configure);
  if (line.kind === 'stop') return Promise.resolve(line.exitCode);
  const [file = '', more] = line.operands;
  if (more !== undefined) return Promise.resolve(refuse(machine, 'give one finding at a time'));
  const text = machine.files.readText(file);
  const read = text.kind === 'text' ? readFinding(text.text) : {kind: 'problem' as const, problem: text.why};
  if (read.kind === 'problem') return Promise.resolve(refuse(machine, `${file}: ${read.problem}`));
  const problem = promotionProblem(read.finding, line.options.as);
  if (problem !== undefined) return Promise.resolve(refuse(machine, `${file}: ${problem}`));
  machine.print(promotions[line.options.as](read.finding));
  return Promise.resolve(0);
}

function refuse(machine: Machine, problem: string): number {
  machine.talk(`touchstone promote: ${visibleText(problem)}\n`);
  return 2;
}
