// Parts of a repository that are switched off and on again: issues, pull requests, releases, the code, the wiki, the tracker.
import {ask, base64, makes, merges, type Ask, type Body, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};

/** What shows each part. */
const signs = (who: string): readonly Ask[] => [
  ask(who, 'repoGet', home),
  ask(who, 'issueListIssues', home),
  ask(who, 'issueGetIssue', one),
  ask(who, 'issueGetIssue', pull),
  ask(who, 'issueGetComment', {...home, id: '{comment}'}),
  ask(who, 'issueListLabels', home),
  ask(who, 'issueTrackedTimes', one),
  ask(who, 'repoListPullRequests', home),
  ask(who, 'repoGetPullRequest', pull),
  ask(who, 'repoListReleases', home),
  ask(who, 'repoGetBranch', {...home, branch: 'main'}),
  ask(who, 'repoGetContents', {...home, filepath: 'topic.txt', ref: 'topic'}),
  makes(who, 'issueCreateComment', one, {body: `by ${who}`}),
  makes(who, 'issueCreateComment', pull, {body: `by ${who}`}),
];

/** What else somebody reads and writes of each part. */
const tries = (who: string): readonly Ask[] => [
  ...signs(who),
  ask(who, 'issueListIssues', {...home, type: 'issues'}),
  ask(who, 'issueGetComments', one),
  ask(who, 'issueGetComments', pull),
  ask(who, 'issueGetRepoComments', home),
  ask(who, 'issueGetMilestonesList', home),
  ask(who, 'issueGetIssueReactions', one),
  ask(who, 'repoTrackedTimes', home),
  ask(who, 'issueSearchIssues', {q: '{word}'}),
  ask(who, 'repoListPullReviews', pull),
  ask(who, 'repoGetPullRequestFiles', pull),
  ask(who, 'repoGetLatestRelease', home),
  ask(who, 'repoGetReleaseByTag', {...home, tag: 'v1'}),
  ask(who, 'repoListTags', home),
  ask(who, 'repoListBranches', home),
  ask(who, 'repoGetRawFile', {...home, filepath: 'topic.txt', ref: 'topic'}),
  ask(who, 'repoGetAllCommits', {...home, limit: 1}),
  ask(who, 'repoListStatusesByRef', {...home, ref: 'main'}),
  makes(who, 'issueEditComment', {...home, id: '{comment}'}, {body: 'to @{carol}'}),
];

const writes: readonly Ask[] = [
  ...['bob', 'carol'].map(who => makes(who, 'issueCreateIssue', home, {title: `By ${who}`})),
  ...['bob', 'carol', 'alice'].map(who => makes(who, 'issueCreateLabel', home, {name: `by ${who}`, color: '#00aabb'})),
  makes('carol', 'repoCreatePullRequest', home, {title: 'By carol', head: 'topic', base: 'main'}),
];

const turns = (body: Body): readonly Ask[] => [
  makes('alice', 'repoEdit', home, body),
  ...signs('alice'),
  ...tries('carol'),
  ...signs('bob'),
  ...writes,
];

/** What is in the repository: an issue with a comment, a pull request, a release. */
const filled: readonly Ask[] = [
  makes('alice', 'issueCreateIssue', home, {title: '{word}'}, {one: '/number'}),
  makes('alice', 'issueCreateComment', one, {body: 'to @{carol}'}, {comment: '/id'}),
  makes(
    'alice',
    'repoCreateFile',
    {...home, filepath: 'topic.txt'},
    {content: base64('one\n'), branch: 'main', new_branch: 'topic'},
  ),
  makes('alice', 'repoCreatePullRequest', home, {title: 'Pull', head: 'topic', base: 'main'}, {pull: '/number'}),
  makes('alice', 'repoCreateRelease', home, {tag_name: 'v1'}),
];

