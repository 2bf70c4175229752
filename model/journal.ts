// The lines of results.jsonl, the only truth about a run.
import type {Basis, Cause, FailCause, Verdict} from './verdict.ts';
import type {Json, JsonObject} from './json.ts';
import type {SourcePosition} from './problem.ts';
import type {Requirement} from './requirement.ts';
import type {Bounds} from './bounds.ts';

/** The form that journals are written in. */
export const journalSchemaVersion = 2;

/** The forms that can be read. Form 1 knows no contexts: everything in it ran in the plain one. */
export const journalSchemaVersions: readonly number[] = [1, journalSchemaVersion];

/** Any line. */
export type JournalLine = HeaderLine | CaseLine | ExchangeLine | ProbeLine | FooterLine;

/** The first line: what ran against what. */
export interface HeaderLine {
  readonly type: 'header';
  readonly schema: number;
  readonly tool: {readonly name: 'touchstone'; readonly version: string; readonly node: string};
  readonly run: string;
  readonly startedAt: string;
  /** The run judged our own embedded reference: reports are headed REFERENCE SELF-TEST. */
  readonly isSelfTest: boolean;
  /** A search by `touchstone fuzz`: each bug that it found is a case. */
  readonly isSearch?: boolean;
  readonly suites: {readonly digest: string; readonly edition: string};
  readonly requirementsDigest: string;
  /** Of operations, dialects and arrangements. */
  readonly contractDigest?: string;
  readonly target: TargetFacts;
  readonly dialect?: string;
  readonly seed: number;
  /** How many cases were planned. */
  readonly planned: number;
  readonly bounds: Bounds;
  readonly record: 'failed' | 'all' | 'none';
  /** The part of a plan that this run did, 1 … count; absent when it did all of it. */
  readonly shard?: {readonly index: number; readonly count: number};
  /** The runs that this journal was merged from. */
  readonly mergedFrom?: readonly string[];
  /** Written by `certify`: the canonical set ran, disguised, for this profile. */
  readonly certifies?: {readonly profile: string};
  /** The edition that the gate pinned; what is newer costs nothing. */
  readonly pinnedEdition?: string;
  /** `--require-all`: every skip costs exit code 6. */
  readonly isRequiringAll?: boolean;
  /** `--strict`: every sign that the run may have shown nothing costs exit code 6. */
  readonly isStrict?: boolean;
  /** `--max-warnings`. */
  readonly maxWarnings?: number;
  /** Selectors that fitted no case, as the command line says them. */
  readonly idle?: readonly string[];
  /** Words of the command line that chose the cases: places first, then flags; absent where all were wanted. */
  readonly selection?: readonly string[];
  /** Words of the command line that a repetition needs besides target and seed; never a secret. */
  readonly options?: readonly string[];
  /** Statements of the user's own that the suites of this run may cite; no certificate counts them. */
  readonly statements?: readonly Requirement[];
  /** No case is about our record: reports show none of its statements. */
  readonly isWithoutRecord?: boolean;
  /** Facts that a reader must not miss: `--insecure`, credentials on the command line, HTTP_PROXY set and unused. */
  readonly notes: readonly string[];
}

/** What was under test; never holds a secret. */
export interface TargetFacts {
  readonly hosting?: {readonly url: string; readonly version?: string; readonly isInsecure: boolean};
  readonly peer?: {
    readonly address: string;
    readonly name: string;
    readonly version: string;
    readonly encodes: boolean;
  };
  readonly livePeer?: {readonly address: string};
}

/** One line per case. */
export interface CaseLine {
  readonly type: 'case';
  readonly id: string;
  readonly title: string;
  readonly suite: string;
  readonly kind: 'example' | 'property' | 'probe';
  readonly requirements: readonly string[];
  /** Tells whether two runs judged the same definition; absent for properties, which are code. */
  readonly digest?: string;
  readonly verdict: Verdict;
  readonly cause?: Cause;
  /** One sentence: why it was skipped, what broke, what blocked it. */
  readonly detail?: string;
  /** Dimensions of the context that are not plain, with their values; absent where the case ran in the plain context. */
  readonly context?: ContextValues;
  /** What of the context the case still fails in. */
  readonly narrowed?: Narrowing;
  /** What the judged operations changed besides what they were asked to change. */
  readonly changedBeside?: readonly ChangeBeside[];
  readonly findings: readonly JournalFinding[];
  /** Findings past the first 200. */
  readonly findingsOmitted: number;
  readonly source?: SourcePosition;
  readonly durationMs: number;
  /** Exchanges with the target, arrangement and clean-up included. */
  readonly exchanges: number;
  /** Bytes that came from the target; zero can never be a pass. */
  readonly bytesReceived: number;
  /** 1, or 2 when the case was red and was repeated alone. */
  readonly attempts: number;
  /** Properties only. */
  readonly property?: PropertyFacts;
  /** The edition that it is new or stricter in, when the gate pinned an older one: whatever it found costs nothing. */
  readonly newIn?: string;
  /** A red case that the baseline lists. */
  readonly known?: KnownFailure;
  /** Of a bug that a search found: the files of its finding, below the folder of the journal and without their endings. */
  readonly saved?: string;
  readonly notes: readonly string[];
}

