// Holds the cases of a run against its baseline: which reds were known, and where the baseline no longer says what is so.
import {defined} from '../../base/json/defined.ts';
import {idWithoutContext} from '../../model/contexts/context.ts';
import type {BaselineFacts, CaseLine, KnownFailure, StaleEntry} from '../../model/journal.ts';
import type {BaselineEntry} from './read-entries.ts';

/** What a baseline is held against. */
export interface BaselineInputs {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  /** Every case that exists, selected or not, so that a run of a part does not call an entry pointless. */
  readonly ids: readonly string[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly isStaleAllowed: boolean;
  readonly matches: (pattern: string, text: string) => boolean;
}

/** Follows one run. */
export interface BaselineWatch {
  /** Tells whether an entry covers a case. */
  covers(id: string): boolean;
  /** Marks a red case that the baseline lists. */
  mark(line: CaseLine): CaseLine;
  /** What the footer says. */
  facts(): BaselineFacts;
}

/** One pattern may cover this many cases; a wider one would hide failures that nobody has looked at. */
export const patternCasesMax = 20;

/** Begins to follow a run. */
export function watchBaseline(inputs: BaselineInputs): BaselineWatch {
  const {file, entries, ids, today, isStaleAllowed, matches} = inputs;
  const passing = new Map<BaselineEntry, string[]>();
  const other = new Map<BaselineEntry, string[]>();
  const unlisted = new Map<BaselineEntry, string>();
  const red = new Map<BaselineEntry, string[]>();
  let knownRed = 0;
  return {
    covers: id => entries.some(entry => isCovered(entry, id, matches)),
    mark(line) {
      const covering = entries.filter(entry => isCovered(entry, line.id, matches));
      const [first] = covering;
      if (first === undefined) return line;
      if (line.verdict === 'pass' || line.verdict === 'warn') {
        for (const entry of covering) if (!entry.isFlaky) add(passing, entry, line.id);
        return line;
      }
      if (!isRed(line)) return line;
      knownRed += 1;
      const fitting = covering.find(entry => isExplained(line, [entry], matches));
      const text = unexplained(line, covering, matches)[0];
      if (fitting === undefined && text !== undefined) {
        add(other, first, line.id);
        unlisted.set(first, unlisted.get(first) ?? text);
      }
      add(red, fitting ?? first, line.id);
      return {...line, known: knownFailure(fitting ?? first)};
    },
    facts() {
      // An entry for all contexts of a case is stale only where none of them fails.
      const greenOf = (entry: BaselineEntry): readonly string[] => {
        const reds = new Set((red.get(entry) ?? []).map(id => wordedAs(entry, id)));
        return [...new Set((passing.get(entry) ?? []).map(id => wordedAs(entry, id)))].filter(id => !reds.has(id));
      };
      const stale = entries.flatMap((entry): readonly StaleEntry[] => {
        const covered = [...new Set(ids.filter(id => isCovered(entry, id, matches)).map(id => wordedAs(entry, id)))];
        return [
          ...staleIf(
            !ids.some(id => isOfCase(entry, id, matches)),
            'matches-nothing',
            entry,
            [],
            'no case has this id',
          ),
          ...staleIf(
            covered.length > patternCasesMax,
            'too-broad',
            entry,
            covered,
            `the pattern covers ${covered.length} cases, and ${patternCasesMax} is the most`,
          ),
          ...staleIf(greenOf(entry).length > 0, 'passes', entry, greenOf(entry), 'passes now'),
          ...staleIf(
            other.has(entry),
            'other-finding',
            entry,
            other.get(entry) ?? [],
            `fails in another way than the entry says: ${unlisted.get(entry) ?? ''}`,
          ),
          ...staleIf(
            entry.expires !== undefined && entry.expires < today,
            'expired',
            entry,
            red.get(entry) ?? [],
            `the entry counted until ${entry.expires ?? ''}`,
          ),
        ];
      });
      return {file, entries: entries.length, knownRed, stale, isStaleAllowed};
    },
  };
}

/** Tells whether an entry covers a case: without a context it is about its case in all of them; one with `@` is about one. */
export function isCovered(
  {case: pattern}: Pick<BaselineEntry, 'case'>,
  id: string,
  matches: BaselineInputs['matches'],
): boolean {
  return matches(pattern, id) || (!pattern.includes('@') && matches(pattern, idWithoutContext(id)));
}

/** Tells whether an entry is about a case, whether or not this run has the context that it names. */
function isOfCase({case: pattern}: BaselineEntry, id: string, matches: BaselineInputs['matches']): boolean {
  return matches(pattern, id) || matches(idWithoutContext(pattern), idWithoutContext(id));
}

/** Gives how an entry counts a case: once for all its contexts, unless it names one. */
export function wordedAs({case: pattern}: Pick<BaselineEntry, 'case'>, id: string): string {
  return pattern.includes('@') ? id : idWithoutContext(id);
}

/** Tells whether a case is one of those that a baseline can list. */
export function isRed({verdict}: Pick<CaseLine, 'verdict'>): boolean {
  return verdict === 'fail' || verdict === 'flaky';
}

/** Gives what an entry's `finding` is held against: a line per finding, else why the case is red. */
export function findingTexts({findings, detail, cause}: CaseLine): readonly string[] {
  const stated = findings.filter(({basis}) => basis === 'stated');
  const texts = (stated.length > 0 ? stated : findings).map(({path, message}) => `${path || 'the reply'}: ${message}`);
  return texts.length > 0 ? texts : [detail ?? cause ?? 'no detail'];
}

/** Tells whether every finding of a case is one that the entries list. */
export function isExplained(
  line: CaseLine,
  entries: readonly Pick<BaselineEntry, 'findings'>[],
  matches: BaselineInputs['matches'],
): boolean {
  return unexplained(line, entries, matches).length === 0;
}

function unexplained(
  line: CaseLine,
  entries: readonly Pick<BaselineEntry, 'findings'>[],
  matches: BaselineInputs['matches'],
): readonly string[] {
  const patterns = entries.flatMap(({findings}) => findings);
  return findingTexts(line).filter(text => !patterns.some(pattern => matches(pattern, text)));
}

function staleIf(
  isSo: boolean,
  kind: StaleEntry['kind'],
  entry: BaselineEntry,
  cases: readonly string[],
  why: string,
): readonly StaleEntry[] {
  if (!isSo) return [];
  const named = cases.filter(id => id !== entry.case);
  const which =
    named.length === 0 || kind === 'too-broad' || kind === 'expired'
      ? ''
      : `${named.length === 1 ? (named[0] ?? '') : `${named.length} of its cases`}: `;
  return [{kind, entry: entry.case, cases: cases.slice(0, patternCasesMax), message: `${which}${why}`}];
}

function knownFailure({case: entry, reason, owner, issue, expires}: BaselineEntry): KnownFailure {
  return {
    entry,
    reason,
    ...defined({owner, issue, expires}),
  };
}

function add(map: Map<BaselineEntry, string[]>, entry: BaselineEntry, id: string): void {
  const ids = map.get(entry);
  if (ids === undefined) map.set(entry, [id]);
  else ids.push(id);
}
