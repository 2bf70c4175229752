/** Writes what changed between two commits as the text that `git diff` and `git format-patch` print, so that git can apply it. */
import type {CommitObject} from 'isomorphic-git';
import {readCommit, zoneText} from './commits.ts';
import type {GitPlace} from './git-store.ts';
import type {HistoryEntry} from './history.ts';
import {commitsBetween} from './merging.ts';
import {binaryLines} from './patch-binary.ts';
import {statLines} from './patch-stat.ts';
import {withMoves, type MovedPair} from './renames.ts';
import type {StatFile} from './patch-stat.ts';
import {bytesOf, treeFiles} from './tree-files.ts';
import type {TreeFile} from './tree-files.ts';
import {structuredPatch} from './libraries.ts';

/** Gives the differences of two commits as `git diff` does: of files that are not text it says that they differ. */
export async function diffText(place: GitPlace, fromSha: string, toSha: string): Promise<string> {
  return textOf(await fileDiffs(place, {fromSha, toSha, showsBinary: false}));
}

/** Gives commits, the oldest first, each as the message that `git format-patch` writes and `git am` takes; merges have none. */
export async function patchText(place: GitPlace, all: readonly HistoryEntry[]): Promise<string> {
  return (await messages(place, all)).map(text => `${text}-- \ntouchstone\n\n`).join('\n');
}

/** Gives what a commit brought in, as `git format-patch --no-signature` writes it. */
export async function commitPatchText(place: GitPlace, sha: string): Promise<string> {
  const commit = await readCommit(place, sha);
  const [parent] = commit.parent;
  const commits = parent === undefined ? [{sha, commit}] : await commitsBetween(place, parent, sha);
  return (await messages(place, commits.toReversed())).join('\n');
}

async function messages(place: GitPlace, all: readonly HistoryEntry[]): Promise<readonly string[]> {
  const commits = all.filter(({commit}) => commit.parent.length < 2);
  const parts = commits.map(async ({sha, commit}, at) => {
    const digits = String(commits.length).length;
    const count = commits.length === 1 ? '' : ` ${String(at + 1).padStart(digits, '0')}/${commits.length}`;
    const files = await fileDiffs(place, {fromSha: commit.parent[0], toSha: sha, showsBinary: true});
    const stat = [...statLines(statsOf(files)), '', ''].join('\n');
    return `${patchHead(sha, commit, count)}${stat}${textOf(files)}`;
  });
  return Promise.all(parts);
}

/** Gives what a commit changes against its first parent; before the first commit of all stands its message, as `git show` prints it. */
export async function commitDiffText(place: GitPlace, sha: string): Promise<string> {
  const {author, message, parent} = await readCommit(place, sha);
  const changes = textOf(await fileDiffs(place, {fromSha: parent[0], toSha: sha, showsBinary: false}));
  if (parent.length > 0) return changes;
  const head = [
    `commit ${sha}`,
    `Author: ${author.name} <${author.email}>`,
    `Date:   ${dateOf(author, ({day, month, date, time, year}) => `${day} ${month} ${date} ${time} ${year}`)}`,
    '',
    ...message
      .trimEnd()
      .split('\n')
      .map(line => `    ${line}`),
    '',
    '',
  ];
  return `${head.join('\n')}${changes}`;
}

interface FileDiff {
  readonly text: string;
  readonly stat: StatFile;
}

function textOf(files: readonly FileDiff[]): string {
  return files.map(({text}) => text).join('');
}

/** A file that became a link is removed and made, and counts as one. */
function statsOf(files: readonly FileDiff[]): readonly StatFile[] {
  return files.flatMap(({stat}, at) => {
    const made = files[at + 1]?.stat;
    if (files[at - 1]?.stat.path === stat.path) return [];
    if (made?.path !== stat.path) return [stat];
    const {modeAfter} = made;
    return [{...stat, modeAfter, added: stat.added + made.added, removed: stat.removed + made.removed}];
  });
}

interface Comparison {
  /** Without it, every file is new. */
  readonly fromSha: string | undefined;
  readonly toSha: string;
  /** Whether files that are not text come with their contents. */
  readonly showsBinary: boolean;
}

