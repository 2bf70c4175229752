// What webhooks report of issues and pull requests, as a model: each change of labels, each close and reopen with its cause, each new pull request once.
import fc from 'fast-check';
import {property, type PropertyWorld, type WithReferences} from '../../model/property.ts';
import {inAnyOrderOrNone} from './common/in-any-order.ts';
import {
  ChangeLabels,
  CloseByCommit,
  RemoveLabel,
  SetState,
  SubmitPull,
  Touch,
  type Action,
  type Issue,
  type Label,
  type Model,
  type Real,
  type ways,
} from './common/issue-deeds.ts';
import {replayable, type Replay} from './common/replayable.ts';
import {part, placeOf, textOf, type Things} from './common/things.ts';

const anywhere = '$..*';
// The same nodes, as a second key of the same tree.
const anywhereToo = '$..[*]';

/** How long is listened on when all has come that must: for what came twice. */
const settleMs = 250;

async function expectLabelEvents({world, labels}: Real, issues: readonly Issue[]): Promise<void> {
  for (const {changes, title, called} of issues) {
    if (changes.length === 0) continue;
    await world.deliveries('labels', {
      where: {at: {[anywhere]: {$contains: title}}},
      expect: {proves: 'EVENT-LABELS', count: {$gte: changes.length}},
      usual: {count: changes.length},
      settleMs,
      say: `wait for the deliveries of all ${String(changes.length)} changes of the labels of ${called}`,
    });
    for (const [index, label] of labels.entries()) await expectOldLabel(world, {index, label, changes, title, called});
  }
}

interface OldLabel extends Pick<Issue, 'changes' | 'title' | 'called'> {
  readonly index: number;
  readonly label: Label;
}

// A label that was there before and is gone is told: by its name, in a list of ids, or as an object with its id and colour.
async function expectOldLabel(world: PropertyWorld, {index, label, changes, title, called}: OldLabel): Promise<void> {
  const gone = changes.filter(({before, after}) => before.includes(index) && !after.includes(index));
  if (gone.length === 0) return;
  // Of several that are gone at once, the record asks for one.
  const alone = gone.filter(({before, after}) => before.every(one => one === index || after.includes(one)));
  const told = changes.filter(({before, after}) => before.includes(index) || after.includes(index));
  await world.deliveries('labels', {
    where: {at: {[anywhere]: {$contains: title}, [anywhereToo]: tellsOf(label)}},
    ...(alone.length === 0 ? {} : {expect: {proves: 'EVENT-OLD-LABELS', count: {$gte: alone.length}}}),
    usual: {count: told.length},
    say: `wait to hear label ${String(index + 1)} named ${times(told.length)}: for each change before or after which it was on ${called}`,
  });
}

function tellsOf({name, id}: Label): WithReferences {
  return {
    $any: [{$contains: name}, {$contains: {$contains: id}}, {$contains: {id, color: {$present: true}}}],
  };
}

async function expectActions({world}: Real, issues: readonly Issue[]): Promise<void> {
  for (const {actions, title, called} of issues)
    for (const [action, state] of [
      ['closed', 'closed'],
      ['reopened', 'open'],
    ] as const) {
      const done = actions.filter(one => one.action === action);
      const ids = done.map(({commitId}) => commitId);
      const doers = new Map(done.map(({commitId, by}) => [commitId, by]));
      if (ids.length === 0) continue;
      const where = {
        '/action': world.known(`dialect.values.${action === 'closed' ? 'hookClosed' : 'hookReopened'}`),
        [anywhere]: {$contains: title},
      };
      await world.deliveries('issues', {
        where: {at: where},
        expect: {
          proves: 'EVENT-CLOSE',
          count: {$gte: ids.length},
          at: {'$..commit_id': {$each: {$in: [...new Set(ids)]}}},
        },
        usual: {count: ids.length, body: {issue: {state}}},
        settleMs,
        say: `wait to hear ${times(ids.length)} that ${called} was ${action}, each with ${[...doers].map(idWords).join(' or ')}`,
      });
      for (const [id, by] of doers) {
        const count = ids.filter(one => one === id).length;
        await world.deliveries('issues', {
          where: {at: {...where, '$..commit_id': {$each: id}}},
          expect: {proves: 'HOOK-COMMIT-ID', count: {$gte: count}},
          say: `wait to hear ${times(count)} that ${called} was ${action} with ${idWords([id, by])}`,
        });
      }
    }
}

async function expectPulls({world}: Real, pulls: readonly string[]): Promise<void> {
  for (const [index, title] of pulls.entries())
    await world.deliveries('pulls', {
      where: {at: {'/action': world.known('dialect.values.hookOpened'), [anywhere]: {$contains: title}}},
      expect: {proves: 'EVENT-PULL-ONCE', count: 1},
      settleMs,
      say: `wait to hear once that pull request ${String(index + 1)} was opened`,
    });
}

