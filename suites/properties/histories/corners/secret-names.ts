// Names of secrets and variables on every level: which are taken, and under which they are found.
import {ask, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const org = {org: '{org}'};

const names = [
  'CI',
  'ci',
  'RUN_CI',
  'CI_RUN',
  'token_for_ci',
  'GITHUB_TOKEN',
  'MY_GITHUB_TOKEN',
  'GITHUBX',
  'GITEA_TOKEN',
  'gitea_token',
  'MY_GITEA',
  '_UNDER',
  'A1',
  '1A',
  'A.B',
  'A B',
  'Ä',
  'X'.repeat(255),
] as const;

export const secretNames: History = {
  name: 'secret-names',
  about: 'names of secrets and variables',
  needs: ['users', 'repositories', 'organizations'],
  variant: 'actions-enabled',
  people: ['alice', 'bob'],
  names: ['repo', 'org'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true}}),
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ...names.flatMap((name): readonly Ask[] => [
      ask('alice', 'createRepoVariable', {...home, variablename: name}, {body: {value: name.slice(0, 5)}}),
      ask('alice', 'updateRepoSecret', {...home, secretname: name}, {body: {data: 'hidden'}}),
      ask('alice', 'createOrgVariable', {...org, variablename: name}, {body: {value: 'of the organization'}}),
      ask('alice', 'updateOrgSecret', {...org, secretname: name}, {body: {data: 'hidden'}}),
    ]),
    ask('alice', 'updateRepoVariable', {...home, variablename: 'A1'}, {body: {name: 'CI', value: 'renamed'}}),
    ask('alice', 'updateRepoVariable', {...home, variablename: 'A1'}, {body: {name: 'RUN_CI', value: 'renamed'}}),
    ask('alice', 'updateRepoVariable', {...home, variablename: 'A1'}, {body: {name: 'a2', value: 'renamed'}}),
    // Its own name beside the value, as it is and in small letters, on each level.
    ...['CI', 'ci'].flatMap((name): readonly Ask[] => [
      ask('alice', 'createRepoVariable', {...home, variablename: 'KEPT'}, {body: {value: 'kept'}}),
      ask('alice', 'updateRepoVariable', {...home, variablename: 'KEPT'}, {body: {name: 'KEPT', value: name}}),
      ask('alice', 'updateRepoVariable', {...home, variablename: 'kept'}, {body: {name: 'kept', value: name}}),
      ask('alice', 'getRepoVariable', {...home, variablename: 'KEPT'}),
      ask('alice', 'createOrgVariable', {...org, variablename: 'KEPT'}, {body: {value: 'kept'}}),
      ask('alice', 'updateOrgVariable', {...org, variablename: 'KEPT'}, {body: {name: 'KEPT', value: name}}),
      ask('alice', 'getOrgVariable', {...org, variablename: 'kept'}),
    ]),
    ask('alice', 'getRepoVariablesList', home),
    ask('alice', 'repoListActionsSecrets', home),
    ask('alice', 'getOrgVariablesList', org),
    ask('alice', 'orgListActionsSecrets', org),
    ask('alice', 'getRepoVariable', {...home, variablename: 'run_ci'}),
    ask('alice', 'deleteRepoVariable', {...home, variablename: 'token_for_ci'}),
    ask('alice', 'deleteOrgVariable', {...org, variablename: 'run_ci'}),
    ask('alice', 'getOrgVariablesList', org),
    ask('alice', 'getRepoVariablesList', home),
  ],
};
