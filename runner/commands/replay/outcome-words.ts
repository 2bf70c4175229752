// Says what a replay came to: FIXED, STILL FAILS or CANNOT REPLAY, with the reason or the story.
import {program} from '../../../base/text/program.ts';
import {defined} from '../../../base/json/defined.ts';
import {finalVerdict} from '../../execute/final-verdict.ts';
import type {CaseOutcome} from '../../execute/run-plan.ts';
import type {CaseLine, PropertyFacts} from '../../../model/journal.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {cutText} from '../../../base/text/visible-text.ts';
import {definitionDigest} from '../../read/suite/definition-digest.ts';

/** One case after its replay. */
export interface Replayed {
  readonly id: string;
  /** Things to know besides, one sentence each. */
  readonly notes: readonly string[];
  readonly result:
    | {readonly kind: 'fixed'; readonly stillWarns?: string}
    | {
        readonly kind: 'still fails';
        readonly findings: readonly Finding[];
        readonly detail?: string;
        readonly story: readonly string[];
      }
    | {readonly kind: 'cannot replay'; readonly why: string};
}

/** What there is to judge by: what became of the case now, if it was planned, and the kinds of target there are. */
export interface ReplayFacts {
  readonly outcome: CaseOutcome | undefined;
  readonly areas: ReadonlySet<string>;
  readonly redaction: Redaction;
}

/** Compares the line of the journal with what became of the case now. */
export function replayOf(
  line: CaseLine,
  runnable: Runnable | undefined,
  {outcome, areas, redaction}: ReplayFacts,
): Replayed {
  const {id} = line;
  const cannot = (why: string): Replayed => ({id, notes: [], result: {kind: 'cannot replay', why}});
  if (runnable === undefined)
    return cannot('there is no case of this id any more; name its suite file with --suite FILE');
  if (line.verdict === 'pass' || line.verdict === 'skip')
    return cannot(`it did not fail in this journal (${line.verdict}); ${program} run --id ${id} runs it`);
  if (outcome === undefined && !areas.has(runnable.definition.area))
    return cannot(`it is about ${areaWords[runnable.definition.area]}, and none was given`);
  if (outcome === undefined) return cannot('it did not run, because the replay was ended before');
  const other = otherInput(line, outcome, redaction);
  if (other !== undefined) return cannot(other);
  return {id, notes: notesOf(line, runnable), result: resultOf(line, outcome)};
}

const areaWords = {
  hosting: 'a hosting server (--target)',
  'overlay-codec': 'a decoder (--peer)',
  'overlay-live': 'a live peer (--live-peer)',
} as const;

function resultOf(line: CaseLine, outcome: CaseOutcome): Replayed['result'] {
  const {verdict, cause, detail, told} = finalVerdict(outcome);
  const findings = told?.findings ?? [];
  switch (verdict) {
    case 'pass':
      return {kind: 'fixed'};
    case 'warn':
      // What was only usual then is no failure that could be fixed; it goes on as it was.
      if (line.verdict === 'warn') return {kind: 'still fails', findings, story: told?.property?.story ?? []};
      return {kind: 'fixed', stillWarns: findings[0]?.message ?? detail ?? ''};
    case 'fail':
    case 'flaky':
      return {
        kind: 'still fails',
        findings,
        ...defined({detail}),
        story: told?.property?.story ?? [],
      };
    case 'skip':
    case 'error':
      return {kind: 'cannot replay', why: `${verdict} ${cause ?? ''}: ${detail ?? ''}`};
  }
}

function notesOf(line: CaseLine, runnable: Runnable): readonly string[] {
  if (runnable.kind === 'property' || line.digest === undefined) return [];
  return definitionDigest(runnable.definition) === line.digest ? [] : ['the case itself has changed since that run'];
}

const textMax = 4_000;

// Seed and path lead to another input when the property, or fast-check, draws in another way than it did then.
function otherInput({property: then}: CaseLine, {attempts}: CaseOutcome, redaction: Redaction): string | undefined {
  const now = attempts[0]?.property;
  if (!isComparable(then) || now?.counterexample === undefined) return undefined;
  if (then.counterexample === now.counterexample.slice(0, textMax)) return undefined;
  return `seed and path lead to another input now, so the property has changed: then ${cutText(then.counterexample, 300)}, now ${cutText(redaction.text(now.counterexample), 300)}`;
}

// Which commands run depends on what the target answers, and what was secret is not in the journal.
function isComparable(then: PropertyFacts | undefined): then is PropertyFacts & {readonly counterexample: string} {
  return (
    then?.counterexample !== undefined && then.replayPath === undefined && !then.counterexample.includes('[redacted')
  );
}

const findingsShown = 3;
const storyShown = 40;

/** Renders the outcome as lines. */
export function renderReplay({id, result, notes}: Replayed, redaction: Redaction): readonly string[] {
  return [
    `${result.kind.toUpperCase()}  ${id}`,
    ...notes.map(note => `    note: ${note}`),
    ...resultLines(result, (text, charactersMax) => cutText(redaction.text(text), charactersMax)),
  ];
}

function resultLines(result: Replayed['result'], cut: typeof cutText): readonly string[] {
  switch (result.kind) {
    case 'fixed':
      return result.stillWarns === undefined ? [] : [`    it still warns: ${cut(result.stillWarns, 400)}`];
    case 'cannot replay':
      return [`    ${cut(result.why, 1_000)}`];
    case 'still fails': {
      const {findings, detail, story} = result;
      const said = findings.map(({path, message, step}) =>
        cut(
          `${step === undefined ? '' : `step ${String(step + 1)}: `}${path === '' ? 'the reply' : path}: ${message}`,
          600,
        ),
      );
      return [
        ...story.slice(0, storyShown).map((sentence, n) => `    ${String(n + 1)}. ${cut(sentence, 400)}`),
        ...(story.length > storyShown ? [`    … ${String(story.length - storyShown)} more`] : []),
        ...(detail === undefined || findings.some(({message}) => message === detail)
          ? []
          : [`    ${cut(detail, 600)}`]),
        ...said.slice(0, findingsShown).map(text => `    → ${text}`),
      ];
    }
  }
}

/** Gives the exit code: 1 when something still fails, 6 when something cannot be replayed, else 0. */
export function replayExitCode(replayed: readonly Replayed[]): number {
  const kinds = new Set(replayed.map(({result}) => result.kind));
  return kinds.has('still fails') ? 1 : kinds.has('cannot replay') ? 6 : 0;
}
