// Transfers that are refused: whatever the reason, nothing may have changed.
import fc from 'fast-check';
import {jsonText} from '../../runner/model/json.ts';
import {property, type PropertyWorld, type Reference, type WithReferences} from '../../runner/model/property.ts';

type Things = {readonly [output: string]: Reference};

/** Why a transfer is not allowed. Only the first two must be refused by any server; of the others some take one or the other. */
const reasons = [
  'a stranger asks',
  'nobody has this name',
  'the team is of another organization',
  'a user has no teams',
  'the name is taken',
] as const;

type Reason = (typeof reasons)[number];

export const refusedTransfersChangeNothing = property({
  id: 'refused-transfers-change-nothing',
  title: 'a transfer that is refused leaves owner, teams and collaborators of the repository as they were',
  proves: ['TRANSFER-ATOMIC'],
  area: 'hosting',
  needs: ['repositories', 'organizations'],
  runs: 10,
  floor: 6,
  input: fc.constantFrom(...reasons),
  check: async (world, reason) => {
    const org = await world.arrange('organization');
    const team = await world.arrange('team', {org, includes_all: false});
    const repo = await world.arrange('organization-repository', {org, auto_init: false});
    const other = await world.arrange('organization');
    const foreign = await world.arrange('team', {org: other, includes_all: false});
    await world.arrange('collaborator', {repo, permission: 'read'});
    await world.arrange('team-repository', {team, repo});
    if (reason === 'the name is taken')
      await world.arrange('organization-repository', {org: other, name: repo['name'] as Reference, auto_init: false});
    const person = await world.arrange('user');
    const things = {org, repo, team, other, foreign, person};
    const before = await snapshot(world, things);
    const {as, body} = request(reason, things);
    world.count(reason);
    const reply = await world.call('repoTransfer', {
      as,
      params: placeOf(repo),
      body,
      say: `${as} asks for a transfer: ${reason}`,
    });
    const isRefused = reply.status >= 400;
    if (reason === 'a stranger asks' || reason === 'nobody has this name') {
      world.law(isRefused, {
        path: 'status',
        message: `the transfer was answered with ${String(reply.status)} although ${reason}`,
        expected: '4xx',
        actual: reply.status,
      });
    }
    fc.pre(isRefused);
    const after = await snapshot(world, things);
    world.law(after === before, {
      path: 'repository',
      message: 'the refused transfer changed the repository',
      expected: before,
      actual: after,
    });
  },
});

function request(
  reason: Reason,
  {repo, other, team, foreign, person}: Readonly<Record<'repo' | 'other' | 'team' | 'foreign' | 'person', Things>>,
): {readonly as: string; readonly body: {readonly [key: string]: WithReferences}} {
  const newOwner = other['name'] as Reference;
  switch (reason) {
    case 'a stranger asks':
      return {as: 'bob', body: {new_owner: newOwner}};
    case 'nobody has this name':
      return {as: 'alice', body: {new_owner: `no-${textOf(repo['name'])}`}};
    case 'the team is of another organization':
      return {as: 'alice', body: {new_owner: newOwner, team_ids: [team['id'] as Reference]}};
    case 'a user has no teams':
      return {as: 'alice', body: {new_owner: person['login'] as Reference, team_ids: [foreign['id'] as Reference]}};
    case 'the name is taken':
      return {as: 'alice', body: {new_owner: newOwner}};
  }
}

/** What may not change, as one text: owner, who collaborates, which teams reach it. */
async function snapshot(
  world: PropertyWorld,
  {repo, team}: {readonly repo: Things; readonly team: Things},
): Promise<string> {
  const shown = await world.call('repoGet', {as: 'bob', params: placeOf(repo), say: 'bob reads the repository'});
  world.expect(shown, {status: '2xx', body: {id: repo['id']?.value ?? null}});
  const collaborators = await world.call('repoListCollaborators', {
    params: placeOf(repo),
    say: 'list the collaborators',
  });
  const teams = await world.call('repoListTeams', {params: placeOf(repo), say: 'list the teams of the repository'});
  const repositories = await world.call('orgListTeamRepos', {
    params: {id: team['id'] as Reference},
    say: 'list the repositories of the team',
  });
  return [
    textOf(shown.at('/owner/login')),
    `collaborators ${names(collaborators.body, 'login')}`,
    `teams ${names(teams.body, 'name')}`,
    `team ${names(repositories.body, 'name')}`,
  ].join('; ');
}

function names(body: unknown, key: string): string {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  return items
    .map(item => String((item as Readonly<Record<string, unknown>>)[key]))
    .toSorted()
    .join(', ');
}

function placeOf(repo: Things): {readonly owner: Reference; readonly repo: Reference} {
  return {owner: repo['owner'] as Reference, repo: repo['name'] as Reference};
}

function textOf(reference: Reference | undefined): string {
  return reference === undefined ? '' : jsonText(reference.value).replaceAll('"', '');
}
