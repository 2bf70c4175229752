// Transfers that are refused: whatever the reason, nothing may have changed.
import {property, type PropertyWorld, type WithReferences, type WorldReply} from '../../runner/model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {column, part, placeOf, spelled, textOf, type Things} from './common/things.ts';

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
  needs: ['repositories', 'organizations'],
  runs: 2,
  floor: 2,
  input: inAnyOrder(reasons),
  check: async (world, drawn) => {
    const org = await world.arrange('organization');
    const team = await world.arrange('team', {org, includes_all: false});
    const repo = await world.arrange('organization-repository', {org, auto_init: false});
    const other = await world.arrange('organization');
    const foreign = await world.arrange('team', {org: other, includes_all: false});
    const full = await world.arrange('organization');
    await world.arrange('organization-repository', {org: full, name: part(repo, 'name'), auto_init: false});
    await world.arrange('collaborator', {repo, permission: 'read'});
    await world.arrange('team-repository', {team, repo});
    const person = await world.arrange('user');
    const things = {org, repo, team, other, foreign, full, person};
    const before = await snapshot(world, things);
    for (const reason of drawn) {
      // A server may take what only some refuse; the repository is somewhere else then, and nothing is left to compare.
      if (!(await isRefused(world, reason, things))) return;
      const after = await snapshot(world, things);
      for (const [index, {what, shown, reply, tree}] of after.entries()) {
        const {shown: shownBefore = '', tree: treeBefore = tree} = before[index] ?? {};
        world.law(
          shown === shownBefore,
          {
            path: what,
            message: `the transfer that was refused because ${reason} changed ${what}: before ${shownBefore}, now ${shown}`,
            expected: shownBefore,
            actual: shown,
          },
          {written: {reply, tree: treeBefore}},
        );
      }
    }
  },
});

type Cast = Readonly<Record<'repo' | 'other' | 'team' | 'foreign' | 'full' | 'person', Things>>;

async function isRefused(world: PropertyWorld, reason: Reason, cast: Cast): Promise<boolean> {
  const {as, body} = request(reason, cast);
  world.count(reason);
  const reply = await world.call('repoTransfer', {
    as,
    params: placeOf(cast.repo),
    body,
    say: `${as} asks for a transfer: ${reason}`,
  });
  if (mustBeRefused.has(reason)) {
    world.law(
      reply.status >= 400,
      {
        path: 'status',
        message: `the transfer was answered with ${String(reply.status)} although ${reason}`,
        expected: '4xx',
        actual: reply.status,
      },
      {written: {reply, tree: {status: {$gte: 400}}}},
    );
  }
  return reply.status >= 400;
}

function request(
  reason: Reason,
  {repo, other, team, foreign, full, person}: Cast,
): {readonly as: string; readonly body: {readonly [key: string]: WithReferences}} {
  const elsewhere = part(other, 'name');
  switch (reason) {
    case 'a stranger asks':
      return {as: 'bob', body: {new_owner: elsewhere}};
    case 'nobody has this name':
      return {as: 'alice', body: {new_owner: `no-${textOf(part(repo, 'name'))}`}};
    case 'the team is of another organization':
      return {as: 'alice', body: {new_owner: elsewhere, team_ids: [part(team, 'id')]}};
    case 'a user has no teams':
      return {as: 'alice', body: {new_owner: part(person, 'login'), team_ids: [part(foreign, 'id')]}};
    case 'the name is taken':
      return {as: 'alice', body: {new_owner: part(full, 'name')}};
  }
}

/** One thing that may not change: what it is, how it is shown, and the same as a tree over its reply. */
interface Shown {
  readonly what: string;
  readonly shown: string;
  readonly reply: WorldReply;
  readonly tree: {readonly [key: string]: WithReferences};
}

/** What may not change: owner, who collaborates, which teams reach it. */
async function snapshot(world: PropertyWorld, {repo, team}: Cast): Promise<readonly Shown[]> {
  const shown = await world.call('repoGet', {as: 'bob', params: placeOf(repo), say: 'bob reads the repository'});
  world.expect(shown, {status: '2xx', body: {id: part(repo, 'id')}});
  const owner = shown.at('/owner/login');
  const listOf = (what: string, reply: WorldReply, key: string): Shown => {
    const names = column(reply, key);
    const isEmpty = names.length === 0;
    const tree = isEmpty ? {body: {$in: [null, []]}} : {at: {[`$[*].${key}`]: {$unordered: names}}};
    return {what, shown: spelled(names), reply, tree};
  };
  return [
    {what: 'the owner', shown: textOf(owner), reply: shown, tree: {at: {'/owner/login': owner}}},
    listOf(
      'the collaborators',
      await world.call('repoListCollaborators', {params: placeOf(repo), say: 'list the collaborators'}),
      'login',
    ),
    listOf(
      'the teams',
      await world.call('repoListTeams', {params: placeOf(repo), say: 'list the teams of the repository'}),
      'name',
    ),
    listOf(
      'what the team has',
      await world.call('orgListTeamRepos', {
        params: {id: part(team, 'id')},
        say: 'list the repositories of the team',
      }),
      'name',
    ),
  ];
}
