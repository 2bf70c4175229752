// Labels of one name, teams that go while their members watch and are assigned, names in capitals between others, lists of what is switched off, files of others' comments, and texts of commits.
import {ask, base64, eachOf, makes, variants, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const open = {owner: '{org}', repo: '{shelf}'};
const closed = {owner: '{org}', repo: '{vault}'};
const org = {org: '{org}'};

const looks = (who: string, place: Ask['params']): readonly Ask[] => [
  ask(who, 'issueGetIssue', {...place, index: '{twins}'}),
  ask(who, 'issueListLabels', place),
];

/** Two labels of a repository and one of its organization have the same name. */
const namesakes = (place: Ask['params'], words: readonly [string, string, string]): readonly Ask[] => {
  const [one, two, shared] = words;
  const label = (word: string, color: string): Ask =>
    makes('alice', 'issueCreateLabel', place, {name: 'twin', color}, {[word]: '/id'});
  const takes = (id: string): readonly Ask[] => [
    ask(
      'alice',
      'issueAddLabel',
      {...place, index: '{twins}'},
      {body: {labels: [`{${one}}`, `{${two}}`, `{${shared}}`]}},
    ),
    ask('alice', 'issueRemoveLabel', {...place, index: '{twins}', id: `{${id}}`}),
    ...looks('alice', place),
  ];
  return [
    label(one, '#00aabb'),
    label(two, '#bb00aa'),
    makes('alice', 'orgCreateLabel', org, {name: 'twin', color: '#aabb00'}, {[shared]: '/id'}),
    makes('alice', 'issueCreateIssue', place, {title: 'Twins', labels: [`{${one}}`, `{${two}}`]}, {twins: '/number'}),
    ...takes(one),
    ...takes(two),
    ...takes(shared),
    makes('alice', 'issueAddLabel', {...place, index: '{twins}'}, {labels: ['twin']}),
    makes('alice', 'issueReplaceLabels', {...place, index: '{twins}'}, {labels: ['twin', `{${two}}`]}),
    ...variants('alice', 'issueListIssues', place, [{labels: 'twin'}, {labels: 'twin,twin'}]),
    makes('alice', 'issueEditLabel', {...place, id: `{${one}}`}, {name: 'single'}),
    ...looks('bob', place),
    ask('alice', 'issueDeleteLabel', {...place, id: `{${two}}`}),
    ...looks('alice', place),
  ];
};

const team = (name: string, more: Body = {}): Ask =>
  makes(
    'alice',
    'orgCreateTeam',
    org,
    {name, permission: 'write', units: ['repo.code', 'repo.issues', 'repo.pulls'], ...more},
    {[name]: '/id'},
  );
const joins = (name: string, username: string): Ask =>
  ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: `{${username}}`});
const holds = (name: string, repo: string): Ask =>
  ask('alice', 'orgAddTeamRepository', {id: `{${name}}`, org: '{org}', repo: `{${repo}}`});

/** Who watches, who is assigned, and what each sees. */
const after: readonly Ask[] = [open, closed].flatMap(place => [
  ask('alice', 'issueListIssues', {...place, state: 'all'}),
  ask('alice', 'repoGet', place),
  ...eachOf(['bob', 'carol'], 'userCurrentCheckSubscription', place),
  ...eachOf(['bob', 'carol'], 'repoGet', place),
]);

