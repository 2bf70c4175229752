// Limits that count signs and not bytes, signs of addresses in names of files, full names in git, names that lead to no branch, orders as they were sent, and
// what the administrator of the site may not do.
import {ask, base64, editsPerson, makes, merges, variants, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const old = {owner: '{alice}', repo: '{old}'};
const pull = {...home, index: '{pull}'};

/** A word of so many signs, each of two or four bytes. */
const umlauts = (count: number): string => 'ü'.repeat(count);
const faces = (count: number): string => '😀'.repeat(count);
const atLimit = (limit: number): readonly string[] => [
  umlauts(limit),
  umlauts(limit + 1),
  faces(limit),
  faces(limit + 1),
];

/** The same field with words at its limit and just beyond it, in turn. */
const fills = (
  operation: string,
  params: Ask['params'],
  field: string,
  limit: number,
  fixed: Body = {},
): readonly Ask[] => atLimit(limit).map(word => makes('alice', operation, params, {...fixed, [field]: word}));

const limits: readonly Ask[] = [
  ...atLimit(2048).map((description, at) =>
    makes('alice', 'createCurrentUserRepo', {}, {name: `r${String(at)}`, description}),
  ),
  ...fills('repoEdit', home, 'description', 2048),
  ask('alice', 'repoGet', home),
  ...fills('orgEdit', {org: '{org}'}, 'full_name', 100),
  ...fills('orgEdit', {org: '{org}'}, 'description', 255),
  ...fills('orgEdit', {org: '{org}'}, 'location', 50),
  ask('alice', 'orgGet', {org: '{org}'}),
  ...atLimit(255).map((description, at) =>
    makes(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {
        name: `t${String(at)}`,
        permission: 'read',
        units: ['repo.code'],
        description,
      },
    ),
  ),
  ...Object.entries({description: 255, location: 50, full_name: 100}).flatMap(([field, limit]) =>
    atLimit(limit).map(word => editsPerson('carol', {[field]: word})),
  ),
  ask('alice', 'userGet', {username: '{carol}'}),
  ...fills('issueCreateMilestone', home, 'title', 50),
  ...fills('issueCreateLabel', home, 'name', 50, {color: '#00aabb'}),
  ...fills('issueCreateLabel', home, 'description', 200, {name: 'described', color: '#00aabb'}),
];

const files = [
  'a#b.txt',
  'what?.md',
  'a&b=c.txt',
  'plus+sign.txt',
  'per%20cent.txt',
  'semi;colon.txt',
  'bl ank.txt',
  'ü.txt',
];
const writes = (filepath: string, branch: string, more: Body = {}, who = 'alice'): Ask =>
  makes(who, 'repoCreateFile', {...home, filepath}, {content: base64(`${filepath}\n`), branch, ...more});

/** Names of files that mean something in an address, wherever an address is made of them. */
const addresses: readonly Ask[] = [
  makes('alice', 'repoCreateBranch', home, {new_branch_name: 'odd#1', old_branch_name: 'main'}),
  ...files.map(name => writes(name, 'odd#1')),
  writes('folder#1/what?/in.txt', 'odd#1'),
  makes('alice', 'repoCreatePullRequest', home, {title: 'Odd', head: 'odd#1', base: 'main'}, {pull: '/number'}),
  ask('bob', 'repoGetPullRequestFiles', pull),
  ask('bob', 'repoGetContentsList', {...home, ref: 'odd#1'}),
  ...[...files, 'folder#1', 'folder#1/what?/in.txt'].map(filepath =>
    ask('bob', 'repoGetContents', {...home, filepath, ref: 'odd#1'}),
  ),
  ask('bob', 'repoGetBranch', {...home, branch: 'odd#1'}),
  ask('bob', 'GetTree', {...home, sha: 'odd#1'}),
];

const lines = (count: number, word: string): string =>
  base64(Array.from({length: count}, (_, at) => `${word} ${String(at)}\n`).join(''));
const longest = 'a-folder-with-a-long-name/another-folder-with-a-long-name/and-one-more/a-file-with-a-long-name.txt';

/** Patches of many lines in files of long names, whose summaries have to fit into a line. */
const patches: readonly Ask[] = [
  ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'wide', old_branch_name: 'main'}}),
  ...Object.entries({
    'few.txt': lines(3, 'few'),
    'many.txt': lines(150, 'many'),
    [longest]: lines(1200, 'long'),
  }).flatMap(([filepath, content], at) => [
    makes(
      'alice',
      'repoCreateFile',
      {...home, filepath},
      {content, branch: 'wide', message: 'Lines'},
      {[`wide-${String(at)}`]: '/commit/sha', [`blob-${String(at)}`]: '/content/sha'},
    ),
    ask('bob', 'repoDownloadCommitDiffOrPatch', {...home, sha: `{wide-${String(at)}}`, diffType: 'patch'}),
  ]),
  makes(
    'alice',
    'repoUpdateFile',
    {...home, filepath: 'many.txt'},
    {content: lines(110, 'other'), sha: '{blob-1}', branch: 'wide', message: 'Other lines'},
    {changed: '/commit/sha'},
  ),
  ask('bob', 'repoDownloadCommitDiffOrPatch', {...home, sha: '{changed}', diffType: 'patch'}),
  makes('alice', 'repoCreatePullRequest', home, {title: 'Wide', head: 'wide', base: 'main'}, {wide: '/number'}),
  ask('bob', 'repoDownloadPullDiffOrPatch', {...home, index: '{wide}', diffType: 'patch'}),
];

