// Races: of equal requests at the same moment one wins, and a limit holds.
import fc from 'fast-check';
import {isJsonList, isJsonObject} from '../../../model/json.ts';
import {
  property,
  type CallRequest,
  type PropertyWorld,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import {column, isSuccess, part, placeOf, signedIn, textOf, wordOf} from '../common/things.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {Scene, type Params} from './scene.ts';

/** A request that is made several times at once, and the list that shows what came of it. */
interface Contest {
  readonly operation: string;
  readonly prepare: (scene: Scene) => Promise<{
    readonly params: Params;
    readonly body?: {readonly [name: string]: WithReferences};
    readonly list: {readonly operation: string; readonly params: Params};
    /** How many things of the list came of the requests. */
    readonly count: (reply: WorldReply) => number;
    readonly name: string;
  }>;
}

/** Counts the things of a list whose key holds this. */
function having(key: string, value: string): (reply: WorldReply) => number {
  return reply => column(reply, key).filter(each => each === value).length;
}

const contests: readonly Contest[] = [
  {
    operation: 'createCurrentUserRepo',
    prepare: async scene => {
      const name = scene.fresh('repository');
      const list = {operation: 'userListRepos', params: {username: scene.world.known('actors.alice.login'), limit: 50}};
      return {params: {}, body: {name, private: false, auto_init: false}, list, count: having('name', name), name};
    },
  },
  {
    operation: 'createOrgRepo',
    prepare: async scene => {
      const name = scene.fresh('repository');
      const params = {org: part(await scene.organization(), 'name')};
      const body = {name, private: false, auto_init: false};
      return {
        params,
        body,
        list: {operation: 'orgListRepos', params: {...params, limit: 50}},
        count: having('name', name),
        name,
      };
    },
  },
  {
    operation: 'orgCreateTeam',
    prepare: async scene => {
      const name = scene.fresh('team');
      const params = {org: part(await scene.organization(), 'name')};
      const body = {name, permission: 'read', includes_all_repositories: true, units: ['repo.code']};
      return {
        params,
        body,
        list: {operation: 'orgListTeams', params: {...params, limit: 50}},
        count: having('name', name),
        name,
      };
    },
  },
  {
    operation: 'repoCreateBranch',
    prepare: async scene => {
      const name = scene.fresh('branch');
      const params = await scene.place();
      const list = {operation: 'repoListBranches', params: {...params, limit: 50}};
      return {params, body: {new_branch_name: name}, list, count: having('name', name), name};
    },
  },
  {
    operation: 'repoCreateTag',
    prepare: async scene => {
      const name = scene.fresh('tag');
      const params = await scene.place();
      const list = {operation: 'repoListTags', params: {...params, limit: 50}};
      return {params, body: {tag_name: name}, list, count: having('name', name), name};
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
        count: having('rule_name', name),
        name,
      };
    },
  },
  {
    operation: 'repoCreateRelease',
    prepare: async scene => {
      const name = scene.fresh('v');
      const params = await scene.place();
      const list = {operation: 'repoListReleases', params: {...params, limit: 50}};
      return {params, body: {tag_name: name}, list, count: having('tag_name', name), name};
    },
  },
  {
    operation: 'repoCreateFile',
    prepare: async scene => {
      const name = scene.fresh('file');
      const params = await scene.place();
      return {
        params: {...params, filepath: `${name}.txt`},
        body: {content: 'b25lCg==', message: name},
        list: {operation: 'repoGetAllCommits', params: {...params, limit: 50}},
        count: reply => commitsOf(reply).filter(({message}) => message.startsWith(name)).length,
        name,
      };
    },
  },
  // Known servers open two pull requests for one head where both are asked for at once.
  {
    operation: 'repoMergePullRequest',
    prepare: async scene => {
      const repo = await scene.make('repository');
      const pull = await scene.make('pull-request', {repo});
      const params = placeOf(repo);
      return {
        params: {...params, index: part(pull, 'number')},
        body: {Do: 'merge'},
        list: {operation: 'repoGetAllCommits', params: {...params, limit: 50}},
        count: reply => commitsOf(reply).filter(({parents}) => parents > 1).length,
        name: 'a pull request',
      };
    },
  },
];

interface Commit {
  readonly message: string;
  /** How many. */
  readonly parents: number;
}

function commitsOf({body}: WorldReply): readonly Commit[] {
  return (isJsonList(body) ? body : []).map(entry => {
    const {commit, parents} = isJsonObject(entry) ? entry : {};
    const message = commit !== undefined && isJsonObject(commit) ? commit['message'] : undefined;
    return {
      message: typeof message === 'string' ? message : '',
      parents: isJsonList(parents) ? parents.length : 0,
    };
  });
}

