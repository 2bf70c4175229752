// Branch protections as a model: what was made, edited and removed is what is read and listed, each setting for itself.
import fc from 'fast-check';
import {isJsonObject, type Json} from '../../model/json.ts';
import {property, type PropertyWorld} from '../../model/property.ts';
import {replayable} from './common/replayable.ts';
import {
  entriesOf,
  isSameBag,
  lackingIn,
  part,
  placeOf,
  spelled,
  wordOf,
  type Place,
  type Things,
} from './common/things.ts';

const flags = ['block_on_rejected_reviews', 'dismiss_stale_approvals', 'require_signed_commits'] as const;

type Settings = Readonly<Record<(typeof flags)[number], boolean>>;

interface Rule {
  readonly name: string;
  settings: Settings;
  readonly team: number | undefined;
}

interface Model {
  readonly rules: Rule[];
}

interface Real {
  readonly world: PropertyWorld;
  readonly place: Place;
  readonly teams: readonly Things[];
}

type Command = fc.AsyncCommand<Model, Real>;

class Create implements Command {
  readonly rule: Rule;

  constructor(rule: Rule) {
    this.rule = rule;
  }

  check({rules}: Readonly<Model>): boolean {
    return rules.every(({name}) => name !== this.rule.name);
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    const {name, settings, team} = this.rule;
    world.count('create');
    const reply = await world.call('repoCreateBranchProtection', {
      params: place,
      body: {rule_name: name, ...settings, ...teamsOf(this.rule, real)},
      say: `alice protects ${name} with ${told(settings)} and ${toldTeam(team)}`,
    });
    // "Branch protection creation succeeds | HTTP status "created""
    world.expect(reply, {proves: 'BRANCH-CRUD', status: '2xx'});
    world.expect(reply, {proves: 'ERR-BRANCH-201', status: 201});
    model.rules.push({...this.rule});
    await expectRules(model, real);
  }

  toString(): string {
    return `protect ${this.rule.name}`;
  }
}

class Edit implements Command {
  readonly pick: number;
  readonly flag: (typeof flags)[number];
  readonly isOn: boolean;

  constructor(pick: number, flag: (typeof flags)[number], isOn: boolean) {
    this.pick = pick;
    this.flag = flag;
    this.isOn = isOn;
  }

  check({rules}: Readonly<Model>): boolean {
    return rules.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, place} = real;
    const rule = model.rules[this.pick % model.rules.length] as Rule;
    world.count('edit');
    const reply = await world.call('repoEditBranchProtection', {
      params: {...place, name: rule.name},
      body: {[this.flag]: this.isOn},
      say: `alice sets ${this.flag} of ${rule.name} to ${String(this.isOn)}`,
    });
    world.expect(reply, {proves: 'BRANCH-CRUD', status: '2xx'});
    rule.settings = {...rule.settings, [this.flag]: this.isOn};
    await expectRules(model, real);
  }

  toString(): string {
    return `edit ${String(this.pick)}: ${this.flag} ${String(this.isOn)}`;
  }
}

function teamsOf({team}: Rule, {teams}: Real) {
  const things = team === undefined ? undefined : teams[team];
  if (things === undefined) return {};
  return {enable_approvals_whitelist: true, approvals_whitelist_teams: [part(things, 'name')]};
}

function told(settings: Settings): string {
  const on = flags.filter(flag => settings[flag]);
  return on.length === 0 ? 'no flag' : on.join(', ');
}

function toldTeam(team: number | undefined): string {
  return team === undefined ? 'no team' : `team ${String(team + 1)}`;
}

function difference(expected: readonly string[], actual: readonly string[]): string {
  const [lacking, odd] = [lackingIn(actual, expected), lackingIn(expected, actual)];
  if (odd.length === 0) return `the list lacks ${lacking.join('; ')}`;
  return `the list has ${odd.join('; ')} (expected ${lacking.length === 0 ? 'no such protection' : lacking.join('; ')})`;
}

/** The statement that a wrong list breaks: a rule is lacking or too many, or its settings differ, or its teams. */
function statementOf(expected: readonly string[], actual: readonly string[]): string {
  const namesOf = (told: readonly string[], end: RegExp): readonly string[] => told.map(one => one.replace(end, ''));
  if (!isSameBag(namesOf(expected, / with .*$/), namesOf(actual, / with .*$/))) return 'BRANCH-CRUD';
  const areSettingsAlike = isSameBag(namesOf(expected, / and .*$/), namesOf(actual, / and .*$/));
  return areSettingsAlike ? 'BRANCH-TEAMS' : 'BRANCH-FIELDS';
}

