// Every operation on organizations and their teams, and how it is called.
import {part, placeOf, type Things} from '../common/things.ts';
import {nowhere, read, write, type Call, type Content} from './call.ts';
import type {Maker, Params, Scene} from './scene.ts';

const area = ['organization'] as const;
const both = ['organization', 'repository'] as const;

const organization: Maker = async scene => ({org: part(await scene.organization(), 'name')});
const ownOrganization: Maker = async scene => ({org: part(await scene.make('organization'), 'name')});

async function ownTeam(scene: Scene): Promise<Things> {
  return scene.make('team', {org: await scene.organization(), includes_all: false});
}
const team: Maker = async scene => ({id: part(await scene.team(), 'id')});
const freshTeam: Maker = async scene => ({id: part(await ownTeam(scene), 'id')});
const newMember: Maker = async scene => ({...(await freshTeam(scene)), username: await scene.stranger()});
const member: Maker = async scene => {
  const made = await ownTeam(scene);
  const login = part(await scene.make('user'), 'login');
  await scene.make('team-member', {team: made, login});
  return {id: part(made, 'id'), username: login};
};
const memberOfOrganization: Maker = async scene => ({
  ...(await organization(scene)),
  username: nameOf(await member(scene)),
});
const oneself: Maker = async scene => ({
  ...(await ownOrganization(scene)),
  username: scene.world.known('actors.alice.login'),
});
const publicMember: Maker = async scene => {
  const params = await oneself(scene);
  await scene.prepare('orgPublicizeMember', params);
  return params;
};

function nameOf({username}: Params): NonNullable<Params[string]> {
  if (username === undefined || username === null) throw new Error('a member has a name');
  return username;
}

const newRepositoryOfTeam: Maker = async scene => {
  const repo = placeOf(await scene.shelf());
  return {...(await freshTeam(scene)), org: repo.owner, repo: repo.repo};
};
const repositoryOfTeam: Maker = async scene => {
  const [made, repo] = [await ownTeam(scene), await scene.shelf()];
  await scene.make('team-repository', {team: made, repo});
  return {id: part(made, 'id'), org: part(repo, 'owner'), repo: part(repo, 'name')};
};

const ownLabel: Maker = async scene => ({
  ...(await organization(scene)),
  id: part(await scene.make('organization-label', {org: await scene.organization()}), 'id'),
});
const label: Maker = async scene => scene.shared('organization label', ownLabel);

async function newRepository(scene: Scene): Promise<Content> {
  return {body: {name: scene.fresh('new'), private: false, auto_init: false}};
}

async function newOrganization(scene: Scene): Promise<Content> {
  return {body: {username: scene.fresh('org'), visibility: 'public'}};
}

export const organizationCalls: readonly Call[] = [
  {...read(area, 'orgGetAll', nowhere), unscoped: area},
  write(area, 'orgCreate', nowhere, newOrganization),
  read(area, 'orgGet', organization),
  write(area, 'orgEdit', ownOrganization, {description: 'edited'}),
  write(area, 'orgDelete', ownOrganization),
  read(area, 'orgListRepos', organization),
  {...write(both, 'createOrgRepo', organization, newRepository), unscoped: ['repository']},
  write(both, 'createOrgRepoDeprecated', organization, newRepository),
  read(['user', 'organization'], 'orgListCurrentUserOrgs', nowhere),
  read(['user', 'organization'], 'orgListUserOrgs', async ({world}) => ({username: world.known('actors.alice.login')})),
  read(area, 'orgListLabels', organization),
  write(area, 'orgCreateLabel', organization, {name: 'new', color: '#00aabb'}),
  read(area, 'orgGetLabel', label),
  write(area, 'orgEditLabel', ownLabel, {description: 'edited'}),
  write(area, 'orgDeleteLabel', ownLabel),
];

export const teamCalls: readonly Call[] = [
  read(area, 'orgListTeams', organization),
  write(area, 'orgCreateTeam', organization, async scene => ({
    body: {name: scene.fresh('team'), permission: 'write', includes_all_repositories: true, units: ['repo.code']},
  })),
  read(area, 'teamSearch', organization),
  read(area, 'orgGetTeam', team),
  write(area, 'orgEditTeam', freshTeam, async scene => ({
    body: {name: scene.fresh('edited'), permission: 'read', units: ['repo.code']},
  })),
  write(area, 'orgDeleteTeam', freshTeam),
  read(area, 'orgListTeamMembers', team),
  read(area, 'orgListTeamMember', member),
  write(area, 'orgAddTeamMember', newMember),
  write(area, 'orgRemoveTeamMember', member),
  read(area, 'orgListTeamRepos', team),
  write(area, 'orgAddTeamRepository', newRepositoryOfTeam),
  write(area, 'orgRemoveTeamRepository', repositoryOfTeam),
  read(area, 'orgListMembers', organization),
  read(area, 'orgIsMember', memberOfOrganization),
  write(area, 'orgDeleteMember', memberOfOrganization),
  read(area, 'orgListPublicMembers', organization),
  read(area, 'orgIsPublicMember', publicMember),
  write(area, 'orgPublicizeMember', oneself),
  write(area, 'orgConcealMember', publicMember),
];
