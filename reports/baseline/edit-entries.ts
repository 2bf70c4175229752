// Makes and fixes baselines from the journal of a run; comments, order and everything that a person wrote stay.
import {program} from '../../base/text/program.ts';
import {defined} from '../../base/json/defined.ts';
import {Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq} from 'yaml';
import type {CaseLine, StaleEntry} from '../../model/journal.ts';
import {isExplained, isRed, patternCasesMax, type BaselineInputs} from './known-failures.ts';
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

/** Writes a new baseline: one entry per red case. */
export function initBaseline(journal: Journal, facts: EntryFacts): Edited {
  const red = orderedCases(journal).filter(isRed);
  const document = new Document({baseline: 1, known: red.map(line => newEntry(line, journal, facts))});
  document.commentBefore = headComment;
  return {text: document.toString(writing), changes: red.map(({id}) => `added ${id}`)};
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
    const own = red.filter(({id}) => matches(entry.case, id));
    const others = own.filter(
      line =>
        !isExplained(
          line,
          entries.filter(one => matches(one.case, line.id)),
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
      narrow({document, known, map}, own, journal);
      const rest = isWholeRun(journal) ? '' : '; cases that were not run are no longer listed';
      changes.push(`${entry.case}: replaced by its ${own.length} red cases${rest}`);
    }
  });
  for (const line of red) {
    if (entries.some(entry => matches(entry.case, line.id))) continue;
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
    const own = journal.cases.filter(({id}) => matches(entry.case, id));
    const passing = own.filter(({verdict}) => verdict === 'pass' || verdict === 'warn');
    const isGone = own.length === 0 && pointless(entry);
    if (isGone || (passing.length > 0 && passing.length === own.length && !entry.isFlaky)) {
      remove(known, map);
      changes.push(`removed ${entry.case}: ${isGone ? 'no case has this id' : 'it passes now'}`);
    } else if (passing.length > 0 && !entry.isFlaky) {
      // Cases that were not judged this time stay listed.
      const staying = own.filter(line => !passing.includes(line));
      narrow({document, known, map}, staying, journal);
      changes.push(`${entry.case}: narrowed to ${staying.length} of ${own.length} cases; the others pass now`);
    }
  });
  return {text: document.toString(writing), changes};
}

/** Only a run that selected everything, or that looked the entry up among all cases, shows that no case has an id. */
function pointlessEntries(journal: Journal): (entry: BaselineEntry) => boolean {
  const isWhole = isWholeRun(journal);
  const named = staleEntries(journal, 'matches-nothing');
  return entry => isWhole || named.has(entry.case);
}

/** A pattern that covers too many cases of this run, or that the run found to cover too many of all there are. */
function broadEntries(journal: Journal, matches: Matches): (entry: BaselineEntry) => boolean {
  const ids = journal.cases.map(({id}) => id);
  const named = staleEntries(journal, 'too-broad');
  return entry => named.has(entry.case) || ids.filter(id => matches(entry.case, id)).length > patternCasesMax;
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
function narrow({document, known, map}: Place, lines: readonly CaseLine[], journal: Journal): void {
  const copies = lines.map((line, n) => {
    const copy = map.clone() as YAMLMap;
    copy.set('case', line.id);
    if (isRed(line)) copy.set('finding', document.createNode(oneOrList(findingPatterns(line, journal.header))));
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
