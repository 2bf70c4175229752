// Tokens for public things: what they read and write where their holders, also administrators of the site, may see more.
import {ask, base64, eachOf, makes, type Ask, type History} from '../history.ts';

const alice = 'alice with a password';
const carol = 'carol with a password';
const open = {owner: '{alice}', repo: '{open}'};
const closed = {owner: '{alice}', repo: '{closed}'};

const issueIn = (place: typeof open, title: string, take: string): readonly Ask[] => [
  makes('bob', 'issueCreateIssue', place, {title, body: 'see @{alice}'}, {[take]: '/number'}),
  makes('bob', 'issueCreateComment', {...place, index: `{${take}}`}, {body: 'words'}, {[`${take}-comment`]: '/id'}),
];

/** Repositories, organizations and people, each for everybody, and hidden. */
const beginning: readonly Ask[] = [
  makes('alice', 'createCurrentUserRepo', {}, {name: '{open}', auto_init: true, default_branch: 'main'}),
  makes(
    'alice',
    'createCurrentUserRepo',
    {},
    {name: '{closed}', auto_init: true, default_branch: 'main', private: true},
  ),
  makes('alice', 'repoAddCollaborator', {...closed, collaborator: '{bob}'}, {permission: 'write'}),
  ...issueIn(open, 'In the open', 'one'),
  ...issueIn(closed, 'Behind doors', 'two'),
  makes('alice', 'issueCreateLabel', closed, {name: 'bug', color: '#00aabb'}, {bug: '/id'}),
  makes('alice', 'repoCreateRelease', closed, {tag_name: 'v1', name: 'First'}, {release: '/id'}),
  makes('alice', 'orgCreate', {}, {username: '{public-org}', visibility: 'public'}),
  makes('alice', 'orgCreate', {}, {username: '{limited-org}', visibility: 'limited'}),
  makes('alice', 'orgCreate', {}, {username: '{private-org}', visibility: 'private'}),
  ...['public-org', 'limited-org', 'private-org'].flatMap(org => [
    makes('alice', 'createOrgRepo', {org: `{${org}}`}, {name: 'open', auto_init: true}),
    makes('alice', 'createOrgRepo', {org: `{${org}}`}, {name: 'closed', private: true}),
    makes(
      'alice',
      'orgCreateTeam',
      {org: `{${org}}`},
      {name: 'devs', permission: 'read', units: ['repo.code']},
      {
        [`team-of-${org}`]: '/id',
      },
    ),
  ]),
  makes('admin', 'adminEditUser', {username: '{dave}'}, {login_name: '{dave}', source_id: 0, visibility: 'private'}),
  makes('admin', 'adminEditUser', {username: '{erin}'}, {login_name: '{erin}', source_id: 0, visibility: 'limited'}),
  makes('admin', 'adminEditUser', {username: '{carol}'}, {login_name: '{carol}', source_id: 0, admin: true}),
  makes(alice, 'userCreateToken', {username: '{alice}'}, {name: 'pub', scopes: ['public-only', 'all']}, {pub: '/sha1'}),
  makes(
    alice,
    'userCreateToken',
    {username: '{alice}'},
    {name: 'few', scopes: ['read:repository', 'public-only', 'read:organization', 'write:issue']},
    {few: '/sha1'},
  ),
  makes(
    carol,
    'userCreateToken',
    {username: '{carol}'},
    {name: 'site', scopes: ['public-only', 'all']},
    {site: '/sha1'},
  ),
];

const inRepository = (place: typeof open, {index, comment}: {readonly index: string; readonly comment: string}) =>
  [
    ['repoGet', place],
    ['issueListIssues', place],
    ['issueGetIssue', {...place, index}],
    ['issueGetComments', {...place, index}],
    ['issueGetComment', {...place, id: comment}],
    ['issueListLabels', place],
    ['repoListBranches', place],
    ['repoGetContents', {...place, filepath: 'README.md'}],
    ['repoListReleases', place],
    ['repoListCollaborators', place],
  ] as const;

