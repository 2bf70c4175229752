/** Keeps the objects of a push, all or none of them: they are unpacked and checked apart from the repository first. */
import {blankPlace, copyObjects} from './git-store.ts';
import type {GitPlace} from './git-store.ts';
import {flawOfObjects} from './sound-objects.ts';
import {unpack} from './unpack.ts';

/** What became of a pack: its objects are in the store, or none of them is; `added` are the paths of those that are new there. `why` is one line. */
export type PackOutcome =
  | {readonly kind: 'kept'; readonly added: readonly string[]}
  | {readonly kind: 'damaged'; readonly why: string}
  /** It was read, and holds what must not be kept. */
  | {readonly kind: 'refused'; readonly why: string};

/** Keeps the objects of a pack. */
export async function keepPack(kept: GitPlace, pack: Uint8Array): Promise<PackOutcome> {
  const pushed = blankPlace();
  const unpacked = unpack({pushed, kept}, pack);
  if (unpacked.kind === 'damaged') return unpacked;
  const why = await flawOfObjects({pushed, kept}, unpacked.ids);
  if (why !== undefined) return {kind: 'refused', why};
  return {kind: 'kept', added: copyObjects(pushed, kept)};
}
