// The same made a second time, after what there is was changed: a draft, published, closed, renamed, removed, or in other letters.
import {ask, makes as makesBy, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const makes = (operation: string, params: Ask['params'], body: Body, take?: Ask['take']): Ask =>
  makesBy('alice', operation, params, body, take);
const release = (tag: string, more: Body = {}, take: Ask['take'] = {}): Ask =>
  makes('repoCreateRelease', home, {tag_name: tag, ...more}, take);
const shown = (tag: string): readonly Ask[] => [
  ask('bob', 'repoGetReleaseByTag', {...home, tag}),
  ask('bob', 'repoGetTag', {...home, tag}),
];
const draft = {draft: true};

const releases: readonly Ask[] = [
  release('v1', draft, {d1: '/id'}),
  release('v1', draft),
  release('v1'),
  release('V1', draft, {d2: '/id'}),
  release('V1'),
  ...shown('v1'),
  makes('repoEditRelease', {...home, id: '{d1}'}, {draft: false}),
  ...shown('v1'),
  release('v1'),
  release('v1', draft),
  release('V1', {prerelease: true}),
  ...shown('V1'),
  release('v2', {prerelease: true}, {p2: '/id'}),
  release('v2', draft),
  makes('repoEditRelease', {...home, id: '{p2}'}, {tag_name: 'v1'}),
  makes('repoEditRelease', {...home, id: '{p2}'}, {tag_name: 'V1'}),
  makes('repoEditRelease', {...home, id: '{p2}'}, {tag_name: 'v3'}),
  ...shown('v2'),
  ...shown('v3'),
  release('v2'),
  ask('alice', 'repoDeleteRelease', {...home, id: '{d1}'}),
  ...shown('v1'),
  release('v1', {name: 'again'}),
  ...shown('v1'),
  ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'v1'}),
  ask('alice', 'repoDeleteTag', {...home, tag: 'v1'}),
  ...shown('v1'),
  release('v1', draft),
  ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'v1'}),
  makes('repoCreateTag', home, {tag_name: 'v4', message: 'four'}),
  makes('repoCreateTag', home, {tag_name: 'v4'}),
  makes('repoCreateTag', home, {tag_name: 'V4'}),
  release('v4', draft),
  release('v4'),
  ...shown('v4'),
  makes('repoCreateTag', home, {tag_name: 'v5'}),
  ask('alice', 'repoDeleteTag', {...home, tag: 'v5'}),
  makes('repoCreateTag', home, {tag_name: 'v5', message: 'again'}),
  ...shown('v5'),
  makes('repoCreateTag', home, {tag_name: 'main'}),
  makes('repoCreateBranch', home, {new_branch_name: 'v5'}),
  release('v6', {...draft, target_commitish: 'no-such-branch'}),
  release('v7', {target_commitish: 'no-such-branch'}),
  ask('alice', 'repoListReleases', {...home, draft: true}),
  ask('bob', 'repoListReleases', home),
  ask('bob', 'repoListTags', home),
];

const branches: readonly Ask[] = [
  makes('repoCreateBranch', home, {new_branch_name: 'topic'}),
  makes('repoCreateBranch', home, {new_branch_name: 'topic'}),
  makes('repoCreateBranch', home, {new_branch_name: 'TOPIC'}),
  makes('repoCreateBranch', home, {new_branch_name: 'topic/below'}),
  makes('repoCreateBranchProtection', home, {rule_name: 'topic'}),
  makes('repoCreateBranchProtection', home, {rule_name: 'topic'}),
  makes('repoCreateBranchProtection', home, {rule_name: 'TOPIC'}),
  makes('repoCreateBranchProtection', home, {rule_name: 'topic*'}),
  ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
  ask('alice', 'repoDeleteBranchProtection', {...home, name: 'topic'}),
  ask('alice', 'repoDeleteBranch', {...home, branch: 'topic'}),
  makes('repoCreateBranch', home, {new_branch_name: 'topic'}),
  ask('alice', 'repoListBranchProtection', home),
  ask('bob', 'repoListBranches', home),
];

const pull = (more: Body = {}): Ask =>
  makes('repoCreatePullRequest', home, {title: 'Pull', head: 'side', base: 'main', ...more});
const pulls: readonly Ask[] = [
  makes('repoCreateFile', {...home, filepath: 'side.txt'}, {content: 'b25lCg==', branch: 'main', new_branch: 'side'}),
  pull(),
  pull(),
  pull({title: 'Another'}),
  pull({base: 'topic'}),
  makes('repoEditPullRequest', {...home, index: 1}, {state: 'closed'}),
  pull({title: 'After the first was closed'}),
  makes('repoEditPullRequest', {...home, index: 1}, {state: 'open'}),
  ask('bob', 'repoListPullRequests', {...home, state: 'all'}),
];

const others: readonly Ask[] = [
  makes('issueCreateMilestone', home, {title: 'first'}, {first: '/id'}),
  makes('issueCreateMilestone', home, {title: 'first'}, {second: '/id'}),
  makes('issueEditMilestone', {...home, id: '{second}'}, {state: 'closed'}),
  makes('issueCreateMilestone', home, {title: 'FIRST'}),
  ask('bob', 'issueGetMilestone', {...home, id: 'first'}),
  ask('bob', 'issueGetMilestonesList', {...home, state: 'all'}),
  makes('orgCreate', {}, {username: '{org}'}),
  makes('orgCreate', {}, {username: '{org}'}),
  makes('orgCreate', {}, {username: '{ORG}'}),
  makes('orgCreate', {}, {username: '{bob}'}),
  makes('createOrgRepo', {org: '{org}'}, {name: '{repo}'}),
  makes('createOrgRepo', {org: '{org}'}, {name: '{REPO}'}),
  makes('createCurrentUserRepo', {}, {name: '{REPO}'}),
  makes('repoEdit', {owner: '{org}', repo: '{repo}'}, {archived: true}),
  makes('createOrgRepo', {org: '{org}'}, {name: '{repo}'}),
  ask('alice', 'orgDelete', {org: '{org}'}),
  ask('alice', 'repoDelete', {owner: '{org}', repo: '{repo}'}),
  makes('createOrgRepo', {org: '{org}'}, {name: '{repo}'}),
  ask('alice', 'repoDelete', {owner: '{org}', repo: '{repo}'}),
  ask('alice', 'orgDelete', {org: '{org}'}),
  makes('orgCreate', {}, {username: '{ORG}'}),
  ask('bob', 'orgGet', {org: '{org}'}),
  makes('repoAddCollaborator', {...home, collaborator: '{bob}'}, {permission: 'read'}),
  makes('repoAddCollaborator', {...home, collaborator: '{BOB}'}, {permission: 'admin'}),
  ask('alice', 'repoListCollaborators', home),
  makes('repoAddCollaborator', {...home, collaborator: '{alice}'}, {permission: 'read'}),
  ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{BOB}'}),
  ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{bob}'}),
];

export const doubles: History = {
  name: 'doubles',
  about: 'what is made a second time, after the first was changed',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'releases', 'branches', 'organizations'],
  people: ['alice', 'bob'],
  names: ['repo', 'org'],
  asks: [
    makes('createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    ...releases,
    ...branches,
    ...pulls,
    ...others,
  ],
};
