// Loads a baseline for the commands that use one, with every problem of the file told at its place.
import {program} from '../../../base/text/program.ts';
import {InvalidArgumentError} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {isDay} from '../../../base/yaml/yaml-place.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {readBaseline, type BaselineReading} from '../../../reports/baseline/read-entries.ts';
import {watchBaseline, type BaselineWatch} from '../../../reports/baseline/known-failures.ts';
import {shownProblems} from './linked-file.ts';
import {isColored} from '../words/colored.ts';

export const defaultBaselineFile = 'touchstone-baseline.yaml';

/** A baseline, or the text that says why it cannot be used. */
export type LoadedBaseline =
  | {readonly kind: 'baseline'; readonly reading: BaselineReading}
  | {readonly kind: 'unusable'; readonly why: string};

/** Reads the file. */
export function loadBaseline(file: string, machine: Machine): LoadedBaseline {
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable')
    return {
      kind: 'unusable',
      why: `--baseline ${file}: ${text.why}\n  ${program} baseline init JOURNAL writes one from a run`,
    };
  const reading = readBaseline({text: text.text, file});
  return reading.problems.length === 0
    ? {kind: 'baseline', reading}
    : {
        kind: 'unusable',
        why: `--baseline ${file} cannot be used\n${renderProblems(shownProblems(reading.problems, file, machine), {color: isColored(machine, machine.terminal.isTalkTerminal)})}`,
      };
}

/** Begins to hold a run against a baseline. */
export function watchOf(
  {entries}: BaselineReading,
  {
    file,
    ids,
    machine,
    stale,
  }: {
    readonly file: string;
    readonly ids: readonly string[];
    readonly machine: Machine;
    readonly stale: 'fail' | 'warn';
  },
): BaselineWatch {
  const today = machine.clock.now().toISOString().slice(0, 10);
  return watchBaseline({file, entries, ids, today, isStaleAllowed: stale === 'warn', matches: matchesStars});
}

/** Reads a day of the calendar. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It is a day as YYYY-MM-DD.');
}
