// Reads results.jsonl and says whether it is the whole truth about a run, a part of it, or not to be trusted at all.
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
import {quoted} from '../../base/text/visible-text.ts';

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

/** Reads a journal. `why` is a sentence that names the line. */
export function readJournal(text: string): JournalReading {
  try {
    return readLines(text);
  } catch (problem) {
    if (problem instanceof Refusal) return {kind: 'refused', why: problem.message};
    throw problem;
  }
}

class Refusal extends Error {}

function readLines(text: string): Journal {
  const rows = text.split('\n');
  const torn = rows.pop() ?? '';
  if (rows.length === 0)
    throw new Refusal(
      'the journal holds no whole line, so it has no header: the run ended before it began, or this is another file',
    );
  const header = readHeader(rows[0] ?? '');
  const lines = rows.slice(1).map((row, n) => readLine(row, n + 2));
  checkOrder(lines, torn);
  const parts = {header, ...sorted(lines)};
  checkIds(parts);
  const footer = lines.at(-1);
  if (footer?.type !== 'footer') {
    const tornLines = torn === '' ? 0 : 1;
    const last = tornLines === 1 ? ' and its last line is torn' : '';
    const why = `the run was killed before it ended, so ${notRunText(parts)}; its journal has no footer${last}`;
    return {kind: 'incomplete', why, tornLines, ...parts};
  }
  checkCounts(parts, footer);
  return {kind: 'complete', footer, ...parts};
}

function notRunText({header, cases}: JournalParts): string {
  return `${cases.length} of ${header.planned} cases have a verdict`;
}

function readHeader(row: string): HeaderLine {
  const value = parsed(row, 1);
  if (!isJsonObject(value) || value['type'] !== 'header') {
    throw new Refusal('line 1 is not the header of a journal: give the results.jsonl that a run wrote');
  }
  const {schema} = value as unknown as HeaderLine;
  if (!journalSchemaVersions.includes(schema)) {
    throw new Refusal(
      `line 1: this journal is written in form ${String(schema)} and this touchstone reads forms ${journalSchemaVersions.join(' and ')}: read it with the version of touchstone that wrote it`,
    );
  }
  return checked(value, 1) as HeaderLine;
}

function readLine(row: string, number: number): JournalLine {
  return checked(parsed(row, number), number);
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

function checkOrder(lines: readonly JournalLine[], torn: string): void {
  const header = lines.findIndex(({type}) => type === 'header');
  if (header !== -1) throw new Refusal(`line ${header + 2} is a second header: two journals were joined by hand`);
  const footer = lines.findIndex(({type}) => type === 'footer');
  if (footer !== -1 && (footer < lines.length - 1 || torn !== '')) {
    throw new Refusal(`line ${footer + 3} is after the footer: the file was changed after the run`);
  }
}

function sorted(lines: readonly JournalLine[]): Omit<JournalParts, 'header'> {
  return {
    cases: lines.filter(line => line.type === 'case'),
    exchanges: lines.filter(line => line.type === 'exchange'),
    probes: lines.filter(line => line.type === 'probe'),
  };
}

function checkIds({cases, exchanges, probes}: JournalParts): void {
  const ids = new Set<string>();
  for (const {id} of cases) {
    if (ids.has(id)) throw new Refusal(`the case ${quoted(id)} is in the journal twice, so its verdict is unknown`);
    ids.add(id);
  }
  refuseTwice(
    exchanges.map(line => `exchange ${line.index} of attempt ${line.attempt} of the case ${quoted(line.case)}`),
  );
  refuseTwice(probes.map(({name}) => `probe ${quoted(name)}`));
  // A case is appended together with its exchanges, and after them; a torn journal may lack the case.
  const homeless = exchanges.find(line => !ids.has(line.case) && line.case !== exchanges.at(-1)?.case);
  if (homeless !== undefined)
    throw new Refusal(
      `the journal holds exchanges of the case ${quoted(homeless.case)} but not the case: a line was removed`,
    );
}

function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Refusal(`the ${name} is in the journal twice`);
    seen.add(name);
  }
}

function checkCounts({header, cases, exchanges, probes}: JournalParts, footer: FooterLine): void {
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
