// Reads a journal that a command was given, together with the statements that its cases cite.
import type {Machine} from '../../../model/machine.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {readRequirements} from '../../read/contract/read-requirements.ts';
import {readJournal, type Journal, type JournalUse} from '../../../reports/journal/reader.ts';

/** A journal file, or one sentence that says why it cannot be used. */
export type JournalFile =
  | {readonly kind: 'journal'; readonly journal: Journal; readonly file: string; readonly bytes: Uint8Array}
  | {readonly kind: 'unusable'; readonly why: string};

const journalBytesMax = 512 * 1024 * 1024;

/** Reads the file; a run's folder stands for the journal in it. */
export function readJournalFile(path: string, machine: Machine, use?: JournalUse): JournalFile {
  const inFolder = `${path.replace(/[/\\]$/, '')}/results.jsonl`;
  const file = machine.files.exists(inFolder) ? inFolder : path;
  const read = machine.files.readWhole(file, journalBytesMax);
  if (read.kind === 'unreadable') return {kind: 'unusable', why: `${file}: ${read.why}`};
  const journal = readJournal(read.bytes, use);
  return journal.kind === 'refused'
    ? {kind: 'unusable', why: `${file}: ${journal.why}`}
    : {kind: 'journal', journal, file, bytes: read.bytes};
}

/** Reads our own requirements by id. */
export function ownRequirements(machine: Machine): ReadonlyMap<string, Requirement> {
  const file = 'suites/requirements.yaml';
  const text = machine.files.readText(`${machine.packageRoot}/${file}`);
  const {requirements} = readRequirements({text: text.kind === 'text' ? text.text : '', file});
  return new Map(requirements.map(requirement => [requirement.id, requirement]));
}

/** The statements that a run was about: our own, and those of the user that the suites of the run brought with them. */
export function requirementsOf(
  {header}: Pick<Journal, 'header'>,
  machine: Machine,
  own = () => ownRequirements(machine),
): ReadonlyMap<string, Requirement> {
  const theirs = (header.statements ?? []).map(one => [one.id, one] as const);
  return new Map([...theirs, ...(header.isWithoutRecord === true ? [] : own())]);
}
