// What hooks of a user and of an organization tell of their repositories.
import {ask, base64, type Ask, type History, type Sent} from '../history.ts';
import {listeningHook} from './hook.ts';

const ofOrg = {owner: '{org}', repo: '{repo}'};
const own = {owner: '{alice}', repo: '{repo}'};
const issue = (place: Ask['params'], title: string, who = 'bob') =>
  ask(who, 'issueCreateIssue', place, {body: {title}});
const makeInOrg = (name: string, body: {readonly [key: string]: Sent} = {}) =>
  ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name, ...body}});

export const heardOwners: History = {
  name: 'heard-owners',
  about: 'repositories that webhooks of their owners hear of',
  needs: ['users', 'repositories', 'issues', 'organizations', 'webhooks'],
  isHeard: true,
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'second', 'org', 'other', 'renamed'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', full_name: 'The Organization', description: 'of alice'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{other}'}}),
    ask('alice', 'orgCreateHook', {org: '{org}'}, {body: listeningHook(), take: {hook: '/id'}}),
    // Repositories of an organization.
    makeInOrg('{repo}', {auto_init: true, description: 'a repository', default_branch: 'main'}),
    makeInOrg('{repo}'),
    makeInOrg('{second}', {private: true}),
    ask('alice', 'createOrgRepo', {org: '{other}'}, {body: {name: '{repo}'}}),
    ask('bob', 'createOrgRepo', {org: '{org}'}, {body: {name: 'of-bob'}}),
    issue(ofOrg, 'In the organization'),
    issue({owner: '{org}', repo: '{second}'}, 'In private', 'alice'),
    issue({owner: '{other}', repo: '{repo}'}, 'In the other'),
    ask('alice', 'repoCreateFile', {...ofOrg, filepath: 'a.txt'}, {body: {content: base64('a\n')}}),
    ask('bob', 'createFork', ofOrg, {body: {}}),
    ask('alice', 'repoEdit', ofOrg, {body: {description: 'changed', private: true}}),
    ask('alice', 'repoEdit', ofOrg, {body: {private: false, name: '{renamed}'}}),
    issue({owner: '{org}', repo: '{renamed}'}, 'Under another name'),
    ask('alice', 'repoTransfer', {owner: '{org}', repo: '{second}'}, {body: {new_owner: '{other}'}}),
    issue({owner: '{other}', repo: '{second}'}, 'After the transfer', 'alice'),
    ask('alice', 'repoDelete', {owner: '{org}', repo: '{renamed}'}),
    ask('alice', 'repoDelete', {owner: '{org}', repo: '{renamed}'}),
    // Repositories of a user.
    ask('alice', 'userCreateHook', {}, {body: listeningHook(), take: {own: '/id'}}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    issue(own, 'Of the user'),
    ask('bob', 'issueCreateComment', {...own, index: 1}, {body: {body: 'a comment'}}),
    ask('carol', 'createFork', own, {body: {}}),
    ask('alice', 'createFork', {owner: '{bob}', repo: '{repo}'}, {body: {name: 'of-a-fork'}}),
    ask('bob', 'repoGet', own),
    ask('alice', 'repoCreateHook', own, {body: listeningHook({events: ['issues']})}),
    issue(own, 'Told twice'),
    ask('alice', 'userEditHook', {id: '{own}'}, {body: {events: ['repository']}}),
    issue(own, 'Told once'),
    ask('alice', 'repoTransfer', own, {body: {new_owner: '{org}'}}),
    issue(ofOrg, 'Told by its own hook and that of the organization'),
    ask('alice', 'orgEditHook', {org: '{org}', id: '{hook}'}, {body: {active: false}}),
    issue(ofOrg, 'Told by its own hook'),
    ask('alice', 'orgEditHook', {org: '{org}', id: '{hook}'}, {body: {active: true, events: ['issues', 'repository']}}),
    issue(ofOrg, 'Told twice again'),
    ask('alice', 'orgDeleteHook', {org: '{org}', id: '{hook}'}),
    issue(ofOrg, 'Told by its own hook again'),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{second}'}}),
    ask('alice', 'repoDelete', {owner: '{alice}', repo: '{second}'}),
    ask('alice', 'userDeleteHook', {id: '{own}'}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{second}'}}),
    issue(ofOrg, 'At the end'),
  ],
};
