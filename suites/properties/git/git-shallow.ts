// What git fetches of a history that it does not want whole: where exactly it is cut off, also where it was cut off before.
import {spelled} from '../common/things.ts';
import {ada, alice, gitLaw, grace, made, packOf, pushes, troubleOf, updates, type Made, gitStory} from './git-laws.ts';
import {tagOf} from './git-objects.ts';
import type {Fetched, RefListing, Wish} from './git-remote.ts';

const proves = 'EMPTY-GIT';

/** Between a commit and its parent, in s. */
const stepSeconds = 100;
const firstSeconds = 1_700_000_000;

/** The five commits of a history without branches, by what the story calls them; each was made 100 s after the one before. */
const names = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
type Name = (typeof names)[number];

/** When a commit was made, in s since 1970, and so many seconds later. */
function madeAt(name: Name, later = 0): number {
  return firstSeconds + names.indexOf(name) * stepSeconds + later;
}

/** What git asks for, and what it gets: `undefined` where no commit is left, or a branch is not there, which is refused. */
interface Cut {
  readonly asks: string;
  readonly wish: Omit<Wish, 'wants' | 'tips' | 'shallow' | 'haves'>;
  readonly gives: readonly Name[] | undefined;
  /** Where history is cut off now, and was not before. */
  readonly ends?: Name;
  /** Whether history is cut off no more where it was. */
  readonly goesOn?: boolean;
}

