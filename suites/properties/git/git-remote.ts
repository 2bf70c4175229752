// What a git program asks of a repository over smart HTTP, in protocol version 0: its refs, a fetch, a push.
// Protocol: gitprotocol-http(5), gitprotocol-pack(5).
import {gzipSync} from 'node:zlib';
import {hexOf} from '../../../base/text/hex.ts';
import type {CallAuth, PropertyWorld, WorldReply} from '../../../model/property.ts';
import {isSuccess} from '../common/things.ts';
import type {GitObject} from './git-objects.ts';
import {readPack} from './git-packs.ts';
import {BrokenGit, flushLine, lineText, pktLine, readPktLines, sideBandOf, type PktLine} from './pkt-lines.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** Who asks, and the sentence of the story. */
export interface Asking {
  readonly as?: string;
  readonly auth: CallAuth;
  readonly say: string;
}

/** What a reply comes to, or why git cannot read it. */
export type Heard<What> = {readonly reply: WorldReply} & (
  | {readonly kind: 'read'; readonly what: What}
  | {readonly kind: 'refused'}
  | {readonly kind: 'broken'; readonly why: string}
);

/** The refs of a repository, in their order, and what the server can do. */
export interface RefListing {
  readonly refs: ReadonlyMap<string, string>;
  readonly abilities: readonly string[];
}

/** A ref and the objects before and after. */
export interface RefUpdate {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** What a push did: whether the pack was taken, and why each ref was not changed; undefined where it was. */
export interface PushReport {
  readonly unpack: string;
  readonly refs: ReadonlyMap<string, string | undefined>;
}

/** What a push asks for beside its refs. */
interface PushWords {
  /** All refs are changed or none. */
  readonly isAtomic?: boolean;
  /** What `git push -o` sends, such as `repo.private=true`. */
  readonly options?: readonly string[];
  /** Where the history that git has is cut off. */
  readonly shallow?: readonly string[];
}

/** What is wanted of a fetch. */
export interface Wish {
  readonly wants: readonly string[];
  readonly haves?: ReadonlyMap<string, GitObject>;
  readonly tips?: readonly string[];
  readonly depth?: number;
  /** Whether the depth counts from where the history that git has is cut off. */
  readonly isRelative?: boolean;
  /** Nothing that these refs lead to. */
  readonly without?: readonly string[];
  /** Only commits since then, in s since 1970. */
  readonly since?: number;
  /** Where the history that git has is cut off. */
  readonly shallow?: readonly string[];
  /** Annotated tags come along with what they point to. */
  readonly hasTags?: boolean;
}

/** What a fetch gave. */
export interface Fetched {
  readonly objects: ReadonlyMap<string, GitObject>;
  /** The commits where history is cut off, and was not before. */
  readonly shallow: readonly string[];
  /** The commits where history was cut off before, and is not now. */
  readonly unshallow: readonly string[];
}

/** A longer request for a fetch is zipped, in bytes. */
const longBytes = 1024;

/** A repository as git sees it. */
export class GitRemote {
  readonly #world: PropertyWorld;
  readonly #path: string;

  constructor(world: PropertyWorld, owner: string, repo: string) {
    this.#world = world;
    this.#path = `/${owner}/${repo}.git`;
  }

  /** Asks for the refs, as the first request of every fetch and push does. */
  async refs(service: GitService, asking: Asking): Promise<Heard<RefListing>> {
    const reply = await this.#world.request('GET', `${this.#path}/info/refs?service=${service}`, asking);
    return heard(reply, () => {
      const type = reply.header('content-type') ?? 'nothing';
      if (type !== `application/x-${service}-advertisement`) throw new BrokenGit(`the type of the reply is ${type}`);
      return listingOf(reply.bytes, service);
    });
  }

  /** Changes refs, with the pack that they need. */
  async push(
    updates: readonly RefUpdate[],
    pack: Uint8Array,
    {isAtomic = false, options = [], shallow = [], ...asking}: Asking & PushWords,
  ): Promise<Heard<PushReport>> {
    const abilities = [
      'report-status side-band-64k',
      ...(isAtomic ? ['atomic'] : []),
      ...(options.length > 0 ? ['push-options'] : []),
    ];
    const words = [...abilities, 'agent=git/2.43.0'].join(' ');
    const lines = [
      ...shallow.map(oid => pktLine(`shallow ${oid}\n`)),
      ...updates.map(({ref, before, after}, at) =>
        pktLine(`${before} ${after} ${ref}${at === 0 ? `\0 ${words}` : ''}`),
      ),
    ];
    const told = options.length > 0 ? [...options.map(option => pktLine(option)), flushLine] : [];
    const reply = await this.#send('git-receive-pack', Buffer.concat([...lines, flushLine, ...told, pack]), asking);
    return heard(reply, () => reportOf(readPktLines(sideBandOf(readPktLines(reply.bytes).lines)).lines));
  }

  /** Fetches in one request what hangs on some objects. */
  async fetch(wish: Wish, asking: Asking): Promise<Heard<Fetched>> {
    const {wants, tips = [], depth, isRelative = false, without = [], since, shallow = [], hasTags = false} = wish;
    const words = [
      'side-band-64k ofs-delta no-progress',
      ...(isRelative ? ['deepen-relative'] : []),
      ...(hasTags ? ['include-tag'] : []),
      'agent=git/2.43.0',
    ].join(' ');
    const body = Buffer.concat([
      ...wants.map((oid, at) => pktLine(`want ${oid}${at === 0 ? ` ${words}` : ''}\n`)),
      ...shallow.map(oid => pktLine(`shallow ${oid}`)),
      ...(depth === undefined ? [] : [pktLine(`deepen ${String(depth)}\n`)]),
      ...(since === undefined ? [] : [pktLine(`deepen-since ${String(since)}\n`)]),
      ...without.map(ref => pktLine(`deepen-not ${ref}\n`)),
      flushLine,
      ...tips.map(oid => pktLine(`have ${oid}\n`)),
      pktLine('done\n'),
    ]);
    const reply = await this.#send('git-upload-pack', body, asking);
    return heard(reply, () => fetchedOf(readPktLines(reply.bytes).lines, wish));
  }

