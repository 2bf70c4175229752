// The command line of `touchstone diff`: two targets in one line, and what both runs share.
import type {Command, Option} from 'commander';
import type {ContextLevel} from '../../../model/contexts/context.ts';
import type {HeaderLine} from '../../../model/journal.ts';
import type {SettingTable} from '../../../model/setting.ts';
import {allSettings} from '../words/all-settings.ts';
import {collect} from '../words/command-line.ts';
import {comparisonOption} from './comparison-files.ts';
import {declareTable} from '../words/declare-settings.ts';
import type {GivenOption} from './sides.ts';
import {addSelectOptions, type SelectOptions} from '../load/select-options.ts';
import {addTargetOptions} from '../words/target-options.ts';

/** What both runs share. */
export interface DiffOptions extends SelectOptions {
  readonly seed?: number;
  readonly contexts?: ContextLevel;
  readonly context?: string;
  readonly variants?: boolean;
  readonly propertyRuns?: number;
  readonly propertyTime?: number;
  readonly record: HeaderLine['record'];
  readonly errata?: string;
  readonly output: string;
  readonly to?: readonly string[];
  readonly quiet?: boolean;
}

/** Declares the command line. */
export function configureDiff(command: Command): Command {
  return withBothTargets(command).command;
}

/** Declares the command line and notes every option of a target in the order in which it is given. */
export function watchTargets(command: Command, given: GivenOption[]): Command {
  const {options} = withBothTargets(command);
  for (const {option, takes} of options) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      given.push({flag: option.long ?? '', takes, ...(value === null ? {} : {value})});
    });
  }
  return command;
}

interface TargetOption {
  readonly option: Option;
  readonly takes: GivenOption['takes'];
}

function withBothTargets(command: Command): {readonly command: Command; readonly options: readonly TargetOption[]} {
  addSelectOptions(
    command
      .name('diff')
      .description(
        'Runs the same cases on two targets, one after the other, and shows only where they differ. The second target begins where a target is named again; of the other options a value that is given once holds for both, and given twice, one is for each. Exit code 1 means that they differ.',
      ),
  );
  const before = command.options.length;
  addTargetOptions(command);
  const options = command.options.slice(before).map(option => ({option, takes: takesOf(option)}));
  // Whoever names two targets says many things twice.
  for (const {option, takes} of options) if (takes === 'one') option.argParser(collect);
  declareTable(command.optionsGroup('How both run, and what is left of it:'), sharedSettings);
  command
    .option('--output <folder>', 'where the journals go, below it in first/ and second/', 'touchstone-results/diff')
    .addOption(comparisonOption())
    .option('-q, --quiet', 'say nothing while the cases run');
  return {command, options};
}

function takesOf(option: Option): GivenOption['takes'] {
  const kind = allSettings.get(option.attributeName())?.value.kind;
  if (kind === 'switch') return 'none';
  return kind === 'each' || kind === 'list' ? 'each' : 'one';
}

const sharedSettings: SettingTable = Object.fromEntries(
  ['seed', 'contexts', 'context', 'variants', 'propertyRuns', 'propertyTime', 'record', 'errata'].flatMap(name => {
    const setting = allSettings.get(name);
    return setting === undefined ? [] : [[name, setting] as const];
  }),
);
