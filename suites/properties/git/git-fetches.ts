// What git fetches over HTTP: all that the API made, nothing else, and no more than is asked for.
import fc from 'fast-check';
import {jsonObject} from '../../../model/json.ts';
import {property, type WithReferences, type WorldReply} from '../../../model/property.ts';
import {column, part, spelled, textOf, wordOf} from '../common/things.ts';
import {alice, gitHomeOf, gitLaw, hangsTogether, isRead, noise, type GitHome} from './git-laws.ts';
import {readText, readTree, type GitObject} from './git-objects.ts';
import type {Fetched, RefListing, Wish} from './git-remote.ts';

const proves = 'EMPTY-GIT';

/** What git sends for the depth of a whole history. */
const everything = 2_147_483_647;

/** Commits that git has and the server does not: so many that the request is zipped. */
const ownCommits: readonly string[] = Array.from({length: 40}, (_, at) => String(at + 10).repeat(20));

export const fetchesAreWhole = property({
  id: 'git-fetches-what-is-there',
  title:
    'git lists every branch, tag and head of a pull request, fetches all that hangs on them, and only what is new where it says what it has',
  proves: [proves, 'PULL-FILES'],
  area: 'hosting',
  contexts: {right: 'admin'},
  needs: ['repositories', 'git-over-http', 'branches', 'pull-requests'],
  runs: 1,
  floor: 1,
  requestsPerRun: 55,
  isToldWhole: true,
  input: fc.constant('fetches'),
  check: async world => {
    const repo = await world.arrange('repository');
    const home = gitHomeOf(world, repo);
    const {place, remote} = home;
    const main = textOf(part(repo, 'default_branch'));
    const written: Record<string, string> = {};
    const write = async (
      filepath: string,
      text: string,
      more: {readonly [field: string]: WithReferences} = {},
    ): Promise<WorldReply> => {
      if (more['branch'] === undefined) written[filepath] = text;
      return world.prepare('repoCreateFile', {
        params: {...place, filepath},
        body: {content: Buffer.from(text).toString('base64'), message: `Write ${filepath}`, ...more},
        say: `alice writes ${filepath}`,
      });
    };
    await write('one.txt', 'one\n');
    // A pack of many lines of the side band, as nothing deflates this; its size has four bytes there.
    await write('large.txt', noise(800_000, 'large').toString('base64'));
    await write('folder/inner/Grüße.txt', 'Grüße\n');
    await write('old.txt', 'old\n', {dates: {author: '2001-01-01T00:00:00Z'}});
    const last = await write('empty.txt', '');
    await world.prepare('repoCreateBranch', {
      params: place,
      body: {new_branch_name: 'side/way', old_branch_name: main},
      say: 'alice makes a branch',
    });
    await world.prepare('repoCreateTag', {
      params: place,
      body: {tag_name: 'light', target: main},
      say: 'alice makes a tag',
    });
    await world.prepare('repoCreateTag', {
      params: place,
      body: {tag_name: 'told', target: main, message: 'With a message'},
      say: 'alice makes a tag with a message',
    });
    const pulls: {readonly index: string; readonly sha: string}[] = [];
    for (const name of ['open', 'closed', 'merged']) {
      const head = await write(`${name}.txt`, `${name}\n`, {branch: main, new_branch: name});
      const pull = await world.prepare('repoCreatePullRequest', {
        params: place,
        body: {title: name, head: name, base: main},
        say: `alice makes a pull request of ${name}`,
      });
      pulls.push({index: wordOf(pull.at('/number').value), sha: textOf(head.at('/commit/sha'))});
    }
    const [, closed, merged] = pulls;
    await world.prepare('repoEditPullRequest', {
      params: {...place, index: closed?.index ?? ''},
      body: {state: 'closed'},
      say: 'alice closes the second one',
    });
    await world.prepare('repoMergePullRequest', {
      params: {...place, index: merged?.index ?? ''},
      body: {Do: 'merge'},
      until: ({status}) => status < 300,
      say: 'alice merges the third one',
    });
    written['merged.txt'] = 'merged\n';

    const branches = await world.call('repoListBranches', {params: place, say: 'alice lists the branches'});
    const tags = await world.call('repoListTags', {params: place, say: 'alice lists the tags'});
    const listed = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    if (!isRead(home, listed, 'the refs')) return;
    seesAll(home, listed.what, {branches, tags, main, pulls});
    isInOrder(home, listed.what);

    const tips = [...listed.what.refs].filter(([ref]) => /^refs\/(?:heads|tags)\/[^^]*$/.test(ref));
    const wants = [...new Set(tips.map(([, oid]) => oid))];
    const whole = await remote.fetch({wants}, {...alice, say: 'git fetches all branches and tags'});
    if (!isRead(home, whole, 'a whole fetch')) return;
    isFreshFromGit(home, {listed: listed.reply, fetched: whole.reply});
    hangsTogether(home, whole.what, {wants, what: 'a whole fetch'});
    const tip = listed.what.refs.get(`refs/heads/${main}`) ?? '';
    holdsFiles(home, whole.what.objects, tip, written);
    tellsOf(home, whole.what.objects, last);
    const told = whole.what.objects.get(listed.what.refs.get('refs/tags/told') ?? '');
    const message = told?.type === 'tag' ? readText(told).message.trimEnd() : 'no tag of its own';
    gitLaw(home, proves, message === 'With a message', `the tag that was made with a message has ${message}`);

    const shallow = await remote.fetch(
      {wants: [tip], depth: 1},
      {...alice, say: 'git fetches the newest commit alone'},
    );
    if (isRead(home, shallow, 'a shallow fetch')) {
      const commits = [...shallow.what.objects.values()].filter(({type}) => type === 'commit').map(({oid}) => oid);
      gitLaw(
        home,
        proves,
        spelled(commits) === tip && spelled(shallow.what.shallow) === tip,
        `a fetch of depth 1 gives the commits ${spelled(commits)} and says that history ends at ${spelled(shallow.what.shallow)}; asked was for ${tip}`,
      );
      holdsFiles(home, shallow.what.objects, tip, written);
      const deeper = await remote.fetch(
        {wants: [tip], tips: [tip], depth: everything, shallow: [tip], haves: shallow.what.objects},
        {...alice, say: 'git fetches the history that it left out'},
      );
      if (isRead(home, deeper, 'a fetch of the history that was left out'))
        hangsTogether(
          home,
          {...deeper.what, objects: new Map([...shallow.what.objects, ...deeper.what.objects])},
          {wants: [tip], what: 'a shallow clone with the history that it had left out'},
        );
    }

    const {abilities} = listed.what;
    if (abilities.includes('deepen-since')) await goesByCommits(home, {tip, whole: whole.what});
    await goesByDepth(home, {
      tip,
      whole: whole.what,
      side: listed.what.refs.get('refs/heads/side/way') ?? '',
      abilities,
    });

    const later = await write('later.txt', 'later\n');
    const newest = textOf(later.at('/commit/sha'));
    const more = await remote.fetch(
      {wants: [newest], tips: [...ownCommits, tip], haves: whole.what.objects},
      {...alice, say: 'git, which has commits of its own, fetches what is new'},
    );
    if (isRead(home, more, 'a fetch of what is new')) {
      hangsTogether(
        home,
        {...more.what, objects: new Map([...whole.what.objects, ...more.what.objects])},
        {wants: [...wants, newest], what: 'a fetch of what is new'},
      );
      const again = [...more.what.objects.values()].filter(
        ({oid, type}) => type === 'commit' && whole.what.objects.has(oid),
      );
      gitLaw(
        home,
        proves,
        again.length === 0,
        `a fetch of what is new gives ${String(again.length)} commits again that git has`,
      );
    }
    for (const {index, sha} of pulls) {
      const fetched = await remote.fetch(
        {wants: [sha]},
        {...alice, say: `git fetches the head of pull request ${index}`},
      );
      if (isRead(home, fetched, `the head of pull request ${index}`))
        hangsTogether(home, fetched.what, {wants: [sha], what: `the head of pull request ${index}`});
    }
    await world.prepare('repoEdit', {
      params: place,
      body: {default_branch: 'side/way'},
      // Known servers refuse it while they still count the languages of the last push.
      until: ({status}) => status < 300,
      say: 'alice makes another branch the default one',
    });
    const moved = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs again'});
    if (isRead(home, moved, 'the refs after the default branch was changed')) headIs(home, moved.what, 'side/way');
    const unknown = await remote.fetch(
      {wants: ['0123456789'.repeat(4)]},
      {...alice, say: 'git fetches a commit that is not there'},
    );
    gitLaw(
      home,
      proves,
      unknown.kind !== 'read' && unknown.reply.status < 500,
      `a fetch of a commit that is not there is answered with ${unknown.kind === 'read' ? 'a pack' : String(unknown.reply.status)}`,
    );
  },
});

