// Reviews and merges as a model: the owner and an administrator may always merge, a writer only when reviews allow it.
import fc from 'fast-check';
import {property, type PropertyWorld} from '../../model/property.ts';
import {inAnyOrderOrNone} from './common/in-any-order.ts';
import {merge, waitUntilDismissed, waitUntilMergeable} from './common/merging.ts';
import {replayable} from './common/replayable.ts';
import {hasStaleApproval, obstacleToWriters, type Demands} from './common/reviews.ts';
import {part, placeOf, type Place, type Things} from './common/things.ts';

export * from './common/merge-fields.ts';

interface Model {
  readonly demands: Demands;
  pull: Things;
  /** How many pull requests there were, to call them by number. */
  pulls: number;
  readonly reviews: Map<string, {readonly isApproval: boolean; isStale: boolean}>;
  commits: number;
}

function toldPull({pulls}: Pick<Model, 'pulls'>): string {
  return `pull request ${String(pulls)}`;
}

function told(who: string): string {
  return who === 'admin' ? 'the administrator' : who;
}

interface Real {
  readonly world: PropertyWorld;
  readonly repo: Things;
  readonly place: Place;
}

type Command = fc.AsyncCommand<Model, Real>;

class Review implements Command {
  readonly who: string;
  readonly isApproval: boolean;

  constructor(who: string, isApproval: boolean) {
    this.who = who;
    this.isApproval = isApproval;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, {world, place}: Real): Promise<void> {
    world.count(this.isApproval ? 'approve' : 'ask for changes');
    await world.prepare('repoCreatePullReview', {
      as: this.who,
      params: {...place, index: part(model.pull, 'number')},
      body: {event: this.isApproval ? 'APPROVED' : 'REQUEST_CHANGES', body: 'seen'},
      say: `${told(this.who)} ${this.isApproval ? 'approves' : 'requests changes on'} ${toldPull(model)}`,
    });
    model.reviews.set(this.who, {isApproval: this.isApproval, isStale: false});
  }

  toString(): string {
    return `${this.who} ${this.isApproval ? 'approves' : 'asks for changes'}`;
  }
}

class Push implements Command {
  check(): boolean {
    return true;
  }

  async run(model: Model, {world, place}: Real): Promise<void> {
    world.count('push');
    model.commits += 1;
    await world.prepare('repoCreateFile', {
      as: 'bob',
      params: {...place, filepath: `more-${String(model.commits)}.txt`},
      body: {content: 'b25lCg==', branch: part(model.pull, 'branch')},
      say: `bob pushes another commit to the branch of ${toldPull(model)}`,
    });
    for (const review of model.reviews.values()) review.isStale = true;
  }

  toString(): string {
    return 'push';
  }
}

class Merge implements Command {
  readonly who: string;
  readonly isForced: boolean;

  constructor(who: string, isForced: boolean) {
    this.who = who;
    this.isForced = isForced;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    const pull = {params: {...place, index: part(model.pull, 'number')}, called: toldPull(model)};
    world.count(`merge as ${this.who}`);
    const isWriter = this.who === 'bob';
    const obstacle = isWriter ? obstacleToWriters(model.demands, model.reviews) : undefined;
    const isAllowed = isWriter && obstacle === undefined;
    const by = {as: this.who, who: told(this.who), isRightful: isAllowed || !isWriter};
    if (hasStaleApproval(model.demands, model.reviews)) await waitUntilDismissed(world, pull);
    await waitUntilMergeable(world, pull);
    const isSure = isAllowed || (!isWriter && this.isForced);
    const {hasMerged, shown} = await merge(world, pull, {...by, isForced: this.isForced, isSure});
    if (isWriter) {
      // What the settings of a protection do to a writer is only usual.
      const message = hasMerged
        ? `bob, a writer, merged ${pull.called} (expected a refusal: ${obstacle ?? ''})`
        : `bob, a writer, could not merge ${pull.called} (expected success: reviews allow it)`;
      const written = {reply: shown, tree: {body: {merged: isAllowed ? true : {$ne: true}}}};
      world.law(hasMerged === isAllowed, {path: '/merged', message}, {usual: true, written});
    } else {
      // "A repository owner or admin may merge a pull request regardless of review status": plain or with force_merge.
      const otherwise = hasMerged
        ? {hasMerged, shown}
        : await merge(world, pull, {...by, isForced: !this.isForced, isSure: true});
      world.law(
        otherwise.hasMerged,
        {
          path: '/merged',
          message: `${by.who} cannot merge ${pull.called}, with force_merge or without (expected that whoever administers the repository can)`,
        },
        {proves: 'MERGE-ADMIN', written: {reply: otherwise.shown, tree: {body: {merged: true}}}},
      );
      if (this.isForced)
        world.law(
          hasMerged,
          {
            path: '/merged',
            message: `${by.who} can merge ${pull.called} only without force_merge (expected also with it)`,
          },
          {proves: 'MERGE-FORCE', written: {reply: shown, tree: {body: {merged: true}}}},
        );
    }
    if (hasMerged || !isWriter) await openAnother(model, real);
  }

