// Transfers that are refused: whatever the reason, nothing may have changed.
import type {Json} from '../../model/json.ts';
import {property, type PropertyWorld, type WithReferences, type WorldReply} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {column, isListOf, listTree, part, placeOf, teller, textOf, type Things} from './common/things.ts';

export * from './common/pending-transfers.ts';

/** Why a transfer is not allowed. Only the first two must be refused by any server; of the others some take one or the other. */
const reasons = [
  'a stranger asks',
  'nobody has this name',
  'the team is of another organization',
  'a user has no teams',
  'the name is taken',
] as const;

type Reason = (typeof reasons)[number];

const mustBeRefused = new Set<Reason>(['a stranger asks', 'nobody has this name']);

export const refusedTransfersChangeNothing = property({
  id: 'refused-transfers-change-nothing',
  title: 'a transfer that is refused leaves owner, teams and collaborators of the repository as they were',
  proves: ['TRANSFER-ATOMIC'],
  area: 'hosting',
  contexts: 'it makes owners of every kind itself',
  needs: ['repositories', 'organizations'],
  runs: 2,
  floor: 2,
  input: inAnyOrder(reasons),
  check: async (world, drawn) => {
    const org = await world.arrange('organization', {}, {called: 'organization 1'});
    const team = await world.arrange('team', {org, includes_all: false}, {called: 'team 1 of organization 1'});
    const repo = await world.arrange(
      'organization-repository',
      {org, auto_init: false},
      {called: 'the repository, of organization 1'},
    );
    await world.arrange('collaborator', {repo, permission: 'read'}, {called: 'bob as a collaborator'});
    await world.arrange('team-repository', {team, repo}, {called: 'the repository among those of team 1'});
    const things = {org, repo, team, ...newOwners(world, repo)};
    const before = await snapshot(world, things);
    for (const reason of drawn) {
      // A server may take what only some refuse; the repository is somewhere else then, and nothing is left to compare.
      const refusal = await refusalOf(world, reason, things);
      if (refusal === undefined) return;
      const after = await snapshot(world, things);
      for (const [index, {what, shown, reply, tree}] of after.entries()) {
        const {shown: shownBefore = '', tree: treeBefore = tree, isSame = () => false} = before[index] ?? {};
        world.law(
          isSame(reply),
          {
            path: what,
            message: `the transfer was refused with ${String(refusal)} (${reason}), and left ${shown} (expected ${shownBefore}, as before)`,
            expected: shownBefore,
            actual: shown,
          },
          {written: {reply, tree: treeBefore}},
        );
      }
    }
  },
});

interface Cast extends NewOwners {
  readonly org: Things;
  readonly repo: Things;
  readonly team: Things;
}

/** Whom a transfer can name; each is made when a transfer needs it, so that the story of one has nothing else. */
interface NewOwners {
  readonly other: () => Promise<Things>;
  readonly foreign: () => Promise<Things>;
  readonly full: () => Promise<Things>;
  readonly person: () => Promise<Things>;
  /** How the story calls those that were made. */
  readonly called: Map<Json, string>;
}

function newOwners(world: PropertyWorld, repo: Things): NewOwners {
  const called = new Map<Json, string>();
  const made = new Map<string, Things>();
  const once = async (name: string, make: () => Promise<Things>): Promise<Things> => {
    const things = made.get(name) ?? (await make());
    made.set(name, things);
    called.set((things['login'] ?? part(things, 'name')).value, name);
    return things;
  };
  const organization = (number: number): Promise<Things> =>
    world.arrange('organization', {}, {called: `organization ${String(number)}`});
  const other = (): Promise<Things> => once('organization 2', () => organization(2));
  return {
    called,
    other,
    foreign: () =>
      once('team 2', async () =>
        world.arrange('team', {org: await other(), includes_all: false}, {called: 'team 2 of organization 2'}),
      ),
    full: () =>
      once('organization 3', async () => {
        const org = await organization(3);
        const inputs = {org, name: part(repo, 'name'), auto_init: false};
        await world.arrange('organization-repository', inputs, {
          called: 'a repository of the same name in organization 3',
        });
        return org;
      }),
    person: () => once('the user', () => world.arrange('user', {}, {called: 'the user'})),
  };
}

