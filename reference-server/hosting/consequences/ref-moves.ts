/** What follows when git moves a ref. */
import {resolveCommit} from '../../git/refs.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {syncMirrors} from '../mirror-sync.ts';
import {branchMoved, refPointed, tagRemoved} from '../push-events.ts';
import {branchRemoved} from './retargeting.ts';

/** A ref that moved; `before` is undefined where it is new, `after` where it is gone. */
export interface RefMove {
  readonly ref: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Reports that git moved a ref, by the same events as the operations that move one. */
export async function refMoved(ask: Ask, repository: Repository, {ref, before, after}: RefMove): Promise<void> {
  const [, folder, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  if (folder === undefined) return;
  if (folder === 'heads' && after !== undefined) return branchMoved(ask, repository, {branch: name, before, after});
  if (folder === 'heads') await branchRemoved(ask, repository, name);
  else if (before !== undefined) tagRemoved(ask, repository, {name, sha: before});
  const sha = after === undefined ? undefined : await resolveCommit(ask.world.git.open(repository.id), ref);
  if (sha !== undefined) await refPointed(ask, repository, {kind: 'tag', name, sha});
  syncMirrors(ask, repository, false);
}