/** Values of a context by dimension, e.g. `{owner: organization}`; a dimension that is absent has its plain value. */
interface ContextValues {
  readonly [dimension: string]: string;
}

/** How a red case was narrowed to the smallest difference from the plain context. */
export interface Narrowing {
  /** What is left: the case still fails here. Empty when it fails in the plain context as well. */
  readonly left: ContextValues;
  /** The contexts that were tried for it, in order, with what the case did in each. */
  readonly tried: readonly {readonly context: ContextValues; readonly verdict: Verdict}[];
  /** Why it was not narrowed, or not to the end. */
  readonly cut?: string;
}

/** One value that differs after an operation that should leave it alone. */
export interface ChangeBeside {
  /** The operation that was carried out in between. */
  readonly operation: string;
  readonly step?: number;
  /** What was read before and after, in one phrase, e.g. `the label "kind/bug" of the other repository`. */
  readonly what: string;
  /** JSON Pointer into what was read. */
  readonly path: string;
  /** Absent where nothing was there. */
  readonly before?: Json;
  readonly after?: Json;
}

export interface JournalFinding {
  readonly basis: Basis;
  readonly path: string;
  readonly message: string;
  readonly expected?: Json;
  readonly actual?: Json;
  readonly source?: SourcePosition;
  readonly step?: number;
  readonly cause?: FailCause;
  /** The statement that this difference breaks, where that is known; without it, all statements of the case are touched. */
  readonly statement?: string;
}

/** Why a red case is expected to be red, as its baseline says. */
export interface KnownFailure {
  /** The entry's case id or pattern. */
  readonly entry: string;
  readonly reason: string;
  readonly owner?: string;
  readonly issue?: string;
  /** Last day on which the entry counts, `YYYY-MM-DD`. */
  readonly expires?: string;
}

/** How a property ran, and its shrunk counterexample. */
export interface PropertyFacts {
  readonly seed: number;
  readonly asked: number;
  readonly done: number;
  readonly skipped: number;
  readonly floor: number;
  /** How often each kind of command ran. */
  readonly commands: {readonly [kind: string]: number};
  /** How many runs were done in each context; the plain one is ''. Absent where it draws none. */
  readonly contexts?: {readonly [context: string]: number};
  readonly path?: string;
  readonly replayPath?: string;
  /** Why fewer runs were done than asked for. */
  readonly cut?: string;
  /** Why the story may be longer than it has to be: shrinking ended early. */
  readonly shrinkingCut?: string;
  readonly counterexample?: string;
  /** The shrunk run, one sentence per action in the words of the API; the index of a sentence is the step of its exchanges. */
  readonly story?: readonly string[];
  /** Whether `promote` can write the story as a case; present where there is a story. */
  readonly promotable?: boolean;
  /** Why it cannot. */
  readonly notPromotable?: string;
  /** The story as a case, with `needs`, `listen`, `context`, `given` and `steps` as a suite file has them. */
  readonly example?: JsonObject;
}

/** One exchange with the target. */
export interface ExchangeLine {
  readonly type: 'exchange';
  readonly case: string;
  readonly attempt: number;
  /** Position within the attempt, from 0. */
  readonly index: number;
  readonly phase: 'arrange' | 'act' | 'clean-up';
  readonly step?: number;
  readonly actor?: string;
  readonly operation?: string;
  readonly durationMs: number;
  readonly exchange: HttpExchangeRecord | TesteeExchangeRecord | LiveExchangeRecord | DeliveryExchangeRecord;
}

/** A body: short text inline, anything else by hash of the redacted bytes, in `bodies/`. */
export type BodyRecord =
  | {readonly kind: 'none'}
  | {readonly kind: 'text'; readonly text: string}
  | {
      readonly kind: 'stored';
      readonly sha256: string;
      readonly bytes: number;
      /** How many bytes of it the file has, where that is not the whole body. */
      readonly kept?: number;
      readonly isText: boolean;
      readonly head: string;
    };

export interface HttpExchangeRecord {
  readonly kind: 'http';
  readonly requestId: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: BodyRecord;
  };
  readonly reply?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: BodyRecord;
    readonly notes: readonly string[];
  };
  readonly noReply?: {readonly cause: Cause; readonly detail: string};
}

