// Labels on an issue, as a model: whatever is created, added, replaced and removed, each exclusive scope holds one label at most.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {inAnyOrderOrNone} from './common/in-any-order.ts';
import {replayable, type Replay} from './common/replayable.ts';
import {column, isSuccess, part, placeOf, wordOf} from './common/things.ts';

// Names clash often on purpose: one scope at several depths, deep scopes that begin or end alike, another letter case, and signs that mean something to a database.
const names = ['a/x', 'a/y', 'a/z', 'a/b/x', 'a/b/c/x', 'a/b/c/y', 'a/b/d/x', 'A/x', 'A/y', 'a_/x', 'ab/x', 'plain'];

interface ModelLabel {
  readonly name: string;
  readonly isExclusive: boolean;
  readonly id: Reference;
}

interface Model {
  readonly labels: ModelLabel[];
  /** Per issue, the indexes of the labels that are certainly on it. */
  readonly issues: Set<number>[];
}

interface Real {
  readonly world: PropertyWorld;
  readonly owner: Reference;
  readonly repo: Reference;
  readonly numbers: Reference[];
  /** How the story calls what the labels are on. */
  readonly called: string;
}

// "The scope is the part before the last `/`".
function scopeOf({name}: ModelLabel): string | undefined {
  const slash = name.lastIndexOf('/');
  return slash === -1 ? undefined : name.slice(0, slash);
}

// Between an exclusive label and one that only shares its prefix the record claims nothing.
function isUnclaimed(one: ModelLabel, other: ModelLabel): boolean {
  return one.isExclusive !== other.isExclusive && scopeOf(one) !== undefined && scopeOf(one) === scopeOf(other);
}

function drivesOut(newcomer: ModelLabel, old: ModelLabel): boolean {
  return (
    newcomer.isExclusive && old.isExclusive && scopeOf(newcomer) !== undefined && scopeOf(newcomer) === scopeOf(old)
  );
}

function clashes(labels: readonly ModelLabel[]): boolean {
  return labels.some((one, index) => labels.slice(index + 1).some(other => drivesOut(one, other)));
}

type Command = fc.AsyncCommand<Model, Real>;

class CreateLabel implements Command {
  readonly name: string;
  readonly isExclusive: boolean;

  constructor(name: string, isExclusive: boolean) {
    this.name = name;
    this.isExclusive = isExclusive;
  }

  check(model: Readonly<Model>): boolean {
    return model.labels.every(({name}) => name !== this.name);
  }

  async run(model: Model, {world, owner, repo}: Real): Promise<void> {
    world.count('create label');
    const reply = await world.call('issueCreateLabel', {
      params: {owner, repo},
      body: {name: this.name, color: '00aabb', exclusive: this.isExclusive},
      say: `create label ${this.toString()}`,
    });
    world.expect(reply, {proves: 'LABEL-OPTION', status: '2xx'});
    model.labels.push({name: this.name, isExclusive: this.isExclusive, id: reply.at('/id')});
  }

  toString(): string {
    return `${this.name}${this.isExclusive ? ' exclusive' : ''}`;
  }
}

/** The ways to set labels; an edit is one of pull requests alone. */
const operations = {add: 'issueAddLabel', replace: 'issueReplaceLabels', edit: 'repoEditPullRequest'} as const;

class SetLabels implements Command {
  readonly how: keyof typeof operations;
  readonly picks: readonly number[];

  constructor(how: keyof typeof operations, picks: readonly number[]) {
    this.how = how;
    this.picks = picks;
  }

  check(model: Readonly<Model>): boolean {
    return model.labels.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, owner, repo, numbers, called} = real;
    world.count(`${this.how} labels`);
    const indexes = [...new Set(this.picks.map(pick => pick % model.labels.length))];
    const newcomers = indexes.map(index => model.labels[index] as ModelLabel);
    const reply = await world.call(operations[this.how], {
      params: {owner, repo, index: numbers[0] as Reference},
      body: {labels: newcomers.map(({id}) => id)},
      say: saidOf(this.how, newcomers, called),
    });
    world.expect(reply, {proves: 'LABEL-REPLACE', status: '2xx'});
    const issue = model.issues[0] as Set<number>;
    const isWinnerStated = !clashes(newcomers);
    if (this.how !== 'add') issue.clear();
    for (const index of issue) {
      const old = model.labels[index] as ModelLabel;
      if (newcomers.some(newcomer => newcomer !== old && (drivesOut(newcomer, old) || isUnclaimed(newcomer, old))))
        issue.delete(index);
    }
    if (isWinnerStated) for (const index of indexes) issue.add(index);
    const others = [...model.labels.keys()].filter(index => !indexes.includes(index));
    await readBack(model, real, this.how === 'add' ? [] : others);
  }

  toString(): string {
    return `${this.how}(${this.picks.join(',')})`;
  }
}

