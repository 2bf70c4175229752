// A person with traces everywhere who loses rights, is renamed and is removed: what is left of them, and what is not.
import {ask, base64, eachOf, idleHook, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const shelf = {owner: '{org}', repo: '{shelf}'};
const at = (place: Ask['params'], index: number) => ({...place, index});

/** What shows them in one repository. */
function looks(place: Ask['params'], who = 'alice'): readonly Ask[] {
  return [
    ...[1, 2].map(index => ask(who, 'issueGetIssue', at(place, index))),
    ask(who, 'issueGetCommentsAndTimeline', at(place, 1)),
    ask(who, 'issueGetIssueReactions', at(place, 1)),
    ask(who, 'issueTrackedTimes', at(place, 1)),
    ask(who, 'repoGetPullRequest', at(place, 3)),
    ask(who, 'repoListPullReviews', at(place, 3)),
    ask(who, 'repoListCollaborators', place),
    ask(who, 'repoListBranchProtection', place),
    ask(who, 'repoGet', place),
  ];
}

/** Lets carol leave traces in a repository that alice has made. */
function traces(place: Ask['params'], word: string): readonly Ask[] {
  return [
    ask('alice', 'repoAddCollaborator', {...place, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'issueCreateIssue', place, {
      body: {title: 'For carol', body: 'see @{carol}', assignees: ['{carol}', '{alice}']},
    }),
    ask('carol', 'issueCreateIssue', place, {body: {title: 'Of carol', assignees: ['{carol}']}}),
    ask('carol', 'issueCreateComment', at(place, 1), {body: {body: 'a comment'}}),
    ask('carol', 'issuePostIssueReaction', at(place, 1), {body: {content: 'heart'}}),
    ask('carol', 'issueAddTime', at(place, 1), {body: {time: 60}}),
    ask(
      'alice',
      'repoCreateFile',
      {...place, filepath: `${word}.txt`},
      {
        body: {content: base64('x\n'), branch: 'main', new_branch: 'topic'},
      },
    ),
    ask('alice', 'repoCreatePullRequest', place, {
      body: {title: 'A change', head: 'topic', base: 'main', assignees: ['{carol}'], reviewers: ['{carol}']},
    }),
    ask('carol', 'repoCreatePullReview', at(place, 3), {body: {event: 'APPROVED', body: 'yes'}}),
    ask('alice', 'repoCreateBranchProtection', place, {
      body: {
        rule_name: 'main',
        enable_push: true,
        enable_push_whitelist: true,
        push_whitelist_usernames: ['{carol}', '{alice}'],
        enable_merge_whitelist: true,
        merge_whitelist_usernames: ['{carol}'],
        enable_approvals_whitelist: true,
        approvals_whitelist_username: ['{carol}'],
      },
    }),
    ask('carol', 'userCurrentPutSubscription', place),
  ];
}

export const leavers: History = {
  name: 'leavers',
  about: 'a person with traces everywhere who goes',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'shelf', 'org', 'own', 'ours', 'newcarol'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask(
      'alice',
      'createOrgRepo',
      {org: '{org}'},
      {
        body: {name: '{shelf}', private: true, auto_init: true, default_branch: 'main'},
      },
    ),
    ...traces(home, 'home'),
    ...traces(shelf, 'shelf'),
    ask(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        body: {name: 'writers', permission: 'write', units: ['repo.code', 'repo.issues', 'repo.pulls']},
        take: {writers: '/id'},
      },
    ),
    ask('alice', 'orgAddTeamMember', {id: '{writers}', username: '{carol}'}),
    ask('alice', 'orgAddTeamRepository', {id: '{writers}', org: '{org}', repo: '{shelf}'}),
    ask('carol', 'createCurrentUserRepo', {}, {body: {name: '{own}', auto_init: true, default_branch: 'main'}}),
    ask('carol', 'createFork', home, {body: {}}),
    ask('alice', 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('bob', 'issueCreateIssue', {owner: '{carol}', repo: '{own}'}, {body: {title: 'Of bob'}}),
    ask('carol', 'repoCreateHook', {owner: '{carol}', repo: '{own}'}, {body: idleHook()}),
    ...looks(home),
    // No collaborator any more, though still in the team.
    ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{carol}'}),
    ask('alice', 'repoDeleteCollaborator', {...shelf, collaborator: '{carol}'}),
    ...looks(home),
    ...looks(shelf),
    ask('carol', 'issueEditIssue', at(home, 2), {body: {title: 'Still of carol'}}),
    ask('carol', 'issueEditIssue', at(home, 1), {body: {title: 'Of alice'}}),
    ask('carol', 'issueEditIssue', at(shelf, 1), {body: {title: 'By the team'}}),
    ask('carol', 'userCurrentCheckSubscription', home),
    ask('carol', 'userCurrentCheckSubscription', shelf),
    // Out of the team.
    ask('alice', 'orgRemoveTeamMember', {id: '{writers}', username: '{carol}'}),
    ...looks(shelf),
    ask('carol', 'issueGetIssue', at(shelf, 2)),
    ask('carol', 'issueSearchIssues', {created: true, state: 'all', owner: '{org}'}),
    ask('carol', 'notifyGetList', {all: true}),
    // Renamed.
    ask('admin', 'adminRenameUser', {username: '{carol}'}, {body: {new_username: '{newcarol}'}}),
    ...looks(home),
    ask('alice', 'repoGet', {owner: '{newcarol}', repo: '{own}'}),
    ask('alice', 'issueListIssues', {...home, created_by: '{newcarol}', state: 'all'}),
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{newcarol}', state: 'all'}),
    ask('alice', 'listForks', home),
    // Removed: not while something belongs to them.
    ask('admin', 'adminDeleteUser', {username: '{newcarol}'}),
    ask('carol', 'repoDelete', {owner: '{newcarol}', repo: '{own}'}),
    ask('admin', 'adminDeleteUser', {username: '{newcarol}'}),
    ask('carol', 'repoDelete', {owner: '{newcarol}', repo: '{repo}'}),
    ask('alice', 'listForks', home),
    ask('alice', 'repoGet', home),
    ask('admin', 'adminDeleteUser', {username: '{newcarol}'}),
    ...eachOf(['alice', 'nobody'], 'userGet', {username: '{newcarol}'}),
    ...looks(home),
    ...looks(shelf),
    ask('carol', 'userGetCurrent'),
    ask('alice', 'issueSearchIssues', {owner: '{alice}', state: 'all'}),
    // Somebody new of the same name has nothing of it.
    ask(
      'admin',
      'adminCreateUser',
      {},
      {
        body: {
          username: '{newcarol}',
          email: '{newcarol}@example.org',
          password: 'Secret-4711',
          must_change_password: false,
        },
      },
    ),
    ask('alice', 'issueListIssues', {...home, created_by: '{newcarol}', state: 'all'}),
    ask('alice', 'repoListCollaborators', home),
    ask('alice', 'issueEditIssue', at(home, 1), {body: {assignees: ['{newcarol}']}}),
    ask('alice', 'repoListBranchProtection', home),
    ask('bob', 'userSearch', {q: '{newcarol}'}),
    // With everything that belongs to somebody.
    ask('dave', 'createCurrentUserRepo', {}, {body: {name: '{ours}', auto_init: true, default_branch: 'main'}}),
    ask('dave', 'issueCreateIssue', home, {body: {title: 'Of dave'}}),
    ask('admin', 'adminDeleteUser', {username: '{dave}', purge: true}),
    ask('alice', 'repoGet', {owner: '{dave}', repo: '{ours}'}),
    ask('alice', 'issueListIssues', {...home, state: 'all'}),
  ],
};
