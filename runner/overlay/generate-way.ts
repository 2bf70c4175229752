// Draws an input of any way: bytes, proto3 JSON, or a value to be written in one of the two.
import type {FuzzInput, FuzzWay} from '../../model/decoder-search.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {generateInput} from './generate.ts';
import {generateJson} from './generate-json.ts';
import {generateValueText} from './generate-value.ts';
import {randomAt} from '../../base/random/seeded-numbers.ts';

/** Draws the input with this number under this seed. `messages` must not be empty. */
export function generateWay(seed: number, index: number, way: FuzzWay, messages: readonly OverlayMessage[]): FuzzInput {
  if (way === 'binary') return {...generateInput(seed, index, messages), way};
  const random = randomAt(seed, index);
  const message = random.pick(messages);
  return {message, way, bytes: way === 'json' ? generateJson(random, message) : generateValueText(random, message)};
}
