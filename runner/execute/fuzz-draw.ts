// Draws the inputs of a search: new ones from the seed, and changes of those that are kept.
import type {FuzzInput} from '../model/fuzz.ts';
import type {OverlayMessage} from '../model/peer.ts';
import {generateInput} from '../overlay/generate.ts';
import {mutate, splice} from '../overlay/mutate.ts';
import {randomAt, type Random} from '../overlay/random.ts';

/** Where inputs come from. `messages` must not be empty. */
export interface FuzzDraws {
  readonly seed: number;
  readonly messages: readonly OverlayMessage[];
  /** The inputs that are kept so far. */
  readonly kept: readonly FuzzInput[];
}

/** Draws the input with this number. `isFresh`: the seed and the number alone draw it again. */
export function drawInput({seed, messages, kept}: FuzzDraws, index: number): FuzzInput & {readonly isFresh: boolean} {
  const random = randomAt(seed ^ keptSalt, index);
  if (kept.length === 0 || !random.oneIn(3)) return {...generateInput(seed, index, messages), isFresh: true};
  const {message, bytes} = random.pick(kept);
  return {message, bytes: changed(random, bytes, kept), isFresh: false};
}

/** Keeps the numbers that choose apart from the numbers that generate. */
const keptSalt = 0x2545_f491;

function changed(random: Random, bytes: Uint8Array, kept: readonly FuzzInput[]): Uint8Array {
  return random.oneIn(4) ? splice(random, bytes, random.pick(kept).bytes) : mutate(random, bytes);
}
