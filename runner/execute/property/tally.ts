// What all runs of a property so far came to, as one value: each run that is over gives the next one.
import {bytesIn, leftoversIn} from '../attempt/events.ts';
import {contextText} from '../../../model/contexts/context.ts';
import type {Clock} from '../../../model/ports.ts';
import type {Story} from '../attempt/story.ts';
import type {DoneRun} from './one-run.ts';

/** What is counted over all runs of a property. */
export interface Tally {
  /** Runs that came to an end of their own and judged something, red or green. */
  readonly done: number;
  /** Runs that came to their end and judged nothing, e.g. because no command could be carried out. */
  readonly empty: number;
  /** Inputs that the property's own precondition turned away. */
  readonly turnedAway: number;
  /** Milliseconds after which each of the first runs was done. */
  readonly firstMs: readonly number[];
  /** How often each kind of command ran. */
  readonly commands: ReadonlyMap<string, number>;
  /** How often the law was looked at in each context. */
  readonly contexts: ReadonlyMap<string, number>;
  /** Contexts that could not be had, and why. */
  readonly holes: ReadonlyMap<string, string>;
  readonly bytesReceived: number;
  /** What the runs could not remove. */
  readonly leftovers: readonly string[];
  readonly last: Story | undefined;
}

/** Nothing ran yet. */
export const nothingRan: Tally = {
  done: 0,
  empty: 0,
  turnedAway: 0,
  firstMs: [],
  commands: new Map(),
  contexts: new Map(),
  holes: new Map(),
  bytesReceived: 0,
  leftovers: [],
  last: undefined,
};

/** Adds a run that is evidence of its own. */
export function withRun(tally: Tally, run: DoneRun, {clock, startedMs}: TallyClock): Tally {
  const isDone = run.kind === 'red' || run.kind === 'held';
  return {
    ...withTraces(tally, run),
    done: tally.done + Number(isDone),
    contexts: isDone ? countedIn(tally.contexts, contextText(run.context)) : tally.contexts,
    empty: tally.empty + Number(run.kind === 'empty'),
    turnedAway: tally.turnedAway + Number(run.kind === 'turned-away'),
    firstMs: isDone && tally.firstMs.length < 3 ? [...tally.firstMs, clock.monotonicMs() - startedMs] : tally.firstMs,
  };
}

/** When the first run began, and what says how long ago that is. */
export interface TallyClock {
  readonly clock: Clock;
  readonly startedMs: number;
}

/** Adds what a run leaves behind; a run that only makes a counterexample smaller is no evidence of its own. */
export function withTraces(tally: Tally, {story, commands}: DoneRun): Tally {
  return {
    ...tally,
    commands: commands.reduce(countedIn, tally.commands),
    bytesReceived: tally.bytesReceived + bytesIn(story.events),
    leftovers: [...tally.leftovers, ...leftoversIn(story.events)],
    last: story,
  };
}

/** Adds a run that its context kept from being judged: it is no evidence, and the next one is plain. */
export function withHole(tally: Tally, run: DoneRun): Tally {
  const {context, ending} = run;
  const why = ending.kind === 'ended' ? ending.ending.message : 'it broke';
  return {...withTraces(tally, run), holes: new Map([...tally.holes, [contextText(context), why]])};
}

function countedIn(counts: ReadonlyMap<string, number>, name: string): ReadonlyMap<string, number> {
  return new Map([...counts, [name, (counts.get(name) ?? 0) + 1]]);
}
