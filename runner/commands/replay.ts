// `touchstone replay`: does again what failed before, and says whether it still fails; cases of a run, or findings of a search.
import {program} from '../../base/text/program.ts';
import {Option, type Command} from 'commander';
import {counted} from '../../base/text/counted.ts';
import type {CaseLine} from '../../model/journal.ts';
import {overlayMessages} from '../../model/peer.ts';
import type {Machine} from '../../model/machine.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {checkTargetOptions} from './words/check-target-options.ts';
import {collect, readCommandLine} from './words/command-line.ts';
import {readEnvironment} from './words/environment.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {journalWith, missingCase, previousReds} from './run/previous-journal.ts';
import {printProblems} from './words/print-problems.ts';
import {givenVariables, type VariableOptions} from './replay/given-variables.ts';
import {replayCases} from './replay/again-cases.ts';
import {addTargetOptions, type TargetOptions} from './words/target-options.ts';

/** The options; `from` names the journal here, and not the target file that was read. */
interface ReplayOptions extends Omit<TargetOptions, 'from'>, VariableOptions {
  readonly from: string;
  readonly suite?: readonly string[];
}

/** Where a run leaves its journal. */
const usualJournal = 'touchstone-results';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addTargetOptions(
    command
      .name('replay')
      .description(
        'Does again what failed before and says FIXED, STILL FAILS or CANNOT REPLAY. A property is not run as a whole: exactly the shrunk input that failed is tried once more, on a fresh namespace. Give the target again; a journal never says where to connect. Exit codes: 0 all fixed, 1 something still fails, 2 wrong usage, 5 the target cannot be reached, 6 something cannot be replayed.',
      )
      .argument(
        '[what...]',
        'ids of cases in the journal (globs such as "properties/*"); all red ones when none is given; or the .json files of findings of touchstone fuzz and raw inputs, which take --peer, --reference or the node',
      )
      .optionsGroup('What failed:')
      .option('--from <journal>', 'the journal of the run that failed, or its folder', usualJournal)
      .option('--message <name>', 'of raw inputs: what they are (default: the folder that they are in, as in a corpus)')
      .addOption(new Option('--suite <file>', 'a suite file of yours with the cases (repeatable)').argParser(collect))
      .addOption(
        new Option(
          '--var <name=value>',
          'a value of ${vars.name} that the run was given and its journal does not hold (repeatable)',
        ).argParser(collect),
      )
      .addOption(
        new Option('--var-file <file>', 'a YAML or JSON file with such values (repeatable)').argParser(collect),
      ),
  );
}

/** Runs the command. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  if (isAboutFindings(argv)) return (await import('./fuzz/replay-finding.ts')).main(argv, machine);
  const line = readCommandLine<ReplayOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  const {from, suite = [], var: vars = [], varFile = [], ...flags} = line.options;
  const file = journalWith(from, ({cases}) => chooseLines(line.operands, cases).unknown.length === 0, machine);
  if (file.kind === 'unusable')
    return refuse(
      machine,
      `--from ${from}: ${file.why}\n  name the results.jsonl of the run that failed, or its folder`,
    );
  const chosen = chooseLines(line.operands, file.journal.cases);
  if (chosen.unknown.length > 0) return refuse(machine, ...chosen.unknown.map(pattern => missingCase(pattern, file)));
  if (chosen.lines.length === 0) {
    const before = previousReds(file.file, machine);
    const more = before === undefined ? '' : `  ${visibleText(before)}\n`;
    machine.talk(
      `touchstone replay: nothing failed in ${visibleText(file.file)}, so there is nothing to replay\n${warned(file.journal.cases)}${more}`,
    );
    return 6;
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

/**
 * A finding of a search is a .json file, with its raw input beside it in a .bin file; a journal is neither. Other raw inputs come with `--message`, or are
 * in a folder of the name of theirs.
 */
export function isAboutFindings(argv: readonly string[]): boolean {
  return argv.some(
    (word, n) =>
      (/\.(?:json|bin)$/.test(word) && !/^--(?:from|suite|[a-z-]*-file)$/.test(argv[n - 1] ?? '')) ||
      /^--message(?:=|$)/.test(word) ||
      overlayMessages.some(message => word.split(/[\\/]/).at(-2) === message),
  );
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
