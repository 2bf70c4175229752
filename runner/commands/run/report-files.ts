// Writes the reports of a journal: one function of the journal each, whole or not at all.
import type {Machine} from '../../../model/machine.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {annotate} from '../../overlay/annotate.ts';
import {bytesFromHex} from '../../../base/text/hex.ts';
import {faultOfSystem} from '../../../base/text/system-fault.ts';
import {isOverlayMessage} from '../../overlay/message-schema.ts';
import {formats, type RenderTools} from '../../../reports/formats/all-formats.ts';
import type {Journal, JournalUse} from '../../../reports/journal/reader.ts';
import {renderMarkdown} from '../../../reports/formats/markdown.ts';
import type {WantedReport} from '../words/reporter-option.ts';

/** What reports are made with, and which of them. */
export interface ReportInputs {
  readonly machine: Machine;
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** The folder of the journal, which holds `bodies/`. */
  readonly folder: string;
  /** The journal itself; default `results.jsonl` in its folder. */
  readonly file?: string | undefined;
  readonly wanted: readonly WantedReport[];
}

/** A page that opens at once has room for the stories of fewer green cases than this: a story needs more than 430 bytes. */
const greenMax = 10_000;

/** What these reports need of a journal: the exchanges of all cases that are not green and of as many green ones as a page can show; a HAR has all. */
export function useOf(wanted: readonly WantedReport[]): JournalUse | undefined {
  if (wanted.some(({format}) => format === 'har')) return undefined;
  return cases => {
    const green = cases.filter(({verdict}) => verdict === 'pass');
    if (green.length <= greenMax) return cases;
    const shown = green.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, greenMax);
    return [...cases.filter(({verdict}) => verdict !== 'pass'), ...shown];
  };
}

/** Writes the wanted files and gives their paths; what cannot be written any more is said. */
export function reportFiles(
  read: Journal,
  {machine, requirements, folder, file, wanted}: ReportInputs,
): readonly string[] {
  const journal = placed(read, {folder, file});
  const tools = toolsOf(machine, requirements, folder);
  return wanted.flatMap(({format, place}) => {
    if (place.kind === 'stdout') return [];
    try {
      machine.files.writeWhole(place.path, formats[format](journal, tools, place.path));
      return [place.path];
    } catch (problem) {
      machine.talk(`the report ${place.path} could not be written: ${whyLost(problem)}\n`);
      return [];
    }
  });
}

/** Gives the exit code of a run with the reports that it left: a gate does not pass without one that was wanted. */
export function exitCodeWith(written: readonly string[], wanted: readonly WantedReport[], exitCode: number): number {
  const files = wanted.filter(({place}) => place.kind !== 'stdout');
  return written.length < files.length && [0, 4].includes(exitCode) ? 6 : exitCode;
}

function whyLost(problem: unknown): string {
  return faultOfSystem(problem) ?? (problem instanceof Error ? problem.message : String(problem));
}

/** Prints those that go to stdout; tells whether one did. Annotations go to stderr when another report has stdout. */
export function printReports(read: Journal, {machine, requirements, folder, file, wanted}: ReportInputs): boolean {
  const journal = placed(read, {folder, file});
  const tools = toolsOf(machine, requirements, folder);
  const printed = wanted.filter(({place}) => place.kind === 'stdout');
  const isTaken = printed.some(({format}) => format !== 'github');
  for (const {format} of printed) {
    const text = formats[format](journal, tools, '-');
    if (format === 'github' && isTaken) machine.talk(text);
    else machine.print(text);
  }
  return isTaken;
}

/** Appends the summary of the run to the page of the GitHub job, when this is one and `github` is wanted. */
export function writeStepSummary(read: Journal, {machine, requirements, folder, file, wanted}: ReportInputs): void {
  const path = machine.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (path === '' || !wanted.some(({format}) => format === 'github')) return;
  // Other steps write to the same file.
  const before = machine.files.readText(path);
  const summary = renderMarkdown(placed(read, {folder, file}), {requirements});
  try {
    machine.files.writeWhole(path, before.kind === 'text' ? `${before.text}${summary}` : summary);
  } catch (problem) {
    machine.talk(`the step summary could not be written: ${whyLost(problem)}\n`);
  }
}

// So that every report can name it in the commands that read it again.
function placed(journal: Journal, {folder, file}: Pick<ReportInputs, 'folder' | 'file'>): Journal {
  return {...journal, path: file ?? `${folder}/results.jsonl`};
}

function toolsOf(machine: Machine, requirements: ReadonlyMap<string, Requirement>, folder: string): RenderTools {
  return {
    requirements,
    annotate: annotateHex,
    bodyOf: sha256 => machine.files.readBytes(`${folder}/bodies/${sha256}`, 64 * 1024 * 1024),
  };
}

/** Names the fields of overlay bytes that are given as hex. */
export function annotateHex(message: string, hex: string): string | undefined {
  const bytes = bytesFromHex(hex);
  return bytes === undefined || !isOverlayMessage(message) ? undefined : annotate(message, bytes);
}
