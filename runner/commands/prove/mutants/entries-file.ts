// Reads the mutants that people have looked at, and finds entries that no longer fit the sources.
import {parse} from 'yaml';
import {entryKinds, type EntryKind, type MutantEntry} from '../../../../reports/mutants/mutant-result.ts';
import type {Machine} from '../../../../model/machine.ts';
import {functionsOf, oneLine} from './functions.ts';

/** Where they are, below the root of a checkout; the package does not hold the file. */
const entriesFile = 'reference-server/mutants/entries.yaml';

/** The entries, and what is wrong with the file. */
export interface EntriesReading {
  readonly entries: readonly MutantEntry[];
  readonly problems: readonly string[];
}

/** Reads the file of a checkout; where there is none, there are no entries. */
export function readEntries({files, packageRoot}: Pick<Machine, 'files' | 'packageRoot'>): EntriesReading {
  const path = `${packageRoot}/${entriesFile}`;
  if (!files.exists(path)) return {entries: [], problems: []};
  const read = files.readText(path);
  if (read.kind === 'unreadable') return {entries: [], problems: [`${entriesFile}  ${read.why}`]};
  const {entries, problems} = entriesOf(read.text);
  const stale = entries.flatMap(entry => {
    const source = files.readText(`${packageRoot}/${entry.file}`);
    return whyStale(entry, source.kind === 'text' ? source.text : undefined) ?? [];
  });
  return {entries, problems: [...problems, ...stale]};
}

/** Reads the text of the file; an entry with a problem is left out. */
export function entriesOf(text: string): EntriesReading {
  const value = parsed(text);
  if (value === undefined || !Array.isArray(value ?? []))
    return {entries: [], problems: [`${entriesFile}  it is not a YAML list of entries`]};
  const entries: MutantEntry[] = [];
  const problems: string[] = [];
  for (const [index, one] of ((value ?? []) as readonly unknown[]).entries()) {
    const missing = whatIsMissing(one);
    if (missing === undefined) entries.push(normalized(one as Raw));
    else problems.push(`${entriesFile}  entry ${String(index + 1)}: ${missing}`);
  }
  return {entries, problems};
}

function parsed(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Raw = Readonly<Record<(typeof keys)[number], string>>;

const keys = ['file', 'function', 'mutator', 'old', 'new', 'kind', 'reason', 'confirmedBy'] as const;

function whatIsMissing(one: unknown): string | undefined {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return 'it is not a map';
  const entry = one as Readonly<Record<string, unknown>>;
  const absent = keys.find(
    key => typeof entry[key] !== 'string' || (entry[key] === '' && key !== 'new' && key !== 'old'),
  );
  if (absent !== undefined) return `it needs the text "${absent}"`;
  const unknown = Object.keys(entry).find(key => !(keys as readonly string[]).includes(key));
  if (unknown !== undefined) return `it has "${unknown}", which no entry has`;
  if (!entryKinds.includes(entry['kind'] as EntryKind))
    return `its kind is "${String(entry['kind'])}"; it must be one of ${entryKinds.join(', ')}`;
  return undefined;
}

function normalized({old, new: changed, kind, ...rest}: Raw): MutantEntry {
  return {...rest, old: oneLine(old), new: oneLine(changed), kind: kind as EntryKind};
}

/** Says why an entry fits no place of its source any more. */
export function whyStale({file, function: name, old}: MutantEntry, source: string | undefined): string | undefined {
  const what = `${entriesFile}  the entry for ${file}, ${name === '' ? 'outside every function' : name}`;
  const fix = 'remove it, or look at the mutant again and write what is there now';
  if (source === undefined) return `${what}: there is no such file; ${fix}`;
  const functions = functionsOf(source).filter(one => one.name === name);
  if (functions.length === 0 && name !== '') return `${what}: the file has no such function; ${fix}`;
  const texts = name === '' ? [source] : functions.map(({text}) => text);
  return texts.some(text => oneLine(text).includes(old)) ? undefined : `${what}: "${old}" is not in it; ${fix}`;
}
