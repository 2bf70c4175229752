// Turns what the search of a property came to into its judgement and its facts for the journal.
import {counted} from '../../../base/text/counted.ts';
import {defined} from '../../../base/json/defined.ts';
import {jsonText, type Json} from '../../../model/json.ts';
import type {PropertyFacts} from '../../../model/journal.ts';
import {contextText} from '../../../model/contexts/context.ts';
import type {Attempt} from '../../../model/outcome.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import {CaseEnded} from '../attempt/failures.ts';
import {bytesIn} from '../attempt/events.ts';
import {judgeStory} from './judge-story.ts';
import type {Story} from '../attempt/story.ts';
import type {DoneRun} from './one-run.ts';
import {isBroken, type Broken, type Search} from './search.ts';
import type {Tally} from './tally.ts';

/** What is told of a property: the run that says something, if any does, and what was counted over all. */
export interface Told {
  readonly telling: DoneRun | undefined;
  readonly tally: Tally;
  readonly over?: string | undefined;
}

/** Gives what is told of a search: a broken law first, then what kept runs from being judged, then what is only usual. */
function toldOf({smallest, stopped, warned, tally, over}: Search): Told {
  return {telling: smallest?.run ?? stopped ?? warned?.run, tally, over};
}

/** Gives the judgement: that of the run that says something, or too few runs, or pass. */
export function conclude({telling, tally, over}: Told, facts: PropertyFacts, durationMs: number): Attempt {
  if (telling !== undefined) return judgeRun(telling, durationMs);
  const {last: story} = tally;
  if (story === undefined) return nothingDone(over, durationMs);
  if (facts.done < facts.floor) {
    const ending = new CaseEnded('error', 'below-floor', tooFew(facts, tally));
    return judgeStory(story, [], {kind: 'ended', ending, step: undefined}, durationMs);
  }
  const {exchanges, notes, ...judged} = judgeStory(withBytes(story, tally), [], {kind: 'told'}, durationMs);
  const cut =
    over === undefined
      ? []
      : [`${String(facts.done)} of ${counted(facts.asked, 'run was', 'runs were')} done: ${over}`];
  return {...judged, notes: [...notes, ...cut], exchanges: headOf(exchanges)};
}

// What only warned before a run could not be judged is not told: nobody knows what that run would have shown.
function judgeRun({kind, story, findings, ending}: DoneRun, durationMs: number): Attempt {
  return judgeStory(story, kind === 'unjudged' ? [] : findings, ending, durationMs);
}

function tooFew({done, asked, skipped, floor, cut}: PropertyFacts, {empty}: Tally): string {
  const why = cut === undefined ? '' : `: ${cut}`;
  const turnedAway =
    skipped === 0 ? '' : `, ${counted(skipped, 'input was', 'inputs were')} turned away by its own precondition`;
  const judgedNothing = empty === 0 ? '' : `, ${String(empty)} judged nothing`;
  return `only ${String(done)} of ${counted(asked, 'run was', 'runs were')} done, and fewer than ${String(floor)} show nothing${judgedNothing}${turnedAway}${why}`;
}

// A green property shows its last run; what came from the target counts over all of them.
function withBytes(story: Story, {bytesReceived}: Tally): Story {
  const bytes = bytesReceived - bytesIn(story.events);
  return {...story, events: [...story.events, {kind: 'shown', bytes}]};
}

function headOf(exchanges: readonly RawExchange[]): readonly RawExchange[] {
  return exchanges.slice(0, 50);
}

function nothingDone(over: string | undefined, durationMs: number): Attempt {
  return notRun(
    over === undefined
      ? {cause: 'interrupted', detail: 'no run was begun'}
      : {cause: 'below-floor', detail: `no run was done: ${over}`},
    durationMs,
  );
}

/** Gives the judgement of a property of which nothing ran. */
export function notRun(why: Required<Pick<Attempt, 'cause' | 'detail'>>, durationMs: number): Attempt {
  return {
    verdict: 'error',
    ...why,
    findings: [],
    exchanges: [],
    bytesReceived: 0,
    durationMs,
    notes: [],
    leftovers: [],
  };
}

/** How a property was searched. */
export interface Searched {
  readonly search: Search;
  readonly seed: number;
  readonly asked: number;
  readonly stringify: (value: unknown) => string;
  /** Of a replay the input is told whether it failed or not. */
  readonly isReplay: boolean;
}

/** Gives the facts for the journal. */
function factsOf({definition}: PlannedProperty, {search, seed, asked, stringify, isReplay}: Searched): PropertyFacts {
  const {tally, over, shrinkingCut, smallest, warned, last} = search;
  const drawsContexts = [...tally.contexts.keys()].some(name => name !== '');
  const counterexample = smallest?.text ?? (isReplay ? stringify(last?.value.value_) : undefined);
  // fast-check shows the path that model-based commands need for a replay only in the text of the counterexample.
  const replayPath = /replayPath="([^"]*)"/.exec(counterexample ?? '')?.[1];
  return {
    seed,
    asked,
    done: Math.min(tally.done, asked),
    skipped: tally.turnedAway,
    floor: Math.min(definition.floor, asked),
    commands: Object.fromEntries(tally.commands),
    ...(drawsContexts ? {contexts: Object.fromEntries(tally.contexts)} : {}),
    ...defined({cut: over, shrinkingCut, path: smallest?.drawn.path, replayPath, counterexample}),
    ...storyFacts(smallest?.run ?? warned?.run, definition),
  };
}

/** Gives the attempt of a property that was searched. */
export function attemptOf(planned: PlannedProperty, searched: Searched, durationMs: number): Attempt {
  const facts = factsOf(planned, searched);
  const {search} = searched;
  const concluded = conclude(toldOf(search), facts, durationMs);
  return {
    ...concluded,
    notes: [...concluded.notes, ...[...search.tally.holes].map(holeNote)],
    leftovers: search.tally.leftovers,
    property: facts,
    ...(isBroken(search) ? brokenIn(search) : {}),
  };
}

function holeNote([context, why]: readonly [string, string]): string {
  return `no run with ${context}, as it could not be had: ${why}`;
}

function brokenIn({smallest, narrowed}: Broken): Pick<Attempt, 'failingInput' | 'context' | 'narrowed'> {
  const {value, context} = smallest.drawn;
  return {
    failingInput: {value: value.value_, context},
    ...(contextText(context) === '' ? {} : {context}),
    ...defined({narrowed}),
  };
}

const exampleTextMax = 256 * 1024;

/** Gives the story of a run, in sentences and as a case. */
export function storyFacts(
  run: Pick<DoneRun, 'told' | 'example' | 'context'> | undefined,
  {needs = []}: PlannedProperty['definition'],
): Pick<PropertyFacts, 'story' | 'promotable' | 'notPromotable' | 'example'> {
  if (run === undefined) return {};
  const {told, context} = run;
  const example = run.example();
  if (example.kind === 'refused') return {story: told, promotable: false, notPromotable: example.why};
  const {listen, given, steps} = example;
  const written: Json = {
    ...(needs.length === 0 ? {} : {needs}),
    ...(listen.length === 0 ? {} : {listen}),
    ...(contextText(context) === '' ? {} : {context: {...context}}),
    given,
    steps,
  };
  if (jsonText(written).length > exampleTextMax)
    return {story: told, promotable: false, notPromotable: 'as a case it would be longer than 256 KiB'};
  return {story: told, promotable: true, example: written};
}
