/** Files, archives, differences and single objects of a repository, as the API gives them. */
import {instantText} from '../../../rules/instant.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import {archiveReply, commitTextReply, pullTextReply, rawReply} from '../../file-replies.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {commitUrl, unverified} from '../../shapes/commit.ts';
import {pullOfPath} from '../../shapes/pull.ts';
import {repositoryApiUrl} from '../../shapes/repository.ts';
import {messageOfTag} from './tags.ts';
import type {TagObject} from 'isomorphic-git';
import {git} from '../../../git/libraries.ts';

const base = '/repos/{owner}/{repo}';
const shared = {method: 'GET', caller: 'anyone', areas: ['repository']} as const;

export const downloadRoutes: readonly Route[] = [
  {...shared, operation: 'repoGetRawFile', path: `${base}/raw/{filepath*}`, answer: rawFile},
  {...shared, operation: 'repoGetRawFileOrLFS', path: `${base}/media/{filepath*}`, answer: rawFile},
  {
    ...shared,
    operation: 'repoGetArchive',
    path: `${base}/archive/{archive*}`,
    answer: async ask => archiveReply(ask, repositoryOfPath(ask), ask.param('archive')),
  },
  {
    ...shared,
    operation: 'repoDownloadPullDiffOrPatch',
    path: `${base}/pulls/{index}.{diffType}`,
    answer: async ask => pullTextReply(ask, await pullOfPath(ask, repositoryOfPath(ask)), ask.param('diffType')),
  },
  {
    ...shared,
    operation: 'repoDownloadCommitDiffOrPatch',
    path: `${base}/git/commits/{sha}.{diffType}`,
    answer: async ask =>
      commitTextReply(ask, repositoryOfPath(ask), {name: ask.param('sha'), kind: ask.param('diffType')}),
  },
  {...shared, operation: 'GetBlob', path: `${base}/git/blobs/{sha}`, answer: getBlob},
  {...shared, operation: 'GetAnnotatedTag', path: `${base}/git/tags/{sha}`, answer: getAnnotatedTag},
];

async function rawFile(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const ref = ask.query.get('ref') ?? '';
  const path = ask.param('filepath');
  const named = ref === '' ? await revisionInPath(place, path) : undefined;
  if (named !== undefined) return rawReply(ask, repository, named);
  const sha = await resolveCommit(place, ref === '' ? repository.defaultBranch : ref);
  if (sha === undefined) throw notFound();
  return rawReply(ask, repository, {sha, path});
}

/** Reads the older form of the path, which begins with a branch, a tag or a commit. */
async function revisionInPath(place: GitPlace, path: string): Promise<{sha: string; path: string} | undefined> {
  const parts = path.split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const sha = await resolveCommit(place, parts.slice(0, length).join('/'));
    if (sha !== undefined) return {sha, path: parts.slice(length).join('/')};
  }
  return undefined;
}

/** Gives the content of a file; as today's servers do, of any other object too. */
async function getBlob(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const sha = objectOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const found = await read(async () => git.readObject({...place, oid: sha, format: 'content'}));
  const bytes = Buffer.from(found.object as Uint8Array);
  const url = `${repositoryApiUrl(ask, repository)}/git/blobs/${sha}`;
  return ok({sha, url, size: bytes.byteLength, encoding: 'base64', content: bytes.toString('base64')});
}

async function getAnnotatedTag(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const sha = objectOfPath(ask);
  const {tag} = await read(async () => git.readTag({...ask.world.git.open(repository.id), oid: sha}));
  const message = await messageOfTag(ask.world.git.open(repository.id), sha);
  return ok(showAnnotatedTag(ask, repository, {sha, tag: {...tag, message: `${message}\n`}}));
}

function showAnnotatedTag(
  ask: Ask,
  repository: Repository,
  {sha, tag}: {sha: string; tag: TagObject},
): Record<string, unknown> {
  const {name, email, timestamp} = tag.tagger;
  return {
    tag: tag.tag,
    sha,
    url: `${repositoryApiUrl(ask, repository)}/git/tags/${sha}`,
    message: tag.message,
    tagger: {name, email, date: instantText(timestamp * 1000)},
    object: {type: tag.type, url: commitUrl(ask, repository, tag.object), sha: tag.object},
    verification: unverified(tag.gpgsig),
  };
}

/** Gives the complete id of the object in the path. */
function objectOfPath(ask: Ask): string {
  const sha = ask.param('sha').toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(sha))
    throw new Refusal(400, `${JSON.stringify(sha)} is not the complete id of an object.`);
  return sha;
}

/** Usual: an object that is not there, or is of another kind, makes the request a bad one. */
async function read<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch {
    throw new Refusal(400, 'There is no such object of this kind in the repository.');
  }
}
