// What git pushes over HTTP: the API shows it as git made it, and what may not be pushed changes nothing.
import {isJsonObject, type Json} from '../../../model/json.ts';
import {type WorldReply} from '../../../model/property.ts';
import {column, isSuccess, itemsOf, spelled, textOf, wordOf} from '../common/things.ts';
import {
  ada,
  alice,
  expectNotTaken,
  grace,
  made,
  noise,
  gitLaw,
  packOf,
  pushes,
  troubleOf,
  updates,
  usually,
  type GitHome,
  type Made,
  gitStory,
} from './git-laws.ts';
import {gitObject, tagOf, type GitObject, type WorkFile} from './git-objects.ts';

const head = (name: string): string => `refs/heads/${name}`;
const tag = (name: string): string => `refs/tags/${name}`;

/** Longer than git copies in one step of a change, and no multiple of it. */
const longSize = 70_003;

export const pushesAreShown = gitStory(
  {
    id: 'what-git-pushes-is-shown',
    title:
      'branches, commits, files and tags that git pushes, moves, forces and removes are shown by the API as git made them',
    proves: ['EMPTY-GIT', 'EMPTY-BRANCHES', 'TAG-LIST'],
    requestsPerRun: 58,
  },
  async ({home, main, world}) => {
    const {remote} = home;
    const long = noise(longSize, 'long');
    const files: Readonly<Record<string, WorkFile | string>> = {
      'one.txt': 'one\n',
      'folder/long.bin': {content: long},
      'folder/inner/Grüße.txt': 'Grüße\n',
      'run.sh': {content: '#!/bin/sh\n', mode: '100755'},
      link: {content: 'one.txt', mode: '120000'},
      'folder.txt': 'its name sorts before the folder\n',
    };
    const first = made(files, 'First\n\nAnd why, with ü.\n');
    const side = made({'side.txt': 'side\n'}, 'Aside\n', {author: grace, committer: ada});

    const before = await remote.refs('git-receive-pack', {
      ...alice,
      say: 'git asks for the refs of the empty repository',
    });
    const isEmpty = before.kind === 'read' && before.what.refs.size === 0;
    world.law(
      isEmpty,
      {path: 'body', message: `the empty repository: ${troubleOf(before) ?? 'it has refs'}`},
      {...usually, proves: 'EMPTY-GIT'},
    );
    if (before.kind !== 'read') return;
    // What comes first is not the default branch for that.
    const both = {[head('alpha')]: {to: side.oid}, [head(main)]: {to: first.oid}};
    if (
      !(await push(
        home,
        updates(both),
        packOf(first.objects, side.objects),
        `git pushes ${Object.keys(both).join(' and ')}, which are new`,
      ))
    )
      return;
    const shown = await world.call('repoGet', {
      params: home.place,
      // What a push changed may be shown late.
      until: ({body}) => isJsonObject(body) && body['empty'] === false,
      say: 'alice reads the repository',
    });
    sees(home, shown, 'default_branch', main, 'EMPTY-GIT');
    sees(home, shown, 'empty', false, 'EMPTY-GIT');
    await seesBranches(home, {[main]: first.oid, alpha: side.oid});
    await seesCommit(home, first, {message: 'First\n\nAnd why, with ü.\n', parents: []});
    await seesCommit(home, side, {message: 'Aside\n', parents: [], isTurned: true});
    await seesFiles(home, main, files);
    await seesTree(home, first, files);
    const contents = await read(home, 'repoGetContents', {filepath: 'link', ref: main}, 'alice reads the link');
    world.expect(contents, {proves: 'EMPTY-GIT', body: {type: 'symlink', target: 'one.txt'}}, {usual: true});

    const program = await read(home, 'repoGetContents', {filepath: 'run.sh', ref: main}, 'alice reads the program');
    const edited = await world.call('repoUpdateFile', {
      params: {...home.place, filepath: 'run.sh'},
      body: {
        content: Buffer.from('#!/bin/sh\ntrue\n').toString('base64'),
        sha: program.at('/sha'),
        branch: main,
        new_branch: 'edited',
      },
      say: 'alice edits the program on a new branch',
    });
    world.expect(edited, {proves: 'EMPTY-GIT', status: '2xx'}, {usual: true});
    const still = await read(home, 'GetTree', {sha: 'edited'}, 'alice reads the tree of that branch');
    const entries = {$contains: {path: 'run.sh', mode: '100755'}};
    world.expect(still, {proves: 'EMPTY-GIT', status: '2xx', body: {tree: entries}}, {usual: true});
    await push(
      home,
      updates({[head('edited')]: {from: textOf(edited.at('/commit/sha'))}}),
      Buffer.alloc(0),
      'git removes that branch',
    );

    // What git sends of a changed file is how it differs from one that the server has.
    const changed = Buffer.concat([long.subarray(0, -10), Buffer.from('0123456789')]);
    const second = made({...files, 'folder/long.bin': {content: changed}}, 'Second\n', {parents: [first]});
    const [was, is] = [gitObject('blob', long), gitObject('blob', changed)];
    const thin = [...without(second, is), {object: is, base: was, by: 'name'} as const];
    if (
      !(await push(
        home,
        updates({[head(main)]: {from: first.oid, to: second.oid}}),
        packOf(thin),
        `git pushes how a long file differs from the one before`,
      ))
    )
      return;
    await seesFiles(home, main, {'folder/long.bin': {content: changed}});

    const grown = Buffer.concat([long, noise(300, 'more'), long]);
    const third = made({...files, 'long.bin': {content: grown}, 'folder/long.bin': {content: changed}}, 'Third\n', {
      parents: [second],
    });
    const now = gitObject('blob', grown);
    const isByOffset = before.what.abilities.includes('ofs-delta');
    const delta = {object: now, base: is, by: isByOffset ? 'offset' : 'name'} as const;
    if (
      !(await push(
        home,
        updates({[head(main)]: {from: second.oid, to: third.oid}}),
        packOf([is, delta, ...without(third, now)]),
        'git pushes a longer file as how it differs from another one of the same pack',
      ))
    )
      return;
    await seesFiles(home, main, {'long.bin': {content: grown}});
    await seesCommit(home, third, {message: 'Third\n', parents: [second.oid]});

    const annotated = tagOf({object: second.oid, name: 'v2', tagger: grace, message: 'Release two\n\nWith words.\n'});
    if (
      !(await push(
        home,
        updates({[tag('v1')]: {to: first.oid}, [tag('v2')]: {to: annotated.oid}}),
        packOf([annotated]),
        'git pushes a tag and an annotated tag',
      ))
    )
      return;
    const tags = await read(home, 'repoListTags', {}, 'alice lists the tags');
    seesPairs(home, tags, {
      what: 'tags',
      keys: ['commit', 'sha'],
      wanted: {v1: first.oid, v2: second.oid},
      proves: 'TAG-LIST',
    });
    const message = itemsOf(tags).find(({name}) => name === 'v2')?.['message'];
    world.law(
      typeof message === 'string' && message.trimEnd() === 'Release two\n\nWith words.',
      {path: '$[*].message', message: `the message of the annotated tag is ${JSON.stringify(message ?? null)}`},
      {...usually, proves: 'TAG-LIST'},
    );

    const forced = made({'forced.txt': 'forced\n'}, 'Forced\n', {parents: [first]});
    if (
      !(await push(
        home,
        updates({[head('alpha')]: {from: side.oid, to: forced.oid}}),
        packOf(forced.objects),
        'git forces alpha to another history',
      ))
    )
      return;
    await seesBranches(home, {[main]: third.oid, alpha: forced.oid});
    const late = made({'late.txt': 'late\n'}, 'Late\n', {parents: [forced]});
    const stale = await remote.push(updates({[head('alpha')]: {from: side.oid, to: late.oid}}), packOf(late.objects), {
      ...alice,
      say: 'git pushes to alpha what follows an older state of it',
    });
    expectNotTaken(home, stale, {
      ref: head('alpha'),
      say: 'a push that follows an older state',
      proves: 'EMPTY-BRANCHES',
    });
    const clash = await remote.push(updates({[head('alpha/deeper')]: {to: forced.oid}}), packOf([]), {
      ...alice,
      say: 'git pushes alpha/deeper beside alpha',
    });
    expectNotTaken(home, clash, {
      ref: head('alpha/deeper'),
      say: 'a branch below another branch',
      proves: 'EMPTY-BRANCHES',
    });
    if (
      !(await push(
        home,
        updates({
          [head('alpha')]: {from: forced.oid},
          [head('alpha/deeper')]: {to: second.oid},
          [head('other')]: {to: second.oid},
          [tag('v1')]: {from: first.oid},
        }),
        packOf([]),
        'git removes alpha and the tag v1, and makes other and alpha/deeper of what is there',
      ))
    )
      return;
    await seesBranches(home, {[main]: third.oid, other: second.oid, 'alpha/deeper': second.oid});
    if (
      !(await push(
        home,
        updates({[head('alpha/deeper')]: {from: second.oid}, [head('alpha')]: {to: third.oid}}),
        packOf([]),
        'git removes alpha/deeper, and makes alpha',
      ))
    )
      return;
    await seesBranches(home, {[main]: third.oid, other: second.oid, alpha: third.oid});
    seesPairs(home, await read(home, 'repoListTags', {}, 'alice lists the tags again'), {
      what: 'tags',
      keys: ['commit', 'sha'],
      wanted: {v2: second.oid},
      proves: 'TAG-LIST',
    });
    const gone = await remote.push(updates({[head(main)]: {from: third.oid}}), Buffer.alloc(0), {
      ...alice,
      say: 'git removes the default branch',
    });
    expectNotTaken(home, gone, {ref: head(main), say: 'the default branch is removed', proves: 'EMPTY-BRANCHES'});
    await seesBranches(home, {[main]: third.oid, other: second.oid, alpha: third.oid});
    const after = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    seesRefs(home, after.kind === 'read' ? after.what.refs : new Map(), {
      HEAD: third.oid,
      [head(main)]: third.oid,
      [head('alpha')]: third.oid,
      [head('other')]: second.oid,
      [tag('v2')]: annotated.oid,
      [`${tag('v2')}^{}`]: second.oid,
    });
  },
);

