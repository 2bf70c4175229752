// Transfers that are made at once, offered, accepted and rejected, by owners with more and fewer rights, and what each leaves behind.
import {ask, type Ask, type History, type Sent} from '../history.ts';

const org = {org: '{org}'};
const units = ['repo.code', 'repo.issues', 'repo.pulls'];

const make = (who: string, name: string, body: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'createCurrentUserRepo', {}, {body: {name, ...body}});
const makeInOrg = (name: string, body: {readonly [key: string]: Sent} = {}) =>
  ask('alice', 'createOrgRepo', org, {body: {name, ...body}});
const transfer = (who: string, owner: string, repo: string, to: string, more: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'repoTransfer', {owner, repo}, {body: {new_owner: to, ...more}});
const accept = (who: string, owner: string, repo: string) => ask(who, 'acceptRepoTransfer', {owner, repo});
const reject = (who: string, owner: string, repo: string) => ask(who, 'rejectRepoTransfer', {owner, repo});
const get = (who: string, owner: string, repo: string) => ask(who, 'repoGet', {owner, repo});
const team = (name: string, called: string, more: {readonly [key: string]: Sent}) =>
  ask(
    'alice',
    'orgCreateTeam',
    {org: called},
    {
      body: {name, permission: 'write', units, ...more},
      take: {[name]: '/id'},
    },
  );
