// What all cases of one run share: ports, contract, policy, people, and what was learnt on the way.
import type {Actor} from '../../../model/actor.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Context} from '../../../model/contexts/context.ts';
import type {Bounds} from '../../../model/bounds.ts';
import type {Json, JsonObject} from '../../../model/json.ts';
import type {Ledger} from '../../../model/ledger.ts';
import type {HttpPort} from '../../../model/http.ts';
import type {ContractNote, ProbeLine} from '../../../model/journal.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import type {LivePort, NodeRole, TesteePort} from '../../../model/peer.ts';
import type {Clock, RandomSource} from '../../../model/ports.ts';
import type {ExchangeParty, RawExchange} from '../../../model/raw-exchange.ts';
import type {WebhookPort} from '../../../model/webhook.ts';
import type {Checkers} from '../../check/checkers.ts';
import type {Guise, Identity, NameKnowledge, OwnWords, WebhookRoute} from './run-parts.ts';

/** The run as every case sees it. */
export interface RunContext {
  readonly ports: Ports;
  readonly contract: Contract;
  readonly policy: Policy;
  readonly people: People;
  readonly learnt: Learnt;
}

/** A run, and how the cases of each variant see it: another server with other people, everything else shared. */
export interface RunWithVariants extends RunContext {
  readonly variants: ReadonlyMap<string, RunContext>;
}

/** Everything outside that a run speaks to, draws from, or reports to. */
interface Ports {
  /** The hosting server under test. */
  readonly hosting?: Server;
  readonly testee?: TesteePort;
  readonly live?: LivePort;
  /** The node of a mesh beside a live peer that speaks bare messages: the one for cases of nodes, opened by the first of them. */
  readonly openNode?: (role: NodeRole) => Promise<LivePort>;
  /** Present when the target may be told where to send webhooks. */
  readonly webhooks?: WebhookPort;
  /** The identity provider of the run, where the target was told of it. */
  readonly identity?: Identity;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Keeps requests from showing who asks; only `certify` has one. */
  readonly guise?: Guise;
  /** Where everything is written down before it is made. */
  readonly ledger: Ledger;
  /** Registers a value that must never be written down. */
  readonly keepSecret: (value: string, name: string) => void;
  /** Is shown everything that one attempt, or one run of a property, said and heard; a report keeps less of it. */
  readonly watch?: (caseId: string, exchanges: readonly RawExchange[]) => void;
  /** Is told of a property that is red and is being shrunk, which may take a minute. */
  readonly shrinks?: (caseId: string) => void;
}

/** A server that is spoken to. */
export interface Server {
  readonly whose: ExchangeParty;
  /** What its addresses begin with, without `/` at the end; for display and reproduction lines too. */
  readonly url: string;
  readonly http: HttpPort;
}

/** What is known of every target: its operations, the names that this one has for them, and how its answers are checked. */
export interface Contract {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly dialect: Dialect;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  /** What other dialects have in the place of a name: path in `values` → values. */
  readonly otherNames?: ReadonlyMap<string, readonly Json[]>;
  readonly checkers: Checkers;
  /** Which case proves a requirement, to name what blocks another. */
  readonly provenBy: ReadonlyMap<string, string>;
}

/** How a run goes about it. */
export interface Policy {
  readonly bounds: Bounds;
  readonly seed: number;
  /**
   * Whether a red case is repeated alone, and a red property shrunk, before it is reported; only `prove`, which
   * compares with a healthy run and tells no story, does without.
   */
  readonly isRepeatingRed: boolean;
  /** How often each case runs; absent means once. */
  readonly timesEach?: number;
  /** Runs asked of each property; 0 means the property's own number. */
  readonly propertyRuns: number;
  /** Milliseconds after which a property begins no more runs past its floor; absent or 0 means the default. */
  readonly propertyTimeMs?: number;
  /** Properties of which only one input is run again, by id. */
  readonly replays?: ReadonlyMap<string, PropertyReplay>;
  /** Ends clean-ups too, when the user wants the run to stop at once. */
  readonly abandon: AbortSignal;
}

/** Who acts in a run, and what is there before it. */
export interface People {
  /** Random name of the run: lower-case letters and digits. */
  readonly run: string;
  readonly actors: ReadonlyMap<string, Actor>;
  /** What the API cannot make and is there already, by name, as the target file says. */
  readonly existing: JsonObject;
  /** Values of the command line and the target file, `${vars.…}`. */
  readonly vars: JsonObject;
  /** The target is not asked for anything but what the cases say. */
  readonly isUnasked?: boolean;
}

