// What `touchstone replay` does with a journal when its command line was read: chooses its red cases and does them again.
import {program} from '../../../base/text/program.ts';
import {counted} from '../../../base/text/counted.ts';
import type {CaseLine} from '../../../model/journal.ts';
import type {Machine} from '../../../model/machine.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import {findingFile} from '../../../reports/words/next-command.ts';
import {shellWord} from '../../../base/text/shell-word.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {checkTargetOptions} from '../words/check-target-options.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import {journalWith, missingCase, previousReds} from '../run/previous-journal.ts';
import {printProblems} from '../words/print-problems.ts';
import {givenVariables, type VariableOptions} from './given-variables.ts';
import {replayCases} from './again-cases.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** The options; `from` names the journal here, and not the target file that was read. */
export interface ReplayOptions extends Omit<TargetOptions, 'from'>, VariableOptions {
  readonly from: string;
  readonly suite?: readonly string[];
}

/**
 * Does the named cases again, or all that failed, and gives the exit code. Those of a search are its findings, each of which has files of its own;
 * `replayFindings` asks them.
 */
export async function replayJournal(
  {from, suite = [], var: vars = [], varFile = [], ...flags}: ReplayOptions,
  operands: readonly string[],
  machine: Machine,
  replayFindings: (files: readonly string[], options: TargetOptions, machine: Machine) => Promise<number>,
): Promise<number> {
  const file = journalWith(from, ({cases}) => chooseLines(operands, cases).unknown.length === 0, machine);
  if (file.kind === 'unusable')
    return refuse(machine, `--from ${file.why}\n  name the results.jsonl of the run that failed, or its folder`);
  const chosen = chooseLines(operands, file.journal.cases);
  if (chosen.unknown.length > 0) return refuse(machine, ...chosen.unknown.map(pattern => missingCase(pattern, file)));
  if (chosen.lines.length === 0) {
    const before = previousReds(file.file, machine);
    const more = before === undefined ? '' : `  ${visibleText(before)}\n`;
    machine.talk(
      `touchstone replay: nothing failed in ${visibleText(file.file)}, so there is nothing to replay\n${warned(file.journal.cases)}${more}`,
    );
    return 6;
  }
  if (file.journal.header.isSearch === true) {
    const found = chosen.lines
      .flatMap(line => findingFile(line) ?? [])
      .map(name => `${folderOf(file.file)}/${name}.json`);
    if (found.length > 0) return replayFindings(found, flags, machine);
    return refuse(machine, `${file.file}: these cases of a search have no findings to replay`);
  }
  const loaded = await loadTargetFile<TargetOptions>(flags, machine);
  if (loaded.kind === 'unusable') return refuse(machine, loaded.why);
  const problems = checkTargetOptions(loaded.options);
  if (problems.length > 0) return refuse(machine, ...problems);
  const {journal} = file;
  const variables = givenVariables(journal.header, {var: vars, varFile});
  if (variables.problems.length > 0) return refuse(machine, ...variables.problems);
  return replayCases({
    machine,
    options: loaded.options,
    header: journal.header,
    file: file.file,
    lines: chosen.lines,
    suites: suite,
    variables: variables.options,
  });
}

/** What differs from what is usual is done again when it is named. */
function warned(cases: readonly CaseLine[]): string {
  const warns = cases.filter(({verdict}) => verdict === 'warn');
  const [first] = warns;
  return first === undefined
    ? ''
    : `  ${counted(warns.length, 'case')} warned, which is replayed by its id: ${program} replay ${shellWord(first.id)} …\n`;
}

/** Finds the lines that ids and globs mean; without any, those that failed. */
function chooseLines(
  patterns: readonly string[],
  cases: readonly CaseLine[],
): {readonly lines: readonly CaseLine[]; readonly unknown: readonly string[]} {
  if (patterns.length === 0)
    return {lines: cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky'), unknown: []};
  const unknown = patterns.filter(pattern => !cases.some(({id}) => isMeant(pattern, id)));
  return {lines: cases.filter(({id}) => patterns.some(pattern => isMeant(pattern, id))), unknown};
}

function isMeant(pattern: string, id: string): boolean {
  return pattern === id || matchesStars(pattern, id);
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'replay', problems);
  return 2;
}