  toString(): string {
    return `${this.who} merges${this.isForced ? ' by force' : ''}`;
  }
}

async function openAnother(model: Model, {world, repo}: Real): Promise<void> {
  model.pulls += 1;
  model.pull = await openPull(world, repo, model);
  model.reviews.clear();
}

function openPull(world: PropertyWorld, repo: Things, model: Pick<Model, 'pulls'>): Promise<Things> {
  return world.arrange('pull-request', {repo, poster_as: 'bob'}, {called: toldPull(model)});
}

const demands: fc.Arbitrary<Demands> = fc.record({
  approvals: fc.constant(1),
  isBlockedByRejection: fc.boolean(),
  isStaleDismissed: fc.constantFrom(true, true, true, true, false),
});

// What every run meets, so that nothing is left to luck.
const scenes = {
  'an approval grows old': [new Review('alice', true), new Push(), new Merge('bob', false)],
  'a rejection stands against the owner': [new Review('admin', false), new Push(), new Merge('alice', true)],
} as const satisfies {readonly [name: string]: readonly Command[]};

const sceneNames = Object.keys(scenes) as (keyof typeof scenes)[];

const reviewer = fc.constantFrom('alice', 'admin');

export const mergesFollowTheModel = property({
  id: 'merges-follow-the-model',
  title:
    'whatever was reviewed and pushed, the owner and an administrator may merge, and a refused merge merges nothing',
  proves: ['MERGE-ADMIN', 'MERGE-FORCE', 'MERGE-FORCE-OP'],
  area: 'hosting',
  contexts: {right: 'admin'},
  needs: ['repositories', 'branches'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.tuple(
      inAnyOrderOrNone(sceneNames),
      fc.commands(
        [
          fc.tuple(reviewer, fc.boolean()).map(([who, isApproval]) => new Review(who, isApproval)),
          fc.constant(new Push()),
          fc.boolean().map(isForced => new Merge('bob', isForced)),
          fc.tuple(reviewer, fc.boolean()).map(([who, isForced]) => new Merge(who, isForced)),
        ],
        {maxCommands: 5, size: 'max', ...replay},
      ),
      demands,
    ),
  ),
  check: async (world, [drawn, commands, asked]) => {
    const repo = await world.arrange('repository', {}, {called: 'a repository of alice'});
    await world.arrange('collaborator', {repo}, {called: 'bob as a collaborator, who may write'});
    const inputs = {repo, rule: part(repo, 'default_branch'), required_approvals: asked.approvals};
    const called = 'a protection of the default branch';
    const rule = await world.arrange('branch-protection', inputs, {called});
    await world.prepare('repoEditBranchProtection', {
      params: {...placeOf(repo), name: part(rule, 'rule')},
      body: {
        block_on_rejected_reviews: asked.isBlockedByRejection,
        dismiss_stale_approvals: asked.isStaleDismissed,
      },
      say: `alice sets block_on_rejected_reviews to ${String(asked.isBlockedByRejection)} and dismiss_stale_approvals to ${String(asked.isStaleDismissed)}`,
    });
    const pull = await openPull(world, repo, {pulls: 1});
    const model: Model = {demands: asked, pull, pulls: 1, reviews: new Map(), commits: 0};
    const real: Real = {world, repo, place: placeOf(repo)};
    await fc.asyncModelRun(() => ({model, real}), commands);
    for (const scene of drawn) {
      world.count(scene);
      if (model.reviews.size > 0) await openAnother(model, real);
      for (const command of scenes[scene]) await command.run(model, real);
    }
  },
});
