// What mixed histories do with repositories, organizations, teams, people and what belongs to them, and how they look at them.
import {idleHook, type Sent} from '../history.ts';
import {deedsOf, looksAt, type Deed, type Look, type Turns} from './turns.ts';

const permissions = ['read', 'write', 'admin'] as const;
const units = (turns: Turns): Sent =>
  turns.draw.of(
    ['repo.code', 'repo.issues', 'repo.pulls', 'repo.releases'],
    ['repo.code'],
    ['repo.issues', 'repo.pulls'],
  );

const ofRepositories = deedsOf('repository', [
  [
    6,
    turns =>
      turns.send(
        'repoEdit',
        turns.home,
        turns.draw.fields({
          private: () => turns.draw.oneIn(2),
          description: () => turns.draw.of('words', 'other words'),
          website: () => 'https://example.org/',
          template: () => turns.draw.oneIn(2),
          has_wiki: () => turns.draw.oneIn(2),
          has_projects: () => turns.draw.oneIn(2),
          allow_squash_merge: () => turns.draw.oneIn(2),
          default_delete_branch_after_merge: () => turns.draw.oneIn(2),
          internal_tracker: () => ({
            enable_time_tracker: turns.draw.oneIn(2),
            allow_only_contributors_to_track_time: turns.draw.oneIn(2),
            enable_issue_dependencies: true,
          }),
        }),
      ),
  ],
  [
    1,
    turns => {
      const {draw, place, home} = turns;
      draw.send(place.owner, 'repoEdit', home, {archived: true});
      draw.send(turns.who, 'issueEditIssue', turns.issue, {title: 'kept'});
      draw.send(place.owner, 'repoEdit', home, {archived: false});
    },
  ],
  [
    2,
    turns =>
      turns.send(
        'createFork',
        turns.home,
        turns.draw.oneIn(3) ? {organization: turns.org, name: turns.draw.name('fork')} : {},
      ),
  ],
  [
    1,
    turns =>
      turns.send(
        'generateRepo',
        {template_owner: turns.home.owner, template_repo: turns.home.repo},
        {
          owner: turns.draw.of('{alice}', '{carol}', '{other}'),
          name: turns.draw.name('made'),
          git_content: turns.draw.oneIn(2),
          labels: turns.draw.oneIn(2),
          topics: true,
          private: turns.draw.oneIn(2),
        },
      ),
  ],
  [
    2,
    turns =>
      turns.send(
        'createOrgRepo',
        {org: turns.org},
        {
          name: turns.draw.name('box'),
          private: turns.draw.oneIn(2),
          ...(turns.draw.oneIn(2) ? {auto_init: true, default_branch: 'main'} : {}),
        },
      ),
  ],
]);

const ofCollaborators = deedsOf('collaborator', [
  [
    4,
    turns =>
      turns.send(
        'repoAddCollaborator',
        {...turns.home, collaborator: turns.person},
        {
          permission: turns.draw.of('read', ...permissions),
        },
      ),
  ],
  [2, turns => turns.send('repoDeleteCollaborator', {...turns.home, collaborator: turns.person})],
  [
    1,
    turns =>
      turns.send(turns.draw.of('repoAddTeam', 'repoDeleteTeam'), {
        ...turns.home,
        team: turns.draw.of('team-1', 'TEAM-1'),
      }),
  ],
]);

const ofTeams = deedsOf('team', [
  [
    2,
    turns =>
      turns.draw.make('team', '/id', {
        who: turns.draw.oneIn(4) ? turns.who : 'alice',
        operation: 'orgCreateTeam',
        params: {org: turns.org},
        body: {
          name: turns.draw.name('team'),
          permission: turns.draw.of('read', ...permissions),
          units: units(turns),
          ...(turns.draw.oneIn(3) ? {includes_all_repositories: turns.draw.oneIn(2)} : {}),
          ...(turns.draw.oneIn(3) ? {can_create_org_repo: turns.draw.oneIn(2)} : {}),
        },
      }),
  ],
  [
    3,
    turns =>
      turns.draw.send(
        turns.draw.oneIn(4) ? turns.who : 'alice',
        'orgEditTeam',
        {id: turns.team},
        {
          name: turns.draw.of('team-1', turns.draw.name('team')),
          ...turns.draw.fields({
            permission: () => turns.draw.of('read', ...permissions),
            units: () => units(turns),
            can_create_org_repo: () => turns.draw.oneIn(2),
            description: () => 'described',
            includes_all_repositories: () => turns.draw.oneIn(2),
          }),
        },
      ),
  ],
  [
    3,
    turns =>
      turns.draw.send(turns.draw.of('alice', 'alice', 'bob'), 'orgAddTeamRepository', {
        id: turns.team,
        org: turns.org,
        repo: '{shelf}',
      }),
  ],
  [1, turns => turns.draw.send('alice', 'orgRemoveTeamRepository', {id: turns.team, org: turns.org, repo: '{shelf}'})],
]);