function saidOf(how: SetLabels['how'], labels: readonly ModelLabel[], called: string): string {
  const names = labels.map(({name}) => name).join(' and ');
  if (how === 'add') return `add ${names} to ${called}${labels.length > 1 ? ' in one request' : ''}`;
  return how === 'replace' ? `replace the labels of ${called} by ${names}` : `edit ${called} to have ${names}`;
}

// What is set as an issue is opened obeys the same rule; which of two that clash stays is the server's to choose.
class OpenIssue implements Command {
  readonly picks: readonly number[];

  constructor(picks: readonly number[]) {
    this.picks = picks;
  }

  check(model: Readonly<Model>): boolean {
    return model.labels.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, owner, repo, numbers} = real;
    const indexes = [...new Set(this.picks.map(pick => pick % model.labels.length))];
    const labels = indexes.map(index => model.labels[index] as ModelLabel);
    world.count('open an issue with labels');
    const reply = await world.call('issueCreateIssue', {
      params: {owner, repo},
      body: {title: 'labels', labels: labels.map(({id}) => id)},
      say: `open another issue 1 with ${labels.map(({name}) => name).join(' and ')}`,
    });
    const isClash = clashes(labels);
    // Two that clash may be refused too: then neither is set.
    world.expect(reply, {proves: 'LABEL-REPLACE', status: '2xx'}, {usual: isClash});
    if (!isSuccess(reply)) return;
    numbers[0] = reply.at('/number');
    const issue = model.issues[0] as Set<number>;
    issue.clear();
    if (!isClash) for (const index of indexes) issue.add(index);
    await readBack(model, real, []);
    // What the server kept of two that clash is read by the next command: from here on the issue starts without them.
    if (isClash) await new SetLabels('replace', [indexes[0] as number]).run(model, real);
  }

  toString(): string {
    return `open(${this.picks.join(',')})`;
  }
}

class RemoveLabel implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check(model: Readonly<Model>): boolean {
    return (model.issues[0]?.size ?? 0) > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, owner, repo, numbers, called} = real;
    world.count('remove label');
    const issue = model.issues[0] as Set<number>;
    const index = [...issue][this.pick % issue.size] as number;
    const label = model.labels[index] as ModelLabel;
    const reply = await world.call('issueRemoveLabel', {
      params: {owner, repo, index: numbers[0] as Reference, id: label.id},
      say: `remove ${label.name} from ${called}`,
    });
    world.expect(reply, {proves: 'LABEL-REPLACE', status: '2xx'});
    issue.delete(index);
    await readBack(model, real, [index]);
  }

  toString(): string {
    return `remove(${String(this.pick)})`;
  }
}

// Read back by another actor: no scope holds two exclusive labels, what must be there is there, and what was replaced or removed, by its index, is gone.
async function readBack(
  model: Model,
  {world, owner, repo, numbers, called}: Real,
  gone: readonly number[],
): Promise<void> {
  const reply = await world.call('issueGetLabels', {
    as: 'bob',
    params: {owner, repo, index: numbers[0] as Reference},
    say: `bob reads the labels of ${called}`,
  });
  world.expect(reply, {proves: 'LABEL-REPLACE', status: '2xx'});
  const present = column(reply, 'name').map(wordOf);
  const known = model.labels.filter(({name}) => present.includes(name));
  for (const scope of new Set(known.filter(({isExclusive}) => isExclusive).map(scopeOf))) {
    const holders = known
      .filter(label => label.isExclusive && scope !== undefined && scopeOf(label) === scope)
      .map(({name}) => name);
    // A label without a scope clashes with none.
    if (holders.length === 0) continue;
    const either = `$[?${holders.map(isNamed).join(' || ')}]`;
    world.law(
      present.filter(name => holders.includes(name)).length === 1,
      {
        path: '$[*].name',
        message: `${called} has ${holders.join(' and ')}; expected one of them at most, because all are exclusive labels of scope ${String(scope)}`,
        actual: present,
      },
      {proves: 'LABEL-EXCLUSIVE', written: {reply, tree: {at: {[either]: {$length: 1}}}}},
    );
  }
  const expected = [...(model.issues[0] as Set<number>)].map(index => (model.labels[index] as ModelLabel).name);
  const missing = expected.filter(name => !present.includes(name));
  const each = Object.fromEntries(missing.map(name => [`$[?${isNamed(name)}]`, {$length: 1}]));
  world.law(
    missing.length === 0,
    {
      path: '$[*].name',
      message: `${called} lacks ${missing.join(' and ')}: it has ${present.toSorted().join(' and ') || 'no label'}; expected ${expected.toSorted().join(' and ')}`,
      expected,
      actual: present,
    },
    {proves: 'LABEL-SCOPE', written: {reply, tree: {at: each}}},
  );
  const left = gone.map(index => (model.labels[index] as ModelLabel).name).filter(name => present.includes(name));
  world.law(
    left.length === 0,
    {
      path: '$[*].name',
      message: `${called} still has ${left.join(' and ')}, which was replaced or removed: it has ${present.toSorted().join(' and ')}`,
      actual: present,
    },
    {
      usual: true,
      proves: 'LABEL-REPLACE',
      written: {reply, tree: {at: Object.fromEntries(left.map(name => [`$[?${isNamed(name)}]`, {$length: 0}]))}},
    },
  );
}

