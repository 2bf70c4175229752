// What `touchstone promote` does with a property when its command line was read: finds its story in the journal and writes it as a suite.
import {program} from '../../../base/text/program.ts';
import type {CaseLine, HeaderLine} from '../../../model/journal.ts';
import {jsonText} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Journal} from '../../../reports/journal/reader.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {whyNotIn} from '../../plan/contexts/assign-contexts.ts';
import {loadCatalog} from '../load/catalog.ts';
import {readSuiteText, type SuiteFiles} from '../load/load-suites.ts';
import {readSuitesOption, type SuitesOption} from '../load/suites-option.ts';
import {journalWith, missingCase} from '../run/previous-journal.ts';
import {promotedSuite} from './promoted-suite.ts';
import {printProblems} from '../words/print-problems.ts';

/** The options as commander gives them. */
export interface PromoteOptions extends SuitesOption {
  readonly from: string;
  readonly suite?: string;
  readonly as?: string;
}

/** Prints the suite and gives the exit code. */
export async function promoteProperty(
  options: PromoteOptions,
  operands: readonly string[],
  machine: Machine,
): Promise<number> {
  const [id = '', more] = operands;
  if (more !== undefined) return refuse(machine, 'give one property at a time');
  const {from, suite, as} = options;
  if (as !== undefined) return refuse(machine, '--as is for the .json file of a finding; a property becomes YAML');
  const isThere = ({cases, probes}: Journal): boolean =>
    cases.some(one => one.id === id) || probes.some(({name}) => name === id);
  const file = journalWith(from, isThere, machine);
  if (file.kind === 'unusable')
    return refuse(machine, `--from ${file.why}\n  name the results.jsonl of the run that failed, or its folder`);
  const {cases, header, probes} = file.journal;
  const found = cases.find(one => one.id === id);
  if (found === undefined && probes.some(({name}) => name === id))
    return cannotPromote(
      machine,
      'it is a probe: the run told what the target does, nothing failed, and no story was kept',
    );
  if (found === undefined) return refuse(machine, missingCase(id, file));
  const given = readSuitesOption(options, machine);
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
