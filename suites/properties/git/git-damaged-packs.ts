// What git pushes where something of it was damaged on its way: nothing of that is taken, and what is pushed rightly next is.
import {deflateSync} from 'node:zlib';
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
  gitStory,
} from './git-laws.ts';
import {gitObject} from './git-objects.ts';
import {entryHeader, summed} from './git-packs.ts';

const proves = 'EMPTY-GIT';

/** Length of the head of a pack, and of the sum at its end, in bytes. */
const [headBytes, sumBytes] = [12, 20];

function bodyOf(pack: Buffer): Buffer {
  return Buffer.from(pack.subarray(0, -sumBytes));
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

function counting(bytes: Buffer, change: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(copy.readUInt32BE(8) + change, 8);
  return copy;
}

/** What is wrong with a pack; all but the first two have the right sum. Format: gitformat-pack(5). */
const damages: readonly (readonly [what: string, damage: (pack: Buffer) => Buffer])[] = [
  ['whose sum is not that of its bytes', pack => flipped(pack, pack.byteLength - 1)],
  ['that ends in the middle', pack => pack.subarray(0, Math.floor(pack.byteLength / 2))],
  ['that begins with other letters', pack => summed(flipped(bodyOf(pack), 0))],
  ['of a version that there is not', pack => summed(flipped(bodyOf(pack), 7))],
  ['of which an object does not inflate', pack => summed(flipped(bodyOf(pack), headBytes + 3))],
  [
    'of which the last object does not fit its own checksum',
    pack => summed(flipped(bodyOf(pack), pack.byteLength - sumBytes - 1)),
  ],
  ['that counts one object more than it holds', pack => summed(counting(bodyOf(pack), 1))],
  ['that counts one object less than it holds', pack => summed(counting(bodyOf(pack), -1))],
  ['with an object of a type that there is not', pack => summed(withEntry(pack, 5, 'five'))],
  ['with an object that is shorter than it says', pack => summed(withEntry(pack, 3, 'short', 1))],
  ['with an object that is longer than it says', pack => summed(withEntry(pack, 3, 'long', -1))],
  ['with what changes in an object that is not there', pack => summed(withEntry(pack, 7, '\u0003\u0003\u0003abc'))],
];

/** The body of a pack with one more object; with `more`, it says another length. */
function withEntry(pack: Buffer, type: number, content: string, more = 0): Buffer {
  const base = type === 7 ? Buffer.alloc(20, 0x4c) : Buffer.alloc(0);
  const head = entryHeader(type, content.length + more);
  return Buffer.concat([counting(bodyOf(pack), 1), head, base, deflateSync(Buffer.from(content))]);
}

export const damagedPacks = gitStory(
  {
    id: 'git-pushes-what-is-damaged',
    title:
      'a pack that was damaged, that lacks an object or that is not there is not taken and makes no ref, whatever is wrong with it, and the same is taken when it is pushed whole',
    proves: [proves],
    requestsPerRun: damages.length + 8,
  },
  async ({home, main}) => {
    const {remote} = home;
    const first = made({'file.txt': 'first\n'}, 'First\n');
    const isThere = await pushes(home, {
      refs: updates({[`refs/heads/${main}`]: {to: first.oid}}),
      pack: packOf(first.objects),
      say: 'git pushes a commit',
      proves,
    });
    if (!isThere) return;
    const content = noise(300, 'damaged');
    const second = made({'file.txt': 'second\n', 'noise.bin': {content}}, 'Second\n', {parents: [first]});
    const whole = packOf(second.objects);
    const blob = gitObject('blob', content).oid;
    const broken: readonly (readonly [string, Buffer])[] = [
      ...damages.map(([what, damage]) => [`a pack ${what}`, damage(whole)] as const),
      ['a pack without a file that is in its tree', packOf(second.objects.filter(({oid}) => oid !== blob))],
      ['a pack without its commit', packOf(second.objects.filter(({oid}) => oid !== second.oid))],
      ['no pack', Buffer.alloc(0)],
    ];
    const ref = 'refs/heads/damaged';
    const update = updates({[ref]: {to: second.oid}});
    for (const [what, pack] of broken) {
      home.world.count('damaged');
      const heard = await remote.push(update, pack, {...alice, say: `git pushes ${what}`});
      expectNotTaken(home, heard, {ref, say: what, proves});
      if (isTaken(heard, ref)) return;
    }
    const listed = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (!isRead(home, listed, 'the refs after damaged pushes')) return;
    const heads = [...listed.what.refs.keys()].filter(name => name.startsWith('refs/heads/'));
    gitLaw(
      home,
      proves,
      spelled(heads) === `refs/heads/${main}`,
      `after damaged pushes git is shown ${spelled(heads)}`,
    );

    const again = await remote.push(update, whole, {...alice, say: 'git pushes the same pack, whole'});
    if (!expectTaken(home, again, {refs: [ref], say: 'the same pack, whole', proves})) return;
    const fetched = await remote.fetch({wants: [second.oid]}, {...alice, say: 'git fetches it'});
    if (isRead(home, fetched, 'a fetch of what was pushed again'))
      hangsTogether(home, fetched.what, {wants: [second.oid], what: 'a fetch of what was pushed again'});
  },
);
