/** What git pushes over HTTP in one request: refs to make, move and remove, and their objects. It lies outside `/api/v1`. */
import {dropObjects, type GitPlace} from '../../../git/git-store.ts';
import {isAncestor} from '../../../git/history.ts';
import {peel, readObject} from '../../../git/objects.ts';
import {commitsBehind} from '../../../git/reach.ts';
import {clashesWith, isFullRefName, listRefs, moveRef, removeRef} from '../../../git/refs.ts';
import {keepPack} from '../../../git/keep-pack.ts';
import type {PackOutcome} from '../../../git/keep-pack.ts';
import {isProbe, noObject, pushReport, readPush} from '../../../git/take-pack.ts';
import type {Push, RefOutcome, RefUpdate} from '../../../git/take-pack.ts';
import type {Repository} from '../../../state/repositories.ts';
import {may} from '../../access.ts';
import type {Ask} from '../../ask.ts';
import {bodyOf, gitReply, pullRefs, repositoryForGit} from '../../git-http.ts';
import {refMoved} from '../../consequences/ref-moves.ts';
import type {RefMove} from '../../consequences/ref-moves.ts';
import {Refusal} from '../../refusal.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {mayPush, takesUnverified} from '../../shapes/branch.ts';
import {putWithPrivacy} from '../repository/privacy.ts';

export const pushRoutes: readonly Route[] = [
  {
    operation: 'gitReceivePack',
    method: 'POST',
    path: '/{owner}/{repo}/git-receive-pack',
    isOutsidePrefix: true,
    isGit: true,
    caller: 'signed-in',
    areas: ['repository'],
    answer: takePush,
  },
];

const resultType = 'git-receive-pack-result';

async function takePush(ask: Ask): Promise<Reply> {
  const repository = repositoryForGit(ask, 'write');
  const body = bodyOf(ask);
  if (isProbe(body)) return gitReply(resultType, new Uint8Array());
  const push = readPush(body);
  if (push === undefined) throw new Refusal(400, 'The body is not what git sends when it pushes.');
  const {problem, outcomes, moves} = await ask.world.git.alone(repository.id, async place =>
    changeRefs(ask, repository, {place, push}),
  );
  for (const move of ask.rules.heardOfPush(moves)) await refMoved(ask, repository, move);
  obeyOptions(ask, repository, push);
  return gitReply(resultType, pushReport(push, {problem, outcomes}));
}

/** Usual: administrators of a repository make it private, public or a template as they push; every other option is passed over. */
function obeyOptions(ask: Ask, {id}: Repository, {options}: Push): void {
  const {state} = ask.world;
  const before = state.repositories.get(id);
  if (options.length === 0 || before === undefined || !may(ask, before, 'admin')) return;
  const isTemplate = flagOf(options, 'repo.template') ?? before.isTemplate;
  putWithPrivacy(state, {...before, isTemplate}, flagOf(options, 'repo.private'));
}

/** Reads the last option of a name; one without a value is true. */
function flagOf(options: readonly string[], name: string): boolean | undefined {
  const given = options.findLast(option => option === name || option.startsWith(`${name}=`));
  const value = given?.slice(name.length + 1);
  return value === undefined ? undefined : flags.get(value);
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['', '1', 't', 'T', 'true', 'True', 'TRUE'].map(value => [value, true] as const),
  ...['0', 'f', 'F', 'false', 'False', 'FALSE'].map(value => [value, false] as const),
]);

interface Changes {
  /** Why the pack was not taken. */
  readonly problem: string | undefined;
  readonly outcomes: readonly RefOutcome[];
  readonly moves: readonly RefMove[];
}

