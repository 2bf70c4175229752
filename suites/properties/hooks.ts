// Webhooks of a user, an organization and a repository as a model: each hears what happens at home while it stands, and nothing else.
import fc from 'fast-check';
import {property, type PropertyWorld} from '../../runner/model/property.ts';
import {
  anywhere,
  Edit,
  expectHeard,
  homeNames,
  levels,
  Make,
  numberOf,
  Open,
  Remove,
  type Home,
  type Hook,
  type Level,
  type Model,
  type Real,
} from './common/hook-deeds.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {replayable, type Replay} from './common/replayable.ts';
import {part, placeOf, signedIn, type Place, type Things} from './common/things.ts';

async function expectSilence({unheard, alive}: Model, {world, levels: all}: Real, level: Level): Promise<void> {
  for (const title of alive.has(level) ? unheard[level] : [])
    await world.deliveries(level, {
      where: {at: {[anywhere]: {$contains: title}}},
      usual: {count: 0},
      say: `the hook of ${all[level].name} hears nothing of issue ${numberOf(title)}`,
    });
}

/** How long is listened on when all has come that must: for what should not have. */
const settleMs = 250;

/** Where issues are opened at the end, and whose hooks are asked about. */
interface Finale {
  readonly homes: readonly Home[];
  readonly levels: readonly Level[];
  /** What becomes of a hook of these levels, in turn, while issues are opened. */
  readonly trials: readonly Trial[];
}

const trials = ['inactive', 'asks for something else', 'removed'] as const;

type Trial = (typeof trials)[number];

// No run leaves out what keeps a hook from hearing: one of each, while issues are opened at home.
async function tryEach(model: Model, real: Real, {levels: tried, trials: each}: Finale): Promise<void> {
  for (const [index, trial] of each.entries()) {
    const level = tried[index % tried.length] ?? 'user';
    if (!model.hooks.has(level)) await new Make(level).run(model, real);
    if (trial === 'removed') await new Remove(level).run(model, real);
    else if (model.hooks.get(level)?.state !== trial) await new Edit(level, trial).run(model, real);
  }
  if (each.length === 0) return;
  for (const home of ['the user’s repository', 'the organization’s repository'] as const)
    await new Open(home).run(model, real);
}

// At the end each hook listens again and hears of one more issue: only then the silence before shows anything.
async function expectAll(model: Model, real: Real, finale: Finale): Promise<void> {
  await tryEach(model, real, finale);
  for (const level of finale.levels) {
    if (!model.hooks.has(level)) await new Make(level).run(model, real);
    if (model.hooks.get(level)?.state !== 'listening') await new Edit(level, 'listening').run(model, real);
  }
  for (const home of finale.homes) await new Open(home).run(model, real);
  for (const level of finale.levels) await expectHeard(model, real, level, settleMs);
  for (const level of finale.levels) await expectSilence(model, real, level);
}

const commands = (replay: Replay) =>
  fc.commands(
    [
      fc.constantFrom(...homeNames).map(home => new Open(home)),
      fc.constantFrom(...homeNames).map(home => new Open(home)),
      fc.constantFrom(...levels).map(level => new Make(level)),
      fc
        .tuple(
          fc.constantFrom(...levels),
          fc.constantFrom<Hook['state']>('listening', 'inactive', 'asks for something else'),
        )
        .map(([level, to]) => new Edit(level, to)),
      fc.constantFrom(...levels).map(level => new Remove(level)),
    ],
    {maxCommands: 8, size: 'max', ...replay},
  );

export const hooksHearWhatIsTheirs = property({
  id: 'hooks-hear-what-is-theirs',
  title:
    'however hooks are made, edited and removed, those of a user and of an organization hear what happens at home, and nothing else',
  proves: ['HOOK-USER', 'HOOK-ORG', 'EVENT-HOOK-SCOPES'],
  area: 'hosting',
  needs: ['webhooks', 'organizations', 'repositories', 'issues', 'users', 'basic-authentication'],
  listen: levels,
  runs: 1,
  floor: 1,
  ...replayable(replay =>
    fc.tuple(
      commands(replay),
      fc.record({homes: inAnyOrder(homeNames), levels: inAnyOrder(levels), trials: inAnyOrder(trials)}),
    ),
  ),
  check: async (world, [drawn, finale]) => {
    const user = await world.arrange('user');
    const org = await world.arrange('organization');
    const repos = await Promise.all([newRepository(world, user, 'one'), newRepository(world, user, 'two')]);
    const [own, other] = repos;
    const places = {
      'the user’s repository': own,
      'another repository of the user': other,
      'the organization’s repository': placeOf(await world.arrange('organization-repository', {org, auto_init: false})),
      'a repository of somebody else': placeOf(await world.arrange('repository', {auto_init: false})),
    };
    const by = signedIn(user);
    const real: Real = {
      world,
      places,
      levels: {
        user: {name: 'the user', operation: 'userHook', by, params: {}},
        organization: {name: 'the organization', operation: 'orgHook', by: {}, params: {org: part(org, 'name')}},
        repository: {name: 'the repository', operation: 'repoHook', by, params: own},
      },
    };
    const model: Model = {
      hooks: new Map(),
      heard: {user: [], organization: [], repository: []},
      unheard: {user: [], organization: [], repository: []},
      alive: new Set(),
      opened: 0,
    };
    for (const level of finale.levels) await new Make(level).run(model, real);
    await fc.asyncModelRun(() => ({model, real}), drawn);
    await expectAll(model, real, finale);
  },
});

async function newRepository(world: PropertyWorld, user: Things, name: string): Promise<Place> {
  const reply = await world.prepare('createCurrentUserRepo', {
    ...signedIn(user),
    body: {name, auto_init: false},
    say: `the user makes the repository ${name}`,
  });
  return {owner: part(user, 'login'), repo: reply.at('/name')};
}
