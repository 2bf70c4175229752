// Accounts that are removed with everything they have, and organizations whose owners go, one after the other.
import {ask, base64, type Ask, type History} from '../history.ts';

const team = (org: string, name: string) =>
  ask(
    'alice',
    'orgCreateTeam',
    {org},
    {body: {name, permission: 'write', units: ['repo.code', 'repo.issues']}, take: {[`${name}-id`]: '/id'}},
  );
const remove = (who: string, purge?: boolean) =>
  ask('admin', 'adminDeleteUser', {username: `{${who}}`, ...(purge === undefined ? {} : {purge})});
const looks: readonly Ask[] = [
  ...['{ours}', '{theirs}', '{hers}'].flatMap(org => [
    ask('alice', 'orgGet', {org}),
    ask('alice', 'orgListMembers', {org}),
    ask('alice', 'orgListRepos', {org}),
    ask('alice', 'repoGet', {owner: org, repo: 'shelf'}),
  ]),
  ask('alice', 'repoGet', {owner: '{bob}', repo: 'own'}),
  ask('alice', 'repoGet', {owner: '{alice}', repo: 'own'}),
  ask('alice', 'listForks', {owner: '{alice}', repo: 'own'}),
  ask('alice', 'issueListIssues', {owner: '{alice}', repo: 'own', state: 'all'}),
  ask('alice', 'issueGetComments', {owner: '{alice}', repo: 'own', index: 1}),
  ask('alice', 'listPackages', {owner: '{bob}'}),
];

export const purges: History = {
  name: 'purges',
  about: 'accounts that are removed with everything they have',
  needs: ['users', 'repositories', 'issues', 'organizations', 'packages'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['ours', 'theirs', 'hers'],
  asks: [
    // One organization of alice and bob, one of bob alone, one of alice with bob in a team.
    ask('alice', 'orgCreate', {}, {body: {username: '{ours}'}}),
    ask('bob', 'orgCreate', {}, {body: {username: '{theirs}'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{hers}'}}),
    ask('alice', 'orgListTeams', {org: '{ours}'}, {take: {'owners-id': '/0/id'}}),
    ask('alice', 'orgAddTeamMember', {id: '{owners-id}', username: '{bob}'}),
    team('{hers}', 'writers'),
    ask('alice', 'orgAddTeamMember', {id: '{writers-id}', username: '{bob}'}),
    ...[
      ['alice', '{ours}'],
      ['bob', '{theirs}'],
      ['alice', '{hers}'],
    ].map(([who = '', org = '']) =>
      ask(who, 'createOrgRepo', {org}, {body: {name: 'shelf', auto_init: true, default_branch: 'main'}}),
    ),
    ...['alice', 'bob'].map(who =>
      ask(who, 'createCurrentUserRepo', {}, {body: {name: 'own', auto_init: true, default_branch: 'main'}}),
    ),
    ask('bob', 'createFork', {owner: '{alice}', repo: 'own'}, {body: {name: 'of-alice'}}),
    ask('bob', 'issueCreateIssue', {owner: '{alice}', repo: 'own'}, {body: {title: 'Of bob'}}),
    ask('alice', 'issueCreateComment', {owner: '{alice}', repo: 'own', index: 1}, {body: {body: 'of alice'}}),
    ask('bob', 'issueCreateComment', {owner: '{alice}', repo: 'own', index: 1}, {body: {body: 'of bob'}}),
    ask('bob', 'issueAddTime', {owner: '{bob}', repo: 'own', index: 1}, {body: {time: 60}}),
    ask(
      'bob',
      'uploadGenericPackage',
      {owner: '{bob}', package: 'parcel', version: '1.0', filename: 'a.bin'},
      {bytes: '61'},
    ),
    ask(
      'bob',
      'repoCreateFile',
      {owner: '{bob}', repo: 'own', filepath: 'b.txt'},
      {body: {content: base64('b\n'), branch: 'main'}},
    ),
    ...looks,
    remove('bob'),
    remove('bob', false),
    ...looks,
    remove('bob', true),
    ...looks,
    ask('bob', 'userGetCurrent'),
    remove('bob', true),
    // Somebody who owns nothing alone goes without it.
    ask('carol', 'orgCreate', {}, {body: {username: 'c-{theirs}'}, take: {'carols-id': '/id'}}),
    remove('carol'),
    ask('carol', 'orgDelete', {org: 'c-{theirs}'}),
    remove('carol'),
    ask('alice', 'userGet', {username: '{carol}'}),
    // An organization without repositories is deleted by its owners.
    ask('alice', 'repoDelete', {owner: '{hers}', repo: 'shelf'}),
    ask('dave', 'orgDelete', {org: '{hers}'}),
    ask('alice', 'orgDelete', {org: '{hers}'}),
    ask('alice', 'orgGet', {org: '{hers}'}),
    ask('alice', 'orgListTeamMembers', {id: '{writers-id}'}),
    ask('alice', 'orgListCurrentUserOrgs'),
    ask('alice', 'orgCreate', {}, {body: {username: '{hers}'}}),
    ask('alice', 'orgListTeams', {org: '{hers}'}),
    ask('alice', 'orgListRepos', {org: '{hers}'}),
  ],
};
