// Makes and fixes baselines from the journal of a run; comments, order and everything that a person wrote stay.
import {program} from '../../base/text/program.ts';
import {defined} from '../../base/json/defined.ts';
import {Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq} from 'yaml';
import {idWithoutContext} from '../../model/contexts/context.ts';
import type {CaseLine, StaleEntry} from '../../model/journal.ts';
import {isCovered, isExplained, isRed, patternCasesMax, wordedAs, type BaselineInputs} from './known-failures.ts';
import type {BaselineEntry, BaselineReading} from './read-entries.ts';
import {findingPatterns} from './finding-pattern.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';

/** What new entries say besides the case and its finding. */
export interface EntryFacts {
  readonly reason: string;
  readonly owner?: string;
  readonly issue?: string;
  readonly expires: string;
}

/** A baseline after an edit, and one line per change. */
export interface Edited {
  readonly text: string;
  readonly changes: readonly string[];
}

type Matches = BaselineInputs['matches'];

/** Writes a new baseline: one entry per red case, and one for a context only where it fails in another way than the plain one. */
export function initBaseline(
  journal: Journal,
  {facts, matches}: {readonly facts: EntryFacts; readonly matches: Matches},
): Edited {
  const red = notCovered(orderedCases(journal).filter(isRed), {journal, entries: [], matches});
  const document = new Document({baseline: 1, known: red.map(line => newEntry(line, journal, facts))});
  document.commentBefore = headComment;
  return {text: document.toString(writing), changes: red.map(({id}) => `added ${id}`)};
}

/** Leaves out what an entry covers already, and contexts that fail as the plain case of the same run does. */
function notCovered(
  red: readonly CaseLine[],
  {
    journal,
    entries,
    matches,
  }: {readonly journal: Journal; readonly entries: readonly BaselineEntry[]; readonly matches: Matches},
): readonly CaseLine[] {
  const unlisted = red.filter(({id}) => !entries.some(entry => isCovered(entry, id, matches)));
  const plain = unlisted.filter(({id}) => idWithoutContext(id) === id);
  const made = plain.map(line => ({case: line.id, findings: findingPatterns(line, journal.header)}));
  return unlisted.filter(line => {
    const own = made.filter(entry => entry.case !== line.id && isCovered(entry, line.id, matches));
    return own.length === 0 || !isExplained(line, own, matches);
  });
}

const headComment = [
  ` Known failures of one target. Listed cases still run; give the file as: ${program} run --baseline FILE`,
  ' An entry: case (an id, or a pattern with * and ?), finding (what it must fail with), reason, owner, issue,',
  ' expires (the last day on which it counts), flaky: true (it fails only sometimes).',
].join('\n');

const writing = {lineWidth: 0} as const;

/** Adds what is red and not listed, takes over other findings, splits patterns that are too broad, and renews what expired before `today`. */
export function updateBaseline(
  reading: BaselineReading,
  journal: Journal,
  {
    facts,
    today,
    renewUntil,
    matches,
  }: {readonly facts: EntryFacts; readonly today: string; readonly renewUntil?: string; readonly matches: Matches},
): Edited {
  const {entries} = reading;
  const document = parseDocument(reading.text, {version: '1.2', schema: 'core'});
  const known = listOf(document);
  const nodes = [...known.items];
  const changes: string[] = [];
  const red = orderedCases(journal).filter(isRed);
  const isTooBroad = broadEntries(journal, matches);
  entries.forEach((entry, n) => {
    const map = mapOf(nodes[n]);
    const own = red.filter(({id}) => isCovered(entry, id, matches));
    const others = own.filter(
      line =>
        !isExplained(
          line,
          entries.filter(one => isCovered(one, line.id, matches)),
          matches,
        ),
    );
    if (others.length > 0) {
      const patterns = [...new Set(own.flatMap(line => findingPatterns(line, journal.header)))];
      map.set('finding', document.createNode(oneOrList(patterns)));
      changes.push(`${entry.case}: lists the findings of this run`);
    }
    if (renewUntil !== undefined && entry.expires !== undefined && entry.expires < today) {
      map.set('expires', renewUntil);
      changes.push(`${entry.case}: counts until ${renewUntil}`);
    }
    if (isTooBroad(entry)) {
      const cases = byWords(entry, own);
      narrow({document, known, map}, cases, journal);
      const rest = isWholeRun(journal) ? '' : '; cases that were not run are no longer listed';
      changes.push(`${entry.case}: replaced by its ${cases.size} red cases${rest}`);
    }
  });
  for (const line of notCovered(red, {journal, entries, matches})) {
    known.add(document.createNode(newEntry(line, journal, facts)));
    changes.push(`added ${line.id}`);
  }
  known.flow = false;
  return {text: document.toString(writing), changes};
}

