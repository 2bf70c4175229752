/**
 * Pushes a repository to its mirrors: a real push over smart HTTP of all branches and tags, to allowed hosts alone, one
 * mirror after the other and off the request that asked for it. The interval of a mirror is kept and shown, but nothing is
 * pushed by the clock: a test that waits for eight hours is not one.
 */
import type {GitHttpRequest, GitHttpResponse} from 'isomorphic-git';
import type {GitPlace} from '../git/git-store.ts';
import {listBranches} from '../git/refs.ts';
import type {Outbound} from '../outbound/outbound.ts';
import type {PushMirror} from '../state/hooks.ts';
import type {Repository} from '../state/repositories.ts';
import type {Ask} from './ask.ts';
import {git} from '../git/libraries.ts';

/** Pushes to the mirrors that want every commit. */
export function syncMirrors(ask: Ask, repository: Repository, isOfDefaultBranch: boolean): void {
  for (const mirror of ask.world.state.pushMirrors.of(repository.id))
    if (ask.rules.isSyncedOnCommit(mirror, isOfDefaultBranch)) syncMirror(ask, mirror);
}

/** Puts one push to a mirror in its line; how it went is kept with the mirror. */
export function syncMirror({world, rules}: Ask, mirror: PushMirror): void {
  const {state, git: store, outbound, queues, clock} = world;
  queues.add(`mirror ${mirror.id}`, async () => {
    if (state.pushMirrors.get(mirror.id) === undefined) return;
    const first = state.repositories.get(mirror.repositoryId)?.defaultBranch;
    const lastError = await pushAll(store.open(mirror.repositoryId), {
      outbound,
      mirror,
      first,
      removes: rules.removesFromMirrors,
    }).then(
      () => '',
      (problem: unknown) => (problem instanceof Error ? problem.message : String(problem)),
    );
    const current = state.pushMirrors.get(mirror.id);
    if (current !== undefined) state.pushMirrors.put({...current, lastUpdateAt: clock.now(), lastError});
  });
}

/** How long one request of a push may take. */
const pushTimeoutMs = 30_000;

interface Target {
  readonly outbound: Outbound;
  readonly mirror: PushMirror;
  /** The branch that is pushed before all others: the first one that an empty repository gets becomes its default branch. */
  readonly first: string | undefined;
  /** Whether what is there alone is removed. */
  readonly removes: boolean;
}

/** Makes the branches and tags of the mirror equal to ours; what is there alone is removed. */
async function pushAll(place: GitPlace, {outbound, mirror, first, removes}: Target): Promise<void> {
  const {username, password, address} = mirror;
  const remote = {
    http: {request: async (request: GitHttpRequest) => requestOf(outbound, request)},
    url: address,
    onAuth: () => ({username, password}),
    onAuthFailure: () => ({cancel: true}),
  };
  const names = (await listBranches(place)).map(({name}) => name);
  const branches = [...names.filter(name => name === first), ...names.filter(name => name !== first)].map(
    name => `refs/heads/${name}`,
  );
  const tags = (await git.listTags(place)).map(name => `refs/tags/${name}`);
  const ours = [...branches, ...tags];
  for (const ref of ours) await git.push({...place, ...remote, ref, remoteRef: ref, force: true});
  // A removal names one of our refs too, which isomorphic-git looks up and then does not use.
  const [anyRef] = ours;
  if (anyRef === undefined || !removes) return;
  const theirs = await git.listServerRefs({...remote, protocolVersion: 1, forPush: true});
  for (const {ref} of theirs) {
    const isGone = /^refs\/(heads|tags)\//.test(ref) && !ref.endsWith('^{}') && !ours.includes(ref);
    if (isGone) await git.push({...place, ...remote, ref: anyRef, remoteRef: ref, delete: true});
  }
}

/** Gives bytes in the form in which isomorphic-git reads them. */
async function* oneChunk(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
}

async function requestOf(outbound: Outbound, request: GitHttpRequest): Promise<GitHttpResponse> {
  const {url, method = 'GET', headers = {}} = request;
  const chunks: Uint8Array[] = [];
  for await (const chunk of request.body ?? []) chunks.push(chunk);
  const reply = await outbound.send({
    method,
    url: new URL(url),
    headers: {...headers, 'Content-Length': String(chunks.reduce((sum, {byteLength}) => sum + byteLength, 0))},
    body: Buffer.concat(chunks),
    timeoutMs: pushTimeoutMs,
  });
  return {
    url,
    method,
    headers: {...reply.headers},
    body: oneChunk(reply.body),
    statusCode: reply.status,
    statusMessage: String(reply.status),
  };
}
