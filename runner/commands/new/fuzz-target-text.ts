// The text of a fuzz target for Jazzer.js: a decoder, and the oracle that says whether it is right.

/** Gives the file; `decoder` is its module as an import names it. */
export function fuzzTargetText(decoder: string): string {
  return `// A fuzz target of Jazzer.js with the exact oracle inside: a wrong value is a crash, whose text says what had to be answered.
//   MESSAGE=OverlayPing npx --no-install jazzer fuzz-target.mjs corpus/OverlayPing --sync --excludes touchstone
// Each folder of a corpus of touchstone fuzz is a corpus here, and the other way round; touchstone replay takes the files that Jazzer.js leaves.
import {fuzzTarget} from 'touchstone';
import * as decoder from ${JSON.stringify(decoder)};

const {decode} = decoder.decode === undefined ? decoder.default : decoder;

export const fuzz = fuzzTarget(decode, process.env.MESSAGE ?? 'OverlayMeta');
`;
}
