// People who join organizations, show that they belong to them, hide it and leave, each in several ways, and what members, others and callers without credentials see of it.
import {ask, eachOf, type Ask, type History} from '../history.ts';

const org = {org: '{org}'};
const units = ['repo.code', 'repo.issues'];

const team = (name: string, permission: string) =>
  ask('alice', 'orgCreateTeam', org, {body: {name, permission, units}, take: {[name]: '/id'}});
const join = (name: string, who: string, by = 'alice') =>
  ask(by, 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`});
const leave = (name: string, who: string) =>
  ask('alice', 'orgRemoveTeamMember', {id: `{${name}}`, username: `{${who}}`});
const show = (who: string, by = who) => ask(by, 'orgPublicizeMember', {...org, username: `{${who}}`});
const hide = (who: string, by = who) => ask(by, 'orgConcealMember', {...org, username: `{${who}}`});
const leaves = (who: string, by = 'alice') => ask(by, 'orgDeleteMember', {...org, username: `{${who}}`});

/** Who belongs to it, as a member, somebody else and a caller without credentials see it. */
function looks(who: string): readonly Ask[] {
  const username = `{${who}}`;
  return [
    ...eachOf(['alice', 'erin', 'nobody'], 'orgListMembers', org),
    ...eachOf(['alice', 'nobody'], 'orgListPublicMembers', org),
    ...eachOf(['alice', 'nobody'], 'orgIsPublicMember', {...org, username}),
    ...eachOf(['alice', 'erin'], 'orgIsMember', {...org, username}),
    ...eachOf(['erin', who], 'orgListUserOrgs', {username}),
    ask(who, 'orgListCurrentUserOrgs'),
  ];
}

export const members: History = {
  name: 'members',
  about: 'members of organizations who come, are seen and go',
  needs: ['users', 'repositories', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave', 'erin'],
  names: ['org'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    team('readers', 'read'),
    team('writers', 'write'),
    team('admins', 'admin'),
    show('bob'),
    join('readers', 'bob'),
    join('writers', 'bob'),
    join('admins', 'carol'),
    join('readers', 'dave', 'carol'),
    join('readers', 'dave'),
    show('bob', 'erin'),
    show('bob', 'carol'),
    show('bob'),
    show('bob'),
    ...looks('bob'),
    // Out of one of two teams, and out of the last one.
    leave('readers', 'bob'),
    ...looks('bob'),
    leave('writers', 'bob'),
    ...looks('bob'),
    show('bob'),
    // Back again: what was shown before is not shown now.
    join('readers', 'bob'),
    ...looks('bob'),
    show('bob'),
    hide('bob', 'dave'),
    hide('bob', 'alice'),
    ask('nobody', 'orgIsPublicMember', {...org, username: '{bob}'}),
    show('bob', 'alice'),
    ask('nobody', 'orgIsPublicMember', {...org, username: '{bob}'}),
    show('bob'),
    hide('bob'),
    hide('bob'),
    ...looks('bob'),
    // Sent away, and gone by oneself.
    show('carol'),
    show('dave'),
    leaves('carol', 'dave'),
    leaves('carol'),
    leaves('carol'),
    ...looks('carol'),
    ask('alice', 'orgListTeamMembers', {id: '{admins}'}),
    leaves('dave', 'dave'),
    ...looks('dave'),
    ask('alice', 'orgListTeamMembers', {id: '{readers}'}),
    join('admins', 'carol'),
    ...looks('carol'),
    // With the team.
    join('writers', 'dave'),
    show('dave'),
    ask('alice', 'orgDeleteTeam', {id: '{writers}'}),
    ...looks('dave'),
    // The last owner stays, and somebody who follows lets the first one go.
    show('alice'),
    leaves('alice', 'alice'),
    ask('alice', 'orgListTeams', org, {take: {owners: '/0/id'}}),
    leave('owners', 'alice'),
    join('owners', 'bob'),
    leaves('alice', 'bob'),
    ask('bob', 'orgListMembers', org),
    ask('alice', 'orgListMembers', org),
    ask('nobody', 'orgIsPublicMember', {...org, username: '{alice}'}),
    ask('alice', 'orgEdit', org, {body: {description: 'of nobody'}}),
    ask('bob', 'orgEdit', org, {body: {description: 'of bob'}}),
    leaves('bob', 'bob'),
    // In an organization that hides itself.
    ask('bob', 'orgAddTeamMember', {id: '{readers}', username: '{dave}'}),
    show('dave'),
    ...['limited', 'private'].flatMap(visibility => [
      ask('bob', 'orgEdit', org, {body: {visibility}}),
      ...['dave', 'erin', 'nobody'].flatMap(who => [
        ask(who, 'orgListMembers', org),
        ask(who, 'orgListPublicMembers', org),
        ask(who, 'orgIsPublicMember', {...org, username: '{dave}'}),
        ask(who, 'orgListUserOrgs', {username: '{dave}'}),
      ]),
      ask('erin', 'orgIsMember', {...org, username: '{dave}'}),
    ]),
    // Gone from the site.
    ask('admin', 'adminDeleteUser', {username: '{dave}'}),
    ask('bob', 'orgListMembers', org),
    ask('bob', 'orgIsPublicMember', {...org, username: '{dave}'}),
    ask('bob', 'orgListTeamMembers', {id: '{readers}'}),
    ask('bob', 'orgIsMember', {...org, username: '{dave}'}),
  ],
};
