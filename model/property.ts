// What a property file exports: a law, how to draw inputs for it, and how to check one of them through the world.
import type {Arbitrary} from 'fast-check';
import type {Json} from './json.ts';
import type {Right} from './operation.ts';
import type {TesteeQuestion} from './peer.ts';
import type {Area} from './suite.ts';

// The same in every copy of this module: properties of users are loaded beside the bundled program.
const mark: unique symbol = Symbol.for('touchstone.reference') as never;

/** A value that came out of a reply or arrangement, with the way it was found, so that a run can be told and written down again. */
export interface Reference<Value extends Json = Json> {
  readonly value: Value;
  /** How a story names it, e.g. `label 2's id`. */
  readonly name: string;
  readonly [mark]: true;
}

/** Makes one. A body with a name and a value is none. */
export function reference<Value extends Json>(value: Value, name: string): Reference<Value> {
  return {value, name, [mark]: true};
}

/** Tells a reference from data. */
export function isReference(tree: unknown): tree is Reference {
  return typeof tree === 'object' && tree !== null && mark in tree;
}

/** Inputs and bodies may hold references anywhere; the world resolves them and remembers where they came from. */
export type WithReferences = Json | Reference | readonly WithReferences[] | {readonly [key: string]: WithReferences};

/** One reply as a property sees it. */
export interface WorldReply {
  readonly status: number;
  readonly body: Json | undefined;
  /** The body as it came, without what compressed it on the way. */
  readonly bytes: Uint8Array;
  header(name: string): string | undefined;
  /** The value at a JSON Pointer of the body. A pointer that selects nothing is a finding and ends this run. */
  at(pointer: string): Reference;
}

/** An answer of a decoder under test as a property sees it. */
export interface WorldAnswer {
  readonly answer: 'value' | 'reject' | 'unsupported' | 'encoded' | 'broken';
  readonly value?: Json;
  readonly bytes?: Uint8Array;
  readonly detail?: string;
  /** How it broke, e.g. `crash` or `hang`; of a broken answer alone. */
  readonly cause?: string;
}

/** How a call is signed: as the actor usually does, or with a token or password that the property made or was given. */
export type CallAuth =
  | 'none'
  | 'basic'
  | 'token'
  | {readonly token: string | Reference}
  | {readonly cookie: string | Reference}
  | {readonly basic: {readonly user: string | Reference; readonly password: string | Reference}};

/** One request as a property makes it. */
export interface CallRequest {
  /** Who asks; alice when nothing is said. */
  readonly as?: string;
  readonly params?: {readonly [name: string]: WithReferences};
  readonly headers?: {readonly [name: string]: WithReferences};
  readonly body?: WithReferences;
  /** In place of a JSON body: bytes as hex. */
  readonly bytes?: string;
  /** In place of a JSON body: the parts of a form with files, each a text or `{filename, type, text | bytes (hex)}`. */
  readonly multipart?: {readonly [name: string]: WithReferences};
  /** Without it, the actor's own credentials. */
  readonly auth?: CallAuth;
  /** For effects that may come late: asks again until this holds, for as long as the target may lag. */
  readonly until?: (reply: WorldReply) => boolean;
  /** What `until` waits for, as a tree, for a case whose step nothing else judges. */
  readonly awaited?: {readonly [key: string]: WithReferences};
  /**
   * The statement that the operation is about: what it must leave alone (`fixtures/frames.yaml`) is read before the call and again after it, and what
   * changed beside it is a warning of this statement.
   */
  readonly looksBeside?: string;
  /** Tells the story line in words of the API, e.g. `add a/x to issue 1`. */
  readonly say?: string;
}

/** An inbox for webhooks: what a hook is told. */
export interface WorldInbox {
  readonly url: Reference;
  readonly secret: Reference;
}

