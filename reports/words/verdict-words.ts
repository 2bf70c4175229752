// Turns the counts of a run into the words that every report ends or begins with.
import {defined} from '../../base/json/defined.ts';
import {counted} from '../../base/text/counted.ts';
import {verdicts, type Verdict} from '../../model/verdict.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {Journal} from '../journal/reader.ts';
import {hasTooManyWarnings} from './exit-code.ts';

/** The numbers of a run, whether or not it came to its end. */
export interface RunNumbers {
  readonly counts: {readonly [verdict in Verdict]: number};
  /** Skipped cases by cause, most frequent first. */
  readonly skips: readonly (readonly [cause: string, count: number])[];
  readonly planned: number;
  /** Judged cases that ran in another context than the plain one. */
  readonly judgedInContexts: number;
  readonly notRun: number;
  /** Planned cases that only report what the target does; they have no verdict. */
  readonly probed: number;
  /** Cases that the selection left out. */
  readonly filtered: number;
  readonly isInterrupted: boolean;
  /** Failures after which it ended, as `--bail` or `--max-failures` said. */
  readonly stoppedAfter?: number;
  /** The target went away. */
  readonly isGone: boolean;
  /** It was never there. */
  readonly isUnreached: boolean;
  readonly isComplete: boolean;
  readonly leftovers: number;
  /** Red cases that the baseline lists. */
  readonly knownRed: number;
  /** Warnings that are too many by `--max-warnings`, and how many it allows. */
  readonly maxWarnings?: number;
  /** Red cases and such as could not be judged that are newer than the pinned edition; they cost nothing. */
  readonly newRed: number;
}

/** Counts a journal; an incomplete one is counted by its lines. */
export function runNumbers(journal: Journal): RunNumbers {
  const {cases, header} = journal;
  const footer = journal.kind === 'complete' ? journal.footer : undefined;
  const counts = footer?.counts ?? countVerdicts(cases);
  const free = cases.filter(({newIn}) => newIn !== undefined);
  return {
    counts,
    skips: countSkips(cases),
    planned: header.planned,
    judgedInContexts: cases.filter(({context, verdict}) => context !== undefined && judgedVerdicts.has(verdict)).length,
    notRun: footer?.notRun ?? Math.max(0, header.planned - cases.length - journal.probes.length),
    probed: footer === undefined ? 0 : Math.max(0, header.planned - cases.length - footer.notRun),
    filtered: footer?.filtered ?? 0,
    isInterrupted: footer?.isInterrupted ?? false,
    ...defined({stoppedAfter: footer?.stoppedAfter}),
    isGone: footer?.gone !== undefined,
    isUnreached: footer?.gone?.startsWith('cannot connect to ') === true,
    isComplete: footer !== undefined,
    leftovers: footer?.leftovers.length ?? 0,
    knownRed: cases.filter(({known}) => known !== undefined).length,
    ...(hasTooManyWarnings({counts, free, ...defined({maxWarnings: header.maxWarnings})})
      ? defined({maxWarnings: header.maxWarnings})
      : {}),
    newRed: cases.filter(({newIn, verdict}) => newIn !== undefined && redVerdicts.has(verdict)).length,
  };
}

/** Verdicts that are not in order. */
export const redVerdicts: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'flaky', 'error']);

const judgedVerdicts: ReadonlySet<Verdict> = new Set<Verdict>(['pass', 'fail', 'warn', 'flaky']);

/** Says in one sentence what the run came to; it never sounds better than the numbers. */
export function verdictWords(numbers: RunNumbers): string {
  const {counts, planned, knownRed, newRed} = numbers;
  const judged = counts.pass + counts.fail + counts.warn + counts.flaky;
  const parts = [
    ...(counts.fail > 0 ? [`${cases(counts.fail)} failed`] : []),
    ...(counts.flaky > 0 ? [`${cases(counts.flaky)} failed once and not again`] : []),
    ...(counts.error > 0 ? [`${cases(counts.error)} could not be judged`] : []),
  ];
  const end = endOf(numbers);
  const red = counts.fail + counts.flaky;
  const listedRed = listedOf(knownRed, red, counts.error > 0 ? ' that failed' : '');
  const known = knownRed === 0 ? '' : `; the baseline lists ${listedRed}`;
  const fresh = newRed === 0 ? '' : `; ${newRed} of these are newer than the pinned edition and do not fail the run`;
  if (parts.length > 0) return `${newsOf(numbers)}${listed(parts)}${end === '' ? '' : ` (${end})`}${known}${fresh}.`;
  if (planned === 0) return 'No case was selected, so nothing was judged.';
  if (end !== '') return `No case failed so far, but ${end}: this is not a verdict about the target.`;
  if (judged === 0)
    return `Nothing was judged: ${counts.skip === 1 ? 'the only case was' : `all ${counts.skip} cases were`} skipped.`;
  const demand =
    numbers.maxWarnings === undefined
      ? 'which the record does not demand'
      : `and --max-warnings allows ${numbers.maxWarnings}`;
  const unusual = `${cases(counts.warn)} differed from what is usual, ${demand}`;
  if (numbers.maxWarnings !== undefined) return `Failed: ${unusual}${skippedText(numbers)}.`;
  const warned = counts.warn > 0 ? `; ${unusual}` : '';
  const skipped = skippedText(numbers);
  if (counts.pass === 0) return `Nothing passed and nothing failed: ${unusual}${skipped}.`;
  return `${judgedText(judged, numbers.judgedInContexts)} passed${warned}${skipped}.`;
}

