// What laws about git share: who signs in how, what a repository is told, and how a miss is worded.
import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {isJsonObject} from '../../../model/json.ts';
import {
  property,
  type AnyProperty,
  type CallAuth,
  type PropertyWorld,
  type WorldReply,
} from '../../../model/property.ts';
import {part, placeOf, spelled, textOf, type Place, type Things} from '../common/things.ts';
import {commitOf, namedBy, noOid, workTree, type Deed, type GitObject, type WorkEntry} from './git-objects.ts';
import {writePack, type Packed} from './git-packs.ts';
import {GitRemote, type Fetched, type Heard, type PushReport, type RefUpdate} from './git-remote.ts';

/** Nothing in the record says what git is answered: its own protocol does, and known servers. */
export const usually = {usual: true, unwritable: 'git reads and writes packs, and no matcher does'} as const;

/** A repository and its address for git. */
export interface GitHome {
  readonly world: PropertyWorld;
  readonly place: Place;
  readonly remote: GitRemote;
}

export function gitHomeOf(world: PropertyWorld, repo: Things): GitHome {
  const place = placeOf(repo);
  return {world, place, remote: new GitRemote(world, textOf(place.owner), textOf(place.repo))};
}

/** What a story of git begins with: an empty repository in which alice may do everything. */
export interface GitBeginning {
  readonly world: PropertyWorld;
  readonly repo: Things;
  readonly home: GitHome;
  /** The name of its default branch. */
  readonly main: string;
}

/** A story about git that is told once, whole, in an empty repository; `needs` are what it needs besides git and branches. */
export function gitStory(
  {
    needs = [],
    ...told
  }: {
    readonly id: string;
    readonly title: string;
    readonly proves: readonly string[];
    readonly needs?: readonly string[];
    readonly requestsPerRun: number;
  },
  tell: (beginning: GitBeginning) => Promise<void>,
): AnyProperty {
  return property({
    ...told,
    area: 'hosting',
    contexts: {right: 'admin'},
    needs: ['repositories', 'git-over-http', 'branches', ...needs],
    runs: 1,
    floor: 1,
    isToldWhole: true,
    input: fc.constant(told.id),
    check: async world => {
      const repo = await world.arrange('repository', {auto_init: false});
      await tell({world, repo, home: gitHomeOf(world, repo), main: textOf(part(repo, 'default_branch'))});
    },
  });
}

/** Alice with her password: git knows no tokens of its own. */
export const alice = {auth: 'basic' as CallAuth} as const;

export const ada: Deed = {name: 'Ada Lovelace', email: 'ada@example.org', seconds: 1_111_111_111, zone: '+0530'};
export const grace: Deed = {name: 'Grace Hopper', email: 'grace@example.org', seconds: 1_234_567_890, zone: '-0330'};

