/** Reads and moves branches and other refs. */
import {commitBehind} from './commits.ts';
import type {GitPlace} from './git-store.ts';
import {git} from './libraries.ts';

export interface BranchHead {
  readonly name: string;
  readonly sha: string;
}

/** Lists all branches in the order of their names. */
export async function listBranches(place: GitPlace): Promise<readonly BranchHead[]> {
  const names = await git.listBranches(place);
  const heads = await Promise.all(names.map(async name => ({name, sha: await branchHead(place, name)})));
  return heads
    .flatMap(({name, sha}) => (sha === undefined ? [] : {name, sha}))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A ref by its full name, and the object that it points to. */
export interface Ref {
  readonly ref: string;
  readonly sha: string;
}

/** Lists all refs, whatever they are for, in the order of their full names. */
export async function listRefs(place: GitPlace): Promise<readonly Ref[]> {
  const names = refNames(place, 'refs').sort();
  const refs = await Promise.all(names.map(async ref => ({ref, sha: await refTarget(place, ref)})));
  return refs.flatMap(({ref, sha}) => (sha === undefined ? [] : {ref, sha}));
}

function refNames({fs, gitdir}: GitPlace, folder: string): string[] {
  return (fs.readdirSync(`${gitdir}/${folder}`) as string[]).flatMap(name => {
    const path = `${folder}/${name}`;
    return fs.statSync(`${gitdir}/${path}`).isDirectory() ? refNames({fs, gitdir}, path) : path;
  });
}

export async function branchHead(place: GitPlace, name: string): Promise<string | undefined> {
  return refTarget(place, `refs/heads/${name}`);
}

/** Gives the object that a full ref name (`refs/…`) points to. */
export async function refTarget(place: GitPlace, ref: string): Promise<string | undefined> {
  if (!isRefName(ref)) return undefined;
  const {fs, gitdir} = place;
  const path = `${gitdir}/${ref}`;
  // A name with a slash after it is a folder of names.
  if (!fs.existsSync(path) || fs.statSync(path).isDirectory()) return undefined;
  return String(fs.readFileSync(path, 'utf8')).trim();
}

/** Resolves a branch, a tag, a full ref, or a complete or shortened commit id to a complete commit id. */
export async function resolveCommit(place: GitPlace, name: string): Promise<string | undefined> {
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, ...(name.startsWith('refs/') ? [name] : [])];
  for (const ref of candidates) {
    const target = await refTarget(place, ref);
    if (target !== undefined) return commitIdBehind(place, target);
  }
  if (!/^[0-9a-f]{4,40}$/i.test(name)) return undefined;
  try {
    const oid = name.length === 40 ? name.toLowerCase() : await git.expandOid({...place, oid: name.toLowerCase()});
    return await commitIdBehind(place, oid);
  } catch {
    return undefined;
  }
}

/** Follows annotated tags down to the commit. */
async function commitIdBehind(place: GitPlace, oid: string): Promise<string | undefined> {
  try {
    return (await commitBehind(place, oid)).oid;
  } catch {
    return undefined;
  }
}

/** Moves a ref, or makes it. */
export async function moveRef(place: GitPlace, ref: string, sha: string): Promise<void> {
  await git.writeRef({...place, ref, value: sha, force: true});
}

/** Removes a ref, and the folders that it was the last in, so that a ref may have their name. */
export async function removeRef(place: GitPlace, ref: string): Promise<void> {
  await git.deleteRef({...place, ref});
  const parts = ref.split('/');
  // The folder of all branches and that of all tags stay.
  for (let depth = parts.length - 1; depth > 2; depth -= 1) {
    const folder = `${place.gitdir}/${parts.slice(0, depth).join('/')}`;
    if (!place.fs.existsSync(folder) || place.fs.readdirSync(folder).length > 0) return;
    place.fs.rmdirSync(folder);
  }
}

/** Tells whether a branch or tag name may stand in a ref, by the rules of git's own check of ref names. */
export function isRefName(name: string): boolean {
  const isForbidden =
    name === '' ||
    /\p{Cs}/u.test(name) ||
    Buffer.byteLength(name) > 255 ||
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0020~^:?*[\\\u007f]|\.\.|@\{|\/\/|^\/|\/$|^@$|^-/.test(name);
  // Git takes "a./b"; its library, which writes the refs, does not.
  return !isForbidden && name.split('/').every(part => !/^\.|\.$|\.lock$/.test(part));
}

/** Tells whether a push may make a ref of this name: one below `refs/heads/`, `refs/tags/` or another folder of refs. */
export function isFullRefName(ref: string): boolean {
  return isRefName(ref) && /^refs\/[^/]+\/./.test(ref);
}

/** Tells whether a new ref would be in the way of an old one: `refs/tags/a` beside `refs/tags/a/b`. */
export async function clashesWithRefs(place: GitPlace, ref: string): Promise<boolean> {
  const existing = await git.listRefs({...place, filepath: 'refs'});
  return clashesWith(
    ref,
    existing.map(other => `refs/${other}`),
  );
}

/** Tells whether a new branch would stand in the way of an old one or the other way round: `a` beside `a/b`. */
export function clashesWith(name: string, existing: readonly string[]): boolean {
  return existing.some(other => other.startsWith(`${name}/`) || name.startsWith(`${other}/`));
}
