// What the inputs of a search reached in the code of the decoders, where those count it.
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {Random} from '../../../base/random/seeded-numbers.ts';
import type {NewlyReached} from '../../../model/peer.ts';

/** The places that were reached, by decoder, and what is compared there. */
export class ReachedCode {
  /** Places, however often they were taken. */
  edges = 0;
  private readonly seen = new Set<number>();
  private readonly places = new Set<number>();
  private readonly comparisons: Comparison[] = [];
  private readonly tried: Comparison[] = [];

  /** Adds what an input reached; tells whether any of it is new. Each process of a decoder says it once. */
  add(decoder: number, places: readonly number[]): boolean {
    const before = this.seen.size;
    for (const place of places) {
      if (this.seen.size >= placesMax) break;
      this.seen.add(decoder * placesOfDecoder + place);
      this.places.add(decoder * placesOfDecoder + Math.floor(place / 8));
    }
    this.edges = this.places.size;
    return this.seen.size > before;
  }

  /** Remembers what is compared with something in code that this input was the first to reach. */
  compare(input: FuzzInput, constants: NewlyReached['constants']): void {
    if (input.way !== 'binary' || this.comparisons.length >= comparisonsMax) return;
    const own: FuzzInput = {...input, bytes: Uint8Array.from(input.bytes)};
    for (const constant of constants) this.comparisons.push({input: own, constant, triesLeft: triesOfEach});
  }

  /**
   * Gives an input and a constant that its code compares something with: each of them some times at first, the newest before others, as it lies
   * deepest; then any of them.
   */
  nextComparison(random: Random): Comparison | undefined {
    const last = this.comparisons.at(-1);
    if (last === undefined) return this.tried.length === 0 ? undefined : random.pick(this.tried);
    last.triesLeft -= 1;
    if (last.triesLeft === 0) {
      this.comparisons.pop();
      if (this.tried.length < comparisonsMax) this.tried.push(last);
      else this.tried[random.below(comparisonsMax)] = last;
    }
    return last;
  }
}

/** An input, and a constant with which code that it reached compares something. */
export interface Comparison {
  readonly input: FuzzInput;
  readonly constant: bigint | Uint8Array;
  triesLeft: number;
}

/** Enough for each field of a message to get it as it is, most likely, and less by one, and more. */
const triesOfEach = 64;
const comparisonsMax = 10_000;
const placesOfDecoder = 2 ** 33;
/** A decoder that makes up new places all the time would fill the memory. */
const placesMax = 1_000_000;
