// What git pushes that has a part of a history alone: it names where that is cut off before the refs, and the server has the rest.
import {spelled} from '../common/things.ts';
import {
  alice,
  expectNotTaken,
  expectTaken,
  gitLaw,
  hangsTogether,
  isRead,
  isTaken,
  made,
  noise,
  packOf,
  pushes,
  updates,
  type Made,
  gitStory,
} from './git-laws.ts';
import {gitObject} from './git-objects.ts';
import type {Packed} from './git-packs.ts';

const proves = 'EMPTY-GIT';

const head = (name: string): string => `refs/heads/${name}`;

/** A change of refs as git sends it from a history that is cut off. */
interface CutPush {
  readonly say: string;
  /** Where the history that git has is cut off. */
  readonly shallow: readonly string[];
  readonly refs: Readonly<Record<string, {readonly from?: string; readonly to?: string}>>;
  readonly packed: readonly Packed[];
  readonly isAtomic?: boolean;
  readonly options?: readonly string[];
  /** What the server must be able to do. */
  readonly needs?: string;
}

export const cutsArePushed = gitStory(
  {
    id: 'git-pushes-from-a-part-of-a-history',
    title:
      'git pushes from clones whose history is cut off, in one place or several, and the history that the server has stays whole; what is cut off where the server has nothing either is refused',
    proves: [proves],
    requestsPerRun: 24,
  },
  async ({home, main, world}) => {
    const {remote} = home;
    const long = noise(9000, 'long');
    const commit = (name: string, parents: readonly Made[], more = long): Made =>
      made({'file.txt': `${name}\n`, 'long.bin': {content: more}}, `${name}\n`, {parents});
    const first = commit('First', []);
    const second = commit('Second', [first]);
    const third = commit('Third', [second]);
    const side = commit('Side', [first]);
    const isThere = await pushes(home, {
      refs: updates({[head(main)]: {to: third.oid}, [head('side')]: {to: side.oid}}),
      pack: packOf(first.objects, second.objects, third.objects, side.objects),
      say: 'git pushes a history of three commits, and another branch',
      proves,
    });
    if (!isThere) return;
    const shallow = await remote.fetch(
      {wants: [third.oid], depth: 1},
      {...alice, say: 'git fetches the newest commit alone'},
    );
    if (!isRead(home, shallow, 'a fetch of the newest commit alone')) return;
    gitLaw(
      home,
      proves,
      spelled(shallow.what.shallow) === third.oid,
      `a fetch of the newest commit alone says that history ends at ${spelled(shallow.what.shallow) || 'nothing'}, and not at it`,
    );

    const fourth = commit('Fourth', [third]);
    const changed = Buffer.concat([long.subarray(0, -10), Buffer.from('0123456789')]);
    const fifth = commit('Fifth', [fourth], changed);
    const [was, is] = [gitObject('blob', long), gitObject('blob', changed)];
    const thin: readonly Packed[] = [
      ...fifth.objects.filter(({oid}) => oid !== is.oid),
      {object: is, base: was, by: 'name'},
    ];
    const sideways = commit('Sideways', [side]);
    const both = commit('Both', [fifth, sideways], changed);
    const last = commit('Last', [both]);
    const cuts: readonly CutPush[] = [
      {
        say: 'a commit that follows the only one that it has',
        shallow: [third.oid],
        refs: {[head(main)]: {from: third.oid, to: fourth.oid}},
        packed: fourth.objects,
      },
      {
        say: 'how a file differs from one of the only commits that it has',
        shallow: [third.oid],
        refs: {[head(main)]: {from: fourth.oid, to: fifth.oid}},
        packed: thin,
      },
      {
        say: 'two branches of which it has the newest commits alone',
        shallow: [fourth.oid, side.oid],
        refs: {[head('new')]: {to: fifth.oid}, [head('side')]: {from: side.oid, to: sideways.oid}},
        packed: sideways.objects,
      },
      {
        say: 'a merge of both, where its history is cut off in three places',
        shallow: [second.oid, side.oid, fourth.oid],
        refs: {[head(main)]: {from: fifth.oid, to: both.oid}},
        packed: both.objects,
      },
      {
        say: 'a branch and a removal, all or nothing, from a history that is cut off at its first commit',
        shallow: [first.oid],
        refs: {[head('new')]: {from: fifth.oid}, [head('newer')]: {to: both.oid}},
        packed: [],
        isAtomic: true,
        needs: 'atomic',
      },
      {
        say: 'a commit with an option, and names a commit of another repository where its history is cut off too',
        shallow: ['4c'.repeat(20), both.oid],
        refs: {[head(main)]: {from: both.oid, to: last.oid}},
        packed: last.objects,
        // The option asks for nothing that is not so: what it does is no matter here.
        options: ['touchstone=yes'],
        needs: 'push-options',
      },
    ];
    const listed = await remote.refs('git-receive-pack', {...alice, say: 'git asks what it may push'});
    if (!isRead(home, listed, 'the refs')) return;
    const offered = cuts.filter(({needs}) => needs === undefined || listed.what.abilities.includes(needs));
    const wanted = new Map([
      [head(main), third.oid],
      [head('side'), side.oid],
    ]);
    for (const {say, shallow: ends, refs, packed, isAtomic = false, options = []} of offered) {
      world.count('push');
      const hasPack = Object.values(refs).some(({to}) => to !== undefined);
      const heard = await remote.push(updates(refs), hasPack ? packOf(packed) : Buffer.alloc(0), {
        ...alice,
        say: `git pushes ${say}`,
        shallow: ends,
        isAtomic,
        options,
      });
      if (!expectTaken(home, heard, {refs: Object.keys(refs), say: `git pushes ${say}`, proves})) continue;
      for (const [ref, {to}] of Object.entries(refs))
        if (to === undefined) wanted.delete(ref);
        else wanted.set(ref, to);
    }

    // Nothing that this follows is on the server, and git has nothing of it either.
    const lost = commit('Lost', []);
    const adrift = commit('Adrift', [lost]);
    const refused = await remote.push(updates({[head('adrift')]: {to: adrift.oid}}), packOf(adrift.objects), {
      ...alice,
      shallow: [adrift.oid],
      say: 'git pushes a history that is cut off before what the server has',
    });
    expectNotTaken(home, refused, {
      ref: head('adrift'),
      say: 'a history that is cut off before what the server has',
      proves,
    });
    if (isTaken(refused, head('adrift'))) wanted.set(head('adrift'), adrift.oid);

    const after = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (!isRead(home, after, 'the refs after the pushes')) return;
    const lines = (refs: Iterable<readonly [string, string]>): string =>
      spelled([...refs].map(([ref, oid]) => `${ref} ${oid}`).toSorted());
    const shown = lines([...after.what.refs].filter(([ref]) => ref.startsWith('refs/heads/')));
    gitLaw(home, proves, shown === lines(wanted), `git is shown ${shown}; it pushed ${lines(wanted)}`);
    const tips = [...new Set(wanted.values())];
    const whole = await remote.fetch({wants: tips}, {...alice, say: 'git fetches everything'});
    if (isRead(home, whole, 'a fetch of everything'))
      hangsTogether(home, whole.what, {
        wants: tips,
        what: 'a fetch of everything after pushes from parts of a history',
      });
  },
);
