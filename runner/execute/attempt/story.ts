// One attempt of one case while it runs: its names, and the list of everything that happens in it.
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import {placeIn, type AttemptEvent, type Place} from './events.ts';
import {learnFrom} from './learn.ts';
import type {RunContext} from './run-context.ts';

/** A cookie that an actor keeps. */
interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** Where it is sent: to this path of the server and everything below it. */
  readonly path: string;
}

/** Cookies by name and path. */
export type CaseJar = Map<string, KeptCookie>;

/** One attempt. Its list of events is all that changes, and only `happened` appends to it. */
export interface Story {
  readonly run: RunContext;
  readonly caseId: string;
  /** The file that the case stands in, for the places of findings. */
  readonly file: string;
  /** Random name part of this attempt. */
  readonly name: string;
  readonly proves: readonly string[];
  /** Values of the suite that `${vars.…}` has where the run gives no others. */
  readonly vars: JsonObject;
  /** It is one step of shrinking: what comes late is not waited for to the end. */
  readonly isShrinking: boolean;
  /** Ends the exchanges of the attempt; its clean-up has a signal of its own. */
  readonly signal: AbortSignal;
  readonly events: AttemptEvent[];
  /** Cookies by actor, of steps that keep them. */
  readonly jars: Map<string, CaseJar>;
}

/** What an attempt begins with. */
type StoryBeginning = Pick<Story, 'caseId' | 'file' | 'proves' | 'signal'> &
  Partial<Pick<Story, 'isShrinking' | 'vars'>>;

/** Begins an attempt. */
export function beginStory(run: RunContext, beginning: StoryBeginning): Story {
  return {
    run,
    isShrinking: false,
    vars: jsonObject([]),
    ...beginning,
    name: run.ports.random.name(8),
    events: [],
    jars: new Map(),
  };
}

/** Appends an event, and lets the run learn from it. */
export function happened({run, events}: Story, event: AttemptEvent): void {
  events.push(event);
  learnFrom(run.learnt, event);
}

/** Says where in its case the attempt is from now on. */
export function enter(story: Story, place: Place): void {
  happened(story, {kind: 'entered', place, atMs: story.run.ports.clock.monotonicMs()});
}

/** Gives where in its case the attempt is. */
export function placeOf({events}: Pick<Story, 'events'>): Place {
  return placeIn(events);
}

/** Gives the step of the case at which the attempt is, for findings. */
export function stepOf(story: Pick<Story, 'events'>): Pick<Place, 'step'> {
  const {step} = placeOf(story);
  return step === undefined ? {} : {step};
}

/** Appends an exchange at the place where the attempt is, or at another step of it. */
export function exchanged(story: Story, exchange: Omit<RawExchange, 'phase'>): void {
  const {phase, step} = placeOf(story);
  happened(story, {
    kind: 'exchanged',
    exchange: step === undefined ? {phase, ...exchange} : {phase, step, ...exchange},
    atMs: story.run.ports.clock.monotonicMs(),
  });
}