const ofMembers = deedsOf('member', [
  [
    4,
    turns =>
      turns.draw.send(turns.draw.oneIn(4) ? turns.who : 'alice', 'orgAddTeamMember', {
        id: turns.team,
        username: turns.person,
      }),
  ],
  [2, turns => turns.draw.send('alice', 'orgRemoveTeamMember', {id: turns.team, username: turns.person})],
  [2, turns => turns.draw.send('alice', 'orgDeleteMember', {org: turns.org, username: turns.person})],
  [
    4,
    turns => {
      const who = turns.draw.of('alice', 'bob', 'dave');
      const operation = turns.draw.of('orgPublicizeMember', 'orgPublicizeMember', 'orgConcealMember');
      turns.draw.send(who, operation, {org: turns.org, username: `{${who}}`});
    },
  ],
]);

const ofOrganizations = deedsOf('organization', [
  [
    3,
    turns =>
      turns.draw.send(
        turns.draw.oneIn(4) ? turns.who : 'alice',
        'orgEdit',
        {org: turns.org},
        turns.draw.fields({
          full_name: () => turns.draw.of('The Org', 'Another'),
          description: () => turns.draw.of('words', ''),
          website: () => 'https://example.org/',
          location: () => 'Here',
          visibility: () => turns.draw.of('public', 'limited', 'private'),
          repo_admin_change_team_access: () => turns.draw.oneIn(2),
        }),
      ),
  ],
]);

const ofTransfers = deedsOf('transfer', [
  [
    4,
    turns => {
      const {draw} = turns;
      const who = draw.of('alice', 'bob', 'carol', 'dave');
      const name = draw.name('parcel');
      const place = {owner: `{${who}}`, repo: name};
      draw.send(who, 'createCurrentUserRepo', {}, {name, private: draw.oneIn(2)});
      draw.send(who, 'repoTransfer', place, {new_owner: draw.of('{org}', '{other}', '{bob}', '{alice}')});
      draw.send(draw.of(who, 'alice', 'bob'), draw.of('acceptRepoTransfer', 'rejectRepoTransfer'), place);
      draw.send(draw.of(who, 'alice', 'bob'), 'repoGet', place);
    },
  ],
]);

const ofNotices = deedsOf('notice', [
  [3, turns => turns.draw.send(turns.member, subscription(turns), turns.home)],
  [
    2,
    turns =>
      turns.draw.send(
        turns.member,
        'notifyReadList',
        turns.draw.fields({
          all: () => true,
          'status-types': () => turns.draw.of('unread', 'read', 'pinned'),
          'to-status': () => turns.draw.of('read', 'unread', 'pinned'),
        }),
      ),
  ],
  [1, turns => turns.draw.send(turns.member, 'notifyReadRepoList', turns.home)],
]);

function subscription({draw}: Turns): string {
  return draw.of('userCurrentPutSubscription', 'userCurrentDeleteSubscription');
}

const ofHooks = deedsOf('hook', [
  [
    2,
    turns =>
      turns.make(
        'hook',
        '/id',
        'repoCreateHook',
        turns.home,
        idleHook({
          events: turns.draw.some(['push', 'issues', 'release', 'create', 'pull_request'], 3),
          ...(turns.draw.oneIn(3) ? {branch_filter: turns.draw.of('main', 'branch-*')} : {}),
          ...(turns.draw.oneIn(3) ? {authorization_header: 'Bearer words'} : {}),
        }),
      ),
  ],
  [
    2,
    turns =>
      turns.send(
        'repoEditHook',
        turns.byId('hook'),
        turns.draw.fields({
          events: () => turns.draw.some(['push', 'issues', 'fork'], 2),
          branch_filter: () => turns.draw.of('main', '*'),
          config: () => ({url: 'https://240.0.0.1/other', content_type: turns.draw.of('json', 'form')}),
          active: () => false,
        }),
      ),
  ],
  [1, turns => turns.send('repoDeleteHook', turns.byId('hook'))],
]);