function without({objects}: Made, {oid}: GitObject): readonly GitObject[] {
  return objects.filter(object => object.oid !== oid);
}

async function push(home: GitHome, refs: ReturnType<typeof updates>, pack: Buffer, say: string): Promise<boolean> {
  return pushes(home, {refs, pack, say, proves: 'EMPTY-GIT'});
}

async function read(
  {world, place}: GitHome,
  operation: string,
  params: {readonly [name: string]: string | boolean | number},
  say: string,
): Promise<WorldReply> {
  return world.call(operation, {params: {...place, ...params}, say});
}

function sees({world}: GitHome, reply: WorldReply, field: string, wanted: Json, proves: string): void {
  world.expect(reply, {proves, status: '2xx', body: {[field]: wanted}}, {usual: true});
}

async function seesBranches(home: GitHome, wanted: Readonly<Record<string, string>>): Promise<void> {
  const keys = ['commit', 'id'];
  const list = await home.world.call('repoListBranches', {
    params: home.place,
    until: reply => isSame(pairsOf(reply, keys), wanted),
    say: 'alice lists the branches',
  });
  seesPairs(home, list, {what: 'branches', keys, wanted, proves: 'EMPTY-BRANCHES'});
}

function pairsOf(reply: WorldReply, keys: readonly string[]): Readonly<Record<string, Json>> {
  const values = column(reply, ...keys);
  return Object.fromEntries(column(reply, 'name').map((name, at) => [wordOf(name), values[at] ?? null]));
}

