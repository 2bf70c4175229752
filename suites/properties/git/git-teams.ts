// Who may read and write a private repository of an organization with git: what each team may do with the code, whatever else it may do.
import fc from 'fast-check';
import {property} from '../../../model/property.ts';
import {part, signedIn, textOf} from '../common/things.ts';
import {alice, expectTaken, gitHomeOf, made, packOf, updates} from './git-laws.ts';
import {walks, type Somebody} from './git-rights.ts';

const proves = 'AUTH-BASIC';

/** What a team may do with each unit, and so with git, which knows the code alone. */
const teams: readonly {
  readonly who: string;
  readonly units: {readonly [unit: string]: string};
  readonly may: Somebody['may'];
}[] = [
  {who: 'a member who may read issues alone', units: {'repo.issues': 'read'}, may: 'nothing'},
  {
    who: 'a member who may write issues and releases alone',
    units: {'repo.issues': 'write', 'repo.releases': 'write'},
    may: 'nothing',
  },
  {
    who: 'a member who may read the code and write issues',
    units: {'repo.code': 'read', 'repo.issues': 'write'},
    may: 'read',
  },
  {who: 'a member who may write the code', units: {'repo.code': 'write'}, may: 'write'},
];

export const gitKnowsTheTeams = property({
  id: 'git-knows-the-teams',
  title:
    'git reads and writes a private repository of an organization for members whose team may do so with its code, and for no others',
  proves: [proves],
  area: 'hosting',
  contexts: 'it makes the organization and its teams itself',
  needs: ['users', 'organizations', 'repositories', 'git-over-http'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 45,
  isToldWhole: true,
  input: fc.constant('teams'),
  check: async world => {
    const org = await world.arrange('organization');
    const name = `git-${textOf(world.known('case.name'))}`;
    const repo = await world.prepare('createOrgRepo', {
      params: {org: part(org, 'name')},
      body: {name, private: true, auto_init: false, default_branch: 'main'},
      say: 'alice makes a private repository of the organization',
    });
    const home = gitHomeOf(world, {owner: repo.at('/owner/login'), name: repo.at('/name')});
    let tip = made({'one.txt': 'one\n'}, 'First\n');
    const first = updates({'refs/heads/main': {to: tip.oid}});
    const heard = await home.remote.push(first, packOf(tip.objects), {...alice, say: 'git pushes for alice'});
    if (!expectTaken(home, heard, {refs: ['refs/heads/main'], say: 'the push of alice', proves})) return;
    for (const [at, {who, units, may}] of teams.entries()) {
      const team = await world.prepare('orgCreateTeam', {
        params: {org: part(org, 'name')},
        body: {name: `team-${String(at)}`, permission: 'read', units_map: units, includes_all_repositories: true},
        say: `alice makes a team for ${who}`,
      });
      const user = await world.arrange('user', {}, {called: who});
      await world.prepare('orgAddTeamMember', {
        params: {id: team.at('/id'), username: part(user, 'login')},
        say: `alice makes ${who} a member`,
      });
      tip = await walks(home, {who, ...signedIn(user), may}, tip);
    }
  },
});
