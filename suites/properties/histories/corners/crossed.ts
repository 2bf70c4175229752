// Things that are asked for through what they do not belong to, lists whose names differ in case, and what a former or a private name gives away.
import {ask, base64, eachOf, variants, type Ask, type History} from '../history.ts';

const at = (repo: string, owner = '{alice}') => ({owner, repo});
const home = at('{repo}');
const other = at('{other}');
const issue = (index: number, place: Ask['params'] = home) => ({...place, index});
const comments = 31;

/** What whoever may read a private repository finds under a name that it had; known servers tell strangers too that there is one. */
function knocks(place: Ask['params']): readonly Ask[] {
  return [
    ...eachOf(['alice', 'carol'], 'repoGet', place),
    ...eachOf(['alice', 'carol'], 'issueListIssues', place),
    ask('carol', 'repoGetContents', {...place, filepath: 'README.md'}),
    ask('carol', 'repoListBranches', place),
    ask('carol', 'issueCreateIssue', place, {body: {title: 'Through a former name'}}),
  ];
}

/** What somebody finds who may not read it. */
function strangers(place: Ask['params']): readonly Ask[] {
  return [
    ...eachOf(['dave', 'nobody'], 'repoGet', place),
    ...eachOf(['dave', 'nobody'], 'issueListIssues', place),
    ask('dave', 'repoListBranches', place),
    ask('dave', 'repoDelete', place),
  ];
}

/** Names whose order says how letters, digits and signs are compared. */
const spellings = ['beta', 'Alpha', 'gamma', 'Delta', '10th', '9th', 'a_b', 'a-b', 'a.b'];

