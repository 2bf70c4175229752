/** What git pushes over HTTP in one request: new refs and their objects. It lies outside `/api/v1`. */
import {keepPack, readPush} from '../../../git/take-pack.ts';
import type {RefUpdate} from '../../../git/take-pack.ts';
import {clashesWithRefs, isFullRefName, moveRef, refTarget, resolveCommit} from '../../../git/refs.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {branchMoved} from '../../push-events.ts';
import {Refusal} from '../../refusal.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {mayPush} from '../../shapes/branch.ts';

export const pushRoutes: readonly Route[] = [
  {
    operation: 'gitReceivePack',
    method: 'POST',
    path: '/{owner}/{repo}/git-receive-pack',
    isOutsidePrefix: true,
    caller: 'signed-in',
    areas: ['repository'],
    answer: takePush,
  },
];

const branches = 'refs/heads/';

async function takePush(ask: Ask): Promise<Reply> {
  const named: Ask = {
    ...ask,
    param: name => (name === 'repo' ? ask.param(name).replace(/\.git$/, '') : ask.param(name)),
  };
  const repository = repositoryOfPath(named, 'write');
  const push = readPush(ask.bytes);
  if (push === undefined) throw new Refusal(400, 'The body is not what git sends when it pushes.');
  const protections = ask.world.state.protections.of(repository.id);
  const mayMake = ({ref}: RefUpdate): boolean =>
    !ref.startsWith(branches) ||
    mayPush(ask, repository, ask.rules.pickProtection(protections, ref.slice(branches.length)));
  const told = await ask.world.git.alone(repository.id, async place => {
    const pack = await keepPack(place, push.pack);
    if (pack.kind === 'damaged') throw new Refusal(400, 'The pack is damaged.');
    if (pack.kind === 'refused') return push.updates.map(update => ({update, why: pack.why}));
    const each: {update: RefUpdate; why: string | undefined}[] = [];
    for (const update of push.updates)
      each.push({update, why: mayMake(update) ? await makeRef(place, update) : 'it is protected'});
    return each;
  });
  const made = told.filter(({why}) => why === undefined).map(({update}) => update);
  const current = ask.world.state.repositories.get(repository.id);
  if (current !== undefined && made.some(({ref}) => ref.startsWith(branches)))
    ask.world.state.repositories.put({...current, isEmpty: false, updatedAt: ask.world.clock.now()});
  for (const {ref, after} of made)
    if (ref.startsWith(branches))
      await branchMoved(named, repository, {branch: ref.slice(branches.length), before: undefined, after});
  const lines = told.map(({update: {ref}, why}) => (why === undefined ? `ok ${ref}\n` : `ng ${ref} ${why}\n`));
  return {
    kind: 'bytes',
    status: 200,
    bytes: Buffer.from(['unpack ok\n', ...lines].map(packetLine).join('') + '0000'),
    headers: {'Content-Type': 'application/x-git-receive-pack-result'},
  };
}

/** Makes a ref that is not there; says why it is not made. */
async function makeRef(place: GitPlace, {ref, after}: RefUpdate): Promise<string | undefined> {
  if (!isFullRefName(ref)) return 'it is no name of a ref';
  if ((await refTarget(place, ref)) !== undefined) return 'it is there, and only new refs are taken';
  if (await clashesWithRefs(place, ref)) return 'it conflicts with a ref that shares its path';
  if ((await resolveCommit(place, after)) === undefined) return 'its commit is missing';
  await moveRef(place, ref, after);
  return undefined;
}

function packetLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}
