// `touchstone promote`: writes down for good what was found: the shrunk story of a property as a case, a finding of a search as a wire case.
import {program} from '../../base/text/program.ts';
import type {Command} from 'commander';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {jsonText} from '../../model/json.ts';
import type {Machine} from '../../model/machine.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {whyNotIn} from '../plan/contexts/assign-contexts.ts';
import {readCommandLine} from './words/command-line.ts';
import {loadCatalog} from './load/catalog.ts';
import {readSuiteText, type SuiteFiles} from './load/load-suites.ts';
import {addSuitesOption, readSuitesOption, type SuitesOption} from './load/suites-option.ts';
import {journalWith, missingCase} from './run/previous-journal.ts';
import {promotedSuite} from './replay/promoted-suite.ts';
import {isAboutFindings} from './replay.ts';
import {printProblems} from './words/print-problems.ts';

interface PromoteOptions extends SuitesOption {
  readonly from: string;
  readonly suite?: string;
  readonly as?: string;
}

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
  const [id = '', more] = line.operands;
  if (more !== undefined) return refuse(machine, 'give one property at a time');
  const {from, suite, as} = line.options;
  if (as !== undefined) return refuse(machine, '--as is for the .json file of a finding; a property becomes YAML');
  const isThere = ({cases, probes}: Journal): boolean =>
    cases.some(one => one.id === id) || probes.some(({name}) => name === id);
  const file = journalWith(from, isThere, machine);
  if (file.kind === 'unusable')
    return refuse(
      machine,
      `--from ${from}: ${file.why}\n  name the results.jsonl of the run that failed, or its folder`,
    );
  const {cases, header, probes} = file.journal;
  const found = cases.find(one => one.id === id);
  if (found === undefined && probes.some(({name}) => name === id))
    return cannotPromote(
      machine,
      'it is a probe: the run told what the target does, nothing failed, and no story was kept',
    );
  if (found === undefined) return refuse(machine, missingCase(id, file));
  const given = readSuitesOption(line.options, machine);
  if (given.problems.length > 0) return refuse(machine, given.problems.join('\n'));
  return promote({machine, line: found, header, suite, files: given.files});
}

async function promote({
  machine,
  line,
  header,
  suite,
  files,
}: {
  readonly machine: Machine;
  readonly line: CaseLine;
  readonly header: HeaderLine;
  readonly suite: string | undefined;
  /** Folders of the user, whose arrangements the case may name. */
  readonly files: SuiteFiles;
}): Promise<number> {
  const example = line.property?.example;
  if (line.property?.promotable !== true || example === undefined) return cannotPromote(machine, whyNot(line));
  if (jsonText(example).includes('[redacted'))
    return cannotPromote(machine, 'it holds a secret, which the journal does not have');
  const name = suite ?? `promoted/${line.suite.replace(/^.*\//, '')}`;
  const text = await promotedSuite({line, header, example, suite: name});
  const problem = await firstProblem(machine, text, {files, isUsers: !line.id.startsWith('properties/')});
  if (problem !== undefined) return cannotPromote(machine, `as a case it would be wrong: ${problem}`);
  machine.print(text);
  machine.talk(`save it as a .yaml file; ${program} check FILE checks it, ${program} run FILE --target … runs it\n`);
  return 0;
}

function whyNot({kind, verdict, property, source}: CaseLine): string {
  if (kind !== 'property')
    return `it is a case already${source === undefined ? '' : `: ${source.file}:${String(source.line)}`}`;
  if (property?.notPromotable !== undefined) return property.notPromotable;
  return `there is no story of a failed run in this journal (its verdict is ${verdict})`;
}

// The journal may be anybody's: what it holds becomes a case only if the reader of suites finds nothing wrong with it.
async function firstProblem(
  machine: Machine,
  text: string,
  {files, isUsers}: {readonly files: SuiteFiles; readonly isUsers: boolean},
): Promise<string | undefined> {
  const catalog = await loadCatalog(machine, {...files, own: false});
  // Properties of the user act as whoever their target file names.
  const users = isUsers ? {users: {suiteName: 'promoted'}} : {};
  const {problems, suite} = await readSuiteText(
    {text, file: 'promoted.yaml', table: () => undefined, ...users},
    catalog,
    catalog.matchers,
  );
  const [first] = problems;
  if (first === undefined) {
    const {arrangements, rights} = catalog;
    return suite?.cases.flatMap(one => whyNotIn(one, one.context ?? {}, {arrangements, rights}) ?? [])[0];
  }
  return `${first.message}${first.fix === undefined ? '' : `; ${first.fix}`}`;
}

function cannotPromote(machine: Machine, why: string): number {
  machine.talk(`promotable: false\n  ${visibleText(why)}\n`);
  return 6;
}

function refuse(machine: Machine, problem: string): number {
  printProblems(machine, 'promote', [problem]);
  return 2;
}
