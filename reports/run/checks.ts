// What must hold of a run as a whole, so that no report of a run that shows little looks green: each is a test of its own for build servers.
import {counted} from '../../base/text/counted.ts';
import {skipCauses} from '../../model/verdict.ts';
import {freeText} from '../case/plain-story.ts';
import type {Journal} from '../journal/reader.ts';
import {cleanCommand} from '../words/next-command.ts';
import {runProblem} from './no-evidence.ts';
import {staleWords} from '../words/stale-words.ts';
import {runNumbers} from '../words/verdict-words.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** One claim about the run, and what speaks against it. */
export interface RunCheck {
  readonly kind:
    | 'interrupted'
    | 'incomplete'
    | 'nothing-judged'
    | 'left-behind'
    | 'shows-little'
    | 'skipped'
    | 'stale-baseline';
  /** The claim, as the name of a test. */
  readonly claim: string;
  /** It costs the exit code; otherwise it is only told. */
  readonly isBroken: boolean;
  /** What speaks against it, in a few words. */
  readonly why: string;
  /** One sentence each; none when the claim holds. */
  readonly said: readonly string[];
}

/** Gives the check that the run finished, which every report has, and each other one that something speaks against. */
export function runChecks(journal: Journal): readonly [RunCheck, ...RunCheck[]] {
  const problem = runProblem(journal);
  return [
    {
      kind: problem?.kind ?? 'incomplete',
      claim: 'the run finished',
      isBroken: problem !== undefined,
      why: problem?.message ?? '',
      said: problem === undefined ? [] : [problem.message],
    },
    ...[
      ...nothingJudged(journal),
      ...leftBehind(journal),
      ...signs(journal),
      ...skipped(journal),
      ...staleEntries(journal),
    ].map(check => ({...check, said: check.said.map(text => cutText(visibleText(text), 1_000))})),
  ];
}

/** Says which exit code the run has although no case of it is red, and why; nothing when it is green, or a case or its end says it. */
export function exitWords(journal: Journal): string | undefined {
  const exitCode = exitCodeOf(journal);
  const why = runChecks(journal).flatMap(check => (check.isBroken ? [check.why] : []));
  const isTold = runProblem(journal) !== undefined || hasUnjudged(journal);
  if ((exitCode !== inconclusive && exitCode !== stale) || isTold || why.length === 0) return undefined;
  return `Exit code ${exitCode}: ${why.join('; ')}.`;
}

const inconclusive = 6;
const stale = 4;

// Where cases are in error, they say it themselves.
function nothingJudged(journal: Journal): readonly RunCheck[] {
  const {counts} = runNumbers(journal);
  const isJudged = counts.pass + counts.fail + counts.warn + counts.flaky > 0;
  if (exitCodeOf(journal) !== inconclusive || isJudged || hasUnjudged(journal)) return [];
  return [
    {
      kind: 'nothing-judged',
      claim: 'the run judged something',
      isBroken: true,
      why: 'nothing was judged',
      said: [`no case came to a judgement, ${counted(counts.skip, 'case')} skipped`],
    },
  ];
}

function hasUnjudged({cases}: Journal): boolean {
  return cases.some(line => line.verdict === 'error' && freeText(line) === undefined);
}

function leftBehind(journal: Journal): readonly RunCheck[] {
  const leftovers = journal.kind === 'complete' ? journal.footer.leftovers : [];
  const clean = cleanCommand(journal);
  if (leftovers.length === 0) return [];
  return [
    {
      kind: 'left-behind',
      claim: 'the clean-up removed what the run made',
      isBroken: true,
      why: `${counted(leftovers.length, 'thing')} left behind on the target`,
      said: [
        ...leftovers.slice(0, saidMax).map(one => `left behind on the target: ${one}`),
        ...more(leftovers.length),
        clean === undefined ? 'remove them by hand' : `to try to remove them again: ${clean}`,
      ],
    },
  ];
}

function signs(journal: Journal): readonly RunCheck[] {
  const vacuous = journal.kind === 'complete' ? (journal.footer.vacuous ?? []) : [];
  if (vacuous.length === 0) return [];
  const shown = vacuous.slice(0, saidMax).map(({message, likely}) => `${message}; likely: ${cutText(likely, 300)}`);
  return [
    {
      kind: 'shows-little',
      claim: 'the run shows something about the target',
      isBroken: journal.header.isStrict === true,
      why: `the evidence is weak${journal.header.isStrict === true ? ', which --strict does not allow' : ''}`,
      said: [...shown, ...more(vacuous.length)],
    },
  ];
}

const asked: ReadonlySet<string> = new Set(skipCauses);

// The journal does not hold --require-all: where nothing else explains the exit code, it was that.
function skipped(journal: Journal): readonly RunCheck[] {
  const {counts, skips, notRun, leftovers} = runNumbers(journal);
  const isJudged = counts.pass + counts.fail + counts.warn + counts.flaky > 0;
  const isExplained = !isJudged || notRun > 0 || leftovers > 0 || hasUnjudged(journal) || isShort(journal);
  const undeclared = skips.filter(([cause]) => !asked.has(cause));
  const told = undeclared.length > 0 ? undeclared : isExplained ? [] : skips;
  if (exitCodeOf(journal) !== inconclusive || told.length === 0) return [];
  const why = undeclared.length > 0 ? 'no option or declaration expects it' : '--require-all allows no skip';
  return [
    {
      kind: 'skipped',
      claim: 'nothing was skipped that had to run',
      isBroken: true,
      why: 'something was skipped that had to run',
      said: [`skipped: ${told.map(([cause, count]) => `${count} × ${cause}`).join(', ')}; ${why}`],
    },
  ];
}

function isShort(journal: Journal): boolean {
  return journal.header.isStrict === true && journal.kind === 'complete' && (journal.footer.vacuous ?? []).length > 0;
}

function staleEntries(journal: Journal): readonly RunCheck[] {
  const baseline = journal.kind === 'complete' ? journal.footer.baseline : undefined;
  if (baseline === undefined || baseline.stale.length === 0) return [];
  const kinds = [...new Set(baseline.stale.map(({kind}) => kind))];
  return [
    {
      kind: 'stale-baseline',
      claim: 'the baseline says what is so',
      isBroken: !baseline.isStaleAllowed,
      why: 'the baseline is stale',
      said: kinds.flatMap(kind => {
        const {title, command} = staleWords(kind, baseline, 'touchstone-results/results.jsonl');
        const entries = baseline.stale.filter(one => one.kind === kind);
        return [
          ...entries.slice(0, saidMax).map(({entry, message}) => `${entry}: ${message}`),
          ...more(entries.length),
          `to fix what ${title}: ${command}`,
        ];
      }),
    },
  ];
}

const saidMax = 10;

function more(count: number): readonly string[] {
  return count > saidMax ? [`… and ${count - saidMax} more`] : [];
}

function exitCodeOf(journal: Journal): number {
  return journal.kind === 'complete' ? journal.footer.exitCode : 0;
}
