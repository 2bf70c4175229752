// A session cookie on the API, tried at many endpoints together: with it alone the caller is nobody at each of them.
import fc from 'fast-check';
import {property, type PropertyWorld, type WithReferences, type WorldReply} from '../../model/property.ts';
import {isSameJson, isSuccess, part, placeOf, type Things} from './common/things.ts';

/** One thing that alice may read. */
interface Read {
  readonly operation: string;
  /** How the story calls what is read. */
  readonly what: string;
  readonly params: {readonly [name: string]: WithReferences};
}

export const cookiesReadNothing = property({
  id: 'cookies-read-nothing',
  title: 'wherever somebody reads with a session cookie alone, the answer is the one that nobody gets',
  proves: ['AUTH-NO-COOKIE'],
  area: 'hosting',
  contexts: 'what a cookie must not show is hidden, and alice’s own',
  needs: ['web-sessions', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: fc.constant('all reads'),
  check: async world => {
    const session = await world.arrange('web-session', {}, {called: 'a web session of alice'});
    const hidden = await readsOf(world, {private: true}, 'the private repository');
    const open = await readsOf(world, {}, 'the public repository');
    let told = 0;
    for (const read of [...ownReads, ...hidden]) {
      const say = `alice reads ${read.what} with her token`;
      const byToken = await world.call(read.operation, {params: read.params, say});
      const {byCookie, byNobody} = await compare(world, read, session);
      if (isSuccess(byToken) && !isSuccess(byNobody)) told += 1;
      sameStatus(world, read, {one: byCookie, other: byNobody, how: alone});
    }
    for (const read of open) {
      const {byCookie, byNobody} = await compare(world, read, session);
      sameStatus(world, read, {one: byCookie, other: byNobody, how: alone});
      sameBody(world, read, {one: byCookie, other: byNobody, how: alone});
    }
    const {length} = [...ownReads, ...hidden];
    world.law(
      told * 2 > length,
      {
        path: 'reads',
        message: `${String(told)} of ${String(length)} reads succeed for alice with her token and fail without credentials (expected more than half, or nothing can be judged)`,
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
  contexts: 'what a cookie must not add to is alice’s own',
  needs: ['web-sessions', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: fc.constant('all reads'),
  check: async world => {
    const session = await world.arrange('web-session', {}, {called: 'a web session of alice'});
    const headers = {cookie: part(session, 'cookie')};
    const hidden = await readsOf(world, {private: true}, 'the private repository');
    for (const read of [...ownReads, ...hidden]) {
      const {operation, params, what} = read;
      world.count(operation);
      const byToken = await world.call(operation, {as: 'bob', params, say: `bob reads ${what} with his token`});
      const say = `bob reads ${what} with his token and alice’s session cookie`;
      const byBoth = await world.call(operation, {as: 'bob', params, headers, say});
      sameStatus(world, read, {one: byBoth, other: byToken, how: beside});
      if (operation === 'userGetCurrent') world.expect(byBoth, {body: {login: world.known('actors.bob.login')}});
    }
  },
});

/** What everybody has of their own. */
const ownReads: readonly Read[] = [
  {operation: 'userGetCurrent', what: 'the own account'},
  {operation: 'userListEmails', what: 'the own addresses'},
  {operation: 'userCurrentListRepos', what: 'the own repositories'},
  {operation: 'userCurrentTrackedTimes', what: 'the own tracked times'},
  {operation: 'orgListCurrentUserOrgs', what: 'the own organizations'},
  {operation: 'userGetOauth2Application', what: 'the own OAuth2 applications'},
  {operation: 'notifyGetList', what: 'the own notifications'},
  {operation: 'notifyNewAvailable', what: 'how many own notifications are new'},
].map(read => ({...read, params: {}}));

/** What can be read of one repository, at each kind of endpoint. */
async function readsOf(
  world: PropertyWorld,
  inputs: {readonly private?: boolean},
  called: string,
): Promise<readonly Read[]> {
  const repo = await world.arrange('repository', inputs, {called});
  const place = placeOf(repo);
  const issue = await world.arrange('issue', {repo}, {called: `an issue of ${called}`});
  const comment = await world.arrange('comment', {repo, issue}, {called: 'a comment on that issue'});
  const label = await world.arrange('label', {repo}, {called: `a label of ${called}`});
  const ofIssue = {...place, index: part(issue, 'number')};
  const ofComment = {...place, id: part(comment, 'id')};
  const branch = part(repo, 'default_branch');
  const reads = (params: Read['params'], whats: {readonly [operation: string]: string}): readonly Read[] =>
    Object.entries(whats).map(([operation, what]) => ({operation, params, what: `${what}${called}`}));
  return [
    ...reads(place, ofRepository),
    ...reads(ofIssue, {
      issueGetIssue: 'the issue of ',
      issueGetComments: 'the comments on the issue of ',
      issueGetLabels: 'the labels on the issue of ',
      issueGetIssueReactions: 'the reactions to the issue of ',
      issueTrackedTimes: 'the tracked times of the issue of ',
    }),
    ...reads(ofComment, {
      issueGetComment: 'the comment in ',
      issueGetCommentReactions: 'the reactions to the comment in ',
    }),
    ...reads({...place, id: part(label, 'id')}, {issueGetLabel: 'the label of '}),
    ...reads({...place, branch}, {repoGetBranch: 'the default branch of '}),
    ...reads({...place, filepath: 'README.md'}, {repoGetContents: 'the README.md of '}),
  ];
}

const ofRepository = {
  repoGet: '',
  repoListBranches: 'the branches of ',
  repoListBranchProtection: 'the branch protections of ',
  repoListCollaborators: 'the collaborators of ',
  repoGetAllCommits: 'the commits of ',
  repoGetContentsList: 'the files of ',
  repoListHooks: 'the hooks of ',
  issueListIssues: 'the issues of ',
  issueListLabels: 'the labels of ',
  issueGetMilestonesList: 'the milestones of ',
  repoListPullRequests: 'the pull requests of ',
  repoListReleases: 'the releases of ',
  repoListTags: 'the tags of ',
} as const;

interface Compared {
  readonly byCookie: WorldReply;
  readonly byNobody: WorldReply;
}

async function compare(world: PropertyWorld, {operation, params, what}: Read, session: Things): Promise<Compared> {
  const cookie = {cookie: part(session, 'cookie')};
  const byNobody = await world.call(operation, {
    params,
    as: 'anonymous',
    say: `somebody without credentials reads ${what}`,
  });
  const byCookie = await world.call(operation, {
    params,
    as: 'anonymous',
    auth: cookie,
    say: `somebody with alice’s session cookie alone reads ${what}`,
  });
  world.count(operation);
  return {byCookie, byNobody};
}

const alone = {with_: 'with the cookie alone', without: 'without credentials'};
const beside = {with_: 'with the cookie beside the token', without: 'with the token alone'};

/** An answer, and the one that it must be like. */
interface Pair {
  readonly one: WorldReply;
  readonly other: WorldReply;
  /** How the two were asked. */
  readonly how: {readonly with_: string; readonly without: string};
}

function sameStatus(world: PropertyWorld, {what}: Read, {one, other, how}: Pair): void {
  world.law(
    one.status === other.status,
    {
      path: 'status',
      message: `reading ${what} ${how.with_} is answered with ${String(one.status)} (expected ${String(other.status)}, as ${how.without})`,
      expected: other.status,
      actual: one.status,
    },
    {written: {reply: one, tree: {status: other.status}}},
  );
}

function sameBody(world: PropertyWorld, {what}: Read, {one, other, how}: Pair): void {
  const [shown, wanted] = [one.body ?? null, other.body ?? null];
  const isSame = isSameJson(shown, wanted);
  world.law(
    !isSuccess(other) || isSame,
    {
      path: 'body',
      message: `reading ${what} ${how.with_} shows other things than ${how.without} (expected the same)`,
      expected: wanted,
      actual: shown,
    },
    // Without a body there is nothing that a case could compare with.
    isSame || other.body === undefined ? {} : {written: {reply: one, tree: {body: {$eq: other.at('')}}}},
  );
}
