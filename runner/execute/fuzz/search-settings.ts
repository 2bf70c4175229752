// What a search is given, where it stands, and how it ends.
import type {FuzzTally, FuzzWay} from '../../../model/decoder-search.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import type {Shard} from '../../../model/plan.ts';
import type {Clock} from '../../../model/ports.ts';
import type {FuzzClusters} from './clusters.ts';
import type {FuzzDecoder} from './examine.ts';
import type {FuzzLedger} from './difference-counts.ts';
import type {FuzzPool} from './corpus.ts';
import type {ReachedCode} from './reached-code.ts';

/** What a search needs. All decoders have the same number of ports. */
export interface FuzzSettings {
  readonly decoders: readonly FuzzDecoder[];
  readonly seed: number;
  /** Not empty. */
  readonly messages: readonly OverlayMessage[];
  /** What all decoders can be asked besides bytes to decode. */
  readonly otherWays: readonly FuzzWay[];
  readonly pool: FuzzPool;
  readonly reached: ReachedCode;
  /** As draws have them. */
  readonly words?: readonly Uint8Array[];
  readonly bytesMax?: number;
  readonly ledger: FuzzLedger;
  readonly clusters: FuzzClusters;
  readonly clock: Clock;
  /** The number of the first draw; above 0 when a search is resumed. */
  readonly first: number;
  /** Draws one of so many parts of the numbers of the seed; all of them without. */
  readonly shard?: Shard;
  readonly bounds: FuzzBounds;
  readonly stop: AbortSignal;
  /** Called with every input that is answered, and between the steps of an examination. */
  readonly tick: (standing: FuzzStanding) => void;
  /** Called with each new finding; `isNewBug`: no other finding is of the same bug, as far as it shows. */
  readonly found: (tally: FuzzTally, isNewBug: boolean) => void;
}

/** Where a search ends by itself. */
interface FuzzBounds {
  readonly runsMax: number;
  readonly timeMs: number;
  /** New bugs of which a finding is of basis `protocol`. */
  readonly findingsMax: number;
  readonly replyTimeoutMs: number;
}

/** Where a search stands. */
export interface FuzzStanding {
  /** Inputs that all decoders have answered. */
  inputs: number;
  /** Answers that could be judged. */
  judged: number;
  unsupported: number;
  /** The number of the next draw. */
  next: number;
  inFlight: number;
  /** How much of the time went into looking closely at what was found. */
  examiningMs: number;
}

/** How a search ended: by its bounds, by its user, or because a decoder is gone for good. */
export type FuzzEnd =
  | {readonly kind: 'over' | 'stopped'; readonly standing: FuzzStanding}
  | {readonly kind: 'gone'; readonly standing: FuzzStanding; readonly detail: string};
