// The result of trying mutants: what came of each, and the scores, raw and without the entries that people have confirmed.

/** A mutant as people see it. */
export interface DescribedMutant {
  /** Its number in the build of today. */
  readonly id: number;
  /** Stays while file, function and change do. */
  readonly key: string;
  readonly file: string;
  /** `rules`, `hosting`, `overlay` or `state`. */
  readonly folder: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
  readonly mutator: string;
  readonly before: string;
  readonly after: string;
}

/** What came of trying a mutant. */
export type MutantOutcome =
  /** No case runs the changed code. */
  | {readonly kind: 'not-reached'}
  /** A case that is green on the healthy reference is red, and red again when repeated. */
  | {readonly kind: 'noticed'; readonly case: string; readonly verdict: 'fail' | 'warn'; readonly detail: string}
  /** No case is red, and no reply of any case that reaches it differs. */
  | {readonly kind: 'not-visible'}
  /** No case is red, although a reply differs. */
  | {
      readonly kind: 'not-judged';
      readonly case: string;
      readonly where: string;
      readonly healthy: string;
      readonly mutant: string;
    }
  /** It cannot be judged: the server ends, answers nothing, or refuses what every run needs; or cases only end in errors. */
  | {readonly kind: 'broken'; readonly how: 'crash' | 'hang' | 'refused' | 'error'; readonly detail: string};

/** One mutant that was tried. */
export interface MutantRow {
  readonly mutant: DescribedMutant;
  readonly outcome: MutantOutcome;
  /** Cases that reach it. */
  readonly reachedBy: number;
  /** Cases that were run against it. */
  readonly ran: number;
  readonly ms: number;
  /** Only its own process can show it: it is reached while modules are loaded. */
  readonly isAtLoad: boolean;
  /** Statements of the rules nearby. */
  readonly statements: readonly string[];
}

/** Why people say that a mutant need not be noticed. */
export const entryKinds = ['equivalent', 'unobservable', 'record silent'] as const;

/** One of them. */
export type EntryKind = (typeof entryKinds)[number];

/** A mutant that somebody has looked at. */
export interface MutantEntry {
  readonly file: string;
  readonly function: string;
  readonly mutator: string;
  readonly old: string;
  readonly new: string;
  readonly kind: EntryKind;
  readonly reason: string;
  /** Who confirmed it, without having written the suites. */
  readonly confirmedBy: string;
}

/** A part of a whole, with the interval that holds the true share in 95 of 100 samples. */
export interface Score {
  readonly noticed: number;
  readonly of: number;
  /** Percent; absent where there is nothing to divide. */
  readonly percent?: number;
  readonly low: number;
  readonly high: number;
}

/** The scores of one folder, or of all. */
export interface FolderScore {
  readonly folder: string;
  readonly drawn: number;
  readonly notReached: number;
  readonly broken: number;
  readonly notVisible: number;
  readonly notJudged: number;
  readonly raw: Score;
  readonly withoutEntries: Score;
  /** How many survivors each kind of entry explains. */
  readonly entries: Readonly<Record<EntryKind, number>>;
}

/** All mutants, those in functions that changed, those of one role of the reference, or those of some folders and files. */
export type MutantScope = 'all' | 'changes' | 'hosting' | 'overlay' | 'places';

/** Everything that one measurement gives. */
export interface MutantResult {
  readonly seed: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Mutants that the sample was drawn from. */
  readonly outOf: number;
  /** How many were to be tried. */
  readonly wanted: number;
  /** Which mutants the sample was drawn from. */
  readonly of: MutantScope;
  readonly rows: readonly MutantRow[];
  readonly entries: readonly MutantEntry[];
  readonly problems: readonly string[];
}

/** Scores each folder, and all together. */
export function scoresOf({rows, entries}: Pick<MutantResult, 'rows' | 'entries'>): readonly FolderScore[] {
  const folders = [...new Set(rows.map(({mutant}) => mutant.folder))].toSorted();
  const all = folders.map(folder =>
    scoreOf(
      folder,
      rows.filter(({mutant}) => mutant.folder === folder),
      entries,
    ),
  );
  return [...all, scoreOf('all', rows, entries)];
}

function scoreOf(folder: string, rows: readonly MutantRow[], entries: readonly MutantEntry[]): FolderScore {
  const count = (kind: MutantOutcome['kind']): number => rows.filter(({outcome}) => outcome.kind === kind).length;
  const survivors = rows.filter(isSurvivor);
  const explained = survivors.flatMap(({mutant}) => entryOf(mutant, entries) ?? []);
  const noticed = count('noticed');
  const ofKind = (kind: EntryKind): number => explained.filter(entry => entry.kind === kind).length;
  return {
    folder,
    drawn: rows.length,
    notReached: count('not-reached'),
    broken: count('broken'),
    notVisible: count('not-visible'),
    notJudged: count('not-judged'),
    raw: wilson(noticed, noticed + survivors.length),
    withoutEntries: wilson(noticed, noticed + survivors.length - explained.length),
    entries: {
      equivalent: ofKind('equivalent'),
      unobservable: ofKind('unobservable'),
      'record silent': ofKind('record silent'),
    },
  };
}

/** Tells whether cases reach a mutant, and none is red. */
export function isSurvivor({outcome}: MutantRow): boolean {
  return outcome.kind === 'not-visible' || outcome.kind === 'not-judged';
}

/** The entry that explains a mutant. */
export function entryOf(mutant: DescribedMutant, entries: readonly MutantEntry[]): MutantEntry | undefined {
  return entries.find(entry => isOfEntry(mutant, entry));
}

/** Tells whether an entry is about a mutant. */
export function isOfEntry(mutant: DescribedMutant, entry: MutantEntry): boolean {
  return (
    entry.file === mutant.file &&
    entry.function === mutant.function &&
    entry.mutator === mutant.mutator &&
    entry.old === mutant.before &&
    entry.new === mutant.after
  );
}

/** 97.5 % of a normal distribution lie below so many standard deviations. */
const z = 1.959_964;

/** Gives a share with its 95 % interval (Wilson's score interval, 1927), which is honest for few and for extreme shares too. */
export function wilson(noticed: number, of: number): Score {
  if (of === 0) return {noticed, of, low: 0, high: 100};
  const share = noticed / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  const percent = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10;
  return {noticed, of, percent: percent(share), low: percent(middle - half), high: percent(middle + half)};
}
