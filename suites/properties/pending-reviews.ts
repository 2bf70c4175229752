// Pending reviews as a model: comments gather in one review that is its author's alone until it is submitted.
import fc from 'fast-check';
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference, type WithReferences} from '../../model/property.ts';
import {replayable} from './common/replayable.ts';
import {column, isListOf, isSuccess, listTree, part, placeOf, spelled, wordOf, type Things} from './common/things.ts';

interface Review {
  readonly id: Reference;
  readonly bodies: string[];
}

interface Model {
  pending: Review | undefined;
  readonly submitted: Review[];
  /** The comment that each answer's review was made for, by its id. */
  readonly made: Map<Json, string>;
  comments: number;
}

interface Real {
  readonly world: PropertyWorld;
  readonly pull: Things;
  readonly params: {readonly [name: string]: Reference};
  /** Of an administrator of the site nobody says whether they see what is pending. */
  readonly isAliceAdmin: boolean;
}

type Command = fc.AsyncCommand<Model, Real>;

/** The events of a review that is no pending one. */
const singleEvents = ['COMMENT', 'APPROVED', 'REQUEST_CHANGES'] as const;

/** The events that a review may name and be pending all the same, as the target's dialect says. */
function pendingEvents(world: PropertyWorld): readonly Json[] {
  const {value} = world.known('dialect.values.pendingFlagEvents');
  return isJsonList(value) ? value : [];
}

class AddComment implements Command {
  readonly isPending: boolean;
  /** Which of the events it names. */
  readonly turn: number;

  constructor(isPending: boolean, turn = 0) {
    this.isPending = isPending;
    this.turn = turn;
  }

  // What a single comment does to a pending review of the same author is not said.
  check(model: Readonly<Model>): boolean {
    return this.isPending || model.pending === undefined;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, pull, params} = real;
    world.count(this.isPending ? 'pending comment' : 'single comment');
    model.comments += 1;
    const body = `comment ${String(model.comments)}`;
    const events = this.isPending ? pendingEvents(world) : singleEvents;
    const event = events[this.turn % Math.max(1, events.length)] ?? 'COMMENT';
    const reply = await world.call('repoCreatePullReview', {
      as: 'bob',
      params,
      body: this.isPending
        ? pendingComment({pull, body, event})
        : {
            event,
            pending_review: false,
            ...(event === 'COMMENT' ? {} : {body: 'at once'}),
            comments: [commentOn(pull, body)],
          },
      say: `bob makes ${body} with event "${wordOf(event)}" in ${this.isPending ? `${model.pending === undefined ? 'a' : 'the'} pending review` : 'a review of its own'}`,
    });
    world.expect(reply, {status: '2xx'});
    const id = reply.at('/id');
    if (!model.made.has(id.value)) model.made.set(id.value, body);
    if (!this.isPending) model.submitted.push({id, bodies: [body]});
    else if (model.pending === undefined) model.pending = {id, bodies: [body]};
    else model.pending.bodies.push(body);
    await expectModel(model, real);
  }

  toString(): string {
    return this.isPending ? 'pending comment' : 'single comment';
  }
}

interface Comment {
  readonly pull: Things;
  readonly body: string;
  readonly event: WithReferences;
}

/** The body of a request that comments in a pending review. */
function pendingComment({pull, body, event}: Comment): WithReferences {
  // Today's servers take no pending review without a text of its own.
  return {
    event,
    pending_review: true,
    body: 'not yet',
    comments: [commentOn(pull, body)],
  };
}

function commentOn(pull: Things, body: string): WithReferences {
  return {path: part(pull, 'path'), body, new_position: 1};
}

class Submit implements Command {
  check(model: Readonly<Model>): boolean {
    return model.pending !== undefined;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, params} = real;
    const review = model.pending;
    if (review === undefined) return;
    world.count('submit');
    const reply = await world.call('repoSubmitPullReview', {
      as: 'bob',
      params: {...params, id: review.id},
      body: {event: 'COMMENT', body: 'done'},
      say: 'bob submits the pending review',
    });
    world.expect(reply, {status: '2xx'});
    model.submitted.push(review);
    model.pending = undefined;
    await expectModel(model, real);
    const comments = await world.call('repoGetPullReviewComments', {
      params: {...params, id: review.id},
      say: `alice reads the comments of the review of ${review.bodies[0] ?? ''}`,
    });
    world.expect(comments, {status: '2xx', at: {'$[*].body': {$unordered: review.bodies}}});
  }

  toString(): string {
    return 'submit';
  }
}

