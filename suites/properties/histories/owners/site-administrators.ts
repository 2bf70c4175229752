// What somebody may who is made an administrator of the site, and no longer may afterwards; what others see of it.
import {ask, eachOf, type Ask, type History} from '../history.ts';

const hidden = {owner: '{alice}', repo: '{hidden}'};
const shelf = {owner: '{org}', repo: '{shelf}'};
const one = {...hidden, index: '{one}'};
const file = {...hidden, filepath: 'README.md'};

const edit = (body: {readonly [key: string]: boolean}): Ask =>
  ask('admin', 'adminEditUser', {username: '{dave}'}, {body: {login_name: '{dave}', source_id: 0, ...body}});

/** What everybody sees of somebody. */
const looks: readonly Ask[] = [
  ...eachOf(['dave', 'alice', 'nobody', 'admin'], 'userGet', {username: '{dave}'}),
  ask('dave', 'userGetCurrent'),
  ...eachOf(['alice', 'admin'], 'userSearch', {q: '{dave}'}),
  ask('admin', 'adminSearchUsers', {login_name: '{dave}'}),
];

/** What reads and changes nothing, of what is hidden from everybody else. */
const reads: readonly Ask[] = [
  ask('dave', 'repoGet', hidden),
  ask('dave', 'repoGet', shelf),
  ask('dave', 'orgGet', {org: '{org}'}),
  ask('dave', 'orgListMembers', {org: '{org}'}),
  ask('dave', 'orgListTeams', {org: '{org}'}),
  ask('dave', 'orgListTeamMembers', {id: '{team}'}),
  ask('dave', 'orgIsMember', {org: '{org}', username: '{carol}'}),
  ask('dave', 'repoListHooks', hidden),
  ask('dave', 'orgListHooks', {org: '{org}'}),
  ask('dave', 'repoListCollaborators', hidden),
  ask('dave', 'repoGetRepoPermissions', {...hidden, collaborator: '{carol}'}),
  ask('dave', 'repoGetRepoPermissions', {...hidden, collaborator: '{dave}'}),
  ask('dave', 'repoListBranchProtection', hidden),
  ask('dave', 'repoListPushMirrors', hidden),
  ask('dave', 'repoGetContents', file),
  ask('dave', 'issueListIssues', hidden),
  ask('dave', 'issueTrackedTimes', one),
  ask('dave', 'issueSearchIssues', {q: 'private words'}),
  ask('dave', 'repoSearch', {q: '{hidden}'}),
  ask('dave', 'userListRepos', {username: '{alice}'}),
  ask('dave', 'orgListUserOrgs', {username: '{carol}'}),
  ask('dave', 'notifyGetThread', {id: '{thread}'}),
  ask('dave', 'notifyGetList', {all: true}),
  ask('dave', 'notifyGetRepoList', {...hidden, all: true}),
  ask('dave with a password', 'userGetTokens', {username: '{carol}'}),
  ask('dave', 'userGetTokens', {username: '{carol}'}),
  ask('dave', 'userGetTokens', {username: '{dave}'}),
  ask('dave', 'adminListHooks', {limit: 1}),
];

/** What changes something of others; each leaves things as they were for the next time. */
const writes: readonly Ask[] = [
  ask('dave', 'issueCreateComment', one, {body: {body: 'by dave'}}),
  ask('dave', 'issueEditComment', {...hidden, id: '{comment}'}, {body: {body: 'changed by dave'}}),
  ask('carol', 'issueEditComment', {...hidden, id: '{comment}'}, {body: {body: 'by carol'}}),
  ask('dave', 'issueEditIssue', one, {body: {title: 'Changed'}}),
  ask('alice', 'issueEditIssue', one, {body: {title: 'private words'}}),
  ask('dave', 'issueAddLabel', one, {body: {labels: ['{label}']}}),
  ask('alice', 'issueClearLabels', one),
  ask('dave', 'issuePostIssueReaction', one, {body: {content: 'heart'}}),
  ask('dave', 'issueAddTime', one, {body: {time: 60, user_name: '{carol}'}}),
  ask('dave', 'repoEdit', hidden, {body: {description: 'by dave'}}),
  ask('alice', 'repoEdit', hidden, {body: {description: ''}}),
  ask('dave', 'repoAddCollaborator', {...hidden, collaborator: '{bob}'}, {body: {permission: 'read'}}),
  ask('alice', 'repoDeleteCollaborator', {...hidden, collaborator: '{bob}'}),
  ask('dave', 'createOrgRepo', {org: '{org}'}, {body: {name: '{extra}'}}),
  ask('alice', 'repoDelete', {owner: '{org}', repo: '{extra}'}),
  ask('dave', 'orgAddTeamMember', {id: '{team}', username: '{bob}'}),
  ask('alice', 'orgRemoveTeamMember', {id: '{team}', username: '{bob}'}),
  ask('dave', 'orgEdit', {org: '{org}'}, {body: {description: 'by dave'}}),
  ask('alice', 'orgEdit', {org: '{org}'}, {body: {description: ''}}),
  ask('dave', 'notifyReadThread', {id: '{thread}'}),
  ask('dave', 'adminCreateRepo', {username: '{carol}'}, {body: {name: '{extra}'}}),
  ask('carol', 'repoDelete', {owner: '{carol}', repo: '{extra}'}),
  ask(
    'dave',
    'repoCreateFile',
    {...hidden, filepath: 'by-dave.txt'},
    {body: {content: 'b25lCg==', new_branch: 'by-dave'}},
  ),
  ask('alice', 'repoDeleteBranch', {...hidden, branch: 'by-dave'}),
  ask('dave', 'repoCreateFile', {...hidden, filepath: 'on-main.txt'}, {body: {content: 'b25lCg==', branch: 'main'}}),
];

export const siteAdministrators: History = {
  name: 'site-administrators',
  about: 'what an administrator of the site may, and may no longer afterwards',
  needs: ['users', 'repositories', 'issues', 'organizations', 'labels', 'notifications', 'branches'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['hidden', 'shelf', 'org', 'extra'],
  asks: [
    ask(
      'alice',
      'createCurrentUserRepo',
      {},
      {body: {name: '{hidden}', private: true, auto_init: true, default_branch: 'main'}},
    ),
    ask('alice', 'repoAddCollaborator', {...hidden, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'repoCreateBranchProtection', hidden, {
      body: {rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['{alice}']},
    }),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', visibility: 'private'}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: '{shelf}', private: true}}),
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {body: {name: 'team', permission: 'read', units: ['repo.code']}, take: {team: '/id'}},
    ),
    ask('alice', 'orgAddTeamMember', {id: '{team}', username: '{carol}'}),
    ask('alice', 'issueCreateLabel', hidden, {body: {name: 'bug', color: '#ee0701'}, take: {label: '/id'}}),
    ask('alice', 'issueCreateIssue', hidden, {
      body: {title: 'private words', assignees: ['{carol}']},
      take: {one: '/number'},
    }),
    ask('carol', 'issueCreateComment', one, {body: {body: 'by carol'}, take: {comment: '/id'}}),
    ask('carol', 'notifyGetList', {}, {awaits: 1, take: {thread: '/0/id'}}),
    ...looks,
    ...reads,
    ...writes,
    edit({admin: true}),
    ...looks,
    ...reads,
    ...writes,
    edit({admin: true, restricted: true}),
    ...looks,
    ...reads,
    edit({admin: false, restricted: false}),
    ...looks,
    ...reads,
    ...writes,
  ],
};
