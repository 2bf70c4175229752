// Merges in every way, as settings of the repository and fields of the request allow, and what each leaves behind.
import {ask, base64, merges, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const file = (who: string, owner: string, filepath: string, body: {readonly [key: string]: Sent}) =>
  ask(who, 'repoCreateFile', {owner, repo: '{repo}', filepath}, {body: {content: base64(`${filepath}\n`), ...body}});
const branch = (name: string, more: readonly string[] = []): readonly Ask[] => [
  file('alice', '{alice}', `${name}.txt`, {branch: 'main', new_branch: name, message: `Begin ${name}`}),
  ...more.map(word => file('alice', '{alice}', `${name}-${word}.txt`, {branch: name, message: `Go on with ${word}`})),
];
const pull = (name: string, head = name, body: {readonly [key: string]: Sent} = {}, who = 'alice') =>
  ask(who, 'repoCreatePullRequest', home, {
    body: {title: `Of ${name}`, head, base: 'main', ...body},
    take: {[name]: '/number'},
  });
const edit = (body: {readonly [key: string]: Sent}) => ask('alice', 'repoEdit', home, {body});
const looks = (name: string): readonly Ask[] => [
  ask('alice', 'repoGetPullRequest', {...home, index: `{${name}}`}),
  ask('alice', 'repoGetBranch', {...home, branch: name}),
  ask('alice', 'repoGetAllCommits', {...home, sha: 'main', limit: 4}),
];
const merged = (name: string, body: {readonly [key: string]: Sent}, more: readonly string[] = []): readonly Ask[] => [
  ...branch(name, more),
  pull(name),
  ...merges({...home, index: `{${name}}`}, body),
  ...looks(name),
];
const refused = (name: string, body: {readonly [key: string]: Sent}, who = 'alice') =>
  ask(who, 'repoMergePullRequest', {...home, index: `{${name}}`}, {body});

export const merging: History = {
  name: 'merging',
  about: 'merges in every way and with every setting',
  needs: ['users', 'repositories', 'pull-requests'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'To be closed'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'To be closed as well'}}),
    // Each way, with one commit and with several, with words of its own and without.
    ...['merge', 'squash', 'rebase', 'rebase-merge', 'fast-forward-only'].flatMap(way =>
      merged(`by-${way}`, {Do: way}),
    ),
    ...['merge', 'squash', 'rebase', 'rebase-merge'].flatMap(way => merged(`all-${way}`, {Do: way}, ['one', 'two'])),
    ...merged('titled', {Do: 'merge', MergeTitleField: 'A title'}),
    ...merged('described', {Do: 'merge', MergeMessageField: 'closes #1'}),
    ...merged('squashed', {Do: 'squash', MergeTitleField: 'In one', MergeMessageField: 'fixes #2\n\nmore'}, ['one']),
    ask('alice', 'issueListIssues', {...home, type: 'issues', state: 'all'}),
    // Branches that go with the merge, by the request, by the setting, and by both.
    ...merged('goes', {Do: 'merge', delete_branch_after_merge: true}),
    ...merged('stays', {Do: 'merge', delete_branch_after_merge: false}),
    edit({default_delete_branch_after_merge: true}),
    ...merged('goes-by-setting', {Do: 'merge'}),
    ...merged('stays-all-the-same', {Do: 'merge', delete_branch_after_merge: false}),
    ...merged('goes-by-both', {Do: 'squash', delete_branch_after_merge: true}),
    edit({default_delete_branch_after_merge: false}),
    // A branch that something else still needs.
    ...branch('shared'),
    pull('shared'),
    ask('alice', 'repoCreatePullRequest', home, {body: {title: 'From it', head: 'stays', base: 'shared'}}),
    file('alice', '{alice}', 'of-shared.txt', {branch: 'shared', new_branch: 'on-shared'}),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'On it', head: 'on-shared', base: 'shared'},
      take: {'on-shared': '/number'},
    }),
    ...merges({...home, index: '{shared}'}, {Do: 'merge', delete_branch_after_merge: true}),
    ...looks('shared'),
    ask('alice', 'repoGetPullRequest', {...home, index: '{on-shared}'}, {awaitsAt: {'/base/ref': 'main'}}),
    // Ways that the repository does not allow.
    edit({allow_merge_commits: false, allow_squash_merge: false}),
    ...branch('allowed'),
    pull('allowed'),
    ask('alice', 'repoGetPullRequest', {...home, index: '{allowed}'}, {awaitsAt: {'/mergeable': true}}),
    ...['merge', 'squash', 'no-such-way', ''].map(way => refused('allowed', {Do: way})),
    refused('allowed', {}),
    refused('allowed', {Do: 'rebase'}, 'bob'),
    refused('allowed', {Do: 'rebase'}, 'nobody'),
    refused('allowed', {Do: 'rebase', head_commit_id: '0123456789012345678901234567890123456789'}),
    ...merges({...home, index: '{allowed}'}, {Do: 'rebase'}),
    refused('allowed', {Do: 'rebase'}),
    ...looks('allowed'),
    edit({allow_merge_commits: true, allow_squash_merge: true, allow_rebase: false}),
    ...branch('not-rebased'),
    pull('not-rebased'),
    ask('alice', 'repoGetPullRequest', {...home, index: '{not-rebased}'}, {awaitsAt: {'/mergeable': true}}),
    ...['rebase', 'rebase-merge'].map(way => refused('not-rebased', {Do: way})),
    edit({allow_rebase: true}),
    // Drafts, closed ones, conflicts, and what fits no more.
    ask('alice', 'repoEditPullRequest', {...home, index: '{not-rebased}'}, {body: {title: 'WIP: not yet'}}),
    refused('not-rebased', {Do: 'merge'}),
    ask('alice', 'repoEditPullRequest', {...home, index: '{not-rebased}'}, {body: {title: 'Now', state: 'closed'}}),
    refused('not-rebased', {Do: 'merge'}),
    ask('alice', 'repoEditPullRequest', {...home, index: '{not-rebased}'}, {body: {state: 'open'}}),
    file('alice', '{alice}', 'both.txt', {branch: 'main', new_branch: 'conflict'}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'both.txt'},
      {body: {content: base64('other\n'), branch: 'main'}},
    ),
    pull('conflict'),
    ask('alice', 'repoGetPullRequest', {...home, index: '{conflict}'}, {awaitsAt: {'/mergeable': false}}),
    refused('conflict', {Do: 'merge'}),
    refused('conflict', {Do: 'rebase'}),
    // From forks: branches of the same name, and a fork that goes.
    ask('bob', 'createFork', home, {body: {}}),
    ask('carol', 'createFork', home, {body: {}}),
    file('bob', '{bob}', 'of-bob.txt', {branch: 'main', new_branch: 'patch'}),
    file('carol', '{carol}', 'of-carol.txt', {branch: 'main', new_branch: 'patch'}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {body: {permission: 'read'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'read'}}),
    pull('of-bob', '{bob}:patch', {}, 'bob'),
    pull('of-carol', '{carol}:patch', {}, 'carol'),
    ask('bob', 'repoCreatePullRequest', home, {body: {title: 'Again', head: '{bob}:patch', base: 'main'}}),
    ask('alice', 'repoGetPullRequestFiles', {...home, index: '{of-carol}'}),
    ...merges({...home, index: '{of-bob}'}, {Do: 'merge', delete_branch_after_merge: true}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{of-bob}'}),
    ask('bob', 'repoGetBranch', {owner: '{bob}', repo: '{repo}', branch: 'patch'}),
    ask('carol', 'repoGetBranch', {owner: '{carol}', repo: '{repo}', branch: 'patch'}),
    ask('carol', 'repoDelete', {owner: '{carol}', repo: '{repo}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{of-carol}'}),
    ask('alice', 'repoGetPullRequestCommits', {...home, index: '{of-carol}'}),
    ask('alice', 'repoListPullRequests', {...home, state: 'all', limit: 5}),
    ask('alice', 'repoGet', home),
  ],
};
