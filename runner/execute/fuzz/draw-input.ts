// Draws the inputs of a search: new ones from the seed, and changes of those that are kept.
import type {FuzzInput, FuzzWay} from '../../../model/decoder-search.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {generateWay} from '../../overlay/generate-way.ts';
import {mutate, splice} from '../../overlay/mutate.ts';
import {randomAt, type Random} from '../../../base/random/seeded-numbers.ts';

/** Where inputs come from. `messages` must not be empty. */
export interface FuzzDraws {
  readonly seed: number;
  readonly messages: readonly OverlayMessage[];
  /** The ways besides `binary` in which the decoders can be asked. */
  readonly otherWays: readonly FuzzWay[];
  /** The inputs that are kept so far, all of them bytes to decode. */
  readonly kept: readonly FuzzInput[];
}

/** An input, and whether the seed and its number alone draw it again. */
export interface Draw {
  readonly input: FuzzInput;
  readonly isFresh: boolean;
}

/** Draws the input with this number. */
export function drawInput({seed, messages, otherWays, kept}: FuzzDraws, index: number): Draw {
  const random = randomAt(seed ^ keptSalt, index);
  if (otherWays.length > 0 && random.oneIn(4))
    return {input: generateWay(seed, index, random.pick(otherWays), messages), isFresh: true};
  if (kept.length === 0 || !random.oneIn(3))
    return {input: generateWay(seed, index, 'binary', messages), isFresh: true};
  const {message, bytes} = random.pick(kept);
  return {input: {message, way: 'binary', bytes: changed(random, bytes, kept)}, isFresh: false};
}

/** Keeps the numbers that choose apart from the numbers that generate. */
const keptSalt = 0x2545_f491;

function changed(random: Random, bytes: Uint8Array, kept: readonly FuzzInput[]): Uint8Array {
  return random.oneIn(4) ? splice(random, bytes, random.pick(kept).bytes) : mutate(random, bytes);
}
