// What a comparison calls its sides and its kinds of change, for two runs and for two targets, and what it came to in one sentence.
import {counted} from '../../base/text/counted.ts';
import type {ComparedCase, Comparison} from './comparison.ts';

/** The words of a comparison. */
export interface ComparisonTerms {
  /** What it is, as the head of a page says it. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly changed: string;
  readonly unchanged: string;
  readonly kinds: {readonly [kind in ComparedCase['kind']]: string};
}

/** The words by what is compared. */
export const comparisonTerms: {readonly [of in Comparison['of']]: ComparisonTerms} = {
  runs: {
    subject: 'two runs compared',
    before: 'before',
    after: 'after',
    changed: 'What changed between the runs',
    unchanged: 'Target, suites, dialect, seed and harness are the same in both runs.',
    kinds: {
      'newly-failing': 'Newly failing',
      'newly-in-error': 'Newly in error',
      'newly-skipped': 'Newly skipped',
      vanished: 'Vanished',
      'still-failing': 'Still failing',
      'still-in-error': 'Still in error',
      fixed: 'Fixed',
      'newly-warning': 'Newly warning',
      'no-longer-warning': 'No longer warning',
      slower: 'Slower',
      added: 'Added',
      'newly-run': 'Newly run',
      'not-comparable': 'Not comparable',
    },
  },
  targets: {
    subject: 'two targets compared',
    before: 'first',
    after: 'second',
    changed: 'What else differs between the two',
    unchanged: 'Suites, dialect, seed and harness were the same for both targets.',
    kinds: {
      'newly-failing': 'Fails on the second only',
      'newly-in-error': 'Could not be judged on the second only',
      'newly-skipped': 'Skipped on the second only',
      vanished: 'Not run on the second',
      'still-failing': 'Red on both, but not alike',
      'still-in-error': 'Could not be judged on either',
      fixed: 'Fails on the first only',
      'newly-warning': 'Warns on the second only',
      'no-longer-warning': 'Warns on the first only',
      slower: 'Slower on the second',
      added: 'Not run on the first',
      'newly-run': 'Judged on the second only',
      'not-comparable': 'Not comparable',
    },
  },
};

/** Says in one sentence what the comparison came to. */
export function comparisonWords(comparison: Comparison): string {
  return comparison.of === 'runs' ? wordsOfRuns(comparison) : wordsOfTargets(comparison);
}

/** Says whether it found anything that its exit code speaks of. */
export function isClean({of, regressions, cases}: Comparison): boolean {
  return of === 'runs' ? regressions === 0 : cases.length === 0;
}

/** Says which verdict the case had on which side. */
export function sidesText({before, after}: ComparedCase, of: Comparison['of']): string {
  return of === 'runs' ? `${before} → ${after}` : `first ${before}, second ${after}`;
}

/** Gives what was wrong on the sides on which something was, each with the name of its side where there may be two. */
export function sideMessages(
  {message, messageBefore}: ComparedCase,
  of: Comparison['of'],
): readonly {readonly side?: string; readonly text: string}[] {
  const {before, after} = comparisonTerms[of];
  return [
    ...(messageBefore === undefined ? [] : [{side: before, text: messageBefore}]),
    ...(message === undefined
      ? []
      : [of === 'targets' || messageBefore !== undefined ? {side: after, text: message} : {text: message}]),
  ];
}

function wordsOfRuns(comparison: Comparison): string {
  const {regressions, cases, unchanged} = comparison;
  const count = (kind: ComparedCase['kind']): number => cases.filter(one => one.kind === kind).length;
  const parts = [
    ...(count('fixed') > 0 ? [`${count('fixed')} fixed`] : []),
    ...(count('still-failing') > 0 ? [`${count('still-failing')} still failing`] : []),
    `${unchanged} unchanged`,
  ];
  const first = regressions === 0 ? 'No regression' : regressions === 1 ? '1 regression' : `${regressions} regressions`;
  return `${first}; ${parts.join(', ')}.${brokenOff(comparison)}`;
}

function wordsOfTargets(comparison: Comparison): string {
  const {cases, unchanged, alike} = comparison;
  const all = cases.length + unchanged;
  const red = alike.fail + alike.flaky;
  const unjudged = alike.error + alike.skip;
  const parts = [
    ...(red > 0 ? [`${red} red on both`] : []),
    ...(unjudged > 0 ? [`${unjudged} judged on neither`] : []),
  ];
  const first =
    cases.length === 0
      ? `No difference in ${counted(all, 'case')}`
      : `The targets differ in ${cases.length} of ${counted(all, 'case')}`;
  return `${first}${parts.length === 0 ? '' : `; ${parts.join(', ')}`}.${brokenOff(comparison)}`;
}

function brokenOff({of, before, after}: Comparison): string {
  const thing = of === 'runs' ? 'run' : 'target';
  const broken = [
    ...(before.problem === undefined ? [] : [`the first ${thing}`]),
    ...(after.problem === undefined ? [] : [`the second ${thing}`]),
  ];
  if (broken.length === 0) return '';
  return of === 'runs'
    ? ` But ${broken.join(' and ')} did not finish.`
    : ` But the run on ${broken.join(' and ')} did not finish.`;
}
