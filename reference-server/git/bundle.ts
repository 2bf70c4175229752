/** Packs a commit and all that is behind it into one file that git clones and fetches from, as `git bundle` does. */
import type {GitPlace} from './git-store.ts';
import {packOf} from './pack.ts';
import {objectsToSend} from './reach.ts';

/** Gives a bundle in which the commit is HEAD and the only branch, which is named as today's servers name it. */
export function bundleOf(place: GitPlace, commitSha: string): Buffer {
  const none = new Set<string>();
  const oids = objectsToSend(place, {wants: [commitSha], haves: [], clientCut: none, cut: none, tags: []});
  return Buffer.concat([
    Buffer.from(`# v2 git bundle\n${commitSha} refs/heads/bundle\n${commitSha} HEAD\n\n`),
    packOf(place, oids),
  ]);
}
