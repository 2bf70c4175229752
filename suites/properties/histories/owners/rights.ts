// Rights that come from several places at once, that change, and that are taken away again.
import {ask, base64, eachOf, variants, type Ask, type History} from '../history.ts';

const shelf = {owner: '{org}', repo: '{shelf}'};
const own = {owner: '{alice}', repo: '{repo}'};
const org = {org: '{org}'};

const units = ['repo.code', 'repo.issues', 'repo.pulls', 'repo.releases'];

/** What somebody may do to a repository, from little to much; `word` keeps the names of files apart. */
function tries(who: string, place: Ask['params'], word: string): readonly Ask[] {
  return [
    ask(who, 'repoGet', place),
    ask(who, 'issueCreateIssue', place, {body: {title: `Of ${who}, ${word}`}}),
    ask(who, 'issueCreateLabel', place, {body: {name: `of-${who}-${word}`, color: '#aabbcc'}}),
    ask(
      who,
      'repoCreateFile',
      {...place, filepath: `${who}-${word}.txt`},
      {body: {content: base64('x\n'), branch: 'main'}},
    ),
    ask(who, 'repoEdit', place, {body: {description: `of ${who}, ${word}`}}),
    ask('alice', 'repoGetRepoPermissions', {...place, collaborator: `{${who}}`}),
  ];
}

const team = (name: string, permission: string, more: Readonly<Record<string, boolean>> = {}) =>
  ask('alice', 'orgCreateTeam', org, {
    body: {name, permission, units: ['repo.code', 'repo.issues', 'repo.pulls', 'repo.releases'], ...more},
    take: {[name]: '/id'},
  });
const join = (name: string, who: string) => ask('alice', 'orgAddTeamMember', {id: `{${name}}`, username: `{${who}}`});
const leave = (name: string, who: string) =>
  ask('alice', 'orgRemoveTeamMember', {id: `{${name}}`, username: `{${who}}`});
const collaborate = (who: string, permission: string, place = own) =>
  ask('alice', 'repoAddCollaborator', {...place, collaborator: `{${who}}`}, {body: {permission}});

