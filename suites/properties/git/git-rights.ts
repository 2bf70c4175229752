// Who may read and write a repository with git, and what a protection, a wrong pack or a missing object keeps out.
import fc from 'fast-check';
import {property, type CallAuth, type PropertyWorld, type Reference} from '../../../model/property.ts';
import {scopesFor} from '../common/scopes.ts';
import {isSuccess, part, signedIn, textOf, wordOf, type Things} from '../common/things.ts';
import type {Json} from '../../../model/json.ts';
import {
  alice,
  expectNotTaken,
  expectTaken,
  isTaken,
  gitHomeOf,
  gitStory,
  made,
  packOf,
  troubleOf,
  updates,
  usually,
  type GitHome,
  type Made,
} from './git-laws.ts';
import type {GitService, Heard} from './git-remote.ts';

const services: readonly GitService[] = ['git-upload-pack', 'git-receive-pack'];
const proves = 'AUTH-BASIC';

/** Somebody who uses git: what they may do with a private repository. */
export interface Somebody {
  readonly who: string;
  readonly auth: CallAuth;
  readonly as?: string;
  readonly may: 'nothing' | 'read' | 'write' | 'own';
  /** How known servers refuse them: git asks again at 401, and says at 404 that there is no such repository. */
  readonly refusedWith?: 401 | 404;
  /** Nobody may push now, so that what is listed for a push does not matter, nor whether a password is asked for first. */
  readonly isReadOnly?: boolean;
}

/** Makes tokens of the owner: with each of them git may do what its scopes say and no more. */
export async function tokensOf(
  world: PropertyWorld,
  {owner, by}: {readonly owner: Things; readonly by: ReturnType<typeof signedIn>},
): Promise<readonly Somebody[]> {
  const login = textOf(part(owner, 'login'));
  const people: Somebody[] = [];
  for (const [purpose, may] of [
    ['userRead', 'nothing'],
    ['repositoryRead', 'read'],
    ['repositoryWrite', 'write'],
  ] as const) {
    const scopes = scopesFor(world, purpose);
    if (scopes.length === 0) continue;
    const token: Reference = (
      await world.prepare('userCreateToken', {
        ...by,
        params: {username: login},
        body: {name: purpose, scopes: [...scopes]},
        say: `the owner makes a token for ${purpose}`,
      })
    ).at('/sha1');
    const auth: CallAuth = {basic: {user: login, password: token}};
    people.push({who: `the owner with a token for ${purpose}`, as: 'anonymous', auth, may});
  }
  return people;
}

