// Runs suites from a program: the same run as on the command line, with its settings as values and its journal as the result.
import {readJournal, type Journal} from '../../reports/journal/reader.ts';
import {argvOf} from './argv-of.ts';
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
  const {main} = await import('../commands/run.ts');
  const {machine, said} = await machineFor(surroundings);
  const output = settings.output ?? 'touchstone-results';
  const file = `${output}/results.jsonl`;
  const read = (): string | undefined => {
    const text = machine.files.readText(file, journalBytesMax);
    return text.kind === 'text' ? text.text : undefined;
  };
  const before = headOf(read());
  const exitCode = await main(argvOf(settings), machine);
  const text = read();
  // A run that ended before its first case leaves the journal of an earlier one as it was, and that is not its result.
  const reading = text === undefined || headOf(text) === before ? undefined : readJournal(text);
  return {
    exitCode,
    ...(reading === undefined || reading.kind === 'refused' ? {} : {journal: reading}),
    output,
    ...said(),
  };
}

const journalBytesMax = 512 * 1024 * 1024;

/** The first line of a journal, which names the run. */
function headOf(text: string | undefined): string | undefined {
  return text?.slice(0, text.indexOf('\n'));
}