function idWords([id, by]: readonly [Action['commitId'], string]): string {
  return id === '' ? 'an empty commit_id' : `the commit_id of ${by}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${String(count)} times`;
}

const labelPicks = fc.uniqueArray(fc.nat(2), {minLength: 1, maxLength: 2});
const pick = fc.nat(1);

const commands = (replay: Replay) =>
  fc.commands(
    [
      fc.tuple(pick, fc.boolean()).map(([issue, isClosed]) => new SetState(issue, isClosed)),
      pick.map(issue => new SetState(issue, false)),
      pick.map(issue => new CloseByCommit(issue)),
      fc.tuple(pick, fc.constantFrom<Touch['how']>('edit', 'comment on')).map(([issue, how]) => new Touch(issue, how)),
      fc
        .tuple(pick, fc.constantFrom<keyof typeof ways>('add', 'replace'), labelPicks)
        .map(([issue, way, picks]) => new ChangeLabels(issue, way, picks)),
      pick.map(issue => new ChangeLabels(issue, 'clear', [])),
      pick.map(issue => new RemoveLabel(issue)),
      fc.constant(new SubmitPull()),
    ],
    {maxCommands: 14, size: 'max', ...replay},
  );

/** What every run does once more, whatever was drawn before. */
const always = {
  'closes and reopens': [new SetState(0, true), new Touch(0, 'edit'), new SetState(0, false)],
  'closes by two commits': [
    new SetState(1, false),
    new CloseByCommit(1),
    new SetState(1, false),
    new CloseByCommit(1),
    new SetState(1, false),
  ],
  'changes labels': [
    new ChangeLabels(0, 'replace', [0, 1]),
    new ChangeLabels(0, 'replace', [2]),
    new ChangeLabels(0, 'add', [0]),
    new RemoveLabel(0),
    new ChangeLabels(0, 'clear', []),
  ],
  'submits a pull request': [new SubmitPull()],
} as const;

type Always = keyof typeof always;

export const issueEventsFollowTheModel = property({
  id: 'issue-events-follow-the-model',
  title:
    'whatever is done to issues, each change of labels, each close and reopen and each new pull request is reported with its cause',
  proves: ['EVENT-LABELS', 'EVENT-OLD-LABELS', 'EVENT-CLOSE', 'HOOK-COMMIT-ID', 'EVENT-PULL-ONCE'],
  area: 'hosting',
  contexts: {right: 'admin'},
  needs: ['webhooks', 'repositories', 'issues', 'labels'],
  listen: ['labels', 'issues', 'pulls'],
  runs: 1,
  floor: 1,
  ...replayable(replay => fc.tuple(inAnyOrderOrNone(Object.keys(always) as readonly Always[]), commands(replay))),
  check: async (world, [finale, drawn]) => {
    const repo = await world.arrange('repository');
    const labels: Label[] = [];
    for (let number = 1; number <= 3; number += 1) {
      // No other text of a payload is like it.
      const name = `${String(number)}-${textOf(world.known('case.name'))}`;
      const label = await world.arrange('label', {repo, name}, {called: `label ${String(number)}`});
      labels.push({name: part(label, 'name'), id: part(label, 'id')});
    }
    const made = [
      await world.arrange('issue', {repo}, {called: 'issue 1'}),
      await world.arrange('issue', {repo}, {called: 'issue 2'}),
    ];
    for (const [inbox, events, subjects] of [
      ['labels', 'labels', 'changes of labels'],
      ['issues', 'issues', 'issues'],
      ['pulls', 'issuesAndPulls', 'issues and pull requests'],
    ] as const) {
      const {url, secret} = world.inbox(inbox);
      const asked = world.known(`dialect.values.hookEvents.${events}`);
      await world.arrange(
        'repository-hook',
        {repo, url, secret, events: asked, after: made.map(issue => part(issue, 'id'))},
        {called: `a hook of the repository that asks for ${subjects} and delivers to inbox "${inbox}"`},
      );
    }
    const issues = made.map((issue, index) => newIssue(issue, index + 1));
    const model: Model = {issues, pulls: [], commits: 0};
    const real: Real = {world, place: placeOf(repo), branch: part(repo, 'default_branch'), labels};
    await fc.asyncModelRun(() => ({model, real}), drawn);
    for (const command of finale.flatMap(name => always[name]))
      if (command.check(model)) await command.run(model, real);
    await expectLabelEvents(real, issues);
    await expectActions(real, issues);
    await expectPulls(real, model.pulls);
  },
});

function newIssue(issue: Things, number: number): Issue {
  const facts = {isClosed: false, labels: [], changes: [], actions: []};
  return {number: part(issue, 'number'), title: part(issue, 'title'), called: `issue ${String(number)}`, ...facts};
}
