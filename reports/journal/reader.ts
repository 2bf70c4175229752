// Reads results.jsonl and says whether it is the whole truth about a run, a part of it, or not to be trusted at all.
import {counted} from '../../base/text/counted.ts';
import {
  journalSchemaVersions,
  type CaseLine,
  type ExchangeLine,
  type FooterLine,
  type HeaderLine,
  type JournalLine,
  type ProbeLine,
} from '../../model/journal.ts';
import {isJsonObject, type Json} from '../../model/json.ts';
import {verdicts} from '../../model/verdict.ts';
import {journalShape} from './line-shape.ts';
import {quoted} from '../../base/text/quoted.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** The lines of one run by type. */
export interface JournalParts {
  readonly header: HeaderLine;
  readonly cases: readonly CaseLine[];
  readonly exchanges: readonly ExchangeLine[];
  readonly probes: readonly ProbeLine[];
  /** Position in the file, as its user named it; whoever reads a text alone does not know. */
  readonly path?: string;
}

/** A run that wrote its footer, with counts that add up. */
export type CompleteJournal = JournalParts & {readonly kind: 'complete'; readonly footer: FooterLine};
/** A run that died: everything up to its last whole line. */
type IncompleteJournal = JournalParts & {
  readonly kind: 'incomplete';
  readonly why: string;
  readonly tornLines: number;
};
/** What reports are made from. */
export type Journal = CompleteJournal | IncompleteJournal;
export type JournalReading = Journal | {readonly kind: 'refused'; readonly why: string};

/** How a journal is read: which cases have their exchanges looked at; those of the others are counted. Default: all. */
export type JournalUse = (cases: readonly CaseLine[]) => readonly CaseLine[];

/** Reads a journal from its text or its bytes in UTF-8, of which no second copy is made. `why` is a sentence that names the line. */
export function readJournal(source: string | Uint8Array, use?: JournalUse): JournalReading {
  try {
    return readLines(typeof source === 'string' ? rowsOfText(source) : rowsOfBytes(source), use);
  } catch (problem) {
    if (problem instanceof Refusal) return {kind: 'refused', why: visibleText(problem.message)};
    throw problem;
  }
}

class Refusal extends Error {}

/** Whole lines, from 0; at `count` stands what follows the last newline. */
interface Rows {
  readonly count: number;
  at(index: number): string;
}

function rowsOfText(text: string): Rows {
  const rows = text.split('\n');
  return {count: rows.length - 1, at: index => rows[index] ?? ''};
}

function rowsOfBytes(bytes: Uint8Array): Rows {
  const starts = [0];
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, end + 1)) starts.push(end + 1);
  const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
  const count = starts.length - 1;
  return {
    count,
    at: index => {
      const row = bytes.subarray(starts[index], index === count ? bytes.length : (starts[index + 1] ?? 0) - 1);
      try {
        return decoder.decode(row);
      } catch {
        // A character is torn as a line is.
        if (index === count) return '�';
        throw new Refusal(`line ${index + 1} is not UTF-8: the file was damaged or edited`);
      }
    },
  };
}

function readLines(rows: Rows, use: JournalUse | undefined): Journal {
  if (rows.count === 0)
    throw new Refusal(
      'the journal holds no whole line, so it has no header: the run ended before it began, or this is another file',
    );
  const header = readHeader(rows.at(0));
  const lines: (JournalLine | ExchangeHead)[] = [];
  const texts = new Map<string, unknown>();
  for (let index = 1; index < rows.count; index += 1) {
    const row = rows.at(index);
    const line = (use === undefined ? undefined : headOf(row, index)) ?? readLine(row, index + 1);
    lines.push(line.type === 'case' ? shared(line, texts) : line);
  }
  const torn = rows.at(rows.count);
  checkOrder(lines, torn);
  const found = {header, ...sorted(lines)};
  checkIds(found);
  const parts = {...found, exchanges: wantedOf(found, {use, rows})};
  const footer = lines.at(-1);
  if (footer?.type !== 'footer') {
    const tornLines = torn === '' ? 0 : 1;
    const last = tornLines === 1 ? ' and its last line is torn' : '';
    const why = `the run was killed before it ended, so ${notRunText(parts)}; its journal has no footer${last}`;
    return {kind: 'incomplete', why, tornLines, ...parts};
  }
  checkCounts(found, footer);
  return {kind: 'complete', footer, ...parts};
}

/** An exchange of which only the place is known, and which line holds the rest. */
interface ExchangeHead extends Pick<ExchangeLine, 'type' | 'case' | 'attempt' | 'index'> {
  readonly row: number;
}

