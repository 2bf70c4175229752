// The filters of lists: each alone and with each other one leaves exactly the items that fit, and a limit bounds them.
import {reference, type Reference} from '../../../model/property.ts';
import {column, part, placeOf, textOf, wordOf, type Things} from '../common/things.ts';
import {by, filtersOf, idle, times, type Set} from './filtered.ts';
import type {Filter} from './filters.ts';
import type {Params, Scene} from './scene.ts';

const issues = ['issue 1', 'issue 2', 'issue 3', 'issue 4', 'issue 5', 'the pull request'];
const ofIssues: readonly Filter[] = [
  {name: 'state', told: 'open', shows: ['issue 1', 'issue 3', 'issue 5', 'the pull request']},
  {name: 'state', told: 'closed', shows: ['issue 2', 'issue 4']},
  by('labels', 'label 1', ['issue 1', 'issue 2']),
  by('labels', 'label 2', ['issue 2', 'issue 3']),
  by('milestones', 'milestone 1', ['issue 1', 'issue 3']),
  by('milestones', 'milestone 2', ['issue 4']),
  by('q', 'a word', ['issue 3', 'issue 4']),
  {name: 'type', told: 'issues', shows: issues.slice(0, 5)},
  {name: 'type', told: 'pulls', shows: ['the pull request']},
  {...by('since', 'when issue 5 was edited', ['issue 5']), isEdge: true},
  idle('q', '', issues),
  idle('type', '', issues),
  idle('labels', '', issues),
  idle('milestones', '', issues),
  ...times(issues),
];

/** What known servers find words in does not know who is assigned. */
const unsearched = {notWith: ['q']} as const;

/** Five issues and a pull request in an organization's repository, alike in no two ways. */
async function makeIssues(scene: Scene): Promise<Set> {
  const {world} = scene;
  const org = await scene.make('organization');
  const repo = await scene.make('organization-repository', {org});
  const place = placeOf(repo);
  const bob = world.known('actors.bob.login');
  await scene.make('collaborator', {repo});
  const [one, two] = [await scene.make('label', {repo}), await scene.make('label', {repo})];
  const [first, second] = [await scene.make('milestone', {repo}), await scene.make('milestone', {repo})];
  const [red, blue] = [part(one, 'id'), part(two, 'id')];
  const word = scene.fresh('word').replaceAll(/[^a-z0-9]/giu, '');
  const open = async (title: string, body: {readonly [name: string]: Reference | string | readonly Reference[]}) =>
    (
      await scene.prepare('issueCreateIssue', place, {
        as: title === 'five' ? 'bob' : 'alice',
        body: {title: title === 'three' || title === 'four' ? `${title} ${word}` : title, ...body},
      })
    ).at('/number');
  const made = [
    await open('one', {
      labels: [red],
      milestone: part(first, 'id'),
      assignees: [bob],
      body: `for @${textOf(bob)}`,
    }),
    await open('two', {labels: [red, blue]}),
    await open('three', {labels: [blue], milestone: part(first, 'id')}),
    await open('four', {milestone: part(second, 'id'), assignees: [bob]}),
    await open('five', {}),
    part(await scene.make('pull-request', {repo}), 'number'),
  ];
  let last = await scene.prepare('issueGetIssue', {...place, index: made[4] ?? null});
  for (const closed of [1, 3])
    last = await scene.prepare('issueEditIssue', {...place, index: made[closed] ?? null}, {body: {state: 'closed'}});
  const edited = await editLater(scene, {
    read: 'issueGetIssue',
    edit: 'issueEditIssue',
    params: {...place, index: made[4] ?? null},
    after: last.at('/updated_at'),
  });
  return {
    ...unknownUnless(edited.isLater, ['since=when issue 5 was edited']),
    made: new Map<string, Reference>([
      ...issues.map((called, at) => [called, made[at] ?? bob] as const),
      ['label 1', part(one, 'name')],
      ['label 2', part(two, 'name')],
      ['label 1 and label 2', reference(`${textOf(part(one, 'name'))},${textOf(part(two, 'name'))}`, 'both labels')],
      ['milestone 1', part(first, 'title')],
      ['milestone 2', part(second, 'title')],
      ['a word', reference(word, 'a word')],
      ['bob', bob],
      ['when issue 5 was edited', edited.at],
    ]),
    params: place,
  };
}

