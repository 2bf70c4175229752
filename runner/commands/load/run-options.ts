// The options of `run`, and of every command that runs cases as it does.
import type {Command} from 'commander';
import type {ContextLevel} from '../../../model/contexts/context.ts';
import type {HeaderLine} from '../../../model/journal.ts';
import type {Shard} from '../../../model/plan.ts';
import {againSettings, contextSettings, runSettings} from '../../../model/run-settings.ts';
import {declareSettings, declareTable} from '../words/declare-settings.ts';
import {reporterWords} from '../words/reporter-option.ts';
import {addSelectOptions, type SelectOptions} from './select-options.ts';
import {addTargetOptions, type TargetOptions} from '../words/target-options.ts';

/** The options of `run`. */
export interface RunOptions extends TargetOptions, SelectOptions {
  readonly output: string;
  readonly reporter?: readonly string[];
  readonly record: HeaderLine['record'];
  readonly lastFailed?: boolean;
  readonly list?: boolean;
  readonly dryRun?: boolean;
  readonly bail?: boolean;
  readonly maxFailures?: number;
  /** More warnings than these fail the run. */
  readonly maxWarnings?: number;
  /** How often each case runs. */
  readonly repeat?: number;
  /** Values of `${vars.…}`, `NAME=VALUE`. */
  readonly var?: readonly string[];
  /** Files with such values. */
  readonly varFile?: readonly string[];
  readonly seed?: number;
  readonly variants?: boolean;
  readonly contexts?: ContextLevel;
  readonly context?: string;
  readonly shard?: Shard;
  readonly requireAll?: boolean;
  readonly strict?: boolean;
  readonly baseline?: string;
  readonly stale: 'fail' | 'warn';
  readonly edition?: string;
  readonly errata?: string;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** Declares the command line. */
export function configureRun(command: Command): Command {
  addTargetOptions(
    declareTable(
      addSelectOptions(
        command
          .name('run')
          .description('Runs suites and properties against a target, and leaves a journal and reports.'),
      ),
      {...againSettings, ...contextSettings},
    ),
  );
  return declareSettings(command, runSettings, {reporter: reporterWords()});
}

/** Gives a sentence for each two options that do not go together. */
export function runOptionProblems(options: RunOptions): readonly string[] {
  const {shard, seed, quiet, verbose, bail, maxFailures} = options;
  return [
    // A seed that every shard draws for itself would give each another order and other inputs, and merge refuses that.
    ...(shard !== undefined && seed === undefined
      ? ['--shard needs --seed\n  give every shard the same number, e.g. --seed 1']
      : []),
    ...(quiet === true && verbose === true ? ['--quiet and --verbose exclude each other'] : []),
    ...(bail === true && maxFailures !== undefined && maxFailures !== 1
      ? ['--bail is --max-failures 1: give one of them']
      : []),
  ];
}