/** Reads the place of an exchange from how its line begins; nothing where it is written otherwise, and is read as a whole. */
function headOf(row: string, at: number): ExchangeHead | undefined {
  const [, name, attempt, index] =
    /^\{"type":"exchange","case":("(?:[^"\\]|\\.)*"),"attempt":(\d{1,9}),"index":(\d{1,9}),/.exec(row) ?? [];
  if (name === undefined || !row.endsWith('}')) return undefined;
  return {
    type: 'exchange',
    // Read as JSON, the name is a text of its own, and not a part of the line that would be kept with it.
    case: JSON.parse(name) as string,
    attempt: Number(attempt),
    index: Number(index),
    row: at,
  };
}

function wantedOf(
  {cases, exchanges}: FoundParts,
  {use, rows}: {readonly use: JournalUse | undefined; readonly rows: Rows},
): readonly ExchangeLine[] {
  const wanted = new Set(use?.(cases).map(({id}) => id));
  return exchanges.flatMap(line => {
    if (!('row' in line)) return [line];
    return wanted.has(line.case) ? [readLine(rows.at(line.row), line.row + 1) as ExchangeLine] : [];
  });
}

/** Parts with exchanges that need not have been read. */
type FoundParts = Omit<JournalParts, 'exchanges'> & {readonly exchanges: readonly (ExchangeLine | ExchangeHead)[]};

function notRunText({header, cases}: JournalParts): string {
  return `${cases.length} of ${counted(header.planned, 'case has', 'cases have')} a verdict`;
}

function readHeader(row: string): HeaderLine {
  const value = parsed(row, 1);
  if (!isJsonObject(value) || value['type'] !== 'header') {
    throw new Refusal('line 1 is not the header of a journal: give the results.jsonl that a run wrote');
  }
  const {schema} = value as unknown as HeaderLine;
  if (!journalSchemaVersions.includes(schema)) {
    throw new Refusal(
      `line 1: this journal is written in form ${typeof schema === 'number' ? String(schema) : quoted(schema)} and this touchstone reads forms ${journalSchemaVersions.join(' and ')}: read it with the version of touchstone that wrote it`,
    );
  }
  return checked(value, 1) as HeaderLine;
}

function readLine(row: string, number: number): JournalLine {
  return checked(parsed(row, number), number);
}

// Most lines have both: of a hundred thousand cases, each would have lists of its own.
const noFindings: CaseLine['findings'] = [];
const noNotes: CaseLine['notes'] = [];

/** Lets what is the same in many lines be there once. */
function shared(line: CaseLine, texts: Map<string, unknown>): CaseLine {
  const one = <Value>(key: string, value: Value): Value => {
    const known = texts.get(key);
    if (known === undefined) texts.set(key, value);
    return (known ?? value) as Value;
  };
  const changed = line as {-readonly [Key in keyof CaseLine]: CaseLine[Key]};
  changed.suite = one(`suite ${line.suite}`, line.suite);
  changed.requirements = one(`requirements ${line.requirements.join(' ')}`, line.requirements);
  if (line.findings.length === 0) changed.findings = noFindings;
  if (line.notes.length === 0) changed.notes = noNotes;
  return line;
}

function checked(value: Json, number: number): JournalLine {
  const problem = journalShape.check(value, '');
  if (problem !== undefined)
    throw new Refusal(`line ${number}: ${problem}, so this is not a line of a journal; was the file edited?`);
  return value as unknown as JournalLine;
}

function parsed(row: string, number: number): Json {
  try {
    return parseExact(row);
  } catch {
    throw new Refusal(`line ${number} is not JSON, and it is not the last line: the file was damaged or edited`);
  }
}

/** Parses one line; integers past 2^53 become bigint, as the writer had them. */
function parseExact(row: string): Json {
  if (!/\d{16}/.test(row)) return JSON.parse(row) as Json;
  let tag = '\u0000big';
  while (row.includes(JSON.stringify(tag).slice(1, -1))) tag += '.';
  const tagged = row.replace(
    /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])(-?\d{16,})(?![\d.eE])/g,
    (token, digits: string | undefined) =>
      digits === undefined || Number.isSafeInteger(Number(digits)) ? token : JSON.stringify(tag + digits),
  );
  return JSON.parse(tagged, (_key, value: Json) =>
    typeof value === 'string' && value.startsWith(tag) ? BigInt(value.slice(tag.length)) : value,
  ) as Json;
}