const dayMs = 86_400_000;
const secondMs = 1000;

/** Asks for what is since yesterday: when a commit was made counts, and not when its author wrote it. */
async function goesByCommits(
  home: GitHome,
  {tip, whole}: {readonly tip: string; readonly whole: Fetched},
): Promise<void> {
  const commitsOf = ({objects}: Fetched): readonly string[] => commitsBelow(objects, tip).toSorted();
  const times = commitsOf(whole).map(oid => madeAt(whole.objects.get(oid) ?? noObject));
  const since = Math.min(...times) - dayMs / secondMs;
  const recent = await home.remote.fetch(
    {wants: [tip], since},
    {...alice, say: 'git fetches what was committed since the day before the first commit'},
  );
  if (!isRead(home, recent, 'a fetch by date')) return;
  gitLaw(
    home,
    proves,
    spelled(commitsOf(recent.what)) === spelled(commitsOf(whole)),
    `a fetch of what was committed since the day before the first commit gives ${spelled(commitsOf(recent.what))}; there is ${spelled(commitsOf(whole))}`,
  );
}

/** Asks for a few commits of a history, for one step more of them, and for those that another branch does not have. */
async function goesByDepth(
  home: GitHome,
  {
    tip,
    whole,
    side,
    abilities,
  }: {readonly tip: string; readonly whole: Fetched; readonly side: string; readonly abilities: readonly string[]},
): Promise<void> {
  const gives = async (
    wish: Omit<Wish, 'wants'>,
    wanted: readonly string[],
    what: string,
  ): Promise<Fetched | undefined> => {
    const heard = await home.remote.fetch({wants: [tip], ...wish}, {...alice, say: `git fetches ${what}`});
    if (!isRead(home, heard, what)) return undefined;
    const given = [...heard.what.objects.values()]
      .flatMap(({type, oid}) => (type === 'commit' ? [oid] : []))
      .toSorted();
    gitLaw(
      home,
      proves,
      spelled(given) === spelled(wanted.toSorted()),
      `${what} gives the commits ${spelled(given)}; wanted were ${spelled(wanted.toSorted())}`,
    );
    return heard.what;
  };
  const near = commitsBelow(whole.objects, tip, {steps: 2});
  const two = await gives({depth: 2}, near, 'the two newest steps of the history');
  if (two !== undefined && abilities.includes('deepen-relative')) {
    const more = commitsBelow(whole.objects, tip, {steps: 3}).filter(oid => !near.includes(oid));
    const wish = {depth: 1, isRelative: true, tips: [tip], shallow: two.shallow, haves: two.objects};
    await gives(wish, more, 'one step more than it has');
  }
  if (abilities.includes('deepen-relative')) await goesOnInOneBranch(home, tip, side);
  if (abilities.includes('deepen-not')) {
    const others = new Set(commitsBelow(whole.objects, side));
    const own = commitsBelow(whole.objects, tip, {without: others});
    await gives({without: ['refs/heads/side/way']}, own, 'what another branch does not have');
  }
}

