// `touchstone list`: the cases that a selection holds, one line each: id, statements, title.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {ListedCase, Runnable} from '../../model/plan.ts';
import {selectCases} from '../plan/select-cases.ts';
import {renderProblems} from '../../base/yaml/render-problems.ts';
import {loadCatalog} from './load/catalog.ts';
import {readCommandLine, type CommandLine} from './words/command-line.ts';
import {readGivenSettings, type GivenSettings} from './words/given-settings.ts';
import {noteMistyped, readEnvironment} from './words/environment.ts';
import {contextSettings} from '../../model/run-settings.ts';
import {declareTable} from './words/declare-settings.ts';
import {casesInContexts, contextProblems, type ContextChoice} from './run/cases-in-contexts.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {listLine} from './run/list-line.ts';
import {nothingSelected} from './run/nothing-selected.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './load/select-options.ts';

interface ListOptions extends SelectOptions, ContextChoice {
  readonly format: 'text' | 'json';
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return declareTable(
    addSelectOptions(command.name('list').description('Lists the cases that a run would have, without a target.')),
    contextSettings,
  ).addOption(
    new Option('--format <format>', 'text, or one JSON object a line').choices(['text', 'json']).default('text'),
  );
}

/** Runs the command: 0, or 2 for bad input, or 6 when nothing is selected. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ListOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  noteMistyped({}, machine);
  const listing = await listed(line, machine);
  if (listing.kind === 'nothing') return listing.exitCode;
  for (const runnable of listing.cases)
    machine.print(line.options.format === 'json' ? `${JSON.stringify(listedCase(runnable))}\n` : listLine(runnable));
  return 0;
}

/** Gives the cases that the settings of a program select, sorted by id; undefined when there are none, and why is said on the machine. */
export async function listGiven(settings: GivenSettings, machine: Machine): Promise<readonly ListedCase[] | undefined> {
  const line = readGivenSettings<SelectOptions & ContextChoice>(settings, machine, configure);
  if (line.kind === 'stop') return undefined;
  const listing = await listed(line, machine);
  return listing.kind === 'nothing' ? undefined : listing.cases.map(listedCase);
}

type Listing =
  | {readonly kind: 'cases'; readonly cases: readonly Runnable[]}
  | {readonly kind: 'nothing'; readonly exitCode: number};

async function listed({operands, options}: GoodLine, machine: Machine): Promise<Listing> {
  const places = readPlaces(operands, options, machine);
  const catalog = await loadCatalog(machine, {...places.files, mesh: places.files.own || places.files.mesh === true});
  const problems = [
    ...places.problems,
    ...contextProblems(options, undefined),
    ...(catalog.problems.length > 0 ? [renderProblems(catalog.problems, {color: false})] : []),
  ];
  if (problems.length > 0) {
    machine.talk(`${problems.join('\n')}\n`);
    return {kind: 'nothing', exitCode: 2};
  }
  const gathered = await gatherRunnables(catalog, machine, {withProperties: places.files.own});
  const runnables = casesInContexts(gathered, options, {catalog, machine});
  const cases = selectCases(runnables, places.selection).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (cases.length > 0) return {kind: 'cases', cases};
  machine.talk(`${nothingSelected(runnables, places.selection, operands).join('\n')}\n`);
  return {kind: 'nothing', exitCode: 6};
}

type GoodLine = Pick<
  Extract<CommandLine<SelectOptions & ContextChoice>, {readonly kind: 'go'}>,
  'operands' | 'options'
>;

function listedCase({id, definition: {title, proves}}: Runnable): ListedCase {
  return {id, proves, title};
}