const join = (name: string, who: string) => ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`});
const holds = (name: string, repo: string) => ask('alice', 'orgAddTeamRepository', {id: `{${name}}`, ...org, repo});
/** Who may do what to it now. */
const rights = (who: string, owner: string, repo: string, people: readonly string[]): readonly Ask[] =>
  people.map(person => ask(who, 'repoGetRepoPermissions', {owner, repo, collaborator: `{${person}}`}));

export const transfers: History = {
  name: 'transfers',
  about: 'transfers that are offered, accepted and rejected',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['org', 'other', 'shelf'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{other}', visibility: 'private'}}),
    team('writers', '{org}', {can_create_org_repo: false}),
    team('makers', '{org}', {can_create_org_repo: true}),
    team('admins', '{org}', {permission: 'admin'}),
    team('readers', '{other}', {permission: 'read'}),
    join('writers', 'bob'),
    join('makers', 'carol'),
    join('admins', 'dave'),
    // Into an organization, by members who may make repositories there and who may not.
    ...['bob', 'carol', 'dave'].flatMap(who => [
      make(who, `of-${who}`, {private: who === 'bob'}),
      transfer(who, `{${who}}`, `of-${who}`, '{org}'),
      get(who, `{${who}}`, `of-${who}`),
      get(who, '{org}', `of-${who}`),
      get('alice', `{${who}}`, `of-${who}`),
      accept('carol', `{${who}}`, `of-${who}`),
      accept('alice', `{${who}}`, `of-${who}`),
      get(who, '{org}', `of-${who}`),
      ...rights('alice', '{org}', `of-${who}`, ['bob', 'carol']),
    ]),
    // Out of an organization: teams keep their rights until it is accepted.
    makeInOrg('{shelf}', {private: true, auto_init: true, default_branch: 'main'}),
    ...['writers', 'admins', 'makers'].map(name => holds(name, '{shelf}')),
    ask('alice', 'issueCreateIssue', {owner: '{org}', repo: '{shelf}'}, {body: {title: 'One', assignees: ['{bob}']}}),
    transfer('bob', '{org}', '{shelf}', '{bob}'),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    transfer('alice', '{org}', '{shelf}', '{carol}'),
    transfer('alice', '{org}', '{shelf}', '{bob}'),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    ask('alice', 'repoListTeams', {owner: '{org}', repo: '{shelf}'}),
    ...rights('alice', '{org}', '{shelf}', ['bob', 'carol', 'dave']),
    ask('bob', 'issueCreateIssue', {owner: '{org}', repo: '{shelf}'}, {body: {title: 'While it is offered'}}),
    get('carol', '{org}', '{shelf}'),
    get('bob', '{org}', '{shelf}'),
    accept('bob', '{org}', '{shelf}'),
    reject('bob', '{org}', '{shelf}'),
    reject('carol', '{org}', '{shelf}'),
    reject('carol', '{org}', '{shelf}'),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    ...rights('alice', '{org}', '{shelf}', ['bob', 'carol']),
    transfer('alice', '{org}', '{shelf}', '{carol}'),
    ask('alice', 'repoEdit', {owner: '{org}', repo: '{shelf}'}, {body: {description: 'while it is offered'}}),
    accept('carol', '{org}', '{shelf}'),
    get('carol', '{carol}', '{shelf}'),
    get('bob', '{carol}', '{shelf}'),
    get('alice', '{org}', '{shelf}'),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    ask('carol', 'repoListCollaborators', {owner: '{carol}', repo: '{shelf}'}),
    ...rights('carol', '{carol}', '{shelf}', ['alice', 'bob', 'dave']),
    ask('carol', 'issueGetIssue', {owner: '{carol}', repo: '{shelf}', index: 1}),
    // Between users, with collaborators.
    ask(
      'carol',
      'repoAddCollaborator',
      {owner: '{carol}', repo: '{shelf}', collaborator: '{dave}'},
      {
        body: {permission: 'admin'},
      },
    ),
    transfer('dave', '{carol}', '{shelf}', '{dave}'),
    transfer('carol', '{carol}', '{shelf}', '{dave}'),
    transfer('carol', '{carol}', '{shelf}', '{carol}'),
    reject('carol', '{carol}', '{shelf}'),
    accept('dave', '{carol}', '{shelf}'),
    ask('dave', 'repoListCollaborators', {owner: '{dave}', repo: '{shelf}'}),
    ...rights('dave', '{dave}', '{shelf}', ['carol', 'dave']),
    get('carol', '{dave}', '{shelf}'),
    get('carol', '{carol}', '{shelf}'),
    // With teams of the new owner, which are its own.
    transfer('dave', '{dave}', '{shelf}', '{org}', {team_ids: ['{readers}']}),
    transfer('dave', '{dave}', '{shelf}', '{org}', {team_ids: ['{writers}']}),
    ask('alice', 'acceptRepoTransfer', {owner: '{dave}', repo: '{shelf}'}),
    ask('alice', 'repoListTeams', {owner: '{org}', repo: '{shelf}'}),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    transfer('alice', '{org}', '{shelf}', '{other}', {team_ids: ['{readers}']}),
    ask('alice', 'repoListTeams', {owner: '{other}', repo: '{shelf}'}),
    ask('alice', 'orgListTeamRepos', {id: '{writers}'}),
    get('bob', '{other}', '{shelf}'),
    // By somebody whose team may do everything to it.
    makeInOrg('of-a-team', {private: true}),
    holds('admins', 'of-a-team'),
    transfer('dave', '{org}', 'of-a-team', '{dave}'),
    get('dave', '{dave}', 'of-a-team'),
    get('alice', '{org}', 'of-a-team'),
    // An offer, and what happens to it when its repository or one of the two changes.
    make('alice', 'offered', {private: true}),
    transfer('alice', '{alice}', 'offered', '{bob}'),
    ask('alice', 'repoEdit', {owner: '{alice}', repo: 'offered'}, {body: {name: 'offered-again'}}),
    get('bob', '{alice}', 'offered-again'),
    make('bob', 'offered-again'),
    accept('bob', '{alice}', 'offered-again'),
    ask('bob', 'repoDelete', {owner: '{bob}', repo: 'offered-again'}),
    accept('bob', '{alice}', 'offered-again'),
    get('alice', '{bob}', 'offered-again'),
    make('alice', 'taken-back'),
    transfer('alice', '{alice}', 'taken-back', '{bob}'),
    ask('alice', 'repoDelete', {owner: '{alice}', repo: 'taken-back'}),
    accept('bob', '{alice}', 'taken-back'),
    make('alice', 'taken-back'),
    accept('bob', '{alice}', 'taken-back'),
    get('alice', '{alice}', 'taken-back'),
    make('alice', 'archived'),
    ask('alice', 'repoEdit', {owner: '{alice}', repo: 'archived'}, {body: {archived: true}}),
    transfer('alice', '{alice}', 'archived', '{bob}'),
    transfer('admin', '{alice}', 'archived', '{carol}'),
    get('alice', '{carol}', 'archived'),
  ],
};