export const filtersOfIssues = filtersOf({
  of: 'issues',
  proves: ['PAGE-LIMIT', 'PAGE-HEADERS'],
  needs: ['repositories', 'issues', 'labels', 'organizations', 'usual-pages'],
  lists: [{operation: 'issueListIssues', key: 'number', usual: {state: 'all'}}],
  items: issues,
  filters: [
    ...ofIssues,
    by('labels', 'label 1 and label 2', ['issue 2']),
    by('created_by', 'bob', ['issue 5']),
    {...by('assigned_by', 'bob', ['issue 1', 'issue 4']), ...unsearched},
    by('mentioned_by', 'bob', ['issue 1']),
  ],
  make: makeIssues,
});

export const filtersOfIssueSearch = filtersOf({
  of: 'issues of an owner',
  proves: ['ISSUE-SEARCH', 'PAGE-LIMIT'],
  needs: ['repositories', 'issues', 'labels', 'organizations', 'usual-pages'],
  lists: [{operation: 'issueSearchIssues', key: 'number', usual: {state: 'all'}, takes: ['owner'], as: 'bob'}],
  items: issues,
  filters: [
    ...ofIssues,
    by('labels', 'label 1 and label 2', ['issue 1', 'issue 2', 'issue 3']),
    {name: 'created', told: 'true', shows: ['issue 5']},
    {name: 'assigned', told: 'true', shows: ['issue 1', 'issue 4'], ...unsearched},
    {name: 'mentioned', told: 'true', shows: ['issue 1']},
    ...['created', 'assigned', 'mentioned', 'review_requested'].map(name => idle(name, 'false', issues)),
  ],
  make: makeIssues,
});

const milestones = ['milestone 1', 'milestone 2', 'milestone 3'];

export const filtersOfMilestones = filtersOf({
  of: 'milestones',
  proves: ['MILESTONE-STATE', 'PAGE-LIMIT'],
  needs: ['repositories', 'issues', 'usual-pages'],
  lists: [{operation: 'issueGetMilestonesList', key: 'id', usual: {state: 'all'}}],
  items: milestones,
  filters: [
    {name: 'state', told: 'open', shows: ['milestone 1', 'milestone 3']},
    {name: 'state', told: 'closed', shows: ['milestone 2']},
    {name: 'state', told: 'all', shows: milestones},
    by('name', 'the title of milestone 1', ['milestone 1']),
    by('name', 'the title of milestone 2', ['milestone 2']),
    idle('name', '', milestones),
  ],
  make: async scene => {
    const repo = await scene.make('repository', {auto_init: false});
    const made: Things[] = [];
    for (const _ of milestones) made.push(await scene.make('milestone', {repo}));
    const [, closed] = made;
    if (closed === undefined) throw new Error('three milestones were made');
    await scene.prepare('issueEditMilestone', {...placeOf(repo), id: part(closed, 'id')}, {body: {state: 'closed'}});
    return {
      made: new Map(
        made.flatMap((milestone, at) => [
          [milestones[at] ?? '', part(milestone, 'id')],
          [`the title of ${milestones[at] ?? ''}`, part(milestone, 'title')],
        ]),
      ),
      params: placeOf(repo),
    };
  },
});

const pulls = ['pull request 1', 'pull request 2', 'pull request 3'];

export const filtersOfPulls = filtersOf({
  of: 'pull requests',
  proves: ['PAGE-LIMIT'],
  needs: ['repositories', 'issues', 'usual-pages'],
  lists: [{operation: 'repoListPullRequests', key: 'number', usual: {state: 'all'}}],
  items: pulls,
  filters: [
    {name: 'state', told: 'open', shows: ['pull request 1', 'pull request 3']},
    {name: 'state', told: 'closed', shows: ['pull request 2']},
    {name: 'state', told: 'all', shows: pulls},
    ...['oldest', 'recentupdate', 'recentclose', 'leastupdate', 'mostcomment', 'leastcomment'].map(sort => ({
      name: 'sort',
      told: sort,
      shows: pulls,
    })),
  ],
  make: async scene => {
    const repo = await scene.make('repository');
    const made: Reference[] = [];
    for (const _ of pulls) made.push(part(await scene.make('pull-request', {repo}), 'number'));
    await scene.prepare('repoEditPullRequest', {...placeOf(repo), index: made[1] ?? null}, {body: {state: 'closed'}});
    return {
      made: new Map(pulls.map((called, at) => [called, made[at] ?? scene.world.known('case.name')])),
      params: placeOf(repo),
    };
  },
});

