/** Reads and writes single git objects where isomorphic-git keeps them: loose, one compressed file per object. */
import {createHash} from 'node:crypto';
import {deflateSync, inflateSync} from 'node:zlib';
import type {GitPlace} from './git-store.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** One object as git names it by the hash of both. */
export interface StoredObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

export function hasObject({fs, gitdir}: GitPlace, oid: string): boolean {
  return fs.existsSync(pathOf(gitdir, oid));
}

/** Reads an object; undefined when the repository does not have it. */
export function readObject(place: GitPlace, oid: string): StoredObject | undefined {
  if (!hasObject(place, oid)) return undefined;
  const bytes = inflateSync(place.fs.readFileSync(pathOf(place.gitdir, oid)));
  const end = bytes.indexOf(0);
  const [type = ''] = bytes.toString('latin1', 0, end).split(' ');
  return {type: type as ObjectType, content: bytes.subarray(end + 1)};
}

/** Writes an object unless it is there already, and gives its id. */
export function writeObject(place: GitPlace, {type, content}: StoredObject): string {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = createHash('sha1').update(bytes).digest('hex');
  if (hasObject(place, oid)) return oid;
  const path = pathOf(place.gitdir, oid);
  place.fs.mkdirSync(path.slice(0, path.lastIndexOf('/')), {recursive: true});
  place.fs.writeFileSync(path, deflateSync(bytes));
  return oid;
}

function pathOf(gitdir: string, oid: string): string {
  return `${gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** One entry of a tree; a submodule has the mode 160000, and its commit is in another repository. */
export interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const submoduleMode = '160000';

/** Lists the entries of a tree; throws when it is malformed. */
export function entriesOfTree(content: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > content.length) throw new Error('a tree is malformed');
    const oid = content.toString('hex', end + 1, end + 21);
    entries.push({mode: content.toString('latin1', at, space), name: content.toString('utf8', space + 1, end), oid});
    at = end + 21;
  }
  return entries;
}

/** Writes a tree: its entries in the order of their names, in which a folder counts as if its name ended with a slash. */
export function treeOf(
  entries: readonly {readonly mode: string; readonly path: string; readonly oid: string}[],
): Buffer {
  const parts = entries.map(({mode, path, oid}) => {
    const bare = mode.replace(/^0/, '');
    const order = Buffer.from(bare === folderMode ? `${path}/` : path);
    return {order, bytes: Buffer.concat([Buffer.from(`${bare} ${path}\0`), Buffer.from(oid, 'hex')])};
  });
  return Buffer.concat(parts.sort((a, b) => a.order.compare(b.order)).map(({bytes}) => bytes));
}

const folderMode = '40000';

/** Gives the tree and the parents of a commit; throws when it is malformed. */
export function linksOfCommit(content: Buffer): {readonly tree: string; readonly parents: readonly string[]} {
  const head = headOf(content);
  const [, tree = malformed('commit')] = /^tree ([0-9a-f]{40})$/m.exec(head) ?? [];
  return {tree, parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, oid = '']) => oid)};
}

/** Reads when a commit was taken in, in seconds since 1970. */
export function timeOfCommit(content: Buffer): number {
  return Number(/^committer .*> (\d+) [+-]\d{4}$/m.exec(headOf(content))?.[1] ?? 0);
}

/** Gives the object that an annotated tag names; throws when it is malformed. */
export function targetOfTag(content: Buffer): string {
  const [, oid = malformed('tag')] = /^object ([0-9a-f]{40})$/m.exec(headOf(content)) ?? [];
  return oid;
}

function headOf(content: Buffer): string {
  const end = content.indexOf('\n\n');
  return content.toString('latin1', 0, end < 0 ? content.length : end + 1);
}

function malformed(type: ObjectType): never {
  throw new Error(`a ${type} is malformed`);
}

/** Follows annotated tags to what they finally name; undefined when an object on the way is missing. */
export function peel(place: GitPlace, oid: string): string | undefined {
  let named = oid;
  for (;;) {
    const object = readObject(place, named);
    if (object?.type !== 'tag') return object === undefined ? undefined : named;
    named = targetOfTag(object.content);
  }
}