async function fileDiffs(place: GitPlace, {fromSha, toSha, showsBinary}: Comparison): Promise<readonly FileDiff[]> {
  const before = new Map((fromSha === undefined ? [] : await treeFiles(place, fromSha)).map(file => [file.path, file]));
  const after = new Map((await treeFiles(place, toSha)).map(file => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = paths
    .map(path => ({path, before: before.get(path), after: after.get(path)}))
    .filter(pair => pair.before?.oid !== pair.after?.oid || pair.before?.mode !== pair.after?.mode);
  const pairs = (await withMoves(changed, async file => contentOf(place, file))).flatMap(pair => ofOneKind(pair));
  return Promise.all(pairs.map(async pair => fileDiff(place, pair, showsBinary)));
}

/** As git does: a file that becomes a link, or a submodule, is removed and made. */
function ofOneKind(pair: FilePair): readonly FilePair[] {
  const [old, fresh] = [pair.before?.mode.slice(0, 3), pair.after?.mode.slice(0, 3)];
  if (old === undefined || fresh === undefined || old === fresh) return [pair];
  return [
    {...pair, after: undefined},
    {...pair, before: undefined},
  ];
}

function patchHead(sha: string, {author, message}: CommitObject, count: string): string {
  const [subject = '', ...rest] = message.trimEnd().split('\n');
  const body = rest.join('\n').trim();
  return [
    `From ${sha} Mon Sep 17 00:00:00 2001`,
    `From: ${author.name} <${author.email}>`,
    `Date: ${dateOf(author, ({day, month, date, time, year}) => `${day}, ${date} ${month} ${year} ${time}`)}`,
    `Subject: [PATCH${count}] ${inAscii(subject)}`,
    ...(isAscii(message) ? [] : contentLines),
    ...(body === '' ? [''] : ['', body]),
    '---',
    '',
  ].join('\n');
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** What stands below the subject where a message is not ASCII alone. */
const contentLines = [
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=UTF-8',
  'Content-Transfer-Encoding: 8bit',
] as const;

/** Writes a subject for a mail (RFC 2047): in ASCII as it is. */
function inAscii(text: string): string {
  if (isAscii(text)) return text;
  const letters = Array.from(Buffer.from(text), byte => {
    const letter = String.fromCodePoint(byte);
    const isPlain = byte > 32 && byte < 127 && !'=?_'.includes(letter);
    return isPlain ? letter : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `=?UTF-8?q?${letters.join('')}?=`;
}

interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly date: string;
  readonly time: string;
  readonly year: string;
}

/** Writes when a commit was made, in the zone of its author. */
function dateOf(author: CommitObject['author'], order: (parts: DateParts) => string): string {
  // The offset is what is to be added for UTC: -120 at +0200.
  const zone = -author.timezoneOffset;
  const [day = '', padded = '', month = '', year = '', time = ''] = new Date((author.timestamp + zone * 60) * 1000)
    .toUTCString()
    .split(/,? /);
  return `${order({day, month, date: String(Number(padded)), time, year})} ${zoneText(author.timezoneOffset)}`;
}

type FilePair = MovedPair<TreeFile>;

async function fileDiff(place: GitPlace, pair: FilePair, showsBinary: boolean): Promise<FileDiff> {
  const {path, before, after, moved} = pair;
  const [left, right] = [quoted(`a/${moved?.from ?? path}`), quoted(`b/${path}`)];
  const [old, fresh] = await Promise.all([contentOf(place, before), contentOf(place, after)]);
  const names = {old: before === undefined ? '/dev/null' : left, fresh: after === undefined ? '/dev/null' : right};
  const isSame = before?.oid === after?.oid;
  const isText = !isBinary(old) && !isBinary(fresh);
  const hunks = isText && !isSame ? hunkLines(old.toString('utf8'), fresh.toString('utf8')) : [];
  const isWhole = showsBinary && !isText && !isSame;
  const stat = {
    path: moved === undefined ? quoted(path) : movedName(moved.from, path),
    likeness: moved?.likeness,
    added: hunks.filter(line => line.startsWith('+')).length,
    removed: hunks.filter(line => line.startsWith('-')).length,
    binary: isText ? undefined : {before: old.byteLength, after: fresh.byteLength, isSame},
    modeBefore: before?.mode,
    modeAfter: after?.mode,
  };
  const body = (): readonly string[] => {
    if (isSame) return [];
    if (isWhole) return binaryLines(old, fresh);
    if (!isText) return [`Binary files ${names.old} and ${names.fresh} differ`];
    // Git ends the names of files with blanks, so that programs see where they end.
    const end = path.includes(' ') ? '\t' : '';
    const line = (sign: string, name: string): string => `${sign} ${name}${name === '/dev/null' ? '' : end}`;
    return hunks.length === 0 ? [] : [line('---', names.old), line('+++', names.fresh), ...hunks];
  };
  const head = [`diff --git ${left} ${right}`, ...modeLines(pair, isWhole ? wholeId : shortId)];
  return {text: `${[...head, ...body()].join('\n')}\n`, stat};
}

const none = Buffer.alloc(0);

async function contentOf(place: GitPlace, file: TreeFile | undefined): Promise<Buffer> {
  return file === undefined ? none : Buffer.from(await bytesOf(place, file));
}

/** Git shortens the ids of objects to so many digits in what it prints for people. */
const shortId = 7;
const wholeId = 40;

function modeLines({path, before, after, moved}: FilePair, digits: number): readonly string[] {
  const id = (file: TreeFile | undefined): string => (file?.oid ?? '0'.repeat(wholeId)).slice(0, digits);
  const range = `index ${id(before)}..${id(after)}`;
  if (before === undefined) return [`new file mode ${after?.mode ?? ''}`, range];
  if (after === undefined) return [`deleted file mode ${before.mode}`, range];
  const isSameMode = before.mode === after.mode;
  return [
    ...(isSameMode ? [] : [`old mode ${before.mode}`, `new mode ${after.mode}`]),
    ...(moved === undefined
      ? []
      : [`similarity index ${moved.likeness}%`, `rename from ${quoted(moved.from)}`, `rename to ${quoted(path)}`]),
    ...(before.oid === after.oid ? [] : [isSameMode ? `${range} ${after.mode}` : range]),
  ];
}

function hunkLines(old: string, fresh: string): readonly string[] {
  const before = old.split('\n');
  return structuredPatch('', '', old, fresh, '', '', {context: 3}).hunks.flatMap(hunk => {
    const from = rangeOf(hunk.oldStart, hunk.oldLines);
    const to = rangeOf(hunk.newStart, hunk.newLines);
    return [`@@ -${from} +${to} @@${headingAbove(before, hunk.oldStart)}`, ...hunk.lines];
  });
}

/** Says which lines a hunk is about: the number of lines is left out where it is one. */
function rangeOf(start: number, lines: number): string {
  if (lines === 1) return String(start);
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Gives the nearest line above a hunk that begins with a letter, as git does to say where in a file one is. */
function headingAbove(lines: readonly string[], start: number): string {
  const heading = lines.slice(0, Math.max(0, start - 1)).findLast(line => /^[A-Za-z_$]/.test(line));
  return heading === undefined ? '' : ` ${Buffer.from(heading).subarray(0, 80).toString('utf8').trimEnd()}`;
}

/** As git decides it: a zero byte near the beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** Writes where a file went as git sums it up: folders that are in both paths once. */
function movedName(from: string, to: string): string {
  if (quoted(from) !== from || quoted(to) !== to) return `${quoted(from)} => ${quoted(to)}`;
  const [left, right] = [from.split('/'), to.split('/')];
  const shorter = Math.min(left.length, right.length);
  const differs = left.findIndex((name, at) => at >= shorter - 1 || name !== right[at]);
  const begin = left.slice(0, differs);
  const [old, fresh] = [left.slice(differs), right.slice(differs)];
  const end: string[] = [];
  // A common end begins with the slash before it, in both paths.
  const least = begin.length > 0 ? 0 : 1;
  while (old.length > least && fresh.length > least && old.at(-1) === fresh.at(-1)) {
    end.unshift(old.pop() ?? '');
    fresh.pop();
  }
  if (begin.length === 0 && end.length === 0) return `${from} => ${to}`;
  const [prefix, suffix] = [begin.map(name => `${name}/`).join(''), end.map(name => `/${name}`).join('')];
  return `${prefix}{${old.join('/')} => ${fresh.join('/')}}${suffix}`;
}

/** Quotes a path as git does where it has quotes, backslashes or controls; known servers tell it to leave other letters as they are. */
function quoted(path: string): string {
  const signs: Readonly<Record<number, string>> = {9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 92: '\\\\'};
  const letters = Array.from(Buffer.from(path), byte => {
    const isControl = byte < 32 || byte === 127;
    return signs[byte] ?? (isControl ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCodePoint(byte));
  });
  if (letters.every(({length}) => length === 1)) return path;
  // Bytes of letters beyond ASCII are put together again.
  return `"${Buffer.from(letters.join(''), 'latin1').toString()}"`;
}
