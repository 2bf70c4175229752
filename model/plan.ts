// What a run is going to do: ordered cases, each either to be run or already known to be skipped.
import type {Context} from './contexts/context.ts';
import type {FramedStep, Frames} from './contexts/frame-reads.ts';
import type {CaseDefinition, Given} from './suite.ts';
import type {AnyProperty} from './property.ts';
import type {SkipCause} from './verdict.ts';

/** A property with the place it comes from; `id` is `properties/<file>/<property id>`. */
export interface PlannedProperty {
  readonly kind: 'property';
  readonly id: string;
  readonly file: string;
  readonly definition: AnyProperty;
  /** It is the user's and not ours. */
  readonly isUsers?: boolean;
  /** The contexts that its runs draw; absent where they draw none. */
  readonly drawn?: DrawnContexts;
  /** What operations must leave alone, for calls that ask to be looked beside; absent in editions that have none. */
  readonly frames?: Frames;
}

/** The contexts that the runs of a property draw, besides the plain one. */
export interface DrawnContexts {
  readonly all: readonly Context[];
  /** Gives everything that a repository of the property is made of in a context; undefined where that changes nothing. */
  readonly place: (given: Given, context: Context) => readonly Given[] | undefined;
  /** A refusal to who acts by a right of the context is a failure: a sentence gives the right. */
  readonly isRightStated: boolean;
  /** Says why the property may not call an operation as alice, where that needs more than the right that it names. */
  readonly whyBeyondRight: (operation: string) => string | undefined;
}

/** An example case. */
export interface PlannedExample {
  readonly kind: 'example';
  readonly id: string;
  readonly definition: CaseDefinition;
  /** It is the user's and not ours. */
  readonly isUsers?: boolean;
  /** The case as its file writes it, with roles in place of accounts. */
  readonly written?: CaseDefinition;
  /** The context that it runs in; absent in the plain one. */
  readonly context?: Context;
  /** Steps of it in which a refusal is a warning, because no sentence gives the right to who acts there. */
  readonly mayBeRefused?: readonly number[];
  /** Operations around which is read what they must leave alone; only in the plain context. */
  readonly framed?: readonly FramedStep[];
  /** Gives the case in another context, and who may be refused there; absent where it has none. */
  readonly inContext?: (context: Context) => Required<Pick<PlannedExample, 'definition' | 'mayBeRefused'>>;
}

export type Runnable = PlannedExample | PlannedProperty;

/** Tells whether a case is reported and never scored. */
export function isProbe({definition}: Runnable): boolean {
  return definition.probe === true;
}

/** One case of the plan. */
export interface PlannedCase {
  readonly runnable: Runnable;
  /** Present when the gate already knows that it cannot run. */
  readonly skip?: {readonly cause: SkipCause; readonly why: string};
}

/** What a run will do, in this order. */
export interface Plan {
  readonly cases: readonly PlannedCase[];
  /** Cases that the selection, or the kind of target, left out. */
  readonly filtered: number;
  readonly seed: number;
  /** The part that is run here; absent when it is all of it. */
  readonly shard?: Shard;
  /** Rough number of requests to the target. */
  readonly requests: number;
  /** Rough number of things that are made there and removed. */
  readonly objects: number;
}

/** One of `count` parts of a plan; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What of all cases is wanted. Empty lists mean everything. */
export interface Selection {
  /** Files as given on the command line, or a file with the line of one case. */
  readonly places: readonly {readonly file: string; readonly line?: number}[];
  /** Globs over case ids; `*` stands for any text. */
  readonly ids: readonly string[];
  /** A regular expression that is found in the id or the title. */
  readonly grep?: string;
  readonly tags: readonly string[];
  readonly requirements: readonly string[];
  /** Exactly these ids: what was red in an earlier run. */
  readonly only?: ReadonlySet<string>;
}

/** What the target offers, as far as it is known before the first case. */
export interface Offer {
  /** Which areas there is a target for. */
  readonly areas: ReadonlySet<string>;
  /** Actors with credentials, `anonymous` included. */
  readonly actors: ReadonlySet<string>;
  /** Actors that have a token and no password. */
  readonly withoutPassword: ReadonlySet<string>;
  /** Those of them who cannot sign in at the pages of the target: no password and no cookie is known. */
  readonly withoutSession: ReadonlySet<string>;
  /** Capabilities declared absent, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  /** Capabilities found absent, with how that showed; the cases that prove their statements run all the same. */
  readonly found: ReadonlyMap<string, string>;
  /** Operations that the dialect does not have. */
  readonly absentOperations: ReadonlySet<string>;
  /** What the target file says is there already, by name. */
  readonly existing: ReadonlySet<string>;
  /** Variants of the target that can be reached; the plain target is ''. */
  readonly variants: ReadonlySet<string>;
  readonly isDestructiveAllowed: boolean;
  /** Actors of `auth:` in the target file, where it has that. */
  readonly signInMethods?: readonly string[];
  /** Why the target cannot be told where to send webhooks; absent when it can, and a probe hook shows whether they arrive. */
  readonly noWebhookRoute?: string;
}

/** One case, before anything is sent. */
export interface ListedCase {
  readonly id: string;
  readonly title: string;
  /** Ids of the statements that it proves. */
  readonly proves: readonly string[];
}