export const gitAsksWhoItIs = property({
  id: 'git-asks-who-it-is',
  title:
    'git reads and writes a private repository for those who may do so through the API, by password and by token, and for nobody else',
  proves: [proves, 'AUTH-SCOPE-CHECK'],
  area: 'hosting',
  contexts: 'it makes the people who have each right in its repository itself',
  needs: ['users', 'repositories', 'git-over-http', 'tokens'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 70,
  isToldWhole: true,
  input: fc.constant('rights'),
  check: async world => {
    const owner = await world.arrange('user', {}, {called: 'the owner'});
    const by = signedIn(owner);
    const name = `git-${textOf(world.known('case.name'))}`;
    const repo = await world.prepare('createCurrentUserRepo', {
      ...by,
      body: {name, private: true, auto_init: false, default_branch: 'main'},
      say: 'the owner makes a private repository',
    });
    const home = gitHomeOf(world, {owner: repo.at('/owner/login'), name: repo.at('/name')});
    const first = made({'one.txt': 'one\n'}, 'First\n');
    const heard = await home.remote.push(updates({'refs/heads/main': {to: first.oid}}), packOf(first.objects), {
      ...by,
      say: 'git pushes for the owner',
    });
    if (!expectTaken(home, heard, {refs: ['refs/heads/main'], say: 'the push of the owner', proves})) return;
    const people: Somebody[] = [{who: 'nobody', as: 'anonymous', auth: 'none', may: 'nothing'}];
    const wrong: CallAuth = {basic: {user: part(owner, 'login'), password: 'no-such-password-1'}};
    people.push({
      who: 'the owner with a wrong password',
      as: 'anonymous',
      auth: wrong,
      may: 'nothing',
      refusedWith: 401,
    });
    for (const [who, permission] of [
      ['a stranger', undefined],
      ['a reader', 'read'],
      ['a writer', 'write'],
    ] as const) {
      const user = await world.arrange('user', {}, {called: who});
      if (permission !== undefined)
        await world.prepare('repoAddCollaborator', {
          ...by,
          params: {...home.place, collaborator: part(user, 'login')},
          body: {permission},
          say: `the owner makes ${who} a collaborator`,
        });
      const may = permission ?? 'nothing';
      people.push({who, ...signedIn(user), may, ...(may === 'nothing' ? {refusedWith: 404 as const} : {})});
    }
    people.push(...(await tokensOf(world, {owner, by})));
    let tip = first;
    for (const person of people) tip = await walks(home, person, tip);
    const theOwner: Somebody = {who: 'the owner', ...by, may: 'own'};
    tip = await asksFor(home, false, {who: theOwner, tip, owner: by});
    for (const writer of people.filter(({who}) => who === 'a writer'))
      await asksFor(home, true, {who: writer, tip, owner: by});
  },
});

/** Sends all that git sends when it fetches and when it pushes; gives what the branch then holds. */
export async function walks(
  home: GitHome,
  {who, may, isReadOnly = false, refusedWith, ...by}: Somebody,
  tip: Made,
): Promise<Made> {
  const refusal = by.auth === 'none' ? 401 : refusedWith;
  const {world, remote} = home;
  world.count(`git of ${who}`);
  for (const service of services) {
    // Whether the list for a push is shown to who may only read differs between servers: what counts is the push.
    if ((may === 'read' || isReadOnly) && service === 'git-receive-pack') continue;
    const heard = await remote.refs(service, {...by, say: `git asks for the refs for ${who} (${service})`});
    const isAllowed = may !== 'nothing';
    isJudged(home, {heard, isAllowed, deed: `${who} asks for the refs (${service})`, refusal});
  }
  const fetched = await remote.fetch({wants: [tip.oid]}, {...by, say: `git fetches for ${who}`});
  isJudged(home, {heard: fetched, isAllowed: may !== 'nothing', deed: `${who} fetches`, refusal});
  const next = made({'one.txt': `of ${who}\n`}, `Of ${who}\n`, {parents: [tip]});
  const change = updates({'refs/heads/main': {from: tip.oid, to: next.oid}});
  const pushed = await remote.push(change, packOf(next.objects), {...by, say: `git pushes for ${who}`});
  if (may === 'write')
    return expectTaken(home, pushed, {refs: ['refs/heads/main'], say: `the push of ${who}`, proves}) ? next : tip;
  expectNotTaken(home, pushed, {ref: 'refs/heads/main', say: `the push of ${who}`, proves});
  return tip;
}

/** Pushes with a word that makes the repository public or private: that is for who administers it to say. Gives what the branch then holds. */
async function asksFor(
  home: GitHome,
  isPrivate: boolean,
  {
    who: {who, may, ...by},
    tip,
    owner,
  }: {readonly who: Somebody; readonly tip: Made; readonly owner: ReturnType<typeof signedIn>},
): Promise<Made> {
  const {world, remote, place} = home;
  const say = `${who} pushes with repo.private=${String(isPrivate)}`;
  const listed = await remote.refs('git-receive-pack', {...by, say: `git asks for the refs for ${who}`});
  if (listed.kind !== 'read' || !listed.what.abilities.includes('push-options')) return tip;
  const look = async (): Promise<Json | undefined> => {
    const shown = await world.call('repoGet', {...owner, params: place, say: 'the owner looks at the repository'});
    return isSuccess(shown) ? shown.at('/private').value : undefined;
  };
  const before = await look();
  const next = made({'one.txt': `${say}\n`}, `${say}\n`, {parents: [tip]});
  const pushed = await remote.push(updates({'refs/heads/main': {from: tip.oid, to: next.oid}}), packOf(next.objects), {
    ...by,
    options: [`repo.private=${String(isPrivate)}`],
    say,
  });
  const after = await look();
  const wanted = may === 'own' ? isPrivate : before;
  world.law(
    after === wanted,
    {
      path: '/private',
      message: `after ${say}, private is ${wordOf(after)} (known servers: ${wordOf(wanted)})`,
    },
    {...usually, proves},
  );
  return isTaken(pushed, 'refs/heads/main') ? next : tip;
}

interface Judged {
  readonly heard: Heard<unknown>;
  readonly isAllowed: boolean;
  readonly deed: string;
  /** The status of a refusal; any of 4xx where nothing is given. */
  readonly refusal: Somebody['refusedWith'];
}

const refusals = {
  401: 'git asks for a password at 401',
  404: 'at 404 git says that there is no such repository',
} as const;

/** git asks for a name and a password only where the answer is 401, so who sent none, or a wrong one, is answered so. */
function isJudged({world}: GitHome, {heard, isAllowed, deed, refusal}: Judged): void {
  const {status} = heard.reply;
  const isRefused = refusal === undefined ? status >= 400 && status < 500 : status === refusal;
  const holds = isAllowed ? heard.kind === 'read' : isRefused;
  const wanted = isAllowed ? '' : refusal === undefined ? ' (a refusal is right)' : ` (${refusals[refusal]})`;
  const got = troubleOf(heard) ?? `the answer is ${String(status)}`;
  world.law(holds, {path: 'status', message: `${deed}: ${got}${wanted}`}, {...usually, proves});
}

/** A push that cannot be taken. */
interface Try {
  readonly say: string;
  readonly oid: string;
  readonly pack: Buffer;
}

export const gitIsKeptOut = gitStory(
  {
    id: 'what-git-may-not-push-changes-nothing',
    title:
      'a push to a protected branch, of a damaged pack or of a commit that lacks something changes nothing, and one that is allowed does',
    proves: ['BRANCH-CRUD', 'EMPTY-GIT'],
    requestsPerRun: 45,
  },
  async ({home, world}) => {
    const {remote, place} = home;
    const first = made({'one.txt': 'one\n', 'two.txt': 'two\n'}, 'First\n');
    const begun = updates({
      'refs/heads/main': {to: first.oid},
      'refs/heads/kept': {to: first.oid},
      'refs/heads/open': {to: first.oid},
    });
    const heard = await remote.push(begun, packOf(first.objects), {...alice, say: 'git pushes three branches'});
    if (
      !expectTaken(home, heard, {refs: begun.map(({ref}) => ref), say: 'a push of three branches', proves: 'EMPTY-GIT'})
    )
      return;
    const next = made({'one.txt': 'changed\n', 'two.txt': 'two\n'}, 'Next\n', {parents: [first]});
    const whole = packOf(next.objects);
    const damaged = Buffer.from(whole);
    damaged[damaged.byteLength - 25] = (damaged[damaged.byteLength - 25] ?? 0) ^ 0xff;
    // Each has objects of its own, so that none completes another.
    const alone = (say: string): Made =>
      made({'one.txt': `${say}\n`, 'two.txt': 'two\n'}, `Without ${say}\n`, {parents: [first]});
    const lacking = (say: string, place: number): Try => {
      const {oid, objects} = alone(say);
      return {say: `a commit without its ${say}`, oid, pack: packOf(objects.filter((_, at) => at !== place))};
    };
    const tries: readonly Try[] = [
      {say: 'a damaged pack', oid: next.oid, pack: damaged},
      {say: 'half a pack', oid: next.oid, pack: whole.subarray(0, Math.floor(whole.byteLength / 2))},
      {say: 'bytes that are no pack', oid: next.oid, pack: Buffer.from('no pack')},
      lacking('own bytes', 0),
      lacking('tree', 1),
      lacking('file', 2),
    ];
    const change = updates({'refs/heads/open': {from: first.oid, to: next.oid}});
    for (const {say, oid, pack} of tries) {
      const wrong = updates({'refs/heads/open': {from: first.oid, to: oid}});
      const answer = await remote.push(wrong, pack, {...alice, say: `git pushes ${say}`});
      expectNotTaken(home, answer, {ref: 'refs/heads/open', say, proves: 'EMPTY-GIT'});
    }
    await stays(home, 'open', first.oid, 'EMPTY-GIT');
    for (const {say, oid} of tries.filter(({oid}) => oid !== next.oid)) await leavesNothing(home, oid, say);
    expectTaken(home, await remote.push(change, whole, {...alice, say: 'git pushes the same whole'}), {
      refs: ['refs/heads/open'],
      say: 'a whole pack after damaged ones',
      proves: 'EMPTY-GIT',
    });
    await stays(home, 'open', next.oid, 'EMPTY-GIT');

    const protect = async (body: {readonly [field: string]: string | boolean}): Promise<void> => {
      await world.prepare('repoCreateBranchProtection', {
        params: place,
        body,
        say: `protect ${String(body['rule_name'])}`,
      });
    };
    await protect({rule_name: 'kept', enable_push: false});
    await protect({rule_name: 'ma*', enable_push: true});
    const other = made({'other.txt': 'other\n'}, 'Other\n', {parents: []});
    const pushes = async (say: string, ref: {readonly from?: string; readonly to?: string}, name: string) =>
      remote.push(
        updates({[`refs/heads/${name}`]: ref}),
        ref.to === undefined ? Buffer.alloc(0) : packOf(next.objects, other.objects),
        {...alice, say: `git ${say}`},
      );
    const refused = async (
      say: string,
      name: string,
      ref: {readonly from?: string; readonly to?: string},
    ): Promise<void> => {
      const answer = await pushes(say, ref, name);
      expectNotTaken(home, answer, {ref: `refs/heads/${name}`, say, proves: 'BRANCH-CRUD'});
    };
    // All refs of an atomic push change, or none.
    const both = updates({
      'refs/heads/open': {from: next.oid, to: other.oid},
      'refs/heads/kept': {from: first.oid, to: next.oid},
    });
    const atomic = await remote.push(both, packOf(next.objects, other.objects), {
      ...alice,
      isAtomic: true,
      say: 'git pushes to a branch that nobody may push to and to another one, both or none',
    });
    for (const {ref} of both)
      expectNotTaken(home, atomic, {ref, say: 'an atomic push of which one ref is refused', proves: 'BRANCH-CRUD'});
    await leavesNothing(home, other.oid, 'an atomic push of which one ref is refused');
    await stays(home, 'open', next.oid, 'BRANCH-CRUD');
    // Of pushes at the same moment that begin at the same commit, one wins.
    const rivals = ['one', 'two', 'three'].map(say =>
      made({'two.txt': `of ${say}\n`}, `Rival ${say}\n`, {parents: [next]}),
    );
    const answers = await Promise.all(
      rivals.map(async ({oid, objects}, at) =>
        remote.push(updates({'refs/heads/open': {from: next.oid, to: oid}}), packOf(objects), {
          ...alice,
          say: `at the same time, push ${String(at + 1)} of ${String(rivals.length)}`,
        }),
      ),
    );
    const won = rivals.filter((_, at) => isTaken(answers[at], 'refs/heads/open'));
    world.law(
      won.length === 1,
      {
        path: 'body',
        message: `of ${String(rivals.length)} pushes at once from the same commit ${String(won.length)} were taken (expected one)`,
      },
      {...usually, proves: 'EMPTY-GIT'},
    );
    await stays(home, 'open', won[0]?.oid ?? next.oid, 'EMPTY-GIT');
    await refused('pushes to a branch that nobody may push to', 'kept', {from: first.oid, to: next.oid});
    await refused('removes it', 'kept', {from: first.oid});
    await stays(home, 'kept', first.oid, 'BRANCH-CRUD');
    const allowed = await pushes(
      'pushes to a protected branch that takes pushes',
      {from: first.oid, to: next.oid},
      'main',
    );
    expectTaken(home, allowed, {
      refs: ['refs/heads/main'],
      say: 'a push to a protected branch that takes pushes',
      proves: 'BRANCH-CRUD',
    });
    await refused('forces it to another history', 'main', {from: next.oid, to: other.oid});
    await refused('removes it', 'main', {from: next.oid});
    await stays(home, 'main', next.oid, 'BRANCH-CRUD');
    // A new branch that the rule fits is protected from its beginning.
    expectTaken(home, await pushes('makes a branch that the rule fits', {to: next.oid}, 'mast'), {
      refs: ['refs/heads/mast'],
      say: 'a new branch that a rule fits',
      proves: 'BRANCH-CRUD',
    });
    await refused('forces it to another history', 'mast', {from: next.oid, to: other.oid});
    await refused('removes it', 'mast', {from: next.oid});
    expectTaken(
      home,
      await pushes('forces a branch that no rule fits', {from: won[0]?.oid ?? next.oid, to: other.oid}, 'open'),
      {
        refs: ['refs/heads/open'],
        say: 'a forced push to a branch that no rule fits',
        proves: 'BRANCH-CRUD',
      },
    );
  },
);

async function stays({world, place}: GitHome, branch: string, oid: string, statement: string): Promise<void> {
  const reply = await world.call('repoGetBranch', {
    params: {...place, branch},
    say: `alice reads the branch ${branch}`,
  });
  world.expect(reply, {proves: statement, status: '2xx', body: {commit: {id: oid}}}, {usual: true});
}

/** git keeps what is pushed apart until the push is taken: of one that is refused no object can be read. */
async function leavesNothing({world, place}: GitHome, oid: string, pushed: string): Promise<void> {
  const reply = await world.call('repoGetSingleCommit', {
    params: {...place, sha: oid},
    say: `alice reads the commit that was refused with ${pushed}`,
  });
  world.expect(reply, {proves: 'EMPTY-GIT', status: 404}, {usual: true});
}