/** Where a journal says that a property failed. */
export interface PropertyReplay {
  readonly seed: number;
  readonly path: string;
  /** Of a property with commands. */
  readonly replayPath?: string;
  /** Absent where it failed in the plain context. */
  readonly context?: Context;
}

/** What a run finds out about the target on the way. */
export interface Learnt {
  /** Operations that have answered anything but 404. */
  readonly confirmedOperations: Set<string>;
  readonly contractNotes: Map<string, ContractNote>;
  /** Whole replies so far; connection trouble in a row without any new one means that the target is gone. */
  wholeReplies: number;
  /** Why a request could not be sent, while none has been answered: the target cannot be reached. */
  unreached: string | undefined;
  /** Questions that the decoder under test has answered properly: `decode OverlayPing binary`. It cannot decline those later. */
  readonly answered: Set<string>;
  /** Questions that broke the decoder once and not alone, and that were asked again after what came before them. */
  brokenLookedInto: number;
  /** The question that the live peer was seen to answer; `none` where it answers none that is known. */
  liveQuestion: LiveQuestion | 'none' | undefined;
  /** Why nothing that the live peer does can be judged; its other cases are not run. */
  liveUnusable: string | undefined;
  /** The live peer sent something, whatever it was; one that answers nothing at all cannot be judged. */
  hasLiveSpoken: boolean;
  /** The node under test died and was started again, so that the cases after it can run. */
  isNodeBack: boolean;
  /** When the next request may be sent, by the monotonic clock; only with a rate limit. */
  nextTurnMs: number;
  /** Whether webhooks arrive; asked for by the first case that needs to know. */
  webhookRoute: Promise<WebhookRoute> | undefined;
  /** Names of the dialect that were tried, by their path. */
  readonly names: Map<string, Promise<NameKnowledge>>;
  /** Words of its own that the target's API document has; asked for when a name was refused. */
  ownWords: Promise<OwnWords> | undefined;
  /** Suites whose set-up has begun, by name. */
  readonly begunSuites: Map<string, Promise<BegunSuite>>;
  readonly slowest: Slowest;
  /** No probe hook could be made, so nobody knows. */
  isWebhookRouteUntried: boolean;
  /** Bytes that came after a reply and that no request asked for: which request, of which case, and how many. */
  readonly unasked: string[];
  /** What is odd about replies that were read nevertheless: the request that got the first of each kind, and how many did. */
  readonly oddReplies: Map<string, {readonly first: string; readonly times: number}>;
  /** A delivery was signed with the secret of its hook, so the target signs them all. */
  signsWebhooks: boolean;
  /** What was found out about the target besides the cases; the session writes it into the journal. */
  readonly probes: Omit<ProbeLine, 'type'>[];
  /** What was made once for all cases of contexts, by the name of the run and its own. */
  readonly shared: Map<string, SharedThing>;
  /** What probes made and could not remove. */
  readonly leftovers: string[];
}

/** A suite whose set-up has run. */
export interface BegunSuite {
  /** What the set-up captured. */
  readonly scope: ReadonlyMap<string, Json>;
  /** Why no case of the suite can run. */
  readonly failed?: string;
  /** Tears down and removes what the set-up made; gives what is left. */
  readonly end: () => Promise<readonly string[]>;
}

/** Something that is made once a run. */
interface SharedThing {
  /** What it gave; rejected where it could not be made. */
  readonly outputs: Promise<JsonObject>;
  /** Removes it; gives what could not be removed. */
  readonly remove: () => Promise<readonly string[]>;
}

/** A question to a live peer whose answer shows that it is alive. */
export type LiveQuestion = 'ping' | 'path check' | 'whoami' | 'lookup';

/** The longest time, in milliseconds, that something took to come after it was caused; absent while nothing came. */
export interface Slowest {
  delivery?: number;
  effect?: number;
}

/** Makes an empty memory of a run. */
export function nothingLearnt(): Learnt {
  return {
    confirmedOperations: new Set(),
    contractNotes: new Map(),
    answered: new Set(),
    brokenLookedInto: 0,
    wholeReplies: 0,
    unreached: undefined,
    liveQuestion: undefined,
    liveUnusable: undefined,
    hasLiveSpoken: false,
    isNodeBack: false,
    nextTurnMs: 0,
    webhookRoute: undefined,
    names: new Map(),
    ownWords: undefined,
    begunSuites: new Map(),
    slowest: {},
    isWebhookRouteUntried: false,
    unasked: [],
    oddReplies: new Map(),
    signsWebhooks: false,
    probes: [],
    shared: new Map(),
    leftovers: [],
  };
}
