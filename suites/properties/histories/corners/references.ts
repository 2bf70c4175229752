// What texts, commits and merges say about other issues, what a merged pull request closes, and pull requests whose branch goes.
import {ask, base64, eachOf, makes, merges, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const other = {owner: '{alice}', repo: '{other}'};
const closed = {owner: '{alice}', repo: '{secret}'};
const at = (name: string): Ask['params'] => ({...home, index: `{${name}}`});

const opens = (who: string, name: string, body: Body, where: Ask['params'] = home): Ask =>
  makes(who, 'issueCreateIssue', where, {title: name, ...body}, {[name]: '/number'});
const traces = (where: Ask['params'], who = 'alice'): Ask => ask(who, 'issueGetCommentsAndTimeline', where);
const awaitsTraces = (where: Ask['params'], awaits: number): Ask => ({...traces(where), awaits});
const shows = (where: Ask['params']): Ask => ask('alice', 'issueGetIssue', where);
const says = (who: string, where: Ask['params'], body: string, name = 'comment'): Ask =>
  makes(who, 'issueCreateComment', where, {body}, {[name]: '/id'});
const edits = (where: Ask['params'], body: Body): Ask => makes('alice', 'issueEditIssue', where, body);

/** A file on a branch of its own, or on one that is there. */
const writes = (branch: string, path: string, message: string, from?: string): Ask =>
  makes(
    'alice',
    'repoCreateFile',
    {...home, filepath: path},
    {
      content: base64(`${path}\n`),
      branch: from ?? branch,
      message,
      ...(from === undefined ? {} : {new_branch: branch}),
    },
  );
const proposes = (name: string, body: Body, who = 'alice'): Ask =>
  makes(who, 'repoCreatePullRequest', home, {title: name, base: 'main', ...body}, {[name]: '/number'});
const removes = (branch: string): Ask => ask('alice', 'repoDeleteBranch', {...home, branch});
const pulls = ask('alice', 'repoListPullRequests', {...home, state: 'all', sort: 'oldest'});

/** Texts of issues and comments that name an issue, and edits of them. */
const texts: readonly Ask[] = [
  opens('alice', 'named', {}),
  opens('bob', 'aside', {}),
  opens('alice', 'far', {}, other),
  opens('alice', 'hidden', {body: 'words for {alice}/{repo}#1'}, closed),
  opens('bob', 'namer', {body: 'See #1, (#1) and #2: not #99, `#1` or word#1.'}),
  ...['named', 'aside'].flatMap(name => [traces(at(name)), traces(at(name), 'nobody')]),
  opens('alice', 'closer', {body: 'Closes #1\n\nfixes #2'}),
  opens('alice', 'of-code', {body: '```\nsee #2\n```\n\nand `#2`'}),
  opens('bob', 'of-another', {body: 'See {alice}/{other}#1 and {alice}/{secret}#1.'}),
  opens('alice', 'of-itself', {title: 'About #2', body: 'See #8.'}),
  ...['named', 'aside'].map(name => traces(at(name))),
  traces({...other, index: '{far}'}),
  traces({...closed, index: '{hidden}'}),
  says('bob', at('aside'), 'As in #1.'),
  says('alice', at('aside'), 'No number.', 'plain'),
  ...eachOf(['alice', 'bob', 'nobody'], 'issueGetCommentsAndTimeline', at('named')),
  makes('alice', 'issueEditComment', {...home, id: '{plain}'}, {body: 'Now #1 after all.'}),
  makes('alice', 'issueEditComment', {...home, id: '{comment}'}, {body: 'As in #1, still.'}),
  traces(at('named')),
  makes('alice', 'issueEditComment', {...home, id: '{comment}'}, {body: 'As in nothing.'}),
  traces(at('named')),
  edits(at('namer'), {body: 'See #2 alone.'}),
  ...['named', 'aside'].map(name => traces(at(name))),
  edits(at('namer'), {title: 'About #1'}),
  edits(at('namer'), {body: ''}),
  ...['named', 'aside'].map(name => traces(at(name))),
  shows(at('named')),
];

/** Commits that name issues, on the default branch and aside. */
const commits: readonly Ask[] = [
  opens('alice', 'one', {}),
  opens('alice', 'two', {}),
  opens('alice', 'three', {state: 'closed', closed: true}),
  writes('main', 'a.txt', 'A file for #{one}'),
  awaitsTraces(at('one'), 1),
  writes('main', 'b.txt', 'Closes #{one}\n\nand resolves #{two}, reopens #{three}'),
  ask('alice', 'issueGetIssue', at('one'), {awaitsAt: {'/state': 'closed'}}),
  ask('alice', 'issueGetIssue', at('two'), {awaitsAt: {'/state': 'closed'}}),
  ask('alice', 'issueGetIssue', at('three'), {awaitsAt: {'/state': 'open'}}),
  ...['one', 'two', 'three'].map(name => traces(at(name))),
  opens('alice', 'four', {}),
  writes('topic', 'c.txt', 'Fixes #{four} <here>', 'main'),
  awaitsTraces(at('four'), 1),
  shows(at('four')),
  proposes('first', {head: 'topic', body: 'Of no number'}),
  ...merges(at('first'), {Do: 'merge'}),
  ask('alice', 'issueGetIssue', at('four'), {awaitsAt: {'/state': 'closed'}}),
  ...['four', 'first'].map(name => traces(at(name))),
];

/** Pull requests that close and reopen issues once they are merged. */
const closings: readonly Ask[] = [
  opens('alice', 'five', {}),
  opens('alice', 'six', {}),
  opens('alice', 'seven', {closed: true}),
  opens('bob', 'eight', {}),
  writes('topic-two', 'd.txt', 'A file', 'main'),
  proposes('second', {head: 'topic-two', body: 'Closes #{five}, see #{six}. Reopens #{seven}.'}),
  says('alice', at('second'), 'fixes #{eight}', 'fixing'),
  ...['five', 'six', 'seven', 'eight'].map(name => traces(at(name))),
  makes('alice', 'repoEditPullRequest', at('second'), {body: 'closes #{five} and #{six}; reopens #{seven}'}),
  ...['five', 'six'].map(name => traces(at(name))),
  ...merges(at('second'), {Do: 'squash', MergeTitleField: 'All in one', delete_branch_after_merge: true}),
  ask('alice', 'issueGetIssue', at('five'), {awaitsAt: {'/state': 'closed'}}),
  ...['six', 'seven', 'eight'].map(name => shows(at(name))),
  ...['five', 'seven', 'eight', 'second'].map(name => traces(at(name))),
  ask('alice', 'repoGetPullRequest', at('second')),
  opens('alice', 'nine', {}),
  writes('topic-three', 'e.txt', 'A file', 'main'),
  proposes('third', {head: 'topic-three', body: 'closes #{nine}'}, 'bob'),
  makes('alice', 'repoEditPullRequest', at('third'), {state: 'closed'}),
  shows(at('nine')),
  makes('alice', 'repoEditPullRequest', at('third'), {state: 'open', body: 'sees #{nine}'}),
  ...merges(at('third'), {Do: 'rebase'}),
  shows(at('nine')),
  ...['nine', 'third'].map(name => traces(at(name))),
];

/** Branches that go while pull requests are of them or to them. */
const branches: readonly Ask[] = [
  writes('low', 'f.txt', 'Low', 'main'),
  writes('high', 'g.txt', 'High', 'low'),
  writes('lone', 'h.txt', 'Lone', 'main'),
  proposes('low-pull', {head: 'low'}),
  proposes('high-pull', {head: 'high', base: 'low'}),
  proposes('lone-pull', {head: 'lone'}),
  removes('lone'),
  ask('alice', 'repoGetPullRequest', at('lone-pull'), {awaitsAt: {'/state': 'closed'}}),
  traces(at('lone-pull')),
  makes('alice', 'repoEditPullRequest', at('lone-pull'), {state: 'open'}),
  ...merges(at('low-pull'), {Do: 'merge', delete_branch_after_merge: true}),
  ask('alice', 'repoGetPullRequest', at('high-pull'), {awaitsAt: {'/base/ref': 'main'}}),
  ...['low-pull', 'high-pull'].map(name => traces(at(name))),
  ask('alice', 'repoGetBranch', {...home, branch: 'low'}),
  makes('alice', 'repoCreateBranch', home, {new_branch_name: 'base', old_branch_name: 'main'}),
  writes('idea', 'i.txt', 'Idea', 'base'),
  proposes('idea-pull', {head: 'idea', base: 'base'}),
  proposes('idea-again', {head: 'idea'}),
  proposes('base-pull', {head: 'base'}),
  removes('base'),
  ask('alice', 'repoGetPullRequest', at('base-pull'), {awaitsAt: {'/state': 'closed'}}),
  ...['idea-pull', 'idea-again', 'base-pull'].flatMap(name => [
    ask('alice', 'repoGetPullRequest', at(name)),
    traces(at(name)),
  ]),
  pulls,
];

/** Reviews that are dismissed, by hand and by a push. */
const dismissals: readonly Ask[] = [
  writes('seen', 'j.txt', 'Seen', 'main'),
  proposes('seen-pull', {head: 'seen'}),
  makes('bob', 'repoCreatePullReview', at('seen-pull'), {event: 'APPROVED', body: 'good'}, {review: '/id'}),
  makes('alice', 'repoDismissPullReview', {...at('seen-pull'), id: '{review}'}, {message: 'not so'}),
  traces(at('seen-pull')),
  ask('alice', 'repoUnDismissPullReview', {...at('seen-pull'), id: '{review}'}),
  makes('alice', 'repoDismissPullReview', {...at('seen-pull'), id: '{review}'}, {}),
  traces(at('seen-pull')),
  makes('alice', 'repoCreateBranchProtection', home, {
    rule_name: 'main',
    required_approvals: 1,
    dismiss_stale_approvals: true,
  }),
  makes('bob', 'repoCreatePullReview', at('seen-pull'), {event: 'APPROVED', body: 'good again'}),
  writes('seen', 'k.txt', 'More'),
  ask('alice', 'repoListPullReviews', at('seen-pull'), {awaitsAt: {'/1/dismissed': true}}),
  traces(at('seen-pull')),
  ask('bob', 'repoDeletePullReview', {...at('seen-pull'), id: '{review}'}),
  traces(at('seen-pull')),
];

export const references: History = {
  name: 'references',
  about: 'what texts, commits and merges say about issues, and branches that go',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'branches'],
  people: ['alice', 'bob'],
  names: ['repo', 'other', 'secret'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'createCurrentUserRepo', {}, {name: '{other}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'createCurrentUserRepo', {}, {name: '{secret}', auto_init: true, private: true}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {permission: 'write'}),
    ...texts,
    ...commits,
    ...closings,
    ...branches,
    ...dismissals,
  ],
};
