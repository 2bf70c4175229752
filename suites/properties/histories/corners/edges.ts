// What is far from the middle of things: archives and limits, what is left of removed things, counts of what is filtered, and who merged.
import {ask, base64, eachOf, merges, variants, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const file = (who: string, place: Ask['params'], filepath: string, more: {readonly [key: string]: Sent} = {}): Ask =>
  ask(who, 'repoCreateFile', {...place, filepath}, {body: {content: base64(`${filepath}\n`), ...more}});
const edits = (bodies: readonly {readonly [key: string]: Sent}[]): readonly Ask[] =>
  bodies.flatMap(body => [ask('alice', 'repoEdit', home, {body}), ask('bob', 'repoGet', home)]);

export const edges: History = {
  name: 'edges',
  about: 'archives, limits, counts of what is filtered, and what is left of removed things',
  needs: ['users', 'issues', 'repositories', 'pull-requests', 'organizations', 'branches'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'second', 'mine', 'copy', 'org', 'template'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'write'}}),
    // Settings of a repository, each kept by an edit of another.
    ...edits([
      {has_wiki: true, external_wiki: {external_wiki_url: 'https://example.org/wiki'}},
      {description: 'one'},
      {
        has_issues: true,
        external_tracker: {
          external_tracker_url: 'https://example.org/issues',
          external_tracker_style: 'numeric',
        },
      },
      {description: 'two'},
      {
        has_issues: true,
        internal_tracker: {
          enable_time_tracker: true,
          allow_only_contributors_to_track_time: false,
          enable_issue_dependencies: false,
        },
      },
      {website: 'https://example.org'},
      {default_merge_style: 'squash', allow_rebase: false, default_delete_branch_after_merge: true},
      {description: 'three'},
      {default_merge_style: 'merge', allow_rebase: true, default_delete_branch_after_merge: false, has_wiki: true},
      {archived: true},
    ]),
    // What is archived takes nothing but an edit that ends it, or its removal.
    file('alice', home, 'archived.txt'),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'In an archive'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'archived'}}),
    ask('bob', 'createFork', home, {body: {name: '{copy}'}}),
    ...edits([{description: 'four'}, {archived: false}, {archived: false}]),
    file('alice', home, 'open.txt'),
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{second}', auto_init: true}}),
    ask('alice', 'repoEdit', {owner: '{alice}', repo: '{second}'}, {body: {archived: true}}),
    ask('alice', 'repoDelete', {owner: '{alice}', repo: '{second}'}),
    ask('alice', 'repoGet', {owner: '{alice}', repo: '{second}'}),
    // Milestones count issues and pull requests.
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'May'}, take: {may: '/id'}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'June'}, take: {june: '/id'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'one', milestone: '{may}'}, take: {one: '/number'}}),
    file('bob', home, 'topic.txt', {branch: 'main', new_branch: 'topic'}),
    ask('bob', 'repoCreatePullRequest', home, {
      body: {title: 'topic', head: 'topic', base: 'main'},
      take: {pull: '/number'},
    }),
    ask('alice', 'repoEditPullRequest', {...home, index: '{pull}'}, {body: {milestone: '{may}'}}),
    ask('bob', 'issueGetMilestone', {...home, id: '{may}'}),
    ask('bob', 'issueListIssues', {...home, state: 'all', milestones: 'May'}),
    ...merges({...home, index: '{pull}'}, {Do: 'rebase'}),
    ask('bob', 'issueGetMilestone', {...home, id: '{may}'}),
    ask('bob', 'repoGetAllCommits', {...home, limit: 2}),
    ask('alice', 'issueEditIssue', {...home, index: '{one}'}, {body: {state: 'closed'}}),
    ask('bob', 'issueGetMilestonesList', {...home, state: 'all'}),
    ask('alice', 'issueEditIssue', {...home, index: '{one}'}, {body: {milestone: '{june}'}}),
    ask('bob', 'issueGetMilestonesList', {...home, state: 'all'}),
    // Each way to merge says who wrote and who merged.
    ...(['merge', 'rebase-merge', 'squash', 'rebase'] as const).flatMap((way, turn) => [
      // Each in a second of its own, so that no order of commits is chance.
      {...file('bob', home, `${way}.txt`, {branch: 'main', new_branch: way}), isLater: true},
      file('bob', home, `${way}-2.txt`, {branch: way}),
      {...file('alice', home, `main-${String(turn)}.txt`, {branch: 'main'}), isLater: true},
      ask('bob', 'repoCreatePullRequest', home, {
        body: {title: way, head: way, base: 'main'},
        take: {[way]: '/number'},
      }),
      ...merges({...home, index: `{${way}}`}, {Do: way}).map((one, at) => (at === 0 ? one : {...one, isLater: true})),
      ask('bob', 'repoGetAllCommits', {...home, limit: 4}),
    ]),
    // Times, comments, reactions and notifications of an issue that is removed.
    ask('alice', 'issueCreateIssue', home, {
      body: {title: 'to be removed', body: 'for @{carol}', assignees: ['{bob}']},
      take: {gone: '/number'},
    }),
    ask('alice', 'issueAddTime', {...home, index: '{gone}'}, {body: {time: 60}}),
    ask('bob', 'issueAddTime', {...home, index: '{gone}'}, {body: {time: 30}}),
    ask(
      'bob',
      'issueCreateComment',
      {...home, index: '{gone}'},
      {body: {body: 'what do you think, @{dave}?'}, take: {comment: '/id'}},
    ),
    ...eachOf(['carol', 'dave'], 'issueSearchIssues', {owner: '{alice}', mentioned: true, state: 'all'}),
    ...['{carol}', '{dave}', '{bob}'].map(name =>
      ask('alice', 'issueListIssues', {...home, mentioned_by: name, state: 'all', type: 'issues'}),
    ),
    ask('alice', 'repoTrackedTimes', home),
    ask('alice', 'issueDelete', {...home, index: '{gone}'}),
    ask('alice', 'repoTrackedTimes', home),
    ...eachOf(['alice', 'bob'], 'userCurrentTrackedTimes'),
    ask('alice', 'issueGetComment', {...home, id: '{comment}'}),
    ask('alice', 'issueGetRepoComments', home),
    ...eachOf(['bob', 'carol', 'dave'], 'issueSearchIssues', {owner: '{alice}', state: 'all', type: 'issues'}),
    ask('carol', 'notifyNewAvailable'),
    // A comment names somebody who was not named before.
    ask('alice', 'issueCreateComment', {...home, index: '{one}'}, {body: {body: 'and @{carol}'}, take: {named: '/id'}}),
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{carol}', state: 'all', type: 'issues'}),
    ask('alice', 'issueEditComment', {...home, id: '{named}'}, {body: {body: 'and @{dave}'}}),
    ...['{carol}', '{dave}'].map(name =>
      ask('alice', 'issueListIssues', {...home, mentioned_by: name, state: 'all', type: 'issues'}),
    ),
    // Threads whose status changes.
    ask('carol', 'notifyGetList', {all: true}, {take: {thread: '/0/id'}, awaits: 1}),
    ask('carol', 'notifyReadThread', {id: '{thread}', 'to-status': 'pinned'}),
    ...variants('carol', 'notifyGetList', {}, [
      {all: true},
      {'status-types': 'pinned'},
      {'status-types': 'unread'},
      {'status-types': 'read'},
    ]),
    ask('carol', 'notifyNewAvailable'),
    ask('carol', 'notifyReadThread', {id: '{thread}', 'to-status': 'unread'}),
    ask('carol', 'notifyReadThread', {id: '{thread}', 'to-status': 'no-such-status'}),
    ask('carol', 'notifyNewAvailable'),
    // How many there are of what was asked for.
    ...variants('bob', 'userSearch', {}, [{q: '{carol}', limit: 1}, {q: '{carol}'}, {q: 'nobody-has-this-name'}]),
    ...variants('bob', 'repoSearch', {}, [{q: '{repo}', limit: 1}, {q: 'nothing-has-this-name'}]),
    ...variants('bob', 'issueListIssues', {...home, type: 'issues'}, [
      {state: 'closed', limit: 1},
      {state: 'all', limit: 1},
      {q: 'nothing has this title'},
    ]),
    ...variants('bob', 'repoListPullRequests', home, [
      {state: 'closed', limit: 1},
      {state: 'all', limit: 2, page: 2},
      {state: 'open'},
    ]),
    ...variants('bob', 'repoGetAllCommits', home, [
      {limit: 1},
      {path: 'topic.txt', limit: 1},
      {path: 'never-there.txt'},
    ]),
    ...variants('bob', 'repoListBranches', home, [{limit: 1}, {limit: 50}]),
    ask('admin', 'adminSearchUsers', {login_name: 'nobody-has-this-name'}),
    // Whoever may own one repository more makes no second one, however it comes to be.
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{template}', auto_init: true, template: true}}),
    ask(
      'admin',
      'adminEditUser',
      {username: '{dave}'},
      {body: {login_name: '{dave}', source_id: 0, max_repo_creation: 1}},
    ),
    ask(
      'dave',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{template}'},
      {body: {owner: '{dave}', name: '{mine}', git_content: true}},
    ),
    ask(
      'dave',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{template}'},
      {body: {owner: '{dave}', name: '{copy}', git_content: true}},
    ),
    ask('dave', 'createCurrentUserRepo', {}, {body: {name: '{copy}'}}),
    ask('admin', 'adminCreateRepo', {username: '{dave}'}, {body: {name: '{copy}'}}),
    ask('alice', 'repoTransfer', {owner: '{alice}', repo: '{template}'}, {body: {new_owner: '{dave}'}}),
    ask('dave', 'acceptRepoTransfer', {owner: '{alice}', repo: '{template}'}),
    ask('dave', 'userCurrentListRepos'),
    ask('dave', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('dave', 'createOrgRepo', {org: '{org}'}, {body: {name: '{copy}'}}),
    ask(
      'dave',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{template}'},
      {body: {owner: '{org}', name: '{mine}', git_content: true}},
    ),
    ask('dave', 'createFork', home, {body: {organization: '{org}', name: '{second}'}}),
    ask('dave', 'createFork', home, {body: {name: '{second}'}}),
    ask('dave', 'userCurrentListRepos'),
    // The head of a pull request in a fork of another name.
    ask('carol', 'createFork', home, {body: {name: '{mine}'}}),
    file('carol', {owner: '{carol}', repo: '{mine}'}, 'from-a-fork.txt', {branch: 'main', new_branch: 'from-a-fork'}),
    ...[
      '{carol}:from-a-fork',
      '{carol}/{mine}:from-a-fork',
      '{carol}:no-such-branch',
      'no-such-person:main',
      '{dave}:main',
    ].map(head => ask('carol', 'repoCreatePullRequest', home, {body: {title: head, head, base: 'main'}})),
    ask('bob', 'repoListPullRequests', {...home, state: 'open'}),
  ],
};
