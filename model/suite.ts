// What a suite file says, after reading: cases, what they need, and their steps.
import type {Context} from './contexts/context.ts';
import type {NodeRole} from './peer.ts';
import type {SealedKind} from './peers/sealed.ts';
import type {Json, JsonObject} from './json.ts';
import type {RequirementId} from './requirement.ts';

/** One suite file. */
export interface SuiteDefinition {
  /** The suite's name, e.g. `hosting/labels`. */
  readonly name: string;
  readonly title: string;
  /** Path as the user wrote it or, for our own suites, relative to the package root with `/`. */
  readonly file: string;
  /** Hex SHA-256 of the file's bytes and of every table file that it names. */
  readonly digest: string;
  /** It is the user's and not ours. */
  readonly isUsers?: boolean;
  readonly cases: readonly CaseDefinition[];
}

/** One example case: the smallest thing with a verdict. A table makes one of these per row. */
export interface CaseDefinition {
  /** `<suite>/<case>` or `<suite>/<case>[<row>]`; unique over all suites. */
  readonly id: string;
  /** A claim about the target, row values filled in. */
  readonly title: string;
  readonly proves: readonly RequirementId[];
  readonly file: string;
  /** JSON Pointer of the case in its file, e.g. `/cases/3`. */
  readonly pointer: string;
  /** JSON Pointer of the table row in its file, when the case comes from a row; `file` may be a table file. */
  readonly row?: CaseRow;
  /** First and last line of the whole case in `file`, from 1: for `file.yaml:LINE`; a line of `row.lines` means that row alone. */
  readonly lines: {readonly first: number; readonly last: number};
  /** A probe is reported and never scored. */
  readonly probe: boolean;
  readonly area: Area;
  /** Names of webhook inboxes; they are opened before anything is arranged, so that a hook can be told `${name.url}`. */
  readonly listen: readonly string[];
  readonly given: readonly Given[];
  readonly steps: readonly Step[];
  readonly needs: readonly string[];
  readonly variant?: string;
  /** Names of what must not run together, e.g. `instance-settings`. */
  readonly exclusive: readonly string[];
  readonly destructive: boolean;
  readonly tags: readonly string[];
  /** Why it is not run; only users' cases can say so. */
  readonly skip?: string;
  /** Cases that do not say so are left out. */
  readonly only?: boolean;
  /** Dimensions of contexts in which the case has one value only, with the reason; absent where there are none. */
  readonly fixed?: {readonly [dimension: string]: FixedValue};
  /** Dimensions that it is open to although it is exclusive or destructive. */
  readonly contexts?: readonly string[];
  /** The one context that it runs in; absent where contexts are chosen for it. */
  readonly context?: Context;
  /** Where the suite says something for all of its cases. */
  readonly common?: SuiteCommon;
}

/** What a suite says for all of its cases. */
export interface SuiteCommon {
  /** Name of the suite. */
  readonly suite: string;
  /** Values that `${vars.…}` has where nothing else gives them; `{env: TOUCHSTONE_…}` stands for a secret. */
  readonly vars: JsonObject;
  /** Runs once, before the first case of the suite; what it captures is known in all of them. */
  readonly setup: readonly (CallStep | RequestStep)[];
  /** Runs once, after the last one. */
  readonly teardown: readonly (CallStep | RequestStep)[];
}

/** Why a case runs with one value of a dimension only. */
export interface FixedValue {
  readonly is: string;
  readonly because: string;
}

/** The table row that a case comes from. */
interface CaseRow {
  readonly id: string;
  readonly values: JsonObject;
  readonly file: string;
  readonly pointer: string;
  /** First and last line of the row, when it stands in the suite file itself: a line in it selects this row alone. */
  readonly lines?: {readonly first: number; readonly last: number};
}

/** Which kind of target a case speaks to; found by the reader from the steps. */
export type Area = 'hosting' | 'overlay-codec' | 'overlay-live';

/** Whether a case is for a node that seals its datagrams, and for no peer that speaks bare messages. */
export function isForNode({needs}: {readonly needs?: readonly string[]}): boolean {
  return needs?.includes('sealed-tunnels') === true;
}

/** What a node has to be for a case: a host that reports to us, or a lighthouse. */
export function nodeRoleOf({needs}: {readonly needs?: readonly string[]}): NodeRole {
  return needs?.includes('plain-host') === true ? 'host' : 'lighthouse';
}

/** One arrangement that a case asks for under a name. Inputs are template trees. */
export interface Given {
  readonly name: string;
  readonly arrange: string;
  readonly inputs: JsonObject;
  readonly pointer: string;
  /** What a context adds to it. */
  readonly history?: GivenHistory;
  /** It is made once a run, for all cases of contexts that name it. */
  readonly isShared?: boolean;
}

