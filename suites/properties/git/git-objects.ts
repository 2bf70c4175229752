// Objects of git: what they are made of, and the ids that follow from it. Format: gitformat-pack(5), git-hash-object(1).
import {createHash} from 'node:crypto';
import {BrokenGit} from './pkt-lines.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** One object, without the header that its id is made with. */
export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Buffer;
  readonly oid: string;
}

/** The id that stands for no object. */
export const noOid = '0'.repeat(40);

/** Makes an object and its id. */
export function gitObject(type: ObjectType, content: Uint8Array | string): GitObject {
  const bytes = Buffer.from(content);
  const header = `${type} ${String(bytes.byteLength)}\0`;
  return {type, bytes, oid: createHash('sha1').update(header).update(bytes).digest('hex')};
}

/** One entry of a tree. */
export interface TreeEntry {
  /** As git writes it: 100644, 100755, 120000 for a link, 40000 for a tree. */
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

/** Writes a tree; its entries are sorted as git sorts them, a tree as if its name ended with a slash. */
function treeOf(entries: readonly TreeEntry[]): GitObject {
  const key = ({mode, name}: TreeEntry): Buffer => Buffer.from(mode === '40000' ? `${name}/` : name);
  const sorted = entries.toSorted((one, other) => Buffer.compare(key(one), key(other)));
  return gitObject(
    'tree',
    Buffer.concat(sorted.flatMap(({mode, name, oid}) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])),
  );
}

/** A file of a work tree: its bytes, and its mode where that is not 100644. */
export interface WorkFile {
  readonly content: Uint8Array | string;
  readonly mode?: string;
}

/** A submodule of a work tree: the commit of another repository that belongs there. */
interface Submodule {
  readonly commit: string;
}

/** A file of a work tree, where that is text alone its text; or a submodule. */
export type WorkEntry = WorkFile | Submodule | string;

/** All objects of a work tree, and the id of its root. */
export interface WorkTree {
  readonly oid: string;
  readonly objects: readonly GitObject[];
}

/** Makes the trees and blobs of files, each by its path. The commit of a submodule is no object of the repository. */
export function workTree(files: Readonly<Record<string, WorkEntry>>): WorkTree {
  const entries: TreeEntry[] = [];
  const objects: GitObject[] = [];
  const below = new Map<string, Record<string, WorkEntry>>();
  for (const [path, file] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash !== -1) {
      const folder = path.slice(0, slash);
      below.set(folder, {...below.get(folder), [path.slice(slash + 1)]: file});
      continue;
    }
    if (typeof file === 'object' && 'commit' in file) {
      entries.push({mode: '160000', name: path, oid: file.commit});
      continue;
    }
    const {content, mode = '100644'} = typeof file === 'string' ? {content: file} : file;
    const blob = gitObject('blob', content);
    objects.push(blob);
    entries.push({mode, name: path, oid: blob.oid});
  }
  for (const [name, inner] of below) {
    const tree = workTree(inner);
    objects.push(...tree.objects);
    entries.push({mode: '40000', name, oid: tree.oid});
  }
  const root = treeOf(entries);
  return {oid: root.oid, objects: [root, ...objects]};
}

/** Who did something, and when: seconds since 1970, and the zone as git writes it. */
export interface Deed {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
  readonly zone: string;
}

function deedText({name, email, seconds, zone}: Deed): string {
  return `${name} <${email}> ${String(seconds)} ${zone}`;
}

/** Makes a commit. */
export function commitOf(commit: {
  readonly tree: string;
  readonly parents?: readonly string[];
  readonly author: Deed;
  readonly committer?: Deed;
  readonly message: string;
}): GitObject {
  const {tree, parents = [], author, committer = author, message} = commit;
  const lines = [
    `tree ${tree}`,
    ...parents.map(parent => `parent ${parent}`),
    `author ${deedText(author)}`,
    `committer ${deedText(committer)}`,
  ];
  return gitObject('commit', `${lines.join('\n')}\n\n${message}`);
}

/** Makes an annotated tag, of a commit where nothing else is said. */
export function tagOf(tag: {
  readonly object: string;
  readonly type?: ObjectType;
  readonly name: string;
  readonly tagger: Deed;
  readonly message: string;
}): GitObject {
  const {object, type = 'commit', name, tagger, message} = tag;
  return gitObject('tag', `object ${object}\ntype ${type}\ntag ${name}\ntagger ${deedText(tagger)}\n\n${message}`);
}

/** What a commit or a tag says of itself, by the words that its lines begin with, and its message. */
export interface ObjectText {
  readonly all: (word: string) => readonly string[];
  readonly message: string;
}

/** Reads a commit or a tag. */
export function readText({bytes}: GitObject): ObjectText {
  const text = bytes.toString('utf8');
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end === -1 ? undefined : end).split('\n');
  return {
    all: word => lines.flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : [])),
    message: end === -1 ? '' : text.slice(end + 2),
  };
}

/** Reads the entries of a tree. */
export function readTree({bytes, oid}: GitObject): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const end = bytes.indexOf(0, at);
    const [, mode, name] = /^([0-7]{5,6}) (.+)$/s.exec(bytes.toString('utf8', at, Math.max(end, at))) ?? [];
    if (mode === undefined || name === undefined || end + 21 > bytes.byteLength)
      throw new BrokenGit(`the tree ${oid} is damaged`);
    entries.push({mode, name, oid: bytes.toString('hex', end + 1, end + 21)});
    at = end + 21;
  }
  return entries;
}

/** The ids that an object names. */
export function namedBy(object: GitObject): readonly string[] {
  if (object.type === 'blob') return [];
  // A tree may name a commit of another repository, a submodule.
  if (object.type === 'tree') return readTree(object).flatMap(({mode, oid}) => (mode === '160000' ? [] : [oid]));
  const text = readText(object);
  return object.type === 'tag' ? text.all('object') : [...text.all('tree'), ...text.all('parent')];
}
