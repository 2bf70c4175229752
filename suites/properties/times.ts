// Lists that are asked for by time, and times that are given: the same instant is the same, however it is written.
import fc from 'fast-check';
import type {Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference, type WorldReply} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import type {Basis} from './common/shared-laws.ts';
import {instantOf, spelling, spellInstant, type Spelling} from './common/instants.ts';
import {
  column,
  isListOf,
  listTree,
  numbered,
  part,
  placeOf,
  teller,
  textOf,
  wordOf,
  type Things,
} from './common/things.ts';

const day = 86_400_000;
const base = Date.UTC(2012, 5, 1);

/** Later than whatever is made, also when a story is run again as a case; seconds since 1970 still fit into 31 bits. */
const later = Date.UTC(2037, 11, 31);

/** A window of time in days after the first of what is listed; a border stands half a day from everything. */
interface Window {
  readonly since: number | undefined;
  readonly before: number | undefined;
  readonly spelling: Spelling;
}

const border = fc.integer({min: -1, max: 4});
const window: fc.Arbitrary<Window> = fc.record({
  since: fc.option(border, {nil: undefined, freq: 3}),
  before: fc.option(border, {nil: undefined, freq: 3}),
  spelling,
});

function borderOf(first: number, days: number): number {
  return first + days * day + day / 2;
}

function paramsOf({since, before, spelling: how}: Window, first: number): {readonly [name: string]: string} {
  const at = (days: number): string => spellInstant(borderOf(first, days), how);
  return {
    ...(since === undefined ? {} : {since: at(since)}),
    ...(before === undefined ? {} : {before: at(before)}),
  };
}

function holds({since, before}: Window, first: number, at: number): boolean {
  return (
    (since === undefined || at > borderOf(first, since)) && (before === undefined || at <= borderOf(first, before))
  );
}

function toldWindow(params: {readonly [name: string]: string}): string {
  const told = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return told.length === 0 ? 'without a filter' : told.join(' and ');
}

/** When each listed time was tracked, as the list says, by id. */
function instantsIn(reply: WorldReply): ReadonlyMap<string, number> {
  const instants = column(reply, 'created').map(created => Date.parse(wordOf(created)));
  return new Map(column(reply, 'id').map((id, index) => [wordOf(id), instants[index] ?? Number.NaN]));
}

export const trackedTimesAreFiltered = property({
  id: 'tracked-times-are-filtered',
  title: 'lists of tracked times hold exactly what was tracked inside the window, in whatever offset it is written',
  proves: ['TIME-FILTER'],
  area: 'hosting',
  contexts: {fixed: {actor: 'it lists what alice tracked, which others see with a higher right'}},
  needs: ['repositories', 'issues'],
  runs: 2,
  floor: 2,
  input: fc.tuple(
    fc.uniqueArray(fc.integer({min: 0, max: 4}), {minLength: 3, maxLength: 4}),
    spelling,
    fc.array(window, {minLength: 4, maxLength: 5}),
  ),
  check: async (world, [days, how, windows]) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const issue = await world.arrange('issue', {repo});
    const made: Reference[] = [];
    for (const at of days) {
      const called = `time ${String(made.length + 1)}, tracked on the issue`;
      const inputs = {repo, issue, created: spellInstant(base + at * day, how)};
      made.push(part(await world.arrange('tracked-time', inputs, {called}), 'id'));
    }
    const told = teller(numbered('time', made));
    const issueParams = {...placeOf(repo), index: part(issue, 'number')};
    const say = 'alice lists the tracked times of the issue';
    const whole = await world.call('issueTrackedTimes', {params: issueParams, say});
    expectExactly(world, whole, {wanted: made, told});
    // Not every server keeps the time that was asked for; when it was tracked is what the server says.
    const instants = instantsIn(whole);
    const first = Math.min(...instants.values());
    for (const asked of windows) {
      const filter = paramsOf(asked, first);
      const wanted = made.filter(id => holds(asked, first, instants.get(textOf(id)) ?? Number.NaN));
      for (const [operation, params, home] of [
        ['issueTrackedTimes', issueParams, 'the issue'],
        ['repoTrackedTimes', placeOf(repo), 'the repository'],
      ] as const) {
        world.count(operation);
        const reply = await world.call(operation, {
          params: {...params, ...filter},
          say: `alice lists the tracked times of ${home} ${toldWindow(filter)}`,
        });
        expectExactly(world, reply, {wanted, told});
      }
    }
    const ofUser = await world.call('userTrackedTimes', {
      params: {...placeOf(repo), user: world.known('actors.alice.login')},
      say: 'alice lists what alice tracked in the repository',
    });
    expectExactly(world, ofUser, {wanted: made, told}, {usual: true});
  },
});

