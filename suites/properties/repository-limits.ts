// The limit of repositories that an owner may have, as a model: creating, deleting and forking up to it and beyond.
import fc from 'fast-check';
import {property, type PropertyWorld} from '../../model/property.ts';
import {replayable} from './common/replayable.ts';
import {column, isListOf, listTree, part, placeOf, signedIn, spelled, type Things} from './common/things.ts';

interface Model {
  readonly limit: number;
  readonly owned: string[];
  created: number;
}

interface Real {
  readonly world: PropertyWorld;
  readonly user: Things;
  readonly sources: readonly Things[];
}

type Command = fc.AsyncCommand<Model, Real>;

class Create implements Command {
  readonly isPrivate: boolean;

  constructor(isPrivate: boolean) {
    this.isPrivate = isPrivate;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, user} = real;
    const isFull = model.owned.length >= model.limit;
    model.created += 1;
    const name = `repository-${String(model.created)}`;
    world.count(isFull ? 'create beyond the limit' : 'create');
    const reply = await world.call('createCurrentUserRepo', {
      ...signedIn(user),
      body: {name, private: this.isPrivate},
      say: `the user, who owns ${String(model.owned.length)} of ${String(model.limit)}, creates ${this.isPrivate ? 'the private ' : ''}${name}`,
    });
    world.expect(reply, {proves: 'LIMIT-CREATE', status: isFull ? {$gte: 400} : '2xx'});
    if (!isFull) model.owned.push(name);
    await expectOwned(model, real);
  }

  toString(): string {
    return this.isPrivate ? 'create a private one' : 'create';
  }
}

class Delete implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check({owned}: Readonly<Model>): boolean {
    return owned.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, user} = real;
    const [name] = model.owned.splice(this.pick % model.owned.length, 1);
    world.count('delete');
    await world.prepare('repoDelete', {
      ...signedIn(user),
      params: {owner: part(user, 'login'), repo: name ?? ''},
      say: `the user deletes ${String(name)}`,
    });
    await expectOwned(model, real);
  }

  toString(): string {
    return `delete ${String(this.pick)}`;
  }
}

/** What is archived is there still, and counts. */
class Archive implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check({owned}: Readonly<Model>): boolean {
    return owned.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, user} = real;
    const name = model.owned[this.pick % model.owned.length] ?? '';
    world.count('archive');
    await world.prepare('repoEdit', {
      ...signedIn(user),
      params: {owner: part(user, 'login'), repo: name},
      body: {archived: true},
      say: `the user archives ${name}`,
    });
    await expectOwned(model, real);
  }

  toString(): string {
    return `archive ${String(this.pick)}`;
  }
}

// "the option's default is to allow": a fork is never one too many, and counts all the same.
class Fork implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check({owned}: Readonly<Model>): boolean {
    return !owned.includes(nameOfFork(this.pick));
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, user, sources} = real;
    const name = nameOfFork(this.pick);
    world.count(model.owned.length >= model.limit ? 'fork beyond the limit' : 'fork');
    const reply = await world.call('createFork', {
      ...signedIn(user),
      params: placeOf(sources[this.pick] ?? {}),
      body: {name},
      say: `the user, who owns ${String(model.owned.length)} of ${String(model.limit)}, forks repository ${String(this.pick + 1)} of alice as ${name}`,
    });
    world.expect(reply, {proves: 'LIMIT-FORK-OPEN', status: '2xx'});
    model.owned.push(name);
    await expectOwned(model, real);
  }

  toString(): string {
    return nameOfFork(this.pick);
  }
}

/** A copy of a template counts as what is created otherwise: known servers refuse it in some way or other. */
class Generate implements Command {
  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, user, sources} = real;
    if (!world.offers('generateRepo')) return;
    const isFull = model.owned.length >= model.limit;
    model.created += 1;
    const name = `copy-${String(model.created)}`;
    world.count(isFull ? 'copy a template beyond the limit' : 'copy a template');
    const {owner, repo} = placeOf(sources[0] ?? {});
    const reply = await world.call('generateRepo', {
      ...signedIn(user),
      params: {template_owner: owner, template_repo: repo},
      body: {owner: part(user, 'login'), name, git_content: true},
      say: `the user, who owns ${String(model.owned.length)} of ${String(model.limit)}, makes ${name} from the template of alice`,
    });
    world.expect(reply, {proves: 'LIMIT-CREATE', status: isFull ? {$gte: 400} : '2xx'}, {usual: true});
    if (!isFull) model.owned.push(name);
    await expectOwned(model, real);
  }

  toString(): string {
    return 'copy a template';
  }
}

function nameOfFork(pick: number): string {
  return `fork-${String(pick + 1)}`;
}

async function expectOwned({owned}: Model, {world, user}: Real): Promise<void> {
  const reply = await world.call('userListRepos', {
    ...signedIn(user),
    params: {username: part(user, 'login'), limit: 50},
    until: list => column(list, 'name').length === owned.length,
    say: 'the user lists the repositories',
  });
  world.expect(reply, {proves: 'LIMIT-CREATE', status: '2xx'});
  const actual = column(reply, 'name');
  world.law(
    isListOf(reply, 'name', owned),
    {
      path: '$[*].name',
      message: `the user owns ${spelled(actual)} (expected ${spelled(owned)})`,
      expected: owned,
      actual,
    },
    {proves: 'LIMIT-CREATE', written: {reply, tree: listTree('name', owned)}},
  );
}

export const limitsFollowTheModel = property({
  id: 'limits-follow-the-model',
  title:
    'an owner has as many repositories as the limit says, private ones too, one more after deleting one, and forks count but are not refused',
  proves: ['LIMIT-CREATE', 'LIMIT-FORK-OPEN'],
  area: 'hosting',
  contexts: 'it counts repositories of an account of its own',
  needs: ['users', 'repositories'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.tuple(
      fc.commands(
        [
          fc.boolean().map(isPrivate => new Create(isPrivate)),
          fc.nat(3).map(pick => new Delete(pick)),
          fc.nat(1).map(pick => new Fork(pick)),
          fc.nat(3).map(pick => new Archive(pick)),
          fc.constant(new Generate()),
        ],
        {
          maxCommands: 6,
          size: 'max',
          ...replay,
        },
      ),
      fc.integer({min: 1, max: 2}),
    ),
  ),
  check: async (world, [commands, limit]) => {
    const user = await world.arrange('limited-user', {repositories: limit}, {called: 'a user with a limit'});
    const sources: Things[] = [];
    for (const pick of [1, 2])
      sources.push(await world.arrange('repository', {}, {called: `repository ${String(pick)} of alice`}));
    await world.prepare('repoEdit', {
      params: placeOf(sources[0] ?? {}),
      body: {template: true},
      say: 'alice makes a template of the first one',
    });
    const real: Real = {world, user, sources};
    const model: Model = {limit, owned: [], created: 0};
    await fc.asyncModelRun(() => ({model, real}), commands);
    for (let more = model.owned.length; more <= limit; more += 1) await new Create(more < limit).run(model, real);
    await new Archive(0).run(model, real);
    await new Create(false).run(model, real);
    await new Generate().run(model, real);
    await new Delete(0).run(model, real);
    await new Generate().run(model, real);
    await new Create(true).run(model, real);
    for (const fork of [new Fork(0), new Fork(1)]) if (fork.check(model)) await fork.run(model, real);
  },
});
