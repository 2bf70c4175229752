// What is given and then taken back, the entries that both leave, orders that count what is closed, addresses in capitals, and members of two teams.
import {ask, base64, eachOf, makes, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const other = {owner: '{org}', repo: '{shelf}'};
const one = {...home, index: '{one}'};
const two = {...home, index: '{two}'};
const pull = {...home, index: '{pull}'};
const form = 'application/x-www-form-urlencoded';

const edit = (where: Ask['params'], body: Body, who = 'alice'): Ask => makes(who, 'issueEditIssue', where, body);
const look = (operation: string, params: Ask['params'], who = 'alice'): Ask => ask(who, operation, params);
const traces = (where: Ask['params']): Ask => look('issueGetCommentsAndTimeline', {...where, limit: 50});

/** Each thing is given, changed and taken back by another person than gave it. */
const givesAndTakes = (where: Ask['params']): readonly Ask[] => [
  edit(where, {milestone: '{first}'}),
  edit(where, {milestone: '{second}'}),
  edit(where, {milestone: 0}, 'carol'),
  traces(where),
  look('issueGetMilestonesList', home),
  edit(where, {milestone: '{second}'}, 'carol'),
  edit(where, {due_date: '2031-02-03T04:05:06Z'}),
  edit(where, {due_date: '2031-03-04T05:06:07Z'}, 'carol'),
  edit(where, {unset_due_date: true}),
  edit(where, {assignees: ['{bob}', '{carol}']}),
  edit(where, {assignees: ['{carol}']}, 'carol'),
  edit(where, {assignees: []}),
  makes('alice', 'issueAddLabel', where, {labels: ['{bug}', '{task}']}),
  ask('carol', 'issueRemoveLabel', {...where, id: '{bug}'}),
  makes('carol', 'issueReplaceLabels', where, {labels: ['{bug}']}),
  ask('alice', 'issueClearLabels', where),
  edit(where, {title: 'Another title'}, 'carol'),
  edit(where, {title: 'The first title'}),
  edit(where, {body: 'words'}),
  edit(where, {body: ''}),
  edit(where, {state: 'closed'}, 'carol'),
  edit(where, {state: 'open'}),
  makes('alice', 'issueAddTime', where, {time: 60}, {booked: '/id'}),
  ask('alice', 'issueDeleteTime', {...where, id: '{booked}'}),
  makes('carol', 'issueAddTime', where, {time: 61}),
  ask('carol', 'issueResetTime', where),
  ...eachOf(['alice', 'carol', 'dave'], 'issueGetCommentsAndTimeline', where),
  look('issueGetIssue', where),
];

const milestones: readonly Ask[] = [
  look('issueGetMilestone', {...home, id: '{first}'}),
  look('issueGetMilestone', {...home, id: '{second}'}),
  edit(one, {milestone: '{first}'}),
  edit(two, {milestone: '{first}', state: 'closed'}),
  ask('alice', 'issueDeleteMilestone', {...home, id: '{first}'}),
  traces(one),
  traces(two),
  look('issueGetIssue', one),
  look('issueGetMilestonesList', {...home, state: 'all'}),
];

const orders = ['mostissues', 'leastissues', 'alphabetically', 'reversealphabetically', 'no-such-order'];

/** More issues that are closed than that are open, and a pull request, have the labels. */
const counted: readonly Ask[] = [
  ...['closed', 'open', 'pulled', 'none'].map(name =>
    makes('alice', 'issueCreateLabel', home, {name, color: '#00aabb'}, {[name]: '/id'}),
  ),
  ...['Third', 'Fourth', 'Fifth'].map(title =>
    makes('alice', 'issueCreateIssue', home, {title, labels: ['{closed}'], closed: true}),
  ),
  ...['Sixth', 'Seventh'].map(title => makes('alice', 'issueCreateIssue', home, {title, labels: ['{open}']})),
  makes('alice', 'issueAddLabel', pull, {labels: ['{pulled}']}),
  ...orders.flatMap(sort => eachOf(['alice', 'nobody'], 'issueListLabels', {...home, sort})),
  ...['one', 'many', 'unused'].map(name =>
    makes('alice', 'orgCreateLabel', {org: '{org}'}, {name, color: '#ee0701'}, {[`org-${name}`]: '/id'}),
  ),
  makes('alice', 'issueCreateIssue', other, {title: 'A', labels: ['{org-many}', '{org-one}']}),
  makes('alice', 'issueCreateIssue', other, {title: 'B', labels: ['{org-many}'], closed: true}),
  ...orders.flatMap(sort => [
    look('orgListLabels', {org: '{org}', sort}),
    look('orgListLabels', {org: '{org}', sort}, 'dave'),
  ]),
];

const bob = 'bob with a password';
const mails = (who: string, operation: 'userAddEmail' | 'userDeleteEmail', ...emails: readonly string[]): Ask =>
  ask(who, operation, {}, {body: {emails}});
const listed = ask(bob, 'userListEmails');

const addresses: readonly Ask[] = [
  mails(bob, 'userAddEmail', 'Large.{bob}@example.org'),
  listed,
  mails(bob, 'userAddEmail', 'large.{bob}@example.org'),
  mails('carol with a password', 'userAddEmail', 'LARGE.{bob}@example.org'),
  mails(bob, 'userAddEmail', 'small.{bob}@example.org', 'Other.{bob}@Example.org'),
  listed,
  ...['large.{bob}@example.org', 'SMALL.{bob}@example.org', 'Other.{bob}@Example.org'].flatMap(address => [
    mails(bob, 'userDeleteEmail', address),
    listed,
  ]),
  mails(bob, 'userDeleteEmail', 'Other.{bob}@Example.org'),
  mails(bob, 'userAddEmail', 'Large.{bob}@example.org'),
  mails(bob, 'userDeleteEmail', 'Large.{bob}@example.org'),
  listed,
];

const typed = (operation: string, params: Ask['params'], text: string): Ask =>
  ask('alice', operation, params, {typed: {type: form, text}});

/** Texts of a form that are words of JSON. */
const words: readonly Ask[] = [
  ...['true', 'false', 'null', '0', '17', '1.5', '{}', '[]', '"quoted"', 'on'].flatMap(word => {
    const text = encodeURIComponent(word);
    return [
      typed('issueCreateIssue', home, `title=${text}&body=${text}`),
      typed('issueCreateLabel', home, `name=${text}&color=00aabb&description=${text}`),
      typed('issueCreateComment', one, `body=${text}`),
      typed('repoEdit', home, `description=${text}&website=`),
      typed('repoEdit', home, `has_wiki=${text}`),
    ];
  }),
  typed('issueCreateMilestone', home, 'title=true&description=false'),
  typed('repoCreateRelease', home, 'tag_name=v1&name=true&body=false&draft=true'),
  typed('repoEdit', home, 'has_wiki=True&has_projects=FALSE&archived=0'),
  look('repoGet', home),
];

const team = (name: string, units: Body): Ask =>
  makes(
    'alice',
    'orgCreateTeam',
    {org: '{org}'},
    {name, permission: 'read', units_map: units, includes_all_repositories: true},
    {[name]: '/id'},
  );
const joins = (name: string): Ask => ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: '{bob}'});
const leaves = (name: string): Ask => ask('alice', 'orgRemoveTeamMember', {id: `{${name}}`, username: '{bob}'});

