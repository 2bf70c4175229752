// What a command is given by main: the ports to the machine and the ways to open a target. Commands import no target themselves.
import type {ContextValue} from './contexts/context.ts';
import type {Redaction} from './redacted.ts';
import type {Bounds} from './bounds.ts';
import type {HttpPort} from './http.ts';
import type {IdentityAddressReading, IdentitySettings, IdentityStart} from './identity.ts';
import type {MutantsStart} from './mutants.ts';
import type {CannotStart, LivePort, TesteeStart, PeerCommand} from './peer.ts';
import type {Signing} from './signing.ts';
import type {NodeStart} from './target-file.ts';
import type {WebhookAddressReading, WebhookPort, WebhookSettings} from './webhook.ts';
import type {Cache, Clock, Files, RandomSource, RawFolder} from './ports.ts';

/** The machine as commands see it. */
export interface Machine {
  readonly files: Files;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly cache: Cache;
  /** Keys and digests of certificates. */
  readonly signing: Signing;
  /** Prepares the JavaScript engine for so many requests. */
  readonly tuneFor?: (work: {readonly requests: number}) => void;
  /** Opens a folder of raw files; makes it when it is not there. */
  openRawFolder(
    path: string,
  ): {readonly kind: 'open'; readonly folder: RawFolder} | {readonly kind: 'failed'; readonly why: string};
  readonly env: {readonly [name: string]: string | undefined};
  readonly workingFolder: string;
  /** The operating system, as Node names it. */
  readonly system: string;
  /** The folder of our own package.json. */
  readonly packageRoot: string;
  readonly version: string;
  /** Loads every property file below a folder of ours; gives each file, relative to the package root, with its exports. */
  loadProperties(): Promise<readonly {readonly file: string; readonly exports: readonly unknown[]}[]>;
  /** Loads code files of the user; only such as stand in a folder that the command line names. */
  loadModules(files: readonly string[]): Promise<readonly LoadedModule[]>;
  /** Writes results. */
  print(text: string): void;
  /** Writes talk: progress, warnings, problems. */
  talk(text: string): void;
  /** Asks the person at the terminal for a line; nothing when there is none, or when the input ends. A secret is not shown. */
  ask(question: string, options?: {readonly isHidden: boolean}): Promise<string | undefined>;
  readonly terminal: {
    readonly isTalkTerminal: boolean;
    readonly isPrintTerminal: boolean;
    readonly columns: number;
    /** Columns of the terminal that talk goes to, where that is known; lines that are drawn again must not be wider. */
    readonly talkColumns?: number;
  };
  /** Reads a base URL; refuses with one sentence and what to do. */
  readBaseUrl(text: string): Promise<BaseUrlReading>;
  openHttp(settings: HttpSettings): Promise<HttpPort>;
  /** transports.ts says how an `address` is written. */
  openTestee(
    address: string | PeerCommand,
    bounds: Bounds,
    settings?: {
      readonly memoryBytesMax?: number;
      /** The branches of a module are counted, and its answers say what they reached. */
      readonly isCounted?: boolean;
    },
  ): Promise<TesteeStart>;
  /** Ends the processes that decoders started outside their groups, once all decoders are closed; gives one sentence each. */
  endLeftByDecoders(): Promise<readonly string[]>;
  /** transports.ts says how a `url` is written; with `start`, a node is started there first. */
  openLive(url: string, bounds: Bounds, start?: NodeStart): Promise<LiveStart>;
  /** Reads where webhooks are received and what targets are told. */
  readWebhookAddress(text: {
    readonly listen: string | undefined;
    readonly url: string | undefined;
  }): Promise<WebhookAddressReading>;
  /** Makes a receiver; it listens when its first inbox is opened. */
  openWebhooks(settings: WebhookSettings): Promise<WebhookPort>;
  /** Reads where the identity provider listens and what targets are told. */
  readIdentityAddress(text: {
    readonly listen: string | undefined;
    readonly url: string | undefined;
  }): Promise<IdentityAddressReading>;
  /** Starts the identity provider of a run; what it is made of is loaded when somebody signs in. */
  startIdentityProvider(settings: IdentitySettings): Promise<IdentityStart>;
  /** The program of the reference's decoder under test, for `openTestee`. */
  referencePeer(faults: readonly string[]): PeerCommand;
  /** How the reference's node is started as a plain host of a run's mesh. */
  referenceHost(faults: readonly string[]): NodeStart;
  startReference(settings: ReferenceSettings): Promise<ReferenceStart>;
  /** Runs the hosting reference, the node of a mesh or the live peer in the foreground with these options; gives its exit code when it has ended. */
  serveReference(options: readonly string[], role?: ReferenceSettings['role']): Promise<number>;
  /** Opens a process for many hosting references, for whoever starts one after the other. */
  openReferenceHouse(): Promise<ReferenceHouse>;
  /** Makes the reference with all its mutants; only a checkout can. */
  buildMutants(): Promise<MutantsStart>;
  /** Starts a command of a target file in a process group of its own; no shell reads it. */
  startCommand(settings: CommandSettings): Promise<CommandStart>;
  /** A port of this machine that nobody listens on at the moment. */
  freePort(): Promise<number>;
  /** Lists the faults of all roles of the reference. */
  referenceFaults(): Promise<readonly ReferenceFault[]>;
  /** Calls back at SIGINT, SIGTERM and SIGHUP, with the count of such signals so far; gives the way to stop listening. */
  onInterrupt(handler: (count: number) => void): () => void;
}