function expectExactly(
  world: PropertyWorld,
  reply: WorldReply,
  {wanted, told}: {readonly wanted: readonly Reference[]; readonly told: (ids: readonly Json[]) => string},
  {usual = false}: Basis = {},
): void {
  world.expect(reply, {status: '2xx'}, {usual});
  const actual = column(reply, 'id');
  const expected = wanted.map(({value}) => value);
  world.law(
    isListOf(reply, 'id', expected),
    {
      path: '$[*].id',
      message: `the list has ${told(actual)} (expected ${told(expected)})`,
      expected,
      actual,
    },
    {usual, written: {reply, tree: listTree('id', wanted)}},
  );
}

/** Windows around comments, which are as old as the run: long before all of them, and long after. */
const commentWindows = [
  'since long ago',
  'since later',
  'before long ago',
  'before later',
  'both around',
  'both crossed',
] as const;

export const commentsAreFiltered = property({
  id: 'comments-are-filtered',
  title:
    'both lists of comments hold all or none for times long before and long after, alone and together, in any offset',
  proves: ['COMMENT-BEFORE'],
  area: 'hosting',
  contexts: {right: 'read'},
  needs: ['repositories', 'issues'],
  runs: 1,
  floor: 1,
  input: fc.tuple(inAnyOrder(commentWindows), spelling),
  check: async (world, [windows, how]) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const issue = await world.arrange('issue', {repo}, {called: 'issue 1'});
    const other = await world.arrange('issue', {repo}, {called: 'issue 2'});
    const comments = [
      await world.arrange('comment', {repo, issue}, {called: 'comment 1, on issue 1'}),
      await world.arrange('comment', {repo, issue}, {called: 'comment 2, on issue 1'}),
    ];
    const further = await world.arrange('comment', {repo, issue: other}, {called: 'comment 3, on issue 2'});
    const ids = (things: readonly Things[]): readonly Reference[] => things.map(thing => part(thing, 'id'));
    // What the target calls now is the time of a comment, not ours.
    const nowMs = Date.parse(textOf(part(further, 'created_at')));
    const [past, future] = [nowMs - 2 * day, later].map(at => spellInstant(at, how));
    const params = {...placeOf(repo), index: part(issue, 'number')};
    const told = teller(numbered('comment', ids([...comments, further])));
    for (const asked of windows) {
      world.count(asked);
      const filter = filterOf(asked, {past: past ?? '', future: future ?? ''});
      const isAll = asked === 'since long ago' || asked === 'before later' || asked === 'both around';
      for (const [operation, place, all, home] of [
        ['issueGetComments', params, ids(comments), 'issue 1'],
        ['issueGetRepoComments', placeOf(repo), ids([...comments, further]), 'the repository'],
      ] as const) {
        const of = Object.entries(filter)
          .map(
            ([name, value]) =>
              `${name} ${value} (${value === past ? 'two days before' : 'years after'} they were made)`,
          )
          .join(' and ');
        const reply = await world.call(operation, {
          as: 'bob',
          params: {...place, ...filter},
          say: `bob lists the comments of ${home} ${of}`,
        });
        expectExactly(world, reply, {wanted: isAll ? all : [], told});
      }
    }
  },
});

function filterOf(
  asked: (typeof commentWindows)[number],
  {past, future}: {readonly past: string; readonly future: string},
): {readonly [name: string]: string} {
  switch (asked) {
    case 'since long ago':
      return {since: past};
    case 'since later':
      return {since: future};
    case 'before long ago':
      return {before: past};
    case 'before later':
      return {before: future};
    case 'both around':
      return {since: past, before: future};
    case 'both crossed':
      return {since: future, before: past};
  }
}

export const creationTimesAreKept = property({
  id: 'creation-times-are-kept',
  title: 'a user made with created_at was created at that instant, to the second, in whatever offset it was written',
  proves: ['USER-CREATE', 'USER-CREATED-AT'],
  area: 'hosting',
  contexts: 'it is about an account',
  needs: ['users'],
  runs: 5,
  floor: 3,
  input: fc.tuple(fc.integer({min: Date.UTC(1990, 0, 2) / 1_000, max: Date.UTC(2022, 0, 1) / 1_000}), spelling),
  check: async (world, [atSeconds, how]) => {
    const sent = spellInstant(atSeconds * 1_000, how);
    const user = await world.arrange('back-dated-user', {created_at: sent}, {called: 'a user made in the past'});
    world.count(how.offsetMinutes === 0 ? 'in UTC' : 'in another offset');
    const reply = await world.call('userGet', {
      params: {username: part(user, 'login')},
      as: 'admin',
      say: 'the administrator reads that user',
    });
    world.expect(reply, {proves: 'USER-CREATE', status: '2xx'});
    const shown = textOf(reply.at('/created'));
    const [expected, next] = [atSeconds, atSeconds + 1].map(at => new Date(at * 1_000).toISOString());
    world.law(
      Math.floor((instantOf(shown) ?? Number.NaN) / 1_000) === atSeconds,
      {
        path: '/created',
        message: `the user was created at ${shown} (expected the instant that was asked for, ${sent})`,
        expected: expected ?? '',
        actual: shown,
      },
      {proves: 'USER-CREATED-AT', written: {reply, tree: {body: {created: {$gte: expected ?? '', $lt: next ?? ''}}}}},
    );
  },
});