/** What git asks for that has nothing yet. */
const fresh: readonly Cut[] = [
  {asks: 'a depth of one', wish: {depth: 1}, gives: ['fifth'], ends: 'fifth'},
  {asks: 'a depth of all commits but one', wish: {depth: 4}, gives: names.slice(1), ends: 'second'},
  {asks: 'a depth of as many commits as there are', wish: {depth: 5}, gives: names},
  {asks: 'a depth of one more than there are', wish: {depth: 6}, gives: names},
  {asks: 'a depth of nothing', wish: {depth: 0}, gives: undefined},
  {asks: 'what is no older than the first commit', wish: {since: madeAt('first')}, gives: names},
  {
    asks: 'what is no older than a second before the third commit',
    wish: {since: madeAt('third', -1)},
    gives: names.slice(2),
    ends: 'third',
  },
  {
    asks: 'what is no older than the third commit',
    wish: {since: madeAt('third')},
    gives: names.slice(2),
    ends: 'third',
  },
  {
    asks: 'what is no older than a second after the third commit',
    wish: {since: madeAt('third', 1)},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {asks: 'what is no older than the newest commit', wish: {since: madeAt('fifth')}, gives: ['fifth'], ends: 'fifth'},
  {asks: 'what is newer than the newest commit', wish: {since: madeAt('fifth', 1)}, gives: undefined},
  {
    asks: 'what does not lead to the first commit',
    wish: {without: ['refs/heads/first']},
    gives: names.slice(1),
    ends: 'second',
  },
  {
    asks: 'what does not lead to the third commit',
    wish: {without: ['refs/heads/third']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {asks: 'what does not lead to the newest commit', wish: {without: ['refs/heads/fifth']}, gives: undefined},
  {
    asks: 'what is no older than the fourth commit and does not lead to the second',
    wish: {since: madeAt('fourth'), without: ['refs/heads/second']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what is no older than the second commit and does not lead to the third',
    wish: {since: madeAt('second'), without: ['refs/heads/third']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what leads neither to the first nor to the third commit',
    wish: {without: ['refs/heads/first', 'refs/heads/third']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what leads neither to the third nor to the first commit',
    wish: {without: ['refs/heads/third', 'refs/heads/first']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what leads to none of the first, the fourth and the second commit',
    wish: {without: ['refs/heads/first', 'refs/heads/fourth', 'refs/heads/second']},
    gives: ['fifth'],
    ends: 'fifth',
  },
  {
    asks: 'what leads neither to the first nor to the newest commit',
    wish: {without: ['refs/heads/first', 'refs/heads/fifth']},
    gives: undefined,
  },
  {
    asks: 'what leads neither to the second commit nor to a tag of the third',
    wish: {without: ['refs/heads/second', 'refs/tags/third']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what leads neither to a tag of the third nor to another history',
    wish: {without: ['refs/tags/third', 'refs/heads/other']},
    gives: names.slice(3),
    ends: 'fourth',
  },
  {
    asks: 'what leads neither to another history nor to the second commit, by their short names',
    wish: {without: ['other', 'second']},
    gives: names.slice(2),
    ends: 'third',
  },
  {
    asks: 'what does not lead to another history',
    wish: {without: ['refs/heads/other']},
    gives: names,
  },
  {
    asks: 'what does not lead to the second commit, by its short name, in which that of another branch ends',
    wish: {without: ['second']},
    gives: names.slice(2),
    ends: 'third',
  },
  {asks: 'what does not lead to a branch, by the end of its name', wish: {without: ['end']}, gives: undefined},
  {asks: 'what does not lead to a name that a branch and a tag have', wish: {without: ['third']}, gives: undefined},
  {
    asks: 'what leads neither to the first commit nor to a branch that is not there',
    wish: {without: ['refs/heads/first', 'refs/heads/missing']},
    gives: undefined,
  },
  {
    asks: 'what leads neither to a branch that is not there nor to the first commit',
    wish: {without: ['refs/heads/missing', 'refs/heads/first']},
    gives: undefined,
  },
  {
    asks: 'what is no older than the second commit and leads neither to the first nor to the third',
    wish: {since: madeAt('second'), without: ['refs/heads/first', 'refs/heads/third']},
    gives: names.slice(3),
    ends: 'fourth',
  },
];

/** What git asks for that has the two newest commits. */
const again: readonly Cut[] = [
  {asks: 'a depth of one', wish: {depth: 1}, gives: [], ends: 'fifth'},
  {asks: 'the same depth', wish: {depth: 2}, gives: []},
  {asks: 'a depth of one more', wish: {depth: 3}, gives: ['third'], ends: 'third', goesOn: true},
  {asks: 'a depth of all commits but one', wish: {depth: 4}, gives: ['second', 'third'], ends: 'second', goesOn: true},
  {asks: 'a depth of as many commits as there are', wish: {depth: 5}, gives: names.slice(0, 3), goesOn: true},
  {asks: 'a depth of one more than there are', wish: {depth: 6}, gives: names.slice(0, 3), goesOn: true},
  {asks: 'one commit more', wish: {depth: 1, isRelative: true}, gives: ['third'], ends: 'third', goesOn: true},
  {
    asks: 'two commits more',
    wish: {depth: 2, isRelative: true},
    gives: ['second', 'third'],
    ends: 'second',
    goesOn: true,
  },
  {
    asks: 'as many commits more as there are',
    wish: {depth: 3, isRelative: true},
    gives: names.slice(0, 3),
    goesOn: true,
  },
  {asks: 'more commits than there are', wish: {depth: 4, isRelative: true}, gives: names.slice(0, 3), goesOn: true},
  {
    asks: 'what is no older than the first commit',
    wish: {since: madeAt('first')},
    gives: names.slice(0, 3),
    goesOn: true,
  },
  {
    asks: 'what is no older than the third commit',
    wish: {since: madeAt('third')},
    gives: ['third'],
    ends: 'third',
    goesOn: true,
  },
  {asks: 'what is no older than a second after the third commit', wish: {since: madeAt('third', 1)}, gives: []},
  {asks: 'what is no older than the newest commit', wish: {since: madeAt('fifth')}, gives: [], ends: 'fifth'},
  {
    asks: 'what does not lead to the first commit',
    wish: {without: ['refs/heads/first']},
    gives: ['second', 'third'],
    ends: 'second',
    goesOn: true,
  },
  {
    asks: 'what does not lead to the second commit',
    wish: {without: ['refs/heads/second']},
    gives: ['third'],
    ends: 'third',
    goesOn: true,
  },
  {asks: 'what does not lead to the third commit', wish: {without: ['refs/heads/third']}, gives: []},
  {asks: 'what does not lead to the fourth commit', wish: {without: ['refs/heads/fourth']}, gives: [], ends: 'fifth'},
  {
    asks: 'what leads neither to the first nor to the second commit',
    wish: {without: ['refs/heads/first', 'refs/heads/second']},
    gives: ['third'],
    ends: 'third',
    goesOn: true,
  },
  {
    asks: 'what leads neither to the second nor to the first commit',
    wish: {without: ['refs/heads/second', 'refs/heads/first']},
    gives: ['third'],
    ends: 'third',
    goesOn: true,
  },
  {
    asks: 'what leads neither to the first nor to the fourth commit',
    wish: {without: ['refs/heads/first', 'refs/heads/fourth']},
    gives: [],
    ends: 'fifth',
  },
  {
    asks: 'what leads neither to the first commit nor to a branch that is not there',
    wish: {without: ['refs/heads/first', 'refs/heads/missing']},
    gives: undefined,
  },
];

export const cutsAreExact = gitStory(
  {
    id: 'git-cuts-history-exactly',
    title:
      'a fetch of a part of a history is cut off exactly where it should be by depth, by time and by what one or more other branches and tags have, also where git has a part of it',
    proves: [proves],
    requestsPerRun: 61,
  },
  async ({home, main, world}) => {
    const {remote} = home;
    const history = new Map<Name, Made>();
    for (const [at, name] of names.entries()) {
      const parent = names[at - 1];
      const parents = parent === undefined ? [] : [history.get(parent) ?? noCommit];
      // Who wrote it did so in another order: the time that counts is when it was committed.
      const author = {...ada, seconds: madeAt('fifth', stepSeconds) - at * stepSeconds};
      history.set(
        name,
        made({'file.txt': `${name}\n`}, `${name}\n`, {parents, author, committer: {...grace, seconds: madeAt(name)}}),
      );
    }
    const oidOf = (name: Name): string => history.get(name)?.oid ?? '';
    const nameOf = new Map(names.map(name => [oidOf(name), name]));
    const told = (oids: readonly string[]): string => spelled(oids.map(oid => nameOf.get(oid) ?? oid).toSorted());
    const other = made({'other.txt': 'other\n'}, 'Other\n');
    const annotated = tagOf({object: oidOf('third'), name: 'third', tagger: grace, message: 'Third\n'});
    const refs = {[main]: 'fifth', ...Object.fromEntries(names.map(name => [name, name]))} as Record<string, Name>;
    const isThere = await pushes(home, {
      refs: updates({
        ...Object.fromEntries(Object.entries(refs).map(([ref, name]) => [`refs/heads/${ref}`, {to: oidOf(name)}])),
        'refs/heads/other': {to: other.oid},
        // Names that end as others do, or as none does.
        'refs/heads/a/second': {to: oidOf('fourth')},
        'refs/heads/z/second': {to: oidOf('third')},
        'refs/heads/a/end': {to: oidOf('fourth')},
        'refs/tags/third': {to: annotated.oid},
      }),
      pack: packOf(...names.map(name => history.get(name)?.objects ?? []), other.objects, [annotated]),
      say: 'git pushes a history of five commits',
      proves,
    });
    if (!isThere) return;
    const listed = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (listed.kind !== 'read') return gitLaw(home, proves, false, `the refs: ${troubleOf(listed) ?? ''}`);

    const asksFor = async (
      {asks, wish, gives, ends, goesOn = false}: Cut,
      two?: Fetched,
    ): Promise<Fetched | undefined> => {
      const has = two === undefined ? {} : {tips: [oidOf('fifth')], shallow: [oidOf('fourth')], haves: two.objects};
      const who = two === undefined ? 'git' : 'git, which has the two newest commits,';
      world.count(two === undefined ? 'of a whole history' : 'of a history that was cut off');
      const heard = await remote.fetch(
        {wants: [oidOf('fifth')], ...has, ...wish},
        {...alice, say: `${who} asks for ${asks}`},
      );
      const what = `${who} asks for ${asks}`;
      if (gives === undefined) {
        const isRefused = heard.kind !== 'read' && heard.reply.status < 500;
        gitLaw(
          home,
          proves,
          isRefused,
          `${what}, which is to be refused: the answer is ${heard.kind === 'read' ? 'a pack' : String(heard.reply.status)}`,
        );
        return undefined;
      }
      if (heard.kind !== 'read') {
        gitLaw(home, proves, false, `${what}: ${troubleOf(heard) ?? ''}`);
        return undefined;
      }
      const {objects, shallow, unshallow} = heard.what;
      const commits = [...objects.values()].flatMap(({type, oid}) => (type === 'commit' ? [oid] : []));
      const cut = ends === undefined ? [] : [oidOf(ends)];
      const open = goesOn ? [oidOf('fourth')] : [];
      // That history ends at its first commit may be said, as git does, or not.
      const others = shallow.filter(oid => oid !== oidOf('first'));
      for (const [say, is, wanted] of [
        ['gives the commits', commits, gives.map(oidOf)],
        ['cuts history off at', others, cut],
        ['cuts it off no more at', unshallow, open],
      ] as const)
        gitLaw(
          home,
          proves,
          told(is) === told(wanted),
          `${what}: the answer ${say} ${told(is) || 'nothing'} (expected ${told(wanted) || 'nothing'})`,
        );
      return heard.what;
    };
    const offered = (cuts: readonly Cut[]): readonly Cut[] => cuts.filter(({wish}) => isOffered(wish, listed.what));
    for (const cut of offered(fresh)) await asksFor(cut);
    const two = await asksFor({asks: 'a depth of two', wish: {depth: 2}, gives: names.slice(3), ends: 'fourth'});
    if (two !== undefined) for (const cut of offered(again)) await asksFor(cut, two);
  },
);

const noCommit: Made = {oid: '', tree: '', objects: []};

function isOffered({depth, isRelative, since, without}: Cut['wish'], {abilities}: RefListing): boolean {
  const asked = {
    shallow: depth !== undefined,
    'deepen-relative': isRelative === true,
    'deepen-since': since !== undefined,
    'deepen-not': without !== undefined,
  };
  return Object.entries(asked).every(([ability, isAsked]) => !isAsked || abilities.includes(ability));
}
