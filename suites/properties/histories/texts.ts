// What is read out of texts: people who are mentioned, issues that are referred to, and words in commits that close, whatever stands around them.
import {ask, merges, type Ask, type History} from './history.ts';

const home = {owner: '{alice}', repo: '{repo}'};

/** What may stand before and after a name or a number. */
const around: readonly (readonly [before: string, after: string])[] = [
  ['', '.'],
  ['', ','],
  ['', ':'],
  ['', '!'],
  ['', '-'],
  ['', '_'],
  ['', '/'],
  ['', "'s"],
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ['`', '`'],
  ['**', '**'],
  ['> ', ''],
  ['- ', ''],
  ['a', ''],
  ['/', ''],
  ['.', ''],
  ['@', ''],
  ['#', ''],
  ['', '@'],
  ['', '\n'],
  ['\n', '\nmore'],
  ['```\n', '\n```'],
  ['<b>', '</b>'],
  ['https://example.org/', ''],
];

const mentions: readonly Ask[] = around.map(([before, after], at) =>
  ask('alice', 'issueCreateIssue', home, {
    body: {title: `Mention ${String(at)}`, body: `${before}@{bob}${after}`},
  }),
);
/** The issue that texts refer to, and what they say. */
const target = around.length + 1;
const references: readonly Ask[] = [...around, ['{alice}/{repo}', ''], ['{alice}/elsewhere', '']].map(
  ([before, after]) =>
    ask(
      'bob',
      'issueCreateComment',
      {...home, index: 1},
      {
        body: {body: `${before}#${String(target)}${after}`},
      },
    ),
);
const ends = ['.', ',', ':', ')', '!', "'s", '-', '_', 'x', ' ', '\n', '/'];
const firstToClose = target + 1;
let files = 0;
const commit = (message: string, more: {readonly [key: string]: string} = {}): Ask => {
  files += 1;
  const params = {...home, filepath: `file-${String(files)}.txt`};
  return ask('alice', 'repoCreateFile', params, {body: {content: 'eAo=', message, ...more}});
};
const afterEnds = firstToClose + ends.length;

export const texts: History = {
  name: 'texts',
  about: 'texts that mention people, refer to issues and close them',
  needs: ['users', 'issues', 'repositories', 'pull-requests'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ...mentions,
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{bob}', limit: 50}),
    ask('bob', 'notifyGetRepoList', {...home, limit: 50}, {awaits: 1}),
    // Capitals, twice, two people, and nobody.
    ask('alice', 'issueCreateIssue', home, {
      body: {title: 'Target', body: '@{BOB} @{bob}, @{carol}; @nobody-like-this'},
    }),
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{bob}', limit: 1}),
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{carol}', limit: 50}),
    ask('bob', 'issueCreateComment', {...home, index: 2}, {body: {body: 'and @{carol}.'}}),
    ask('alice', 'issueListIssues', {...home, mentioned_by: '{carol}', limit: 50}),
    ...references,
    ask('alice', 'issueGetCommentsAndTimeline', {...home, index: target, limit: 50}),
    // Words in commits.
    ...ends.map(end => ask('bob', 'issueCreateIssue', home, {body: {title: `To close with ${JSON.stringify(end)}`}})),
    ...ends.map((end, at) => commit(`Fixes #${String(firstToClose + at)}${end}`)),
    ...['(', '', 'not-', 'x ', '\n', '- '].map(before => commit(`${before}closes #${String(target)} no`)),
    ask('bob', 'issueGetIssue', {...home, index: firstToClose}, {awaitsAt: {'/state': 'closed'}}),
    ask('alice', 'issueListIssues', {...home, state: 'closed', limit: 50}),
    // Several commits that arrive together are read in their order.
    ...[1, 2, 3].map(at => ask('bob', 'issueCreateIssue', home, {body: {title: `In order ${String(at)}`}})),
    commit(`Closes #${String(afterEnds)}`, {branch: 'main', new_branch: 'topic'}),
    commit(`Reopens #${String(afterEnds)} and closes #${String(afterEnds + 1)}`, {branch: 'topic'}),
    commit(`Closes #${String(afterEnds + 2)}`, {branch: 'topic'}),
    commit(`Reopens #${String(afterEnds + 2)}`, {branch: 'topic'}),
    commit(`Closes #${String(afterEnds + 2)}`, {branch: 'topic'}),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {title: 'Topic', head: 'topic', base: 'main'},
      take: {pull: '/number'},
    }),
    ...merges({...home, index: '{pull}'}, {Do: 'merge'}),
    ask('bob', 'issueGetIssue', {...home, index: afterEnds + 1}, {awaitsAt: {'/state': 'closed'}}),
    ask('bob', 'issueGetIssue', {...home, index: afterEnds}),
    ask('bob', 'issueGetIssue', {...home, index: afterEnds + 2}),
    ask('alice', 'issueListIssues', {...home, state: 'open', limit: 50}),
  ],
};
