// Who may read and write a repository with git by what it is now: empty, archived, private, a template, renamed, transferred or gone, and for whom.
import fc from 'fast-check';
import {property, type PropertyWorld} from '../../../model/property.ts';
import {part, signedIn, textOf, type Things} from '../common/things.ts';
import {
  expectNotTaken,
  expectTaken,
  gitHomeOf,
  gitLaw,
  made,
  packOf,
  troubleOf,
  updates,
  type GitHome,
  type Made,
} from './git-laws.ts';
import {tokensOf, walks, type Somebody} from './git-rights.ts';

const proves = 'AUTH-BASIC';
const main = 'refs/heads/main';

/** What a right is in a repository, whatever its state. */
type Right = Somebody['may'];

/** Somebody who uses git, and the right that they have in the repository while it is private and not archived. */
type Person = Omit<Somebody, 'may'> & {readonly right: Right};

/** A repository whose owner signs in with a password, and what its main branch holds. */
interface Scene {
  readonly world: PropertyWorld;
  readonly owner: Things;
  readonly by: ReturnType<typeof signedIn>;
  readonly repo: Things;
}

async function begins(world: PropertyWorld, isPrivate: boolean): Promise<Scene> {
  const owner = await world.arrange('user', {}, {called: 'the owner'});
  const by = signedIn(owner);
  const made = await world.prepare('createCurrentUserRepo', {
    ...by,
    body: {
      name: `git-${textOf(world.known('case.name'))}`,
      private: isPrivate,
      auto_init: false,
      default_branch: 'main',
    },
    say: `the owner makes a ${isPrivate ? 'private' : 'public'} repository`,
  });
  return {world, owner, by, repo: {owner: made.at('/owner/login'), name: made.at('/name')}};
}

/** Makes a user, and a collaborator of them where a permission is named. */
async function joins({world, by, repo}: Scene, who: string, permission?: 'read' | 'write' | 'admin'): Promise<Things> {
  const user = await world.arrange('user', {}, {called: who});
  if (permission !== undefined) await mayNow({world, by, repo}, {user, who, permission});
  return user;
}

async function mayNow(
  {world, by, repo}: Pick<Scene, 'world' | 'by' | 'repo'>,
  {
    user,
    who,
    permission,
  }: {readonly user: Things; readonly who: string; readonly permission?: 'read' | 'write' | 'admin'},
): Promise<void> {
  const params = {...gitHomeOf(world, repo).place, collaborator: part(user, 'login')};
  if (permission === undefined)
    await world.prepare('repoDeleteCollaborator', {...by, params, say: `the owner removes ${who}`});
  else
    await world.prepare('repoAddCollaborator', {
      ...by,
      params,
      body: {permission},
      say: `the owner lets ${who} ${permission === 'admin' ? 'administer' : permission} the repository`,
    });
}

const nobody: Person = {who: 'a sender without credentials', as: 'anonymous', auth: 'none', right: 'nothing'};

/** What a repository is at one time. */
interface State {
  readonly say: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** What the owner changes to make it so; undefined where it is so already. */
  readonly change?: {readonly [field: string]: boolean | string};
  /** Who tries; everybody where nothing is said. */
  readonly who?: readonly string[];
}

const withoutReader = [
  nobody.who,
  'a stranger',
  'a writer',
  'an administrator of it',
  'the owner',
  ...['userRead', 'repositoryRead', 'repositoryWrite'].map(purpose => `the owner with a token for ${purpose}`),
];

const states: readonly State[] = [
  {say: 'public', isPrivate: false, isArchived: false},
  {say: 'public and archived', isPrivate: false, isArchived: true, change: {archived: true}},
  {
    say: 'public and archived no longer',
    isPrivate: false,
    isArchived: false,
    change: {archived: false},
    who: ['the owner', 'a writer', 'a reader'],
  },
  {
    say: 'a public template',
    isPrivate: false,
    isArchived: false,
    change: {template: true},
    who: ['a writer', 'a stranger'],
  },
  // Known servers forget a collaborator who may read where their repository was public before.
  {say: 'private now', isPrivate: true, isArchived: false, change: {private: true}, who: withoutReader},
  {say: 'private and archived', isPrivate: true, isArchived: true, change: {archived: true}, who: withoutReader},
  {
    say: 'private and archived no longer',
    isPrivate: true,
    isArchived: false,
    change: {archived: false, template: false},
    who: ['the owner', 'a writer', 'a stranger'],
  },
  {
    say: 'public again',
    isPrivate: false,
    isArchived: false,
    change: {private: false},
    who: ['a writer', 'a stranger', nobody.who],
  },
];

