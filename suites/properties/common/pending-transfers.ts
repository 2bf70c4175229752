// Transfers that wait for the new owner: whatever is refused meanwhile, the one who decides can still decide.
import {property, type CallRequest, type PropertyWorld, type Reference} from '../../../model/property.ts';
import {inAnyOrder} from './in-any-order.ts';
import {isSuccess, part, placeOf, signedIn, textOf, type Place, type Things} from './things.ts';

/** What is refused while a transfer is pending; a server may take the last one. */
const attempts = ['a stranger accepts', 'a stranger rejects', 'the old owner accepts', 'the name is taken'] as const;

/** This is tried before the others: where it is taken, the first transfer may be over. */
const another = 'another transfer begins';

type Attempt = (typeof attempts)[number] | typeof another;

const mustBeRefused = new Set<Attempt>(['a stranger accepts', 'a stranger rejects', 'the old owner accepts']);

interface Cast {
  readonly world: PropertyWorld;
  readonly repo: Things;
  readonly place: Place;
  readonly person: Things;
}

const proves = 'TRANSFER-ATOMIC';

export const refusedAnswersLeaveATransferPending = property({
  id: 'refused-answers-leave-a-transfer-pending',
  title: 'whatever is refused while a transfer waits for its new owner, that owner can still reject or accept it',
  proves: [proves],
  area: 'hosting',
  contexts: 'its repository goes from one user to another, who has to agree',
  needs: ['repositories', 'users', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(attempts),
  check: async (world, drawn) => {
    const repo = await world.arrange('repository', {auto_init: false}, {called: 'the repository, of alice'});
    const person = await world.arrange('user', {}, {called: 'the user'});
    const cast = {world, repo, place: placeOf(repo), person};
    // The first time nothing is refused: only then a 404 shows later that the transfer is gone, and not that nobody knows the operation.
    for (const [operation, tried] of [
      ['rejectRepoTransfer', []],
      ['rejectRepoTransfer', [another, ...drawn]],
      ['acceptRepoTransfer', [another, ...drawn]],
    ] as const) {
      if (!(await isPending(cast))) return;
      for (const attempt of tried) if (!(await isRefused(cast, attempt))) return;
      await decide(cast, operation);
    }
  },
});

/** Begins a transfer; a server may carry it out at once, and then nothing is pending. */
async function isPending(cast: Cast): Promise<boolean> {
  const {world, place, person} = cast;
  await world.prepare('repoTransfer', {
    params: place,
    body: {new_owner: part(person, 'login')},
    say: 'alice transfers the repository to the user',
  });
  const shown = await world.call('repoGet', {as: 'bob', params: place, say: 'bob reads the repository'});
  return isSuccess(shown) && shown.at('/owner/login').value === part(cast.repo, 'owner').value;
}

/** Tries what is to be refused; says whether it was, and that the repository is where it was. */
async function isRefused(cast: Cast, attempt: Attempt): Promise<boolean> {
  const {world, repo, place, person} = cast;
  world.count(attempt);
  const taken = attempt === 'the name is taken' ? await namesake(cast) : undefined;
  const {operation, ...request} = requestOf(cast, attempt);
  const reply = await world.call(operation, {...request, params: place});
  if (mustBeRefused.has(attempt)) {
    const message = `${attempt}, and is answered with ${String(reply.status)} (expected a refusal)`;
    const written = {reply, tree: {status: {$gte: 400}}};
    world.law(reply.status >= 400, {path: 'status', message, expected: '4xx', actual: reply.status}, {written});
  }
  if (reply.status < 400) return false;
  if (taken !== undefined)
    await world.prepare('repoDelete', {
      ...signedIn(person),
      params: {owner: part(person, 'login'), repo: taken},
      say: 'the user removes the other repository',
    });
  const shown = await world.call('repoGet', {as: 'bob', params: place, say: 'bob reads the repository'});
  world.expect(shown, {status: '2xx', body: {id: part(repo, 'id'), owner: {login: part(repo, 'owner')}}});
  return true;
}

/** The user makes a repository of the same name, so that the transfer cannot be accepted. */
async function namesake({world, repo, person}: Cast): Promise<Reference> {
  const name = part(repo, 'name');
  const say = 'the user makes a repository of the same name';
  await world.prepare('createCurrentUserRepo', {...signedIn(person), body: {name, auto_init: false}, say});
  return name;
}

function requestOf({person, world}: Cast, attempt: Attempt): CallRequest & {readonly operation: string} {
  switch (attempt) {
    case 'a stranger accepts':
      return {operation: 'acceptRepoTransfer', as: 'bob', say: 'bob accepts the transfer'};
    case 'a stranger rejects':
      return {operation: 'rejectRepoTransfer', as: 'bob', say: 'bob rejects the transfer'};
    case 'the old owner accepts':
      return {operation: 'acceptRepoTransfer', say: 'alice accepts the transfer'};
    case 'the name is taken':
      return {operation: 'acceptRepoTransfer', ...signedIn(person), say: 'the user accepts the transfer'};
    case another: {
      const body = {new_owner: world.known('actors.bob.login')};
      return {operation: 'repoTransfer', body, say: 'alice transfers the repository to bob'};
    }
  }
}

async function decide(
  {world, repo, place, person}: Cast,
  operation: 'acceptRepoTransfer' | 'rejectRepoTransfer',
): Promise<void> {
  const isAccepted = operation === 'acceptRepoTransfer';
  const verb = isAccepted ? 'accepts' : 'rejects';
  world.count(verb);
  const reply = await world.call(operation, {
    ...signedIn(person),
    params: place,
    say: `the user ${verb} the transfer, which all that was refused must have left pending`,
  });
  world.expect(reply, {status: '2xx'});
  const login = isAccepted ? part(person, 'login') : part(repo, 'owner');
  const shown = await world.call('repoGet', {
    ...(isAccepted ? signedIn(person) : {}),
    params: {owner: login, repo: place.repo},
    say: `read the repository of ${isAccepted ? 'the user' : textOf(login)}`,
  });
  world.expect(shown, {status: '2xx', body: {id: part(repo, 'id'), owner: {login}}});
  if (isAccepted)
    await world.prepare('repoDelete', {
      ...signedIn(person),
      params: {owner: login, repo: place.repo},
      say: 'the user removes the repository',
    });
}
