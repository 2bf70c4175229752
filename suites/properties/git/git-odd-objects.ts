// What hangs on less usual objects: tags of tags, of trees and of files, and the commits of other repositories that submodules name.
import {type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {BrokenArchive, filesInTar, filesInZip, type ArchivedFiles} from '../common/archive-files.ts';
import {column, isSuccess, itemsOf, spelled, wordOf} from '../common/things.ts';
import {
  isSeen,
  ada,
  alice,
  gitLaw,
  grace,
  hangsTogether,
  isRead,
  made,
  packOf,
  pushes,
  updates,
  usually,
  type GitHome,
  gitStory,
} from './git-laws.ts';
import {gitObject, tagOf, workTree, type GitObject} from './git-objects.ts';
import {readPack} from './git-packs.ts';
import {BrokenGit} from './pkt-lines.ts';

const proves = 'EMPTY-GIT';

const tagRef = (name: string): string => `refs/tags/${name}`;

/** An annotated tag of anything, another tag included. */
function tagged(name: string, {oid, type}: GitObject): GitObject {
  return tagOf({object: oid, type, name, tagger: grace, message: `${name}\n`});
}

export const tagsOfAllKindsAreFetched = gitStory(
  {
    id: 'git-fetches-tags-of-everything',
    title:
      'tags of commits, of trees, of files and of other tags are fetched with all that they point to, one by one and together, whether or not the inner tag is a ref',
    proves: [proves],
    requestsPerRun: 29,
  },
  async ({home, main, world}) => {
    const first = made({'file.txt': 'one\n'}, 'First\n');
    const second = made({'file.txt': 'two\n', 'folder/file.txt': 'two\n'}, 'Second\n', {parents: [first]});
    // No branch leads to these.
    const aside = made({'aside.txt': 'aside\n'}, 'Aside\n', {parents: [first], author: ada});
    const [lone, hiddenLone, bare] = [loneObjects('lone'), loneObjects('hidden'), loneObjects('bare')];
    const [commit, other] = [firstOf(first.objects), firstOf(aside.objects)];
    const named = tagged('named', commit);
    const hidden = tagged('hidden', commit);
    const three = tagged('three', other);
    const two = tagged('two', three);
    const aTree = tagged('a-tree', hiddenLone.tree);
    const aFile = tagged('a-file', hiddenLone.file);
    /** The tags by their refs, each with what is below it. */
    const tags: Readonly<Record<string, readonly [GitObject, ...GitObject[]]>> = {
      'of-a-commit': [tagged('of-a-commit', commit), commit],
      named: [named, commit],
      'of-a-tag-that-is-a-ref': [tagged('of-a-tag-that-is-a-ref', named), named, commit],
      'of-a-tag': [tagged('of-a-tag', hidden), hidden, commit],
      'of-a-tag-of-a-tag': [tagged('of-a-tag-of-a-tag', two), two, three, other],
      'of-a-tree': [tagged('of-a-tree', lone.tree), lone.tree],
      'of-a-tag-of-a-tree': [tagged('of-a-tag-of-a-tree', aTree), aTree, hiddenLone.tree],
      'of-a-file': [tagged('of-a-file', lone.file), lone.file],
      'of-a-tag-of-a-file': [tagged('of-a-tag-of-a-file', aFile), aFile, hiddenLone.file],
      'a-tree-itself': [bare.tree],
      'a-file-itself': [bare.file],
    };
    const refs = Object.entries(tags).map(([name, [tip]]) => [name, tip.oid] as const);
    const isThere = await pushes(home, {
      refs: updates({
        [`refs/heads/${main}`]: {to: second.oid},
        ...Object.fromEntries(refs.map(([name, to]) => [tagRef(name), {to}])),
      }),
      pack: packOf(
        first.objects,
        second.objects,
        aside.objects,
        [lone, hiddenLone, bare].flatMap(({objects}) => objects),
        Object.values(tags).flat(),
      ),
      say: 'git pushes tags of commits, trees, files and other tags',
      proves,
    });
    if (!isThere) return;

    const listed = await home.remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (!isRead(home, listed, 'the refs')) return;
    const shown = [...listed.what.refs].filter(([ref]) => ref.startsWith('refs/tags/')).map(refLine);
    const wanted = Object.entries(tags).flatMap(([name, all]) => {
      const end = all.at(-1)?.oid ?? '';
      const own = refLine([tagRef(name), all[0].oid]);
      return all.length === 1 ? [own] : [own, refLine([`${tagRef(name)}^{}`, end])];
    });
    gitLaw(
      home,
      proves,
      spelled(shown.toSorted()) === spelled(wanted.toSorted()),
      `git is shown the tags ${spelled(shown.toSorted())}; it pushed ${spelled(wanted.toSorted())}`,
    );

    await isSeen(home);
    for (const [name, filepath, content] of [
      ['of-a-commit', 'file.txt', 'one\n'],
      ['of-a-tag-that-is-a-ref', 'file.txt', 'one\n'],
      ['of-a-tag', 'file.txt', 'one\n'],
      ['of-a-tag-of-a-tag', 'aside.txt', 'aside\n'],
    ] as const) {
      const params = {...home.place, filepath, ref: name};
      const file = await world.call('repoGetContents', {params, say: `alice reads a file at the tag ${name}`});
      const wanted = {content: Buffer.from(content).toString('base64')};
      world.expect(file, {proves, status: 200, body: wanted}, {usual: true});
    }

    for (const [name, oid] of refs) {
      world.count('tag');
      const heard = await home.remote.fetch({wants: [oid]}, {...alice, say: `git fetches the tag ${name}`});
      if (isRead(home, heard, `the tag ${name}`))
        hangsTogether(home, heard.what, {wants: [oid], what: `a fetch of the tag ${name}`});
    }
    const wants = [second.oid, ...refs.map(([, oid]) => oid)];
    const whole = await home.remote.fetch({wants}, {...alice, say: 'git fetches all branches and tags'});
    if (isRead(home, whole, 'all branches and tags'))
      hangsTogether(home, whole.what, {wants, what: 'a fetch of all branches and tags'});

    const branch = await home.remote.fetch({wants: [second.oid]}, {...alice, say: 'git fetches the branch'});
    if (!isRead(home, branch, 'the branch')) return;
    hangsTogether(home, branch.what, {wants: [second.oid], what: 'a fetch of the branch'});
    for (const name of ['of-a-tag', 'of-a-tag-of-a-tag', 'of-a-tag-of-a-tree', 'of-a-tag-of-a-file']) {
      const oid = tags[name]?.[0].oid ?? '';
      const what = `a fetch of the tag ${name} by git, which has the branch,`;
      const more = await home.remote.fetch(
        {wants: [oid], tips: [second.oid], haves: branch.what.objects},
        {...alice, say: `git, which has the branch, fetches the tag ${name}`},
      );
      if (!isRead(home, more, what)) continue;
      const objects = new Map([...branch.what.objects, ...more.what.objects]);
      hangsTogether(home, {...more.what, objects}, {wants: [second.oid, oid], what});
      const again = [...more.what.objects.values()].filter(
        each => each.type === 'commit' && branch.what.objects.has(each.oid),
      );
      gitLaw(home, proves, again.length === 0, `${what} gives ${String(again.length)} commits again that git has`);
    }

    if (!listed.what.abilities.includes('include-tag')) return;
    const along = await home.remote.fetch(
      {wants: [second.oid], hasTags: true},
      {...alice, say: 'git fetches the branch, and the tags that point to it'},
    );
    if (!isRead(home, along, 'the branch and its tags')) return;
    const tips = ['of-a-commit', 'named', 'of-a-tag-that-is-a-ref', 'of-a-tag'].map(name => tags[name]?.[0].oid ?? '');
    hangsTogether(home, along.what, {wants: [second.oid, ...tips], what: 'a fetch of the branch and the tags of it'});
  },
);

/** A tree and a file that belong to no commit. */
function loneObjects(word: string): {
  readonly tree: GitObject;
  readonly file: GitObject;
  readonly objects: readonly GitObject[];
} {
  const {objects} = workTree({[`${word}.txt`]: `${word}\n`, [`folder/${word}.txt`]: `inner ${word}\n`});
  const file = gitObject('blob', `a ${word} file\n`);
  return {tree: firstOf(objects), file, objects: [...objects, file]};
}

/** The commit, or the root, of all its objects. */
function firstOf([first]: readonly GitObject[]): GitObject {
  if (first === undefined) throw new Error('a commit or a tree is an object itself');
  return first;
}

function refLine([ref, oid]: readonly [string, string]): string {
  return `${ref} ${oid}`;
}

/** Commits of other repositories: no server has them. */
const elsewhere = {one: '1f'.repeat(20), two: '2e'.repeat(20), moved: '3d'.repeat(20)} as const;

const modules = ['sub', 'folder/inner', 'own']
  .map(path => `[submodule "${path}"]\n\tpath = ${path}\n\turl = https://example.org/${path}.git\n`)
  .join('');

export const submodulesAreElsewhere = gitStory(
  {
    id: 'git-leaves-submodules-elsewhere',
    title:
      'a repository with submodules is fetched, whole, shallow and from what git has, also after one is moved, removed and merged; its tree, its contents and its archives are read; and the commit that a submodule names is never sent',
    proves: [proves],
    needs: ['pull-requests'],
    requestsPerRun: 30,
  },
  async ({home, main, world}) => {
    const head = `refs/heads/${main}`;
    // A submodule may also name a commit that happens to be here.
    const own = made({'own.txt': 'own\n'}, 'Own\n', {author: grace, committer: ada});
    const files = {'.gitmodules': modules, 'file.txt': 'one\n', 'folder/file.txt': 'two\n'};
    const subs = {
      sub: {commit: elsewhere.one},
      'folder/inner': {commit: elsewhere.two},
      own: {commit: own.oid},
    };
    const first = made({...files, ...subs}, 'First\n');
    const moved = made({...files, ...subs, sub: {commit: elsewhere.moved}}, 'Moved\n', {parents: [first]});
    const replaced = made({...files, ...subs, sub: 'a file\n'}, 'Replaced\n', {parents: [moved]});
    const pushed = async (from: typeof first | undefined, to: typeof first, what: string): Promise<boolean> =>
      pushes(home, {
        refs: updates({[head]: from === undefined ? {to: to.oid} : {from: from.oid, to: to.oid}}),
        pack: packOf(to.objects),
        say: `git pushes ${what}`,
        proves,
      });
    const fetched = async (
      wish: Parameters<typeof home.remote.fetch>[0],
      what: string,
    ): Promise<ReadonlyMap<string, GitObject> | undefined> => {
      world.count('fetch');
      const heard = await home.remote.fetch(wish, {...alice, say: `git fetches ${what}`});
      if (!isRead(home, heard, what)) return undefined;
      const has = wish.haves ?? new Map<string, GitObject>();
      const objects = new Map([...has, ...heard.what.objects]);
      if (wish.depth === undefined)
        hangsTogether(home, {...heard.what, objects}, {wants: [...wish.wants, ...(wish.tips ?? [])], what});
      else if (wish.depth === 1)
        hangsTogether(home, {...heard.what, objects: withoutParents(objects)}, {wants: wish.wants, what});
      return objects;
    };

    if (!(await pushed(undefined, first, 'a commit with three submodules'))) return;
    const side = {refs: updates({'refs/heads/side': {to: own.oid}}), pack: packOf(own.objects)};
    if (!(await pushes(home, {...side, say: 'git pushes another branch', proves}))) return;
    const whole = await fetched({wants: [first.oid]}, 'a commit with three submodules');
    await readsSubmodules(home, main, {sub: elsewhere.one, 'folder/inner': elsewhere.two, own: own.oid});
    await readsArchives(home, main, files, first.oid);
    if (!(await pushed(first, moved, 'a commit that moves a submodule'))) return;
    const newer = await fetched(
      {wants: [moved.oid], tips: [first.oid], ...(whole === undefined ? {} : {haves: whole})},
      'a commit that moves a submodule',
    );
    if (!(await pushed(moved, replaced, 'a commit that makes a file of a submodule'))) return;
    await fetched(
      {wants: [replaced.oid], tips: [moved.oid], ...(newer === undefined ? {} : {haves: newer})},
      'a commit that makes a file of a submodule',
    );
    await fetched({wants: [replaced.oid]}, 'a history with submodules');
    await fetched({wants: [replaced.oid, own.oid]}, 'both branches');
    await fetched({wants: [moved.oid], depth: 1}, 'the newest commit with submodules alone');

    const back = made({...files, ...subs, 'file.txt': 'three\n'}, 'Back\n', {parents: [replaced]});
    const topic = {refs: updates({'refs/heads/topic': {to: back.oid}}), pack: packOf(back.objects)};
    if (!(await pushes(home, {...topic, say: 'git pushes a branch that makes a submodule of a file', proves}))) return;
    const pull = await world.prepare('repoCreatePullRequest', {
      params: home.place,
      body: {title: 'topic', head: 'topic', base: main},
      say: 'alice makes a pull request of it',
    });
    const params = {...home.place, index: wordOf(pull.at('/number').value)};
    const changed = await world.call('repoGetPullRequestFiles', {
      params,
      until: list => column(list, 'filename').length === 2,
      say: 'alice lists what it changes',
    });
    const names = column(changed, 'filename').map(wordOf).toSorted();
    gitLaw(
      home,
      proves,
      isSuccess(changed) && spelled(names) === spelled(['file.txt', 'sub']),
      `the pull request changes ${spelled(names)} (status ${String(changed.status)}); git changed file.txt and sub`,
    );
    const merged = await world.call('repoMergePullRequest', {
      params,
      body: {Do: 'merge'},
      until: isSuccess,
      say: 'alice merges it',
    });
    world.expect(merged, {proves, status: '2xx'}, {usual: true});
    const refs = await home.remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (!isRead(home, refs, 'the refs')) return;
    const tip = refs.what.refs.get(head) ?? '';
    const all = await fetched({wants: [tip]}, 'what was merged');
    const tree = all?.get(tip)?.bytes.toString('utf8').slice(5, 45) ?? 'nothing';
    gitLaw(
      home,
      proves,
      tree === back.tree,
      `the tree of what was merged is ${tree}; that of its branch is ${back.tree}`,
    );
  },
);

/** A shallow commit leads to no others. */
function withoutParents(objects: ReadonlyMap<string, GitObject>): ReadonlyMap<string, GitObject> {
  return new Map(
    [...objects].map(([oid, object]) => {
      if (object.type !== 'commit') return [oid, object];
      const text = object.bytes.toString('utf8').replaceAll(/^parent [0-9a-f]{40}\n/gm, '');
      return [oid, {...object, bytes: Buffer.from(text)}];
    }),
  );
}

/** The tree names the commits, and the contents say that these are submodules. */
async function readsSubmodules(
  {world, place}: GitHome,
  ref: string,
  subs: Readonly<Record<string, string>>,
): Promise<void> {
  const reply = await world.call('GetTree', {
    params: {...place, sha: ref, recursive: true, per_page: 50},
    say: 'alice reads the tree',
  });
  const list = reply.body !== undefined && isSuccess(reply) ? reply.at('/tree').value : [];
  const shown = itemsOf({...reply, body: list})
    .filter(({mode}) => mode === '160000')
    // What is elsewhere has no address here.
    .map(({path, type, sha, url}) => [path, type, sha, url].map(wordOf).join(' ').trimEnd())
    .toSorted();
  const wanted = Object.entries(subs)
    .map(([path, oid]) => `${path} commit ${oid}`)
    .toSorted();
  world.law(
    spelled(shown) === spelled(wanted),
    {
      path: '/tree',
      message: `the submodules of the tree are ${spelled(shown) || 'missing'}; git pushed ${spelled(wanted)}`,
    },
    {...usually, proves},
  );
  for (const [filepath, sha] of Object.entries(subs)) {
    const contents = await world.call('repoGetContents', {
      params: {...place, filepath, ref},
      say: `alice reads what is at ${filepath}`,
    });
    world.expect(contents, {proves, status: '2xx', body: {type: 'submodule', sha}}, {usual: true});
  }
}

/** Archives hold the files, and of a submodule no file; a bundle holds all that hangs on the commit. */
async function readsArchives(
  home: GitHome,
  main: string,
  files: Readonly<Record<string, string>>,
  tip: string,
): Promise<void> {
  const {world, place} = home;
  // In an archive a submodule is an empty folder.
  const folders = ['folder/', 'folder/inner/', 'own/', 'sub/'].map(path => `${path}: `);
  const wanted = [...Object.entries(files).map(([path, text]) => `${path}: ${text}`), ...folders].toSorted();
  for (const [ending, read] of [
    ['zip', filesInZip],
    ['tar.gz', filesInTar],
  ] as const) {
    const archive = `${main}.${ending}`;
    const reply = await archiveOf(world, place, archive);
    const found = isSuccess(reply)
      ? readOrWhy(() => read(reply.bytes, {hasFolders: true}))
      : `the answer is ${String(reply.status)}`;
    const shown =
      typeof found === 'string'
        ? [found]
        : [...found]
            .map(([path, content]) => `${path.slice(path.indexOf('/') + 1)}: ${Buffer.from(content).toString('utf8')}`)
            .filter(entry => entry !== ': ')
            .toSorted();
    gitLaw(
      home,
      proves,
      spelled(shown) === spelled(wanted),
      `${archive} of a commit with submodules holds ${spelled(shown)}; git pushed ${spelled(wanted)}`,
    );
  }
  const bundle = await archiveOf(world, place, `${main}.bundle`);
  // Not every server makes bundles.
  gitLaw(home, proves, bundle.status < 500, `the bundle is answered with ${String(bundle.status)}`);
  if (!isSuccess(bundle)) return;
  const packed = readOrWhy(() => readPack(bundle.bytes.subarray(Buffer.from(bundle.bytes).indexOf('\n\nPACK') + 2)));
  if (typeof packed === 'string') gitLaw(home, proves, false, `the bundle cannot be read: ${packed}`);
  else hangsTogether(home, {objects: packed, shallow: [], unshallow: []}, {wants: [tip], what: 'the bundle'});
}

async function archiveOf(world: PropertyWorld, place: GitHome['place'], archive: string): Promise<WorldReply> {
  return world.call('repoGetArchive', {params: {...place, archive}, say: `alice gets ${archive}`});
}

function readOrWhy<What extends ArchivedFiles | ReadonlyMap<string, GitObject>>(read: () => What): What | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof BrokenArchive || error instanceof BrokenGit || error instanceof RangeError)
      return error.message;
    throw error;
  }
}