export interface TesteeExchangeRecord {
  readonly kind: 'testee';
  readonly question: 'decode' | 'encode';
  readonly message: string;
  readonly form: 'binary' | 'json';
  /** Hex of the bytes that were given, or the value that was given. */
  readonly given: Json;
  readonly answer: JsonObject;
}

export interface LiveExchangeRecord {
  readonly kind: 'live';
  /** How the packet to a node differed from the everyday one, or what the packet that came showed, as JSON text. */
  readonly packet?: string;
  readonly sent?: string;
  readonly received?: string;
  readonly arrival?: string;
}

/** One request that the target sent to an inbox of the webhook receiver, or that it sent none. */
export interface DeliveryExchangeRecord {
  readonly kind: 'delivery';
  /** The inbox's name in its case. */
  readonly inbox: string;
  /** One phrase: when it came, or how long nothing did. */
  readonly arrival: string;
  readonly request?: {
    readonly method: string;
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: BodyRecord;
  };
}

/** Something found out about the target that is no case: a capability, the webhook route, the clock difference. */
export interface ProbeLine {
  readonly type: 'probe';
  readonly name: string;
  readonly outcome: string;
  readonly detail?: string;
}

/** The last line. A journal without it is incomplete. */
export interface FooterLine {
  readonly type: 'footer';
  readonly endedAt: string;
  readonly durationMs: number;
  readonly counts: {readonly [verdict in Verdict]: number};
  readonly skips: {readonly [cause: string]: number};
  /** Cases that the selection left out; they have no line. */
  readonly filtered?: number;
  readonly lines: {readonly case: number; readonly exchange: number; readonly probe: number};
  readonly isInterrupted: boolean;
  /** Cases that were planned and never ran, because the run was interrupted or the target went away. */
  readonly notRun: number;
  /** The run was told to end after so many failures, and did. */
  readonly stoppedAfter?: number;
  /** How the target went away before every case had run. */
  readonly gone?: string;
  readonly exitCode: number;
  /** Objects that the clean-up could not remove. */
  readonly leftovers: readonly string[];
  readonly contractNotes: readonly ContractNote[];
  /** What became of the baseline that the run was given. */
  readonly baseline?: BaselineFacts;
  /** Replies of the target by HTTP status, whether or not their exchanges were kept. */
  readonly statuses?: {readonly [status: string]: number};
  /** Signs that the run may have shown nothing. */
  readonly vacuous?: readonly Vacuity[];
  /** Of a search. */
  readonly search?: SearchFacts;
}

/** How much a search asked and reached. */
export interface SearchFacts {
  readonly inputs: number;
  readonly behaviours: number;
  /** Absent where no decoder counts its code. */
  readonly edges?: number;
  /** Where it stood from time to time, oldest first; of shards that were merged, none. */
  readonly samples: readonly {
    readonly ms: number;
    readonly inputs: number;
    readonly edges?: number;
    readonly behaviours: number;
    readonly findings: number;
  }[];
  /** How often each decoder was wrong, and how often unusual; of a search of one decoder as well. */
  readonly decoders: readonly {
    readonly name: string;
    readonly answered: number;
    readonly wrong: number;
    readonly unusual: number;
  }[];
}

export const vacuityKinds = [
  'refused',
  'idle-selector',
  'unreached-row',
  'short-property',
  'mostly-skipped',
  'nothing-passed',
] as const;

/** One sign that a run may have shown nothing, although nothing in it is red. */
export interface Vacuity {
  readonly kind: (typeof vacuityKinds)[number];
  /** What is so, in one phrase. */
  readonly message: string;
  /** What it most likely comes from. */
  readonly likely: string;
}

/** A baseline after a run. */
export interface BaselineFacts {
  readonly file: string;
  readonly entries: number;
  /** Red cases that it covers; they cost nothing. */
  readonly knownRed: number;
  readonly stale: readonly StaleEntry[];
  /** `--stale=warn`: stale entries are told and cost nothing. */
  readonly isStaleAllowed: boolean;
}

export const staleKinds = ['passes', 'matches-nothing', 'other-finding', 'expired', 'too-broad'] as const;

/** One way in which a baseline no longer says what is so. */
export interface StaleEntry {
  readonly kind: (typeof staleKinds)[number];
  /** The entry's case id or pattern. */
  readonly entry: string;
  /** The cases that show it, at most 20. */
  readonly cases: readonly string[];
  /** One sentence. */
  readonly message: string;
}

/** A reply that differs from the contract without changing a verdict; counted once per (operation, status, pointer). */
export interface ContractNote {
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
  readonly message: string;
  readonly count: number;
  readonly firstCase: string;
}