/** One of two branches is fetched a step further; the other one stays as it is. */
async function goesOnInOneBranch(home: GitHome, tip: string, side: string): Promise<void> {
  const both = await home.remote.fetch(
    {wants: [tip, side], depth: 1},
    {...alice, say: 'git fetches the newest commits of two branches'},
  );
  if (!isRead(home, both, 'the newest commits of two branches')) return;
  const {shallow, objects} = both.what;
  const deeper = await home.remote.fetch(
    {wants: [side], depth: 1, isRelative: true, tips: [tip, side], shallow, haves: objects},
    {...alice, say: 'git fetches one step more of one of them'},
  );
  if (isRead(home, deeper, 'one step more of one of two branches')) endsWhereItSays(home, both.what, deeper.what);
}

/** A commit at which history does not end by the words of the server has its parents. */
function endsWhereItSays(home: GitHome, first: Fetched, later: Fetched): void {
  const ends = new Set([...first.shallow.filter(oid => !later.unshallow.includes(oid)), ...later.shallow]);
  const objects = new Map([...first.objects, ...later.objects]);
  const lacking = [...objects.values()]
    .filter(({type, oid}) => type === 'commit' && !ends.has(oid))
    .flatMap(commit =>
      readText(commit)
        .all('parent')
        .filter(parent => !objects.has(parent)),
    );
  gitLaw(
    home,
    proves,
    lacking.length === 0,
    `after a fetch of one step more of one branch, ${spelled(lacking)} is missing, though history does not end there by the server's words`,
  );
}

