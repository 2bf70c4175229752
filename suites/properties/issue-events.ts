// What webhooks report of issues and pull requests, as a model: each change of labels, each close and reopen with its cause, each new pull request once.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference, type WithReferences} from '../../model/property.ts';
import {inAnyOrderOrNone} from './common/in-any-order.ts';
import {
  ChangeLabels,
  CloseByCommit,
  CloseByMerge,
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
  for (const {actions, title, called, isPull} of issues)
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
      // The record speaks of issues.
      if (isPull) {
        await world.deliveries('pulls', {
          where: {at: where},
          usual: {count: ids.length, body: {commit_id: '', pull_request: {state}}},
          settleMs,
          say: `wait to hear ${times(ids.length)} that ${called} was ${action}`,
        });
        continue;
      }
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

// What a text was before its edit is told, as is usual.
async function expectEdits({world}: Real, subjects: readonly Issue[]): Promise<void> {
  for (const {edits, title, called, isPull} of subjects)
    for (const [index, before] of edits.entries())
      await world.deliveries(isPull ? 'pulls' : 'issues', {
        where: {at: {[anywhere]: {$contains: title}, '/changes/body/from': before}},
        usual: {count: 1},
        say: `wait to hear once of edit ${String(index + 1)} of ${called}, with the text before it`,
      });
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
/** The pull request is the third of the subjects. */
const anyPick = fc.nat(2);

const commands = (replay: Replay) =>
  fc.commands(
    [
      fc.tuple(anyPick, fc.boolean()).map(([issue, isClosed]) => new SetState(issue, isClosed)),
      anyPick.map(issue => new SetState(issue, false)),
      pick.map(issue => new CloseByCommit(issue)),
      fc
        .tuple(anyPick, fc.constantFrom<Touch['how']>('edit', 'comment on'))
        .map(([issue, how]) => new Touch(issue, how)),
      fc
        .tuple(anyPick, fc.constantFrom<keyof typeof ways>('add', 'replace'), labelPicks)
        .map(([issue, way, picks]) => new ChangeLabels(issue, way, picks)),
      fc
        .tuple(anyPick, fc.constantFrom<keyof typeof ways>('clear', 'replace'))
        .map(([issue, way]) => new ChangeLabels(issue, way, [])),
      anyPick.map(issue => new RemoveLabel(issue)),
      fc.boolean().map(isFromFork => new SubmitPull(isFromFork)),
    ],
    {maxCommands: 14, size: 'max', ...replay},
  );

/** Each way in which labels come and go, and each in which the last ones go. */
function labelsOf(subject: number): readonly Deed[] {
  return [
    new ChangeLabels(subject, 'replace', [0, 1]),
    new ChangeLabels(subject, 'replace', [2]),
    new ChangeLabels(subject, 'add', [0]),
    new RemoveLabel(subject),
    new ChangeLabels(subject, 'clear', []),
    new ChangeLabels(subject, 'add', [1]),
    new RemoveLabel(subject),
    new ChangeLabels(subject, 'add', [2]),
    new ChangeLabels(subject, 'replace', []),
  ];
}

/** What every run does once more, whatever was drawn before. */
const always: {readonly [name: string]: readonly Deed[]} = {
  'closes and reopens': [new SetState(0, true), new Touch(0, 'edit'), new SetState(0, false)],
  'closes and reopens a pull request': [new SetState(2, true), new Touch(2, 'edit'), new SetState(2, false)],
  'closes by a merge': [new SetState(1, false), new CloseByMerge(1), new SetState(1, false)],
  'closes by two commits': [
    new SetState(1, false),
    new CloseByCommit(1),
    new SetState(1, false),
    new CloseByCommit(1),
    new SetState(1, false),
  ],
  'changes labels': labelsOf(0),
  'changes labels of a pull request': labelsOf(2),
  'submits a pull request': [new SubmitPull(false)],
  'submits a pull request from a fork': [new SubmitPull(true)],
};

type Deed = ChangeLabels | RemoveLabel | SetState | Touch | CloseByCommit | CloseByMerge | SubmitPull;

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
  ...replayable(replay => fc.tuple(inAnyOrderOrNone(Object.keys(always)), commands(replay))),
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
    const [label1] = labels;
    const labelled = label1 === undefined ? [] : await labelledSubjects(world, repo, label1.id);
    const proposed = await world.arrange('pull-request', {repo}, {called: 'a pull request'});
    const fork = await world.arrange('fork', {source: repo}, {called: 'a fork of bob'});
    for (const [inbox, events, subjects] of [
      ['labels', 'labelsOfBoth', 'changes of labels'],
      ['issues', 'issues', 'issues'],
      ['pulls', 'issuesAndPulls', 'issues and pull requests'],
    ] as const) {
      const {url, secret} = world.inbox(inbox);
      const asked = world.known(`dialect.values.hookEvents.${events}`);
      await world.arrange(
        'repository-hook',
        {repo, url, secret, events: asked, after: [...made, proposed, fork].map(one => part(one, 'id'))},
        {called: `a hook of the repository that asks for ${subjects} and delivers to inbox "${inbox}"`},
      );
    }
    const issues = made.map((issue, index) => newSubject(issue, {called: `issue ${String(index + 1)}`, isPull: false}));
    const subjects = [...issues, newSubject(proposed, {called: 'the pull request', isPull: true}), ...labelled];
    const model: Model = {issues, subjects, pulls: [], commits: 0};
    const real: Real = {world, place: placeOf(repo), branch: part(repo, 'default_branch'), labels, fork};
    await fc.asyncModelRun(() => ({model, real}), drawn);
    for (const command of finale.flatMap(name => always[name] ?? []))
      if (command.check(model)) await command.run(model, real);
    for (const {change} of onlyChanges) if (change.check(model)) await change.run(model, real);
    await expectLabelEvents(real, subjects);
    await expectActions(real, subjects);
    await expectEdits(real, subjects);
    await expectPulls(real, model.pulls);
  },
});

/** Changes of labels that are the only ones of their subject: its one payload can tell the label that is gone only as an old one. */
const onlyChanges = [
  {kind: 'labelled-issue', change: new ChangeLabels(3, 'clear', [])},
  {kind: 'labelled-issue', change: new ChangeLabels(4, 'replace', [])},
  {kind: 'labelled-pull-request', change: new RemoveLabel(5)},
  {kind: 'labelled-pull-request', change: new ChangeLabels(6, 'replace', [1])},
] as const;

async function labelledSubjects(world: PropertyWorld, repo: Things, label: Reference): Promise<readonly Issue[]> {
  const subjects: Issue[] = [];
  for (const [index, {kind}] of onlyChanges.entries()) {
    const isPull = kind === 'labelled-pull-request';
    const called = `${isPull ? 'pull request' : 'issue'} ${String(index + 3)}, which has label 1`;
    const thing = await world.arrange(kind, {repo, labels: [label]}, {called});
    subjects.push({...newSubject(thing, {called, isPull}), labels: [0]});
  }
  return subjects;
}

function newSubject(thing: Things, said: Pick<Issue, 'called' | 'isPull'>): Issue {
  const facts = {isClosed: false, body: '', edits: [], labels: [], changes: [], actions: []};
  return {number: part(thing, 'number'), title: part(thing, 'title'), ...said, ...facts};
}
