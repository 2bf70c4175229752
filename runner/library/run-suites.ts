// Runs suites from a program: the same run as on the command line, with its settings as values and its journal as the result.
import {defined} from '../../base/json/defined.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import type {Machine} from '../../model/machine.ts';
import {readJournalFile} from '../commands/run/journal-file.ts';
import {machineFor, type Surroundings} from './machine-for.ts';
import type {RunSettings} from './run-settings.ts';

export type {RunSettings} from './run-settings.ts';

/** How a run ended. */
export interface FinishedRun {
  /** As the command line would exit: 0 conforms, 1 a case failed, 2 wrong settings, 4 stale baseline, 5 no target, 6 not judged, 130 stopped. */
  readonly exitCode: number;
  /** What the run left; absent when it ended before the first case. */
  readonly journal?: Journal;
  /** The folder with journal and reports. */
  readonly output: string;
  /** The summary that a terminal would show. */
  readonly printed: string;
  /** Progress, warnings, and why nothing ran. */
  readonly talk: string;
}

/** Runs suites and properties against a target; never throws for what the target does. */
export async function run(settings: RunSettings, surroundings: Surroundings = {}): Promise<FinishedRun> {
  const {runGiven} = await import('../commands/run.ts');
  const {machine, said} = await machineFor(surroundings);
  const output = settings.output ?? 'touchstone-results';
  let hasBegun = false;
  let journal: Journal | undefined;
  const exitCode = await runGiven({...settings}, machine, {
    begun: () => {
      hasBegun = true;
    },
    finished: finished => {
      journal = finished;
    },
  });
  // A run that broke off leaves its journal in the folder alone.
  if (hasBegun) journal ??= leftBehind(`${output}/results.jsonl`, machine);
  return {exitCode, ...defined({journal}), output, ...said()};
}

function leftBehind(file: string, machine: Machine): Journal | undefined {
  const read = readJournalFile(file, machine);
  return read.kind === 'unusable' ? undefined : read.journal;
}
