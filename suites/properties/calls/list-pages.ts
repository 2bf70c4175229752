// Paging over the lists that ../paged-lists.ts leaves: what a repository has, who belongs to what, and hooks.
import fc from 'fast-check';
import {
  property,
  type AnyProperty,
  type PropertyWorld,
  type Reference,
  type WorldReply,
} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {expectPagesMakeUpTheList, type PagedList} from '../common/pages.ts';
import {numbered, part, placeOf, signedIn, type Things} from '../common/things.ts';

/** A list with what is in it. */
interface Filled {
  readonly made: readonly Reference[];
  readonly list: PagedList;
}

interface Kind {
  readonly name: string;
  /** What the story calls one item, to be followed by its number. */
  readonly item: string;
  readonly fill: (world: PropertyWorld) => Promise<Filled>;
}

const count = 3;

/** Makes so many things, one after the other. */
async function several(make: (number: number) => Promise<Reference>): Promise<readonly Reference[]> {
  const made: Reference[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await make(number));
  return made;
}

/** What alice lists. */
function listed(operation: string, key: string, what: string, params: NonNullable<PagedList['params']>): PagedList {
  return {operation, key, params, as: 'alice', say: `alice lists ${what}`};
}

async function anotherRepository(world: PropertyWorld, name: string): Promise<Things> {
  return world.arrange('repository', {}, {called: `a repository for ${name}`});
}

async function people(world: PropertyWorld, why: string): Promise<readonly Things[]> {
  const made: Things[] = [];
  for (let number = 1; number <= count; number += 1)
    made.push(await world.arrange('user', {}, {called: `${why} ${String(number)}`}));
  return made;
}

