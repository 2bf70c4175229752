// The filters of searches over many things: repositories, users, teams, notifications, packages, and commits.
import {reference, type Reference} from '../../../model/property.ts';
import {part, placeOf, signedIn, textOf} from '../common/things.ts';
import {by, filtersOf, idle, times, type Set} from './filtered.ts';
import type {Filter} from './filters.ts';
import type {Scene} from './scene.ts';

const repositories = [
  'the public repository',
  'the private repository',
  'the template',
  'the archived repository',
  'bob’s repository',
  'the fork of bob’s repository',
];

function all(names: readonly string[], name: string, values: readonly string[]): readonly Filter[] {
  return values.map(told => ({name, told, shows: names}));
}

function except(names: readonly string[], ...gone: readonly string[]): readonly string[] {
  return names.filter(name => !gone.includes(name));
}

/** A word that is in the name of everything that a search should find. */
function wordOf(scene: Scene): Reference {
  const word = scene
    .fresh('word')
    .replaceAll(/[^a-z0-9]/giu, '')
    .toLowerCase();
  return reference(word, 'the word');
}

export const filtersOfRepositorySearch = filtersOf({
  of: 'repositories',
  proves: ['PAGE-LIMIT'],
  needs: ['repositories', 'usual-pages'],
  lists: [{operation: 'repoSearch', key: 'id', under: 'data', takes: ['q']}],
  items: repositories,
  filters: [
    by('q', 'the name of the public repository', ['the public repository']),
    // Without private ones, known servers leave out what is in organizations whose members are not shown.
    {...by('uid', 'alice’s id', except(repositories, 'bob’s repository')), notWith: ['private']},
    by('uid', 'bob’s id', ['bob’s repository']),
    {name: 'topic', told: 'true', shows: []},
    {name: 'private', told: 'false', shows: except(repositories, 'the private repository')},
    {name: 'is_private', told: 'true', shows: ['the private repository']},
    {name: 'is_private', told: 'false', shows: except(repositories, 'the private repository')},
    {name: 'template', told: 'true', shows: ['the template']},
    {name: 'template', told: 'false', shows: except(repositories, 'the template')},
    {name: 'archived', told: 'true', shows: ['the archived repository']},
    {name: 'archived', told: 'false', shows: except(repositories, 'the archived repository')},
    {name: 'mode', told: 'fork', shows: ['the fork of bob’s repository']},
    {name: 'mode', told: 'source', shows: except(repositories, 'the fork of bob’s repository')},
    ...all(repositories, 'sort', ['alpha', 'created', 'updated', 'id']),
    ...['topic', 'includeDesc', 'exclusive'].map(name => idle(name, 'false', repositories)),
    ...['is_private', 'template', 'archived', 'mode'].map(name => idle(name, '', repositories)),
  ],
  make: makeRepositories,
});

async function makeRepositories(scene: Scene): Promise<Set> {
  const {world} = scene;
  const word = wordOf(scene);
  const made = new Map<string, Reference>();
  const make = async (called: string, name: string, inputs: {readonly [name: string]: string | boolean} = {}) => {
    const repo = await scene.make('repository', {
      auto_init: false,
      name: `ts-${textOf(word)}-${name}`,
      ...inputs,
    });
    made.set(called, part(repo, 'id'));
    return repo;
  };
  const plain = await make('the public repository', 'public');
  await make('the private repository', 'private', {private: true});
  await scene.prepare('repoEdit', placeOf(await make('the template', 'template')), {body: {template: true}});
  await scene.prepare('repoEdit', placeOf(await make('the archived repository', 'archived')), {body: {archived: true}});
  const source = await make('bob’s repository', 'source', {owner_as: 'bob', auto_init: true});
  made.set('the fork of bob’s repository', part(await scene.make('fork', {source, owner_as: 'alice'}), 'id'));
  made.set('the name of the public repository', part(plain, 'name'));
  for (const [called, as] of [
    ['alice’s id', 'alice'],
    ['bob’s id', 'bob'],
  ] as const)
    made.set(called, (await world.prepare('userGetCurrent', {as, say: `${as} reads their own id`})).at('/id'));
  return {made, params: {q: word}};
}

