/** Files, archives, differences and single objects of a repository, as the API gives them. */
import * as git from 'isomorphic-git';
import {instantText} from '../../../rules/instant.ts';
import {resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import {archiveReply, commitTextReply, pullTextReply, rawReply} from '../../file-replies.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound} from '../../refusal.ts';
import {ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {commitUrl} from '../../shapes/commit.ts';
import {pullOfPath} from '../../shapes/pull.ts';
import {repositoryApiUrl} from '../../shapes/repository.ts';
import {messageOfTag} from './tags.ts';

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
  const ref = ask.query.get('ref') ?? '';
  const name = ref === '' ? repository.defaultBranch : ref;
  const sha = await resolveCommit(ask.world.git.open(repository.id), name);
  if (sha === undefined) throw notFound();
  return rawReply(ask, repository, {sha, path: ask.param('filepath')});
}

async function getBlob(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const sha = objectOfPath(ask);
  const found = await read(async () => git.readBlob({...ask.world.git.open(repository.id), oid: sha}));
  const url = `${repositoryApiUrl(ask, repository)}/git/blobs/${sha}`;
  const content = Buffer.from(found.blob).toString('base64');
  return ok({sha, url, size: found.blob.byteLength, encoding: 'base64', content});
}

async function getAnnotatedTag(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const sha = objectOfPath(ask);
  const {tag} = await read(async () => git.readTag({...ask.world.git.open(repository.id), oid: sha}));
  const message = await messageOfTag(ask.world.git.open(repository.id), sha);
  return ok(showAnnotatedTag(ask, repository, {sha, tag: {...tag, message}}));
}

function showAnnotatedTag(
  ask: Ask,
  repository: Repository,
  {sha, tag}: {sha: string; tag: git.TagObject},
): Record<string, unknown> {
  const {name, email, timestamp} = tag.tagger;
  return {
    tag: tag.tag,
    sha,
    url: `${repositoryApiUrl(ask, repository)}/git/tags/${sha}`,
    message: tag.message,
    tagger: {name, email, date: instantText(timestamp * 1000)},
    object: {type: tag.type, url: commitUrl(ask, repository, tag.object), sha: tag.object},
    verification: null,
  };
}

/** Gives the complete id of the object in the path. */
function objectOfPath(ask: Ask): string {
  const sha = ask.param('sha').toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(sha)) throw notFound();
  return sha;
}

/** An object that is not there, or is of another kind, is not found. */
async function read<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch {
    throw notFound();
  }
}