function isNamed(name: string): string {
  return `@.name == ${JSON.stringify(name)}`;
}

// Most labels are exclusive: only between those does the record say anything that can clash.
const newLabel = fc
  .tuple(fc.constantFrom(...names), fc.integer({min: 1, max: 5}))
  .map(([name, luck]) => new CreateLabel(name, luck > 1));

const someLabels = fc.uniqueArray(newLabel, {minLength: 4, maxLength: 8, size: 'max', selector: ({name}) => name});

const commands = (replay: Replay, more: readonly fc.Arbitrary<Command>[] = []) =>
  fc.commands(
    [
      ...more,
      fc.nat(6).map(pick => new SetLabels('add', [pick])),
      fc.nat(6).map(pick => new SetLabels('add', [pick])),
      fc.array(fc.nat(6), {minLength: 2, maxLength: 3}).map(picks => new SetLabels('add', picks)),
      fc.array(fc.nat(6), {minLength: 1, maxLength: 4, size: 'max'}).map(picks => new SetLabels('replace', picks)),
      fc.nat(6).map(pick => new RemoveLabel(pick)),
      newLabel,
    ],
    {maxCommands: 16, size: 'max', ...replay},
  );

export const exclusiveLabelsFollowTheModel = property({
  id: 'exclusive-labels-follow-the-model',
  title:
    'whatever is added, replaced and removed, an issue holds one exclusive label per scope and keeps its other labels',
  proves: ['LABEL-OPTION', 'LABEL-EXCLUSIVE', 'LABEL-SCOPE', 'LABEL-REPLACE'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['labels', 'issues', 'repositories'],
  runs: 25,
  floor: 15,
  // Commands shrink first: with fewer labels they mean something else, and fast-check knows only of the commands that ran first which of them ran.
  ...replayable(replay =>
    fc.tuple(
      commands(replay, [fc.array(fc.nat(6), {minLength: 1, maxLength: 3}).map(picks => new OpenIssue(picks))]),
      someLabels,
    ),
  ),
  check: async (world, [drawn, labels]) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const place = placeOf(repo);
    const created = await world.prepare('issueCreateIssue', {
      params: place,
      body: {title: 'labels'},
      say: 'open issue 1',
    });
    const model: Model = {labels: [], issues: [new Set()]};
    const real: Real = {world, ...place, numbers: [created.at('/number')], called: 'issue 1'};
    for (const label of labels) await label.run(model, real);
    await fc.asyncModelRun(() => ({model, real}), drawn);
  },
});

const edits = fc.array(fc.nat(6), {minLength: 1, maxLength: 4, size: 'max'}).map(picks => new SetLabels('edit', picks));

/** Two of one scope, one of another, and one without, so that no run is without a clash. */
const certain = [
  new CreateLabel('a/x', true),
  new CreateLabel('a/y', true),
  new CreateLabel('a/b/x', true),
  new CreateLabel('plain', false),
];

/** Each way once, with two labels of one scope each time, and in the last one none. */
const everyWay = [
  new SetLabels('edit', [0, 1, 2]),
  new SetLabels('edit', [1, 3]),
  new SetLabels('replace', [0, 1, 3]),
  new SetLabels('edit', [0]),
  new SetLabels('add', [1]),
  new SetLabels('edit', []),
] as const;

export const exclusiveLabelsOfPullsFollowTheModel = property({
  id: 'exclusive-labels-of-pulls-follow-the-model',
  title:
    'whatever is added, replaced, removed and set by an edit, a pull request holds one exclusive label per scope and keeps its other labels',
  proves: ['LABEL-OPTION', 'LABEL-EXCLUSIVE', 'LABEL-SCOPE', 'LABEL-REPLACE'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['labels', 'issues', 'repositories'],
  runs: 2,
  floor: 1,
  ...replayable(replay => fc.tuple(commands(replay, [edits, edits]), inAnyOrderOrNone(everyWay), someLabels)),
  check: async (world, [drawn, finale, labels]) => {
    const repo = await world.arrange('repository');
    const pull = await world.arrange('pull-request', {repo}, {called: 'pull request 1'});
    const model: Model = {labels: [], issues: [new Set()]};
    const real: Real = {world, ...placeOf(repo), numbers: [part(pull, 'number')], called: 'pull request 1'};
    for (const label of [...certain, ...labels]) if (label.check(model)) await label.run(model, real);
    await fc.asyncModelRun(() => ({model, real}), drawn);
    for (const command of finale) await command.run(model, real);
  },
});