const switched: readonly Ask[] = [
  ...turns({has_issues: false}),
  ...turns({has_issues: true, has_pull_requests: false}),
  ...turns({has_pull_requests: true, has_releases: false}),
  ...turns({has_releases: true, has_code: false}),
];

const needs: History['needs'] = [
  'users',
  'repositories',
  'issues',
  'pull-requests',
  'releases',
  'labels',
  'milestones',
];

export const switches: History = {
  name: 'switches',
  about: 'parts of a repository that are switched off and on again',
  needs,
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'word'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {permission: 'write'}),
    ...filled,
    ...switched,
    makes('alice', 'repoEdit', home, {has_code: true, has_wiki: false, has_projects: false}),
    ...signs('bob'),
    makes('alice', 'issuePostIssueReaction', one, {content: 'heart'}),
    makes('alice', 'issueAddTime', one, {time: 60}),
    makes('alice', 'repoEdit', home, {has_issues: false}),
    ...['alice', 'carol', 'bob', 'nobody'].flatMap(who => [
      ask(who, 'issueGetIssueReactions', one),
      ask(who, 'issueTrackedTimes', one),
      ask(who, 'repoTrackedTimes', home),
      ask(who, 'issueGetIssue', pull),
    ]),
    makes('alice', 'repoEdit', home, {has_issues: true}),
    ...merges(pull, {Do: 'merge'}),
    ask('bob', 'repoGetPullRequest', pull),
    ask('bob', 'issueGetComments', one),
  ],
};

/** The repository of an organization that only its teams see: bob's reads, carol's writes in all parts but one, which is none of theirs. */
const owned = {owner: '{org}', repo: '{repo}'};

const team = (name: string, units: {readonly [unit: string]: string}): Ask =>
  makes(
    'alice',
    'orgCreateTeam',
    {org: '{org}'},
    {name, permission: 'write', units_map: units, includes_all_repositories: true},
    {[name]: '/id'},
  );

export const switchesOfOrganizations: History = {
  name: 'switches-of-organizations',
  about: 'parts of a private repository of an organization that are switched off and on again',
  needs: [...needs, 'organizations'],
  people: ['alice', 'bob', 'carol', 'dave'],
  names: ['org', 'repo', 'word'],
  asks: [
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    makes(
      'alice',
      'createOrgRepo',
      {org: '{org}'},
      {name: '{repo}', auto_init: true, default_branch: 'main', private: true},
    ),
    team('readers', {'repo.code': 'read', 'repo.issues': 'read', 'repo.pulls': 'read', 'repo.releases': 'read'}),
    team('writers', {'repo.code': 'write', 'repo.issues': 'write', 'repo.pulls': 'write'}),
    team('trackers', {'repo.issues': 'write'}),
    ask('alice', 'orgAddTeamMember', {id: '{readers}', username: '{bob}'}),
    ask('alice', 'orgAddTeamMember', {id: '{writers}', username: '{carol}'}),
    ask('alice', 'orgAddTeamMember', {id: '{trackers}', username: '{dave}'}),
    ...ofOrganization([...filled, ...signs('dave'), ...switched]),
    ...ofOrganization([
      makes('alice', 'repoEdit', home, {
        has_code: true,
        has_issues: false,
        has_pull_requests: false,
        has_releases: false,
      }),
      ...['dave', 'bob', 'carol'].flatMap(signs),
      makes('alice', 'repoEdit', home, {has_issues: true, has_pull_requests: true, has_releases: true, archived: true}),
      ...['dave', 'bob', 'carol', 'alice'].flatMap(signs),
      makes('alice', 'repoEdit', home, {archived: false, private: false}),
      ...['dave', 'nobody'].flatMap(signs),
    ]),
  ],
};

/** The same requests of the organization's repository. */
function ofOrganization(asks: readonly Ask[]): readonly Ask[] {
  return asks.map(one => ('owner' in one.params ? {...one, params: {...one.params, ...owned}} : one));
}