/** What happened to a thing, or beside it, before the case begins. */
export interface GivenHistory {
  /** It is edited and set back. */
  readonly isEdited?: boolean;
  /** Another one with the same inputs is made and removed first. */
  readonly isRemovedBefore?: boolean;
  /** So many more are made beside it. */
  readonly siblings?: number;
}

/** Where a captured value comes from: a JSON Pointer into the reply body, a header, a cookie that is set, a field of a form on a page, or the whole body. */
export interface Capture {
  readonly from:
    | {readonly pointer: string}
    | {readonly header: string}
    | {readonly cookie: string}
    | {readonly field: string}
    | {readonly html: string}
    | {readonly xml: string}
    | {readonly body: 'text'};
  /** Treat the value as a secret from now on. */
  readonly redact: boolean;
}

interface StepCommon {
  /** JSON Pointer of the step in its file, e.g. `/cases/3/steps/1`. */
  readonly pointer: string;
  /** What the record or a protocol standard states: a miss is `fail`. */
  readonly expect: readonly Expectation[];
  /** What known implementations do: a miss is `warn`. */
  readonly usual: readonly Expectation[];
  readonly capture: {readonly [name: string]: Capture};
  /** Ask again until `expect` and `usual` hold, at most this long (scaled by the target's lag). */
  readonly eventuallyMs?: number;
}

/** Any step. */
export type Step =
  | CallStep
  | RequestStep
  | DeliveriesStep
  | OpenidStep
  | DocumentStep
  | SchemaStep
  | DecodeStep
  | EncodeStep
  | RoundtripStep
  | SendStep
  | ReceiveStep;

/** How a step signs its request; without it the actor's own credentials are used. Values are template trees. */
export type StepAuth =
  | {readonly kind: 'actor-token'}
  | {readonly kind: 'actor-basic'}
  | {readonly kind: 'none'}
  | {readonly kind: 'token'; readonly token: Json}
  | {readonly kind: 'bearer'; readonly token: Json}
  | {readonly kind: 'header' | 'query'; readonly name: string; readonly value: Json}
  | {readonly kind: 'basic'; readonly user: Json; readonly password: Json}
  | {readonly kind: 'cookie'; readonly cookie: Json}
  | {readonly kind: 'signature'; readonly signature: StepSignature};

/** The versions of the header form of Chef clients, the oldest first. */
export const signatureVersions = ['1.0', '1.1', '1.2', '1.3'] as const;
export type SignatureVersion = (typeof signatureVersions)[number];

/** An RSA signature in the header form of Chef clients; template trees. */
interface StepSignature {
  readonly user: Json;
  /** Private key in PEM. */
  readonly key: Json;
  /** Hex of the bytes that are signed in place of the body, or of the file in it. */
  readonly content?: Json;
  /** How far from now it says that it is signed, in ms; negative for the past. */
  readonly shiftMs?: number;
  /** The version of the form, one of `signatureVersions`; the newest where nothing is said. */
  readonly version?: Json;
}

/** What a request carries; template trees. */
export type StepBody =
  | {readonly kind: 'json'; readonly value: Json}
  | {readonly kind: 'text'; readonly value: Json}
  | {readonly kind: 'bytes'; readonly hex: Json}
  | {readonly kind: 'form'; readonly fields: JsonObject}
  | {readonly kind: 'multipart'; readonly parts: JsonObject};

interface HttpStepCommon extends StepCommon {
  /** Actor: `alice`, `bob`, `admin`, `anonymous`, …; the default is `alice`. */
  readonly as: string;
  readonly auth?: StepAuth;
  readonly query: JsonObject;
  readonly headers: JsonObject;
  readonly body?: StepBody;
  /** Follows so many redirects to the same server; without it, none. */
  readonly follow?: number;
  /** Sends the cookies that earlier replies of the case set for the actor, and keeps those of its own. */
  readonly cookies?: boolean;
  /** Removes what this step makes, when its case is over; may use what the step captures. */
  readonly cleanup?: CallStep | RequestStep;
}

/** A step that calls an operation of the contract. `params` are its path and query parameters by name. */
export interface CallStep extends HttpStepCommon {
  readonly kind: 'call';
  readonly operation: string;
  readonly params: JsonObject;
}

/** A step that names method and path itself; the path is relative to the base URL. */
export interface RequestStep extends HttpStepCommon {
  readonly kind: 'request';
  readonly method: string;
  readonly path: string;
}

/** Waits for deliveries to an inbox. What its expectations say of payload and headers holds for each of them. */
export interface DeliveriesStep extends StepCommon {
  readonly kind: 'deliveries';
  /** The inbox: a name of the case's `listen`. */
  readonly of: string;
  /** Which deliveries count: those that meet this in `body`, `at` and `headers`. Without it, all. */
  readonly where?: Expectation;
  /** How long they may take (scaled by the target's lag). */
  readonly withinMs: number;
  /** How long to listen on when they have come, for one too many (scaled as well). */
  readonly settleMs: number;
}