/** What is asked of the deliveries to an inbox: those that meet `where` are waited for, counted and judged. */
export interface DeliveriesRequest {
  readonly where?: {readonly [key: string]: WithReferences};
  /** What the record states: `count`, and `body`, `at`, `headers` of each of them. */
  readonly expect?: {readonly [key: string]: WithReferences};
  /** What is only usual. */
  readonly usual?: {readonly [key: string]: WithReferences};
  /** How long to listen on for one too many, after the last that was done or that came; scaled by the target's lag. */
  readonly settleMs?: number;
  /** Tells the story line, e.g. `the hook of the organization hears of issue 1`. */
  readonly say: string;
}

/** What came to an inbox, as a law reads it. */
export interface WorldDelivery {
  readonly method: string;
  /** In order, names in their own case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The payload, which a hook of content type "form" carries in a field; nothing where it is no JSON. */
  readonly payload: Json | undefined;
  /** What a text signs by the secret of the inbox, with HMAC by SHA-256 or SHA-1. */
  readonly signs: (text: string) => 'payload' | 'body' | undefined;
}

/** What a broken law demands of one reply, as a tree; without one, a 2xx, else the law says nothing and a case is blocked. */
export interface Written {
  readonly reply: WorldReply | WorldAnswer;
  readonly tree?: {readonly [key: string]: WithReferences};
}

/** Everything that a property may do to the target. Each run and each shrink step gets a fresh one. */
export interface PropertyWorld {
  /** Makes a starting state by a named arrangement; gives its outputs as references. */
  arrange(
    name: string,
    inputs?: {readonly [name: string]: WithReferences},
    options?: {
      /** What the story calls it, e.g. `team 1`; needed where there are several of one kind. */
      readonly called?: string;
    },
  ): Promise<{readonly [output: string]: Reference}>;
  /** Gives what templates of suites can name, e.g. `dialect.values.reaction` or `actors.alice.login`. */
  known(path: string): Reference;
  /** Whether the target's dialect has a name for an operation; a call of one that it lacks skips the whole property. */
  offers(operation: string): boolean;
  /** Ends the property as skipped: the target's dialect does not name what it needs. */
  skip(why: string): never;
  /** Calls an operation; what it answers is for the property to judge. */
  call(operation: string, request: CallRequest): Promise<WorldReply>;
  /** Asks for a path outside the API, which is relative to the base URL. */
  request(method: string, path: string, request: Omit<CallRequest, 'params'>): Promise<WorldReply>;
  /** Gives an inbox that the property's `listen` names. */
  inbox(name: string): WorldInbox;
  /**
   * Waits for deliveries to an inbox, no longer than the target may lag, and judges them as a step of a suite does. Gives whether all of it was
   * met: where only what is usual was missed, the run goes on.
   */
  deliveries(inbox: string, request: DeliveriesRequest): Promise<boolean>;
  /**
   * Gives the deliveries that came to an inbox since this was last asked, in no particular order: it waits until there are `count` of them, no longer
   * than the target may lag, or for `listenMs` where nobody knows how many will come.
   */
  heard(
    inbox: string,
    request: {readonly say: string} & ({readonly count: number} | {readonly listenMs: number}),
  ): Promise<readonly WorldDelivery[]>;
  /** Calls an operation that is only the way there, and no business of the law: without a 2xx the run ends as blocked. */
  prepare(operation: string, request: CallRequest): Promise<WorldReply>;
  /**
   * Judges a reply against an expectation tree as a step would; a miss fails the run with its findings. Where the property proves several
   * statements, `proves` in the tree names the one that a miss breaks.
   */
  expect(
    reply: WorldReply,
    tree: {readonly [key: string]: WithReferences},
    options?: {
      readonly usual?: boolean;
      /** Why a story in which this breaks can be no case, e.g. because it hangs on ids that the target draws. */
      readonly unwritable?: string;
    },
  ): void;
  /** Fails the run with one finding when the statement does not hold, or warns where it is only usual; for laws that are no matcher tree. */
  law(
    holds: boolean,
    finding: {readonly path: string; readonly message: string; readonly expected?: Json; readonly actual?: Json},
    options?: {
      readonly usual?: boolean;
      /** The statement that it breaks; needed where the property proves several. */
      readonly proves?: string;
      /** The same law over replies and answers, so that `touchstone promote` can write it into a case. */
      readonly written?: Written | readonly Written[];
      /** Why no case can say it, where none can. */
      readonly unwritable?: string;
    },
  ): void;
  /** Asks for the value of bytes, or of the UTF-8 of a JSON text. */
  decode(message: string, bytes: Uint8Array, form?: 'binary' | 'json'): Promise<WorldAnswer>;
  /**
   * Starts a process of the decoder (or opens a connection) and asks it these questions, one after the other and nothing else. Gives their answers;
   * where one breaks the process, its answer is the last. With `pauseMs`, nothing is asked for so long before the last one.
   */
  askInOrder(
    questions: readonly TesteeQuestion[],
    options?: {readonly pauseMs: number},
  ): Promise<readonly WorldAnswer[]>;
  encode(message: string, value: Json, form?: 'binary' | 'json'): Promise<WorldAnswer>;
  /** Counts one command of a kind, for the journal. */
  count(kind: string): void;
}

