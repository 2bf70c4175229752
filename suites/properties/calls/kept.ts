// What belongs to a thing stays when the thing is edited, closed, reopened or hidden, and what is closed still takes what known servers let it take.
import {property, type AnyProperty, type PropertyWorld, type WithReferences} from '../../../model/property.ts';
import {Scene, type Params} from './scene.ts';
import {upload} from './call.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {references} from '../common/pages.ts';
import {column, isSameBag, isSuccess, listTree, part, placeOf, spelled, type Things} from '../common/things.ts';

/** A list of what belongs to a thing. */
interface Reading {
  readonly operation: string;
  readonly params: Params;
  /** What tells its items apart. */
  readonly key: string;
  readonly proves: string;
}

/** Something that is done to the thing itself, or, once it is closed, with it. */
interface Deed {
  readonly told: string;
  readonly operation: string;
  readonly params: Params;
  readonly body?: WithReferences;
  readonly as?: 'bob' | 'admin';
  /** It adds something, so that it is done after everything was read. */
  readonly adds?: string;
}

interface Full {
  readonly readings: readonly Reading[];
  readonly deeds: readonly Deed[];
}

interface Kind {
  readonly name: string;
  readonly make: (scene: Scene) => Promise<Full>;
}

const heart = (world: PropertyWorld): WithReferences => ({content: world.known('dialect.values.reaction')});

/** A comment with a file and a reaction. */
const comment: Kind = {
  name: 'comment',
  make: async scene => {
    const repo = await scene.repository();
    const issue = await scene.make('issue', {repo});
    const made = await scene.make('comment', {repo, issue});
    const params = {...placeOf(repo), id: part(made, 'id')};
    await scene.prepare('issueCreateIssueCommentAttachment', params, await upload());
    await scene.prepare('issuePostCommentReaction', params, {body: heart(scene.world)});
    return {
      readings: [
        {operation: 'issueListIssueCommentAttachments', params, key: 'id', proves: 'ATTACH-COMMENT'},
        {operation: 'issueGetCommentReactions', params, key: 'content', proves: 'REACTIONS'},
      ],
      deeds: [{told: 'edits the comment', operation: 'issueEditComment', params, body: {body: 'edited'}}],
    };
  },
};

/** What issues and pull requests carry alike. */
async function carried(scene: Scene, repo: Things, index: Params[string]): Promise<readonly Reading[]> {
  const params = {...placeOf(repo), index};
  const label = part(await scene.make('label', {repo}), 'id');
  await scene.prepare('issueCreateIssueAttachment', params, await upload());
  await scene.prepare('issuePostIssueReaction', params, {body: heart(scene.world)});
  await scene.prepare('issueAddLabel', params, {body: {labels: [label]}});
  await scene.prepare('issueCreateComment', params, {body: {body: 'a comment'}});
  await scene.prepare('issueAddTime', params, {body: {time: 60}});
  return [
    {operation: 'issueListIssueAttachments', params, key: 'id', proves: 'ATTACH-ISSUE'},
    {operation: 'issueGetIssueReactions', params, key: 'content', proves: 'REACTIONS'},
    {operation: 'issueGetLabels', params, key: 'id', proves: 'LABEL-REPLACE'},
    {operation: 'issueGetComments', params, key: 'id', proves: 'COMMENT-BEFORE'},
    {operation: 'issueTrackedTimes', params, key: 'id', proves: 'TIME-FILTER'},
  ];
}

/** What may still be done with what is closed: alice, who owns it, and bob, who only reads it. */
function afterClosing(scene: Scene, params: Params, label: WithReferences, what: string): readonly Deed[] {
  return [
    {
      told: `comments on the closed ${what}`,
      operation: 'issueCreateComment',
      params,
      body: {body: 'later'},
      as: 'bob',
      adds: 'issueGetComments',
    },
    {
      told: `reacts to the closed ${what}`,
      operation: 'issuePostIssueReaction',
      params,
      body: heart(scene.world),
      as: 'bob',
      adds: 'issueGetIssueReactions',
    },
    {
      told: `labels the closed ${what}`,
      operation: 'issueAddLabel',
      params,
      body: {labels: [label]},
      adds: 'issueGetLabels',
    },
    {
      told: `tracks time on the closed ${what}`,
      operation: 'issueAddTime',
      params,
      body: {time: 30},
      adds: 'issueTrackedTimes',
    },
    {told: `edits the closed ${what}`, operation: 'issueEditIssue', params, body: {title: 'edited later'}},
  ];
}

