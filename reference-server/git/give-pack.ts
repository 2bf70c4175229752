/** Answers what git sends when it clones or fetches, in protocol version 0 over stateless HTTP. */
import type {GitPlace} from './git-store.ts';
import {hasObject, peel} from './objects.ts';
import {packOf} from './pack.ts';
import {flush, frameBytesMax, packet, readPackets, sideBand} from './packets.ts';
import {commitsBehind, deepen, deepenUntil, objectsToSend, parentsOf} from './reach.ts';
import type {Cut, CutRules, Deepening} from './reach.ts';
import type {Ref} from './refs.ts';

/** What the server can do for a client that fetches. */
export const fetchAbilities =
  'multi_ack_detailed side-band-64k no-progress ofs-delta shallow deepen-since deepen-not deepen-relative include-tag allow-tip-sha1-in-want allow-reachable-sha1-in-want object-format=sha1';

/** How a fetch is answered. */
export interface GivingRules extends CutRules {
  /** How many commits deep a history is given for a depth that was asked for. */
  readonly depthGiven: (depth: number) => number;
  /** The longest frame of the side band, of those that are allowed, in bytes. */
  readonly frameBytes: (allowed: number) => number;
}

/** Answers the body of one request of a fetch; undefined when it is none. `refs` are the refs of the repository. */
export function givePack(
  place: GitPlace,
  body: Uint8Array,
  {refs, rules}: {readonly refs: readonly Ref[]; readonly rules: GivingRules},
): Buffer | undefined {
  const request = readFetch(body);
  if (request === undefined) return undefined;
  const stranger = request.wants.find(oid => !hasObject(place, oid));
  if (stranger !== undefined) return packet(`ERR upload-pack: not our ref ${stranger}`);
  const unknown = request.without.find(name => refNamed(refs, name) === undefined);
  if (unknown !== undefined) return packet(`ERR upload-pack: ambiguous deepen-not: ${unknown}`);
  const deepening = deepeningOf(place, request, {refs, rules});
  if (deepening === undefined) return packet('ERR upload-pack: no commits selected for shallow requests');
  const limits = isLimited(request) ? limitLines(request, deepening) : [];
  // A client that asks for a limited depth reads the limits first, and sends the rest in another request.
  if (request.isLimitAlone) return Buffer.concat(limits);
  const haves = request.haves.filter(oid => hasObject(place, oid));
  const acknowledged = acknowledge(place, request, haves);
  if (!request.isDone) return Buffer.concat([...limits, ...acknowledged, packet('NAK\n')]);
  const last = haves.at(-1);
  const final = packet(last === undefined ? 'NAK\n' : `ACK ${last}\n`);
  const tags = request.abilities.has('include-tag') ? tagsOf(refs) : [];
  const cut = new Set([...deepening.shallow, ...[...request.shallow].filter(oid => !deepening.unshallow.has(oid))]);
  // As git does: the client also gets what was behind the end of its history, whether or not that leads to what it wants.
  const wants = [...request.wants, ...[...deepening.unshallow].flatMap(oid => parentsOf(place, oid))];
  const oids = objectsToSend(place, {wants, haves, clientCut: request.shallow, cut, tags});
  const pack = packOf(place, oids);
  const sent = request.abilities.has('side-band-64k')
    ? [sideBand(1, pack, rules.frameBytes(frameBytesMax)), flush]
    : [pack];
  return Buffer.concat([...limits, ...acknowledged, final, ...sent]);
}

function tagsOf(refs: readonly Ref[]): readonly string[] {
  return refs.flatMap(({ref, sha}) => (ref.startsWith('refs/tags/') ? sha : []));
}

interface FetchRequest {
  readonly wants: readonly string[];
  readonly abilities: ReadonlySet<string>;
  /** Where the client's history ends. */
  readonly shallow: Cut;
  readonly depth: number | undefined;
  /** Since when commits are wanted, in seconds since 1970. */
  readonly since: number | undefined;
  /** The refs whose commits are not wanted, nor those behind them. */
  readonly without: readonly string[];
  readonly haves: readonly string[];
  readonly isDone: boolean;
  /** Whether nothing follows what is wanted. */
  readonly isLimitAlone: boolean;
}