/** The dimensions of contexts that the runs of a property draw. */
export type DrawnDimension = 'owner' | 'visibility' | 'actor';

/** Which of them a property is open to. */
export interface DrawnDimensions {
  /** The right that alice needs for what she does in its repositories: another actor gets exactly this. Without it the actor is fixed. */
  readonly right?: Exclude<Right, 'owner'>;
  /** Dimensions that no run varies, each with the reason. */
  readonly fixed?: {readonly [name in DrawnDimension]?: string};
}

/** One law. */
export interface PropertyDefinition<Input = unknown> {
  /** Stable id below the file's name, e.g. `exclusive-labels-follow-the-model`. */
  readonly id: string;
  readonly title: string;
  /** Statements that it shows; ours need one. */
  readonly proves: readonly string[];
  readonly area: Area;
  readonly needs?: readonly string[];
  readonly tags?: readonly string[];
  /** Actors without whom it cannot run; alice and bob when nothing is said. */
  readonly actors?: readonly string[];
  /**
   * What the context of its runs may vary: who owns its repositories, who sees them, who acts as alice. Absent: nothing. A sentence instead: nothing,
   * and why.
   */
  readonly contexts?: DrawnDimensions | string;
  /** Runs against this variant of the target; where there is none, the property is skipped. */
  readonly variant?: string;
  /** Names of webhook inboxes; where no webhook can arrive, the property is skipped. */
  readonly listen?: readonly string[];
  /** A probe is reported and never scored: whatever it finds differs, and breaks nothing. */
  readonly probe?: boolean;
  /**
   * Nothing in it is drawn: a run that misses only what is usual is not made smaller. It runs once more, and tells all that it misses again; what came
   * right then is no warning.
   */
  readonly isToldWhole?: boolean;
  /** About how many requests one run sends, for what a plan says of it, and for its time: --case-timeout is for 100. Without it, a dozen. */
  readonly requestsPerRun?: number;
  /** About how many seconds one run waits for the target's clock, besides its requests. */
  readonly waitsPerRun?: number;
  /** Runs by default. */
  readonly runs: number;
  /** Fewer done runs than this are an error. */
  readonly floor: number;
  readonly input: Arbitrary<Input>;
  /** The same inputs, with this `replayPath` among the constraints of `fc.commands`: a replay then meets exactly the shrunk commands. */
  readonly replayInput?: (replayPath: string) => Arbitrary<Input>;
  readonly check: (world: PropertyWorld, input: Input) => Promise<void>;
}

/** Any property, whatever it draws. */
export type AnyProperty = PropertyDefinition<never>;

/** Declares a property; the runner finds it as an export of its file. */
export function property<Input>(definition: PropertyDefinition<Input>): AnyProperty {
  return definition as unknown as AnyProperty;
}