const inRepositories: readonly Kind[] = [
  {
    name: 'releases',
    item: 'release',
    fill: async world => {
      const repo = await anotherRepository(world, 'releases');
      const made = await several(async number =>
        part(
          await world.arrange('release', {repo, tag: `v${String(number)}`}, {called: `release ${String(number)}`}),
          'id',
        ),
      );
      return {made, list: listed('repoListReleases', 'id', 'the releases', placeOf(repo))};
    },
  },
  {
    name: 'issues',
    item: 'issue',
    fill: async world => {
      const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository for issues'});
      const made = await several(async number =>
        part(await world.arrange('issue', {repo}, {called: `issue ${String(number)}`}), 'number'),
      );
      return {made, list: listed('issueListIssues', 'number', 'the issues', placeOf(repo))};
    },
  },
  {
    name: 'reactions',
    item: 'reaction',
    fill: async world => {
      const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository for reactions'});
      const issue = await world.arrange('issue', {repo}, {called: 'an issue for reactions'});
      const contents = ['heart', 'laugh', 'eyes'];
      const made = await several(async number =>
        part(
          await world.arrange(
            'reaction',
            {repo, issue, content: contents[number - 1] ?? 'heart'},
            {called: `reaction ${String(number)}`},
          ),
          'content',
        ),
      );
      const place = {...placeOf(repo), index: part(issue, 'number')};
      return {made, list: listed('issueGetIssueReactions', 'content', 'the reactions', place)};
    },
  },
  {
    name: 'push mirrors',
    item: 'mirror',
    fill: async world => {
      const repo = await anotherRepository(world, 'mirrors');
      const made = await several(async number =>
        part(
          await world.arrange('push-mirror', {repo, sync_on_commit: false}, {called: `mirror ${String(number)}`}),
          'name',
        ),
      );
      return {made, list: listed('repoListPushMirrors', 'remote_name', 'the push mirrors', placeOf(repo))};
    },
  },
  {
    name: 'reviews',
    item: 'review',
    fill: async world => {
      const repo = await anotherRepository(world, 'reviews');
      const pull = await world.arrange('pull-request', {repo}, {called: 'a pull request for reviews'});
      const place = {...placeOf(repo), index: part(pull, 'number')};
      const made = await several(async number => {
        const say = `alice writes review ${String(number)}`;
        const body = {event: 'COMMENT', body: `review ${String(number)}`};
        return (await world.prepare('repoCreatePullReview', {params: place, body, say})).at('/id');
      });
      return {made, list: listed('repoListPullReviews', 'id', 'the reviews', place)};
    },
  },
  {
    name: 'commits of a pull request',
    item: 'commit',
    fill: async world => {
      const repo = await anotherRepository(world, 'commits');
      const pull = await world.arrange('pull-request', {repo}, {called: 'a pull request for commits'});
      const place = placeOf(repo);
      const file = (number: number): Promise<WorldReply> =>
        world.prepare('repoCreateFile', {
          params: {...place, filepath: `file-${String(number)}.txt`},
          body: {content: 'b25lCg==', message: `file ${String(number)}`, branch: part(pull, 'branch')},
          say: `alice adds file ${String(number)} to the branch of the pull request`,
        });
      const head = await world.prepare('repoGetPullRequest', {
        params: {...place, index: part(pull, 'number')},
        say: 'alice reads the pull request',
      });
      const made = [head.at('/head/sha'), (await file(1)).at('/commit/sha'), (await file(2)).at('/commit/sha')];
      const params = {...place, index: part(pull, 'number')};
      return {made, list: listed('repoGetPullRequestCommits', 'sha', 'the commits of the pull request', params)};
    },
  },
  {
    name: 'forks',
    item: 'fork',
    fill: async world => {
      const repo = await anotherRepository(world, 'forks');
      const users = await people(world, 'owner of a fork');
      const made: Reference[] = [];
      for (const [at, user] of users.entries()) {
        const say = `owner ${String(at + 1)} forks the repository`;
        made.push(
          (await world.prepare('createFork', {...signedIn(user), params: placeOf(repo), body: {}, say})).at('/id'),
        );
      }
      return {made, list: listed('listForks', 'id', 'the forks', placeOf(repo))};
    },
  },
  {
    name: 'own tracked times',
    item: 'time',
    fill: async world => {
      const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository for times'});
      const issue = await world.arrange('issue', {repo}, {called: 'an issue for times'});
      const user = await world.arrange('user', {}, {called: 'a user who tracks times'});
      await world.arrange('collaborator', {repo, login: part(user, 'login')}, {called: 'a collaborator for times'});
      const params = {...placeOf(repo), index: part(issue, 'number')};
      const made = await several(async number => {
        const say = `the user tracks time ${String(number)}`;
        return (await world.prepare('issueAddTime', {...signedIn(user), params, body: {time: 60 * number}, say})).at(
          '/id',
        );
      });
      const list = {operation: 'userCurrentTrackedTimes', key: 'id', params: {}, ...signedIn(user)};
      return {made, list: {...list, say: 'the user lists the own tracked times'}};
    },
  },
  {
    name: 'repositories of a user',
    item: 'repository',
    fill: async world => ownRepositories(world, 'userListRepos'),
  },
  {
    name: 'own repositories',
    item: 'repository',
    fill: async world => ownRepositories(world, 'userCurrentListRepos'),
  },
];

async function ownRepositories(world: PropertyWorld, operation: string): Promise<Filled> {
  const user = await world.arrange('user', {}, {called: `a user for ${operation}`});
  const made = await several(async number => {
    const name = `repository-${String(number)}`;
    const reply = await world.prepare('createCurrentUserRepo', {
      ...signedIn(user),
      body: {name, private: number === 1},
      say: `the user makes ${name}${number === 1 ? ', a private one' : ''}`,
    });
    return reply.at('/id');
  });
  const params = operation === 'userListRepos' ? {username: part(user, 'login')} : {};
  const say = `the user calls ${operation}`;
  return {made, list: {operation, key: 'id', params, ...signedIn(user), say}};
}

const ofPeople: readonly Kind[] = [
  {
    name: 'collaborators',
    item: 'collaborator',
    fill: async world => {
      const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository for collaborators'});
      const users = await people(world, 'collaborator');
      for (const user of users)
        await world.arrange('collaborator', {repo, login: part(user, 'login')}, {called: 'a collaborator'});
      return {
        made: users.map(user => part(user, 'login')),
        list: listed('repoListCollaborators', 'login', 'the collaborators', placeOf(repo)),
      };
    },
  },
  {name: 'members of a team', item: 'member', fill: async world => members(world, 'orgListTeamMembers')},
  {name: 'members of an organization', item: 'member', fill: async world => members(world, 'orgListMembers')},
  {
    name: 'repositories of a team',
    item: 'repository',
    fill: async world => {
      const org = await world.arrange('organization', {}, {called: 'an organization for repositories'});
      const team = await world.arrange('team', {org, includes_all: false}, {called: 'a team for repositories'});
      const made = await several(async number => {
        const called = `repository ${String(number)} of the team`;
        const repo = await world.arrange('organization-repository', {org, auto_init: false}, {called});
        await world.arrange('team-repository', {team, repo}, {called: `access to ${called}`});
        return part(repo, 'id');
      });
      return {made, list: listed('orgListTeamRepos', 'id', 'the repositories of the team', {id: part(team, 'id')})};
    },
  },
];