export const crossed: History = {
  name: 'crossed',
  about: 'things asked for through what they do not belong to, and the order of names',
  needs: ['users', 'repositories', 'issues', 'organizations', 'releases'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'other', 'hidden', 'moved', 'last', 'org', 'shelf'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{other}', auto_init: true, default_branch: 'main'}}),
    ...['One', 'Two'].map(title => ask('bob', 'issueCreateIssue', home, {body: {title}})),
    ask('bob', 'issueCreateIssue', other, {body: {title: 'Elsewhere'}}),
    // Times.
    ask('alice', 'issueAddTime', issue(1), {body: {time: 60}, take: {first: '/id'}}),
    ask('alice', 'issueAddTime', issue(2), {body: {time: 120}, take: {second: '/id'}}),
    ask('alice', 'issueDeleteTime', {...issue(2), id: '{first}'}),
    ask('alice', 'issueDeleteTime', {...issue(1, other), id: '{first}'}),
    ask('alice', 'issueDeleteTime', {...issue(1), id: '{second}'}),
    ask('alice', 'issueTrackedTimes', issue(1)),
    ask('alice', 'issueTrackedTimes', issue(2)),
    ask('bob', 'issueGetCommentsAndTimeline', issue(2)),
    // Attachments and assets.
    ask('bob', 'issueCreateIssueAttachment', issue(1), {
      file: {field: 'attachment', name: 'one.txt', text: 'one\n'},
      take: {hung: '/id'},
    }),
    ...variants('bob', 'issueGetIssueAttachment', {attachment_id: '{hung}'}, [issue(2), issue(1, other), issue(1)]),
    ask('bob', 'issueEditIssueAttachment', {...issue(2), attachment_id: '{hung}'}, {body: {name: 'wrong.txt'}}),
    ask('bob', 'issueDeleteIssueAttachment', {...issue(2), attachment_id: '{hung}'}),
    ask('alice', 'issueDeleteIssueAttachment', {...issue(1, other), attachment_id: '{hung}'}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', target_commitish: 'main'}, take: {v1: '/id'}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v2', target_commitish: 'main'}, take: {v2: '/id'}}),
    ask(
      'alice',
      'repoCreateReleaseAttachment',
      {...home, id: '{v1}'},
      {
        file: {field: 'attachment', name: 'asset.txt', text: 'asset\n'},
        take: {asset: '/id'},
      },
    ),
    ...variants('alice', 'repoGetReleaseAttachment', {attachment_id: '{asset}'}, [
      {...home, id: '{v2}'},
      {...other, id: '{v1}'},
    ]),
    ask('alice', 'repoEditReleaseAttachment', {...home, id: '{v2}', attachment_id: '{asset}'}, {body: {name: 'wrong'}}),
    ask('alice', 'repoDeleteReleaseAttachment', {...home, id: '{v2}', attachment_id: '{asset}'}),
    ask('alice', 'issueDeleteIssueAttachment', {...issue(1), attachment_id: '{asset}'}),
    ask('alice', 'repoListReleaseAttachments', {...home, id: '{v1}'}),
    ask('bob', 'issueListIssueAttachments', issue(1)),
    // More comments than a page has.
    ...Array.from({length: comments}, (_, count) =>
      ask('bob', 'issueCreateComment', issue(1, other), {body: {body: `Comment ${String(count + 1)}`}}),
    ),
    ...variants('alice', 'issueGetComments', issue(1, other), [{}, {limit: 1}, {limit: 2, page: 2}]),
    ...variants('alice', 'issueGetRepoComments', other, [{}, {limit: 2, page: 3}]),
    // The order of names.
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    // Whether capitals come first in a list of repositories is a matter of the database.
    ...spellings.flatMap(name => [
      ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: `${name.toLowerCase()}-{shelf}`}}),
      ask('alice', 'issueCreateLabel', home, {body: {name, color: '#00ff00'}}),
      ask('alice', 'issueCreateMilestone', home, {body: {title: name}}),
      ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: name}}),
      ask('alice', 'orgCreateTeam', {org: '{org}'}, {body: {name, permission: 'read', units: ['repo.code']}}),
      ask('alice', 'repoCreateFile', {...other, filepath: `${name}.txt`}, {body: {content: base64(`${name}\n`)}}),
    ]),
    ...variants('bob', 'repoSearch', {q: '{shelf}'}, [
      {},
      {sort: 'alpha'},
      {sort: 'alpha', order: 'asc'},
      {sort: 'alpha', order: 'desc'},
      {sort: 'alpha', order: 'desc', limit: 3, page: 2},
    ]),
    ask('alice', 'orgListRepos', {org: '{org}'}),
    ask('alice', 'orgListTeams', {org: '{org}'}),
    ask('alice', 'teamSearch', {org: '{org}', q: 'a'}),
    ask('alice', 'issueListLabels', home),
    ask('alice', 'issueGetMilestonesList', home),
    ask('alice', 'repoListBranches', home),
    ask('alice', 'repoGetContentsList', other),
    ask('alice', 'GetTree', {...other, sha: 'main'}),
    ...eachOf(['bob', 'admin'], 'userSearch', {q: '{dave-mail}'}),
    // A private repository that was renamed and given away.
    ask(
      'alice',
      'createCurrentUserRepo',
      {},
      {
        body: {name: '{hidden}', private: true, auto_init: true, default_branch: 'main'},
      },
    ),
    ask('alice', 'issueCreateIssue', at('{hidden}'), {body: {title: 'Secret'}}),
    ask('alice', 'repoAddCollaborator', {...at('{hidden}'), collaborator: '{carol}'}, {body: {permission: 'read'}}),
    ask('alice', 'repoEdit', at('{hidden}'), {body: {name: '{moved}'}}),
    ...knocks(at('{hidden}')),
    ...strangers(at('{moved}')),
    ask('alice', 'repoTransfer', at('{moved}'), {body: {new_owner: '{org}'}}),
    ...knocks(at('{hidden}')),
    ...knocks(at('{moved}')),
    ...strangers(at('{moved}', '{org}')),
    ask('alice', 'repoEdit', at('{moved}', '{org}'), {body: {name: '{last}'}}),
    ...knocks(at('{moved}', '{org}')),
    ...strangers(at('{last}', '{org}')),
  ],
};
