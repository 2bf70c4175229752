// Reads the bounds of a target file, under the names and within the ranges of their flags.
import {boundRanges, type BoundName, type TargetBounds} from '../../../model/target-file.ts';
import {asRecord, describeJson, entriesOf, note, type Place} from '../../../base/yaml/yaml-place.ts';
import {boundKeys} from './target-keys.ts';

/** Reads `bounds:`. */
export function readBounds(place: Place | undefined): TargetBounds {
  const bounds: {[name in BoundName]?: number} = {};
  if (place === undefined || asRecord(place, '"bounds"', boundKeys) === undefined) return bounds;
  for (const [name, at] of entriesOf(place)) {
    if (!isBound(name)) continue;
    const value = readRange(at, `"${name}"`, boundRanges[name]);
    if (value !== undefined) bounds[name] = value;
  }
  return bounds;
}

function isBound(name: string): name is BoundName {
  return Object.hasOwn(boundRanges, name);
}

interface Range {
  readonly unit: 'duration' | 'size' | 'count';
  readonly least: number;
  readonly most: number;
}

const units = {
  duration: {
    factors: {ms: 1, s: 1_000, m: 60_000, h: 3_600_000},
    form: 'a duration with its unit, e.g. 500ms, 10s or 2m',
  },
  size: {factors: {'': 1, KiB: 1024, MiB: 1024 * 1024}, form: 'a size, e.g. 65536, 64KiB or 8MiB'},
  count: {factors: {'': 1}, form: 'a whole number'},
} as const;

/** Reads a number with a unit, in milliseconds, bytes or as a count. */
export function readRange(place: Place, what: string, {unit, least, most}: Range): number | undefined {
  const {factors, form} = units[unit];
  const [, amount = '', name = 'none'] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(written(place)) ?? [];
  const factor = Object.entries(factors).find(([own]) => own === name)?.[1];
  const value = factor === undefined ? Number.NaN : Math.round(Number(amount) * factor);
  const isWhole = unit === 'duration' || !amount.includes('.');
  if (isWhole && value >= least && value <= most) return value;
  const range =
    unit === 'duration' ? `${String(least)}ms to ${String(most / 1_000)}s` : `${String(least)} to ${String(most)}`;
  return note(place, `${what} is ${describeJson(place.value)}`, `write ${form}, from ${range}`);
}

function written({value}: Place): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