const ofAccounts = deedsOf('account', [
  [
    2,
    turns =>
      turns.draw.send(
        'admin',
        'adminEditUser',
        {username: turns.person},
        {
          source_id: 0,
          login_name: turns.person,
          ...turns.draw.fields({
            full_name: () => turns.draw.of('Some Body', ''),
            visibility: () => turns.draw.of('public', 'limited', 'private'),
            restricted: () => turns.draw.oneIn(2),
            location: () => 'There',
            description: () => 'words',
          }),
        },
      ),
  ],
]);

export const mixedOwners: readonly Deed[] = [
  ...ofRepositories,
  ...ofCollaborators,
  ...ofTeams,
  ...ofMembers,
  ...ofOrganizations,
  ...ofTransfers,
  ...ofNotices,
  ...ofHooks,
  ...ofAccounts,
];

const repository = (turns: Turns): void => turns.look('repoGet');
/** Rights show in what somebody may do. */
const tries = ({draw, home, place}: Turns): void => {
  const who = draw.of('bob', 'dave', 'carol');
  const name = draw.oneIn(2) ? 'try' : 'tried';
  if (draw.oneIn(2)) draw.send(who, 'issueCreateLabel', home, {name: `${name}-${place.key}`, color: '#abcdef'});
  else draw.send(who, 'issueCreateIssue', home, {title: name});
};
const rights = (turns: Turns): void =>
  turns.draw.send(turns.place.owner, 'repoGetRepoPermissions', {...turns.home, collaborator: turns.person});

export const looksAtOwners: readonly Look[] = [
  ...looksAt('repository', [
    [4, repository],
    [2, turns => turns.look('userListRepos', {username: turns.draw.of('{alice}', '{carol}')})],
    [2, turns => turns.look('orgListRepos', {org: turns.org})],
    [1, turns => turns.draw.send(turns.member, 'userCurrentListRepos', {})],
    [1, turns => turns.look('listForks')],
    [1, turns => turns.look('issueListIssues')],
  ]),
  ...looksAt('collaborator', [
    [2, turns => turns.draw.send(turns.place.owner, 'repoListCollaborators', turns.home)],
    [2, rights],
    [3, tries],
    [1, repository],
    [1, turns => turns.draw.send(turns.place.owner, 'repoListTeams', turns.home)],
  ]),
  ...looksAt('team', [
    [2, turns => turns.draw.send(turns.member, 'orgGetTeam', {id: turns.team})],
    [1, turns => turns.draw.send(turns.member, 'orgListTeams', {org: turns.org})],
    [1, turns => turns.draw.send(turns.member, 'orgListTeamRepos', {id: turns.team})],
    [2, rights],
    [3, tries],
  ]),
  ...looksAt('member', [
    [2, turns => turns.draw.send(turns.member, 'orgListTeamMembers', {id: turns.team})],
    [2, turns => turns.look(turns.draw.of('orgListMembers', 'orgListPublicMembers'), {org: turns.org})],
    [3, turns => turns.look('orgIsPublicMember', {org: turns.org, username: turns.person})],
    [1, turns => turns.draw.send(turns.member, 'orgIsMember', {org: turns.org, username: turns.person})],
    [1, turns => turns.look('orgListUserOrgs', {username: turns.person})],
    [2, tries],
    [1, rights],
  ]),
  ...looksAt('organization', [
    [3, turns => turns.look('orgGet', {org: turns.org})],
    [1, turns => turns.look('orgListRepos', {org: turns.org})],
    [1, turns => turns.draw.send(turns.member, 'orgListCurrentUserOrgs', {})],
    [1, repository],
  ]),
  ...looksAt('transfer', [
    [1, turns => turns.draw.send(turns.member, 'userCurrentListRepos', {})],
    [1, turns => turns.look('orgListRepos', {org: turns.org})],
    [1, turns => turns.look('userListRepos', {username: turns.person})],
  ]),
  ...looksAt('notice', [
    [3, turns => turns.draw.send(turns.member, 'notifyGetList', turns.draw.oneIn(2) ? {} : {all: true})],
    [2, turns => turns.draw.send(turns.member, 'notifyNewAvailable', {})],
    [1, turns => turns.draw.send(turns.member, 'notifyGetRepoList', turns.home)],
    [1, turns => turns.draw.send(turns.member, 'userCurrentCheckSubscription', turns.home)],
  ]),
  ...looksAt('hook', [
    [1, turns => turns.draw.send(turns.place.owner, 'repoListHooks', turns.home)],
    [1, turns => turns.draw.send(turns.member, 'repoGetHook', turns.byId('hook'))],
  ]),
  ...looksAt('account', [
    [2, turns => turns.look('userGet', {username: turns.person})],
    [1, turns => turns.look('userListRepos', {username: turns.person})],
    [1, tries],
  ]),
];