function mayIn({isPrivate, isArchived}: State, {right}: Person): Right {
  if (right === 'nothing') return isPrivate ? 'nothing' : 'read';
  return isArchived && right === 'write' ? 'read' : right;
}

export const gitFollowsTheState = property({
  id: 'git-follows-what-a-repository-is',
  title:
    'git reads a public repository for everybody and a private one for those who may read it, and writes it for those who may write it unless it is archived, each from the moment that it is so',
  proves: [proves, 'AUTH-SCOPE-CHECK'],
  area: 'hosting',
  contexts: 'it makes the people who have each right in its repository itself',
  needs: ['users', 'repositories', 'git-over-http', 'tokens'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 220,
  isToldWhole: true,
  input: fc.constant('states'),
  check: async world => {
    const scene = await begins(world, false);
    const {by, repo} = scene;
    const home = gitHomeOf(world, repo);
    const people: readonly Person[] = [
      nobody,
      {who: 'a stranger', ...signedIn(await joins(scene, 'a stranger')), right: 'nothing'},
      {who: 'a reader', ...signedIn(await joins(scene, 'a reader', 'read')), right: 'read'},
      {who: 'a writer', ...signedIn(await joins(scene, 'a writer', 'write')), right: 'write'},
      {
        who: 'an administrator of it',
        ...signedIn(await joins(scene, 'an administrator of it', 'admin')),
        right: 'write',
      },
      {who: 'the owner', ...by, right: 'write'},
      ...(await tokensOf(world, scene)).map(({may: right, ...one}) => ({...one, right})),
    ];
    // An empty repository has nothing to fetch, and is shown all the same.
    for (const {who, right, ...asking} of people) {
      if (asking.auth !== 'none' && right !== 'write') continue;
      const heard = await home.remote.refs('git-upload-pack', {
        ...asking,
        say: `git asks for the refs of the empty repository for ${who}`,
      });
      const isEmpty = heard.kind === 'read' && heard.what.refs.size === 0;
      gitLaw(
        home,
        proves,
        isEmpty,
        `${who} asks for the refs of an empty repository: ${troubleOf(heard) ?? 'it has some'}`,
      );
    }
    let tip = made({'one.txt': 'one\n'}, 'First\n');
    const first = updates({[main]: {to: tip.oid}});
    for (const {who, right, ...asking} of people.filter(person => person.right !== 'write'))
      expectNotTaken(
        home,
        await home.remote.push(first, packOf(tip.objects), {...asking, say: `git pushes the first commit for ${who}`}),
        {ref: main, say: `the first commit of ${who}, who may ${right === 'read' ? 'read' : 'do nothing'}`, proves},
      );
    const heard = await home.remote.push(first, packOf(tip.objects), {...by, say: 'git pushes for the owner'});
    if (!expectTaken(home, heard, {refs: [main], say: 'the push of the owner', proves})) return;
    for (const state of states) {
      if (state.change !== undefined)
        await world.prepare('repoEdit', {
          ...by,
          params: home.place,
          body: state.change,
          say: `the owner makes the repository ${state.say}`,
        });
      for (const person of people.filter(({who}) => state.who?.includes(who) ?? true))
        tip = await tries(home, {
          person: {...person, isReadOnly: state.isArchived},
          may: mayIn(state, person),
          state: state.say,
          tip,
        });
      await isAt(home, {by, tip, say: `after all tries while it was ${state.say}`});
    }
  },
});

interface Try {
  readonly person: Person;
  readonly may: Right;
  readonly state: string;
  readonly tip: Made;
}

async function tries(home: GitHome, {person: {right: _, ...person}, may, state, tip}: Try): Promise<Made> {
  return walks(home, {...person, who: `${person.who}, the repository being ${state}`, may}, tip);
}

/** What was refused has changed nothing. */
async function isAt(
  home: GitHome,
  {by, tip, say}: {readonly by: ReturnType<typeof signedIn>; readonly tip: Made; readonly say: string},
): Promise<void> {
  const heard = await home.remote.refs('git-upload-pack', {...by, say: `git asks for the refs for the owner ${say}`});
  const shown = heard.kind === 'read' ? (heard.what.refs.get(main) ?? 'not there') : (troubleOf(heard) ?? '');
  gitLaw(home, proves, shown === tip.oid, `${say} main is ${shown}, and not ${tip.oid}, which was pushed last`);
}

export const gitFollowsTheRights = property({
  id: 'git-follows-who-may-what-now',
  title:
    'git reads and writes a private repository by the right that a person has now: one that was given, raised, lowered or taken away',
  proves: [proves],
  area: 'hosting',
  contexts: 'it makes the people whose rights change itself',
  needs: ['users', 'repositories', 'git-over-http', 'tokens'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 70,
  isToldWhole: true,
  input: fc.constant('rights'),
  check: async world => {
    const scene = await begins(world, true);
    const {by, repo} = scene;
    const home = gitHomeOf(world, repo);
    let tip = made({'one.txt': 'one\n'}, 'First\n');
    const first = updates({[main]: {to: tip.oid}});
    const heard = await home.remote.push(first, packOf(tip.objects), {...by, say: 'git pushes for the owner'});
    if (!expectTaken(home, heard, {refs: [main], say: 'the push of the owner', proves})) return;
    const who = 'a person';
    const user = await joins(scene, who);
    const path: readonly [string, 'read' | 'write' | 'admin' | undefined][] = [
      ['who may read now', 'read'],
      ['who may write now', 'write'],
      ['who may only read again', 'read'],
      ['who administers it now', 'admin'],
      ['who is no collaborator any more', undefined],
      ['who may write again', 'write'],
    ];
    tip = await walks(home, {who: `${who} who was never let in`, ...signedIn(user), may: 'nothing'}, tip);
    for (const [say, permission] of path) {
      await mayNow(scene, {user, who, ...(permission === undefined ? {} : {permission})});
      const may = permission === 'admin' ? 'write' : (permission ?? 'nothing');
      tip = await walks(home, {who: `${who} ${say}`, ...signedIn(user), may}, tip);
    }
    const [token] = (await tokensOf(world, scene)).filter(({may}) => may === 'write');
    if (token !== undefined) {
      const login = part(scene.owner, 'login');
      tip = await walks(home, token, tip);
      await world.prepare('userDeleteAccessToken', {
        ...by,
        params: {username: login, token: 'repositoryWrite'},
        say: 'the owner deletes that token',
      });
      tip = await walks(home, {...token, who: 'the owner with a token that was deleted', may: 'nothing'}, tip);
    }
    await isAt(home, {by, tip, say: 'after all rights changed'});
  },
});

export const gitFollowsTheName = property({
  id: 'git-follows-a-repository-that-moves',
  title:
    'git reads and writes a repository at its new name and its new owner by the rights there, and at no place once it is deleted',
  proves: [proves],
  area: 'hosting',
  contexts: 'it makes both owners itself',
  needs: ['users', 'repositories', 'git-over-http'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 110,
  isToldWhole: true,
  input: fc.constant('moves'),
  check: async world => {
    const scene = await begins(world, true);
    const {by} = scene;
    const before = gitHomeOf(world, scene.repo);
    let tip = made({'one.txt': 'one\n'}, 'First\n');
    const first = updates({[main]: {to: tip.oid}});
    const heard = await before.remote.push(first, packOf(tip.objects), {...by, say: 'git pushes for the owner'});
    if (!expectTaken(before, heard, {refs: [main], say: 'the push of the owner', proves})) return;
    const theOwner: Person = {who: 'the owner', ...by, right: 'write'};
    const writer: Person = {who: 'a writer', ...signedIn(await joins(scene, 'a writer', 'write')), right: 'write'};
    const reader: Person = {who: 'a reader', ...signedIn(await joins(scene, 'a reader', 'read')), right: 'read'};
    const stranger: Person = {who: 'a stranger', ...signedIn(await joins(scene, 'a stranger')), right: 'nothing'};

    const renamed = await world.prepare('repoEdit', {
      ...by,
      params: before.place,
      body: {name: `new-${textOf(world.known('case.name'))}`},
      say: 'the owner renames the repository',
    });
    const named = gitHomeOf(world, {owner: renamed.at('/owner/login'), name: renamed.at('/name')});
    for (const person of [theOwner, writer, reader, stranger, nobody])
      tip = await tries(named, {person, may: person.right, state: 'renamed', tip});
    // At the former name known servers answer with the address of the new one, or as if there were nothing.
    await isNotAt(before, {people: [writer, stranger], say: 'its former name', tip});
    await isAt(named, {by, tip, say: 'after it was renamed'});

    const heir = await joins(scene, 'the new owner');
    await world.prepare('repoTransfer', {
      ...by,
      params: named.place,
      body: {new_owner: part(heir, 'login')},
      say: 'the owner transfers the repository',
    });
    // Until the other one accepts it, it is where it was.
    const waiting: Person = {who: 'the new owner', ...signedIn(heir), right: 'read'};
    tip = await tries(named, {person: theOwner, may: 'write', state: 'on offer', tip});
    tip = await tries(named, {person: stranger, may: 'nothing', state: 'on offer', tip});
    const moved = await world.prepare('acceptRepoTransfer', {
      ...signedIn(heir),
      params: named.place,
      say: 'the new owner accepts it',
    });
    const there = gitHomeOf(world, {owner: part(heir, 'login'), name: moved.at('/name')});
    for (const person of [{...waiting, right: 'write' as const}, writer, reader, stranger, nobody])
      tip = await tries(there, {person, may: person.right, state: 'transferred', tip});
    await isNotAt(named, {people: [writer, stranger], say: 'its former owner', tip});
    await isAt(there, {by: signedIn(heir), tip, say: 'after it was transferred'});

    await world.prepare('repoDelete', {
      ...signedIn(heir),
      params: there.place,
      say: 'the new owner deletes the repository',
    });
    // Some servers make a repository of what its owner pushes to a name that is free.
    await isNotAt(there, {people: [writer, reader, stranger], say: 'the place of a repository that is gone', tip});
    const gone = await there.remote.fetch(
      {wants: [tip.oid]},
      {...signedIn(heir), say: 'git fetches what is gone for its owner'},
    );
    gitLaw(
      there,
      proves,
      isClientError(gone.reply.status),
      `its owner fetches what is gone: the answer is ${String(gone.reply.status)}`,
    );

    // What is new there has nothing of what was there, whoever could read that.
    await world.prepare('createCurrentUserRepo', {
      ...signedIn(heir),
      body: {name: there.place.repo, private: true, auto_init: false, default_branch: 'main'},
      say: 'the new owner makes a private repository of that name',
    });
    let fresh = made({'new.txt': 'new\n'}, 'New\n');
    const again = await there.remote.push(updates({[main]: {to: fresh.oid}}), packOf(fresh.objects), {
      ...signedIn(heir),
      say: 'git pushes to it',
    });
    if (!expectTaken(there, again, {refs: [main], say: 'a push to the new repository', proves})) return;
    for (const person of [writer, reader, stranger, nobody])
      fresh = await tries(there, {person, may: 'nothing', state: 'made again', tip: fresh});
    const old = await there.remote.fetch(
      {wants: [tip.oid]},
      {...signedIn(heir), say: 'git fetches a commit of the repository that is gone'},
    );
    gitLaw(
      there,
      proves,
      old.kind !== 'read',
      'a commit of the repository that is gone is fetched from the one that has its name',
    );
    await isAt(there, {by: signedIn(heir), tip: fresh, say: 'in the repository that was made again'});
  },
});

/** Nothing is read or written at an address where a repository is no more. */
async function isNotAt(
  home: GitHome,
  {people, say, tip}: {readonly people: readonly Person[]; readonly say: string; readonly tip: Made},
): Promise<void> {
  const next = made({'one.txt': `at ${say}\n`}, `At ${say}\n`, {parents: [tip]});
  for (const {who, right: _, ...asking} of people) {
    const refs = await home.remote.refs('git-upload-pack', {
      ...asking,
      say: `git asks for the refs at ${say} for ${who}`,
    });
    const {status} = refs.reply;
    gitLaw(
      home,
      proves,
      isClientError(status) || (status >= 300 && status < 400),
      `${who} asks for the refs at ${say}: the answer is ${String(status)}`,
    );
    expectNotTaken(
      home,
      await home.remote.push(updates({[main]: {from: tip.oid, to: next.oid}}), packOf(next.objects), {
        ...asking,
        say: `git pushes to ${say} for ${who}`,
      }),
      {ref: main, say: `a push of ${who} to ${say}`, proves},
    );
  }
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}
