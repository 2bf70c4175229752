// `touchstone check`: reads suites with everything that they name, and shows every problem; no target is needed.
import type {Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import {renderProblems} from '../read/render-problems.ts';
import {loadCatalog} from './catalog.ts';
import {readCommandLine} from './command-line.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './select-options.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSelectOptions(
    command
      .name('check')
      .description('Checks suite files and everything they name: all problems at once, nothing is sent.'),
  );
}

/** Runs the command: 0 when nothing is wrong, else 2. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<SelectOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const places = readPlaces(line.operands, line.options, machine);
  if (places.problems.length > 0) {
    machine.talk(`${places.problems.join('\n')}\n`);
    return 2;
  }
  const catalog = await loadCatalog(machine, places.files);
  if (catalog.problems.length > 0) {
    machine.talk(`${renderProblems(catalog.problems, {color: machine.terminal.isTalkTerminal})}\n`);
    return 2;
  }
  const cases = catalog.suites.reduce((sum, suite) => sum + suite.cases.length, 0);
  machine.print(`${counted(cases, 'case')} in ${counted(catalog.suites.length, 'suite')}, nothing is wrong\n`);
  return 0;
}

function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
