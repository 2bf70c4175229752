// Pull requests between forks: what pushes, reviews, renames and removals on the other side make of them.
import {ask, base64, eachOf, merges, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const fork = {owner: '{bob}', repo: '{mine}'};
const writes = (who: string, place: Ask['params'], filepath: string, more: {readonly [key: string]: Sent} = {}): Ask =>
  ask(
    who,
    'repoCreateFile',
    {...place, filepath},
    {body: {content: base64(`${filepath}\n`), message: `Add ${filepath}`, ...more}},
  );
const opens = (who: string, name: string, head: string, place: Ask['params'] = home): Ask =>
  ask(who, 'repoCreatePullRequest', place, {body: {title: name, head, base: 'main'}, take: {[name]: '/number'}});
const looks = (name: string): readonly Ask[] => [
  ask('alice', 'repoGetPullRequest', {...home, index: `{${name}}`}),
  ask('alice', 'repoListPullReviews', {...home, index: `{${name}}`}),
];
const reviews = (who: string, name: string, event: string): Ask =>
  ask(who, 'repoCreatePullReview', {...home, index: `{${name}}`}, {body: {event, body: event.toLowerCase()}});

export const fromForks: History = {
  name: 'from-forks',
  about: 'pull requests between forks',
  needs: ['users', 'repositories', 'pull-requests', 'branches'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'mine', 'renamed'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'repoCreateBranchProtection', home, {
      body: {rule_name: 'main', enable_push: true, required_approvals: 1, dismiss_stale_approvals: true},
    }),
    ask('bob', 'createFork', home, {body: {name: '{mine}'}}),
    ask('bob', 'createFork', home, {body: {}}),
    ask('dave', 'createFork', home, {body: {}}),
    writes('bob', fork, 'topic.txt', {branch: 'main', new_branch: 'topic'}),
    opens('bob', 'topic', '{bob}:topic'),
    opens('bob', 'again', '{bob}:topic'),
    ...looks('topic'),
    ask('dave', 'repoGetPullRequestFiles', {...home, index: '{topic}'}),
    ask('dave', 'repoGetPullRequestCommits', {...home, index: '{topic}'}),
    // A push to the fork makes approvals old.
    reviews('carol', 'topic', 'APPROVED'),
    reviews('dave', 'topic', 'APPROVED'),
    ...looks('topic'),
    {...writes('bob', fork, 'more.txt', {branch: 'topic'}), isLater: true},
    ask('alice', 'repoListPullReviews', {...home, index: '{topic}'}, {awaitsAt: {'/0/dismissed': true}}),
    ask('alice', 'repoGetPullRequestCommits', {...home, index: '{topic}'}),
    ...looks('topic'),
    ask('carol', 'repoMergePullRequest', {...home, index: '{topic}'}, {body: {Do: 'merge'}}),
    reviews('carol', 'topic', 'APPROVED'),
    ...looks('topic'),
    // Who may write to its branch.
    ask('bob', 'repoEditPullRequest', {...home, index: '{topic}'}, {body: {allow_maintainer_edit: true}}),
    ask('alice', 'repoEditPullRequest', {...home, index: '{topic}'}, {body: {allow_maintainer_edit: false}}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{topic}'}),
    ask('dave', 'repoEditPullRequest', {...home, index: '{topic}'}, {body: {title: 'of dave'}}),
    ask('bob', 'repoEditPullRequest', {...home, index: '{topic}'}, {body: {title: 'of bob'}}),
    ask('bob', 'repoMergePullRequest', {...home, index: '{topic}'}, {body: {Do: 'merge'}}),
    {...writes('alice', home, 'main.txt', {branch: 'main'}), isLater: true},
    ...merges({...home, index: '{topic}'}, {Do: 'squash', delete_branch_after_merge: true}),
    ...looks('topic'),
    ask('alice', 'repoGetAllCommits', {...home, limit: 3}),
    ask('bob', 'repoGetBranch', {...fork, branch: 'topic'}),
    ask('bob', 'repoGetAllCommits', {...fork, sha: 'main', limit: 3}),
    // A branch that goes and comes back.
    writes('bob', fork, 'second.txt', {branch: 'main', new_branch: 'second'}),
    opens('bob', 'second', '{bob}:second'),
    ask('bob', 'repoDeleteBranch', {...fork, branch: 'second'}),
    ask('bob', 'repoGetPullRequest', {...home, index: '{second}'}, {awaitsAt: {'/state': 'closed'}}),
    ...looks('second'),
    ask('alice', 'repoGetPullRequestFiles', {...home, index: '{second}'}),
    ask('bob', 'repoEditPullRequest', {...home, index: '{second}'}, {body: {state: 'open'}}),
    writes('bob', fork, 'second.txt', {branch: 'main', new_branch: 'second', message: 'Add it again'}),
    ask('bob', 'repoEditPullRequest', {...home, index: '{second}'}, {body: {state: 'open'}}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{second}'}),
    // A fork that is renamed, hidden and removed.
    writes('bob', fork, 'third.txt', {branch: 'main', new_branch: 'third'}),
    opens('bob', 'third', '{bob}:third'),
    ask('bob', 'repoEdit', fork, {body: {name: '{renamed}'}}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{third}'}),
    ask('bob', 'repoEdit', {owner: '{bob}', repo: '{renamed}'}, {body: {private: true}}),
    ...eachOf(['alice', 'dave', 'bob'], 'repoGetPullRequest', {...home, index: '{third}'}),
    ask('dave', 'repoGet', {owner: '{bob}', repo: '{renamed}'}),
    ask('dave', 'listForks', home),
    ask('alice', 'repoGet', home),
    // The other way: what the parent has, into a fork; and from one fork to another.
    ask(
      'bob',
      'repoCreatePullRequest',
      {owner: '{bob}', repo: '{renamed}'},
      {
        body: {title: 'from the parent', head: '{alice}:main', base: 'main'},
        take: {down: '/number'},
      },
    ),
    ask(
      'bob',
      'repoMergePullRequest',
      {owner: '{bob}', repo: '{renamed}', index: '{down}'},
      {body: {Do: 'fast-forward-only'}, isPatient: true},
    ),
    ask('bob', 'repoGetAllCommits', {owner: '{bob}', repo: '{renamed}', sha: 'main', limit: 3}),
    writes('dave', {owner: '{dave}', repo: '{repo}'}, 'of-dave.txt', {branch: 'main', new_branch: 'of-dave'}),
    opens('dave', 'of-dave', '{dave}:of-dave'),
    ask('dave', 'repoDelete', {owner: '{dave}', repo: '{repo}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{of-dave}'}),
    ask('alice', 'repoGetPullRequestFiles', {...home, index: '{of-dave}'}),
    ask('alice', 'repoListPullRequests', {...home, state: 'all'}),
    ask('bob', 'repoDelete', {owner: '{bob}', repo: '{renamed}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{third}'}),
    ask('alice', 'repoGetPullRequest', {...home, index: '{topic}'}),
    ask('alice', 'repoListPullRequests', {...home, state: 'open'}),
    ask('alice', 'repoGet', home),
    ask('dave', 'listForks', home),
    ask('dave', 'createFork', home, {body: {}}),
    ask('alice', 'repoDelete', home),
    ask('dave', 'repoGet', {owner: '{dave}', repo: '{repo}'}),
  ],
};