const releases = ['release 1', 'the draft', 'the prerelease'];

export const filtersOfReleases = filtersOf({
  of: 'releases',
  proves: ['RELEASE-LATEST', 'PAGE-LIMIT'],
  needs: ['repositories', 'usual-pages'],
  lists: [{operation: 'repoListReleases', key: 'id'}],
  items: releases,
  filters: [
    {name: 'draft', told: 'true', shows: ['the draft']},
    {name: 'draft', told: 'false', shows: ['release 1', 'the prerelease']},
    {name: 'pre-release', told: 'true', shows: ['the prerelease']},
    {name: 'pre-release', told: 'false', shows: ['release 1', 'the draft']},
    idle('draft', '', releases),
    idle('pre-release', '', releases),
  ],
  make: async scene => {
    const repo = await scene.make('repository');
    const made = [
      await scene.make('release', {repo, tag: 'v1'}),
      await scene.make('release', {repo, tag: 'v2', draft: true}),
      await scene.make('release', {repo, tag: 'v3', prerelease: true}),
    ];
    return {made: new Map(made.map((release, at) => [releases[at] ?? '', part(release, 'id')])), params: placeOf(repo)};
  },
});

const comments = ['comment 1', 'comment 2'];

export const filtersOfComments = filtersOf({
  of: 'comments',
  proves: ['COMMENT-BEFORE'],
  needs: ['repositories', 'issues', 'usual-pages'],
  lists: [
    {operation: 'issueGetComments', key: 'id', isWhole: true},
    {operation: 'issueGetRepoComments', key: 'id', takes: ['owner', 'repo']},
  ],
  items: comments,
  filters: [
    ...times(comments),
    {...by('since', 'when comment 1 was edited', ['comment 1']), isEdge: true},
    {...by('before', 'when comment 2 was made', ['comment 2']), isEdge: true},
  ],
  make: async scene => {
    const repo = await scene.make('repository', {auto_init: false});
    const issue = await scene.make('issue', {repo});
    const made = [await scene.make('comment', {repo, issue}), await scene.make('comment', {repo, issue})];
    const [first, second] = made.map(comment => part(comment, 'id'));
    const last = await scene.prepare('issueGetComment', {...placeOf(repo), id: second ?? null});
    const madeAt = last.at('/created_at');
    const edited = await editLater(scene, {
      read: 'issueGetComment',
      edit: 'issueEditComment',
      params: {...placeOf(repo), id: first ?? null},
      after: madeAt,
    });
    return {
      ...unknownUnless(edited.isLater, ['since=when comment 1 was edited', 'before=when comment 2 was made']),
      made: new Map([
        ...made.map((comment, at) => [comments[at] ?? '', part(comment, 'id')] as const),
        ['when comment 1 was edited', edited.at],
        ['when comment 2 was made', madeAt],
      ]),
      params: {...placeOf(repo), index: part(issue, 'number')},
    };
  },
});

interface LaterEdit {
  readonly read: string;
  readonly edit: string;
  readonly params: Params;
  readonly after: Reference;
}

/** Edits something a second after another thing was made: known servers filter by the last change, and times have seconds. */
async function editLater(
  scene: Scene,
  {read, edit, params, after}: LaterEdit,
): Promise<{readonly at: Reference; readonly isLater: boolean}> {
  const madeAt = Date.parse(textOf(after));
  // An edit that changes nothing is none to known servers, so the clock is waited for, and then one edit is made.
  await scene.prepare(read, params, {until: reply => !(Date.parse(reply.header('date') ?? '') <= madeAt)});
  const at = (await scene.prepare(edit, params, {body: {body: 'edited later'}})).at('/updated_at');
  return {at, isLater: Date.parse(textOf(at)) > madeAt};
}

/** Filters by a time that this server did not set, or rounds away, leave nobody knows what. */
function unknownUnless(isKnown: boolean, unknown: readonly string[]): Pick<Set, 'unknown'> {
  return isKnown ? {} : {unknown};
}

const tracked = ['alice’s time of 2020', 'alice’s time of 2022', 'bob’s time of 2020', 'bob’s time of 2022'];
const [alicesOld, alicesNew, bobsOld, bobsNew] = tracked as [string, string, string, string];

