/** Answers git over smart HTTP where it clones, fetches and lists refs; what it pushes is an operation of its own. */
import type {Hono} from 'hono';
import {gunzipSync} from 'node:zlib';
import {fetchAbilities, givePack} from '../git/give-pack.ts';
import type {GitPlace} from '../git/git-store.ts';
import {peel} from '../git/objects.ts';
import {flush, packet} from '../git/packets.ts';
import {branchHead, listRefs} from '../git/refs.ts';
import type {Ref} from '../git/refs.ts';
import {noObject, pushAbilities} from '../git/take-pack.ts';
import type {Access} from '../rules/access.ts';
import type {Repository} from '../state/repositories.ts';
import type {Ask} from './ask.ts';
import {dispatch} from './dispatch.ts';
import type {DispatchOptions} from './dispatch.ts';
import {repositoryOfPath} from './lookups.ts';
import {Refusal} from './refusal.ts';
import type {Reply} from './reply.ts';
import type {Route} from './route.ts';
import {serverVersion} from './server-version.ts';
import {pullOfIssue} from './shapes/pull.ts';

/** Puts the two requests of a fetch, and the first one of a push, beside the operations of the API. */
export function addGit(app: Hono, options: DispatchOptions): void {
  app.get('/:owner/:repo/info/refs', async context => {
    const service = context.req.query('service') ?? '';
    const route = service === 'git-upload-pack' ? fetchRefs : service === 'git-receive-pack' ? pushRefs : dumbRefs;
    return dispatch(options, {request: context.req.raw, route, params: paramsOf(context.req.param())});
  });
  app.post('/:owner/:repo/git-upload-pack', async context =>
    dispatch(options, {request: context.req.raw, route: fetchPack, params: paramsOf(context.req.param())}),
  );
}

function paramsOf({owner, repo}: {readonly owner: string; readonly repo: string}): Readonly<Record<string, string>> {
  return {owner, repo: withoutGit(repo)};
}

/** Gives the name of a repository as its address for git has it: with `.git` at its end, or without. */
export function withoutGit(name: string): string {
  return name.replace(/\.git$/, '');
}

const git = {isOutsidePrefix: true, isGit: true, areas: ['repository']} as const;
const info = {...git, method: 'GET', path: '/{owner}/{repo}/info/refs'} as const;

const fetchRefs: Route = {...info, operation: 'gitListRefsToFetch', caller: 'anyone', answer: listRefsToFetch};
const pushRefs: Route = {
  ...info,
  operation: 'gitListRefsToPush',
  actsAs: 'POST',
  caller: 'signed-in',
  answer: listRefsToPush,
};
const dumbRefs: Route = {...info, operation: 'gitListRefs', caller: 'anyone', answer: refuseDumb};
const fetchPack: Route = {
  ...git,
  operation: 'gitUploadPack',
  method: 'POST',
  path: '/{owner}/{repo}/git-upload-pack',
  actsAs: 'GET',
  caller: 'anyone',
  answer: sendPack,
};

/** Finds the repository of the path; who sent no credentials learns nothing but that they are missing. */
export function repositoryForGit(ask: Ask, wanted: Access): Repository {
  try {
    return repositoryOfPath(ask, ask.rules.accessForGit(wanted));
  } catch (problem) {
    const isHidden = problem instanceof Refusal && problem.status === 404;
    if (isHidden && ask.sender.kind === 'nobody') throw new Refusal(401, 'Sign in to see this repository.');
    if (isHidden) throw new Refusal(404, 'Repository not found.');
    throw problem;
  }
}

/** The largest request that is read once it is unzipped, in bytes. */
const unzippedBytesMax = 32 * 1024 * 1024;

/** Gives the body of a request; git zips long ones. */
export function bodyOf({bytes, headers}: Ask): Uint8Array {
  if (!/^(x-)?gzip$/.test(headers.get('Content-Encoding') ?? '')) return bytes;
  try {
    return gunzipSync(bytes, {maxOutputLength: unzippedBytesMax});
  } catch (problem) {
    const isTooLarge = problem instanceof RangeError;
    if (isTooLarge) throw new Refusal(413, `The body unzips to more than ${unzippedBytesMax} bytes.`);
    throw new Refusal(400, 'The body is not what gzip makes.');
  }
}

