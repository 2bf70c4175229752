// Who may push, approve and merge where a protection lists people and teams: those who are listed, those who are not, and when the lists change.
import {ask, base64, type Ask, type History, type Sent} from '../history.ts';

const org = {org: '{org}'};
const shelf = {owner: '{org}', repo: '{shelf}'};
const units = ['repo.code', 'repo.issues', 'repo.pulls'];
const people = ['bob', 'carol', 'dave', 'erin'] as const;

const team = (name: string, permission: string) =>
  ask('alice', 'orgCreateTeam', org, {body: {name, permission, units}, take: {[name]: '/id'}});
const join = (name: string, who: string) => ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`});
const leave = (name: string, who: string) =>
  ask('alice', 'orgRemoveTeamMember', {id: `{${name}}`, username: `{${who}}`});
const holds = (name: string) => ask('alice', 'orgAddTeamRepository', {id: `{${name}}`, ...org, repo: '{shelf}'});
const protect = (body: {readonly [key: string]: Sent}) =>
  ask('alice', 'repoEditBranchProtection', {...shelf, name: 'main'}, {body});
const write = (who: string, filepath: string, body: {readonly [key: string]: Sent} = {branch: 'main'}) =>
  ask(who, 'repoCreateFile', {...shelf, filepath}, {body: {content: base64(`${filepath}\n`), ...body}});
const opens = (name: string): readonly Ask[] => [
  write('alice', `${name}.txt`, {branch: 'main', new_branch: name}),
  ask('alice', 'repoCreatePullRequest', shelf, {
    body: {title: name, head: name, base: 'main'},
    take: {[name]: '/number'},
  }),
];
const review = (who: string, pull: string) =>
  ask(who, 'repoCreatePullReview', {...shelf, index: `{${pull}}`}, {body: {event: 'APPROVED', body: `of ${who}`}});
const reviews = (pull: string) => ask('alice', 'repoListPullReviews', {...shelf, index: `{${pull}}`});
/** Asked where it is refused; who may merge is asked as soon as the server can say so. */
const merge = (who: string, pull: string) =>
  ask(who, 'repoMergePullRequest', {...shelf, index: `{${pull}}`}, {body: {Do: 'merge'}});
const merges = (who: string, pull: string): readonly Ask[] => [{...merge(who, pull), isPatient: true}];
const isReady = (pull: string) =>
  ask('alice', 'repoGetPullRequest', {...shelf, index: `{${pull}}`}, {awaitsAt: {'/mergeable': true}});
const shown = ask('alice', 'repoGetBranchProtection', {...shelf, name: 'main'});
/** What each sees of the branch and of what they may do with it. */
const sights = people.map(who => ask(who, 'repoGetBranch', {...shelf, branch: 'main'}));

export const lists: History = {
  name: 'lists',
  about: 'the people and teams that a protection lists',
  needs: ['users', 'repositories', 'pull-requests', 'organizations'],
  people: ['alice', ...people],
  names: ['org', 'shelf'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createOrgRepo', org, {body: {name: '{shelf}', auto_init: true, default_branch: 'main'}}),
    team('pushers', 'write'),
    team('judges', 'write'),
    team('mergers', 'write'),
    team('readers', 'read'),
    ...['pushers', 'judges', 'mergers', 'readers'].map(holds),
    join('pushers', 'bob'),
    join('judges', 'carol'),
    join('mergers', 'dave'),
    join('readers', 'erin'),
    ...['first', 'second', 'third', 'fourth'].flatMap(opens),
    // What may not be listed.
    ask('alice', 'repoCreateBranchProtection', shelf, {
      body: {rule_name: 'main', enable_approvals_whitelist: true, approvals_whitelist_teams: ['no-such-team']},
    }),
    ask('alice', 'repoCreateBranchProtection', shelf, {
      body: {rule_name: 'main', enable_merge_whitelist: true, merge_whitelist_usernames: ['no-such-user']},
    }),
    // A list of each kind, and each with a team of its own.
    ask('alice', 'repoCreateBranchProtection', shelf, {
      body: {
        rule_name: 'main',
        enable_push: true,
        enable_push_whitelist: true,
        push_whitelist_teams: ['pushers'],
        enable_merge_whitelist: true,
        merge_whitelist_teams: ['mergers'],
        enable_approvals_whitelist: true,
        approvals_whitelist_teams: ['judges', 'readers'],
        required_approvals: 1,
      },
    }),
    ...sights,
    ...['alice', ...people].map(who => write(who, `${who}-1.txt`)),
    isReady('first'),
    review('bob', 'first'),
    reviews('first'),
    merge('dave', 'first'),
    review('dave', 'first'),
    reviews('first'),
    merge('dave', 'first'),
    review('carol', 'first'),
    reviews('first'),
    ...['bob', 'carol', 'erin'].map(who => merge(who, 'first')),
    ...merges('dave', 'first'),
    isReady('second'),
    review('erin', 'second'),
    reviews('second'),
    // The teams change places.
    protect({
      push_whitelist_teams: ['mergers'],
      merge_whitelist_teams: ['pushers'],
      approvals_whitelist_teams: ['pushers'],
    }),
    shown,
    ...sights,
    ...people.map(who => write(who, `${who}-2.txt`)),
    review('carol', 'second'),
    reviews('second'),
    ...['dave', 'carol'].map(who => merge(who, 'second')),
    // An approval counts as it did when it was given.
    ...merges('bob', 'second'),
    review('bob', 'second'),
    reviews('second'),
    // People beside teams, and members who leave or join.
    protect({push_whitelist_usernames: ['{erin}', '{carol}'], approvals_whitelist_username: ['{carol}', '{erin}']}),
    shown,
    leave('mergers', 'dave'),
    join('judges', 'dave'),
    join('mergers', 'carol'),
    leave('pushers', 'bob'),
    join('judges', 'bob'),
    ...sights,
    ...people.map(who => write(who, `${who}-3.txt`)),
    isReady('third'),
    review('bob', 'third'),
    review('dave', 'third'),
    reviews('third'),
    review('carol', 'third'),
    reviews('third'),
    ...['dave', 'bob', 'carol', 'erin'].map(who => merge(who, 'third')),
    // A team that loses the repository, one that is renamed, and one that goes.
    join('pushers', 'dave'),
    ask('alice', 'orgRemoveTeamRepository', {id: '{mergers}', ...org, repo: '{shelf}'}),
    shown,
    ...people.map(who => write(who, `${who}-4.txt`)),
    ask('alice', 'orgEditTeam', {id: '{pushers}'}, {body: {name: 'renamed', permission: 'write', units}}),
    shown,
    review('dave', 'third'),
    reviews('third'),
    ...merges('dave', 'third'),
    ask('alice', 'orgDeleteTeam', {id: '{pushers}'}),
    shown,
    protect({merge_whitelist_teams: [], enable_merge_whitelist: false}),
    review('carol', 'fourth'),
    ...merges('bob', 'fourth'),
    // Switched off, the lists stay or go, and nobody is kept out by them.
    protect({enable_push_whitelist: false}),
    shown,
    protect({enable_push: true, enable_push_whitelist: false, enable_approvals_whitelist: false}),
    shown,
    ...people.map(who => write(who, `${who}-5.txt`)),
    protect({enable_push: false}),
    shown,
    ...['alice', 'bob'].map(who => write(who, `${who}-6.txt`)),
    ask('alice', 'repoListBranchProtection', shelf),
  ],
};