const issue: Kind = {
  name: 'issue',
  make: async scene => {
    const repo = await scene.repository();
    const index = part(await scene.make('issue', {repo}), 'number');
    const params = {...placeOf(repo), index};
    const later = part(await scene.make('label', {repo}), 'id');
    const edit = (told: string, body: WithReferences): Deed => ({told, operation: 'issueEditIssue', params, body});
    return {
      readings: await carried(scene, repo, index),
      deeds: [
        edit('edits the issue', {title: 'edited', body: 'edited'}),
        edit('closes the issue', {state: 'closed'}),
        ...afterClosing(scene, params, later, 'issue'),
        edit('reopens the issue', {state: 'open'}),
      ],
    };
  },
};

const pull: Kind = {
  name: 'pull request',
  make: async scene => {
    const repo = await scene.repository();
    const index = part(await scene.make('pull-request', {repo}), 'number');
    const params = {...placeOf(repo), index};
    const later = part(await scene.make('label', {repo}), 'id');
    const edit = (told: string, body: WithReferences): Deed => ({told, operation: 'repoEditPullRequest', params, body});
    const readings = await carried(scene, repo, index);
    return {
      readings: readings.map(one => (one.proves === 'ATTACH-ISSUE' ? {...one, proves: 'ATTACH-PULL'} : one)),
      deeds: [
        edit('edits the pull request', {title: 'edited', body: 'edited'}),
        edit('closes the pull request', {state: 'closed'}),
        edit('reopens the pull request', {state: 'open'}),
        {told: 'merges the pull request', operation: 'repoMergePullRequest', params, body: {Do: 'merge'}},
        ...afterClosing(scene, params, later, 'pull request'),
      ],
    };
  },
};

const release: Kind = {
  name: 'release',
  make: async scene => {
    const repo = await scene.repository();
    const made = await scene.make('release', {repo, tag: scene.fresh('kept')});
    const params = {...placeOf(repo), id: part(made, 'id')};
    await scene.prepare('repoCreateReleaseAttachment', params, await upload());
    return {
      readings: [{operation: 'repoListReleaseAttachments', params, key: 'id', proves: 'RELEASE-LATEST'}],
      deeds: [
        {told: 'edits the release', operation: 'repoEditRelease', params, body: {name: 'edited', prerelease: true}},
        {told: 'edits the release again', operation: 'repoEditRelease', params, body: {prerelease: false}},
      ],
    };
  },
};

const repository: Kind = {
  name: 'repository',
  make: async scene => {
    const repo = await scene.make('repository');
    const params = placeOf(repo);
    await scene.make('label', {repo});
    await scene.make('milestone', {repo});
    await scene.make('issue', {repo});
    await scene.make('collaborator', {repo});
    await scene.make('branch-protection', {repo, rule: 'kept/*'});
    await scene.make('release', {repo, tag: 'v1'});
    const edit = (told: string, body: WithReferences): Deed => ({told, operation: 'repoEdit', params, body});
    return {
      readings: [
        {operation: 'issueListLabels', params, key: 'id', proves: 'LABEL-OPTION'},
        {operation: 'issueGetMilestonesList', params, key: 'id', proves: 'MILESTONE-STATE'},
        {operation: 'issueListIssues', params, key: 'id', proves: 'ISSUE-EDIT-COLS'},
        {operation: 'repoListCollaborators', params, key: 'login', proves: 'REPO-CREATE'},
        {operation: 'repoListBranchProtection', params, key: 'rule_name', proves: 'BRANCH-CRUD'},
        {operation: 'repoListReleases', params, key: 'id', proves: 'RELEASE-LATEST'},
        {operation: 'repoListTags', params, key: 'name', proves: 'TAG-LIST'},
        {operation: 'repoListBranches', params, key: 'name', proves: 'EMPTY-BRANCHES'},
      ],
      deeds: [
        edit('edits the repository', {description: 'edited', website: 'http://127.0.0.1/edited'}),
        edit('hides the repository', {private: true}),
        edit('shows the repository again', {private: false}),
        edit('archives the repository', {archived: true}),
        edit('opens the repository again', {archived: false}),
      ],
    };
  },
};