function readFetch(body: Uint8Array): FetchRequest | undefined {
  const packets = readPackets(body);
  const end = packets?.findIndex(({kind}) => kind === 'flush') ?? -1;
  if (packets === undefined || end < 1) return undefined;
  const lines = packets.map(each => (each.kind === 'data' ? each.bytes.toString('utf8').replace(/\n$/, '') : ''));
  const wishes = lines.slice(0, end);
  const rest = lines.slice(end + 1);
  const named = (list: readonly string[], word: string): readonly string[] =>
    list.flatMap(line =>
      line.startsWith(`${word} `) ? (/^[0-9a-f]{40}/.exec(line.slice(word.length + 1)) ?? []) : [],
    );
  const wants = named(wishes, 'want');
  if (wants.length === 0 || !wishes.every(line => knownWish.test(line))) return undefined;
  const after = (word: string): readonly string[] =>
    wishes.flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const numberAfter = (word: string): number | undefined => after(word).map(Number)[0];
  return {
    wants,
    abilities: new Set((wishes[0] ?? '').split(' ').slice(2)),
    shallow: new Set(named(wishes, 'shallow')),
    depth: numberAfter('deepen'),
    since: numberAfter('deepen-since'),
    without: after('deepen-not'),
    haves: named(rest, 'have'),
    isDone: rest.includes('done'),
    isLimitAlone: rest.length === 0,
  };
}

const knownWish =
  /^(want [0-9a-f]{40}|shallow [0-9a-f]{40}|deepen [1-9]\d{0,9}$|deepen-since \d{1,12}$|deepen-not \S+$)/;

function isLimited({depth, since, without}: FetchRequest): boolean {
  return depth !== undefined || since !== undefined || without.length > 0;
}

/** Finds a ref by its full name, or as a tag or branch by its short one, as git does: none where two have that name. */
function refNamed(refs: readonly Ref[], name: string): Ref | undefined {
  const named = ['', 'refs/', 'refs/tags/', 'refs/heads/'].map(start => start + name);
  const found = refs.filter(({ref}) => named.includes(ref));
  return found.length === 1 ? found[0] : undefined;
}

/** Finds where the history of the client will end; undefined when nothing of it would be left. */
function deepeningOf(
  place: GitPlace,
  request: FetchRequest,
  {refs, rules}: {readonly refs: readonly Ref[]; readonly rules: GivingRules},
): Deepening | undefined {
  const {wants, abilities, depth: asked, since = 0, without, shallow: known} = request;
  if (!isLimited(request)) return {shallow: new Set(), unshallow: new Set()};
  const tips = wants.flatMap(oid => peel(place, oid) ?? []);
  if (asked === undefined) {
    const left = without.flatMap(name => peel(place, refNamed(refs, name)?.sha ?? '') ?? []);
    return deepenUntil(place, {tips, end: {since, without: left}, known, rules});
  }
  const depth = rules.depthGiven(asked);
  // `--deepen` counts from where the client's history ends.
  if (abilities.has('deepen-relative')) return deepen(place, {tips: [...known], depth: depth + 1, known});
  return deepen(place, {tips, depth, known});
}

function limitLines({shallow}: FetchRequest, deepening: Deepening): readonly Buffer[] {
  const added = [...deepening.shallow].filter(oid => !shallow.has(oid));
  return [
    ...added.map(oid => packet(`shallow ${oid}`)),
    ...[...deepening.unshallow].map(oid => packet(`unshallow ${oid}`)),
    flush,
  ];
}

/** Says which commits both sides have, and whether that is enough: whether every wanted commit has one of them behind it. */
function acknowledge(
  place: GitPlace,
  {wants, shallow, abilities, isDone}: FetchRequest,
  haves: readonly string[],
): readonly Buffer[] {
  if (!abilities.has('multi_ack_detailed')) return [];
  const common = haves.map(oid => packet(`ACK ${oid} common\n`));
  const last = haves.at(-1);
  if (isDone || last === undefined) return common;
  const held = new Set(haves);
  const isEnough = wants.every(want =>
    [...commitsBehind(place, [peel(place, want) ?? want], shallow)].some(oid => held.has(oid)),
  );
  return isEnough ? [...common, packet(`ACK ${last} ready\n`)] : common;
}
