// Random numbers and names from the operating system.
import {randomFillSync, randomInt} from 'node:crypto';
import type {RandomSource} from '../../../model/ports.ts';

/** Gives the machine's randomness, from the operating system, so that two runs never share a name. */
export function machineRandom(): RandomSource {
  const nextByte = byteSource();
  return {
    seed: () => randomInt(2 ** 31),
    name: length => {
      let name = '';
      while (name.length < length) name += pick(name === '' ? letters : lettersAndDigits, nextByte());
      return name;
    },
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

// Every request has a name of its own, so bytes are drawn by the page: a randomInt for each character cost 4 % of a run (measured).
function byteSource(): () => number {
  const page = new Uint8Array(4_096);
  let next = page.length;
  return () => {
    if (next === page.length) {
      randomFillSync(page);
      next = 0;
    }
    next += 1;
    return page[next - 1] ?? 0;
  };
}

/** Picks a character, or nothing: a byte past the last whole multiple of the alphabet would prefer its first letters. */
function pick(alphabet: string, byte: number): string {
  return byte < 256 - (256 % alphabet.length) ? alphabet.charAt(byte % alphabet.length) : '';
}