function checkOrder(lines: readonly Pick<JournalLine, 'type'>[], torn: string): void {
  const header = lines.findIndex(({type}) => type === 'header');
  if (header !== -1) throw new Refusal(`line ${header + 2} is a second header: two journals were joined by hand`);
  const footer = lines.findIndex(({type}) => type === 'footer');
  if (footer !== -1 && (footer < lines.length - 1 || torn !== '')) {
    throw new Refusal(`line ${footer + 3} is after the footer: the file was changed after the run`);
  }
}

function sorted(lines: readonly (JournalLine | ExchangeHead)[]): Omit<FoundParts, 'header'> {
  return {
    cases: lines.filter(line => line.type === 'case'),
    exchanges: lines.filter(line => line.type === 'exchange'),
    probes: lines.filter(line => line.type === 'probe'),
  };
}

function checkIds({cases, exchanges, probes}: FoundParts): void {
  const ids = new Set<string>();
  for (const {id} of cases) {
    if (ids.has(id)) throw new Refusal(`the case ${quoted(id)} is in the journal twice, so its verdict is unknown`);
    ids.add(id);
  }
  refuseExchangesTwice(exchanges);
  refuseTwice(probes.map(({name}) => `probe ${quoted(name)}`));
  // A case is appended together with its exchanges, and after them; a torn journal may lack the case.
  const homeless = exchanges.find(line => !ids.has(line.case) && line.case !== exchanges.at(-1)?.case);
  if (homeless !== undefined)
    throw new Refusal(
      `the journal holds exchanges of the case ${quoted(homeless.case)} but not the case: a line was removed`,
    );
}

/** A journal has hundreds of thousands of exchanges: no sentence is made of one that is there once, and no set of a case that has one. */
function refuseExchangesTwice(exchanges: FoundParts['exchanges']): void {
  if (isInOrder(exchanges)) return;
  const seen = new Map<string, number | Set<number>>();
  for (const {case: id, attempt, index} of exchanges) {
    const place = attempt * 2 ** 32 + index;
    const own = seen.get(id);
    if (own === place || (own instanceof Set && own.has(place)))
      throw new Refusal(
        `the exchange ${index} of attempt ${attempt} of the case ${quoted(id)} is in the journal twice`,
      );
    if (own instanceof Set) own.add(place);
    else seen.set(id, own === undefined ? place : new Set([own, place]));
  }
}

/** As runs write them: those of a case together, and counted up. Then none is there twice. */
function isInOrder(exchanges: FoundParts['exchanges']): boolean {
  const ended = new Set<string>();
  let before: FoundParts['exchanges'][number] | undefined;
  for (const line of exchanges) {
    if (before?.case === line.case) {
      if (line.attempt < before.attempt || (line.attempt === before.attempt && line.index <= before.index))
        return false;
    } else {
      if (ended.has(line.case)) return false;
      ended.add(line.case);
    }
    before = line;
  }
  return true;
}

function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Refusal(`the ${name} is in the journal twice`);
    seen.add(name);
  }
}

function checkCounts({header, cases, exchanges, probes}: FoundParts, footer: FooterLine): void {
  const found = {case: cases.length, exchange: exchanges.length, probe: probes.length};
  for (const type of ['case', 'exchange', 'probe'] as const)
    mustAgree(`${type} lines`, footer.lines[type], found[type]);
  for (const verdict of verdicts) {
    mustAgree(
      `cases with the verdict ${verdict}`,
      footer.counts[verdict],
      cases.filter(line => line.verdict === verdict).length,
    );
  }
  const skips = cases.filter(({verdict}) => verdict === 'skip').map(({cause}) => cause ?? 'harness');
  for (const cause of new Set([...skips, ...Object.keys(footer.skips)])) {
    mustAgree(`skips for ${cause}`, footer.skips[cause] ?? 0, skips.filter(skip => skip === cause).length);
  }
  // A probe that the suites plan has a probe line instead of a case line; others are asked without being planned.
  const accounted = cases.length + footer.notRun;
  const missing = header.planned - accounted;
  if (missing < 0 || missing > probes.length)
    mustAgree('planned cases (with a verdict, probed or not run)', header.planned, accounted);
  const homeless = exchanges.at(-1);
  if (homeless !== undefined && !cases.some(({id}) => id === homeless.case)) {
    throw new Refusal(
      `the journal holds exchanges of the case ${quoted(homeless.case)} but not the case: a line was removed`,
    );
  }
}

function mustAgree(what: string, said: number, found: number): void {
  if (said !== found)
    throw new Refusal(`the journal says ${said} ${what} and holds ${found}: lines were lost, added or changed`);
}
