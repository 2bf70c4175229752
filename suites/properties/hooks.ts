// Webhooks of a user, an organization and a repository as a model: each hears what happens at home while it stands, and nothing else.
// Users and organizations have a law each, because some servers have no hooks of users.
import fc from 'fast-check';
import {property, type AnyProperty, type PropertyDefinition, type PropertyWorld} from '../../model/property.ts';
import {
  anywhere,
  Edit,
  expectHeard,
  Make,
  numberOf,
  Open,
  Remove,
  type Home,
  type Hook,
  type Level,
  type LevelOf,
  type Model,
  type Real,
} from './common/hook-deeds.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {replayable, type Replay} from './common/replayable.ts';
import {part, placeOf, signedIn, type Place, type Things} from './common/things.ts';

export * from './common/hook-kinds.ts';

async function expectSilence({unheard, alive}: Model, {world, levels}: Real, level: Level): Promise<void> {
  for (const title of alive.has(level) ? (unheard.get(level) ?? []) : [])
    await world.deliveries(level, {
      where: {at: {[anywhere]: {$contains: title}}},
      usual: {count: 0},
      say: `check that ${levels.get(level)?.hook ?? ''} delivered nothing of issue ${numberOf(title)}`,
    });
}

const ownOfUser = 'repository 1 of the user';
const otherOfUser = 'repository 2 of the user';
const ofOrganization = 'repository 1 of the organization';
const otherOfOrganization = 'repository 2 of the organization';
const ofSomebody = 'a repository of alice’s own';

/** How long is listened on when all has come that must: for what should not have. */
const settleMs = 250;

/** Where issues are opened at the end, and whose hooks are asked about. */
interface Finale {
  readonly homes: readonly string[];
  readonly levels: readonly Level[];
  /** What becomes of a hook of these levels, in turn, while issues are opened. */
  readonly trials: readonly Trial[];
}

const trials = ['inactive', 'asks for something else', 'removed'] as const;

type Trial = (typeof trials)[number];