const signs = (who: string): readonly Ask[] => [
  makes(who, 'repoCreateTag', home, {tag_name: `of-${who}`, message: 'words', target: 'main'}),
  makes(who, 'repoCreateRelease', home, {tag_name: `release-of-${who}`, name: 'A release', body: 'words'}),
  makes(who, 'repoCreateRelease', home, {tag_name: `message-of-${who}`, tag_message: 'words', name: 'A release'}),
  ask(who, 'repoGetTag', {...home, tag: `of-${who}`}, {take: {[`tag-of-${who}`]: '/id'}}),
  ask('alice', 'GetAnnotatedTag', {...home, sha: `{tag-of-${who}}`}),
  ask('alice', 'repoGetTag', {...home, tag: `message-of-${who}`}, {take: {[`message-of-${who}`]: '/id'}}),
  ask('alice', 'GetAnnotatedTag', {...home, sha: `{message-of-${who}}`}),
  writes(`of-${who}.txt`, 'main', {}, who),
];

/** Full names, and what git calls people. */
const fullNames: readonly Ask[] = [
  editsPerson('bob', {full_name: 'Bob of the Bridge'}),
  editsPerson('carol', {full_name: ' '}),
  ...['alice', 'bob', 'carol'].flatMap(signs),
  writes('topic.txt', 'main', {new_branch: 'topic'}, 'bob'),
  makes('bob', 'repoCreatePullRequest', home, {title: 'Of bob', head: 'topic', base: 'main'}, {second: '/number'}),
  ...merges({...home, index: '{second}'}, {Do: 'squash'}),
  ask('alice', 'repoGetAllCommits', {...home, limit: 3}),
  ask('alice', 'repoListTags', home),
];

/** Names that git would find, of which none is a branch. */
const noBranches: readonly Ask[] = [
  ask('bob', 'repoGetBranch', {...home, branch: 'main'}, {take: {sha: '/commit/id'}}),
  ...variants('bob', 'repoGetBranch', home, [
    {branch: 'of-alice'},
    {branch: '{sha}'},
    {branch: 'HEAD'},
    {branch: 'heads/main'},
    {branch: 'refs/heads/main'},
    {branch: 'tags/of-alice'},
    {branch: 'main~1'},
    {branch: '@'},
    {branch: 'MAIN'},
  ]),
  ...variants('alice', 'repoDeleteBranch', home, [{branch: 'of-alice'}, {branch: 'heads/topic'}, {branch: '{sha}'}]),
  ...variants('bob', 'repoGetTag', home, [{tag: 'main'}, {tag: '{sha}'}, {tag: 'tags/of-alice'}, {tag: 'OF-ALICE'}]),
  ...variants('alice', 'repoDeleteTag', home, [{tag: 'main'}, {tag: '{sha}'}, {tag: 'refs/tags/of-alice'}]),
];

const application = {name: 'an application', confidential_client: true};
const uris = [
  'https://b.example.org/cb',
  'https://a.example.org/cb',
  'https://c.example.org/cb',
  'https://b.example.org/cb',
];