function skippedText({counts}: RunNumbers): string {
  return counts.skip > 0 ? `; ${cases(counts.skip)} skipped` : '';
}

// A case that runs in three contexts is one case, and three judgements.
function judgedText(judged: number, inContexts: number): string {
  const cases = inContexts === judged ? judged : judged - inContexts;
  const text = cases === 1 ? 'The one judged case' : `All ${cases} judged cases`;
  return cases === judged ? text : `${text} (${judged} with contexts)`;
}

// A gate with a baseline asks what is new, and is told that first.
function newsOf({counts, knownRed, newRed}: RunNumbers): string {
  // Past a pinned edition something may be new and cost nothing.
  if (knownRed === 0 || newRed > 0) return '';
  const fresh = counts.fail + counts.flaky - knownRed;
  if (fresh === 0) return counts.error === 0 ? 'Nothing new: ' : '';
  return `${counted(fresh, 'new failure')}: `;
}

// What could not be judged is on no baseline.
function listedOf(known: number, red: number, which: string): string {
  if (known === red) return which === '' ? 'all of these' : `all${which}`;
  return which === '' ? `${known} of these ${red}` : `${known} of the ${red}${which}`;
}

/** Tells whether a run earned its green: it came to its end, the exit code says so, and nothing is red or unjudged. */
export function isGreen(journal: Journal): boolean {
  const {counts, knownRed, newRed} = runNumbers(journal);
  const unexpected = counts.fail + counts.flaky - knownRed + counts.error - newRed;
  return journal.kind === 'complete' && journal.footer.exitCode === 0 && unexpected === 0;
}

/** Lists all six counts and what did not run, e.g. `118 pass · 1 fail · …`. */
export function countsText(numbers: RunNumbers): string {
  return countParts(numbers).join(' · ');
}

/** The same, part by part. */
export function countParts({counts, skips, notRun, probed, filtered}: RunNumbers): readonly string[] {
  const causes = skips.length === 0 ? '' : ` (${skips.map(([cause, count]) => `${cause} ${count}`).join(', ')})`;
  const parts = verdicts.map(verdict => `${counts[verdict]} ${verdict}${verdict === 'skip' ? causes : ''}`);
  const probes = probed > 0 ? [`${probed} probed, which is reported and never scored`] : [];
  return [...parts, `${notRun} not run`, ...probes, ...(filtered > 0 ? [`${filtered} not selected`] : [])];
}

/** `250 ms`, `3.2 s`, `4 min 05 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

function endOf({isInterrupted, isGone, isUnreached, isComplete, notRun, stoppedAfter}: RunNumbers): string {
  const rest = notRun > 0 ? ` with ${cases(notRun)} not run` : '';
  if (!isComplete) return `the run was killed before it ended${rest}`;
  if (isInterrupted) return `the run was interrupted${rest}`;
  if (isGone) return `${isUnreached ? 'the target cannot be reached' : 'the target went away'}${rest}`;
  if (stoppedAfter !== undefined) return `stopped after ${counted(stoppedAfter, 'failure')}${rest}`;
  return notRun > 0 ? `${cases(notRun)} did not run` : '';
}

/** What stands above a report whose run ended because of its target. */
export function goneTitle({isUnreached}: Pick<RunNumbers, 'isUnreached'>): string {
  return isUnreached ? 'TARGET UNREACHABLE' : 'TARGET GONE';
}

/** Says how far an interrupted run came, e.g. `41 of 42 cases did not run`. */
export function reachText({notRun, planned}: Pick<RunNumbers, 'notRun' | 'planned'>): string {
  return notRun === 0
    ? 'every case had begun, but not all finished'
    : `${notRun} of ${counted(planned, 'case')} did not run`;
}

function cases(count: number): string {
  return counted(count, 'case');
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Counts cases by verdict. */
export function countVerdicts(lines: readonly CaseLine[]): {readonly [verdict in Verdict]: number} {
  const counts = {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
  for (const {verdict} of lines) counts[verdict] += 1;
  return counts;
}

function countSkips(lines: readonly CaseLine[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const {verdict, cause = 'no cause given'} of lines)
    if (verdict === 'skip') counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
