// Merging a pull request: waits until it can be, asks for it, and holds the answer against what was done.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {PropertyWorld, WorldReply, Written} from '../../../model/property.ts';
import {isSuccess, itemsOf, type Things} from './things.ts';

/** Where a pull request is found, and what the story calls it. */
export interface Pull {
  readonly params: Things;
  readonly called: string;
}

/** Who merges and how. */
export interface Merging {
  readonly as: string;
  /** What the story calls them. */
  readonly who: string;
  readonly isForced: boolean;
  /** Whether it must succeed sooner or later; some servers look for conflicts at their leisure and merge nothing before. */
  readonly isSure: boolean;
  /** Whether they may: as a case, what was merged by somebody who may was answered wrongly, all else was done wrongly. */
  readonly isRightful: boolean;
}

/** What came of a merge, and the answer that shows it. */
export interface Merged {
  readonly hasMerged: boolean;
  readonly shown: WorldReply;
}

/** Waits until stale approvals are dismissed: that happens some time after the push, and some time after they are called stale. */
export async function waitUntilDismissed(world: PropertyWorld, {params, called}: Pull): Promise<void> {
  await world.call('repoListPullReviews', {
    params,
    until: reply => itemsOf(reply).some(isDismissed) && !itemsOf(reply).some(stillCounts),
    awaited: {body: {$contains: {dismissed: true}}},
    say: `alice waits until the approvals of ${called} are dismissed`,
  });
}

function isDismissed(review: Json): boolean {
  return isJsonObject(review) && review['dismissed'] === true;
}

function stillCounts(review: Json): boolean {
  return isJsonObject(review) && review['stale'] === true && review['state'] === 'APPROVED' && !isDismissed(review);
}

export async function waitUntilMergeable(world: PropertyWorld, {params, called}: Pull): Promise<void> {
  await world.call('repoGetPullRequest', {
    params,
    until: ({body}) => body !== undefined && isJsonObject(body) && body['mergeable'] !== false,
    awaited: {body: {mergeable: {$ne: false}}},
    say: `alice waits until ${called} is mergeable`,
  });
}

/** Merges; what is answered and what is done must agree. */
export async function merge(
  world: PropertyWorld,
  {params, called}: Pull,
  {as, who, isForced, isSure, isRightful}: Merging,
): Promise<Merged> {
  const reply = await world.call('repoMergePullRequest', {
    as,
    params,
    body: {Do: 'merge', force_merge: isForced},
    ...(isSure ? {until: isSuccess} : {}),
    say: `${who} merges ${called} with force_merge ${String(isForced)}`,
  });
  const shown = await world.call('repoGetPullRequest', {params, say: `alice reads whether ${called} is merged`});
  world.expect(shown, {proves: 'MERGE-FORCE-OP', status: '2xx'});
  const hasMerged = shown.at('/merged').value === true;
  world.law(
    hasMerged === isSuccess(reply),
    {
      path: '/merged',
      message: `merging was answered with ${String(reply.status)}, and ${called} shows merged ${String(hasMerged)} (expected ${String(isSuccess(reply))})`,
    },
    {
      proves: 'MERGE-FORCE-OP',
      written: hasMerged === isSuccess(reply) ? [] : wronged(reply, shown, hasMerged && isRightful),
    },
  );
  return {hasMerged, shown};
}

// What was merged by somebody who may was answered wrongly; all else was done wrongly.
function wronged(reply: WorldReply, shown: WorldReply, isAnswerWrong: boolean): readonly Written[] {
  if (isAnswerWrong) return [{reply, tree: {status: '2xx'}}];
  if (isSuccess(reply)) return [{reply: shown, tree: {body: {merged: true}}}, {reply}];
  return [{reply: shown, tree: {body: {merged: {$ne: true}}}}];
}