/** Takes the pack and changes the refs, each for itself or all together; runs while the repository is held alone. */
async function changeRefs(
  ask: Ask,
  repository: Repository,
  {place, push}: {place: GitPlace; push: Push},
): Promise<Changes> {
  const hasPack = push.updates.some(({after}) => after !== noObject);
  const pack: PackOutcome = hasPack ? await keepPack(place, push.pack) : {kind: 'kept', added: []};
  const failAll = (why: string): readonly RefOutcome[] => push.updates.map(({ref}) => ({ref, why}));
  if (pack.kind === 'damaged') return {problem: pack.why, outcomes: failAll('unpacker error'), moves: []};
  if (pack.kind === 'refused') return {problem: undefined, outcomes: failAll(pack.why), moves: []};
  const refs = new Map((await listRefs(place)).map(({ref, sha}) => [ref, sha]));
  const known = commitsBehind(
    place,
    [...refs.values()].flatMap(sha => peel(place, sha) ?? []),
    new Set(),
  );
  const verdicts: RefOutcome[] = [];
  for (const update of push.updates)
    verdicts.push({ref: update.ref, why: await refusalOf(ask, repository, {place, update, refs, known})});
  const isWhole = ask.rules.keepsPushWhole(push.abilities.has('atomic'));
  const fails = isWhole && verdicts.some(({why}) => why !== undefined);
  const outcomes = fails ? verdicts.map(({ref, why}) => ({ref, why: why ?? 'atomic transaction failed'})) : verdicts;
  const moves: RefMove[] = [];
  const changed = new Set(ask.rules.changedByPush(push.updates).map(({ref}) => ref));
  for (const [at, {ref, before, after}] of push.updates.entries()) {
    if (outcomes[at]?.why !== undefined || before === after || !changed.has(ref)) continue;
    await (after === noObject ? removeRef(place, ref) : moveRef(place, ref, after));
    moves.push({ref, before: objectOf(before), after: objectOf(after)});
  }
  // Usual: git keeps what was pushed apart until a ref is changed.
  if (moves.length === 0) dropObjects(place, pack.added);
  return {problem: undefined, outcomes, moves};
}

function objectOf(oid: string): string | undefined {
  return oid === noObject ? undefined : oid;
}

interface Wish {
  readonly place: GitPlace;
  readonly update: RefUpdate;
  /** The refs as they will be once the updates before this one are done. */
  readonly refs: Map<string, string>;
  /** The commits that the repository had before the push. */
  readonly known: ReadonlySet<string>;
}

/** Says why a ref is not changed; notes in `refs` that it is. */
async function refusalOf(ask: Ask, repository: Repository, wish: Wish): Promise<string | undefined> {
  const {update, refs} = wish;
  const {ref, before, after} = update;
  if (!isFullRefName(ref)) return 'funny refname';
  if (ref.startsWith(pullRefs)) return 'deny updating a hidden ref';
  if (refsForReview.test(ref)) return 'this server makes no pull requests from pushes';
  if (!ask.rules.isWhereSent(refs.get(ref) ?? noObject, before)) return 'the ref moved meanwhile; fetch first';
  const why =
    (after === noObject ? undefined : brokenTarget(wish)) ??
    (ref.startsWith(branches) ? await branchRefusal(ask, repository, wish) : undefined);
  if (why !== undefined) return why;
  if (after !== noObject) refs.set(ref, after);
  else if (ask.rules.freesNamesInPush(ref)) refs.delete(ref);
  return undefined;
}

const branches = 'refs/heads/';

/** Where known servers take commits for a new pull request. */
const refsForReview = /^refs\/(for|draft|for-review)\//;

/** Says what is wrong with the object that a ref should point to. */
function brokenTarget({place, update: {ref, before, after}, refs}: Wish): string | undefined {
  // What is in the store is complete: nothing enters it without all that it names.
  const type = readObject(place, after)?.type;
  if (type === undefined) return 'missing necessary objects';
  if (ref.startsWith(branches) && type !== 'commit') return 'cannot point a branch to what is not a commit';
  if (before === noObject && clashesWith(ref, [...refs.keys()])) return 'it conflicts with a ref that shares its path';
  return undefined;
}

/** Says why a branch may not change so, by the protection that is in force for it. */
async function branchRefusal(
  ask: Ask,
  repository: Repository,
  {place, update: {ref, before, after}, known}: Wish,
): Promise<string | undefined> {
  const name = ref.slice(branches.length);
  if (after === noObject && name === repository.defaultBranch) return 'deletion of the default branch prohibited';
  const protection = ask.rules.pickProtection(ask.world.state.protections.of(repository.id), name);
  const isGuarded = ask.rules.isGuardedFromGit(after === noObject ? 'removes' : 'moves');
  if (protection === undefined || !isGuarded) return undefined;
  const rule = `protected by the rule ${protection.ruleName}`;
  if (after === noObject) return `${rule}: it cannot be deleted`;
  if (!mayPush(ask, repository, protection)) return `${rule}: you may not push to it`;
  if (before !== noObject && !(await isAncestor(place, before, after))) return `${rule}: forced updates are refused`;
  if (!known.has(after) && !takesUnverified(ask, protection)) return `${rule}: it takes signed commits only`;
  return undefined;
}