/** What bob may do with packages of the organization, and with issues and code of its repository. */
const tries = (version: string): readonly Ask[] => {
  const place = {owner: '{org}', package: 'tool', version, filename: 'file.bin'};
  return [
    ask('bob', 'uploadGenericPackage', place, {bytes: '00ff'}),
    ...eachOf(['bob', 'dave', 'nobody'], 'downloadGenericPackage', {...place, version: '0.0.1'}),
    look('listPackages', {owner: '{org}'}, 'bob'),
    ask('bob', 'deletePackage', {owner: '{org}', type: 'generic', package: 'tool', version}),
    edit({...other, index: 1}, {title: `Of ${version}`}, 'bob'),
    makes(
      'bob',
      'repoCreateFile',
      {...other, filepath: `${version}.txt`},
      {content: base64('words\n'), branch: 'main', message: 'A file'},
    ),
    look('repoGet', other, 'bob'),
  ];
};

const twoTeams: readonly Ask[] = [
  ask(
    'alice',
    'uploadGenericPackage',
    {owner: '{org}', package: 'tool', version: '0.0.1', filename: 'file.bin'},
    {bytes: '00'},
  ),
  team('readers', {'repo.packages': 'read', 'repo.issues': 'read', 'repo.code': 'read'}),
  team('packers', {'repo.packages': 'write', 'repo.issues': 'read'}),
  team('helpers', {'repo.issues': 'write', 'repo.code': 'read'}),
  team('coders', {'repo.code': 'write'}),
  ...tries('1.0.0'),
  joins('readers'),
  ...tries('1.0.1'),
  joins('packers'),
  ...tries('1.0.2'),
  joins('helpers'),
  ...tries('1.0.3'),
  joins('coders'),
  ...tries('1.0.4'),
  leaves('readers'),
  ...tries('1.0.5'),
  leaves('packers'),
  ...tries('1.0.6'),
  joins('readers'),
  leaves('coders'),
  joins('packers'),
  ...tries('1.0.7'),
];

