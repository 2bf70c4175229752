/** Files of a repository: read, create, change, remove. */
import type {CommitObject} from 'isomorphic-git';
import type {FileChange} from '../../../git/commits.ts';
import {entryAt} from '../../../git/files.ts';
import type {PathEntry} from '../../../git/files.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {flawOfPath} from '../../../git/path-names.ts';
import {resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import {changeFiles} from '../../change-files.ts';
import type {ChangesOf} from '../../change-files.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showFileCommit, unverified} from '../../shapes/commit.ts';
import {showContents} from '../../shapes/contents.ts';
import type {Revision} from '../../shapes/contents.ts';

const all = '/repos/{owner}/{repo}/contents';
const one = `${all}/{filepath*}`;
const areas = ['repository'] as const;

export const contentsRoutes: readonly Route[] = [
  {operation: 'repoGetContentsList', method: 'GET', path: all, caller: 'anyone', areas, answer: read},
  {operation: 'repoGetContents', method: 'GET', path: one, caller: 'anyone', areas, answer: read},
  {operation: 'repoCreateFile', method: 'POST', path: one, caller: 'signed-in', areas, answer: createFile},
  {operation: 'repoUpdateFile', method: 'PUT', path: one, caller: 'signed-in', areas, answer: updateFile},
  {operation: 'repoDeleteFile', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: deleteFile},
];

async function read(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const path = ask.param('filepath').replace(/\/+$/, '');
  if (repository.isEmpty && path === '') return ok([]);
  const contents = await showContents(ask, repository, {path, revision: await revisionOf(ask, repository)});
  if (contents === undefined) throw new Refusal(404, await whatIsMissing(ask, repository, path));
  return ok(contents);
}

/** Names the first part of a path that is not there, in the words of today's servers. */
async function whatIsMissing(ask: Ask, repository: Repository, path: string): Promise<string> {
  const {sha} = await revisionOf(ask, repository);
  const parts = path.split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const folder = parts.slice(0, length).join('/');
    if ((await entryAt(ask.world.git.open(repository.id), sha, folder)) === undefined)
      return `object does not exist [id: , rel_path: ${folder}]`;
  }
  return `object does not exist [id: , rel_path: ${path}]`;
}

async function revisionOf(ask: Ask, repository: Repository): Promise<Revision> {
  const ref = ask.query.get('ref') ?? '';
  const name = ref === '' ? repository.defaultBranch : ref;
  const sha = await resolveCommit(ask.world.git.open(repository.id), name);
  if (sha === undefined) throw notFound();
  return {sha, ref: name};
}

/** Gives a path that the request names for a file to write; refuses one that no file can have. */
function pathToWrite(ask: Ask, path = ask.param('filepath')): string {
  const flaw = isDecodable(ask.path) ? flawOfPath(path) : 'its percent-encoding is not UTF-8';
  if (flaw !== undefined) throw new Refusal(422, `${JSON.stringify(path)} is not a path for a file: ${flaw}.`);
  return path;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

function readContent(ask: Ask): Buffer {
  const text = (ask.fields().text('content') ?? '').replaceAll(/[\r\n]/g, '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new Refusal(422, '[content]: must be base64, with padding');
  return Buffer.from(text, 'base64');
}

async function fileAt(place: GitPlace, head: string | undefined, path: string): Promise<PathEntry | undefined> {
  return head === undefined ? undefined : entryAt(place, head, path);
}

async function createFile(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const path = pathToWrite(ask);
  const content = readContent(ask);
  if (repository.isEmpty && !ask.rules.takesFirstFile) throw new Refusal(500, '');
  const changesOf: ChangesOf = async (place, head) => {
    if ((await fileAt(place, head, path)) !== undefined)
      throw new Refusal(422, `repository file already exists [path: ${path}]`);
    await refusePathThroughFile(place, head, path);
    return [{path, content}];
  };
  return written(ask, repository, {
    path,
    status: 201,
    change: await changeFiles(ask, repository, {message: `Add ${path}`, changesOf}),
  });
}

/** Refuses `a/b` where `a` is a file or a submodule. */
async function refusePathThroughFile(place: GitPlace, head: string | undefined, path: string): Promise<void> {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/');
    if (((await fileAt(place, head, folder))?.type ?? 'tree') !== 'tree')
      throw new Refusal(422, `${folder} is no folder, so it cannot hold ${path}.`);
  }
}

/** Changes a file; without `sha` it creates one, and without `content` it empties it, as today's servers do. */
async function updateFile(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const path = pathToWrite(ask);
  const fromPath = fields.text('from_path') ?? '';
  const source = fromPath === '' ? path : pathToWrite(ask, fromPath);
  const content = readContent(ask);
  const sha = fields.text('sha') ?? '';
  let isNew = false;
  const changesOf: ChangesOf = async (place, head) => {
    const before = await fileAt(place, head, source);
    isNew = before === undefined && sha === '';
    if (!isNew) checkSha(before, {path: source, sha, status: 422});
    if (source !== path && (await fileAt(place, head, path)) !== undefined)
      throw new Refusal(422, `repository file already exists [path: ${path}]`);
    await refusePathThroughFile(place, head, path);
    const moved: readonly FileChange[] = source === path ? [] : [{path: source, content: undefined}];
    return [...moved, {path, content}];
  };
  const change = await changeFiles(ask, repository, {message: `Update ${path}`, changesOf});
  return written(ask, repository, {path, status: isNew ? 201 : 200, change});
}

function checkSha(
  before: PathEntry | undefined,
  {path, sha, status}: {path: string; sha: string; status: number},
): void {
  if (before?.type !== 'blob') throw new Refusal(404, `There is no file ${path}.`);
  if (before.oid !== sha) throw new Refusal(status, `sha does not match [given: ${sha}, expected: ${before.oid}]`);
}

async function deleteFile(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const path = pathToWrite(ask);
  const sha = ask.fields().text('sha') ?? '';
  const changesOf: ChangesOf = async (place, head) => {
    checkSha(await fileAt(place, head, path), {path, sha, status: 422});
    return [{path, content: undefined}];
  };
  const change = await changeFiles(ask, repository, {message: `Delete ${path}`, changesOf});
  return json(200, {
    content: null,
    commit: showFileCommit(ask, repository, change),
    verification: unverified(undefined),
  });
}

interface Written {
  readonly path: string;
  readonly status: number;
  readonly change: {readonly sha: string; readonly branch: string; readonly commit: CommitObject};
}

async function written(ask: Ask, repository: Repository, {path, status, change}: Written): Promise<Reply> {
  const content = await showContents(ask, repository, {path, revision: {sha: change.sha, ref: change.branch}});
  return json(status, {content, commit: showFileCommit(ask, repository, change), verification: unverified(undefined)});
}
