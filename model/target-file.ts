// What a target file says: where a target is or how it is started, who acts there, what it lacks, and how gently it is to be treated.
import type {Json, JsonObject} from './json.ts';
import type {Capture, StepBody} from './suite.ts';

/** One target file, read and checked. */
export interface TargetFile {
  readonly name: string;
  readonly title: string;
  /** The file as it was named; paths in it are relative to its folder and stand here resolved. */
  readonly file: string;
  readonly server?: ServerPlace;
  /** A decoder under test; transports.ts says how its address is written. */
  readonly peer?: string;
  /** A peer that speaks bare overlay messages. */
  readonly livePeer?: string;
  /** How the node at `livePeer` is started for the run. */
  readonly node?: NodeStart;
  readonly people: People;
  /** How each actor signs in at an API that is not the record's: nothing is requested there but what cases and these methods say. */
  readonly auth?: {readonly [actor: string]: SignInMethod};
  /** Name of a dialect, or its file. */
  /** Values of `${vars.…}`; `{env: …}` and `{file: …}` stand for secrets. */
  readonly vars?: JsonObject;
  readonly dialect?: string;
  /** Single names that replace those of the dialect, as in `${dialect.values.…}`. */
  readonly values?: JsonObject;
  /** The edition of the suites that counts for it; what is newer runs and costs nothing. */
  readonly edition?: string;
  /** Capability → why the target lacks it. */
  readonly absent: {readonly [capability: string]: string};
  /** What the API cannot make and is there already: name → values, `${existing.name.value}` in suites. */
  readonly existing: JsonObject;
  readonly variants: readonly TargetVariant[];
  readonly webhook: {readonly listen?: string; readonly url?: string};
  readonly openid: OpenidPlace;
  readonly tls: {
    readonly caFile?: string;
    readonly clientCert?: string;
    readonly clientKey?: string;
    readonly isInsecure: boolean;
  };
  readonly headers: readonly {readonly name: string; readonly value: TextOrVariable}[];
  readonly proxy?: string;
  readonly proxyExcept: readonly string[];
  /** Domain of the addresses of the accounts that a run makes. */
  readonly emailDomain?: string;
  /** The owner says that things may be made and removed there. */
  readonly isTestServer: boolean;
  readonly bounds: TargetBounds;
  /** Options of `run`, as the words that their flags take, by name. */
  readonly run?: {readonly [name: string]: readonly string[]};
}

/** Tells the file of a dialect from the name of one. */
export function isDialectFile(dialect: string): boolean {
  return /[/\\]|\.ya?ml$/i.test(dialect);
}

/** How an actor's requests are signed, and the requests that fetch what they are signed with. */
export interface SignInMethod {
  /** Sent in order before the first case in which the actor acts; each needs a 2xx or a redirect. */
  readonly fetch: readonly FetchStep[];
  readonly signing: SigningTemplate;
}

/** One request of a sign-in; trees in which `{env: TOUCHSTONE_…}` and `{file: PATH}` stand for secrets, and `${name}` for what was captured before. */
export interface FetchStep {
  readonly method: string;
  readonly path: string;
  readonly query: JsonObject;
  readonly headers: JsonObject;
  readonly body?: StepBody;
  readonly capture: {readonly [name: string]: Capture};
}

/** The same trees, in the place of credentials. */
export type SigningTemplate =
  | {readonly kind: 'bearer'; readonly token: Json}
  | {readonly kind: 'basic'; readonly user: Json; readonly password: Json}
  | {readonly kind: 'header'; readonly name: string; readonly value: Json}
  | {readonly kind: 'query'; readonly name: string; readonly value: Json}
  | {readonly kind: 'cookie'; readonly cookies: readonly {readonly name: string; readonly value: Json}[]};

/** Where the identity provider of a run listens, what the target was told of it, and the secret that both know. */
interface OpenidPlace {
  readonly listen?: string;
  readonly url?: string;
  readonly clientSecret?: SecretPlace;
}

/** The same target with other settings; cases name it with `variant:`. */
export interface TargetVariant {
  readonly name: string;
  readonly title: string;
  readonly server: ServerPlace;
  /** Its own people, or those of the plain target. */
  readonly people: People;
}