// No run leaves out what keeps a hook from hearing: one of each, and then an issue is opened at home.
async function tryEach(model: Model, real: Real, {levels: tried, trials: each}: Finale): Promise<void> {
  for (const [index, trial] of each.entries()) {
    const level = tried[index % tried.length] ?? 'repository';
    if (!model.hooks.has(level)) await new Make(level).run(model, real);
    if (trial === 'removed') await new Remove(level).run(model, real);
    else if (model.hooks.get(level)?.state !== trial) await new Edit(level, trial).run(model, real);
    for (const [home, {hears}] of real.homes) if (hears.includes(level)) await new Open(home).run(model, real);
  }
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

/** What is different for users and for organizations. */
interface Side {
  readonly levels: readonly Level[];
  readonly homes: readonly string[];
  /** Makes those who have hooks, and where issues are opened; `later` makes one more place for them when the first hooks stand. */
  readonly begin: (world: PropertyWorld) => Promise<Pick<Real, 'homes' | 'levels'> & {readonly later?: Later}>;
}

type Later = () => Promise<readonly [name: string, home: Home]>;

const commands = ({levels, homes}: Side, replay: Replay) =>
  fc.commands(
    [
      fc.constantFrom(...homes).map(home => new Open(home)),
      fc.constantFrom(...homes).map(home => new Open(home)),
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

function hooksLaw(said: Pick<PropertyDefinition, 'id' | 'title' | 'proves' | 'needs'>, side: Side): AnyProperty {
  const {levels, homes, begin} = side;
  return property({
    ...said,
    area: 'hosting',
    contexts: 'it makes repositories of several owners itself, whose hooks hear of them or not',
    listen: levels,
    runs: 1,
    floor: 1,
    ...replayable(replay =>
      fc.tuple(
        commands(side, replay),
        fc.record({homes: inAnyOrder(homes), levels: inAnyOrder(levels), trials: inAnyOrder(trials)}),
      ),
    ),
    check: async (world, [drawn, finale]) => {
      const {homes: first, levels: named, later} = await begin(world);
      const model: Model = {
        hooks: new Map(),
        heard: new Map(levels.map(level => [level, []])),
        unheard: new Map(levels.map(level => [level, []])),
        alive: new Set(),
        opened: 0,
      };
      for (const level of finale.levels) await new Make(level).run(model, {world, homes: first, levels: named});
      const added = await later?.();
      const real: Real = {world, homes: new Map([...first, ...(added === undefined ? [] : [added])]), levels: named};
      if (added !== undefined) for (const hook of model.hooks.values()) hook.newer.add(added[0]);
      // While no hook was edited, that it hears is stated.
      for (const [home, {hears}] of real.homes) if (hears.length > 0) await new Open(home).run(model, real);
      await fc.asyncModelRun(() => ({model, real}), drawn);
      await expectAll(model, real, finale);
    },
  });
}

export const hooksHearWhatIsTheirs = hooksLaw(
  {
    id: 'hooks-hear-what-is-theirs',
    title:
      'however hooks are made, edited and removed, that of a user hears what happens in the user’s own repositories, and nothing else',
    proves: ['HOOK-USER', 'EVENT-HOOK-SCOPES'],
    needs: ['webhooks', 'organizations', 'repositories', 'issues', 'users', 'basic-authentication'],
  },
  {
    levels: ['user', 'repository'],
    homes: [ownOfUser, otherOfUser, ofOrganization, ofSomebody],
    begin: async world => {
      const user = await world.arrange('user');
      const org = await world.arrange('organization');
      const [own, other] = [
        await newRepository(world, user, {name: 'one', called: ownOfUser}),
        await newRepository(world, user, {name: 'two', called: otherOfUser}),
      ];
      const by = signedIn(user);
      return {
        homes: new Map<string, Home>([
          [ownOfUser, {place: own, hears: ['user', 'repository']}],
          [otherOfUser, {place: other, hears: ['user']}],
          [ofOrganization, {place: await organizationRepository(world, org, ofOrganization), hears: []}],
          [ofSomebody, {place: await somebodysRepository(world), hears: []}],
        ]),
        levels: new Map<Level, LevelOf>([
          ['user', {hook: 'the hook of the user', actor: 'the user', operation: 'userHook', by, params: {}}],
          ['repository', {hook: `the hook of ${ownOfUser}`, actor: 'the user', operation: 'repoHook', by, params: own}],
        ]),
      };
    },
  },
);

export const organizationHooksHearWhatIsTheirs = hooksLaw(
  {
    id: 'organization-hooks-hear-what-is-theirs',
    title:
      'however hooks are made, edited and removed, that of an organization hears what happens in its repositories, and nothing else',
    proves: ['HOOK-ORG', 'EVENT-HOOK-SCOPES'],
    needs: ['webhooks', 'organizations', 'repositories', 'issues'],
  },
  {
    levels: ['organization', 'repository'],
    homes: [ofOrganization, otherOfOrganization, ofSomebody],
    begin: async world => {
      const org = await world.arrange('organization');
      const own = await organizationRepository(world, org, ofOrganization);
      return {
        homes: new Map<string, Home>([
          [ofOrganization, {place: own, hears: ['organization', 'repository']}],
          [ofSomebody, {place: await somebodysRepository(world), hears: []}],
        ]),
        later: async () => [
          otherOfOrganization,
          {place: await organizationRepository(world, org, otherOfOrganization), hears: ['organization']},
        ],
        levels: new Map<Level, LevelOf>([
          [
            'organization',
            {
              hook: 'the hook of the organization',
              actor: 'alice',
              operation: 'orgHook',
              by: {},
              params: {org: part(org, 'name')},
            },
          ],
          [
            'repository',
            {hook: `the hook of ${ofOrganization}`, actor: 'alice', operation: 'repoHook', by: {}, params: own},
          ],
        ]),
      };
    },
  },
);

async function organizationRepository(world: PropertyWorld, org: Things, called: string): Promise<Place> {
  return placeOf(await world.arrange('organization-repository', {org, auto_init: false}, {called}));
}

async function somebodysRepository(world: PropertyWorld): Promise<Place> {
  return placeOf(await world.arrange('repository', {auto_init: false}, {called: ofSomebody}));
}

async function newRepository(
  world: PropertyWorld,
  user: Things,
  {name, called}: {readonly name: string; readonly called: string},
): Promise<Place> {
  const reply = await world.prepare('createCurrentUserRepo', {
    ...signedIn(user),
    body: {name, auto_init: false},
    say: `the user makes ${called}`,
  });
  return {owner: part(user, 'login'), repo: reply.at('/name')};
}