/** A team of three; in the organization its owner is one more. */
async function members(world: PropertyWorld, operation: string): Promise<Filled> {
  const org = await world.arrange('organization', {}, {called: `an organization for ${operation}`});
  const team = await world.arrange('team', {org, includes_all: false}, {called: `a team for ${operation}`});
  const users = await people(world, `member for ${operation}`);
  for (const user of users)
    await world.arrange('team-member', {team, login: part(user, 'login')}, {called: 'a member'});
  const logins = users.map(user => part(user, 'login'));
  return operation === 'orgListMembers'
    ? {
        made: [...logins, world.known('actors.alice.login')],
        list: listed(operation, 'login', 'the members of the organization', {org: part(org, 'name')}),
      }
    : {made: logins, list: listed(operation, 'login', 'the members of the team', {id: part(team, 'id')})};
}

// Of a range that no network has (RFC 1112, section 4): nothing is delivered there.
const noAddress = 'https://240.0.0.1/hook';

const ofHooks: readonly Kind[] = [
  {
    name: 'hooks of a repository',
    item: 'hook',
    fill: async world => {
      const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository for hooks'});
      const made = await several(async number => hook(world, 'repository-hook', {repo}, number));
      return {made, list: listed('repoListHooks', 'id', 'the hooks of the repository', placeOf(repo))};
    },
  },
  {
    name: 'hooks of an organization',
    item: 'hook',
    fill: async world => {
      const org = await world.arrange('organization', {}, {called: 'an organization for hooks'});
      const made = await several(async number => hook(world, 'organization-hook', {org}, number));
      return {made, list: listed('orgListHooks', 'id', 'the hooks of the organization', {org: part(org, 'name')})};
    },
  },
];

async function hook(
  world: PropertyWorld,
  arrangement: string,
  home: {readonly [name: string]: Things},
  number: number,
): Promise<Reference> {
  const inputs = {...home, url: `${noAddress}/${String(number)}`, secret: 'a secret'};
  return part(await world.arrange(arrangement, inputs, {called: `${arrangement} ${String(number)}`}), 'id');
}

function pagesOf(what: string, kinds: readonly Kind[], needs: readonly string[]): AnyProperty {
  return property({
    id: `pages-of-${what.replaceAll(' ', '-')}`,
    title: `lists of ${what} are shown whole, whatever the page size: ${kinds.map(({name}) => name).join(', ')}`,
    proves: ['PAGE-LIMIT', 'PAGE-HEADERS'],
    area: 'hosting',
    contexts: 'its lists hold what it makes, and a context lets other people in',
    needs: [...needs, 'usual-pages'],
    runs: 1,
    floor: 1,
    input: fc.tuple(inAnyOrder(kinds.map(({name}) => name)), fc.integer({min: 1, max: 2})),
    check: async (world, [names, limit]) => {
      for (const {fill, item, name} of names.flatMap(wanted => kinds.filter(kind => kind.name === wanted))) {
        const {made, list} = await fill(world);
        if (!world.offers(list.operation)) continue;
        world.count(name);
        const called = numbered(item, made);
        await expectPagesMakeUpTheList(world, {...list, called}, {wanted: made, limit}, {usual: true});
      }
    },
  });
}

export const pagesOfRepositories = pagesOf('repositories', inRepositories, ['repositories', 'issues', 'users']);
export const pagesOfPeople = pagesOf('people', ofPeople, ['repositories', 'organizations', 'users']);
export const pagesOfHooks = pagesOf('hooks', ofHooks, ['repositories', 'organizations', 'webhooks']);