function isSame(one: Readonly<Record<string, Json>>, other: Readonly<Record<string, Json>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name]);
}

function inWords(pairs: Readonly<Record<string, Json>>): string {
  return spelled(Object.entries(pairs).map(([name, oid]) => `${name} at ${wordOf(oid).slice(0, 10)}`));
}

interface Pairs {
  readonly what: string;
  readonly keys: readonly string[];
  readonly wanted: Readonly<Record<string, string>>;
  readonly proves: string;
}

function seesPairs({world}: GitHome, reply: WorldReply, {what, keys, wanted, proves}: Pairs): void {
  const shown = pairsOf(reply, keys);
  world.law(
    isSuccess(reply) && isSame(shown, wanted),
    {path: '$[*].name', message: `the ${what} are ${inWords(shown)}; git pushed ${inWords(wanted)}`},
    {...usually, proves},
  );
}

function seesRefs(home: GitHome, refs: ReadonlyMap<string, string>, wanted: Readonly<Record<string, string>>): void {
  const shown = Object.fromEntries(refs);
  gitLaw(home, 'EMPTY-GIT', isSame(shown, wanted), `git is shown ${inWords(shown)}; there is ${inWords(wanted)}`);
}

interface SeenCommit {
  readonly message: string;
  readonly parents: readonly string[];
  /** Ada committed what Grace wrote, and not the other way round. */
  readonly isTurned?: boolean;
}

