// Races: of equal requests at the same moment one wins, and a limit holds.
import fc from 'fast-check';
import {
  property,
  type CallRequest,
  type PropertyWorld,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import {column, isSuccess, part, signedIn, wordOf} from '../common/things.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {Scene, type Params} from './scene.ts';

/** A request that can succeed once, and the list that shows what came of it. */
interface Contest {
  readonly operation: string;
  readonly prepare: (scene: Scene) => Promise<{
    readonly params: Params;
    readonly body: {readonly [name: string]: WithReferences};
    readonly list: {readonly operation: string; readonly params: Params};
    readonly key: string;
    readonly name: string;
  }>;
}

const contests: readonly Contest[] = [
  {
    operation: 'createCurrentUserRepo',
    prepare: async scene => {
      const name = scene.fresh('repository');
      const list = {operation: 'userListRepos', params: {username: scene.world.known('actors.alice.login'), limit: 50}};
      return {params: {}, body: {name, private: false, auto_init: false}, list, key: 'name', name};
    },
  },
  {
    operation: 'createOrgRepo',
    prepare: async scene => {
      const name = scene.fresh('repository');
      const params = {org: part(await scene.organization(), 'name')};
      const body = {name, private: false, auto_init: false};
      return {params, body, list: {operation: 'orgListRepos', params: {...params, limit: 50}}, key: 'name', name};
    },
  },
  {
    operation: 'orgCreateTeam',
    prepare: async scene => {
      const name = scene.fresh('team');
      const params = {org: part(await scene.organization(), 'name')};
      const body = {name, permission: 'read', includes_all_repositories: true, units: ['repo.code']};
      return {params, body, list: {operation: 'orgListTeams', params: {...params, limit: 50}}, key: 'name', name};
    },
  },
  {
    operation: 'repoCreateBranch',
    prepare: async scene => {
      const name = scene.fresh('branch');
      const params = await scene.place();
      const list = {operation: 'repoListBranches', params: {...params, limit: 50}};
      return {params, body: {new_branch_name: name}, list, key: 'name', name};
    },
  },
  {
    operation: 'repoCreateTag',
    prepare: async scene => {
      const name = scene.fresh('tag');
      const params = await scene.place();
      const list = {operation: 'repoListTags', params: {...params, limit: 50}};
      return {params, body: {tag_name: name}, list, key: 'name', name};
    },
  },
  {
    operation: 'repoCreateBranchProtection',
    prepare: async scene => {
      const name = scene.fresh('rule');
      const params = await scene.place();
      return {
        params,
        body: {rule_name: name},
        list: {operation: 'repoListBranchProtection', params},
        key: 'rule_name',
        name,
      };
    },
  },
];

async function atOnce(
  world: PropertyWorld,
  operation: string,
  requests: readonly CallRequest[],
): Promise<readonly WorldReply[]> {
  world.count(`${operation} at once`);
  return Promise.all(requests.map(async request => world.call(operation, request)));
}

export const oneOfEqualCreationsWins = property({
  id: 'one-of-equal-creations-wins',
  title: 'of equal creations at the same moment one succeeds, the others are refused, and the thing is there once',
  proves: ['REPO-CREATE', 'ORG-REPO-CREATE', 'BRANCH-CRUD'],
  area: 'hosting',
  contexts: {fixed: {actor: 'alice makes several things at once, each with a right of its own'}},
  needs: ['organizations', 'repositories', 'branches'],
  runs: 1,
  floor: 1,
  input: fc.tuple(inAnyOrder(contests.map(({operation}) => operation)), fc.integer({min: 2, max: 4})),
  check: async (world, [drawn, times]) => {
    const scene = new Scene(world);
    for (const {operation, prepare} of drawn.flatMap(wanted => contests.filter(one => one.operation === wanted))) {
      const {params, body, list, key, name} = await prepare(scene);
      const requests = Array.from({length: times}, (_, at) => ({
        params,
        body,
        say: `at the same time, request ${String(at + 1)} of ${String(times)}: alice calls ${operation} for ${name}`,
      }));
      const replies = await atOnce(world, operation, requests);
      const shown = await world.call(list.operation, {params: list.params, say: `alice calls ${list.operation}`});
      expectOne(world, {operation, times, replies, found: column(shown, key).filter(each => each === name).length});
    }
  },
});

function expectOne(
  world: PropertyWorld,
  {
    operation,
    times,
    replies,
    found,
  }: {
    readonly operation: string;
    readonly times: number;
    readonly replies: readonly WorldReply[];
    readonly found: number;
  },
): void {
  const unwritable = 'it is about requests at the same time, and a case makes one after the other';
  const statuses = replies.map(({status}) => status);
  const won = replies.filter(isSuccess).length;
  // A known server that finds out late refuses with an error of its own.
  const refused = statuses.filter(status => status >= 400).length;
  const told = `${operation}, ${String(times)} equal requests at once, answered ${wordOf(statuses)}`;
  world.law(
    won === 1 && won + refused === times,
    {path: 'status', message: `${told} (expected one success and refusals)`, actual: statuses},
    {usual: true, unwritable},
  );
  world.law(
    found === 1,
    {path: 'list', message: `${told}, and the thing is listed ${String(found)} times (expected once)`, actual: found},
    {usual: true, unwritable},
  );
}

export const limitsHoldAtOnce = property({
  id: 'limits-hold-at-once',
  title:
    'of creations at the same moment, where the limit leaves room for one, the user owns those that succeeded, and one more is refused',
  proves: ['LIMIT-CREATE'],
  area: 'hosting',
  contexts: 'it counts repositories of an account of its own',
  needs: ['users', 'repositories', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: fc.integer({min: 2, max: 3}),
  check: async (world, times) => {
    const scene = new Scene(world);
    const user = await scene.make('limited-user', {repositories: 1});
    const creation = (say: string): CallRequest => ({
      ...signedIn(user),
      body: {name: scene.fresh('repository'), private: false, auto_init: false},
      say,
    });
    const requests = Array.from({length: times}, (_, at) =>
      creation(
        `at the same time, request ${String(at + 1)} of ${String(times)}: the user with room for one creates a repository`,
      ),
    );
    const replies = await atOnce(world, 'createCurrentUserRepo', requests);
    const won = replies.filter(isSuccess).length;
    const told = `${String(times)} creations at once by a user with room for one were answered ${wordOf(replies.map(({status}) => status))}`;
    const unwritable = 'it is about requests at the same time, and a case makes one after the other';
    const listed = await world.call('userListRepos', {
      as: 'bob',
      params: {username: part(user, 'login'), limit: 50},
      say: 'bob lists the repositories of the user',
    });
    const owned = column(listed, 'name').length;
    // Known servers count before they create, so that several may find the same room.
    world.law(
      won >= 1 && owned === won,
      {
        path: 'list',
        message: `${told}, and the user owns ${String(owned)} (expected one success at least, and as many repositories as successes)`,
        expected: Math.max(won, 1),
        actual: owned,
      },
      {usual: true, unwritable},
    );
    const {status} = await world.call('createCurrentUserRepo', creation('the user creates one more'));
    world.law(
      status >= 400,
      {path: 'status', message: `${told}, and one more with ${String(status)} (expected a refusal)`, actual: status},
      {usual: true, unwritable},
    );
  },
});