  async #send(service: GitService, body: Uint8Array, asking: Asking): Promise<WorldReply> {
    // git zips what it asks for once that is long, and never what it pushes: a pack is zipped already.
    const isZipped = service === 'git-upload-pack' && body.byteLength > longBytes;
    return this.#world.request('POST', `${this.#path}/${service}`, {
      ...asking,
      headers: {
        'Content-Type': `application/x-${service}-request`,
        Accept: `application/x-${service}-result`,
        ...(isZipped ? {'Content-Encoding': 'gzip'} : {}),
      },
      bytes: hexOf(isZipped ? gzipSync(body) : body),
    });
  }
}

function heard<What>(reply: WorldReply, read: () => What): Heard<What> {
  if (!isSuccess(reply)) return {kind: 'refused', reply};
  try {
    return {kind: 'read', reply, what: read()};
  } catch (error) {
    if (error instanceof BrokenGit) return {kind: 'broken', reply, why: error.message};
    throw error;
  }
}

function listingOf(bytes: Uint8Array, service: GitService): RefListing {
  const {lines, rest} = readPktLines(bytes);
  const [first, second, ...others] = lines;
  if (rest.byteLength > 0 || first === undefined || lineText(first) !== `# service=${service}`)
    throw new BrokenGit(`the list of refs does not begin with the name of the service`);
  if (second?.kind !== 'flush' || others.at(-1)?.kind !== 'flush')
    throw new BrokenGit('the list of refs lacks the lines that end its parts');
  const texts = others.slice(0, -1).map(lineText);
  // Where there is nothing to fetch, known servers send no line at all; what may be pushed is always said.
  if (texts.length === 0 && service === 'git-upload-pack') return {refs: new Map(), abilities: []};
  const [head = '', words = ''] = texts[0]?.split('\0') ?? [];
  const refs = new Map<string, string>();
  for (const text of [head, ...texts.slice(1)]) {
    const [, oid, ref] = /^([0-9a-f]{40}) (\S.*)$/.exec(text) ?? [];
    if (oid === undefined || ref === undefined) throw new BrokenGit(`a line of the list of refs is ${text}`);
    if (refs.has(ref)) throw new BrokenGit(`${ref} stands twice in the list of refs`);
    if (ref !== 'capabilities^{}') refs.set(ref, oid);
  }
  return {refs, abilities: words.trim().split(' ')};
}

function reportOf(lines: readonly PktLine[]): PushReport {
  const end = lines.findIndex(({kind}) => kind === 'flush');
  if (end < 0) throw new BrokenGit('nothing ends the report of the push');
  const [unpack = '', ...rest] = lines.slice(0, end).map(lineText);
  if (!unpack.startsWith('unpack ')) throw new BrokenGit(`the report of the push begins with ${unpack || 'nothing'}`);
  const refs = new Map<string, string | undefined>();
  for (const line of rest) {
    const [, word, ref = '', why] = /^(ok|ng) (\S+)(?: (.*))?$/.exec(line) ?? [];
    if (word === undefined) throw new BrokenGit(`a line of the report of the push is ${line}`);
    refs.set(ref, word === 'ok' ? undefined : (why ?? ''));
  }
  return {unpack: unpack.slice('unpack '.length), refs};
}

/** Reads where history ends, as far as that was asked for; one line about what both sides have; and the pack on the side band. */
function fetchedOf(lines: readonly PktLine[], wish: Wish): Fetched {
  const texts = lines.map(lineText);
  const refusal = texts.find(text => text.startsWith('ERR '));
  if (refusal !== undefined) throw new BrokenGit(`the server gives up: ${refusal.slice(4)}`);
  const isCut = [wish.depth, wish.since, wish.without?.[0]].some(limit => limit !== undefined);
  const end = isCut ? lines.findIndex(({kind}) => kind === 'flush') : -1;
  if (isCut && end < 0) throw new BrokenGit('nothing ends the list of commits where history ends');
  const {shallow, unshallow} = cutsOf(texts.slice(0, Math.max(end, 0)), wish.shallow ?? []);
  const [said = 'nothing', common] = /^(?:NAK|ACK ([0-9a-f]{40}))$/.exec(texts[end + 1] ?? '') ?? [texts[end + 1]];
  if (said !== 'NAK' && (common === undefined || wish.tips?.includes(common) !== true))
    throw new BrokenGit(
      `before the pack stands ${said || 'nothing'}, and neither NAK nor ACK of a commit that git has`,
    );
  return {objects: readPack(sideBandOf(lines.slice(end + 2)), wish.haves), shallow, unshallow};
}

function cutsOf(texts: readonly string[], before: readonly string[]): Pick<Fetched, 'shallow' | 'unshallow'> {
  const cuts = texts.map(text => /^(un)?shallow ([0-9a-f]{40})$/.exec(text) ?? [text]);
  for (const [text, isEnd, oid = ''] of cuts) {
    if (oid === '') throw new BrokenGit(`a line about where history ends is ${text}`);
    if (isEnd !== undefined && !before.includes(oid))
      throw new BrokenGit(`history is said to end no more at ${oid}, where it did not end`);
  }
  const named = (isEnd: boolean): readonly string[] =>
    cuts.flatMap(([, end, oid = '']) => ((end !== undefined) === isEnd ? [oid] : []));
  return {shallow: named(false), unshallow: named(true)};
}
