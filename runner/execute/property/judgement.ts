// Turns what is remembered of all runs of a property into its judgement and its facts for the journal.
import {defined} from '../../../base/json/defined.ts';
import type {RunDetails} from 'fast-check';
import {jsonText, type Json} from '../../../model/json.ts';
import type {PropertyFacts} from '../../../model/journal.ts';
import type {Attempt} from '../../../model/outcome.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import {bytesIn} from '../attempt/events.ts';
import {judgeStory} from './judge-story.ts';
import type {FailedRun, Memory} from './one-run.ts';
import type {Story} from '../attempt/story.ts';
import {CaseEnded} from '../attempt/failures.ts';

/** Gives the judgement: a broken law first, then what kept runs from being judged, then too few of them, then pass. */
export function conclude(memory: Memory, facts: PropertyFacts, durationMs: number): Attempt {
  const {failing, stopped, last, over} = memory;
  if (failing !== undefined && (stopped === undefined || failing.findings.some(({basis}) => basis === 'stated')))
    return judgeStory(failing.story, failing.findings, failing.ending, durationMs);
  const story = stopped?.story ?? last;
  if (story === undefined) return nothingRan(over, durationMs);
  if (stopped !== undefined) return judgeStory(stopped.story, [], stopped.ending, durationMs);
  if (facts.done < facts.floor) {
    const ending = new CaseEnded('error', 'below-floor', tooFew(facts, memory));
    return judgeStory(story, [], {kind: 'ended', ending, step: undefined}, durationMs);
  }
  const {exchanges, notes, ...judged} = judgeStory(withBytes(story, memory), [], {kind: 'told'}, durationMs);
  const cut = over === undefined ? [] : [`${String(facts.done)} of ${String(facts.asked)} runs were done: ${over}`];
  return {...judged, notes: [...notes, ...cut], exchanges: headOf(exchanges)};
}

function tooFew({done, asked, skipped, floor, cut}: PropertyFacts, {empty}: Memory): string {
  const why = cut === undefined ? '' : `: ${cut}`;
  const turnedAway = skipped === 0 ? '' : `, ${String(skipped)} inputs were turned away by its own precondition`;
  const judgedNothing = empty === 0 ? '' : `, ${String(empty)} judged nothing`;
  return `only ${String(done)} of ${String(asked)} runs were done, and fewer than ${String(floor)} show nothing${judgedNothing}${turnedAway}${why}`;
}

// A green property shows its last run; what came from the target counts over all of them.
function withBytes(story: Story, {bytesReceived}: Memory): Story {
  const bytes = bytesReceived - bytesIn(story.events);
  return {...story, events: [...story.events, {kind: 'shown', bytes}]};
}

function headOf(exchanges: readonly RawExchange[]): readonly RawExchange[] {
  return exchanges.slice(0, 50);
}

function nothingRan(over: string | undefined, durationMs: number): Attempt {
  return {
    verdict: 'error',
    ...(over === undefined
      ? {cause: 'interrupted', detail: 'no run was begun'}
      : {cause: 'below-floor', detail: `no run was done: ${over}`}),
    findings: [],
    exchanges: [],
    bytesReceived: 0,
    durationMs,
    notes: [],
    leftovers: [],
  };
}

/** Whether fast-check failed because the law did, and not because the runs were stopped. */
export function isLawBroken({failures}: Memory, {counterexample}: RunDetails<[never]>): boolean {
  return failures > 0 && counterexample !== null;
}

/** How a property was run. */
export interface HowItRan {
  readonly details: RunDetails<[never]>;
  readonly memory: Memory;
  readonly asked: number;
  readonly stringify: (value: unknown) => string;
  /** Of a replay the input is told whether it failed or not. */
  readonly isReplay: boolean;
}

/** Gives the facts for the journal. */
export function factsOf(
  {definition}: PlannedProperty,
  {details, memory, asked, stringify, isReplay}: HowItRan,
): PropertyFacts {
  const isBroken = isLawBroken(memory, details);
  const counterexample = isBroken
    ? stringify(details.counterexample?.[0])
    : isReplay
      ? stringify(memory.input)
      : undefined;
  // fast-check shows the path that model-based commands need for a replay only in the text of the counterexample.
  const replayPath = /replayPath="([^"]*)"/.exec(counterexample ?? '')?.[1];
  return {
    seed: details.seed,
    asked,
    // Runs that only shrink a counterexample are no evidence of their own.
    done: isBroken ? details.numRuns : Math.min(memory.done, asked),
    skipped: details.numSkips,
    floor: Math.min(definition.floor, asked),
    commands: Object.fromEntries(memory.commands),
    ...defined({cut: memory.over}),
    ...(isBroken && memory.shrinkingCut !== undefined ? {shrinkingCut: memory.shrinkingCut} : {}),
    ...(isBroken && details.counterexamplePath !== null ? {path: details.counterexamplePath} : {}),
    ...defined({replayPath, counterexample}),
    ...storyFacts(memory.failing, definition),
  };
}

const exampleTextMax = 256 * 1024;

/** Gives the story of a failed run, in sentences and as a case. */
export function storyFacts(
  failing: FailedRun | undefined,
  {needs = []}: PlannedProperty['definition'],
): Pick<PropertyFacts, 'story' | 'promotable' | 'notPromotable' | 'example'> {
  if (failing === undefined) return {};
  const {told, example} = failing;
  if (example.kind === 'refused') return {story: told, promotable: false, notPromotable: example.why};
  const {listen, given, steps} = example;
  const written: Json = {
    ...(needs.length === 0 ? {} : {needs}),
    ...(listen.length === 0 ? {} : {listen}),
    given,
    steps,
  };
  if (jsonText(written).length > exampleTextMax)
    return {story: told, promotable: false, notPromotable: 'as a case it would be longer than 256 KiB'};
  return {story: told, promotable: true, example: written};
}