export const takenBack: History = {
  name: 'taken-back',
  about: 'what is given and taken back, and members of several teams',
  needs: [
    'users',
    'repositories',
    'issues',
    'pull-requests',
    'labels',
    'milestones',
    'organizations',
    'packages',
    'releases',
  ],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'org', 'shelf'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{bob}'}, {permission: 'write'}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {permission: 'write'}),
    ...['first', 'second'].map(title => makes('alice', 'issueCreateMilestone', home, {title}, {[title]: '/id'})),
    ...['bug', 'task'].map(name => makes('alice', 'issueCreateLabel', home, {name, color: '#ee0701'}, {[name]: '/id'})),
    makes('alice', 'issueCreateIssue', home, {title: 'One'}, {one: '/number'}),
    makes('alice', 'issueCreateIssue', home, {title: 'Two', milestone: '{first}'}, {two: '/number'}),
    makes(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'topic.txt'},
      {content: base64('words\n'), branch: 'main', new_branch: 'topic', message: 'A file'},
    ),
    makes('alice', 'repoCreatePullRequest', home, {title: 'Pull', head: 'topic', base: 'main'}, {pull: '/number'}),
    ...givesAndTakes(one),
    ...givesAndTakes(pull),
    makes('alice', 'repoCreatePullReviewRequests', pull, {reviewers: ['{bob}', '{carol}']}),
    ask('carol', 'repoDeletePullReviewRequests', pull, {body: {reviewers: ['{bob}']}}),
    makes('alice', 'repoCreateBranch', home, {new_branch_name: 'aside', old_branch_name: 'main'}),
    makes('alice', 'repoEditPullRequest', pull, {base: 'aside'}),
    makes('alice', 'repoEditPullRequest', pull, {base: 'main'}),
    makes('alice', 'repoEditPullRequest', pull, {milestone: '{second}'}),
    makes('alice', 'repoEditPullRequest', pull, {milestone: 0}),
    traces(pull),
    ...milestones,
    makes('alice', 'orgCreate', {}, {username: '{org}', visibility: 'private'}),
    makes(
      'alice',
      'createOrgRepo',
      {org: '{org}'},
      {name: '{shelf}', auto_init: true, default_branch: 'main', private: true},
    ),
    ...counted,
    ...addresses,
    ...words,
    ...twoTeams,
  ],
};