/** Teams come to repositories, and go: with one member, with one repository, and whole. */
const teams: readonly Ask[] = [
  makes('alice', 'orgCreate', {}, {username: '{org}', visibility: 'public'}),
  makes('alice', 'createOrgRepo', org, {name: '{shelf}', auto_init: true, default_branch: 'main'}),
  makes('alice', 'createOrgRepo', org, {name: '{vault}', private: true, auto_init: true, default_branch: 'main'}),
  team('first'),
  team('second'),
  team('third', {includes_all_repositories: true}),
  joins('first', 'bob'),
  holds('first', 'shelf'),
  holds('first', 'vault'),
  joins('first', 'carol'),
  ...after,
  ...[open, closed].flatMap(place => [
    makes('alice', 'issueCreateIssue', place, {title: 'For both', assignees: ['{bob}', '{carol}']}),
    makes('carol', 'issueCreateIssue', place, {title: 'Of carol', assignees: ['{bob}']}),
  ]),
  // Through another team carol goes on.
  joins('second', 'carol'),
  holds('second', 'vault'),
  ask('alice', 'orgRemoveTeamMember', {id: '{first}', username: '{carol}'}),
  ...after,
  ask('alice', 'orgRemoveTeamRepository', {id: '{first}', org: '{org}', repo: '{shelf}'}),
  ...after,
  ask('alice', 'orgDeleteTeam', {id: '{first}'}),
  ...after,
  ask('alice', 'orgDeleteTeam', {id: '{second}'}),
  ...after,
  joins('third', 'bob'),
  ...after,
  makes('alice', 'issueEditIssue', {...closed, index: 1}, {assignees: ['{bob}']}),
  ask('alice', 'orgDeleteTeam', {id: '{third}'}),
  ...after,
];

/** Organizations whose names begin with letters of either kind. */
const orders: readonly Ask[] = [
  ...['b-{org}', 'C-{org}', 'a-{org}', 'D-{org}'].map(username => makes('carol', 'orgCreate', {}, {username})),
  ...eachOf(['carol', 'carol with a password'], 'orgListCurrentUserOrgs'),
  ...eachOf(['alice', 'nobody'], 'orgListUserOrgs', {username: '{carol}'}),
  ...['Zeta', 'beta', 'Alpha', 'gamma'].map(name => makes('carol', 'createOrgRepo', {org: 'C-{org}'}, {name})),
  ...variants('carol', 'orgListRepos', {org: 'C-{org}'}, [{}, {limit: 2}, {limit: 2, page: 2}]),
  ...['Zeta', 'beta', 'Alpha', 'gamma'].map(name =>
    makes('carol', 'orgCreateTeam', {org: 'C-{org}'}, {name, permission: 'read', units: ['repo.code']}),
  ),
  ask('carol', 'orgListTeams', {org: 'C-{org}'}),
  ...['Zeta', 'beta', 'Alpha', 'gamma'].map(name =>
    makes('carol', 'orgCreateLabel', {org: 'C-{org}'}, {name, color: '#ee0701'}),
  ),
  ask('carol', 'orgListLabels', {org: 'C-{org}'}),
];

/** Each kind of thing that a repository has switched off, asked for by its kind. */
const switchedOff: readonly Ask[] = [
  {has_issues: true, has_pull_requests: false},
  {has_issues: false, has_pull_requests: true},
  {has_issues: false, has_pull_requests: false},
  {has_issues: true, has_pull_requests: true},
].flatMap(body => [
  makes('alice', 'repoEdit', home, body),
  ...variants('bob', 'issueListIssues', home, [{}, {type: 'issues'}, {type: 'pulls'}, {type: 'neither'}]),
  ...eachOf(['alice', 'nobody'], 'issueListIssues', {...home, type: 'pulls'}),
]);

const attached = (who: string, at: Ask['params'], take: string): Ask =>
  ask(who, 'issueCreateIssueCommentAttachment', at, {
    file: {field: 'attachment', name: `${take}.txt`, text: take},
    take: {[take]: '/id'},
  });

