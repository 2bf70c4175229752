// Milestones and releases as models: which lists hold a milestone, and which release is the latest.
import fc from 'fast-check';
import type {Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {replayable} from './common/replayable.ts';
import {column, isListOf, listTree, part, placeOf, spelled, wordOf, type Place} from './common/things.ts';

export const milestonesAreOpenOrClosed = property({
  id: 'milestones-are-open-or-closed',
  title: 'whatever is closed and opened, the open and the closed milestones together are all, and none is both',
  proves: ['MILESTONE-STATE'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'issues'],
  runs: 2,
  floor: 2,
  input: fc.tuple(fc.integer({min: 2, max: 3}), fc.array(fc.nat(2), {minLength: 2, maxLength: 4})),
  check: async (world, [count, toggles]) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const place = placeOf(repo);
    const ids: Reference[] = [];
    for (let number = 1; number <= count; number += 1) {
      const milestone = await world.arrange('milestone', {repo}, {called: `milestone ${String(number)}`});
      ids.push(part(milestone, 'id'));
    }
    const closed = new Set<number>();
    for (const toggle of toggles.map(pick => pick % count)) {
      const isClosed = !closed.has(toggle);
      world.count(isClosed ? 'close' : 'open');
      await world.prepare('issueEditMilestone', {
        params: {...place, id: ids[toggle] as Reference},
        body: {state: world.known(`dialect.values.milestone${isClosed ? 'Closed' : 'Open'}`)},
        say: `${isClosed ? 'close' : 'open'} milestone ${String(toggle + 1)}`,
      });
      if (isClosed) closed.add(toggle);
      else closed.delete(toggle);
      await expectLists(world, place, {ids, closed});
    }
  },
});

async function expectLists(
  world: PropertyWorld,
  place: Place,
  {ids, closed}: {readonly ids: readonly Reference[]; readonly closed: ReadonlySet<number>},
): Promise<void> {
  const calledBy = (id: Json): string => {
    const index = ids.findIndex(({value}) => value === id);
    return index === -1 ? `a milestone of id ${wordOf(id)}` : `milestone ${String(index + 1)}`;
  };
  const lists = [
    {state: 'Open', holds: (index: number) => !closed.has(index)},
    {state: 'Closed', holds: (index: number) => closed.has(index)},
    {state: 'All', holds: () => true},
  ];
  for (const {state, holds} of lists) {
    const reply = await world.call('issueGetMilestonesList', {
      as: 'bob',
      params: {...place, state: world.known(`dialect.values.milestone${state}`)},
      say: `bob lists ${listOf(state)}`,
    });
    world.expect(reply, {status: '2xx'});
    const wanted = ids.filter((_, index) => holds(index));
    const expected = wanted.map(({value}) => value);
    const actual = column(reply, 'id');
    world.law(
      isListOf(reply, 'id', expected),
      {
        path: '$[*].id',
        message: `${listOf(state)} are ${spelled(actual.map(calledBy))}; expected ${spelled(expected.map(calledBy))}`,
        expected,
        actual,
      },
      {written: {reply, tree: listTree('id', wanted)}},
    );
  }
}

function listOf(state: string): string {
  return state === 'All' ? 'all milestones' : `the ${state.toLowerCase()} milestones`;
}

/** The ends of the tags' names, so that a later tag has a smaller name. */
const names = 'zyxwvutsrqponmlkjihgfedcba'.split('');

interface Release {
  readonly tag: string;
  readonly id: Reference;
  readonly isDraft: boolean;
  isPrerelease: boolean;
}

interface Model {
  /** Oldest first; of one that was removed nothing is left. */
  readonly releases: Release[];
  made: number;
}

interface Real {
  readonly world: PropertyWorld;
  readonly place: Place;
}

type Command = fc.AsyncCommand<Model, Real>;

class Publish implements Command {
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;

