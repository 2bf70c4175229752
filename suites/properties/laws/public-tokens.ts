// Tokens for public things: whatever other scopes they have, nothing of a private repository is for them.
import {
  property,
  type CallRequest,
  type PropertyWorld,
  type Reference,
  type WorldReply,
} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {scopesFor} from '../common/scopes.ts';
import {column, isSuccess, part, placeOf, signedIn, wordOf, type Place, type Things} from '../common/things.ts';
import {offeredOf, type Call} from '../calls/call.ts';
import {callsNamed, readsInRepositories} from '../calls/parts.ts';
import {Scene, type Params} from '../calls/scene.ts';

const proves = 'AUTH-SCOPE-CHECK';

/** A token of alice's, and what the story calls it. */
interface Held {
  readonly token: Reference;
  readonly called: string;
}

export const privateRepositories = property({
  id: 'private-repositories-answer-no-tokens-for-public-things',
  title:
    'no operation shows a private repository to a token of its owner that is for public things, whatever other scopes that token has',
  proves: [proves],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'it makes a private repository and a public one itself',
      owner: 'the tokens are those of the owner',
      actor: 'the tokens are alice’s',
    },
  },
  needs: ['tokens', 'basic-authentication', 'issues', 'labels', 'branches'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(readsInRepositories.map(({operation}) => operation)),
  check: async (world, order) => {
    const publicOnly = scopesFor(world, 'publicOnly');
    const reading = [...scopesFor(world, 'repositoryRead'), ...scopesFor(world, 'issueRead')];
    if (publicOnly.length === 0 || world.known('dialect.values.areasHaveScopes').value !== true)
      world.skip('the dialect names no scope for public things ("scopes.publicOnly")');
    const scene = new Scene(world);
    const tokens: readonly [Held, Held] = [
      await heldOf(scene, [...publicOnly, ...scopesFor(world, 'all')]),
      await heldOf(scene, [...reading, ...publicOnly]),
    ];
    const repo = await scene.once('repository', async () => scene.make('repository', {private: true}));
    for (const [at, call] of offeredOf(world, callsNamed(readsInRepositories, order)).entries()) {
      const params = await call.params(scene);
      if (isOf(placeOf(repo), params)) await expectRefused(world, {call, params}, tokens[at % 2 === 0 ? 0 : 1]);
    }
    const open = await scene.make('repository');
    await expectOfAdministrators(world, repo, {open, scopes: [...publicOnly, ...scopesFor(world, 'all')]});
    for (const held of tokens) {
      await expectTheOpenOne(world, held, open);
      await expectSearched(world, held, {
        hidden: wordOf(part(repo, 'name').value),
        open: wordOf(part(open, 'name').value),
      });
    }
  },
});

async function heldOf(scene: Scene, scopes: readonly string[]): Promise<Held> {
  return {token: part(await scene.make('token', {scopes}), 'token'), called: `for ${scopes.join(', ')}`};
}

/** What names no repository may be about something else that is public. */
function isOf({owner, repo}: Place, params: Params): boolean {
  return params['owner'] === owner && params['repo'] === repo;
}

async function expectRefused(
  world: PropertyWorld,
  {call: {operation}, params}: {readonly call: Call; readonly params: Params},
  held: Held,
): Promise<void> {
  const control = await world.call(operation, {params, say: `alice calls ${operation}`});
  if (!isSuccess(control)) return;
  world.count(operation);
  const reply = await world.call(operation, {...by(held), params, say: `a token ${held.called} calls ${operation}`});
  expectRefusal(world, reply, {operation, held});
}

function expectRefusal(
  world: PropertyWorld,
  reply: WorldReply,
  {operation, held}: {readonly operation: string; readonly held: Held},
): void {
  const statuses = [401, 403, 404];
  world.law(
    statuses.includes(reply.status),
    {
      path: 'status',
      message: `${operation} with a token ${held.called} is answered with ${String(reply.status)} in a private repository (expected a refusal with 401, 403 or 404)`,
    },
    {usual: true, proves, written: {reply, tree: {status: {$in: statuses}}}},
  );
}

/** Somebody who may see everything gives a token for public things no more than others do. */
async function expectOfAdministrators(
  world: PropertyWorld,
  hidden: Things,
  {open, scopes}: {readonly open: Things; readonly scopes: readonly string[]},
): Promise<void> {
  const user = await world.arrange('user', {}, {called: 'an administrator'});
  const username = part(user, 'login');
  const itself = signedIn(user);
  const raised = await world.call('adminEditUser', {
    as: 'admin',
    params: {username},
    body: {login_name: username, source_id: 0, admin: true},
    say: 'the administrator makes another one',
  });
  if (!isSuccess(raised)) return;
  const made = await world.call('userCreateToken', {
    ...itself,
    params: {username},
    body: {name: 'of public things', scopes},
    say: `the new administrator asks for a token for ${scopes.join(', ')}`,
  });
  const sight = {params: placeOf(hidden)};
  const control = await world.call('repoGet', {...itself, ...sight, say: 'the new administrator reads a private one'});
  if (!isSuccess(made) || !isSuccess(control)) return;
  const held = {token: made.at('/sha1'), called: `of an administrator, for ${scopes.join(', ')}`};
  const reply = await world.call('repoGet', {...by(held), ...sight, say: `a token ${held.called} reads a private one`});
  expectRefusal(world, reply, {operation: 'repoGet', held});
  await expectTheOpenOne(world, held, open);
}

/** The control: what is public is open to such a token. */
async function expectTheOpenOne(world: PropertyWorld, held: Held, open: Things): Promise<void> {
  const params = placeOf(open);
  const reply = await world.call('repoGet', {...by(held), params, say: `a token ${held.called} reads a public one`});
  world.law(
    isSuccess(reply),
    {
      path: 'status',
      message: `repoGet with a token ${held.called} is answered with ${String(reply.status)} in a public repository (expected 2xx)`,
    },
    {usual: true, proves, written: {reply, tree: {status: '2xx'}}},
  );
}

async function expectSearched(
  world: PropertyWorld,
  held: Held,
  {hidden, open}: {readonly hidden: string; readonly open: string},
): Promise<void> {
  const uid = world.known('actors.alice.id');
  const params = {uid, limit: 50};
  const control = await world.call('repoSearch', {params, say: 'alice searches her repositories'});
  if (!isSuccess(control) || !namesIn(control).includes(hidden)) return;
  const reply = await world.call('repoSearch', {...by(held), params, say: `a token ${held.called} searches them`});
  const found = isSuccess(reply) ? namesIn(reply) : [];
  world.law(
    found.includes(open) && !found.includes(hidden),
    {
      path: '/data',
      message: `repoSearch with a token ${held.called} finds ${found.length === 0 ? 'nothing' : found.join(', ')} (expected ${open} and not ${hidden})`,
    },
    {usual: true, proves, unwritable: 'it looks for two names among others'},
  );
}

function namesIn(reply: WorldReply): readonly string[] {
  return column({...reply, body: reply.at('/data').value}, 'name').map(wordOf);
}

function by({token}: Held): Pick<CallRequest, 'auth'> {
  return {auth: {token}};
}
