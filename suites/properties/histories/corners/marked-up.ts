// People, issues and closing words inside of Markdown and HTML: what counts, and what is only shown.
import {ask, merges, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};

/** Where a word may stand; `¤` stands for it. */
const places: readonly string[] = [
  'run `x ¤ y` now',
  'run `¤ y` now',
  'run `x ¤` now',
  'run ``x ` ¤ y`` now',
  'an open ` before ¤ it',
  'an open ` before ¤ it\n\nand ` after',
  '```\nx ¤ y\n```\n',
  '```js\nx ¤ y\n```\nand',
  '~~~\nx ¤ y\n~~~\n',
  '```\nopen ¤ to the end',
  '    x ¤ y, indented',
  'text\n\n    x ¤ y, indented\n\ntext',
  '\tx ¤ y',
  '> quoted ¤ text',
  '> > quoted ¤ twice',
  '- item ¤ one',
  '1. item ¤ one',
  '# heading ¤ one',
  'heading ¤ two\n===',
  '| a ¤ b | c |\n|---|---|\n| d | e |',
  '[text ¤ here](https://example.org/)',
  '[text](https://example.org/ "title ¤ here")',
  '[text](https://example.org/?q= ¤ )',
  '![image ¤ text](https://example.org/a.png)',
  '<!-- comment ¤ here -->',
  '<p title="x ¤ y">text</p>',
  '<code>x ¤ y</code>',
  '<pre>x ¤ y</pre>',
  '*emphasis ¤ here*',
  '**strong ¤ here**',
  '~~struck ¤ out~~',
  '_¤_',
  '*¤*',
  '\\¤',
  '\\\\ ¤',
  '&lt; ¤ &gt;',
  'line\r\n¤\r\nline',
  'line<br>¤<br>line',
  '- [ ] task ¤ here',
  '[^1]: note ¤ here',
  '\u200b¤',
  '¤ ¤',
];

const at = (word: string): readonly string[] => places.map(place => place.replaceAll('¤', word));
const firstClosed = 3;

export const markedUp: History = {
  name: 'marked-up',
  about: 'mentions, references and closing words inside of Markdown and HTML',
  needs: ['users', 'repositories', 'issues', 'pull-requests'],
  people: ['alice', 'bob', 'carol'],
  names: ['repo'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'The one that is referred to'}}),
    ask('alice', 'issueCreateIssue', home, {body: {title: 'The one that is written in'}}),
    ...places.map((_, place) =>
      ask('alice', 'issueCreateIssue', home, {body: {title: `To be closed ${String(place)}`}}),
    ),
    ...at('@{bob}').map((body, place) =>
      ask('alice', 'issueCreateIssue', home, {body: {title: `Mention ${String(place)}`, body}}),
    ),
    ...[1, 2].map(page => ask('alice', 'issueListIssues', {...home, mentioned_by: '{bob}', limit: 50, page})),
    ask('bob', 'notifyGetRepoList', {...home, limit: 50}, {awaits: 1}),
    ...at('#1').map(body => ask('carol', 'issueCreateComment', {...home, index: 2}, {body: {body}})),
    ask('alice', 'issueGetCommentsAndTimeline', {...home, index: 1, limit: 50}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'topic.txt'},
      {
        body: {content: 'b25lCg==', branch: 'main', new_branch: 'topic'},
      },
    ),
    ask('alice', 'repoCreatePullRequest', home, {
      body: {
        title: 'Closes them',
        head: 'topic',
        base: 'main',
        body: places.map((place, one) => place.replace('¤', `closes #${String(firstClosed + one)}`)).join('\n\n'),
      },
      take: {pull: '/number'},
    }),
    ...merges({...home, index: '{pull}'}, {Do: 'merge'}),
    ask('alice', 'issueListIssues', {...home, state: 'closed', type: 'issues', limit: 50}),
    // Each alone, so that nothing before it opens what holds the rest.
    ...places.map((place, one) =>
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: `closing-${String(one)}.txt`},
        {
          body: {
            content: 'b25lCg==',
            message: `A title\n\n${place.replace('¤', `fixes #${String(firstClosed + one)}`)}\n`,
          },
        },
      ),
    ),
    // Servers close some time after a push: one more that they close last.
    ask('alice', 'issueCreateIssue', home, {body: {title: 'The last one'}, take: {last: '/number'}}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'last.txt'},
      {body: {content: 'b25lCg==', message: 'closes #{last}'}},
    ),
    ask('alice', 'issueGetIssue', {...home, index: '{last}'}, {awaitsAt: {'/state': 'closed'}}),
    ask('alice', 'issueListIssues', {...home, state: 'closed', type: 'issues', limit: 50}),
  ],
};
