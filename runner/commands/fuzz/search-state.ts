// The state of a search on disk: enough to go on after any end, a kill included.
import {isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {FuzzTally} from '../../../model/decoder-search.ts';
import {findingJson, findingOf} from './finding-file.ts';

/** Where a search stood. */
export interface FuzzState {
  readonly seed: number;
  /** The number of the next draw. */
  readonly next: number;
  readonly inputs: number;
  readonly elapsedMs: number;
  readonly tallies: readonly FuzzTally[];
}

/** Gives the text of the state file. */
export function stateText({seed, next, inputs, elapsedMs, tallies}: FuzzState): string {
  const state: JsonObject = {
    type: 'fuzz-state',
    schema: 1,
    seed,
    next,
    inputs,
    elapsedMs: Math.round(elapsedMs),
    findings: tallies.map(({finding, count, also, alike}) => ({
      ...findingJson(finding),
      count,
      also: [...also],
      alike: [...alike],
    })),
  };
  return `${JSON.stringify(state)}\n`;
}

/** Reads a state file, or says what is wrong with it. `isKnown` is asked anew: the baseline may have changed. */
export function readState(text: string, isKnown: (finding: FuzzTally['finding']) => boolean): FuzzState | string {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return 'it is not JSON';
  }
  if (!isJsonObject(parsed) || parsed['type'] !== 'fuzz-state' || parsed['schema'] !== 1)
    return 'it is not the state of a search of this version of touchstone';
  const {seed, next, inputs, elapsedMs, findings} = parsed;
  if (!isCount(seed) || !isCount(next) || !isCount(inputs) || !isCount(elapsedMs) || !Array.isArray(findings))
    return 'seed, next, inputs, elapsedMs and findings must be there';
  const tallies = findings.map((item: Json) => readTally(item, isKnown));
  const wrong = tallies.find(tally => typeof tally === 'string');
  if (typeof wrong === 'string') return wrong;
  return {seed, next, inputs, elapsedMs, tallies: tallies.filter(tally => typeof tally !== 'string')};
}

function readTally(item: Json, isKnown: (finding: FuzzTally['finding']) => boolean): FuzzTally | string {
  if (!isJsonObject(item)) return 'an item of "findings" is not a mapping';
  const finding = findingOf(item);
  if (typeof finding === 'string') return finding;
  const {count, also, alike} = item;
  return {
    finding,
    count: isCount(count) ? count : 1,
    isKnown: isKnown(finding),
    also: kindsOf(also),
    alike: kindsOf(alike),
  };
}

function kindsOf(kinds: Json | undefined): Set<string> {
  return new Set(Array.isArray(kinds) ? kinds.filter(kind => typeof kind === 'string') : []);
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