/** When a commit was made, in s since 1970. */
function madeAt(commit: GitObject): number {
  return Number(/ (\d+) [+-]\d{4}$/.exec(readText(commit).all('committer')[0] ?? '')?.[1]);
}

/** The commits that lead to one, and it: all of them, those of the newest steps, or those before which some others come. */
function commitsBelow(
  objects: ReadonlyMap<string, GitObject>,
  tip: string,
  {steps = Number.POSITIVE_INFINITY, without = new Set()}: {steps?: number; without?: ReadonlySet<string>} = {},
): readonly string[] {
  const reached = new Set<string>();
  let row = [tip];
  for (let step = 0; row.length > 0 && step < steps; step += 1) {
    const known = row.filter(oid => !reached.has(oid) && objects.has(oid));
    for (const oid of known) reached.add(oid);
    const parents = known.map(oid => readText(objects.get(oid) ?? noObject).all('parent'));
    // Where git cuts history off, a commit has no parents at all.
    row = parents.filter(all => !all.some(oid => without.has(oid))).flat();
  }
  return [...reached];
}

interface Known {
  readonly branches: WorldReply;
  readonly tags: WorldReply;
  readonly main: string;
  readonly pulls: readonly {readonly index: string; readonly sha: string}[];
}

/** git sees the same branches and tags as the API, the default branch as HEAD, and each pull request whatever became of it. */
/** The list is in the order of the bytes of the names (gitprotocol-pack(5)); what a tag points to stands behind the tag. */
function isInOrder(home: GitHome, {refs}: RefListing): void {
  const names = [...refs.keys()].filter(ref => ref.startsWith('refs/') && !ref.endsWith('^{}'));
  const late = names.find((ref, at) => at > 0 && Buffer.from(ref).compare(Buffer.from(names[at - 1] ?? '')) < 0);
  gitLaw(home, proves, late === undefined, `the refs are not sorted by name: ${late ?? ''} comes too late`);
}

function seesAll(home: GitHome, {refs, abilities}: RefListing, {branches, tags, main, pulls}: Known): void {
  const shown = (kind: string): string =>
    spelled(
      [...refs]
        .flatMap(([ref, oid]) => (ref.startsWith(kind) ? [`${ref} ${refs.get(`${ref}^{}`) ?? oid}`] : []))
        .filter(text => !text.includes('^{}')),
    );
  for (const [kind, list, keys] of [
    ['refs/heads/', branches, ['commit', 'id']],
    ['refs/tags/', tags, ['commit', 'sha']],
  ] as const) {
    const oids = column(list, ...keys);
    const wanted = spelled(column(list, 'name').map((name, at) => `${kind}${wordOf(name)} ${wordOf(oids[at])}`));
    gitLaw(home, proves, shown(kind) === wanted, `git is shown ${shown(kind)}; the API lists ${wanted}`);
  }
  headIs(home, {refs, abilities}, main);
  for (const {index, sha} of pulls) {
    const head = refs.get(`refs/pull/${index}/head`);
    gitLaw(
      home,
      'PULL-FILES',
      head === sha,
      `refs/pull/${index}/head is ${head ?? 'not there'}; the head of the pull request is ${sha}`,
    );
  }
}

