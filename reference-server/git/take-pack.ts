/** Takes what git sends when it pushes: the refs to make, and a pack with their objects. */
import {createHash} from 'node:crypto';
import * as git from 'isomorphic-git';
import type {GitPlace} from './git-store.ts';
import {flawOfObjects} from './sound-objects.ts';

/** A ref that is asked for, and the objects before and after; forty zeros stand for none. */
export interface RefUpdate {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** What one push holds. */
export interface Push {
  readonly updates: readonly RefUpdate[];
  readonly pack: Uint8Array;
}

/** Reads the body of a push; undefined when it is none. */
export function readPush(body: Uint8Array): Push | undefined {
  const bytes = Buffer.from(body);
  const updates: RefUpdate[] = [];
  let at = 0;
  for (;;) {
    const word = bytes.toString('latin1', at, at + 4);
    if (word === '0000') break;
    const size = /^[0-9a-f]{4}$/.test(word) ? Number.parseInt(word, 16) : 0;
    if (size < 5 || at + size > bytes.length) return undefined;
    // Behind a NUL stand the abilities of the client.
    const [line = ''] = bytes.toString('utf8', at + 4, at + size).split('\0');
    const parts = /^([0-9a-f]{40}) ([0-9a-f]{40}) (refs\/\S+)\n?$/.exec(line);
    if (parts === null) return undefined;
    const [, before = '', after = '', ref = ''] = parts;
    updates.push({ref, before, after});
    at += size;
  }
  return updates.length === 0 ? undefined : {updates, pack: bytes.subarray(at + 4)};
}

/** What became of a pack: its objects are in the store, or none of them is. */
export type PackOutcome =
  | {readonly kind: 'kept'}
  | {readonly kind: 'damaged'}
  /** It was read, and holds what must not be kept; `why` is one line. */
  | {readonly kind: 'refused'; readonly why: string};

/** Keeps the objects of a pack, all or none of them. */
export async function keepPack({fs, gitdir}: GitPlace, pack: Uint8Array): Promise<PackOutcome> {
  const bytes = Buffer.from(pack);
  const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest('hex');
  if (bytes.toString('latin1', 0, 4) !== 'PACK' || bytes.toString('hex', bytes.length - 20) !== sum)
    return {kind: 'damaged'};
  const path = `objects/pack/pack-${sum}`;
  // The same pack again: it was found sound, and what it needs is still there.
  if (fs.existsSync(`${gitdir}/${path}.idx`)) return {kind: 'kept'};
  fs.mkdirSync(`${gitdir}/objects/pack`, {recursive: true});
  fs.writeFileSync(`${gitdir}/${path}.pack`, bytes);
  const outcome = await readPack({fs, gitdir}, `${path}.pack`);
  if (outcome.kind !== 'kept') for (const end of ['pack', 'idx']) fs.rmSync(`${gitdir}/${path}.${end}`, {force: true});
  return outcome;
}

async function readPack({fs, gitdir}: GitPlace, filepath: string): Promise<PackOutcome> {
  try {
    const {oids} = await git.indexPack({fs, dir: gitdir, gitdir, filepath});
    const why = await flawOfObjects({fs, gitdir}, oids);
    return why === undefined ? {kind: 'kept'} : {kind: 'refused', why};
  } catch {
    return {kind: 'damaged'};
  }
}