const users = ['user 1', 'user 2', 'user 3'];

export const filtersOfUserSearch = filtersOf({
  of: 'users',
  proves: ['PAGE-LIMIT'],
  needs: ['users', 'usual-pages'],
  lists: [{operation: 'userSearch', key: 'login', under: 'data', takes: ['q']}],
  items: users,
  filters: [
    by('q', 'the login of user 1', ['user 1']),
    by('uid', 'the id of user 1', ['user 1']),
    by('uid', 'the id of user 2', ['user 2']),
  ],
  make: async scene => {
    const word = wordOf(scene);
    const made = new Map<string, Reference>();
    for (const [at, called] of users.entries()) {
      const user = await scene.make('user', {login: `ts-${textOf(word)}-${String(at)}`});
      made.set(called, part(user, 'login')).set(`the login of ${called}`, part(user, 'login'));
      made.set(`the id of ${called}`, part(user, 'id'));
    }
    return {made, params: {q: word}};
  },
});

const teams = ['team 1', 'team 2', 'team 3'];

// Known servers show others than administrators only the teams that they are in.
export const filtersOfTeamSearch = filtersOf({
  of: 'teams',
  proves: ['PAGE-LIMIT'],
  needs: ['organizations', 'usual-pages'],
  lists: [{operation: 'teamSearch', key: 'name', under: 'data', takes: ['org', 'q'], as: 'admin'}],
  items: teams,
  filters: [
    by('q', 'the name of team 1', ['team 1']),
    by('q', 'the name of team 2', ['team 2']),
    {name: 'include_desc', told: 'true', shows: teams},
    {name: 'include_desc', told: 'false', shows: teams},
  ],
  make: async scene => {
    const org = await scene.make('organization');
    const made = new Map<string, Reference>();
    for (const [at, called] of teams.entries()) {
      const team = await scene.make('team', {org, name: `ts-team-${String(at)}`});
      made.set(called, part(team, 'name')).set(`the name of ${called}`, part(team, 'name'));
    }
    return {made, params: {org: part(org, 'name'), q: 'ts-team'}};
  },
});

const threads = ['the issue', 'the issue that was read', 'the issue that was pinned', 'the pull request'];
const unread = ['the issue', 'the pull request'];
const pinned = ['the issue that was pinned'];

export const filtersOfNotifications = filtersOf({
  of: 'notifications',
  proves: ['NOTIFY-LIST', 'NOTIFY-REPO-LIST', 'NOTIFY-STATES'],
  needs: ['repositories', 'issues', 'users', 'basic-authentication', 'usual-pages'],
  lists: [
    {operation: 'notifyGetList', takes: []},
    {operation: 'notifyGetRepoList', takes: ['owner', 'repo']},
  ].map(list => ({
    ...list,
    key: 'id',
    defaults: [{name: 'status-types', told: 'unread and pinned', shows: [...unread, ...pinned]}],
  })),
  items: threads,
  filters: [
    {name: 'status-types', told: 'unread', shows: unread},
    {name: 'status-types', told: 'read', shows: ['the issue that was read']},
    {name: 'status-types', told: 'pinned', shows: pinned},
    {name: 'subject-type', told: 'issue', shows: except(threads, 'the pull request')},
    {name: 'subject-type', told: 'pull', shows: ['the pull request']},
    idle('all', 'false', [...unread, ...pinned]),
    ...times(threads),
  ],
  make: async scene => {
    const {world} = scene;
    const repo = await scene.make('repository');
    const user = await scene.make('user');
    const reader = signedIn(user);
    for (const title of threads.slice(0, 3)) await scene.make('notification', {repo, reader: user, title});
    await scene.make('pull-request', {
      repo,
      title: 'the pull request',
      body: `for @${textOf(part(user, 'login'))}`,
    });
    const list = await world.prepare('notifyGetList', {
      ...reader,
      until: ({body}) => Array.isArray(body) && body.length === threads.length,
      say: 'the reader waits for the notifications',
    });
    const titles = (list.body as readonly {readonly subject?: {readonly title?: string}}[]).map(
      ({subject}) => subject?.title ?? '',
    );
    const made = new Map(titles.map((title, at) => [title, list.at(`/${String(at)}/id`)]));
    for (const [title, status] of [
      ['the issue that was read', 'read'],
      ['the issue that was pinned', 'pinned'],
    ] as const)
      await world.prepare('notifyReadThread', {
        ...reader,
        params: {id: made.get(title) ?? null, 'to-status': status},
        say: `the reader marks ${title} as ${status}`,
      });
    return {made, params: placeOf(repo), reader};
  },
});