/** Asks for a transfer and gives the status of its refusal. */
async function refusalOf(world: PropertyWorld, reason: Reason, cast: Cast): Promise<number | undefined> {
  const {as, to, body} = await request(reason, cast);
  world.count(reason);
  const reply = await world.call('repoTransfer', {
    as,
    params: placeOf(cast.repo),
    body,
    say: `${as} transfers the repository to ${to}`,
  });
  if (mustBeRefused.has(reason)) {
    world.law(
      reply.status >= 400,
      {
        path: 'status',
        message: `the transfer was answered with ${String(reply.status)} (expected a refusal: ${reason})`,
        expected: '4xx',
        actual: reply.status,
      },
      {written: {reply, tree: {status: {$gte: 400}}}},
    );
  }
  return reply.status >= 400 ? reply.status : undefined;
}

/** One transfer: who asks for it, to whom in the words of the story, and its body. */
interface Transfer {
  readonly as: string;
  readonly to: string;
  readonly body: {readonly [key: string]: WithReferences};
}

async function request(reason: Reason, {repo, team, other, foreign, full, person}: Cast): Promise<Transfer> {
  switch (reason) {
    case 'a stranger asks':
      return {as: 'bob', to: 'organization 2', body: {new_owner: part(await other(), 'name')}};
    case 'nobody has this name':
      return {as: 'alice', to: 'a name that nobody has', body: {new_owner: `no-${textOf(part(repo, 'name'))}`}};
    case 'the team is of another organization':
      return {
        as: 'alice',
        to: 'organization 2, with team 1',
        body: {new_owner: part(await other(), 'name'), team_ids: [part(team, 'id')]},
      };
    case 'a user has no teams':
      return {
        as: 'alice',
        to: 'the user, with team 2',
        body: {new_owner: part(await person(), 'login'), team_ids: [part(await foreign(), 'id')]},
      };
    case 'the name is taken':
      return {as: 'alice', to: 'organization 3', body: {new_owner: part(await full(), 'name')}};
  }
}

/** One thing that may not change: what it is, how it is shown, and the same as a tree over its reply. */
interface Shown {
  readonly what: string;
  readonly shown: string;
  readonly reply: WorldReply;
  readonly tree: {readonly [key: string]: WithReferences};
  /** Whether another reply shows the same. */
  readonly isSame: (other: WorldReply) => boolean;
}

/** What may not change: owner, who collaborates, which teams reach it. */
async function snapshot(world: PropertyWorld, cast: Cast): Promise<readonly Shown[]> {
  const {org, repo, team} = cast;
  const called = new Map<Json, string>([
    ['Owners', 'Owners'],
    ...cast.called,
    [part(org, 'name').value, 'organization 1'],
    [part(team, 'name').value, 'team 1'],
    [part(repo, 'name').value, 'the repository'],
    ...(['alice', 'bob', 'admin'] as const).map((actor): readonly [Json, string] => [
      world.known(`actors.${actor}.login`).value,
      actor,
    ]),
  ]);
  const told = teller(called);
  const shown = await world.call('repoGet', {
    as: 'bob',
    params: placeOf(repo),
    say: 'bob reads the repository of organization 1',
  });
  world.expect(shown, {status: '2xx', body: {id: part(repo, 'id')}});
  const owner = shown.at('/owner/login');
  const listOf = (what: string, reply: WorldReply, key: string): Shown => {
    const names = column(reply, key);
    return {
      what,
      shown: told(names),
      reply,
      tree: listTree(key, names),
      isSame: other => isListOf(other, key, names),
    };
  };
  return [
    {
      what: 'the owner',
      shown: told([owner.value]),
      reply: shown,
      tree: {at: {'/owner/login': owner}},
      isSame: other => other.at('/owner/login').value === owner.value,
    },
    listOf(
      'the collaborators',
      await world.call('repoListCollaborators', {
        params: placeOf(repo),
        say: 'alice lists the collaborators of the repository',
      }),
      'login',
    ),
    listOf(
      'the teams',
      await world.call('repoListTeams', {params: placeOf(repo), say: 'alice lists the teams of the repository'}),
      'name',
    ),
    listOf(
      'what the team has',
      await world.call('orgListTeamRepos', {
        params: {id: part(team, 'id')},
        say: 'alice lists the repositories of team 1',
      }),
      'name',
    ),
  ];
}
