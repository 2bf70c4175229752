// A session cookie on the API, tried at many endpoints together: with it alone the caller is nobody at each of them.
import fc from 'fast-check';
import {jsonText} from '../../runner/model/json.ts';
import {property, type PropertyWorld, type WithReferences, type WorldReply} from '../../runner/model/property.ts';
import {isSuccess, part, placeOf, type Things} from './common/things.ts';

/** One thing that alice may read. */
interface Read {
  readonly operation: string;
  readonly params: {readonly [name: string]: WithReferences};
}

export const cookiesReadNothing = property({
  id: 'cookies-read-nothing',
  title: 'wherever somebody reads with a session cookie alone, the answer is the one that nobody gets',
  proves: ['AUTH-NO-COOKIE'],
  area: 'hosting',
  needs: ['web-sessions', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: fc.constant('all reads'),
  check: async world => {
    const session = await world.arrange('web-session');
    const hidden = await readsOf(world, await world.arrange('repository', {private: true}));
    const open = await readsOf(world, await world.arrange('repository'));
    let told = 0;
    for (const read of [...ownReads, ...hidden]) {
      const {byCookie, byNobody} = await compare(world, read, session);
      const byToken = await world.call(read.operation, {params: read.params, say: `alice reads ${read.operation}`});
      if (isSuccess(byToken) && !isSuccess(byNobody)) told += 1;
      sameStatus(world, read, {one: byCookie, other: byNobody, with_: alone});
    }
    for (const read of open) {
      const {byCookie, byNobody} = await compare(world, read, session);
      sameStatus(world, read, {one: byCookie, other: byNobody, with_: alone});
      sameBody(world, read, {one: byCookie, other: byNobody, with_: alone});
    }
    const {length} = [...ownReads, ...hidden];
    world.law(
      told * 2 > length,
      {
        path: 'reads',
        message: `only ${String(told)} of ${String(length)} reads tell alice from nobody, too few to judge`,
      },
      {unwritable: 'it counts over many reads, and a step of a case judges one reply'},
    );
  },
});

export const cookiesAddNothing = property({
  id: 'cookies-add-nothing',
  title:
    'wherever somebody reads with a token of their own and the session cookie of somebody else, only the token counts',
  proves: ['AUTH-NO-COOKIE'],
  area: 'hosting',
  needs: ['web-sessions', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: fc.constant('all reads'),
  check: async world => {
    const session = await world.arrange('web-session');
    const headers = {cookie: part(session, 'cookie')};
    const hidden = await readsOf(world, await world.arrange('repository', {private: true}));
    for (const read of [...ownReads, ...hidden]) {
      const {operation, params} = read;
      world.count(operation);
      const byToken = await world.call(operation, {as: 'bob', params, say: `bob reads ${operation}`});
      const say = `bob reads ${operation} with alice’s cookie beside the own token`;
      const byBoth = await world.call(operation, {as: 'bob', params, headers, say});
      sameStatus(world, read, {one: byBoth, other: byToken, with_: beside});
      if (operation === 'userGetCurrent') world.expect(byBoth, {body: {login: world.known('actors.bob.login')}});
    }
  },
});

/** What everybody has of their own. */
const ownReads: readonly Read[] = [
  'userGetCurrent',
  'userListEmails',
  'userCurrentListRepos',
  'userCurrentTrackedTimes',
  'orgListCurrentUserOrgs',
  'userGetOauth2Application',
  'notifyGetList',
  'notifyNewAvailable',
].map(operation => ({operation, params: {}}));

/** What can be read of one repository, at each kind of endpoint. */
async function readsOf(world: PropertyWorld, repo: Things): Promise<readonly Read[]> {
  const place = placeOf(repo);
  const issue = await world.arrange('issue', {repo});
  const comment = await world.arrange('comment', {repo, issue});
  const label = await world.arrange('label', {repo});
  const ofIssue = {...place, index: part(issue, 'number')};
  const ofComment = {...place, id: part(comment, 'id')};
  const branch = part(repo, 'default_branch');
  return [
    ...ofRepository.map(operation => ({operation, params: place})),
    ...['issueGetIssue', 'issueGetComments', 'issueGetLabels', 'issueGetIssueReactions', 'issueTrackedTimes'].map(
      operation => ({operation, params: ofIssue}),
    ),
    ...['issueGetComment', 'issueGetCommentReactions'].map(operation => ({operation, params: ofComment})),
    {operation: 'issueGetLabel', params: {...place, id: part(label, 'id')}},
    {operation: 'repoGetBranch', params: {...place, branch}},
    {operation: 'repoGetContents', params: {...place, filepath: 'README.md'}},
  ];
}

const ofRepository = [
  'repoGet',
  'repoListBranches',
  'repoListBranchProtection',
  'repoListCollaborators',
  'repoGetAllCommits',
  'repoGetContentsList',
  'repoListHooks',
  'issueListIssues',
  'issueListLabels',
  'issueGetMilestonesList',
  'repoListPullRequests',
  'repoListReleases',
  'repoListTags',
] as const;

interface Compared {
  readonly byCookie: WorldReply;
  readonly byNobody: WorldReply;
}

async function compare(world: PropertyWorld, {operation, params}: Read, session: Things): Promise<Compared> {
  const cookie = {cookie: part(session, 'cookie')};
  const byNobody = await world.call(operation, {params, as: 'anonymous', say: `nobody reads ${operation}`});
  const byCookie = await world.call(operation, {
    params,
    as: 'anonymous',
    auth: cookie,
    say: `somebody with alice's cookie alone reads ${operation}`,
  });
  world.count(operation);
  return {byCookie, byNobody};
}

const alone = 'with the cookie alone';
const beside = 'with the cookie beside the token';

/** An answer, the one that it must be like, and what the request of the first had more. */
interface Pair {
  readonly one: WorldReply;
  readonly other: WorldReply;
  readonly with_: string;
}

function sameStatus(world: PropertyWorld, {operation}: Read, {one, other, with_}: Pair): void {
  world.law(
    one.status === other.status,
    {
      path: 'status',
      message: `${operation}: ${with_} the answer is ${String(one.status)}, without it ${String(other.status)}`,
      expected: other.status,
      actual: one.status,
    },
    {written: {reply: one, tree: {status: other.status}}},
  );
}

function sameBody(world: PropertyWorld, {operation}: Read, {one, other, with_}: Pair): void {
  const [shown, wanted] = [one.body ?? null, other.body ?? null];
  const isSame = jsonText(shown) === jsonText(wanted);
  world.law(
    !isSuccess(other) || isSame,
    {
      path: 'body',
      message: `${operation}: ${with_} the answer shows something else than without it`,
      expected: wanted,
      actual: shown,
    },
    // Without a body there is nothing that a case could compare with.
    isSame || other.body === undefined ? {} : {written: {reply: one, tree: {body: {$eq: other.at('')}}}},
  );
}