const packages = ['package 1', 'package 2'];

export const filtersOfPackages = filtersOf({
  of: 'packages',
  proves: ['PACKAGES', 'PAGE-LIMIT'],
  needs: ['organizations', 'packages', 'usual-pages'],
  lists: [{operation: 'listPackages', key: 'name'}],
  items: packages,
  filters: [
    {name: 'type', told: 'generic', shows: packages},
    {name: 'type', told: 'npm', shows: []},
    by('q', 'the name of package 1', ['package 1']),
    by('q', 'the name of package 2', ['package 2']),
  ],
  make: async scene => {
    const org = await scene.make('organization');
    const made = new Map<string, Reference>();
    for (const called of packages) {
      const name = part(await scene.make('package', {login: part(org, 'name')}), 'name');
      made.set(called, name).set(`the name of ${called}`, name);
    }
    return {made, params: {owner: part(org, 'name')}};
  },
});

const commits = ['the first commit', 'the commit of a.txt', 'the commit of b.txt', 'the commit on the other branch'];
const other = 'the commit on the other branch';

export const filtersOfCommits = filtersOf({
  of: 'commits',
  proves: ['PAGE-LIMIT'],
  needs: ['repositories', 'usual-pages'],
  lists: [
    {
      operation: 'repoGetAllCommits',
      key: 'sha',
      isMissingWhenEmpty: true,
      defaults: [{name: 'sha', told: 'the default branch', shows: except(commits, other)}],
    },
  ],
  items: commits,
  filters: [
    by('sha', 'the other branch', commits),
    by('sha', 'the commit of a.txt', ['the first commit', 'the commit of a.txt']),
    {name: 'path', told: 'a.txt', shows: ['the commit of a.txt']},
    {name: 'path', told: 'c.txt', shows: [other]},
    by('not', 'the first commit', except(commits, 'the first commit')),
    by('not', 'the commit of b.txt', [other]),
    ...['stat', 'verification', 'files'].flatMap(name => all(commits, name, ['true', 'false'])),
  ],
  make: async scene => {
    const repo = await scene.make('repository');
    const branch = part(repo, 'default_branch');
    const first = await scene.prepare('repoGetBranch', {...placeOf(repo), branch});
    const made = new Map([['the first commit', first.at('/commit/id')]]);
    const write = async (filepath: string, body: {readonly [name: string]: string | Reference} = {branch}) =>
      scene.prepare(
        'repoCreateFile',
        {...placeOf(repo), filepath},
        {
          body: {content: 'b25lCg==', message: `Add ${filepath}`, ...body},
        },
      );
    made.set('the commit of a.txt', (await write('a.txt')).at('/commit/sha'));
    made.set('the commit of b.txt', (await write('b.txt')).at('/commit/sha'));
    const last = await write('c.txt', {branch, new_branch: 'other'});
    made.set(other, last.at('/commit/sha')).set('the other branch', reference('other', 'the other branch'));
    return {made, params: placeOf(repo)};
  },
});