/** HEAD is the default branch, which a clone checks out. */
function headIs(home: GitHome, {refs, abilities}: RefListing, branch: string): void {
  gitLaw(
    home,
    proves,
    refs.get('HEAD') === refs.get(`refs/heads/${branch}`) && abilities.includes(`symref=HEAD:refs/heads/${branch}`),
    `HEAD is ${refs.get('HEAD') ?? 'not there'}, with ${abilities.find(word => word.startsWith('symref=')) ?? 'no symref'}, and not the default branch ${branch}`,
  );
}

/** Nothing between git and the server keeps the list of refs, and a fetch has the type that is its own. */
function isFreshFromGit(
  home: GitHome,
  {listed, fetched}: {readonly listed: WorldReply; readonly fetched: WorldReply},
): void {
  const keeps = listed.header('cache-control') ?? 'missing';
  gitLaw(
    home,
    proves,
    /no-cache|no-store/.test(keeps),
    `Cache-Control of the list of refs is ${keeps} (expected no-cache)`,
  );
  const type = fetched.header('content-type') ?? 'missing';
  const wanted = 'application/x-git-upload-pack-result';
  gitLaw(home, proves, type === wanted, `the type of a fetch is ${type} (expected ${wanted})`);
}

function holdsFiles(
  home: GitHome,
  objects: ReadonlyMap<string, GitObject>,
  tip: string,
  written: Readonly<Record<string, string>>,
): void {
  const files = filesOf(objects, readText(objects.get(tip) ?? noObject).all('tree')[0] ?? '', '');
  const own = Object.fromEntries(Object.entries(files).filter(([path]) => path in written));
  const inWords = (of: Readonly<Record<string, string>>): string =>
    spelled(Object.entries(of).map(([path, text]) => `${path}: ${JSON.stringify(text)}`));
  gitLaw(
    home,
    proves,
    inWords(own) === inWords(written),
    `the files are ${inWords(own)}; the API wrote ${inWords(written)}`,
  );
}

const noObject: GitObject = {type: 'blob', bytes: Buffer.alloc(0), oid: ''};

function filesOf(
  objects: ReadonlyMap<string, GitObject>,
  oid: string,
  prefix: string,
): Readonly<Record<string, string>> {
  const tree = objects.get(oid);
  if (tree?.type !== 'tree') return {};
  return Object.assign(
    {},
    ...readTree(tree).map(({mode, name, oid: inner}) =>
      mode === '40000' || mode === '040000'
        ? filesOf(objects, inner, `${prefix}${name}/`)
        : {[`${prefix}${name}`]: objects.get(inner)?.bytes.toString('utf8') ?? 'missing'},
    ),
  ) as Readonly<Record<string, string>>;
}

/** What the API says of a commit is what stands in it. */
function tellsOf(home: GitHome, objects: ReadonlyMap<string, GitObject>, reply: WorldReply): void {
  const commit = objects.get(textOf(reply.at('/commit/sha')));
  if (commit === undefined) return;
  const text = readText(commit);
  const [author = ''] = text.all('author');
  const shown = jsonObject(
    ['message', 'author/name', 'author/email'].map(key => [key, wordOf(reply.at(`/commit/${key}`).value).trimEnd()]),
  );
  const [, name = '', email = ''] = /^(.*) <(.*)> \d+ [+-]\d{4}$/.exec(author) ?? [];
  const own = jsonObject([
    ['message', text.message.trimEnd()],
    ['author/name', name],
    ['author/email', email],
  ]);
  gitLaw(
    home,
    proves,
    JSON.stringify(shown) === JSON.stringify(own),
    `the API shows ${JSON.stringify(shown)} of a commit that says ${JSON.stringify(own)}`,
  );
}
