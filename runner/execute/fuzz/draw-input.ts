// Draws the inputs of a search: new ones from the seed, and changes of those that are kept.
import {joinBytes} from '../../../base/text/hex.ts';
import type {FuzzInput, FuzzWay} from '../../../model/decoder-search.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {generateWay} from '../../overlay/generate-way.ts';
import {mutate, splice} from '../../overlay/mutate.ts';
import {changeFields} from './change-fields.ts';
import {withConstant} from './with-constant.ts';
import type {Comparison, ReachedCode} from './reached-code.ts';
import {randomAt, type Random} from '../../../base/random/seeded-numbers.ts';

/** Where inputs come from. `messages` must not be empty. */
export interface FuzzDraws {
  readonly seed: number;
  readonly messages: readonly OverlayMessage[];
  /** The ways besides `binary` in which the decoders can be asked. */
  readonly otherWays: readonly FuzzWay[];
  /** The inputs that are kept so far, all of them bytes to decode. */
  readonly kept: readonly FuzzInput[];
  /** Bytes that somebody thinks telling: some inputs get one of them. */
  readonly words?: readonly Uint8Array[];
  /** What the code of the decoders was seen to do, where they count it. */
  readonly reached?: ReachedCode;
  /** Bytes to decode are cut to this length. */
  readonly bytesMax?: number;
}

/** An input, and whether the seed and its number alone draw it again. */
export interface Draw {
  readonly input: FuzzInput;
  readonly isFresh: boolean;
}

/** Draws the input with this number. */
export function drawInput(draws: FuzzDraws, index: number): Draw {
  const random = randomAt(draws.seed ^ keptSalt, index);
  const draw = drawAny(draws, random, index);
  const {words = [], bytesMax = Infinity} = draws;
  const {message, way, bytes} = draw.input;
  const hasWord = words.length > 0 && way === 'binary' && random.oneIn(4);
  if (!hasWord && (way !== 'binary' || bytes.length <= bytesMax)) return draw;
  const changedBytes = hasWord ? withWord(random, bytes, random.pick(words)) : bytes;
  return {
    input: {message, way, bytes: changedBytes.subarray(0, Math.min(changedBytes.length, bytesMax))},
    isFresh: false,
  };
}

/** Puts a word between two bytes, or over as many as it has. */
function withWord(random: Random, bytes: Uint8Array, word: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  const behind = random.oneIn(2) ? at : Math.min(bytes.length, at + word.length);
  return joinBytes([bytes.subarray(0, at), word, bytes.subarray(behind)]);
}

function drawAny({seed, messages, otherWays, kept, reached}: FuzzDraws, random: Random, index: number): Draw {
  const isGuided = reached !== undefined && reached.edges > 0;
  const comparison = isGuided && random.oneIn(2) ? reached.nextComparison(random) : undefined;
  if (comparison !== undefined) return {input: withComparison(random, comparison), isFresh: false};
  if (otherWays.length > 0 && random.oneIn(4))
    return {input: generateWay(seed, index, random.pick(otherWays), messages), isFresh: true};
  // What reached more code than anything before it is worth more changes than answers alone are.
  if (kept.length === 0 || !(isGuided ? random.oneIn(2) : random.oneIn(3)))
    return {input: generateWay(seed, index, 'binary', messages), isFresh: true};
  const {message, bytes} =
    isGuided && random.oneIn(2)
      ? kept[kept.length - 1 - random.below(Math.min(newest, kept.length))]!
      : random.pick(kept);
  // One behind the other, two messages are one that has the fields of both.
  const other = isGuided && random.oneIn(4) ? random.pick(kept) : undefined;
  const joined = other?.message === message ? joinBytes([bytes, other.bytes]) : bytes;
  const isWhole = joined !== bytes && random.oneIn(2);
  const inFields =
    isGuided && random.oneIn(3) ? changeFields(random, {message, way: 'binary', bytes: joined}) : undefined;
  if (inFields !== undefined) return {input: {message, way: 'binary', bytes: inFields}, isFresh: false};
  return {input: {message, way: 'binary', bytes: isWhole ? joined : changed(random, joined, kept)}, isFresh: false};
}

/** Puts the constant into a field that the input has, or adds one with it. */
function withComparison(random: Random, comparison: Comparison): FuzzInput {
  const {input, constant} = comparison;
  const bytes = typeof constant === 'bigint' && random.oneIn(2) ? changeFields(random, input, constant) : undefined;
  return bytes === undefined ? withConstant(random, comparison) : {...input, bytes};
}

/** So many of the inputs that were kept last are changed as often as all together. */
const newest = 64;

/** Keeps the numbers that choose apart from the numbers that generate. */
const keptSalt = 0x2545_f491;

function changed(random: Random, bytes: Uint8Array, kept: readonly FuzzInput[]): Uint8Array {
  return random.oneIn(4) ? splice(random, bytes, random.pick(kept).bytes) : mutate(random, bytes);
}