async function expectRules({rules}: Model, real: Real): Promise<void> {
  const {world, place, teams} = real;
  const tellTeam = (team: Json): string => {
    const index = teams.findIndex(things => part(things, 'name').value === team);
    return index === -1 ? `a team called ${wordOf(team)}` : toldTeam(index);
  };
  const reply = await world.call('repoListBranchProtection', {params: place, say: 'alice lists the protections'});
  world.expect(reply, {proves: 'BRANCH-CRUD', status: '2xx'});
  const expected = rules.map(({name, settings, team}) => {
    return `${name} with ${told(settings)} and ${toldTeam(team)}`;
  });
  const tell = (item: Json): string => {
    if (!isJsonObject(item)) return wordOf(item);
    const odd = flags.filter(flag => typeof item[flag] !== 'boolean').map(flag => `${flag} ${wordOf(item[flag])}`);
    const shown = Object.fromEntries(flags.map(flag => [flag, item[flag] === true])) as Settings;
    const named = item['approvals_whitelist_teams'] ?? [];
    const shownTeams = Array.isArray(named) ? named.map(tellTeam) : [wordOf(named)];
    const words = [told(shown), ...odd, shownTeams.length === 0 ? 'no team' : spelled(shownTeams)];
    return `${wordOf(item['rule_name'])} with ${words.join(' and ')}`;
  };
  const entries = entriesOf(reply);
  const actual = (entries ?? []).map(tell);
  const wanted = rules.map(({name, settings, team}) => {
    const things = team === undefined ? undefined : teams[team];
    const named = things === undefined ? {$any: [{$absent: true}, {$in: [null, []]}]} : [part(things, 'name')];
    return {rule_name: name, ...settings, approvals_whitelist_teams: named};
  });
  world.law(
    entries !== undefined && isSameBag(expected, actual),
    {
      path: '$[*]',
      message: difference(expected, actual),
      expected,
      actual,
    },
    {
      proves: statementOf(expected, actual),
      written: {reply, tree: {body: wanted.length === 0 ? {$in: [null, []]} : {$unordered: wanted}}},
    },
  );
  const last = rules.at(-1);
  if (last === undefined) return;
  const one = await world.call('repoGetBranchProtection', {
    params: {...place, name: last.name},
    say: `alice reads the protection of ${last.name}`,
  });
  world.expect(one, {proves: 'BRANCH-FIELDS', status: '2xx', body: {...last.settings}});
}

const settings: fc.Arbitrary<Settings> = fc.record({
  block_on_rejected_reviews: fc.boolean(),
  dismiss_stale_approvals: fc.boolean(),
  require_signed_commits: fc.boolean(),
});

const rule: fc.Arbitrary<Rule> = fc.record({
  name: fc.constantFrom('main', 'release/*', 'release/one', '**/x'),
  settings,
  team: fc.option(fc.nat(1), {nil: undefined}),
});

export const protectionsFollowTheModel = property({
  id: 'protections-follow-the-model',
  title:
    'branch protections read and list as made and edited: each setting for itself, each rule for itself, teams by name',
  proves: ['BRANCH-CRUD', 'BRANCH-FIELDS', 'BRANCH-TEAMS', 'ERR-BRANCH-201'],
  area: 'hosting',
  contexts: 'it needs teams, so it makes an organization itself',
  needs: ['branches', 'repositories', 'organizations'],
  runs: 3,
  floor: 2,
  ...replayable(replay =>
    fc.tuple(
      fc.commands(
        [
          rule.map(drawn => new Create(drawn)),
          fc
            .tuple(fc.nat(3), fc.constantFrom(...flags), fc.boolean())
            .map(([pick, flag, isOn]) => new Edit(pick, flag, isOn)),
        ],
        {maxCommands: 5, size: 'max', ...replay},
      ),
      fc.uniqueArray(rule, {minLength: 2, maxLength: 2, selector: ({name}) => name}),
    ),
  ),
  check: async (world, [commands, first]) => {
    const org = await world.arrange('organization');
    const teams = [
      await world.arrange('team', {org}, {called: 'team 1 of the organization'}),
      await world.arrange('team', {org}, {called: 'team 2 of the organization'}),
    ];
    const repo = await world.arrange('organization-repository', {org}, {called: 'a repository of the organization'});
    const model: Model = {rules: []};
    const real: Real = {world, place: placeOf(repo), teams};
    for (const [index, drawn] of first.entries()) await new Create({...drawn, team: index}).run(model, real);
    await fc.asyncModelRun(() => ({model, real}), commands);
    for (const flag of flags) {
      const [one] = model.rules;
      await new Edit(0, flag, one?.settings[flag] !== true).run(model, real);
    }
  },
});
