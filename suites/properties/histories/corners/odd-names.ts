// Names that mean something to addresses, shells and git: of files, branches, tags, labels, secrets and what is uploaded.
import {ask, base64, variants, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: 1};

const paths = [
  'a#b.txt',
  'a?b.txt',
  'a%b.txt',
  'a%20b.txt',
  'a b.txt',
  'a+b.txt',
  'a&b=c.txt',
  "a'b.txt",
  'a"b.txt',
  'a:b.txt',
  'ä b/ü#?.txt',
  '~a.txt',
  'a;b.txt',
] as const;

/** What is read of a file by its name. */
const reads = (filepath: string): readonly Ask[] => [
  ask('bob', 'repoGetContents', {...home, filepath}),
  ask('bob', 'repoGetRawFile', {...home, filepath}),
];

export const oddNames: History = {
  name: 'odd-names',
  about: 'files, branches, tags and words with names that mean something elsewhere',
  needs: ['users', 'repositories', 'issues', 'branches'],
  people: ['alice', 'bob'],
  names: ['repo', 'second'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ...paths.flatMap((filepath, number) => [
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath},
        {body: {content: base64(`${filepath}\n`)}, take: {[`file-${String(number)}`]: '/content/sha'}},
      ),
      ...reads(filepath),
    ]),
    ask('bob', 'repoGetContentsList', home),
    ask('bob', 'GetTree', {...home, sha: 'main', recursive: true}),
    ...variants('bob', 'GetTree', {...home, sha: 'main'}, [
      {per_page: 16},
      {per_page: 15},
      {per_page: 17},
      {per_page: 8},
      {per_page: 8, page: 2},
      {per_page: 8, page: 3},
      {recursive: true, per_page: 17},
    ]),
    ...(['a#b.txt', 'a?b.txt', 'ä b/ü#?.txt'] as const).flatMap(filepath => [
      ask(
        'alice',
        'repoUpdateFile',
        {...home, filepath},
        {body: {content: base64('changed\n'), sha: `{file-${String(paths.indexOf(filepath))}}`}},
      ),
      ask('bob', 'repoGetAllCommits', {...home, path: filepath}),
      ...reads(filepath),
    ]),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'a#b.txt'}, {body: {sha: '{file-5}'}}),
    ask('alice', 'repoDeleteFile', {...home, filepath: 'a+b.txt'}, {body: {sha: '{file-5}'}}),
    ...reads('a#b.txt'),
    ...reads('a+b.txt'),
    // Branches and tags.
    ...[
      'b#c',
      'b%c',
      'b&c',
      'ä/ü',
      'b+c',
      "b'c",
      'b;c',
      'b?c',
      'b c',
      'b~c',
      'b^c',
      'b:c',
      'b\\c',
      'b[c',
      'b*c',
      'b..c',
      'b.lock',
      '.b',
      '@',
      'b@{c',
      'b/',
      'HEAD',
      'refs/heads/b',
    ].map(name => ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: name}})),
    ...['b#c', 'b%c', 'b&c', 'ä/ü', 'b+c'].flatMap(name => [
      ask('bob', 'repoGetBranch', {...home, branch: name}),
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: `on/${name}.txt`},
        {body: {content: base64('on a branch\n'), branch: name}},
      ),
      ask('bob', 'repoGetContents', {...home, filepath: `on/${name}.txt`, ref: name}),
      ask('bob', 'repoGetAllCommits', {...home, sha: name, limit: 1}),
      ask('alice', 'repoCreateTag', home, {body: {tag_name: `v-${name}`, target: name}}),
      ask('bob', 'repoGetTag', {...home, tag: `v-${name}`}),
      ask('alice', 'repoCreatePullRequest', home, {body: {title: `Of ${name}`, head: name, base: 'main'}}),
    ]),
    ask('bob', 'repoListPullRequests', {...home, state: 'all'}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'r#1', name: 'r#1 & "more"'}}),
    ask('bob', 'repoGetReleaseByTag', {...home, tag: 'r#1'}),
    ask('alice', 'repoCreateBranchProtection', home, {body: {rule_name: 'b#*'}}),
    ask('alice', 'repoGetBranchProtection', {...home, name: 'b#*'}),
    ask('bob', 'repoGetBranch', {...home, branch: 'b#c'}),
    ask('alice', 'repoDeleteBranchProtection', {...home, name: 'b#*'}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'b%c'}),
    ask('bob', 'repoGetBranch', {...home, branch: 'b%c'}),
    // Repositories and people.
    ...['a#b', 'a b', 'a/b', '..', '.', '-', '_', 'a.git', 'a.wiki', 'a.rss', 'ä', 'a+b', 'a:b', '.a', 'a.', '-a'].map(
      name => ask('alice', 'createCurrentUserRepo', {}, {body: {name}}),
    ),
    ask('alice', 'repoEdit', home, {body: {name: 'a#b'}}),
    ask('alice', 'repoEdit', home, {body: {name: '{repo}'}}),
    // Words that are kept as they are.
    ...[
      'a#b',
      '<b>bold</b>',
      'a & b',
      '"quoted"',
      'back\\slash',
      'tab\there',
      '{{.Title}}',
      '%s%d',
      "'; DROP TABLE issues; --",
    ].map(text => ask('alice', 'issueCreateIssue', home, {body: {title: text, body: text}})),
    ask('bob', 'issueListIssues', {...home, type: 'issues'}),
    ...variants('bob', 'issueListIssues', {...home, type: 'issues', state: 'all'}, [
      {q: '<b>bold</b>'},
      {q: '%'},
      {q: '_'},
      {q: '"quoted"'},
    ]),
    ...['a#b', 'a,b', 'a b', '<i>', 'ä/ü'].map((name, number) =>
      ask('alice', 'issueCreateLabel', home, {
        body: {name, color: '#00ff00'},
        take: {[`label-${String(number)}`]: '/id'},
      }),
    ),
    ask('alice', 'issueAddLabel', one, {body: {labels: ['{label-0}', '{label-1}']}}),
    ...variants('bob', 'issueListIssues', {...home, type: 'issues'}, [
      {labels: 'a#b'},
      {labels: 'a,b'},
      {labels: 'a b'},
    ]),
    // What is uploaded has the name that is asked for, else that of its file.
    ...[
      {field: 'one.txt', name: undefined},
      {field: 'one.txt', name: 'two.txt'},
      {field: 'one.txt', name: 'two.exe'},
      {field: 'one.exe', name: 'two.txt'},
      {field: 'one.exe', name: undefined},
      {field: 'ä #?.txt', name: undefined},
      {field: 'one.txt', name: 'a/b.txt'},
      {field: 'one.txt', name: '../b.txt'},
      {field: 'one.txt', name: 'a "b".txt'},
    ].map(({field, name}) =>
      ask(
        'alice',
        'issueCreateIssueAttachment',
        {...one, ...(name === undefined ? {} : {name})},
        {
          file: {field: 'attachment', name: field, text: 'words\n'},
        },
      ),
    ),
    ask('bob', 'issueListIssueAttachments', one),
    // Authors of commits, each with and without the other.
    ...[
      {author: {name: 'Ann', email: 'ann@example.org'}},
      {committer: {name: 'Cec', email: 'cec@example.org'}},
      {author: {name: 'Ann', email: 'ann@example.org'}, committer: {name: 'Cec', email: 'cec@example.org'}},
      {author: {name: 'Ann'}},
      {author: {email: 'ann@example.org'}},
      {author: {name: '', email: ''}},
      {author: {name: 'Ann', email: '{alice}@example.org'}},
    ].map((people, at) =>
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: `by/${String(at)}.txt`},
        {
          body: {content: base64(`${String(at)}\n`), message: `file ${String(at)}`, ...people},
          take: {[`by-${String(at)}`]: '/content/sha'},
        },
      ),
    ),
    ask(
      'alice',
      'repoUpdateFile',
      {...home, filepath: 'by/0.txt'},
      {
        body: {content: base64('changed\n'), sha: '{by-0}', author: {name: 'Ann', email: 'ann@example.org'}},
      },
    ),
    ask(
      'alice',
      'repoDeleteFile',
      {...home, filepath: 'by/1.txt'},
      {
        body: {sha: '{by-1}', committer: {name: 'Cec', email: 'cec@example.org'}},
      },
    ),
    ask('bob', 'repoGetAllCommits', {...home, path: 'by'}),
  ],
};
