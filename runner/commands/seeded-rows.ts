// Gives overlay cases that come from a table row other values of the same kind, drawn from a seed, so that a decoder cannot know the input.
import type {Runnable} from '../model/plan.ts';
import {variantRow} from '../overlay/variant-row.ts';

/** Replaces the row of every overlay case by a variant with the same verdict for the same reason; rows that have none stay as they are. */
export function seededRows(runnables: readonly Runnable[], seed: number): readonly Runnable[] {
  return runnables.map(runnable => (runnable.kind === 'example' ? withSeededRow(runnable, seed) : runnable));
}

function withSeededRow(runnable: Extract<Runnable, {kind: 'example'}>, seed: number): Runnable {
  const {definition} = runnable;
  const {row} = definition;
  if (row === undefined || definition.area === 'hosting') return runnable;
  // Two rows must not draw the same numbers, and one row must draw the same in every case that it stands in.
  const values = variantRow(row.values, seed ^ hashOf(row.id));
  return values === undefined ? runnable : {...runnable, definition: {...definition, row: {...row, values}}};
}

function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash >>> 1;
}
