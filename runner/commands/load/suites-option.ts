// The option of commands that look at suites without choosing cases: folders of the user, beside our own.
import {Option, type Command} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {collect} from '../words/command-line.ts';
import type {SuiteFiles} from './load-suites.ts';
import {readPlaces} from './select-options.ts';

/** The option as commander gives it. */
export interface SuitesOption {
  readonly suites?: readonly string[];
}

/** Declares it. */
export function addSuitesOption(command: Command): Command {
  return command.addOption(
    new Option('--suites <folder>', 'suites of your own, beside ours (repeatable)').argParser(collect),
  );
}

/** Gives our own files and those of the option, or what is wrong. */
export function readSuitesOption(
  {suites = []}: SuitesOption,
  machine: Machine,
): {readonly files: SuiteFiles; readonly problems: readonly string[]} {
  const {files, problems} = readPlaces(suites, {}, machine);
  return {files: {...files, own: true}, problems};
}
