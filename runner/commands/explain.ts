// `touchstone explain ID`: says what a statement, a case or a fault is, what is checked, what is known, and what became of it.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {renderProblems} from '../../base/yaml/render-problems.ts';
import {publishedKills} from './load/published-kills.ts';
import {renderExplanation} from '../../reports/explain/explanation-text.ts';
import {loadCatalog} from './load/catalog.ts';
import {readCommandLine} from './words/command-line.ts';
import {explainSubject} from './explain/build.ts';
import {findSubject, judges, nearNames} from './explain/find.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {knownServers} from './load/known-servers.ts';
import {newestJournal} from './run/newest-journal.ts';
import {isColored} from './words/colored.ts';
import {printProblems} from './words/print-problems.ts';
import {addSuitesOption, readSuitesOption, type SuitesOption} from './load/suites-option.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {repeatCommand} from '../../reports/words/next-command.ts';
import {quoted} from '../../base/text/quoted.ts';
import {jsonWithEscapes, visibleText} from '../../base/text/visible-text.ts';

interface ExplainOptions extends SuitesOption {
  readonly journal?: string;
  readonly format: 'text' | 'json';
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSuitesOption(command)
    .name('explain')
    .description(
      'Says what a statement of the record, a case or a fault is: the quote and how it is read, what is checked, an example of right and wrong, the faults that are caught, servers known to differ, and the last result.',
    )
    .argument(
      '<id>',
      'a statement such as LABEL-SCOPE, a case such as hosting/labels/…, or a fault of touchstone prove --list',
    )
    .option('--journal <path>', 'the results to look at (default: the newest below touchstone-results)')
    .addOption(new Option('--format <format>', 'how it is written').choices(['text', 'json']).default('text'));
}

/** Runs the command: 0, or 2 when nothing has that id or a file cannot be used. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ExplainOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options} = line;
  const typed = line.operands[0] ?? '';
  const suites = readSuitesOption(options, machine);
  if (suites.problems.length > 0) return refuse(machine, ...suites.problems);
  const catalog = await loadCatalog(machine, {...suites.files, mesh: true});
  if (catalog.problems.length > 0)
    return refuse(machine, `the suites cannot be used:\n${renderProblems(catalog.problems, {color: false})}`);
  const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
  const faults = await machine.referenceFaults();
  const known = {requirements: catalog.requirements, runnables, faults};
  if (typed.startsWith('fuzz/')) return explainFinding(typed, options, machine);
  const subject = findSubject(typed, known);
  if (subject === undefined) return refuse(machine, nearNames(typed, known));
  const journal = newestJournal(options.journal, judges(subject), machine);
  if (journal.kind === 'unusable') return refuse(machine, journal.why);
  const explanation = await explainSubject(subject, {
    ...known,
    catalog,
    journal,
    servers: knownServers(machine),
    kills: publishedKills(machine),
  });
  const {columns, isPrintTerminal} = machine.terminal;
  machine.print(
    options.format === 'json'
      ? `${jsonWithEscapes(JSON.stringify(explanation, null, 2))}\n`
      : renderExplanation(explanation, {width: columns, color: isColored(machine, isPrintTerminal)}),
  );
  return 0;
}

/** Says what a search found, as its report does: what it was asked, what had to be answered, how to see it again. */
function explainFinding(id: string, {journal: path, format}: ExplainOptions, machine: Machine): number {
  const read = newestJournal(path, line => line.id === id, machine);
  if (read.kind !== 'journal') return refuse(machine, read.why);
  const {journal, file} = read;
  const line = journal.cases.find(one => one.id === id);
  if (line === undefined) return refuse(machine, `${file}: the search found nothing under the id ${quoted(id)}`);
  if (format === 'json') {
    machine.print(`${jsonWithEscapes(JSON.stringify(line, null, 2))}\n`);
    return 0;
  }
  const {title, verdict, notes, findings} = line;
  const said = findings.flatMap(({expected, actual}) => [
    `  expected  ${answerText(expected)}`,
    `  got       ${answerText(actual)}`,
  ]);
  const again = verdict === 'pass' ? [] : [`To see it again: ${repeatCommand(journal, line, file)}`];
  const lines = [`${verdict}: ${title}`, ...notes.map(note => `  ${note}`), ...said, ...again];
  machine.print(`${lines.map(text => visibleText(text)).join('\n')}\n`);
  return 0;
}

/** A sentence stays as it is. */
function answerText(answer: Json | undefined): string {
  return typeof answer === 'string' ? answer : `the value ${jsonText(answer ?? null)}`;
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'explain', problems);
  return 2;
}