async function seesCommit(home: GitHome, {oid}: Made, {message, parents, isTurned = false}: SeenCommit): Promise<void> {
  const reply = await read(home, 'repoGetSingleCommit', {sha: oid}, `alice reads the commit ${oid.slice(0, 10)}`);
  const [author, committer] = isTurned ? [grace, ada] : [ada, grace];
  home.world.expect(
    reply,
    {
      proves: 'EMPTY-GIT',
      status: '2xx',
      body: {
        sha: oid,
        parents: parents.length === 0 ? {$in: [null, []]} : parents.map(sha => ({sha})),
        commit: {
          message: {$in: [message, message.trimEnd()]},
          author: {name: author.name, email: author.email, date: at(author.seconds)},
          committer: {name: committer.name, email: committer.email, date: at(committer.seconds)},
        },
      },
    },
    {usual: true},
  );
}

function at(seconds: number): {readonly [matcher: string]: string} {
  const time = new Date(seconds * 1000).toISOString().replace('.000', '');
  return {$gte: time, $lte: time};
}

function contentOf(file: WorkFile | string): Buffer {
  return Buffer.from(typeof file === 'string' ? file : file.content);
}

async function seesFiles(
  {world, place}: GitHome,
  ref: string,
  files: Readonly<Record<string, WorkFile | string>>,
): Promise<void> {
  for (const [filepath, file] of Object.entries(files)) {
    if (typeof file !== 'string' && file.mode === '120000') continue;
    const wanted = contentOf(file);
    const raw = await world.call('repoGetRawFile', {
      params: {...place, filepath, ref},
      until: reply => isSuccess(reply) && Buffer.compare(reply.bytes, wanted) === 0,
      say: `alice reads ${filepath}`,
    });
    world.law(
      isSuccess(raw) && Buffer.compare(raw.bytes, wanted) === 0,
      {
        path: 'body',
        message: `${filepath} has ${String(raw.bytes.byteLength)} bytes (status ${String(raw.status)}) and not the ${String(wanted.byteLength)} that git pushed`,
      },
      {...usually, proves: 'EMPTY-GIT'},
    );
  }
}

async function seesTree(
  home: GitHome,
  {tree}: Made,
  files: Readonly<Record<string, WorkFile | string>>,
): Promise<void> {
  const reply = await read(home, 'GetTree', {sha: tree, recursive: true, per_page: 50}, 'alice reads the tree');
  const list = reply.body !== undefined && isSuccess(reply) ? reply.at('/tree').value : [];
  const shown = itemsOf({...reply, body: list})
    .filter(({type}) => type === 'blob')
    .map(({path, mode, sha}) => `${wordOf(path)} ${wordOf(mode)} ${wordOf(sha)}`);
  const wanted = Object.entries(files).map(
    ([path, file]) => `${path} ${modeOf(file)} ${gitObject('blob', contentOf(file)).oid}`,
  );
  home.world.law(
    spelled(shown) === spelled(wanted),
    {path: '/tree', message: `the tree holds ${spelled(shown)}; git pushed ${spelled(wanted)}`},
    {...usually, proves: 'EMPTY-GIT'},
  );
}

function modeOf(file: WorkFile | string): string {
  return typeof file === 'string' ? '100644' : (file.mode ?? '100644');
}
