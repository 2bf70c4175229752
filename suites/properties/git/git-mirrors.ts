// What a push mirror makes of a repository that it is synced to: what is here is there, and what is gone here is gone there.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {column, isSuccess, part, signedIn, spelled, textOf, wordOf, type Place} from '../common/things.ts';
import {expectTaken, made, packOf, updates, usually} from './git-laws.ts';
import {GitRemote} from './git-remote.ts';

const proves = 'MIRROR-SYNC';

export const mirrorsHaveWhatIsHere = property({
  id: 'mirrors-have-what-is-here',
  title:
    'a mirror that is synced has the branches and tags of its repository, each where it is there, and none that are gone there',
  proves: [proves],
  area: 'hosting',
  contexts: 'it makes the person whose both repositories are itself',
  needs: ['users', 'repositories', 'branches', 'push-mirrors', 'git-over-http'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 40,
  isToldWhole: true,
  input: fc.constant('mirrors'),
  check: async world => {
    const owner = await world.arrange('user', {}, {called: 'the owner'});
    const by = signedIn(owner);
    const name = textOf(world.known('case.name'));
    const makes = (called: string) =>
      world.prepare('createCurrentUserRepo', {
        ...by,
        body: {name: called, private: true, auto_init: false, default_branch: 'main'},
        say: `the owner makes the repository ${called}`,
      });
    const [here, there] = [await makes(`from-${name}`), await makes(`to-${name}`)];
    const place = {owner: here.at('/owner/login'), repo: here.at('/name')};
    const other = {owner: there.at('/owner/login'), repo: there.at('/name')};
    const remote = new GitRemote(world, textOf(place.owner), textOf(place.repo));
    const pushes = async (refs: Parameters<typeof updates>[0], pack: Uint8Array, say: string): Promise<boolean> => {
      const heard = await remote.push(updates(refs), pack, {...by, say: `git pushes ${say}`});
      return expectTaken({world}, heard, {refs: Object.keys(refs), say, proves});
    };
    const one = made({'one.txt': 'one\n'}, 'One\n');
    const two = made({'one.txt': 'one\n', 'two.txt': 'two\n'}, 'Two\n', {parents: [one]});
    const first = {
      'refs/heads/main': {to: one.oid},
      'refs/heads/side/way': {to: two.oid},
      'refs/heads/gone': {to: two.oid},
      'refs/tags/kept': {to: one.oid},
      'refs/tags/gone': {to: two.oid},
    };
    if (!(await pushes(first, packOf(one.objects, two.objects), 'three branches and two tags'))) return;
    const added = await world.call('repoAddPushMirror', {
      ...by,
      params: place,
      body: {
        remote_address: there.at('/clone_url'),
        remote_username: part(owner, 'login'),
        remote_password: part(owner, 'password'),
        interval: '0',
      },
      say: 'the owner makes the other repository a mirror of it',
    });
    // Many servers push to no address of their own network.
    if (!isSuccess(added)) return;
    if (!(await isSynced(world, {by, place, other, say: 'all of them'}))) return;
    const three = made({'three.txt': 'three\n'}, 'Three\n');
    const changes = {
      'refs/heads/main': {from: one.oid, to: two.oid},
      'refs/heads/side/way': {from: two.oid, to: three.oid},
      'refs/heads/gone': {from: two.oid},
      'refs/heads/new': {to: one.oid},
      'refs/tags/gone': {from: two.oid},
      'refs/tags/new': {to: three.oid},
    };
    const say = 'one branch on, one to another history, and a new branch and tag, and removes a branch and a tag';
    if (!(await pushes(changes, packOf(three.objects), say))) return;
    await isSynced(world, {by, place, other, say: 'what changed'});
  },
});

interface Sync {
  readonly by: ReturnType<typeof signedIn>;
  readonly place: Place;
  readonly other: Place;
  readonly say: string;
}

/** Syncs, and waits until both show the same; gives whether they do. */
async function isSynced(world: PropertyWorld, {by, place, other, say}: Sync): Promise<boolean> {
  const lists = ['repoListBranches', 'repoListTags'] as const;
  const here: string[] = [];
  for (const operation of lists)
    here.push(...refsOf(await world.call(operation, {...by, params: place, say: 'what is in the repository'})));
  await world.prepare('repoPushMirrorSync', {...by, params: place, say: `the owner has the mirror synced: ${say}`});
  const there: string[] = [];
  const wanted: string[] = [];
  for (const operation of lists) {
    const ofKind = here.filter(ref => ref.startsWith(kinds[operation]));
    const isSame = (refs: readonly string[]): boolean =>
      refs.length === ofKind.length && refs.every(ref => ofKind.includes(ref));
    const until = (reply: WorldReply): boolean => isSame(refsOf(reply));
    const shown = refsOf(await world.call(operation, {...by, params: other, until, say: 'what is in the mirror'}));
    wanted.push(...ofKind);
    there.push(...shown);
    // Where one kind does not come right, the other is not waited for.
    if (!isSame(shown)) break;
  }
  const told = await world.call('repoListPushMirrors', {...by, params: place, say: 'how it went'});
  const [error] = column(told, 'last_error');
  const tooMany = there.filter(ref => !wanted.includes(ref));
  const lacking = wanted.filter(ref => !there.includes(ref));
  const holds = tooMany.length === 0 && lacking.length === 0;
  // A server that does not reach itself says so, and nothing at all has come there.
  if (!holds && there.length === 0 && wordOf(error ?? '') !== '') return false;
  const troubles = [
    ...(tooMany.length > 0 ? [`has ${spelled(tooMany)}, which the repository does not have`] : []),
    ...(lacking.length > 0 ? [`lacks ${spelled(lacking)}`] : []),
  ];
  const message = `after a sync the mirror ${troubles.join(', and ')}`;
  world.law(holds, {path: 'body', message}, {...usually, proves});
  return holds;
}

const kinds = {repoListBranches: 'branch ', repoListTags: 'tag '} as const;

/** Branches or tags with their commits. */
function refsOf(reply: WorldReply): readonly string[] {
  const branches = column(reply, 'commit', 'id');
  const [kind, commits] = branches.length > 0 ? ['branch', branches] : ['tag', column(reply, 'commit', 'sha')];
  return column(reply, 'name').map((name, at) => `${kind} ${wordOf(name)} ${wordOf(commits[at])}`);
}