/** Removes what passes now or matches nothing; an entry of which only some cases pass is narrowed to the others. */
export function pruneBaseline(
  reading: BaselineReading,
  journal: Journal,
  {matches}: {readonly matches: Matches},
): Edited {
  const {entries} = reading;
  const document = parseDocument(reading.text, {version: '1.2', schema: 'core'});
  const known = listOf(document);
  const nodes = [...known.items];
  const changes: string[] = [];
  const pointless = pointlessEntries(journal);
  entries.forEach((entry, n) => {
    const map = mapOf(nodes[n]);
    const own = byWords(
      entry,
      journal.cases.filter(({id}) => isCovered(entry, id, matches)),
    );
    // Of an entry for all contexts of a case, one that passes says nothing while another is red.
    const staying = new Map([...own].filter(([, lines]) => !isPassing(lines)));
    const passing = own.size - staying.size;
    const isGone = own.size === 0 && pointless(entry);
    if (isGone || (passing > 0 && staying.size === 0 && !entry.isFlaky)) {
      remove(known, map);
      changes.push(`removed ${entry.case}: ${isGone ? 'no case has this id' : 'it passes now'}`);
    } else if (passing > 0 && !entry.isFlaky) {
      // Cases that were not judged this time stay listed.
      narrow({document, known, map}, staying, journal);
      changes.push(`${entry.case}: narrowed to ${staying.size} of ${own.size} cases; the others pass now`);
    }
  });
  return {text: document.toString(writing), changes};
}

/** Groups cases as an entry counts them: all contexts of one together, unless it names one. */
function byWords(entry: BaselineEntry, lines: readonly CaseLine[]): ReadonlyMap<string, readonly CaseLine[]> {
  const groups = new Map<string, CaseLine[]>();
  for (const line of lines) {
    const word = wordedAs(entry, line.id);
    groups.set(word, [...(groups.get(word) ?? []), line]);
  }
  return groups;
}

function isPassing(lines: readonly CaseLine[]): boolean {
  return lines.some(({verdict}) => verdict === 'pass' || verdict === 'warn') && !lines.some(isRed);
}

/** Only a run that selected everything, or that looked the entry up among all cases, shows that no case has an id. */
function pointlessEntries(journal: Journal): (entry: BaselineEntry) => boolean {
  const isWhole = isWholeRun(journal);
  const named = staleEntries(journal, 'matches-nothing');
  return entry => isWhole || named.has(entry.case);
}

/** A pattern that covers too many cases of this run, or that the run found to cover too many of all there are. */
function broadEntries(journal: Journal, matches: Matches): (entry: BaselineEntry) => boolean {
  const named = staleEntries(journal, 'too-broad');
  const countOf = (entry: BaselineEntry): number =>
    byWords(
      entry,
      journal.cases.filter(({id}) => isCovered(entry, id, matches)),
    ).size;
  return entry => named.has(entry.case) || countOf(entry) > patternCasesMax;
}

function staleEntries(journal: Journal, kind: StaleEntry['kind']): ReadonlySet<string> {
  const stale = journal.kind === 'complete' ? (journal.footer.baseline?.stale ?? []) : [];
  return new Set(stale.filter(one => one.kind === kind).map(({entry}) => entry));
}

function isWholeRun(journal: Journal): boolean {
  if (journal.kind !== 'complete' || journal.header.shard !== undefined) return false;
  const {filtered = 0, notRun, isInterrupted} = journal.footer;
  return filtered === 0 && notRun === 0 && !isInterrupted;
}

interface Place {
  readonly document: Document;
  readonly known: YAMLSeq;
  readonly map: YAMLMap;
}

/** Puts one entry per case in the place of a pattern; they keep its reason and the like, and the first one its comment. */
function narrow(
  {document, known, map}: Place,
  cases: ReadonlyMap<string, readonly CaseLine[]>,
  journal: Journal,
): void {
  const copies = [...cases].map(([id, lines], n) => {
    const copy = map.clone() as YAMLMap;
    copy.set('case', id);
    const patterns = [...new Set(lines.filter(isRed).flatMap(line => findingPatterns(line, journal.header)))];
    if (patterns.length > 0) copy.set('finding', document.createNode(oneOrList(patterns)));
    copy.commentBefore = n === 0 ? (map.commentBefore ?? null) : null;
    return copy;
  });
  known.items.splice(known.items.indexOf(map), 1, ...copies);
}

function remove(known: YAMLSeq, map: YAMLMap): void {
  known.items.splice(known.items.indexOf(map), 1);
  if (known.items.length === 0) known.flow = true;
}

function newEntry(line: CaseLine, {header}: Journal, {reason, owner, issue, expires}: EntryFacts) {
  return {
    case: line.id,
    finding: oneOrList(findingPatterns(line, header)),
    reason,
    ...defined({owner, issue}),
    expires,
    ...(line.verdict === 'flaky' ? {flaky: true} : {}),
  };
}

function oneOrList(patterns: readonly string[]): string | readonly string[] {
  return patterns.length === 1 ? (patterns[0] ?? '') : patterns;
}

function listOf(document: Document): YAMLSeq {
  const known: unknown = document.get('known', true);
  if (!isSeq(known)) throw new Error('a baseline without problems has a list');
  // The parser gives a comment above the first entry to the list; it goes where its entry goes.
  const [first] = known.items;
  if (typeof known.commentBefore === 'string' && isMap(first)) {
    first.commentBefore = known.commentBefore;
    known.commentBefore = null;
  }
  return known;
}

/** The node of an entry as it was read, whatever was removed or put in before it since. */
function mapOf(node: unknown): YAMLMap {
  if (!isMap(node)) throw new Error('an entry without problems is a map');
  return node;
}