/** Where a hosting server is, or how it comes to be there. */
export type ServerPlace =
  | {readonly kind: 'url'; readonly url: string}
  | {readonly kind: 'start'; readonly url: string; readonly start: StartCommand}
  /** The embedded reference, with `section.KEY=value` settings. */
  | {readonly kind: 'reference'; readonly settings: readonly string[]};

/** How a server is started and stopped. `{port}` in its address, command and environment is one free port, chosen for each start. */
export interface StartCommand {
  readonly command: readonly string[];
  /** Added to our own environment. */
  readonly env: {readonly [name: string]: TextOrVariable};
  /** The folder that it starts in. */
  readonly folder: string;
  readonly ready: {readonly path: string; readonly withinMs: number};
  /** Stops what the command left running, such as containers. */
  readonly stop?: readonly string[];
  /** Prints what it has logged, where its own output is not the log. */
  readonly logs?: readonly string[];
}

/** How a node is started; `{ca}`, `{cert}`, `{key}`, `{config}`, `{host}`, `{port}`, `{cipher}`, `{lighthouse}` and `{lighthouseAddress}` are filled in for each start. */
export interface NodeStart {
  readonly command: readonly string[];
  /** The folder that it starts in. */
  readonly folder: string;
  /** Text of its configuration; the one of a lighthouse on the loopback when left out. */
  readonly configuration?: string;
}

/** A text in the file, or the name of an environment variable that holds it. */
export type TextOrVariable =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'variable'; readonly variable: string};

/** Who can act: an administrator who makes accounts, and accounts that are there already, by role. */
export interface People {
  readonly admin?: AccountPlace;
  readonly accounts: {readonly [role: string]: AccountPlace};
}

/** Where the credentials of one account are kept. */
export interface AccountPlace {
  readonly user?: string;
  readonly token?: SecretPlace;
  readonly password?: SecretPlace;
  /** A Cookie header of a browser in which the account is signed in. */
  readonly cookie?: SecretPlace;
}

export type SecretPlace =
  | {readonly kind: 'variable'; readonly variable: string}
  | {readonly kind: 'file'; readonly file: string};

/** The bounds that a target file sets, in milliseconds, bytes and counts, under the names of their flags. */
export type TargetBounds = {readonly [bound in BoundName]?: number};

/** Every bound with its unit and range; the same as those of the flags. */
export const boundRanges = {
  connectTimeout: {unit: 'duration', least: 1, most: 3_600_000, about: 'Time for a connection, e.g. 5s.'},
  replyTimeout: {unit: 'duration', least: 1, most: 3_600_000, about: 'Time for a whole exchange, e.g. 10s.'},
  caseTimeout: {unit: 'duration', least: 1, most: 3_600_000, about: 'Time for a whole case, e.g. 60s.'},
  lag: {unit: 'duration', least: 1, most: 3_600_000, about: 'How long an effect may take until it is visible.'},
  retryAfterMax: {unit: 'duration', least: 0, most: 3_600_000, about: 'Longest Retry-After that is waited for.'},
  replyBytesMax: {unit: 'size', least: 1024, most: 1024 ** 3, about: 'Size of a reply after decompression, e.g. 8MiB.'},
  headerBytesMax: {unit: 'size', least: 1024, most: 1024 ** 2, about: 'Size of all headers of a reply.'},
  frameBytesMax: {unit: 'size', least: 1024, most: 1024 ** 3, about: 'Size of an overlay frame.'},
  headersMax: {unit: 'count', least: 1, most: 10_000, about: 'Number of headers of a reply.'},
  informationalMax: {unit: 'count', least: 0, most: 10_000, about: 'Number of 1xx replies before the final one.'},
  jsonDepthMax: {unit: 'count', least: 1, most: 1_000, about: 'Nesting of a JSON reply.'},
  rateLimit: {unit: 'count', least: 1, most: 100_000, about: 'Requests per second over the whole run.'},
  jobs: {unit: 'count', least: 1, most: 256, about: 'Cases at a time.'},
  propertyRuns: {unit: 'count', least: 1, most: 1_000_000, about: 'Runs of each property, instead of its own number.'},
  propertyTime: {
    unit: 'duration',
    least: 1,
    most: 86_400_000,
    about: 'After this time a property begins no more runs; the least number that shows something is always done.',
  },
} as const satisfies {
  readonly [name: string]: {
    readonly unit: 'duration' | 'size' | 'count';
    readonly least: number;
    readonly most: number;
    readonly about: string;
  };
};

export type BoundName = keyof typeof boundRanges;