const organization: Kind = {
  name: 'organization',
  make: async scene => {
    const org = await scene.make('organization');
    const params = {org: part(org, 'name')};
    const team = await scene.make('team', {org});
    const repo = await scene.make('organization-repository', {org, auto_init: false});
    await scene.make('team-member', {team});
    await scene.make('organization-label', {org});
    const id = {id: part(team, 'id')};
    await scene.prepare('orgAddTeamRepository', {...id, org: params.org, repo: part(repo, 'name')});
    return {
      readings: [
        {operation: 'orgListTeams', params, key: 'id', proves: 'ORG-LIST'},
        {operation: 'orgListMembers', params, key: 'login', proves: 'ORG-LIST'},
        {operation: 'orgListLabels', params, key: 'id', proves: 'LABEL-OPTION'},
        {operation: 'orgListRepos', params, key: 'id', proves: 'ORG-REPO-CREATE'},
        {operation: 'orgListTeamMembers', params: id, key: 'login', proves: 'ORG-LIST'},
        {operation: 'orgListTeamRepos', params: id, key: 'id', proves: 'ORG-REPO-CREATE'},
      ],
      deeds: [
        {told: 'edits the organization', operation: 'orgEdit', params, body: {description: 'edited'}},
        {told: 'hides the organization', operation: 'orgEdit', params, body: {visibility: 'private'}},
        {told: 'shows the organization again', operation: 'orgEdit', params, body: {visibility: 'public'}},
        {
          told: 'edits the team',
          operation: 'orgEditTeam',
          params: id,
          body: {name: scene.fresh('edited'), permission: 'write', units: ['repo.code', 'repo.issues']},
        },
      ],
    };
  },
};

function keptOf(what: string, kinds: readonly Kind[], needs: readonly string[]): AnyProperty {
  const names = kinds.map(({name}) => name);
  return property({
    id: `what-${what}-have-stays`,
    title: `what each ${names.join(', ')} has stays when it is edited, closed, reopened or hidden`,
    proves: [
      ...new Set(
        what === 'issues'
          ? [
              'ATTACH-ISSUE',
              'ATTACH-PULL',
              'ATTACH-COMMENT',
              'REACTIONS',
              'LABEL-REPLACE',
              'COMMENT-BEFORE',
              'TIME-FILTER',
            ]
          : [
              'LABEL-OPTION',
              'MILESTONE-STATE',
              'ISSUE-EDIT-COLS',
              'REPO-CREATE',
              'BRANCH-CRUD',
              'RELEASE-LATEST',
              'TAG-LIST',
              'EMPTY-BRANCHES',
              'ORG-LIST',
              'ORG-REPO-CREATE',
            ],
      ),
    ],
    area: 'hosting',
    contexts: 'it makes what belongs to each thing itself',
    needs,
    runs: 1,
    floor: 1,
    input: inAnyOrder(names),
    check: async (world, order) => {
      const scene = new Scene(world);
      for (const {name, make} of order.flatMap(wanted => kinds.filter(kind => kind.name === wanted))) {
        world.count(name);
        await expectKept(world, name, await make(scene));
      }
    },
  });
}

async function expectKept(world: PropertyWorld, name: string, {readings, deeds}: Full): Promise<void> {
  const offered = readings.filter(({operation}) => world.offers(operation));
  const read = async ({operation, params}: Reading) => world.call(operation, {params, say: `alice calls ${operation}`});
  const before = new Map<Reading, ReturnType<typeof references>>();
  for (const reading of offered) {
    const reply = await read(reading);
    world.expect(reply, {proves: reading.proves, status: '2xx'}, {usual: true});
    before.set(reading, references(reply, reading.key));
  }
  for (const {told, operation, params, body, as = 'alice', adds} of deeds) {
    const reply = await world.call(operation, {
      as,
      params,
      ...(body === undefined ? {} : {body}),
      say: `${as} ${told}`,
    });
    const proves = (offered.find(one => one.operation === adds) ?? offered[0])?.proves ?? '';
    world.law(
      isSuccess(reply),
      {path: 'status', message: `${as} ${told}: ${String(reply.status)} (expected 2xx)`, actual: reply.status},
      {usual: true, proves, written: {reply, tree: {status: '2xx'}}},
    );
    if (!isSuccess(reply)) continue;
    for (const reading of offered) {
      if (adds !== undefined && reading.operation !== adds) continue;
      const after = await read(reading);
      if (!isSuccess(after)) continue;
      const due = before.get(reading) ?? [];
      const [wanted, shown] = [due.map(({value}) => value), column(after, reading.key)];
      if (adds === undefined)
        world.law(
          isSameBag(wanted, shown),
          {
            path: `$[*].${reading.key}`,
            message: `after ${as} ${told}, ${reading.operation} shows ${spelled(shown)} (expected ${spelled(wanted)}, what the ${name} had before)`,
          },
          {usual: true, proves: reading.proves, written: {reply: after, tree: listTree(reading.key, due)}},
        );
      else before.set(reading, references(after, reading.key));
    }
  }
}

const issueNeeds = ['repositories', 'issues', 'labels'];
export const whatIssuesHaveStays = keptOf('issues', [comment, issue, pull], issueNeeds);
export const whatPlacesHaveStays = keptOf(
  'places',
  [release, repository, organization],
  [...issueNeeds, 'organizations', 'branches'],
);