/** A reader, a writer and an administrator of the repository, each with the comments of the others. */
const files: readonly Ask[] = [
  ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
  ask('alice', 'repoAddCollaborator', {...home, collaborator: '{dave}'}, {body: {permission: 'admin'}}),
  makes('bob', 'issueCreateIssue', home, {title: 'With comments'}, {thread: '/number'}),
  ...['bob', 'carol', 'alice'].flatMap(author => {
    const comment = {...home, id: `{of-${author}}`};
    return [
      makes(
        author,
        'issueCreateComment',
        {...home, index: '{thread}'},
        {body: `Of ${author}`},
        {[`of-${author}`]: '/id'},
      ),
      ...['bob', 'carol', 'dave', 'alice', author].flatMap(who => [
        attached(who, comment, `${who}-at-${author}`),
        ask(who, 'issueListIssueCommentAttachments', comment),
      ]),
      ...['bob', 'carol', 'dave'].flatMap(who => [
        ask(
          who,
          'issueEditIssueCommentAttachment',
          {...comment, attachment_id: `{alice-at-${author}}`},
          {body: {name: `by-${who}.txt`}},
        ),
      ]),
      ...['bob', 'carol', 'dave'].map(who =>
        ask(who, 'issueDeleteIssueCommentAttachment', {...comment, attachment_id: `{alice-at-${author}}`}),
      ),
      ask('alice', 'issueListIssueCommentAttachments', comment),
    ];
  }),
];

const person = {name: 'Ann', email: 'ann@example.org'};
const dates = {author: '2001-02-03T04:05:06Z', committer: '2001-02-03T04:05:06Z'};
const signed = {author: person, committer: person, dates, branch: 'main'};
// Far enough below its heading, a line is in a hunk of its own.
const program = (first: string, second: string, inside: string): string =>
  `${[
    `${first} {`,
    ...['a', 'b', 'c', 'd', 'e', 'f'].map(letter => `  ${letter};`),
    '}',
    '',
    `${second} {`,
    ...['g', 'h', 'i', 'j', 'k', 'l', 'n', 'o', 'p', 'q', 'r'].map(letter => `  ${letter};`),
    `  ${inside};`,
    '  m;',
    '}',
  ].join('\n')}\n`;

const text = {owner: '{alice}', repo: '{texts}'};
const shown = (sha: string): readonly Ask[] =>
  variants('bob', 'repoDownloadCommitDiffOrPatch', {...text, sha: `{${sha}}`}, [
    {diffType: 'diff'},
    {diffType: 'patch'},
  ]);
const change = (take: string, message: string, content: string): readonly Ask[] => [
  ask('alice', 'repoGetContents', {...text, filepath: 'program.c'}, {take: {blob: '/sha'}}),
  makes(
    'alice',
    'repoUpdateFile',
    {...text, filepath: 'program.c'},
    {...signed, content: base64(content), sha: '{blob}', message},
    {[take]: '/commit/sha'},
  ),
  ...shown(take),
];

/** A first commit with much to say, and changes below a heading that changes itself, comes or goes. */
const texts: readonly Ask[] = [
  makes('alice', 'createCurrentUserRepo', {}, {name: '{texts}', default_branch: 'main'}),
  makes(
    'alice',
    'repoCreateFile',
    {...text, filepath: 'program.c'},
    {
      ...signed,
      content: base64(program('int first()', 'int second()', 'x')),
      message: 'The first commit\n\nIt says more\nthan one line.\n\n  And another paragraph.\n',
    },
    {root: '/commit/sha'},
  ),
  ...shown('root'),
  ...change('renamed', 'A heading and a line\n\nboth change', program('int first()', 'int renamed_second(void)', 'y')),
  ...change('above', 'Only the first heading', program('long first(int)', 'int renamed_second(void)', 'y')),
  ...change('inside', 'Below one heading', program('long first(int)', 'int renamed_second(void)', 'z')),
  ...change(
    'more',
    'One more heading',
    program('long first(int)', 'int third() {\n  one;\n  two;\n}\n\nint renamed_second(void)', 'w'),
  ),
  ...change('less', 'One heading less', program('long first(int)', 'int renamed_second(void)', 'v')),
];

export const namesakesAndTeams: History = {
  name: 'namesakes',
  about: 'labels of one name, teams that go, orders by name and texts of commits',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'labels', 'organizations', 'attachments'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'org', 'shelf', 'vault', 'texts'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    ...teams,
    ...namesakes(open, ['one', 'two', 'shared']),
    ...orders,
    ...switchedOff,
    ...files,
    ...texts,
  ],
};
