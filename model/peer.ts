// The ports to overlay implementations: a decoder under test, and a live peer.
import type {Json} from './json.ts';
import type {PacketBreach, SealedHeader, SealedKind, SealedSending} from './peers/sealed.ts';

/** The six messages of the record. */
export const overlayMessages = [
  'OverlayMeta',
  'OverlayMetaDetails',
  'IpAndPort',
  'OverlayPing',
  'OverlayHandshake',
  'OverlayHandshakeDetails',
] as const;

export type OverlayMessage = (typeof overlayMessages)[number];

/** What a decoder under test says of itself. */
export interface TesteeDescription {
  readonly protocol: number;
  /** Absent where it gave none. */
  readonly name?: string;
  readonly version: string;
  readonly messages: readonly string[];
  readonly forms: readonly ('binary' | 'json')[];
  readonly encodes: boolean;
  /** The forms that it encodes; absent where they are `forms`. */
  readonly encodeForms?: readonly ('binary' | 'json')[];
  readonly keepsUnknownFields: boolean;
  /** Whether the decoder itself declared which messages and forms it has; in the line form it cannot. */
  readonly isDeclared: boolean;
  readonly schemaPackage?: string;
  readonly schemaSyntax?: string;
  readonly schemaFields?: readonly SchemaField[];
  readonly schemaValues?: readonly SchemaValue[];
}

/** One field of the schema that a decoder publishes; `message` is without the package. */
export interface SchemaField {
  readonly message: string;
  readonly name: string;
  readonly number: number;
  /** As a schema spells it, without the package, e.g. `uint32`, `repeated IpAndPort` or `OverlayPing.MessageType`; empty where it does not say. */
  readonly type: string;
}

/** One value of an enum of that schema; `enum` is without the package, e.g. `OverlayPing.MessageType`. */
export interface SchemaValue {
  readonly enum: string;
  readonly name: string;
  readonly number: number;
}

/** One question to a decoder under test. */
export type TesteeQuestion =
  | {readonly kind: 'decode'; readonly message: string; readonly form: 'binary' | 'json'; readonly bytes: Uint8Array}
  /** `value` in the value-text convention of proto/testee.proto; `text` is the UTF-8 of its JSON, where somebody has it already. */
  | {
      readonly kind: 'encode';
      readonly message: string;
      readonly form: 'binary' | 'json';
      readonly value: Json;
      readonly text?: Uint8Array;
    };

/** Everything that can come of a question. `broken` is the decoder's fault; `lost` is not known to be. */
export type TesteeAnswer =
  | {readonly kind: 'value'; readonly value: Json}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array}
  | {readonly kind: 'reject'; readonly text: string}
  | {readonly kind: 'unsupported'; readonly text: string}
  | {
      readonly kind: 'broken';
      readonly cause: 'crash' | 'hang' | 'memory' | 'noise' | 'bad-answer' | 'frame-too-large';
      /** One sentence with signal or exit code. */
      readonly detail: string;
      /** Last 64 KiB of stderr, as text. */
      readonly stderrTail: string;
    }
  | {readonly kind: 'lost'; readonly detail: string};

/** Kinds of answers that can be looked at before anything is made of them: the text of a value, of a refusal, or encoded bytes. */
export type PlainAnswerKind = 'value' | 'reject' | 'encoded';

/** What a question reached in the code of a decoder and none before it in its process, in the numbers of proto/testee.proto. */
export interface NewlyReached {
  readonly places: readonly number[];
  /** What the code compares something with. */
  readonly constants: readonly (bigint | Uint8Array)[];
}

/** A question that somebody waits for. A search asks millions, so nothing is made for one that its answer does not need. */
export interface OpenQuestion {
  readonly question: TesteeQuestion;
  readonly timeoutMs: number;
  /** Nobody waits any more. */
  readonly isAbandoned: boolean;
  /** Looks at an answer where it lies, in `bytes` from `from` to `to`. When it is right as it stands, `settleAsExpected` is called instead of `settle`. */
  isAsExpected(kind: PlainAnswerKind, bytes: Uint8Array, from: number, to: number): boolean;
  /** Called before it is settled, where the decoder counts what its code does. */
  reached?(reached: NewlyReached): void;
  settleAsExpected(): void;
  settle(answer: TesteeAnswer): void;
}

/** A decoder under test. Many questions may be asked at once; it restarts itself after a crash or hang. */
export interface TesteePort {
  readonly description: TesteeDescription;
  ask(
    question: TesteeQuestion,
    options?: {
      readonly timeoutMs?: number;
      readonly signal?: AbortSignal;
      readonly reached?: (reached: NewlyReached) => void;
    },
  ): Promise<TesteeAnswer>;
  /** Asks like `ask`, without a promise. */
  put(question: OpenQuestion): void;
  /**
   * Asks in a fresh process (or connection), after these questions and nothing else; `lost` where the process cannot be started, or breaks before the
   * question is asked.
   */
  askFresh(question: TesteeQuestion, before?: readonly TesteeQuestion[]): Promise<TesteeAnswer>;
  /** Gives what the process that answered this very question was asked before it, oldest first, as far back as it is remembered. */
  askedBefore(question: TesteeQuestion): readonly TesteeQuestion[];
  /** Gives a port of the same decoder that shares no process with this one; it is closed by itself. */
  fresh(): TesteePort;
  close(): Promise<void>;
}

