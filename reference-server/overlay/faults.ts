// Lists every fault of the overlay peer, and finds the patches of the ones asked for.
import {decodeFaults} from './faults/decode.ts';
import {encodeFaults} from './faults/encode.ts';
import {fieldFaults} from './faults/fields.ts';
import {jsonFaults} from './faults/json.ts';
import {liveFaults} from './faults/live.ts';
import {schemaFaults} from './faults/schema.ts';
import {skipFaults} from './faults/skip.ts';
import {stateFaults} from './faults/state.ts';
import {valueFaults} from './faults/value.ts';
import {varintFaults} from './faults/varint.ts';
import type {OverlayPatch} from './rules/overlay-rules.ts';

/** All faults, in the order of the rules that they break. */
export const overlayFaults: readonly OverlayFault[] = [
  ...varintFaults,
  ...skipFaults,
  ...decodeFaults,
  ...stateFaults,
  ...fieldFaults,
  ...valueFaults,
  ...encodeFaults,
  ...jsonFaults,
  ...liveFaults,
  ...schemaFaults,
];

/** One named wrong behaviour, the requirement that it breaks, and how firmly that requirement is stated. */
export interface OverlayFault {
  readonly name: string;
  /** An id of suites/requirements.yaml. */
  readonly requirement: string;
  /** The group of wire cases that notices it, such as `U32`; `LIVE` where only a live peer shows it, `SCHEMA` where only what it says of its schema does. */
  readonly rule: string;
  /**
   * stated: no reading of the record makes it right; protocol: a guide says so; defacto: known decoders do so; usual: nothing says so, a miss is a warning;
   * information: only bytes or text change and no value does, so that no case has to notice it.
   */
  readonly basis: 'stated' | 'protocol' | 'defacto' | 'usual' | 'information';
  /** What the faulty peer does, as the rest of a sentence that begins with "it". */
  readonly says: string;
  /** Why a reader gets the right value all the same, in the words of a guide: a search, which judges values, leaves such a peer alone. */
  readonly lawful?: string;
  /** Why this fault alone is enough for its statement; every other statement that can be observed has two. */
  readonly alone?: string;
  readonly patch: OverlayPatch;
}

/** Gives the faults of these names, or the first name that no fault has. */
export function findFaults(
  names: readonly string[],
): {kind: 'found'; faults: OverlayFault[]} | {kind: 'unknown'; name: string} {
  const faults: OverlayFault[] = [];
  for (const name of names) {
    const fault = overlayFaults.find(one => one.name === name);
    if (fault === undefined) return {kind: 'unknown', name};
    faults.push(fault);
  }
  return {kind: 'found', faults};
}