function refuseDumb(ask: Ask): Reply {
  repositoryForGit(ask, 'read');
  throw new Refusal(403, 'Only smart HTTP is served; please use a newer git.');
}

async function listRefsToFetch(ask: Ask): Promise<Reply> {
  const repository = repositoryForGit(ask, 'read');
  const place = ask.world.git.open(repository.id);
  const refs = await refsToFetch(ask, repository);
  const head = await branchHead(place, repository.defaultBranch);
  const symref = head === undefined ? '' : ` symref=HEAD:refs/heads/${repository.defaultBranch}`;
  const shown = [
    ...(head === undefined ? [] : [{ref: 'HEAD', sha: head}]),
    ...refs.flatMap(ref => withTarget(place, ref)),
  ];
  return listing('git-upload-pack', {refs: shown, abilities: fetchAbilities + symref});
}

/** Lists the refs of a repository, with the head of each pull request that goes to it. */
async function refsToFetch(ask: Ask, repository: Repository): Promise<readonly Ref[]> {
  const pulls = ask.world.state.issues.of(repository.id).filter(({isPull}) => isPull);
  const heads = await Promise.all(
    pulls.map(async issue => {
      const known = await pullOfIssue(ask, repository, issue);
      return known === undefined ? [] : {ref: `${pullRefs}${issue.index}/head`, sha: known.headSha};
    }),
  );
  const refs = [...(await listRefs(ask.world.git.open(repository.id))), ...heads.flat()];
  return refs.filter(({ref}) => ask.rules.isShownToGit(ref)).toSorted((left, right) => (left.ref < right.ref ? -1 : 1));
}

/** Where the heads of pull requests are shown; nobody pushes there. */
export const pullRefs = 'refs/pull/';

/** Shows an annotated tag twice: itself, and what it names. */
function withTarget(place: GitPlace, {ref, sha}: Ref): readonly Ref[] {
  const target = peel(place, sha);
  return target === undefined || target === sha
    ? [{ref, sha}]
    : [
        {ref, sha},
        {ref: `${ref}^{}`, sha: target},
      ];
}

async function listRefsToPush(ask: Ask): Promise<Reply> {
  const repository = repositoryForGit(ask, 'write');
  const refs = await listRefs(ask.world.git.open(repository.id));
  return listing('git-receive-pack', {refs, abilities: pushAbilities});
}

function listing(service: string, {refs, abilities}: {refs: readonly Ref[]; abilities: string}): Reply {
  const words = `${abilities} agent=touchstone/${serverVersion}`;
  const shown = refs.length === 0 ? [{ref: 'capabilities^{}', sha: noObject}] : refs;
  const lines = shown.map(({ref, sha}, at) => packet(`${sha} ${ref}${at === 0 ? `\0${words}` : ''}\n`));
  const bytes = Buffer.concat([packet(`# service=${service}\n`), flush, ...lines, flush]);
  return gitReply(`${service}-advertisement`, bytes);
}

/** Makes a reply of one of git's own types. */
export function gitReply(type: string, bytes: Uint8Array): Reply {
  return {kind: 'bytes', status: 200, bytes, headers: {'Content-Type': `application/x-${type}`}};
}

async function sendPack(ask: Ask): Promise<Reply> {
  const repository = repositoryForGit(ask, 'read');
  const place = ask.world.git.open(repository.id);
  const {rules} = ask;
  const giving = {
    isSince: (time: number, since: number) => rules.isSince(time, since),
    depthGiven: (depth: number) => rules.depthGiven(depth),
    frameBytes: (allowed: number) => rules.frameBytes(allowed),
  };
  const bytes = givePack(place, bodyOf(ask), {refs: await listRefs(place), rules: giving});
  if (bytes === undefined) throw new Refusal(400, 'The body is not what git sends when it fetches.');
  return gitReply('git-upload-pack-result', bytes);
}