/** What a token reads. */
function reads(who: string): readonly Ask[] {
  const orgs = ['{public-org}', '{limited-org}', '{private-org}'];
  return [
    ...inRepository(open, {index: '{one}', comment: '{one-comment}'}).map(([name, at]) => ask(who, name, at)),
    ...inRepository(closed, {index: '{two}', comment: '{two-comment}'}).map(([name, at]) => ask(who, name, at)),
    ask(who, 'repoSearch', {q: '{closed}'}),
    ask(who, 'repoSearch', {q: '{open}'}),
    ask(who, 'issueSearchIssues', {owner: '{alice}', state: 'open'}),
    ...orgs.flatMap(org => [
      ask(who, 'orgGet', {org}),
      ask(who, 'orgListTeams', {org}),
      ask(who, 'orgListMembers', {org}),
      ask(who, 'orgListLabels', {org}),
      ask(who, 'repoGet', {owner: org, repo: 'open'}),
      ask(who, 'repoGet', {owner: org, repo: 'closed'}),
    ]),
    ...['public-org', 'private-org'].map(org => ask(who, 'orgGetTeam', {id: `{team-of-${org}}`})),
    ask(who, 'orgListCurrentUserOrgs'),
    ask(who, 'orgListUserOrgs', {username: '{alice}'}),
    ...['{bob}', '{dave}', '{erin}'].map(username => ask(who, 'userGet', {username})),
    ask(who, 'userGetCurrent'),
  ];
}

/** What a token writes. */
function writes(who: string): readonly Ask[] {
  return [
    makes(who, 'issueCreateIssue', open, {title: 'by a token'}),
    makes(who, 'issueCreateIssue', closed, {title: 'by a token'}),
    makes(who, 'issueCreateComment', {...closed, index: '{two}'}, {body: 'by a token'}),
    makes(who, 'issueEditIssue', {...closed, index: '{two}'}, {title: 'by a token'}),
    makes(who, 'issueEditComment', {...closed, id: '{two-comment}'}, {body: 'by a token'}),
    makes(who, 'repoCreateFile', {...closed, filepath: 'a.txt'}, {content: base64('a\n')}),
    makes(who, 'repoCreateFile', {...open, filepath: 'a.txt'}, {content: base64('a\n')}),
    makes(who, 'repoEdit', closed, {description: 'by a token'}),
    makes(who, 'repoEdit', open, {description: 'by a token'}),
    makes(who, 'orgEdit', {org: '{private-org}'}, {description: 'by a token'}),
    makes(who, 'orgEdit', {org: '{public-org}'}, {description: 'by a token'}),
    makes(who, 'createCurrentUserRepo', {}, {name: 'by-a-token', private: true}),
    makes(who, 'createOrgRepo', {org: '{private-org}'}, {name: 'by-a-token'}),
  ];
}

export const publicThings: History = {
  name: 'public-things',
  about: 'tokens for public things',
  needs: ['users', 'tokens', 'basic-authentication', 'organizations', 'issues'],
  people: ['alice', 'bob', 'carol', 'dave', 'erin'],
  names: ['open', 'closed', 'public-org', 'limited-org', 'private-org'],
  asks: [
    ...beginning,
    ...reads('the token {pub}'),
    ...reads('the token {few}'),
    ...reads('the token {site}'),
    ...writes('the token {pub}'),
    ...writes('the token {few}'),
    ...writes('the token {site}'),
    // Doors are closed and opened while the token is there.
    makes('alice', 'repoEdit', open, {private: true}),
    ...eachOf(['the token {pub}', 'the token {site}'], 'repoGet', open),
    makes('alice', 'repoEdit', closed, {private: false}),
    ...eachOf(['the token {pub}', 'the token {site}'], 'issueListIssues', closed),
    makes('alice', 'orgEdit', {org: '{public-org}'}, {visibility: 'private'}),
    ...eachOf(['the token {pub}', 'the token {site}'], 'orgGet', {org: '{public-org}'}),
    makes('admin', 'adminEditUser', {username: '{dave}'}, {login_name: '{dave}', source_id: 0, visibility: 'public'}),
    ...eachOf(['the token {pub}', 'the token {site}'], 'userGet', {username: '{dave}'}),
    makes(
      'admin',
      'adminEditUser',
      {username: '{alice}'},
      {login_name: '{alice}', source_id: 0, visibility: 'private'},
    ),
    ...eachOf(['the token {pub}', 'the token {site}'], 'userGet', {username: '{alice}'}),
    ...eachOf(['the token {pub}', 'the token {site}'], 'userGetCurrent'),
    ...eachOf(['the token {pub}', 'the token {site}'], 'issueListIssues', closed),
  ],
};
