// What a search for differences leaves: findings, and where the decoders differ among each other.
import type {OverlayMessage} from './peer.ts';
import type {SearchSending} from './peers/sealed.ts';

/** What a decoder is asked to do with an input: read it as bytes or as proto3 JSON, or write a value in one of these forms. */
export const fuzzWays = ['binary', 'json', 'encode', 'encode-json'] as const;

export type FuzzWay = (typeof fuzzWays)[number];

/** One input: what is asked about which message. `bytes` are those to decode, or the UTF-8 of the JSON text or of the value text to encode. */
export interface FuzzInput {
  readonly message: OverlayMessage;
  readonly way: FuzzWay;
  readonly bytes: Uint8Array;
  /** How the bytes travel to a node that seals its datagrams; absent where a decoder is asked. */
  readonly sending?: SearchSending;
}

/** One difference that was found, shrunk and named. */
export interface FuzzFinding extends FuzzInput {
  /** Names the weakness, e.g. `accepts a child that runs past its parent`; a decoder has one finding of each kind. */
  readonly kind: string;
  /** Of a decoder that crashed: tells this mistake from another of the same kind. */
  readonly mark?: string;
  /** `protocol`: a guide says so. `usual`: only known decoders do so, or the standard leaves it open; it costs no exit code. */
  readonly basis: 'protocol' | 'usual';
  /** What may be behind it, the most likely first, never none: findings with a cause in common may be one bug. */
  readonly causes: readonly string[];
  readonly expected: string;
  readonly got: string;
  /** Of a decoder that hangs: how long it was waited for. */
  readonly replyTimeoutMs?: number;
  /** There was no time to ask the decoder again: the input is as it was met, and may be larger than it need be. */
  readonly isUnexamined?: boolean;
  /** What a decoder that broke said on stderr, in one line; shown, never kept. */
  readonly stderr?: string;
  /** The decoder's name as it gives it itself. */
  readonly decoder: string;
  readonly seed: number;
  /** Which draw of the seed met it; undefined when it came from a kept input. */
  readonly index?: number;
  /** What has to be asked before it, in the same process, so that it shows. */
  readonly before: readonly FuzzInput[];
}

/** The end of the kind of a finding that shows only in a process that was asked other inputs before. */
export const afterEarlier = 'after earlier inputs';

/** The end of the kind of a finding that did not show again when its input was asked once more: asking that input can never show that it is fixed. */
export const cameOnce = 'but not again on the same input';

/** A finding and how often it was met. */
export interface FuzzTally {
  finding: FuzzFinding;
  count: number;
  /** Whether the baseline knows it. */
  readonly isKnown: boolean;
  /** Other names under which it was met before it was shrunk: examined, they came down to it. */
  readonly also: Set<string>;
  /** Names of differences that look like it and were counted with it without a closer look. */
  readonly alike: Set<string>;
}

/** Findings that most likely have one bug behind them. */
export interface FuzzBug {
  /** What their shrunk inputs, or their wrong numbers, have in common. */
  readonly cause: string;
  /** The one to look at: what the protocol demands and the baseline does not know comes first, then the smallest input. */
  readonly lead: FuzzTally;
  /** All of them, the lead first. */
  readonly forms: readonly FuzzTally[];
}

/** A group of inputs to which the same decoders gave the same answers, and others another. */
export interface FuzzCluster {
  /** What the inputs have in common, e.g. `an unknown group`. */
  readonly about: string;
  /** The decoders that agree stand together; each group with what it answered to the example. */
  readonly groups: readonly {readonly decoders: readonly string[]; readonly answer: string}[];
  readonly example: FuzzInput;
  count: number;
}

/** How often the decoders of a search differ: from what had to be answered, and from each other. Counts of inputs; places are those of the decoders. */
export interface FuzzShares {
  readonly decoders: readonly {
    readonly name: string;
    readonly answered: number;
    /** Answers that the protocol forbids, and those that only known decoders do not give. */
    readonly wrong: number;
    readonly unusual: number;
  }[];
  /** Each two decoders once, the earlier first. */
  readonly pairs: readonly {
    readonly between: readonly [number, number];
    readonly answered: number;
    readonly differ: number;
  }[];
}
