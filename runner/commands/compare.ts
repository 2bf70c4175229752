// `touchstone compare`: says what became worse or better between runs, and what it is to be blamed on.
import {defined} from '../../base/json/defined.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {compareRuns, type Comparison} from '../../reports/compare/comparison.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import {trendOf} from '../../reports/compare/trend.ts';
import {readCommandLine} from './words/command-line.ts';
import {comparisonOption, readComparisonPlaces, writeComparison} from './diff/comparison-files.ts';
import {readJournalFile} from './run/journal-file.ts';
import {printProblems} from './words/print-problems.ts';

interface CompareOptions {
  readonly to?: readonly string[];
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('compare')
    .description(
      'Compares the first run with the last one, and shows the verdicts of all when there are more than two. Exit code 1 means that a case that passed no longer does.',
    )
    .argument('<journals...>', 'two or more results.jsonl, or folders of runs, oldest first')
    .addOption(comparisonOption());
}

/** Runs the command: 0 without regression, 1 with one, 2 when the runs cannot be compared, 6 when the last run did not come to its end. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<CompareOptions>(argv, machine, configure);
  return Promise.resolve(line.kind === 'stop' ? line.exitCode : compare(line.operands, line.options, machine));
}

function compare(operands: readonly string[], {to}: CompareOptions, machine: Machine): number {
  if (operands.length < 2) return refuse(machine, ['give the journals of two runs or more, oldest first']);
  const read = operands.map(path => readJournalFile(path, machine));
  const places = readComparisonPlaces(to, machine);
  const problems = [...read.flatMap(one => (one.kind === 'unusable' ? [one.why] : [])), ...places.problems];
  if (problems.length > 0) return refuse(machine, problems);
  const journals = read.flatMap(one => (one.kind === 'journal' ? [one.journal] : []));
  const [before, after] = [journals[0], journals.at(-1)];
  if (before === undefined || after === undefined) return refuse(machine, ['there is nothing to compare']);
  const result = compareRuns(before, after);
  if (result.kind === 'not-comparable')
    return refuse(machine, [
      `${result.why}, so they cannot be compared\n  compare two runs of the same suites against the same kind of target`,
    ]);
  const trend = journals.length > 2 ? trendOf(journals) : undefined;
  const both = {before: operands[0] ?? '', after: operands.at(-1) ?? ''};
  writeComparison(result.comparison, {machine, places: places.places, journals: both, ...defined({trend})});
  return exitCode(result.comparison, after);
}

function exitCode({regressions}: Comparison, after: Journal): number {
  if (regressions > 0) return 1;
  return after.kind === 'incomplete' || after.footer.isInterrupted || after.footer.notRun > 0 ? 6 : 0;
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'compare', problems);
  return 2;
}
