/** Takes what git sends when it pushes: the refs to make, and a pack with their objects. */
import {createHash} from 'node:crypto';
import * as git from 'isomorphic-git';
import type {GitPlace} from './git-store.ts';

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

/** Keeps the objects of a pack; false when it is damaged. */
export async function keepPack({fs, gitdir}: GitPlace, pack: Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(pack);
  const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest('hex');
  if (bytes.toString('latin1', 0, 4) !== 'PACK' || bytes.toString('hex', bytes.length - 20) !== sum) return false;
  const filepath = `objects/pack/pack-${sum}.pack`;
  fs.mkdirSync(`${gitdir}/objects/pack`, {recursive: true});
  fs.writeFileSync(`${gitdir}/${filepath}`, bytes);
  try {
    await git.indexPack({fs, dir: gitdir, gitdir, filepath});
    return true;
  } catch {
    fs.unlinkSync(`${gitdir}/${filepath}`);
    return false;
  }
}
