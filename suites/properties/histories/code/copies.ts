// Forks and repositories made of templates: what comes along, what does not, who may, and what stays tied to the first one.
import {ask, base64, eachOf, idleHook, type Ask, type History, type Sent} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const secret = {owner: '{alice}', repo: '{secret}'};
const org = {org: '{org}'};
const fork = (who: string, place: Ask['params'], body: {readonly [key: string]: Sent} = {}) =>
  ask(who, 'createFork', place, {body});
const looks = (place: Ask['params'], who = 'alice'): readonly Ask[] => [
  ask(who, 'repoGet', place),
  ask(who, 'repoListBranches', place),
  ask(who, 'issueListLabels', place),
  ask(who, 'repoGetContentsList', place),
];
const generate = (who: string, name: string, body: {readonly [key: string]: Sent}) =>
  ask(
    who,
    'generateRepo',
    {template_owner: '{alice}', template_repo: '{repo}'},
    {
      body: {owner: `{${who}}`, name, ...body},
    },
  );
const items = ['git_content', 'topics', 'git_hooks', 'webhooks', 'avatar', 'labels', 'protected_branch'] as const;

export const copies: History = {
  name: 'copies',
  about: 'forks and repositories made of templates',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'secret', 'org', 'other', 'renamed'],
  asks: [
    ask(
      'alice',
      'createCurrentUserRepo',
      {},
      {
        body: {name: '{repo}', auto_init: true, default_branch: 'main', description: 'the first', template: true},
      },
    ),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {
        body: {content: base64('a\n'), branch: 'main', new_branch: 'topic'},
      },
    ),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', target: 'topic'}}),
    ask('alice', 'issueCreateLabel', home, {body: {name: 'kind/bug', color: '#ee0701', exclusive: true}}),
    ask('alice', 'issueCreateMilestone', home, {body: {title: 'first'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'One'}}),
    ask('alice', 'repoCreateHook', home, {body: idleHook({branch_filter: 'main'})}),
    ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'main', required_approvals: 1}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', name: 'First'}}),
    ask(
      'alice',
      'createCurrentUserRepo',
      {},
      {body: {name: '{secret}', private: true, auto_init: true, default_branch: 'main'}},
    ),
    ask('bob', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{other}'}}),
    // Forks, of one's own, for organizations, under another name, twice, and of a fork.
    fork('alice', home),
    fork('alice', home, {organization: '{other}'}),
    fork('bob', home),
    fork('bob', home),
    fork('bob', home, {name: 'second'}),
    fork('bob', home, {organization: '{org}', name: 'ours'}),
    fork('bob', home, {organization: '{other}'}),
    fork('bob', home, {organization: 'no-such-org'}),
    fork('bob', home, {organization: '{carol}'}),
    fork('carol', {owner: '{bob}', repo: '{repo}'}),
    fork('nobody', home),
    ...looks({owner: '{bob}', repo: '{repo}'}),
    ...looks({owner: '{org}', repo: 'ours'}),
    ask('alice', 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('bob', 'repoGetTag', {owner: '{bob}', repo: '{repo}', tag: 'v1'}),
    ask('bob', 'repoListReleases', {owner: '{bob}', repo: '{repo}'}),
    ask('bob', 'repoListBranchProtection', {owner: '{bob}', repo: '{repo}'}),
    ...eachOf(['alice', 'nobody'], 'listForks', home),
    ask('alice', 'listForks', {owner: '{bob}', repo: '{repo}'}),
    ask('alice', 'listForks', {...home, limit: 1, page: 2}),
    ask('alice', 'repoGet', home),
    // Each goes its own way.
    ask(
      'bob',
      'repoCreateFile',
      {owner: '{bob}', repo: '{repo}', filepath: 'of-bob.txt'},
      {
        body: {content: base64('b\n'), branch: 'main'},
      },
    ),
    ask('alice', 'repoGetContents', {...home, filepath: 'of-bob.txt'}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
    ask('bob', 'repoGetBranch', {owner: '{bob}', repo: '{repo}', branch: 'topic'}),
    ask('bob', 'repoEdit', {owner: '{bob}', repo: '{repo}'}, {body: {has_issues: true, description: 'of bob'}}),
    ask('bob', 'issueCreateIssue', {owner: '{bob}', repo: '{repo}'}, {body: {title: 'In the fork'}}),
    ask('alice', 'repoGet', home),
    // The first is renamed, hidden, shown and archived.
    ask('alice', 'repoEdit', home, {body: {name: '{renamed}'}}),
    ask('bob', 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    ask('alice', 'repoEdit', {owner: '{alice}', repo: '{renamed}'}, {body: {name: '{repo}', private: true}}),
    ...eachOf(['alice', 'bob', 'carol', 'nobody'], 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    ask('bob', 'repoGet', home),
    ask('bob', 'repoEdit', {owner: '{bob}', repo: '{repo}'}, {body: {private: false}}),
    ask('alice', 'repoEdit', home, {body: {private: false}}),
    ...eachOf(['bob', 'nobody'], 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    // Of a private one.
    fork('bob', secret),
    ask('alice', 'repoAddCollaborator', {...secret, collaborator: '{bob}'}, {body: {permission: 'read'}}),
    fork('bob', secret),
    ...eachOf(['alice', 'bob', 'nobody'], 'repoGet', {owner: '{bob}', repo: '{secret}'}),
    ask('alice', 'listForks', secret),
    ask('alice', 'repoDeleteCollaborator', {...secret, collaborator: '{bob}'}),
    ask('bob', 'repoGet', {owner: '{bob}', repo: '{secret}'}),
    // Made of a template: each item alone, all, and none.
    ...items.flatMap(item => [
      generate('carol', `with-${item.replace('_', '-')}`, {[item]: true}),
      ...looks({owner: '{carol}', repo: `with-${item.replace('_', '-')}`}, 'carol'),
    ]),
    // By somebody else each time: two first commits of one author in one second are the same commit.
    generate('carol', 'with-nothing', {}),
    generate('dave', 'with-everything', Object.fromEntries(items.map(item => [item, true]))),
    ...looks({owner: '{dave}', repo: 'with-everything'}, 'dave'),
    ask('dave', 'repoListHooks', {owner: '{dave}', repo: 'with-everything'}),
    ask('dave', 'repoListBranchProtection', {owner: '{dave}', repo: 'with-everything'}),
    ask('dave', 'issueGetMilestonesList', {owner: '{dave}', repo: 'with-everything'}),
    ask('dave', 'issueListIssues', {owner: '{dave}', repo: 'with-everything'}),
    ask('dave', 'repoListTags', {owner: '{dave}', repo: 'with-everything'}),
    ask('dave', 'repoGetAllCommits', {owner: '{dave}', repo: 'with-everything'}),
    generate('dave', 'with-everything', {git_content: true}),
    generate('carol', 'with-words', {
      labels: true,
      description: 'of carol',
      private: true,
      default_branch: 'trunk',
    }),
    ...looks({owner: '{carol}', repo: 'with-words'}, 'carol'),
    ask(
      'nobody',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{repo}'},
      {
        body: {owner: '{carol}', name: 'of-nobody', git_content: true},
      },
    ),
    ask(
      'dave',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{repo}'},
      {
        body: {owner: '{carol}', name: 'for-carol', git_content: true},
      },
    ),
    ask(
      'bob',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{repo}'},
      {
        body: {owner: '{org}', name: 'for-org', git_content: true, labels: true},
      },
    ),
    ask(
      'carol',
      'generateRepo',
      {template_owner: '{alice}', template_repo: '{repo}'},
      {
        body: {owner: '{org}', name: 'not-for-org', git_content: true},
      },
    ),
    ask('bob', 'repoGet', {owner: '{org}', repo: 'for-org'}),
    ask('alice', 'repoEdit', home, {body: {template: false}}),
    generate('carol', 'too-late', {git_content: true}),
    // The first goes, and the forks stay.
    ask('alice', 'repoDelete', home),
    ask('bob', 'repoGet', {owner: '{bob}', repo: '{repo}'}),
    ask('bob', 'listForks', {owner: '{bob}', repo: '{repo}'}),
    ask('carol', 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('bob', 'repoDelete', {owner: '{bob}', repo: '{repo}'}),
    ask('carol', 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('bob', 'orgListRepos', org),
  ],
};