async function expectModel({pending, submitted, made}: Model, {world, params, isAliceAdmin}: Real): Promise<void> {
  const told = (ids: readonly Json[]): string =>
    ids.length === 0 ? 'no review' : `reviews begun with ${spelled(ids.map(id => made.get(id) ?? wordOf(id)))}`;
  const shown = submitted.map(({id}) => id);
  const views = [
    {as: 'bob', expected: pending === undefined ? shown : [...shown, pending.id]},
    ...(isAliceAdmin && pending !== undefined ? [] : [{as: 'alice', expected: shown}]),
  ];
  for (const {as, expected: ids} of views) {
    const expected = ids.map(({value}) => value);
    const reply = await world.call('repoListPullReviews', {as, params, say: `${as} lists the reviews`});
    world.expect(reply, {status: '2xx'});
    const actual = column(reply, 'id');
    world.law(
      isListOf(reply, 'id', expected),
      {
        path: '$[*].id',
        message: `${as} sees ${told(actual)} (expected ${told(expected)})`,
        expected,
        actual,
      },
      {written: {reply, tree: listTree('id', ids)}},
    );
  }
}

const addPending = fc.nat(4).map(turn => new AddComment(true, turn));

export const pendingReviewsFollowTheModel = property({
  id: 'pending-reviews-follow-the-model',
  title:
    'pending comments gather in one review that others see from its submission on; single comments are seen at once',
  proves: ['REVIEW-PENDING'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'usual-pages'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.commands(
      [addPending, addPending, fc.nat(2).map(turn => new AddComment(false, turn)), fc.constant(new Submit())],
      {
        maxCommands: 6,
        size: 'max',
        ...replay,
      },
    ),
  ),
  check: async (world, drawn) => {
    const repo = await world.arrange('repository', {}, {called: 'a repository of alice'});
    const pull = await world.arrange('pull-request', {repo}, {called: 'a pull request of alice'});
    const params = {...placeOf(repo), index: part(pull, 'number')};
    const model: Model = {pending: undefined, submitted: [], made: new Map(), comments: 0};
    const me = await world.call('userGetCurrent', {say: 'alice reads her account'});
    const isAliceAdmin = isJsonObject(me.body) && me.body['is_admin'] === true;
    const real: Real = {world, pull, params, isAliceAdmin};
    await new AddComment(false).run(model, real);
    await new AddComment(true).run(model, real);
    await fc.asyncModelRun(() => ({model, real}), drawn);
    await new AddComment(true).run(model, real);
    await new Submit().run(model, real);
    // Each event begins a pending review and extends one.
    for (const [turn] of pendingEvents(world).entries()) {
      await new AddComment(true, turn).run(model, real);
      await new AddComment(true, turn + 1).run(model, real);
      await new Submit().run(model, real);
    }
    for (const [turn] of singleEvents.entries()) await new AddComment(false, turn).run(model, real);
    await expectOneForEach(real);
  },
});

/** Two people who have a pending review each do not write into the same one. */
async function expectOneForEach({world, pull, params}: Real): Promise<void> {
  const made: Reference[] = [];
  for (const as of ['alice', 'bob']) {
    const reply = await world.call('repoCreatePullReview', {
      as,
      params,
      body: pendingComment({pull, body: `a comment of ${as}`, event: world.known('dialect.values.pendingEvent')}),
      say: `${as} makes a comment in a pending review`,
    });
    world.expect(reply, {status: '2xx'}, {usual: true});
    if (!isSuccess(reply)) return;
    const [other] = made;
    const id = reply.at('/id');
    made.push(id);
    if (other === undefined) continue;
    world.law(
      id.value !== other.value,
      {path: '/id', message: `the comment of ${as} is in the pending review of alice (expected a review of ${as})`},
      {usual: true, written: {reply, tree: {body: {id: {$not: {$eq: other}}}}}},
    );
  }
}
