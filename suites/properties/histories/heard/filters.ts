// Hooks with a filter of branches: of a repository, of an organization, of a user; filters with lists in lists, and filters that are edited.
import {ask, base64, makes, type Ask, type History} from '../history.ts';
import {listeningHook} from './hook.ts';

const home = {owner: '{org}', repo: '{repo}'};
const own = {owner: '{alice}', repo: '{own}'};

/** What tells hooks apart is the header that each sends. */
const filtering = (name: string, filter: string): ReturnType<typeof listeningHook> =>
  listeningHook({
    events: ['push', 'create', 'delete', 'pull_request'],
    authorization_header: `Basic ${name}`,
    branch_filter: filter,
  });

const branch = (place: Ask['params'], name: string, from = 'main'): Ask =>
  makes('alice', 'repoCreateBranch', place, {new_branch_name: name, old_ref_name: from});

const commit = (place: Ask['params'], name: string, on: string): Ask =>
  makes(
    'alice',
    'repoCreateFile',
    {...place, filepath: name},
    {content: base64('one\n'), branch: on, message: `Add ${name}`},
  );

const gone = (place: Ask['params'], name: string): Ask => ask('alice', 'repoDeleteBranch', {...place, branch: name});

export const heardFilters: History = {
  name: 'heard-filters',
  about: 'branches that hooks of repositories, organizations and users ask for',
  needs: ['users', 'repositories', 'organizations', 'webhooks', 'pull-requests'],
  isHeard: true,
  people: ['alice'],
  names: ['org', 'repo', 'own'],
  asks: [
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    makes('alice', 'createOrgRepo', {org: '{org}'}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'createCurrentUserRepo', {}, {name: '{own}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'repoCreateHook', home, filtering('lists', '{main,release/{a,b}*}'), {lists: '/id'}),
    makes('alice', 'orgCreateHook', {org: '{org}'}, filtering('organization', 'release/*'), {ours: '/id'}),
    makes('alice', 'userCreateHook', {}, filtering('user', 'topic**'), {mine: '/id'}),
    makes('alice', 'repoCreateHook', own, filtering('one', 'ma?n')),
    branch(home, 'release/a'),
    branch(home, 'release/b1'),
    branch(home, 'release/c/d'),
    branch(home, 'other'),
    commit(home, 'one.txt', 'main'),
    commit(home, 'two.txt', 'release/a'),
    commit(home, 'three.txt', 'release/c/d'),
    commit(home, 'four.txt', 'other'),
    makes('alice', 'repoCreateTag', home, {tag_name: 'release/v1', target: 'main'}),
    makes('alice', 'repoCreateTag', home, {tag_name: 'v1', target: 'main'}),
    makes(
      'alice',
      'repoCreatePullRequest',
      home,
      {title: 'Into main', head: 'release/a', base: 'main'},
      {pull: '/number'},
    ),
    makes('alice', 'repoCreatePullRequest', home, {title: 'Into other', head: 'release/a', base: 'other'}),
    makes('alice', 'repoEditPullRequest', {...home, index: '{pull}'}, {title: 'Otherwise'}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'release/v1'}),
    gone(home, 'release/b1'),
    gone(home, 'release/c/d'),
    // What is edited.
    makes('alice', 'repoEditHook', {...home, id: '{lists}'}, {branch_filter: 'release/c*'}),
    makes('alice', 'orgEditHook', {org: '{org}', id: '{ours}'}, {branch_filter: ''}),
    commit(home, 'five.txt', 'main'),
    branch(home, 'release/c1'),
    makes('alice', 'repoEditHook', {...home, id: '{lists}'}, {events: ['push'], branch_filter: 'release/c*'}),
    commit(home, 'six.txt', 'release/c1'),
    makes('alice', 'repoEditHook', {...home, id: '{lists}'}, {branch_filter: '[!m]*'}),
    commit(home, 'eight.txt', 'main'),
    commit(home, 'nine.txt', 'release/c1'),
    ask('alice', 'repoListHooks', home),
    // What is tried is of the branch, tag or commit that is asked for.
    ...['main', 'other', 'refs/heads/other', 'v1', 'no-such-branch', ''].map(ref =>
      ask('alice', 'repoTestHook', {...home, id: '{lists}', ref}),
    ),
    ask('alice', 'repoTestHook', {...home, id: '{lists}'}),
    // The user's own.
    branch(own, 'topic'),
    branch(own, 'topic/deep/er'),
    branch(own, 'main2'),
    commit(own, 'one.txt', 'main'),
    commit(own, 'two.txt', 'topic/deep/er'),
    commit(own, 'three.txt', 'main2'),
    gone(own, 'topic'),
    gone(own, 'main2'),
    makes('alice', 'userEditHook', {id: '{mine}'}, {branch_filter: 'main', active: true}),
    commit(own, 'four.txt', 'main'),
    commit(own, 'five.txt', 'topic/deep/er'),
    ask('alice', 'userListHooks'),
  ],
};
