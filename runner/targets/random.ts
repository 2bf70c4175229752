// Random numbers and names from the operating system.
import {randomInt} from 'node:crypto';
import type {RandomSource} from '../model/ports.ts';

/** Gives the machine's randomness, from the operating system, so that two runs never share a name. */
export function machineRandom(): RandomSource {
  return {
    seed: () => randomInt(2 ** 31),
    name: length => Array.from({length}, (_, index) => pick(index === 0 ? letters : lettersAndDigits)).join(''),
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length));
}