/** What starting a decoder can come to. */
export type TesteeStart =
  | {readonly kind: 'started'; readonly port: TesteePort}
  /** One sentence: cannot be started, speaks before it is spoken to, dies at once, answers no description, … */
  | CannotStart;

/** Why a peer cannot be asked. */
export interface CannotStart {
  readonly kind: 'cannot-start';
  readonly detail: string;
  /** The address itself is none: nothing was started or connected to. */
  readonly isWrongAddress: boolean;
}

/** One bare message from a live peer, or why there is none. */
export type LiveArrival =
  | {
      readonly kind: 'frame';
      readonly bytes: Uint8Array;
      readonly elapsedMs: number;
      /** What the packet of a node showed besides; absent where messages are bare. */
      readonly sealed?: SealedHeader;
    }
  | {
      readonly kind: 'silence';
      readonly waitedMs: number;
      /** What came from somewhere else meanwhile, e.g. "1 message came from udp://127.0.0.1:5555, which is not the peer". */
      readonly strays?: string;
    }
  | {readonly kind: 'closed'; readonly detail: string}
  | {readonly kind: 'refused'; readonly detail: string}
  | {readonly kind: 'frame-too-large'; readonly detail: string};

/** What sending a message can come to. */
export type SendOutcome =
  | {readonly kind: 'sent'}
  | {
      readonly kind: 'refused';
      readonly detail: string;
      /** A node answered no handshake, so that there is no tunnel to send it in. */
      readonly isSilent?: boolean;
    };

/** A conversation with a live peer on a socket of its own (so that late answers of an earlier case are never taken). */
export interface LiveConversation {
  /** Sends a message; `sending` says how its packet differs from the everyday one, and only a node that seals its datagrams looks at it. */
  send(bytes: Uint8Array, sending?: SealedSending): Promise<SendOutcome>;
  /** Waits for a message; of a node, for a packet of this kind, which is lightHouse when nothing is said. */
  receive(withinMs: number, kind?: SealedKind): Promise<LiveArrival>;
  /** Our own address as the system says it; absent where there is none, as on a Unix socket, or no connection. */
  readonly local?: {readonly address: string; readonly port: number};
  /** Our address in the mesh of a node. */
  readonly vpnIp?: number;
  /** The latest tunnel with a node: our index and the node's. */
  readonly tunnel?: () => {readonly own: number; readonly remote: number} | undefined;
  /** Gives what the packets that came since the last call broke. */
  readonly breaches?: () => readonly PacketBreach[];
  /** Datagrams of strangers and of overflow that were dropped. */
  dropped(): number;
  /** Drops what came and was not received, and what was sent before. */
  readonly forget?: () => void;
  close(): Promise<void>;
}

/** A live overlay peer. */
export interface LivePort {
  readonly url: string;
  /** Its address has no uint32, so that it cannot name the address of its sender. */
  readonly isIpv6?: boolean;
  open(): Promise<LiveConversation>;
  close(): Promise<void>;
  /** Present where the peer is a node that seals its datagrams. */
  readonly node?: NodePort;
}

/** What a node can be in its mesh. */
export type NodeRole = 'lighthouse' | 'host';

/** What only a node that seals its datagrams has. */
export interface NodePort {
  /** Its address in the mesh. */
  readonly vpnIp: number;
  /** Where its datagrams come from. */
  readonly place: {readonly address: string; readonly port: number};
  /** Present where it is a host that reports to us: gives a conversation that hears and says what its lighthouse does. */
  readonly openLighthouse?: () => LiveConversation;
  /** Capabilities that it turned out to lack, with how that showed. */
  readonly absent: ReadonlyMap<string, string>;
  /** Capabilities that were seen at work. */
  readonly present: readonly string[];
  /** Opens the client of this number, below 16: it has the same certificate and address in the mesh whenever it is opened. */
  openKept(number: number): Promise<LiveConversation>;
  /** Asks it with a test packet, which every node answers, in a tunnel of its own. */
  askAlive(withinMs: number): Promise<LiveArrival>;
  /** The last lines of its log, where the run started it. */
  lastLines(count: number): readonly string[];
  /** Starts it again after its death, where the run started it; says what became of that. */
  readonly restart?: () => Promise<{readonly kind: 'ready'} | {readonly kind: 'failed'; readonly detail: string}>;
}

/** What stands in the journal for the address of the reference's own decoder, which is started for one run. */
export const embeddedPeerAddress = 'of the embedded reference';

/** A program to start, as its words: nothing quotes or splits them. */
export interface PeerCommand {
  readonly command: string;
  readonly args: readonly string[];
}
