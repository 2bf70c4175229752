// Reviews and merges as a model: the owner and an administrator may always merge, a writer only when reviews allow it.
import fc from 'fast-check';
import {isJsonObject, type Json} from '../../runner/model/json.ts';
import {property, type PropertyWorld, type WorldReply} from '../../runner/model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {replayable} from './common/replayable.ts';
import {isSuccess, itemsOf, part, placeOf, type Place, type Things} from './common/things.ts';

/** What the protection of the base branch demands. */
interface Demands {
  readonly approvals: number;
  readonly isBlockedByRejection: boolean;
  readonly isStaleDismissed: boolean;
}

interface Model {
  readonly demands: Demands;
  pull: Things;
  /** The last review of each reviewer, and whether the branch moved on since. */
  readonly reviews: Map<string, {readonly isApproval: boolean; isStale: boolean}>;
  commits: number;
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
      say: `${this.who} ${this.isApproval ? 'approves' : 'asks for changes'}`,
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
      say: 'bob pushes another commit to the branch',
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
    const params = {...place, index: part(model.pull, 'number')};
    world.count(`merge as ${this.who}`);
    const isAllowed = this.who === 'bob' && isOpenToWriters(model);
    const merge = async (isForced: boolean, isSure: boolean): Promise<Merged> => {
      const reply = await world.call('repoMergePullRequest', {
        as: this.who,
        params,
        body: {Do: 'merge', force_merge: isForced},
        // Some servers look for conflicts at their leisure and merge nothing before.
        ...(isSure ? {until: isSuccess} : {}),
        say: `${this.who} merges ${isForced ? 'with' : 'without'} force_merge`,
      });
      const shown = await world.call('repoGetPullRequest', {params, say: 'alice reads whether it is merged'});
      world.expect(shown, {status: '2xx'});
      const hasMerged = shown.at('/merged').value === true;
      // As a case: what was merged by somebody who may was answered wrongly, all else was done wrongly.
      const isAnswerWrong = hasMerged && (isAllowed || this.who !== 'bob');
      world.law(
        hasMerged === isSuccess(reply),
        {
          path: '/merged',
          message: `the merge was answered with ${String(reply.status)}, and merged is ${String(hasMerged)}`,
        },
        {
          written: isAnswerWrong
            ? {reply, tree: {status: '2xx'}}
            : [{reply: shown, tree: {body: {merged: !hasMerged}}}, ...(isSuccess(reply) ? [{reply}] : [])],
        },
      );
      return {hasMerged, shown};
    };
    await expectStale(model, world, params);
    await world.call('repoGetPullRequest', {
      params,
      until: isMergeable,
      awaited: {body: {mergeable: {$ne: false}}},
      say: 'alice waits until it can be merged',
    });
    const {hasMerged, shown} = await merge(this.isForced, isAllowed || (this.who !== 'bob' && this.isForced));
    if (this.who === 'bob') {
      // What the settings of a protection do to a writer is only usual.
      const message = `a writer ${hasMerged ? 'merged' : 'could not merge'} where reviews ${isAllowed ? 'allow' : 'forbid'} it`;
      const written = {reply: shown, tree: {body: {merged: isAllowed}}};
      world.law(hasMerged === isAllowed, {path: '/merged', message}, {usual: true, written});
    } else {
      // "A repository owner or admin may merge a pull request regardless of review status": plain or with force_merge.
      const otherwise = hasMerged ? {hasMerged, shown} : await merge(!this.isForced, true);
      world.law(
        otherwise.hasMerged,
        {path: '/merged', message: `${this.who} cannot merge, neither with force_merge nor without`},
        {written: {reply: otherwise.shown, tree: {body: {merged: true}}}},
      );
      world.law(
        hasMerged || !this.isForced,
        {path: '/merged', message: `${this.who} can merge without force_merge, and is refused with it`},
        {written: {reply: shown, tree: {body: {merged: true}}}},
      );
    }
    if (hasMerged || this.who !== 'bob') await openAnother(model, real);
  }

  toString(): string {
    return `${this.who} merges${this.isForced ? ' by force' : ''}`;
  }
}

/** What came of a merge, and the answer that shows it. */
interface Merged {
  readonly hasMerged: boolean;
  readonly shown: WorldReply;
}

function isMergeable({body}: WorldReply): boolean {
  return body !== undefined && isJsonObject(body) && body['mergeable'] !== false;
}

/** Approvals of an older commit grow stale after the push, not with it. */
async function expectStale({demands, reviews}: Model, world: PropertyWorld, params: Things): Promise<void> {
  const isAnyStale = [...reviews.values()].some(({isApproval, isStale}) => isApproval && isStale);
  if (!demands.isStaleDismissed || !isAnyStale) return;
  await world.call('repoListPullReviews', {
    params,
    until: reply => itemsOf(reply).some(isOver),
    awaited: {body: {$any: [{$contains: {stale: true}}, {$contains: {dismissed: true}}]}},
    say: 'alice waits until an approval is stale',
  });
}

function isOver(review: Json): boolean {
  return isJsonObject(review) && (review['stale'] === true || review['dismissed'] === true);
}

function isOpenToWriters({demands, reviews}: Model): boolean {
  const counted = [...reviews.values()].filter(({isStale}) => !(demands.isStaleDismissed && isStale));
  const isRejected = [...reviews.values()].some(({isApproval}) => !isApproval);
  const approvals = counted.filter(({isApproval}) => isApproval).length;
  return approvals >= demands.approvals && !(demands.isBlockedByRejection && isRejected);
}

async function openAnother(model: Model, {world, repo}: Real): Promise<void> {
  model.pull = await world.arrange('pull-request', {repo, poster_as: 'bob'});
  model.reviews.clear();
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
  needs: ['repositories', 'branches'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.tuple(
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
      inAnyOrder(sceneNames),
    ),
  ),
  check: async (world, [commands, asked, drawn]) => {
    const repo = await world.arrange('repository');
    await world.arrange('collaborator', {repo});
    const rule = await world.arrange('branch-protection', {
      repo,
      rule: part(repo, 'default_branch'),
      required_approvals: asked.approvals,
    });
    await world.prepare('repoEditBranchProtection', {
      params: {...placeOf(repo), name: part(rule, 'rule')},
      body: {
        block_on_rejected_reviews: asked.isBlockedByRejection,
        dismiss_stale_approvals: asked.isStaleDismissed,
      },
      say: `alice protects the default branch: ${String(asked.approvals)} approvals${asked.isBlockedByRejection ? ', blocked by rejections' : ''}${asked.isStaleDismissed ? ', stale approvals dismissed' : ''}`,
    });
    const pull = await world.arrange('pull-request', {repo, poster_as: 'bob'});
    const model: Model = {demands: asked, pull, reviews: new Map(), commits: 0};
    const real: Real = {world, repo, place: placeOf(repo)};
    await fc.asyncModelRun(() => ({model, real}), commands);
    for (const scene of drawn) {
      world.count(scene);
      if (model.reviews.size > 0) await openAnother(model, real);
      for (const command of scenes[scene]) await command.run(model, real);
    }
  },
});
