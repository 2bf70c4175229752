// `touchstone list`: the cases that a selection holds, one line each: id, statements, title.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {selectCases} from '../plan/select-cases.ts';
import {renderProblems} from '../../base/yaml/render-problems.ts';
import {loadCatalog} from './load/catalog.ts';
import {readCommandLine} from './words/command-line.ts';
import {readEnvironment} from './words/environment.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {listLine} from './run/list-line.ts';
import {nothingSelected} from './run/nothing-selected.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './load/select-options.ts';
import {quoted} from '../../base/text/visible-text.ts';

interface ListOptions extends SelectOptions {
  readonly format: 'text' | 'json';
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSelectOptions(
    command.name('list').description('Lists the cases that a run would have, without a target.'),
  ).addOption(
    new Option('--format <format>', 'text, or one JSON object a line').choices(['text', 'json']).default('text'),
  );
}

/** Runs the command: 0, or 2 for bad input, or 6 when nothing is selected. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ListOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  const places = readPlaces(line.operands, line.options, machine);
  const catalog = await loadCatalog(machine, places.files);
  const problems = [
    ...places.problems,
    ...(catalog.problems.length > 0 ? [renderProblems(catalog.problems, {color: false})] : []),
  ];
  if (problems.length > 0) {
    machine.talk(`${problems.join('\n')}\n`);
    return 2;
  }
  const runnables = await gatherRunnables(catalog, machine, {withProperties: places.files.own});
  const selected = selectCases(runnables, places.selection).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const runnable of selected) {
    const {proves, title} = runnable.definition;
    machine.print(
      line.options.format === 'json' ? `${quoted({id: runnable.id, proves, title})}\n` : listLine(runnable),
    );
  }
  if (selected.length > 0) return 0;
  machine.talk(`${nothingSelected(runnables, places.selection, line.operands).join('\n')}\n`);
  return 6;
}
