// Gives overlay cases that come from a table row other values of the same kind, drawn from a seed, so that a decoder cannot know the input.
import type {PlannedExample, Runnable} from '../../../model/plan.ts';
import {variantRow} from '../../overlay/variant-row.ts';

/** Replaces the row of every overlay case by a variant with the same verdict for the same reason; rows that have none stay as they are. */
export function seededRows(runnables: readonly Runnable[], seed: number): readonly Runnable[] {
  return runnables.map(runnable => (runnable.kind === 'example' ? (seededRow(runnable, seed) ?? runnable) : runnable));
}

/** Gives the case with the variant of its row; undefined for a case that has none. */
export function seededRow(runnable: PlannedExample, seed: number): PlannedExample | undefined {
  const {definition} = runnable;
  const {row} = definition;
  if (row === undefined || definition.area === 'hosting') return undefined;
  // Two rows must not draw the same numbers, and one row must draw the same in every case that it stands in.
  const values = variantRow(row.values, seed ^ hashOf(row.id));
  return values === undefined ? undefined : {...runnable, definition: {...definition, row: {...row, values}}};
}

/** Gives a number, 0 … 2^31 − 1, that a text always gives. */
export function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash >>> 1;
}