  constructor(isDraft: boolean, isPrerelease: boolean) {
    this.isDraft = isDraft;
    this.isPrerelease = isPrerelease;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    model.made += 1;
    const tag = `stage-${names[model.made - 1] ?? String(model.made)}`;
    world.count(this.toString());
    // Commits, tags and releases are made in one order, so that every notion of "latest" by time agrees; the names go the other way.
    const date = new Date(Date.UTC(2010 + model.made)).toISOString();
    const commit = await world.prepare('repoCreateFile', {
      params: {...place, filepath: `${tag}.txt`},
      body: {content: 'b25lCg==', dates: {author: date, committer: date}},
      say: `make a commit for ${tag}`,
    });
    const reply = await world.prepare('repoCreateRelease', {
      params: place,
      body: {
        tag_name: tag,
        name: tag,
        target_commitish: commit.at('/commit/sha'),
        draft: this.isDraft,
        prerelease: this.isPrerelease,
      },
      say: `make ${this.toString()} ${tag}`,
    });
    model.releases.push({tag, id: reply.at('/id'), isDraft: this.isDraft, isPrerelease: this.isPrerelease});
    await expectLatest(model, real);
  }

  toString(): string {
    return `${this.isDraft ? 'draft ' : ''}${this.isPrerelease ? 'prerelease' : 'release'}`;
  }
}

class Retouch implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check({releases}: Readonly<Model>): boolean {
    return releases.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    const release = model.releases[this.pick % model.releases.length] as Release;
    const isPrerelease = !release.isPrerelease;
    world.count('edit');
    await world.prepare('repoEditRelease', {
      params: {...place, id: release.id},
      body: {prerelease: isPrerelease},
      say: `edit ${release.tag} to be ${isPrerelease ? 'a prerelease' : 'no prerelease'}`,
    });
    release.isPrerelease = isPrerelease;
    await expectLatest(model, real);
  }

  toString(): string {
    return `edit ${String(this.pick)}`;
  }
}

class Remove implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check({releases}: Readonly<Model>): boolean {
    return releases.length > 1;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    const [release] = model.releases.splice(this.pick % model.releases.length, 1);
    if (release === undefined) return;
    world.count('delete');
    await world.prepare('repoDeleteRelease', {
      params: {...place, id: release.id},
      say: `delete the release ${release.tag}`,
    });
    await expectLatest(model, real);
  }

  toString(): string {
    return `delete ${String(this.pick)}`;
  }
}

async function expectLatest({releases}: Model, {world, place}: Real): Promise<void> {
  const stable = releases.findLast(({isDraft, isPrerelease}) => !isDraft && !isPrerelease);
  const reply = await world.call('repoGetLatestRelease', {
    as: 'bob',
    params: place,
    say: 'bob asks for the latest release',
  });
  if (stable === undefined) world.expect(reply, {status: 404}, {usual: true});
  else world.expect(reply, {status: '2xx', body: {tag_name: stable.tag}});
}

const publish = fc
  .tuple(fc.boolean(), fc.boolean())
  .map(([isDraft, isPrerelease]) => new Publish(isDraft, isPrerelease));

export const latestReleaseFollowsTheModel = property({
  id: 'latest-release-follows-the-model',
  title: 'whatever is made, edited and deleted, the latest release is the newest that is neither draft nor prerelease',
  proves: ['RELEASE-LATEST'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.commands([publish, fc.nat(5).map(pick => new Retouch(pick)), fc.nat(5).map(pick => new Remove(pick))], {
      maxCommands: 5,
      size: 'max',
      ...replay,
    }),
  ),
  check: async (world, commands) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const model: Model = {releases: [], made: 0};
    const real: Real = {world, place: placeOf(repo)};
    await fc.asyncModelRun(() => ({model, real}), commands);
    // Whatever came before, two stable ones are there in the end, and then one of each kind that does not count.
    const kinds = [
      [false, false],
      [false, false],
      [false, true],
      [true, false],
    ] as const;
    for (const [isDraft, isPrerelease] of kinds) await new Publish(isDraft, isPrerelease).run(model, real);
  },
});
