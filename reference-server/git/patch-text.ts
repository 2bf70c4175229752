/** Writes what changed between two commits as the text that `git diff` and `git format-patch` print, so that git can apply it. */
import type {CommitObject} from 'isomorphic-git';
import {structuredPatch} from 'diff';
import {readCommit} from './commits.ts';
import type {GitPlace} from './git-store.ts';
import type {HistoryEntry} from './history.ts';
import {bytesOf, treeFiles} from './tree-files.ts';
import type {TreeFile} from './tree-files.ts';

/** Gives the differences of two commits; without the first one, every file is new. */
export async function diffText(place: GitPlace, fromSha: string | undefined, toSha: string): Promise<string> {
  const before = new Map((fromSha === undefined ? [] : await treeFiles(place, fromSha)).map(file => [file.path, file]));
  const after = new Map((await treeFiles(place, toSha)).map(file => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const parts = paths.map(async path => fileDiff(place, {path, before: before.get(path), after: after.get(path)}));
  return (await Promise.all(parts)).join('');
}

/** Gives commits, the oldest first, each as a message that `git am` takes. */
export async function patchText(place: GitPlace, commits: readonly HistoryEntry[]): Promise<string> {
  const parts = commits.map(async ({sha, commit}, at) => {
    const count = commits.length === 1 ? '' : ` ${at + 1}/${commits.length}`;
    return `${patchHead(sha, commit, count)}${await diffText(place, commit.parent[0], sha)}-- \ntouchstone\n\n`;
  });
  return (await Promise.all(parts)).join('');
}

/** Gives the differences that one commit makes against its first parent. */
export async function commitDiffText(place: GitPlace, sha: string): Promise<string> {
  return diffText(place, (await readCommit(place, sha)).parent[0], sha);
}

function patchHead(sha: string, {author, message}: CommitObject, count: string): string {
  const [subject = '', ...rest] = message.trimEnd().split('\n');
  const body = rest.join('\n').trim();
  const date = new Date(author.timestamp * 1000).toUTCString().replace('GMT', '+0000');
  return [
    `From ${sha} Mon Sep 17 00:00:00 2001`,
    `From: ${author.name} <${author.email}>`,
    `Date: ${date}`,
    `Subject: [PATCH${count}] ${subject}`,
    ...(body === '' ? [''] : ['', body]),
    '---',
    '',
    '',
  ].join('\n');
}

interface FilePair {
  readonly path: string;
  readonly before: TreeFile | undefined;
  readonly after: TreeFile | undefined;
}

async function fileDiff(place: GitPlace, pair: FilePair): Promise<string> {
  const {path, before, after} = pair;
  if (before?.oid === after?.oid && before?.mode === after?.mode) return '';
  const [left, right] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = [`diff --git ${left} ${right}`, ...modeLines(pair)];
  if (before?.oid === after?.oid) return `${head.join('\n')}\n`;
  const [old, fresh] = await Promise.all([before, after].map(async file => contentOf(place, file)));
  const names = {old: before === undefined ? '/dev/null' : left, fresh: after === undefined ? '/dev/null' : right};
  const body = bodyLines({old: old ?? none, fresh: fresh ?? none, names});
  return `${[...head, ...body].join('\n')}\n`;
}

const none = Buffer.alloc(0);

async function contentOf(place: GitPlace, file: TreeFile | undefined): Promise<Buffer> {
  return file === undefined ? none : Buffer.from(await bytesOf(place, file));
}

const noObject = '0'.repeat(40);

function modeLines({before, after}: FilePair): readonly string[] {
  const range = `index ${before?.oid ?? noObject}..${after?.oid ?? noObject}`;
  if (before === undefined) return [`new file mode ${after?.mode ?? ''}`, range];
  if (after === undefined) return [`deleted file mode ${before.mode}`, range];
  if (before.mode === after.mode) return [`${range} ${after.mode}`];
  return [`old mode ${before.mode}`, `new mode ${after.mode}`, ...(before.oid === after.oid ? [] : [range])];
}

function bodyLines({
  old,
  fresh,
  names,
}: {
  old: Buffer;
  fresh: Buffer;
  names: {readonly old: string; readonly fresh: string};
}): readonly string[] {
  if (isBinary(old) || isBinary(fresh)) return [`Binary files ${names.old} and ${names.fresh} differ`];
  const {hunks} = structuredPatch('', '', old.toString('utf8'), fresh.toString('utf8'), '', '', {context: 3});
  if (hunks.length === 0) return [];
  const shown = hunks.flatMap(hunk => {
    const from = `${hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart},${hunk.oldLines}`;
    const to = `${hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart},${hunk.newLines}`;
    return [`@@ -${from} +${to} @@`, ...hunk.lines];
  });
  return [`--- ${names.old}`, `+++ ${names.fresh}`, ...shown];
}

/** As git decides it: a zero byte near the beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** Quotes a path as git does where it has quotes, controls or letters beyond ASCII. */
function quoted(path: string): string {
  if (/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(path)) return path;
  const signs: Readonly<Record<number, string>> = {9: '\\t', 10: '\\n', 13: '\\r', 34: '\\"', 92: '\\\\'};
  const shown = Array.from(Buffer.from(path), byte => {
    const isPlain = byte >= 32 && byte < 127;
    return signs[byte] ?? (isPlain ? String.fromCodePoint(byte) : `\\${byte.toString(8).padStart(3, '0')}`);
  });
  return `"${shown.join('')}"`;
}
