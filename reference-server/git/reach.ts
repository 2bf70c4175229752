/** Walks from commits to everything they need, to find what to send to a client. */
import type {GitPlace} from './git-store.ts';
import {entriesOfTree, linksOfCommit, peel, readObject, submoduleMode, targetOfTag, timeOfCommit} from './objects.ts';

/** Commits whose parents are taken for absent. */
export type Cut = ReadonlySet<string>;

/** Lists the commits behind commits, these included. Missing ones are passed over. */
export function commitsBehind(place: GitPlace, tips: readonly string[], cut: Cut): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...tips];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    const object = found.has(oid) ? undefined : readObject(place, oid);
    if (object?.type !== 'commit') continue;
    found.add(oid);
    if (!cut.has(oid)) open.push(...linksOfCommit(object.content).parents);
  }
  return found;
}

/** What a clone or fetch of a limited depth changes. */
export interface Deepening {
  /** The commits at the limit, whose parents the client does not get. */
  readonly shallow: ReadonlySet<string>;
  /** The commits that were at an earlier limit and get their parents now. */
  readonly unshallow: ReadonlySet<string>;
}

/** Finds the commits at the limit of a depth: 1 is the wanted commits alone. */
export function deepen(
  place: GitPlace,
  {tips, depth, known}: {tips: readonly string[]; depth: number; known: Cut},
): Deepening {
  const shallow = new Set<string>();
  const inside = new Set<string>();
  let level: readonly string[] = tips;
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    const next: string[] = [];
    for (const oid of level) {
      const object = inside.has(oid) || shallow.has(oid) ? undefined : readObject(place, oid);
      if (object?.type !== 'commit') continue;
      const {parents} = linksOfCommit(object.content);
      // As git does: also where a commit at the limit has no parents.
      (at === depth ? shallow : inside).add(oid);
      next.push(...parents);
    }
    level = next;
  }
  return {shallow, unshallow: new Set([...known].filter(oid => inside.has(oid)))};
}

/** Where a history ends that a client does not want whole. */
export interface HistoryEnd {
  /** Commits that were taken in before this are left out, and those behind them; in seconds since 1970. */
  readonly since: number;
  /** These commits are left out, and those behind them. */
  readonly without: readonly string[];
}

/** How a history is cut. */
export interface CutRules {
  /** Whether a commit of one time is since another one, in seconds since 1970. */
  readonly isSince: (time: number, since: number) => boolean;
}

/** Finds the commits at the end of a history that is cut by time or by commits; undefined when no commit is left. */
export function deepenUntil(
  place: GitPlace,
  {tips, end, known, rules}: {tips: readonly string[]; end: HistoryEnd; known: Cut; rules: CutRules},
): Deepening | undefined {
  const outside = commitsBehind(place, end.without, new Set());
  const parents = new Map<string, readonly string[]>();
  const open = [...tips];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    const object = outside.has(oid) || parents.has(oid) ? undefined : readObject(place, oid);
    if (object?.type !== 'commit' || !rules.isSince(timeOfCommit(object.content), end.since)) continue;
    parents.set(oid, linksOfCommit(object.content).parents);
    open.push(...linksOfCommit(object.content).parents);
  }
  const isWhole = (oid: string): boolean => parents.get(oid)?.every(parent => parents.has(parent)) === true;
  const shallow = new Set([...parents.keys()].filter(oid => !isWhole(oid)));
  return parents.size === 0 ? undefined : {shallow, unshallow: new Set([...known].filter(isWhole))};
}

/** What a client wants and what it has. */
export interface Exchange {
  readonly wants: readonly string[];
  /** Commits that the client and the repository have. */
  readonly haves: readonly string[];
  /** Where the client's history ends now … */
  readonly clientCut: Cut;
  /** … and where it will end. */
  readonly cut: Cut;
  /** Annotated tags that come along when what they name is sent. */
  readonly tags: readonly string[];
}

/** Lists the objects that a client lacks for what it wants, without repetition. */
export function objectsToSend(place: GitPlace, {wants, haves, clientCut, cut, tags}: Exchange): readonly string[] {
  const held = commitsBehind(place, haves, clientCut);
  const peeled = wants.flatMap(oid => peel(place, oid) ?? []);
  const commits = [...commitsBehind(place, peeled, cut)].filter(oid => !held.has(oid));
  const edges = new Set([...haves, ...commits.flatMap(oid => parentsOf(place, oid)).filter(oid => held.has(oid))]);
  const heldFiles = new Set<string>();
  for (const oid of edges) addFiles(place, treeOf(place, oid), heldFiles);
  const files = new Set(heldFiles);
  const others = peeled.filter(oid => readObject(place, oid)?.type !== 'commit');
  for (const oid of [...commits.map(commit => treeOf(place, commit)), ...others]) addFiles(place, oid, files);
  const sent = new Set(commits);
  const along = tags.filter(oid => sent.has(peel(place, oid) ?? ''));
  const tagObjects = [...wants, ...along].flatMap(oid => tagsFrom(place, oid));
  return [...new Set([...tagObjects, ...commits, ...[...files].filter(oid => !heldFiles.has(oid))])];
}

export function parentsOf(place: GitPlace, commit: string): readonly string[] {
  const object = readObject(place, commit);
  return object?.type === 'commit' ? linksOfCommit(object.content).parents : [];
}

function treeOf(place: GitPlace, commit: string): string {
  const object = readObject(place, commit);
  return object?.type === 'commit' ? linksOfCommit(object.content).tree : '';
}

/** Adds a tree or file and everything below it. */
function addFiles(place: GitPlace, root: string, found: Set<string>): void {
  const open = root === '' ? [] : [root];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (found.has(oid)) continue;
    found.add(oid);
    const object = readObject(place, oid);
    if (object?.type !== 'tree') continue;
    for (const entry of entriesOfTree(object.content)) if (entry.mode !== submoduleMode) open.push(entry.oid);
  }
}

/** Lists an annotated tag and the tags that it names. */
function tagsFrom(place: GitPlace, oid: string): readonly string[] {
  const tags: string[] = [];
  for (let named = oid; ;) {
    const object = readObject(place, named);
    if (object?.type !== 'tag') return tags;
    tags.push(named);
    named = targetOfTag(object.content);
  }
}
