// What a search leaves in its folder: a file for each finding, and the reports that a run has.
import {basename, dirname} from 'node:path';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {Machine} from '../../../model/machine.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {readJournalFile, requirementsOf} from '../run/journal-file.ts';
import {printReports, reportFiles, writeStepSummary} from '../run/report-files.ts';
import type {WantedReport} from '../words/reporter-option.ts';
import {artifactName, findingName, findingText} from './finding-file.ts';
import type {FuzzOptions} from './search-options.ts';

/** Where a search leaves what it found. */
interface SearchFolder {
  readonly machine: Machine;
  readonly options: FuzzOptions;
  readonly output: RawFolder;
  readonly wanted: readonly WantedReport[];
}

/** Makes the reports that a run has; what was printed stays what people read. */
export function reportSearch({machine, options, wanted}: SearchFolder): void {
  const folder = options.output;
  const read = readJournalFile(folder, machine);
  if (read.kind === 'unusable') return machine.talk(`touchstone fuzz: ${visibleText(read.why)}\n`);
  const inputs = {machine, requirements: requirementsOf(read.journal, machine), folder, wanted};
  const written = reportFiles(read.journal, inputs);
  writeStepSummary(read.journal, inputs);
  printReports(read.journal, inputs);
  if (options.quiet !== true) machine.talk([read.file, ...written].map(path => `wrote ${path}\n`).join(''));
}

/** Writes a finding, and its raw input beside it; `isShared`: several decoders write into the folder. */
export function saveFinding({machine, options, output}: SearchFolder, finding: FuzzFinding, isShared: boolean): void {
  const name = `findings/${findingName(finding, isShared)}`;
  output.write(`${name}.bin`, finding.bytes);
  output.write(`${name}.json`, findingText(finding));
  if (options.artifactPrefix === undefined) return;
  const path = `${options.artifactPrefix}${artifactName(finding)}`;
  const opened = machine.openRawFolder(dirname(path));
  if (opened.kind === 'open') opened.folder.write(basename(path), finding.bytes);
  else machine.talk(`touchstone fuzz: --artifact-prefix ${options.artifactPrefix}: ${opened.why}\n`);
}