/** Bytes that nothing deflates, always the same for a seed. */
export function noise(length: number, seed: string): Buffer {
  const blocks = Array.from({length: Math.ceil(length / 32)}, (_, at) =>
    createHash('sha256')
      .update(`${seed} ${String(at)}`)
      .digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** A commit with all objects that it needs. */
export interface Made {
  readonly oid: string;
  readonly tree: string;
  readonly objects: readonly GitObject[];
}

/** Makes a commit of files. */
export function made(
  files: Readonly<Record<string, WorkEntry>>,
  message: string,
  {
    parents = [],
    author = ada,
    committer = grace,
  }: {
    readonly parents?: readonly Made[];
    readonly author?: Deed;
    readonly committer?: Deed;
  } = {},
): Made {
  const tree = workTree(files);
  const commit = commitOf({tree: tree.oid, parents: parents.map(({oid}) => oid), author, committer, message});
  return {oid: commit.oid, tree: tree.oid, objects: [commit, ...tree.objects]};
}

/** What is pushed: refs by their names, each with the object before (none where nothing is said) and after (none: it goes). */
export function updates(refs: Readonly<Record<string, {readonly from?: string; readonly to?: string}>>): RefUpdate[] {
  return Object.entries(refs).map(([ref, {from = noOid, to = noOid}]) => ({ref, before: from, after: to}));
}

/** A pack of all objects that some commits need, each once. */
export function packOf(...packed: readonly (readonly Packed[])[]): Buffer {
  const all = packed.flat();
  const oid = (one: Packed): string => ('object' in one ? one.object.oid : one.oid);
  return writePack(all.filter((one, at) => all.findIndex(other => oid(other) === oid(one)) === at));
}

/** Judges that a push was taken, every ref of it. */
export function expectTaken(
  {world}: Pick<GitHome, 'world'>,
  heard: Heard<PushReport>,
  {refs, say, proves}: {readonly refs: readonly string[]; readonly say: string; readonly proves: string},
): boolean {
  const why =
    troubleOf(heard) ??
    (heard.kind === 'read'
      ? (packTrouble(heard.what) ?? refs.map(ref => refTrouble(heard.what, ref)).find(Boolean))
      : '');
  const holds = why === undefined;
  world.law(holds, {path: 'body', message: `${say}: ${why ?? ''}`}, {...usually, proves});
  return holds;
}

/** Pushes for alice, and judges that every ref was taken. */
export async function pushes(
  home: GitHome,
  {
    refs,
    pack,
    say,
    proves,
  }: {
    readonly refs: readonly RefUpdate[];
    readonly pack: Uint8Array;
    readonly say: string;
    readonly proves: string;
  },
): Promise<boolean> {
  home.world.count('push');
  const heard = await home.remote.push(refs, pack, {...alice, say});
  return expectTaken(home, heard, {refs: refs.map(({ref}) => ref), say, proves});
}

/** A law about what git sees. */
export function gitLaw({world}: GitHome, proves: string, holds: boolean, message: string): void {
  world.law(holds, {path: 'body', message}, {...usually, proves});
}

/** Waits until the server has looked at the first push: before that it takes the repository for an empty one. */
export async function isSeen({world, place}: GitHome): Promise<void> {
  await world.prepare('repoGet', {
    params: place,
    until: ({body}) => isJsonObject(body) && body['empty'] === false,
    say: 'alice reads the repository',
  });
}

/** Tells whether a push was taken, and a ref of it changed. */
export function isTaken(heard: Heard<PushReport> | undefined, ref: string): boolean {
  return heard?.kind === 'read' && packTrouble(heard.what) === undefined && refTrouble(heard.what, ref) === undefined;
}

/** Judges that a push was not taken: refused as a whole, or for the ref. */
export function expectNotTaken(
  {world}: Pick<GitHome, 'world'>,
  heard: Heard<PushReport>,
  {ref, say, proves}: {readonly ref: string; readonly say: string; readonly proves: string},
): void {
  const {status} = heard.reply;
  const wasTaken = isTaken(heard, ref);
  world.law(
    !wasTaken && heard.kind !== 'broken' && status < 500,
    {path: 'body', message: `${say}: ${wasTaken ? `${ref} is changed` : (troubleOf(heard) ?? '')}`},
    {...usually, proves},
  );
  // The line of a refusal ends in a reason (gitprotocol-pack(5)), which git shows to whoever pushes.
  const isSilent = heard.kind === 'read' && heard.what.refs.get(ref) === '';
  world.law(
    !isSilent,
    {path: 'body', message: `${say}: the report gives no reason why ${ref} is refused`},
    {...usually, proves},
  );
}

function packTrouble({unpack}: PushReport): string | undefined {
  return unpack === 'ok' ? undefined : `the pack is not taken: ${unpack}`;
}

function refTrouble({refs}: PushReport, ref: string): string | undefined {
  if (!refs.has(ref)) return `nothing is said of ${ref}`;
  const why = refs.get(ref);
  return why === undefined ? undefined : `${ref} is refused: ${why}`;
}

/** Why git cannot go on with a reply: it is a refusal, or cannot be read. */
export function troubleOf<What>(heard: Heard<What>): string | undefined {
  if (heard.kind === 'read') return undefined;
  return heard.kind === 'broken' ? `git cannot read the answer: ${heard.why}` : statusOf(heard.reply);
}

function statusOf({status}: WorldReply): string {
  return `the answer is ${String(status)}`;
}

/** Judges that git can read an answer. */
export function isRead<What>(
  home: GitHome,
  heard: Heard<What>,
  what: string,
): heard is Extract<Heard<What>, {kind: 'read'}> {
  const trouble = troubleOf(heard);
  gitLaw(home, 'EMPTY-GIT', trouble === undefined, `${what}: ${trouble ?? ''}`);
  return heard.kind === 'read';
}

/** Everything that hangs on what was wanted is there, and nothing else. */
export function hangsTogether(
  home: GitHome,
  {objects}: Fetched,
  {wants, what}: {readonly wants: readonly string[]; readonly what: string},
): void {
  const reached = new Set<string>();
  const lacking: string[] = [];
  const next = [...wants];
  for (let oid = next.pop(); oid !== undefined; oid = next.pop()) {
    if (reached.has(oid)) continue;
    reached.add(oid);
    const object = objects.get(oid);
    if (object === undefined) lacking.push(oid);
    else next.push(...namedBy(object));
  }
  gitLaw(home, 'EMPTY-GIT', lacking.length === 0, `${what} lacks ${spelled(lacking)}`);
  const tooMany = [...objects.values()].filter(({oid}) => !reached.has(oid)).map(({type, oid}) => `${type} ${oid}`);
  gitLaw(home, 'EMPTY-GIT', tooMany.length === 0, `${what} holds what nothing hangs on: ${spelled(tooMany)}`);
}
