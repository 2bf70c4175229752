/** Answers with files instead of JSON: the bytes of a file, an archive of a commit, and differences as text. */
import {archiveOf} from '../git/archive.ts';
import type {ArchiveFormat} from '../git/archive.ts';
import {readCommit} from '../git/commits.ts';
import {entryAt, readFile} from '../git/files.ts';
import {commitsBetween} from '../git/merging.ts';
import {commitDiffText, commitPatchText, diffText, isBinary, patchText} from '../git/patch-text.ts';
import {resolveCommit} from '../git/refs.ts';
import type {Repository} from '../state/repositories.ts';
import {apiUrl} from './ask.ts';
import type {Ask} from './ask.ts';
import {encodeName} from './download.ts';
import {notFound, Refusal} from './refusal.ts';
import type {Reply} from './reply.ts';
import type {KnownPull} from './shapes/pull.ts';
import {fullName} from './shapes/repository.ts';

/** Answers with the bytes of a file; a browser never shows them as a page of this server. */
export async function rawReply(
  ask: Ask,
  repository: Repository,
  {sha, path}: {sha: string; path: string},
): Promise<Reply> {
  const place = ask.world.git.open(repository.id);
  const entry = await entryAt(place, sha, path);
  if (entry?.type !== 'blob') throw notFound();
  const bytes = await readFile(place, entry.oid);
  return bytesReply(bytes, isBinary(bytes) ? 'application/octet-stream' : plainText, {
    'X-Gitea-Object-Type': 'file',
    'Content-Disposition': `inline; ${attributesOf(path.slice(path.lastIndexOf('/') + 1))}`,
    'Access-Control-Expose-Headers': 'Content-Disposition',
  });
}

/** Names a file in a header, for clients with and without RFC 6266, section 5. */
function attributesOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  return `filename="${plain}"; filename*=UTF-8''${encodeName(name)}`;
}

const plainText = 'text/plain; charset=utf-8';

function bytesReply(bytes: Uint8Array, type: string, more: Readonly<Record<string, string>> = {}): Reply {
  const headers = {'Content-Type': type, 'X-Content-Type-Options': 'nosniff', ...more};
  return {kind: 'bytes', status: 200, bytes, headers};
}

/** Answers with an archive; `wish` is a branch, tag or commit with `.zip`, `.tar.gz` or `.bundle` behind it. */
export async function archiveReply(ask: Ask, repository: Repository, wish: string): Promise<Reply> {
  const [, name = '', format] = /^(.+)\.(zip|tar\.gz|bundle)$/.exec(wish) ?? [];
  if (format === undefined) throw new Refusal(400, `${JSON.stringify(wish)} must end in .zip, .tar.gz or .bundle.`);
  const place = ask.world.git.open(repository.id);
  const commitSha = await resolveCommit(place, name);
  if (commitSha === undefined) throw notFound();
  const atSeconds = (await readCommit(place, commitSha)).committer.timestamp;
  const folder = repository.name.toLowerCase();
  const isIncluded = (path: string): boolean => ask.rules.isInArchive(path);
  const bytes = await archiveOf(place, {commitSha, format: format as ArchiveFormat, folder, atSeconds, isIncluded});
  const fileName = `${repository.name}-${name.replaceAll(/[^\w.-]/g, '-')}.${format}`;
  const lasting = apiUrl(ask, `/repos/${fullName(ask, repository)}/archive/${commitSha}.${format}?rev=${commitSha}`);
  return bytesReply(bytes, 'application/octet-stream', {
    'Content-Disposition': `attachment; filename="${fileName}"`,
    Link: `<${lasting}>; rel="immutable"`,
  });
}

/** Answers with what a pull request changes, as differences or as one message per commit. */
export async function pullTextReply(ask: Ask, {repository, pull, headSha}: KnownPull, kind: string): Promise<Reply> {
  const place = ask.world.git.open(repository.id);
  const text =
    kind === 'patch'
      ? await patchText(place, (await commitsBetween(place, pull.mergeBaseSha, headSha)).toReversed())
      : await diffText(place, pull.mergeBaseSha, headSha);
  return bytesReply(Buffer.from(text), plainText);
}

/** Answers with what a commit changes, as differences or as a message. */
export async function commitTextReply(
  ask: Ask,
  repository: Repository,
  {name, kind}: {name: string; kind: string},
): Promise<Reply> {
  const place = ask.world.git.open(repository.id);
  const sha = await resolveCommit(place, name);
  if (sha === undefined) throw notFound();
  const text = kind === 'patch' ? await commitPatchText(place, sha) : await commitDiffText(place, sha);
  return bytesReply(Buffer.from(text), plainText);
}