/** A user signs in at the target through the identity provider of the run, in a browser of their own. Values are template trees. */
export interface OpenidStep extends StepCommon {
  readonly kind: 'openid';
  /** Where the sign-in begins, relative to the base URL. */
  readonly path: Json;
  /** The user name at the provider. */
  readonly user: Json;
  /** The groups that the provider claims for them this time. */
  readonly groups: Json;
}

/** Reads the API document that a server publishes: one operation of it, every name that it uses, or what does not fit together in it. */
export interface DocumentStep extends StepCommon {
  readonly kind: 'document';
  /** Where it is, relative to the base URL; a template tree. */
  readonly path: Json;
  readonly part: {readonly kind: 'operation'; readonly operation: string} | {readonly kind: 'names' | 'misfits'};
}

/** The parts of a schema that a decoder can publish. */
export const schemaParts = ['syntax', 'package', 'fields', 'values'] as const;

/** Looks at the schema that a decoder under test says it was built from. */
export interface SchemaStep extends StepCommon {
  readonly kind: 'schema';
  readonly part: (typeof schemaParts)[number];
}

/** Bytes (or JSON text) that an overlay step hands to the decoder; template trees. */
export type OverlayInput =
  | {readonly kind: 'hex'; readonly hex: Json}
  /** Pairs of [hex, count], concatenated. */
  | {readonly kind: 'hexRepeat'; readonly pairs: Json}
  | {readonly kind: 'json'; readonly text: Json};

/** Asks a decoder under test for the value of some bytes. */
export interface DecodeStep extends StepCommon {
  readonly kind: 'decode';
  readonly message: Json;
  readonly input: OverlayInput;
}

/** Asks a decoder under test for the bytes of a value. */
export interface EncodeStep extends StepCommon {
  readonly kind: 'encode';
  readonly message: Json;
  readonly value: Json;
  readonly form: 'binary' | 'json';
}

/** Decodes our bytes of a value and encodes the value: both ways must keep it. */
export interface RoundtripStep extends StepCommon {
  readonly kind: 'roundtrip';
  readonly message: Json;
  readonly value: Json;
}

/** Sends one message to a live peer: a value, or bytes as they are. */
export interface SendStep extends StepCommon {
  readonly kind: 'send';
  /** Empty where no message of the overlay is meant, as in the test packets of a node. */
  readonly message: Json;
  /** How the packet to a node, or the handshake in it, differs from the everyday one. */
  readonly packet?: Json;
  readonly handshake?: Json;
  /** What is sent: a value, hex, pairs of hex and count, or a list of hex texts that are sent one after the other. */
  readonly value?: Json;
  readonly hex?: Json;
  readonly hexRepeat?: Json;
  readonly hexEach?: Json;
  /** Whose socket it is sent from; each name has one of its own. */
  readonly client: string;
  /** After each message the peer is asked something that it has answered before; where it gives no answer any more, it died of that message. */
  readonly isSurvived: boolean;
}

/** Waits for one message of a live peer. */
export interface ReceiveStep extends StepCommon {
  readonly kind: 'receive';
  readonly message: Json;
  /** The kind of packet that is waited for, where the peer is a node. */
  readonly packet?: SealedKind;
  readonly client: string;
  readonly withinMs: number;
}

/** What a step expects of its observation. All trees are template trees whose objects may be matchers. */
export interface Expectation {
  /** Pointer of this expectation in its file. */
  readonly pointer: string;
  /** The statement that a miss breaks, where the case has several; without it, a miss touches all of them. */
  readonly proves?: RequirementId;
  /** What a miss means, said in place of what the matchers say. */
  readonly because?: string;
  /** `201`, a class such as `2xx`, or a matcher. */
  readonly status?: Json;
  readonly headers?: JsonObject;
  /** The reply body as JSON: objects open, lists closed. */
  readonly body?: Json;
  /** JSON Pointer or JSONPath → matcher. */
  readonly at?: JsonObject;
  /** Documents: CSS selector → what the list of the selected texts or attributes is. */
  readonly html?: JsonObject;
  readonly xml?: JsonObject;
  /** The reply body as text. */
  readonly text?: Json;
  /** The reply body (or encoded bytes) as lower-case hex. */
  readonly bytes?: Json;
  /** Overlay steps: `value`, `reject`, `encoded`, `unsupported`, `message`, `silence`, or a matcher over these. */
  readonly answer?: Json;
  /** Overlay steps: the value, exact: what is not written is at its default or absent. */
  readonly value?: Json;
  /** How long the reply may take, e.g. `500ms`. */
  readonly time?: string;
  /** Deliveries: how many there are. */
  readonly count?: Json;
}