/** A code file of the user, or why it cannot be loaded. */
export type LoadedModule =
  | {readonly kind: 'loaded'; readonly file: string; readonly exports: readonly unknown[]}
  | {readonly kind: 'broken'; readonly file: string; readonly why: string};

type BaseUrlReading =
  | {readonly kind: 'url'; readonly url: string; readonly origin: string; readonly isLoopback: boolean}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** How to reach a hosting server. */
export interface HttpSettings {
  readonly baseUrl: string;
  readonly bounds: Bounds;
  readonly tls: {
    readonly caPem?: string;
    readonly certPem?: string;
    readonly keyPem?: string;
    readonly insecure: boolean;
  };
  readonly proxy?: {readonly url: string; readonly noProxy: readonly string[]};
  readonly headers: readonly (readonly [string, string])[];
  /** What every message about a reply goes through before it is shortened. */
  readonly redaction: Redaction;
}

export type LiveStart = {readonly kind: 'started'; readonly port: LivePort} | CannotStart;

/** Which part of the embedded reference to start, and how. */
export interface ReferenceSettings {
  readonly role: 'hosting' | 'live-peer' | 'mesh';
  readonly faults: readonly string[];
  /** `section.KEY=value` overrides of its settings. */
  readonly settings: readonly string[];
  readonly isTracingRules: boolean;
  /** The mutant that is active, in an instrumented build. */
  readonly mutant?: number;
}

export type ReferenceStart =
  | {
      readonly kind: 'started';
      readonly url: string;
      readonly admin: {readonly user: string; readonly password: string};
      /** An access token of the administrator that was there from the start, for when passwords are refused. */
      readonly adminToken: string;
      /** An access token of the administrator that is older than scopes. */
      readonly oldToken: string;
      stop(): Promise<void>;
    }
  | {readonly kind: 'cannot-start'; readonly detail: string};

/** A process that holds many embedded references. */
export interface ReferenceHouse {
  /** Starts one; when the process has ended, in a new one. */
  start(settings: ReferenceSettings): Promise<ReferenceStart>;
  /** How its processes ended that nobody told to end, e.g. `signal SIGKILL`, oldest first: whatever they held is gone. */
  ends(): readonly string[];
  close(): Promise<void>;
}

/** A command of a target file. */
export interface CommandSettings {
  readonly command: readonly string[];
  /** Added to our own environment. */
  readonly env: {readonly [name: string]: string};
  readonly folder: string;
  /** Made for this program alone: removed where we are killed before it ends. */
  readonly ownFolder?: string;
}

export type CommandStart =
  | {readonly kind: 'started'; readonly command: RunningCommand}
  | {readonly kind: 'cannot-start'; readonly detail: string};

/** A command that was started. */
export interface RunningCommand {
  /** The last lines that it wrote, on whichever stream. */
  lastLines(count: number): readonly string[];
  /** Resolves when it has ended; `detail` is e.g. `exit code 1`. */
  readonly ended: Promise<{readonly detail: string; readonly isClean: boolean}>;
  /** Ends it and everything in its process group. */
  stop(): Promise<void>;
}

/** A named wrong behaviour of the reference. */
export interface ReferenceFault {
  readonly role: 'hosting' | 'overlay' | 'mesh';
  readonly name: string;
  readonly requirement: string;
  /** Faults of basis `usual` must be noticed by a warning, never by a fail. */
  readonly basis: string;
  /** One sentence. */
  readonly says: string;
  /** The rules that it patches. */
  readonly rules: readonly string[];
  /** The statements that those rules carry: cases that prove them are the first to notice it. */
  readonly carries: readonly string[];
  /** Changes when the fault does. */
  readonly digest: string;
  /** The command that notices it, where that is not `run`; `prove` leaves it out. */
  readonly noticedBy?: 'certify';
  /** Why its statement needs no second fault. */
  readonly alone?: string;
  /** The value of a context that it shows in, and nowhere else: cases there must notice it, and narrowing must name it. */
  readonly onlyIn?: ContextValue;
}
