/**
 * Checks the objects that a push brings, before any of them can be asked for: each can be read, is whole, and finds all that it
 * names. What is in the store already has passed this check, so that the objects of the push are all there is to look at.
 */
import {isUtf8} from 'node:buffer';
import type {CommitObject, TagObject, TreeEntry} from 'isomorphic-git';
import type {GitPlace} from './git-store.ts';
import {flawOfName} from './path-names.ts';
import {git} from './libraries.ts';

/** Gives why one of the objects must not be kept, as a sentence on one line; undefined when all may be. */
export async function flawOfObjects(
  {pushed, kept}: {readonly pushed: GitPlace; readonly kept: GitPlace},
  ids: readonly string[],
): Promise<string | undefined> {
  const read = {store: pushed, kindOf: rememberKinds(pushed, kept)};
  for (const id of ids) {
    const flaw = await flawOfObject(read, id);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

interface Reading {
  /** The objects of the push. */
  readonly store: GitPlace;
  /** Gives what an object is: `commit`, `tree`, `blob` or `tag`; undefined when it is not there. */
  readonly kindOf: (id: string) => Promise<string | undefined>;
}

function rememberKinds(pushed: GitPlace, kept: GitPlace): Reading['kindOf'] {
  const known = new Map<string, string | undefined>();
  return async id => {
    if (!known.has(id)) known.set(id, (await readKind(pushed, id)) ?? (await readKind(kept, id)));
    return known.get(id);
  };
}

async function readKind(store: GitPlace, oid: string): Promise<string | undefined> {
  try {
    return (await git.readObject({...store, oid, format: 'content'})).type;
  } catch {
    return undefined;
  }
}

async function flawOfObject(reading: Reading, oid: string): Promise<string | undefined> {
  const {store, kindOf} = reading;
  switch (await kindOf(oid)) {
    case 'commit':
      return flawOfCommit(reading, oid);
    case 'tree':
      return (await flawOfNames(store, oid)) ?? flawOfTree(reading, oid);
    case 'tag':
      return flawOfTag(reading, oid);
    case 'blob':
      return undefined;
    default:
      return `${oid} cannot be read`;
  }
}

async function flawOfCommit({store, kindOf}: Reading, oid: string): Promise<string | undefined> {
  const commit = await parsed<Partial<CommitObject>>(store, oid);
  if (commit === undefined) return `the commit ${oid} cannot be read`;
  if (!isSignature(commit.author) || !isSignature(commit.committer))
    return `the commit ${oid} has no author or committer with a date`;
  if ((await kindOf(commit.tree ?? '')) !== 'tree') return `the tree of the commit ${oid} is missing`;
  for (const parent of commit.parent ?? [])
    if ((await kindOf(parent)) !== 'commit') return `a parent of the commit ${oid} is missing`;
  return undefined;
}

/** The last second that a date can show. */
const secondsMax = Date.parse('9999-12-31T23:59:59Z') / 1000;

function isSignature(signature: CommitObject['author'] | undefined): boolean {
  return signature !== undefined && Math.abs(signature.timestamp) <= secondsMax;
}

/** Looks at the names byte for byte, because the git library replaces what is not UTF-8. */
async function flawOfNames(store: GitPlace, oid: string): Promise<string | undefined> {
  const names = namesIn(Buffer.from((await git.readObject({...store, oid, format: 'content'})).object as Uint8Array));
  const seen = new Set<string>();
  for (const bytes of names) {
    const name = bytes.toString('utf8');
    const shown = JSON.stringify(name);
    if (!isUtf8(bytes)) return `${shown} is not a name for a file: it is not UTF-8`;
    const flaw = flawOfName(name);
    if (flaw !== undefined) return `${shown} is not a name for a file: ${flaw}`;
    if (seen.has(name)) return `${shown} is twice in the tree ${oid}`;
    seen.add(name);
  }
  return undefined;
}

/** Lists the names of a tree: each entry is its mode, a blank, its name, a zero byte and 20 bytes of id. */
function namesIn(tree: Buffer): readonly Buffer[] {
  const names: Buffer[] = [];
  for (let at = 0; at < tree.length;) {
    const blank = tree.indexOf(' ', at);
    const zero = tree.indexOf(0, blank);
    if (blank < 0 || zero < 0) break;
    names.push(tree.subarray(blank + 1, zero));
    at = zero + 21;
  }
  return names;
}

async function flawOfTree({store, kindOf}: Reading, oid: string): Promise<string | undefined> {
  const entries = await parsed<readonly TreeEntry[]>(store, oid);
  if (entries === undefined) return `the tree ${oid} cannot be read`;
  for (const entry of entries) {
    // The commit of a submodule is in another repository.
    const isThere = entry.type === 'commit' || (await kindOf(entry.oid)) === entry.type;
    if (!isThere) return `${JSON.stringify(entry.path)} of the tree ${oid} is missing, or is not a ${entry.type}`;
  }
  return undefined;
}

async function flawOfTag({store, kindOf}: Reading, oid: string): Promise<string | undefined> {
  const tag = await parsed<Partial<TagObject>>(store, oid);
  if (tag === undefined) return `the tag ${oid} cannot be read`;
  return (await kindOf(tag.object ?? '')) === undefined ? `the object of the tag ${oid} is missing` : undefined;
}

/** Gives an object as the git library reads it; undefined when it refuses to. */
async function parsed<T>(store: GitPlace, oid: string): Promise<T | undefined> {
  try {
    return (await git.readObject({...store, oid, format: 'parsed'})).object as T;
  } catch {
    return undefined;
  }
}
