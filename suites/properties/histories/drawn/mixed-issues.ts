// What mixed histories do with issues, and how they look at them.
import {deedsOf, looksAt, type Deed, type Look, type Turns} from './turns.ts';

const words = ['apple', 'Apple', 'pear', 'plum & fig', 'a `code`', 'see @{bob}', 'and @{carol}, @{dave}.'] as const;
const days = ['2031-01-02T23:59:59Z', '2031-02-03T23:59:59Z', '2032-03-04T23:59:59Z'] as const;
const states = ['open', 'closed', 'all'] as const;
const icons = ['+1', 'heart', 'rocket', 'no-such-icon'] as const;

const text = ({draw}: Turns) => draw.of('words', ...words);
const people = ({draw}: Turns) => draw.some(['{alice}', '{bob}', '{carol}', '{dave}'], 2);
const milestone = (turns: Turns) => (turns.draw.oneIn(4) ? 0 : turns.one('milestone'));

const ofIssues = deedsOf('issue', [
  [
    8,
    turns =>
      turns.make('issue', '/number', 'issueCreateIssue', turns.home, {
        title: text(turns),
        ...turns.draw.fields({
          body: () => text(turns),
          labels: () => turns.some('label'),
          milestone: () => milestone(turns),
          assignees: () => people(turns),
          due_date: () => turns.draw.of('2031-01-02T23:59:59Z', ...days),
          ref: () => turns.called('branch', 'main'),
          closed: () => turns.draw.oneIn(2),
        }),
      }),
  ],
  [
    12,
    turns =>
      turns.send(
        'issueEditIssue',
        turns.issue,
        turns.draw.fields({
          title: () => text(turns),
          body: () => text(turns),
          content_version: () => turns.draw.below(3),
          state: () => turns.draw.of('open', 'closed'),
          milestone: () => milestone(turns),
          assignees: () => people(turns),
          assignee: () => turns.person,
          due_date: () => turns.draw.of('2031-01-02T23:59:59Z', ...days),
          unset_due_date: () => true,
          ref: () => turns.called('branch', 'main'),
        }),
      ),
  ],
  [1, turns => turns.send('issueDelete', turns.issue)],
  [4, turns => turns.send('issuePostIssueReaction', turns.issue, {content: turns.draw.of('+1', ...icons)})],
  [2, turns => turns.send('issueDeleteIssueReaction', turns.issue, {content: turns.draw.of('+1', ...icons)})],
]);

const ofLabels = deedsOf('label', [
  [
    6,
    turns =>
      turns.make('label', '/id', 'issueCreateLabel', turns.home, {
        name: turns.draw.of('bug', 'Bug', 'kind/a', 'kind/b', 'kind/c', 'size/s', 'kind/a/x'),
        color: turns.draw.of('#ee0701', '00aabb', '#abc'),
        ...(turns.draw.oneIn(2) ? {exclusive: true} : {}),
        ...(turns.draw.oneIn(4) ? {description: text(turns)} : {}),
        ...(turns.draw.oneIn(6) ? {is_archived: true} : {}),
      }),
  ],
  [
    3,
    turns =>
      turns.draw.make('label-b', '/id', {
        who: turns.who,
        operation: 'orgCreateLabel',
        params: {org: '{org}'},
        body: {
          name: turns.draw.of('bug', 'kind/b', 'kind/d'),
          color: '#00aabb',
          exclusive: turns.draw.oneIn(2),
        },
      }),
  ],
  [
    4,
    turns => {
      const body = turns.draw.fields({
        name: () => turns.draw.of('bug', 'kind/a', 'kind/b', 'renamed'),
        exclusive: () => turns.draw.oneIn(2),
        is_archived: () => turns.draw.oneIn(2),
        description: () => text(turns),
        color: () => '#123456',
      });
      if (turns.draw.oneIn(4)) turns.send('orgEditLabel', {org: '{org}', id: turns.one('label')}, body);
      else turns.send('issueEditLabel', turns.byId('label'), body);
    },
  ],
  [1, turns => turns.send('issueDeleteLabel', turns.byId('label'))],
  [1, turns => turns.send('orgDeleteLabel', {org: '{org}', id: turns.one('label')})],
  [6, turns => turns.send('issueAddLabel', turns.issue, {labels: turns.some('label')})],
  [3, turns => turns.send('issueReplaceLabels', turns.issue, {labels: turns.some('label')})],
  [3, turns => turns.send('issueRemoveLabel', {...turns.issue, id: turns.one('label')})],
  [1, turns => turns.send('issueClearLabels', turns.issue)],
]);