/** Lists that come back as they were sent. */
const orders: readonly Ask[] = [
  makes('alice', 'userCreateOAuth2Application', {}, {...application, redirect_uris: uris}, {application: '/id'}),
  ask('alice', 'userGetOAuth2Application', {id: '{application}'}),
  makes(
    'alice',
    'userUpdateOAuth2Application',
    {id: '{application}'},
    {
      ...application,
      redirect_uris: uris.toReversed(),
    },
  ),
  ask('alice', 'userGetOauth2Application'),
  makes('alice', 'repoCreateBranchProtection', home, {
    rule_name: 'ordered',
    enable_status_check: true,
    status_check_contexts: ['z', 'a', 'm', 'z'],
    enable_push: true,
    enable_push_whitelist: true,
    push_whitelist_usernames: ['{carol}', '{bob}', '{alice}'],
    enable_merge_whitelist: true,
    merge_whitelist_usernames: ['{bob}', '{alice}', '{carol}'],
    protected_file_patterns: 'z.txt;a.txt',
  }),
  ask('alice', 'repoGetBranchProtection', {...home, name: 'ordered'}),
  makes(
    'alice',
    'issueCreateIssue',
    home,
    {title: 'Ordered', assignees: ['{carol}', '{bob}', '{alice}']},
    {ordered: '/number'},
  ),
  makes('alice', 'issueEditIssue', {...home, index: '{ordered}'}, {assignees: ['{bob}', '{carol}', '{alice}']}),
  ask('alice', 'issueGetIssue', {...home, index: '{ordered}'}),
];

const packed = (filename: string): Ask['params'] => ({owner: '{alice}', package: 'tool', version: '1.0.0', filename});

/** Files of packages without any bytes. */
const empty: readonly Ask[] = [
  ask('alice', 'uploadGenericPackage', packed('empty.bin'), {bytes: ''}),
  ask('alice', 'uploadGenericPackage', packed('full.bin'), {bytes: '00'}),
  ask('bob', 'downloadGenericPackage', packed('empty.bin')),
  ask('bob', 'listPackageFiles', {owner: '{alice}', type: 'generic', package: 'tool', version: '1.0.0'}),
  ask('alice', 'uploadGenericPackage', packed('empty.bin'), {bytes: ''}),
  ask('alice', 'uploadGenericPackage', {...packed('empty.bin'), version: '1.0.1'}, {bytes: ''}),
  ask('bob', 'downloadGenericPackage', {...packed('empty.bin'), version: '1.0.1'}),
];

/** What is archived is so for the administrator of the site, too. */
const archived: readonly Ask[] = [
  makes('alice', 'issueCreateIssue', old, {title: 'Before'}),
  makes('alice', 'issueCreateLabel', old, {name: 'bug', color: '#ee0701'}, {bug: '/id'}),
  makes('alice', 'issueCreateComment', {...old, index: 1}, {body: 'before'}, {before: '/id'}),
  makes('alice', 'repoEdit', old, {archived: true}),
  ...['alice', 'admin'].flatMap(who => [
    makes(who, 'repoCreateBranch', old, {new_branch_name: `of-${who}`, old_branch_name: 'main'}),
    makes(who, 'repoCreateFile', {...old, filepath: 'a.txt'}, {content: base64('a\n'), branch: 'main'}),
    makes(who, 'repoCreateTag', old, {tag_name: `of-${who}`}),
    makes(who, 'repoCreateRelease', old, {tag_name: `r-${who}`}),
    makes(who, 'issueCreateIssue', old, {title: `Of ${who}`}),
    makes(who, 'issueCreateComment', {...old, index: 1}, {body: `of ${who}`}),
    makes(who, 'issueEditComment', {...old, id: '{before}'}, {body: 'after'}),
    makes(who, 'issueEditIssue', {...old, index: 1}, {title: 'After'}),
    makes(who, 'issueAddLabel', {...old, index: 1}, {labels: ['{bug}']}),
    makes(who, 'issueCreateLabel', old, {name: `of-${who}`, color: '#ee0701'}),
    makes(who, 'issueCreateMilestone', old, {title: `Of ${who}`}),
    makes(who, 'repoEdit', old, {description: `of ${who}`}),
    makes(who, 'repoAddCollaborator', {...old, collaborator: '{bob}'}, {permission: 'read'}),
  ]),
  ask('bob', 'issueGetIssue', {...old, index: 1}),
  ask('bob', 'repoListBranches', old),
  makes('admin', 'repoEdit', old, {archived: false}),
  makes('admin', 'repoCreateBranch', old, {new_branch_name: 'later', old_branch_name: 'main'}),
];

export const countedSigns: History = {
  name: 'counted-signs',
  about: 'limits in signs, signs of addresses in names, full names in git, and what is archived',
  needs: [
    'users',
    'repositories',
    'issues',
    'pull-requests',
    'branches',
    'organizations',
    'releases',
    'labels',
    'packages',
  ],
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'old', 'org'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'createCurrentUserRepo', {}, {name: '{old}', auto_init: true, default_branch: 'main'}),
    ...['bob', 'carol'].map(name =>
      makes('alice', 'repoAddCollaborator', {...home, collaborator: `{${name}}`}, {permission: 'write'}),
    ),
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    ...limits,
    ...addresses,
    ...patches,
    ...fullNames,
    ...noBranches,
    ...orders,
    ...empty,
    ...archived,
  ],
};
