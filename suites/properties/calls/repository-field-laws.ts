// The fields of repositories, by each call that creates one, and of their branch protections.
import type {AnyProperty} from '../../../model/property.ts';
import {part} from '../common/things.ts';
import type {Field, Form} from './field.ts';
import {address, emptied, fieldsOf, loginOf, off, on, text, unit} from './fields.ts';
import type {Params, Scene} from './scene.ts';

/** Whether it begins with a commit: what is shown is whether it is empty. */
const initialized: Field = {
  name: 'auto_init',
  values: [true, false],
  shown: ({empty}) => (typeof empty === 'boolean' ? !empty : undefined),
};

const created = [
  text('description'),
  off('template'),
  off('private'),
  initialized,
  {name: 'default_branch', values: ['trunk', 'develop']} as const,
];

const edit: Form['edit'] = {
  operation: 'repoEdit',
  fields: [
    emptied('description'),
    address('website'),
    off('private'),
    off('template'),
    unit('has_issues'),
    unit('has_wiki'),
    unit('has_pull_requests'),
    unit('has_projects'),
    unit('has_releases'),
    unit('has_packages'),
    {name: 'default_branch', values: ['trunk', 'develop']},
  ],
};

const repository: Pick<Form, 'read' | 'at'> = {
  read: 'repoGet',
  at: (_, thing) => ({owner: loginOf(thing['owner']), repo: thing['name'] ?? null}),
};

const plain = (scene: Scene) => ({name: scene.fresh('repository'), private: false, auto_init: false});

export const fieldsOfARepository = fieldsOf(
  {
    ...repository,
    kind: 'repository',
    create: {
      operation: 'createCurrentUserRepo',
      next: async scene => ({params: {}, body: plain(scene)}),
      fields: created,
    },
    edit,
    list: ['userCurrentListRepos', {limit: 50}],
  },
  'REPO-CREATE',
  ['repositories'],
);

/** A repository that another call creates; what an edit does to it is looked at once. */
function fieldsOfCreated(
  kind: string,
  {
    operation,
    where,
    as,
  }: {readonly operation: string; readonly where: (scene: Scene) => Promise<Params>; readonly as?: string},
  proves: string,
): AnyProperty {
  return fieldsOf(
    {
      ...repository,
      ...(as === undefined ? {} : {as}),
      kind,
      create: {operation, next: async scene => ({params: await where(scene), body: plain(scene)}), fields: created},
      edit: {operation: 'repoEdit', fields: []},
    },
    proves,
    ['repositories', 'organizations', 'users'],
  );
}

const organization = async (scene: Scene): Promise<Params> => ({org: part(await scene.organization(), 'name')});

export const fieldsOfARepositoryOfAnOrganization = fieldsOfCreated(
  'repository of an organization',
  {operation: 'createOrgRepo', where: organization},
  'ORG-REPO-CREATE',
);
export const fieldsOfARepositoryByTheOlderPath = fieldsOfCreated(
  'repository by the older path',
  {operation: 'createOrgRepoDeprecated', where: organization},
  'ORG-REPO-OLD',
);
export const fieldsOfARepositoryByAnAdministrator = fieldsOfCreated(
  'repository by an administrator',
  {
    operation: 'adminCreateRepo',
    where: async scene => ({username: part(await scene.once('owner', async () => scene.make('user')), 'login')}),
    as: 'admin',
  },
  'REPO-CREATE',
);

export const fieldsOfMerging = fieldsOf(
  {
    ...repository,
    kind: 'merging of a repository',
    create: {operation: 'createCurrentUserRepo', next: async scene => ({params: {}, body: plain(scene)}), fields: []},
    edit: {
      operation: 'repoEdit',
      fields: [
        on('allow_merge_commits'),
        on('allow_rebase'),
        on('allow_rebase_explicit'),
        on('allow_squash_merge'),
        off('default_delete_branch_after_merge'),
        off('default_allow_maintainer_edit'),
        on('allow_fast_forward_only_merge'),
        off('ignore_whitespace_conflicts'),
      ],
      // They are settings of pull requests, which some servers read only where the edit names those too.
      always: () => ({has_pull_requests: true}),
    },
  },
  'REPO-MAINTAINER',
  ['repositories'],
);

const rules: readonly Field[] = [
  {name: 'status_check_contexts', values: [['ci/one', 'ci/two'], []]},
  off('block_on_rejected_reviews'),
  off('block_on_official_review_requests'),
  off('block_on_outdated_branch'),
  off('dismiss_stale_approvals'),
  off('require_signed_commits'),
  off('enable_status_check'),
  off('enable_push'),
  off('enable_merge_whitelist'),
  off('enable_approvals_whitelist'),
  text('protected_file_patterns'),
  text('unprotected_file_patterns'),
  {name: 'required_approvals', values: [2, 0]},
];

export const fieldsOfABranchProtection = fieldsOf(
  {
    kind: 'branch protection',
    create: {
      operation: 'repoCreateBranchProtection',
      next: async scene => ({params: await scene.place(), body: {rule_name: scene.fresh('rule')}}),
      fields: rules,
    },
    edit: {operation: 'repoEditBranchProtection', fields: rules},
    logins: ['push_whitelist_usernames', 'merge_whitelist_usernames', 'approvals_whitelist_username'],
    read: 'repoGetBranchProtection',
    list: ['repoListBranchProtection'],
    at: (params, thing) => ({...params, name: thing['rule_name'] ?? thing['branch_name'] ?? null}),
  },
  'BRANCH-CRUD',
  ['repositories', 'branches'],
);