export const rights: History = {
  name: 'rights',
  about: 'rights from several places, and rights that change',
  needs: ['users', 'repositories', 'issues', 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['repo', 'org', 'shelf', 'closed', 'open'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}', visibility: 'private'}}),
    ask('alice', 'createOrgRepo', org, {
      body: {name: '{shelf}', private: true, auto_init: true, default_branch: 'main'},
    }),
    // Several teams.
    team('readers', 'read'),
    team('writers', 'write'),
    team('admins', 'admin'),
    team('everything', 'read', {includes_all_repositories: true}),
    ...['readers', 'writers', 'admins'].map(name =>
      ask('alice', 'orgAddTeamRepository', {id: `{${name}}`, ...org, repo: '{shelf}'}),
    ),
    ...tries('bob', shelf, 'before'),
    join('readers', 'bob'),
    ...tries('bob', shelf, 'reader'),
    join('writers', 'bob'),
    ...tries('bob', shelf, 'both'),
    join('writers', 'carol'),
    join('readers', 'carol'),
    ...tries('carol', shelf, 'both'),
    join('admins', 'carol'),
    ...tries('carol', shelf, 'all'),
    join('everything', 'dave'),
    ...tries('dave', shelf, 'everything'),
    ask('alice', 'repoListTeams', shelf),
    leave('writers', 'bob'),
    ...tries('bob', shelf, 'reader again'),
    leave('admins', 'carol'),
    ...tries('carol', shelf, 'writer again'),
    // A team that changes.
    ask('alice', 'orgEditTeam', {id: '{readers}'}, {body: {name: 'readers', permission: 'write', units}}),
    ...tries('bob', shelf, 'of an edited team'),
    ask('alice', 'orgEditTeam', {id: '{readers}'}, {body: {name: 'readers', permission: 'read', units: ['repo.code']}}),
    ...tries('bob', shelf, 'without issues'),
    ask('alice', 'orgRemoveTeamRepository', {id: '{readers}', ...org, repo: '{shelf}'}),
    ...tries('bob', shelf, 'without the repository'),
    // A collaborator besides.
    collaborate('bob', 'write', shelf),
    ...tries('bob', shelf, 'collaborator'),
    collaborate('carol', 'read', shelf),
    ...tries('carol', shelf, 'reading collaborator'),
    ask('alice', 'orgDeleteMember', {...org, username: '{carol}'}),
    ...tries('carol', shelf, 'collaborator alone'),
    // A repository that everybody sees, in an organization that few see.
    ask('alice', 'repoEdit', shelf, {body: {private: false}}),
    ...eachOf(['bob', 'carol', 'nobody'], 'repoGet', shelf),
    ask('alice', 'orgEdit', org, {body: {full_name: 'Still private'}}),
    ...eachOf(['alice', 'carol', 'nobody'], 'orgGet', org),
    ask('alice', 'orgEdit', org, {body: {visibility: 'limited'}}),
    ask('alice', 'orgEdit', org, {body: {description: 'still limited'}}),
    ...eachOf(['alice', 'carol', 'nobody'], 'orgGet', org),
    ...eachOf(['carol', 'nobody'], 'repoGet', shelf),
    // A collaborator whose right changes.
    ask(
      'alice',
      'createCurrentUserRepo',
      {},
      {
        body: {name: '{repo}', private: true, auto_init: true, default_branch: 'main'},
      },
    ),
    collaborate('bob', 'read'),
    ...tries('bob', own, 'read'),
    collaborate('bob', 'write'),
    ...tries('bob', own, 'write'),
    collaborate('bob', 'admin'),
    ...tries('bob', own, 'admin'),
    collaborate('bob', 'read'),
    ...tries('bob', own, 'read again'),
    ask('alice', 'repoListCollaborators', own),
    ask('alice', 'repoDeleteCollaborator', {...own, collaborator: '{bob}'}),
    ...tries('bob', own, 'none'),
    // Forks of what few see.
    collaborate('carol', 'read'),
    ask('carol', 'createFork', own, {body: {}}),
    ask('carol', 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ...eachOf(['bob', 'nobody'], 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('carol', 'orgCreate', {}, {body: {username: '{open}'}}),
    ask('carol', 'createFork', own, {body: {organization: '{open}', name: '{closed}'}}),
    ...eachOf(['bob', 'nobody', 'carol'], 'repoGet', {owner: '{open}', repo: '{closed}'}),
    ask('alice', 'repoEdit', own, {body: {private: false}}),
    ...eachOf(['bob', 'carol'], 'repoGet', {owner: '{carol}', repo: '{repo}'}),
    ask('alice', 'repoEdit', own, {body: {private: true}}),
    ask('alice', 'listForks', own),
    // Who may merge, and who may push.
    collaborate('bob', 'write'),
    collaborate('carol', 'write'),
    ask('alice', 'repoCreateBranchProtection', own, {
      body: {
        rule_name: 'main',
        enable_push: true,
        enable_push_whitelist: true,
        push_whitelist_usernames: ['{bob}'],
        enable_merge_whitelist: true,
        merge_whitelist_usernames: ['{carol}', '{bob}'],
      },
    }),
    ...['bob', 'carol'].map(who =>
      ask(
        who,
        'repoCreateFile',
        {...own, filepath: `${who}-protected.txt`},
        {
          body: {content: base64('x\n'), branch: 'main'},
        },
      ),
    ),
    ask(
      'carol',
      'repoCreateFile',
      {...own, filepath: 'beside.txt'},
      {
        body: {content: base64('x\n'), branch: 'main', new_branch: 'beside'},
      },
    ),
    ask('alice', 'repoEditBranchProtection', {...own, name: 'main'}, {body: {merge_whitelist_usernames: []}}),
    ask('alice', 'repoEditBranchProtection', {...own, name: 'main'}, {body: {push_whitelist_usernames: []}}),
    ask('alice', 'repoGetBranchProtection', {...own, name: 'main'}),
    ask('bob', 'repoCreateFile', {...own, filepath: 'late.txt'}, {body: {content: base64('x\n'), branch: 'main'}}),
    ask('alice', 'repoCreateBranchProtection', own, {body: {rule_name: 'beside*', enable_push: false}}),
    ask(
      'carol',
      'repoCreateFile',
      {...own, filepath: 'more.txt'},
      {
        body: {content: base64('x\n'), branch: 'main', new_branch: 'beside-new'},
      },
    ),
    ...eachOf(['carol', 'alice'], 'repoDeleteBranch', {...own, branch: 'beside'}),
    // What a repository that few see tells those who no longer see it.
    ask('alice', 'issueCreateIssue', own, {
      body: {title: 'x', body: '@{bob} @{dave} @{carol}', assignees: ['{bob}']},
      take: {x: '/number'},
    }),
    ask('bob', 'notifyGetRepoList', own),
    ask('dave', 'notifyGetList', {all: true}),
    ...variants('alice', 'issueListIssues', own, [
      {mentioned_by: '{bob}'},
      {mentioned_by: '{dave}'},
      {mentioned_by: '{carol}'},
    ]),
    ask('alice', 'repoDeleteCollaborator', {...own, collaborator: '{bob}'}),
    ask('alice', 'issueGetIssue', {...own, index: '{x}'}),
    ask('bob', 'notifyGetList', {all: true}),
    ask('bob', 'issueSearchIssues', {owner: '{alice}', state: 'all'}),
    ask('bob', 'userListRepos', {username: '{alice}'}),
  ],
};