/** Requests that change nothing when they come again, and the list that shows what they put there. */
const additions: readonly Contest[] = [
  {
    operation: 'issueAddLabel',
    prepare: async scene => {
      const repo = await scene.repository();
      const name = scene.fresh('label');
      const label = await scene.make('label', {repo, name});
      const params = {...placeOf(repo), index: part(await scene.make('issue', {repo}), 'number')};
      const list = {operation: 'issueGetLabels', params};
      return {params, body: {labels: [part(label, 'id')]}, list, count: having('name', name), name};
    },
  },
  {
    operation: 'repoAddCollaborator',
    prepare: async scene => {
      const params = await scene.place();
      const login = part(await scene.make('user'), 'login');
      return {
        params: {...params, collaborator: login},
        body: {permission: 'write'},
        list: {operation: 'repoListCollaborators', params: {...params, limit: 50}},
        count: having('login', textOf(login)),
        name: textOf(login),
      };
    },
  },
  {
    operation: 'orgAddTeamMember',
    prepare: async scene => {
      const id = part(await scene.team(), 'id');
      const login = part(await scene.make('user'), 'login');
      return {
        params: {id, username: login},
        list: {operation: 'orgListTeamMembers', params: {id, limit: 50}},
        count: having('login', textOf(login)),
        name: textOf(login),
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
  needs: ['organizations', 'repositories', 'branches', 'pull-requests', 'releases'],
  runs: 1,
  floor: 1,
  input: fc.tuple(inAnyOrder(contests.map(({operation}) => operation)), fc.integer({min: 2, max: 4})),
  check: async (world, [drawn, times]) => {
    const scene = new Scene(world);
    for (const contest of drawn.flatMap(wanted => contests.filter(one => one.operation === wanted))) {
      const outcome = await hold(scene, contest, times);
      expectWinner(world, outcome);
      expectOne(world, outcome);
    }
  },
});

export const equalAdditionsAtOnceAreOne = property({
  id: 'equal-additions-at-once-are-one',
  title: 'of equal additions at the same moment one at least succeeds, and what they add is there once',
  proves: ['LABEL-REPLACE', 'ORG-LIST'],
  area: 'hosting',
  contexts: {fixed: {actor: 'alice adds several things at once, each with a right of its own'}},
  needs: ['organizations', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: fc.tuple(inAnyOrder(additions.map(({operation}) => operation)), fc.integer({min: 2, max: 4})),
  check: async (world, [drawn, times]) => {
    const scene = new Scene(world);
    for (const addition of drawn.flatMap(wanted => additions.filter(one => one.operation === wanted))) {
      const outcome = await hold(scene, addition, times);
      if (outcome.replies.some(isSuccess)) expectOne(world, outcome);
      else expectWinner(world, outcome);
    }
  },
});

interface Outcome {
  readonly operation: string;
  readonly times: number;
  readonly replies: readonly WorldReply[];
  /** How many things came of it. */
  readonly found: number;
}

async function hold(scene: Scene, {operation, prepare}: Contest, times: number): Promise<Outcome> {
  const {world} = scene;
  const {params, body, list, count, name} = await prepare(scene);
  const requests = Array.from({length: times}, (_, at) => ({
    params,
    ...(body === undefined ? {} : {body}),
    say: `at the same time, request ${String(at + 1)} of ${String(times)}: alice calls ${operation} for ${name}`,
  }));
  const replies = await atOnce(world, operation, requests);
  const shown = await world.call(list.operation, {params: list.params, say: `alice calls ${list.operation}`});
  return {operation, times, replies, found: count(shown)};
}

const unwritable = 'it is about requests at the same time, and a case makes one after the other';

function toldOf({operation, times, replies}: Outcome): string {
  return `${operation}, ${String(times)} equal requests at once, answered ${wordOf(replies.map(({status}) => status))}`;
}

function expectWinner(world: PropertyWorld, outcome: Outcome): void {
  const statuses = outcome.replies.map(({status}) => status);
  const won = outcome.replies.filter(isSuccess).length;
  // A known server that finds out late refuses with an error of its own.
  const refused = statuses.filter(status => status >= 400).length;
  world.law(
    won === 1 && won + refused === outcome.times,
    {path: 'status', message: `${toldOf(outcome)} (expected one success and refusals)`, actual: statuses},
    {usual: true, unwritable},
  );
}

function expectOne(world: PropertyWorld, outcome: Outcome): void {
  const {found} = outcome;
  world.law(
    found === 1,
    {
      path: 'list',
      message: `${toldOf(outcome)}, and the thing is listed ${String(found)} times (expected once)`,
      actual: found,
    },
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
