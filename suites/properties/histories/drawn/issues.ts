// Drawn requests about issues, labels, milestones, comments, reactions and tracked times of one repository, with looks at them in between.
import type {History} from '../history.ts';
import {Drawing} from './drawing.ts';
import {historyOf, oneRepository} from './one-repository.ts';

const words = ['apple', 'Apple', 'pear', 'plum & fig', 'quince #1', 'a `code`', '@{bob} and @{carol}'] as const;
const days = ['2031-01-02', '2031-02-03', '2032-03-04'].map(day => `${day}T23:59:59Z`);
const states = ['open', 'closed', 'all'] as const;

/** Draws one; in the odd ones the repository is a private one of an organization. */
export function drawnIssues(seed: number): History {
  const draw = new Drawing(seed);
  const place = oneRepository(draw, seed);
  const {home, reader, isPrivate} = place;
  const writer = () => draw.of('alice', 'alice', 'carol', 'carol', 'bob', 'dave');
  const issue = () => ({...home, index: draw.one('issue') ?? 1});
  const text = () => draw.of('', ...words);
  const label = () =>
    draw.make('label', '/id', {
      who: 'alice',
      operation: 'issueCreateLabel',
      params: home,
      body: {
        name: draw.of('bug', 'Bug', 'kind/a', 'kind/b', 'kind/c', draw.name('label')),
        color: draw.of('#ee0701', '00aabb', '#abc'),
        ...(draw.oneIn(2) ? {exclusive: draw.oneIn(2)} : {}),
        ...(draw.oneIn(3) ? {description: text()} : {}),
      },
    });
  const milestone = () =>
    draw.make('milestone', '/id', {
      who: 'alice',
      operation: 'issueCreateMilestone',
      params: home,
      body: {
        title: draw.of('first', 'Second', 'third'),
        ...(draw.oneIn(3) ? {due_on: draw.of('', ...days)} : {}),
        ...(draw.oneIn(4) ? {state: draw.of('open', 'closed')} : {}),
      },
    });
  const open = () =>
    draw.make('issue', '/number', {
      who: draw.of('alice', 'carol', 'dave', ...(isPrivate ? [] : ['bob'])),
      operation: 'issueCreateIssue',
      params: home,
      body: {
        title: draw.of('one', ...words),
        ...draw.fields({
          body: text,
          labels: () => draw.some(draw.all('label'), 3),
          milestone: () => draw.one('milestone') ?? 0,
          assignees: () => draw.some(['{alice}', '{carol}', '{dave}']),
          due_date: () => draw.of('2031-01-02T23:59:59Z', ...days),
        }),
        ...(draw.oneIn(8) ? {closed: true} : {}),
      },
    });
  label();
  milestone();
  open();
  const deeds = [
    [3, label],
    [2, milestone],
    [6, open],
    [
      12,
      () =>
        draw.send(
          writer(),
          'issueEditIssue',
          issue(),
          draw.fields({
            title: () => draw.of('two', ...words),
            body: text,
            state: () => draw.of('open', 'closed'),
            milestone: () => (draw.oneIn(3) ? 0 : (draw.one('milestone') ?? 0)),
            assignees: () => draw.some(['{alice}', '{carol}', '{dave}', '{bob}']),
            due_date: () => draw.of('2031-01-02T23:59:59Z', ...days),
            unset_due_date: () => true,
          }),
        ),
    ],
    [4, () => draw.send(writer(), 'issueAddLabel', issue(), {labels: draw.some(draw.all('label'), 3)})],
    [2, () => draw.send(writer(), 'issueReplaceLabels', issue(), {labels: draw.some(draw.all('label'), 3)})],
    [2, () => draw.send(writer(), 'issueRemoveLabel', {...issue(), id: draw.one('label') ?? 1})],
    [1, () => draw.send(writer(), 'issueClearLabels', issue())],
    [
      3,
      () =>
        draw.send(
          draw.of('alice', 'carol', 'dave'),
          'issueEditLabel',
          {...home, id: draw.one('label') ?? 1},
          draw.fields({
            name: () => draw.of('bug', 'kind/a', 'kind/b', 'renamed'),
            exclusive: () => draw.oneIn(2),
            is_archived: () => draw.oneIn(2),
            description: text,
          }),
        ),
    ],
    [1, () => draw.send(draw.of('alice', 'carol'), 'issueDeleteLabel', {...home, id: draw.one('label') ?? 1})],
    [
      4,
      () =>
        draw.send(
          draw.of('alice', 'carol', 'bob'),
          'issueEditMilestone',
          {...home, id: draw.one('milestone') ?? 1},
          draw.fields({
            title: () => draw.of('first', 'Second', 'renamed'),
            state: () => draw.of('open', 'closed'),
            due_on: () => draw.of('2031-01-02T23:59:59Z', ...days),
            description: text,
          }),
        ),
    ],
    [1, () => draw.send('alice', 'issueDeleteMilestone', {...home, id: draw.one('milestone') ?? 1})],
    [
      6,
      () =>
        draw.make('comment', '/id', {
          who: draw.of('alice', 'carol', 'dave', ...(isPrivate ? [] : ['bob'])),
          operation: 'issueCreateComment',
          params: issue(),
          body: {body: draw.of('hm', ...words)},
        }),
    ],
    [
      3,
      () =>
        draw.send(
          writer(),
          'issueEditComment',
          {...home, id: draw.one('comment') ?? 1},
          {body: draw.of('hm', ...words)},
        ),
    ],
    [2, () => draw.send(writer(), 'issueDeleteComment', {...home, id: draw.one('comment') ?? 1})],
    [
      3,
      () =>
        draw.send(draw.of('alice', 'bob', 'dave'), 'issuePostIssueReaction', issue(), {
          content: draw.of('+1', 'heart'),
        }),
    ],
    [
      2,
      () =>
        draw.send(draw.of('alice', 'bob', 'dave'), 'issueDeleteIssueReaction', issue(), {
          content: draw.of('+1', 'heart'),
        }),
    ],
    [
      2,
      () =>
        draw.send(
          draw.of('alice', 'bob', 'dave'),
          draw.of('issuePostCommentReaction', 'issueDeleteCommentReaction'),
          {...home, id: draw.one('comment') ?? 1},
          {
            content: draw.of('+1', 'heart'),
          },
        ),
    ],
    [
      3,
      () =>
        draw.make('time', '/id', {
          who: draw.of('alice', 'carol'),
          operation: 'issueAddTime',
          params: issue(),
          body: {time: draw.of(60, 90, 3600)},
        }),
    ],
    [1, () => draw.send(draw.of('alice', 'carol'), 'issueDeleteTime', {...issue(), id: draw.one('time') ?? 1})],
    [1, () => draw.send(draw.of('alice', 'carol'), 'issueResetTime', issue())],
    [1, () => draw.send('alice', 'issueDelete', issue())],
    [
      1,
      () =>
        draw.send(
          'alice',
          'repoAddCollaborator',
          {...home, collaborator: draw.of('{carol}', '{dave}')},
          {
            permission: draw.of('read', 'write', 'admin'),
          },
        ),
    ],
    [1, () => draw.send('alice', 'repoDeleteCollaborator', {...home, collaborator: draw.of('{carol}', '{dave}')})],
    [
      1,
      () => {
        draw.send('alice', 'repoEdit', home, {archived: true});
        draw.send(draw.of('alice', 'carol'), 'issueEditIssue', issue(), {title: 'kept'});
        draw.send('alice', 'repoEdit', home, {archived: false});
      },
    ],
  ] as const;
  const looks = [
    [4, () => draw.send(reader(), 'issueGetIssue', issue())],
    [4, () => draw.send(reader(), 'issueGetCommentsAndTimeline', issue())],
    [2, () => draw.send(reader(), 'issueGetComments', issue())],
    [
      6,
      () =>
        draw.send(reader(), 'issueListIssues', {
          ...home,
          ...paramsOf(
            draw.fields({
              state: () => draw.of(...states),
              labels: () => draw.of('bug', 'kind/a', 'kind/a,bug'),
              milestones: () => draw.of('first', 'Second', 'first,third'),
              created_by: () => draw.of('{alice}', '{bob}', '{carol}'),
              assigned_by: () => draw.of('{alice}', '{carol}', '{dave}'),
              mentioned_by: () => draw.of('{bob}', '{carol}'),
              q: () => draw.of('apple', 'PEAR', 'fig'),
              limit: () => draw.of(1, 2, 50),
              page: () => draw.of(1, 2),
            }),
          ),
        }),
    ],
    [2, () => draw.send(reader(), 'issueGetMilestone', {...home, id: draw.one('milestone') ?? 1})],
    [2, () => draw.send(reader(), 'issueGetMilestonesList', {...home, state: draw.of(...states)})],
    [2, () => draw.send(reader(), 'issueListLabels', home)],
    [1, () => draw.send(reader(), 'issueGetLabels', issue())],
    [2, () => draw.send(reader(), 'repoGet', home)],
    [1, () => draw.send(reader(), 'issueTrackedTimes', issue())],
    [1, () => draw.send(draw.of('alice', 'carol'), 'repoTrackedTimes', home)],
    [1, () => draw.send(draw.of('alice', 'carol', 'dave'), 'userCurrentTrackedTimes', {})],
    [1, () => draw.send(reader(), 'issueGetRepoComments', home)],
    [1, () => draw.send(reader(), 'issueGetIssueReactions', issue())],
    [1, () => draw.send(reader(), 'issueGetCommentReactions', {...home, id: draw.one('comment') ?? 1})],
    [1, () => draw.send(reader(), 'issueSearchIssues', {owner: home.owner, state: draw.of(...states)})],
  ] as const;
  return historyOf(place, seed, {kind: 'issues', about: 'issues', needs: ['issues'], asks: draw.goOn(deeds, looks)});
}

function paramsOf(fields: {readonly [key: string]: unknown}): {readonly [key: string]: string | number} {
  return fields as {readonly [key: string]: string | number};
}
