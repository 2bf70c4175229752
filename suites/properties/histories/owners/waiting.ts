// Transfers that wait to be accepted: with teams that they name, while their repository is worked with, and when people or places change meanwhile.
import {ask, base64, eachOf, type Ask, type History, type Sent} from '../history.ts';

const units = ['repo.code', 'repo.issues', 'repo.pulls'];
const make = (who: string, name: string, body: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'createCurrentUserRepo', {}, {body: {name, auto_init: true, default_branch: 'main', ...body}});
const transfer = (who: string, place: Ask['params'], to: string, more: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'repoTransfer', place, {body: {new_owner: to, ...more}});
const accept = (who: string, place: Ask['params']) => ask(who, 'acceptRepoTransfer', place);
const reject = (who: string, place: Ask['params']) => ask(who, 'rejectRepoTransfer', place);
const rights = (who: string, place: Ask['params'], people: readonly string[]): readonly Ask[] =>
  people.map(person => ask(who, 'repoGetRepoPermissions', {...place, collaborator: `{${person}}`}));
const team = (name: string, permission: string) =>
  ask('carol', 'orgCreateTeam', {org: '{org}'}, {body: {name, permission, units}, take: {[name]: '/id'}});
const join = (name: string, who: string) => ask('carol', 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`});
const of = (owner: string, repo: string) => ({owner: `{${owner}}`, repo});
const first = of('alice', 'first');
const second = of('alice', 'second');
const third = of('alice', 'third');
const fourth = of('alice', 'fourth');

export const waiting: History = {
  name: 'waiting',
  about: 'transfers that wait to be accepted',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['org', 'newbob'],
  asks: [
    ask('carol', 'orgCreate', {}, {body: {username: '{org}'}}),
    team('readers', 'read'),
    team('writers', 'write'),
    join('readers', 'bob'),
    join('writers', 'dave'),
    ...['first', 'second', 'third', 'fourth'].map(name => make('alice', name)),
    ask('alice', 'repoAddCollaborator', {...first, collaborator: '{bob}'}, {body: {permission: 'write'}}),
    ask('alice', 'issueCreateIssue', first, {body: {title: 'One', assignees: ['{bob}', '{alice}']}}),
    // To an organization whose teams are named; its owner accepts.
    transfer('bob', first, '{org}'),
    transfer('alice', first, '{org}', {team_ids: [0]}),
    // Known servers show several teams in no order.
    transfer('alice', first, '{org}', {team_ids: ['{writers}']}),
    ...eachOf(['alice', 'bob', 'carol', 'dave'], 'repoGet', first),
    ask('carol', 'repoListTeams', first),
    ask('carol', 'orgListTeamRepos', {id: '{readers}'}),
    ask('carol', 'notifyGetList'),
    ...['bob', 'dave', 'alice'].map(who => accept(who, first)),
    transfer('alice', first, '{bob}'),
    ask('alice', 'issueCreateIssue', first, {body: {title: 'While it waits'}}),
    ask('bob', 'repoCreateFile', {...first, filepath: 'bob.txt'}, {body: {content: base64('bob\n'), branch: 'main'}}),
    accept('carol', first),
    accept('carol', first),
    ask('carol', 'repoListTeams', of('org', 'first')),
    ...['readers', 'writers'].map(name => ask('carol', 'orgListTeamRepos', {id: `{${name}}`})),
    ...rights('carol', of('org', 'first'), ['alice', 'bob', 'dave']),
    ...eachOf(['alice', 'bob', 'carol', 'dave', 'nobody'], 'repoGet', of('org', 'first')),
    ask('alice', 'repoGet', first),
    ask('carol', 'issueListIssues', of('org', 'first')),
    ask('carol', 'repoListCollaborators', of('org', 'first')),
    ask('dave', 'issueEditIssue', {...of('org', 'first'), index: 1}, {body: {title: 'By the team'}}),
    // Without teams.
    transfer('alice', second, '{org}'),
    accept('carol', second),
    ask('carol', 'repoListTeams', of('org', 'second')),
    ...rights('carol', of('org', 'second'), ['alice', 'bob', 'dave']),
    // Taken back by nobody, offered again after a refusal, to somebody else.
    {...transfer('alice', third, '{bob}'), isLater: true},
    transfer('alice', third, '{dave}'),
    reject('alice', third),
    reject('dave', third),
    reject('bob', third),
    ask('bob', 'repoGet', third),
    transfer('alice', third, '{dave}', {team_ids: ['{readers}']}),
    transfer('alice', third, '{dave}'),
    ask('dave', 'repoGet', third),
    // What happens to it while it waits.
    ask('alice', 'repoEdit', third, {body: {description: 'while it waits'}}),
    ask('dave', 'repoGet', third),
    ask('alice', 'repoEdit', third, {body: {archived: true}}),
    accept('bob', third),
    accept('dave', third),
    ask('dave', 'repoGet', of('dave', 'third')),
    ask('alice', 'repoGet', of('dave', 'third')),
    ask('dave', 'repoListCollaborators', of('dave', 'third')),
    ask('dave', 'repoEdit', of('dave', 'third'), {body: {archived: false}}),
    // The receiver is renamed.
    {...transfer('alice', fourth, '{bob}'), isLater: true},
    ask('admin', 'adminRenameUser', {username: '{bob}'}, {body: {new_username: '{newbob}'}}),
    ask('bob', 'repoGet', fourth),
    accept('bob', fourth),
    ask('bob', 'repoGet', of('newbob', 'fourth')),
    ask('alice', 'repoGet', fourth),
    // Its old place is free again.
    make('alice', 'fourth'),
    ask('alice', 'repoGet', fourth),
    transfer('bob', of('newbob', 'fourth'), '{alice}'),
    // A site's administrator is asked like anybody.
    transfer('admin', of('newbob', 'fourth'), '{dave}'),
    ask('dave', 'repoGet', of('newbob', 'fourth')),
    ask('dave', 'repoGet', of('dave', 'fourth')),
    // Removed while it waits.
    transfer('alice', fourth, '{newbob}'),
    ask('alice', 'repoDelete', fourth),
    accept('bob', fourth),
    ask('bob', 'notifyGetList', {all: true}),
    ask('alice', 'userCurrentListRepos'),
    ask('dave', 'userCurrentListRepos'),
  ],
};
