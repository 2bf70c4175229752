/** Takes what git sends when it pushes: the refs to change, and a pack with the objects for them. */
import {flush, packet, readPacket, sideBand} from './packets.ts';

/** A ref that is asked for, and the objects before and after; forty zeros stand for none. */
export interface RefUpdate {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** The id that stands for no object. */
export const noObject = '0'.repeat(40);

/** What the server can do for a client that pushes. */
export const pushAbilities =
  'report-status delete-refs side-band-64k quiet atomic ofs-delta push-options object-format=sha1';

/** What one push holds. */
export interface Push {
  readonly updates: readonly RefUpdate[];
  readonly abilities: ReadonlySet<string>;
  /** What the person who pushes gave with `-o`, such as `repo.private=true`. */
  readonly options: readonly string[];
  /** Empty where every update removes its ref. */
  readonly pack: Uint8Array;
}

/** Reads the body of a push; undefined when it is none. */
export function readPush(body: Uint8Array): Push | undefined {
  const commands = readLines(body, 0);
  if (commands === undefined) return undefined;
  const updates: RefUpdate[] = [];
  let abilities: readonly string[] = [];
  for (const text of commands.lines) {
    // Behind a NUL stand the abilities of the client.
    const [line = '', words] = text.split('\0');
    if (words !== undefined) abilities = words.trim().split(' ');
    // A client whose history is cut off says where; whether its objects are enough is seen without that.
    if (/^shallow [0-9a-f]{40}\n?$/.test(line)) continue;
    const parts = /^([0-9a-f]{40}) ([0-9a-f]{40}) (refs\/\S+)\n?$/.exec(line);
    if (parts === null) return undefined;
    const [, before = '', after = '', ref = ''] = parts;
    updates.push({ref, before, after});
  }
  const options = abilities.includes('push-options') ? readLines(body, commands.end) : {lines: [], end: commands.end};
  if (updates.length === 0 || options === undefined) return undefined;
  const given = options.lines.map(line => line.replace(/\n$/, ''));
  return {updates, abilities: new Set(abilities), options: given, pack: body.subarray(options.end)};
}

/** Reads lines up to the next flush, and where that ends; undefined when there is none. */
function readLines(
  body: Uint8Array,
  from: number,
): {readonly lines: readonly string[]; readonly end: number} | undefined {
  const lines: string[] = [];
  for (let at = from; ;) {
    const next = readPacket(body, at);
    if (next === undefined) return undefined;
    at = next.end;
    if (next.packet.kind === 'flush') return {lines, end: at};
    lines.push(next.packet.bytes.toString('utf8'));
  }
}

/** Tells whether a body is the empty request by which git finds out whether it may push, before it sends much. */
export function isProbe(body: Uint8Array): boolean {
  return flush.equals(body);
}

/** What happened to one ref of a push; `why` is undefined when it was changed. */
export interface RefOutcome {
  readonly ref: string;
  readonly why: string | undefined;
}

/** Writes the report of a push as the client asked for it. `problem` says why its pack was not taken. */
export function pushReport(
  {abilities}: Push,
  {problem, outcomes}: {problem: string | undefined; outcomes: readonly RefOutcome[]},
): Buffer {
  if (!abilities.has('report-status')) return Buffer.alloc(0);
  const lines = outcomes.map(({ref, why}) => (why === undefined ? `ok ${ref}\n` : `ng ${ref} ${why}\n`));
  const report = Buffer.concat([...[`unpack ${problem ?? 'ok'}\n`, ...lines].map(line => packet(line)), flush]);
  return abilities.has('side-band-64k') ? Buffer.concat([sideBand(1, report), flush]) : report;
}