const ofMilestones = deedsOf('milestone', [
  [
    4,
    turns =>
      turns.make('milestone', '/id', 'issueCreateMilestone', turns.home, {
        title: turns.draw.of('first', 'Second', 'third'),
        ...turns.draw.fields({
          due_on: () => turns.draw.of('2031-01-02T23:59:59Z', ...days),
          state: () => turns.draw.of('open', 'closed'),
          description: () => text(turns),
        }),
      }),
  ],
  [
    4,
    turns =>
      turns.send(
        'issueEditMilestone',
        turns.byId('milestone'),
        turns.draw.fields({
          title: () => turns.draw.of('first', 'renamed'),
          state: () => turns.draw.of('open', 'closed'),
          due_on: () => turns.draw.of('2031-01-02T23:59:59Z', ...days),
          description: () => text(turns),
        }),
      ),
  ],
  [1, turns => turns.send('issueDeleteMilestone', turns.byId('milestone'))],
  [4, turns => turns.send('issueEditIssue', turns.issue, {milestone: turns.one('milestone')})],
]);

const ofComments = deedsOf('comment', [
  [7, turns => turns.make('comment', '/id', 'issueCreateComment', turns.issue, {body: text(turns)})],
  [3, turns => turns.send('issueEditComment', turns.byId('comment'), {body: text(turns)})],
  [2, turns => turns.send('issueDeleteComment', turns.byId('comment'))],
  [3, turns => turns.send('issuePostCommentReaction', turns.byId('comment'), {content: turns.draw.of('+1', ...icons)})],
  [
    1,
    turns => turns.send('issueDeleteCommentReaction', turns.byId('comment'), {content: turns.draw.of('+1', ...icons)}),
  ],
]);

const ofTimes = deedsOf('time', [
  [
    4,
    turns =>
      turns.make('time', '/id', 'issueAddTime', turns.issue, {
        time: turns.draw.of(60, 3600),
        ...(turns.draw.oneIn(4) ? {user_name: turns.person} : {}),
        ...(turns.draw.oneIn(4) ? {created: turns.draw.of('2020-01-02T03:04:05Z', '2021-01-02T03:04:05Z')} : {}),
      }),
  ],
  [1, turns => turns.send('issueResetTime', turns.issue)],
  [1, turns => turns.send('issueDeleteTime', {...turns.issue, id: turns.one('time')})],
]);

export const mixedIssues: readonly Deed[] = [...ofIssues, ...ofLabels, ...ofMilestones, ...ofComments, ...ofTimes];

type Query = {readonly [key: string]: string | number | boolean};

/** Some parameters of lists of issues. */
const filters = (turns: Turns): Query =>
  turns.draw.fields({
    state: () => turns.draw.of(...states),
    type: () => turns.draw.of('issues', 'pulls'),
    labels: () => turns.draw.of('bug', 'kind/a', 'kind/a,bug'),
    milestones: () => turns.draw.of('first', 'Second', 'first,third'),
    created_by: () => turns.person,
    assigned_by: () => turns.person,
    mentioned_by: () => turns.person,
    q: () => turns.draw.of('apple', 'PEAR', 'change'),
    limit: () => turns.draw.of(1, 2),
    page: () => turns.draw.of(1, 2),
  }) as Query;

const lists = (turns: Turns): void => turns.look('issueListIssues', {...turns.home, ...filters(turns)});
const one = (turns: Turns): void => turns.look('issueGetIssue', turns.issue);
const timeline = (turns: Turns): void => turns.look('issueGetCommentsAndTimeline', turns.issue);

export const looksAtIssues: readonly Look[] = [
  ...looksAt('issue', [
    [4, one],
    [3, timeline],
    [4, lists],
    [1, turns => turns.look('issueGetIssueReactions', turns.issue)],
    [2, turns => turns.look('issueSearchIssues', {owner: turns.home.owner, state: turns.draw.of(...states)})],
    [
      1,
      turns =>
        turns.draw.send(turns.member, 'issueSearchIssues', {
          [turns.draw.of('assigned', 'created', 'mentioned')]: true,
          owner: turns.home.owner,
          state: 'all',
        }),
    ],
  ]),
  ...looksAt('label', [
    [3, one],
    [2, turns => turns.look('issueGetLabels', turns.issue)],
    [2, turns => turns.look('issueListLabels')],
    [1, turns => turns.look('orgListLabels', {org: '{org}'})],
    [1, timeline],
    [1, lists],
  ]),
  ...looksAt('milestone', [
    [3, turns => turns.look('issueGetMilestone', turns.byId('milestone'))],
    [2, turns => turns.look('issueGetMilestonesList', {...turns.home, state: turns.draw.of(...states)})],
    [2, one],
    [1, timeline],
  ]),
  ...looksAt('comment', [
    [2, turns => turns.look('issueGetComments', turns.issue)],
    [2, turns => turns.look('issueGetComment', turns.byId('comment'))],
    [1, turns => turns.look('issueGetRepoComments')],
    [1, turns => turns.look('issueGetCommentReactions', turns.byId('comment'))],
    [2, timeline],
    [2, one],
  ]),
  ...looksAt('time', [
    [2, turns => turns.look('issueTrackedTimes', turns.issue)],
    [1, turns => turns.draw.send(turns.member, 'repoTrackedTimes', turns.home)],
    [1, turns => turns.draw.send(turns.member, 'userCurrentTrackedTimes', {})],
    [1, timeline],
  ]),
];