export const filtersOfTimes = filtersOf({
  of: 'tracked times',
  proves: ['TIME-FILTER', 'PAGE-LIMIT'],
  needs: ['repositories', 'issues', 'usual-pages'],
  lists: [
    {operation: 'issueTrackedTimes', key: 'id'},
    {operation: 'repoTrackedTimes', key: 'id', takes: ['owner', 'repo']},
  ],
  items: tracked,
  filters: [
    by('user', 'alice', [alicesOld, alicesNew]),
    by('user', 'bob', [bobsOld, bobsNew]),
    {name: 'since', told: '2021-01-01T00:00:00Z', shows: [alicesNew, bobsNew]},
    {name: 'before', told: '2021-01-01T00:00:00Z', shows: [alicesOld, bobsOld]},
    ...times(tracked),
  ],
  make: async scene => {
    const {world} = scene;
    const repo = await scene.make('repository', {auto_init: false});
    await scene.make('collaborator', {repo});
    const issue = await scene.make('issue', {repo});
    const made: Reference[] = [];
    let isDated = true;
    for (const by_as of ['alice', 'bob'])
      for (const year of ['2020', '2022']) {
        const created = `${year}-06-01T00:00:00Z`;
        made.push(part(await scene.make('tracked-time', {repo, issue, created, by_as}), 'id'));
      }
    const params = {...placeOf(repo), index: part(issue, 'number')};
    const kept = await scene.prepare('issueTrackedTimes', params);
    for (const time of column(kept, 'created')) isDated &&= /^202[02]-0[56]-/.test(wordOf(time));
    return {
      // Some servers date a time to the moment at which it is tracked, whatever a request says.
      ...unknownUnless(isDated, ['since=2021-01-01T00:00:00Z', 'before=2021-01-01T00:00:00Z']),
      made: new Map([
        ...tracked.map((called, at) => [called, made[at] ?? part(issue, 'id')] as const),
        ['alice', world.known('actors.alice.login')],
        ['bob', world.known('actors.bob.login')],
      ]),
      params,
    };
  },
});

const labels = ['label a', 'label b', 'label c'];

export const filtersOfLabels = filtersOf({
  of: 'labels',
  proves: ['PAGE-LIMIT'],
  needs: ['repositories', 'labels', 'usual-pages'],
  lists: [{operation: 'issueListLabels', key: 'name'}],
  items: labels,
  filters: [{name: 'sort', told: 'reversealphabetically', shows: labels.toReversed(), orders: true}],
  make: async scene => {
    const repo = await scene.make('repository', {auto_init: false});
    const made = new Map<string, Reference>();
    for (const name of ['label b', 'label c', 'label a'])
      made.set(name, part(await scene.make('label', {repo, name}), 'name'));
    return {made, params: placeOf(repo)};
  },
});

const statuses = ['the success', 'the failure', 'the error'];

export const filtersOfStatuses = filtersOf({
  of: 'commit statuses',
  proves: ['STATUS-FULL-SHA', 'PAGE-LIMIT'],
  needs: ['repositories', 'usual-pages'],
  lists: [
    {operation: 'repoListStatuses', key: 'context', takes: ['owner', 'repo', 'sha']},
    {operation: 'repoListStatusesByRef', key: 'context', takes: ['owner', 'repo', 'ref']},
  ],
  items: statuses,
  filters: [
    {name: 'state', told: 'success', shows: ['the success']},
    {name: 'state', told: 'failure', shows: ['the failure']},
    {name: 'state', told: 'error', shows: ['the error']},
    ...['oldest', 'recentupdate', 'leastupdate', 'leastindex', 'highestindex'].map(sort => ({
      name: 'sort',
      told: sort,
      shows: statuses,
    })),
  ],
  make: async scene => {
    const repo = await scene.make('repository');
    const branch = part(repo, 'default_branch');
    const found = await scene.prepare('repoGetBranch', {...placeOf(repo), branch});
    const sha = found.at('/commit/id');
    const made = new Map<string, Reference>();
    for (const called of statuses) {
      const body = {state: called.replace('the ', ''), context: called};
      const given = await scene.prepare('repoCreateStatus', {...placeOf(repo), sha}, {body});
      made.set(called, given.at('/context'));
    }
    return {made, params: {...placeOf(repo), sha, ref: branch}};
  },
});
