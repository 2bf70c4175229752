// The optional fields of a merge: its message, what happens to the branch that it came from, and the head that it expects.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {property, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {inAnyOrder} from './in-any-order.ts';
import {isSuccess, part, placeOf, wordOf, type Place, type Things} from './things.ts';

interface Merge {
  readonly told: string;
  readonly body: JsonObject;
  readonly after: {
    readonly isMerged: boolean;
    readonly isBranchThere: boolean;
    /** How the message of the newest commit of the base begins. */
    readonly message?: string;
  };
}

const merges: readonly Merge[] = [
  {told: 'a plain merge', body: {Do: 'merge'}, after: {isMerged: true, isBranchThere: true}},
  {
    told: 'a merge with a title and a text',
    body: {Do: 'merge', MergeTitleField: 'a title of its own', MergeMessageField: 'a text of its own'},
    after: {isMerged: true, isBranchThere: true, message: 'a title of its own\n\na text of its own'},
  },
  {
    told: 'a squash with a title that keeps the branch',
    body: {Do: 'squash', MergeTitleField: 'a squashed title', delete_branch_after_merge: false},
    after: {isMerged: true, isBranchThere: true, message: 'a squashed title'},
  },
  {
    told: 'a merge that removes the branch',
    body: {Do: 'merge', delete_branch_after_merge: true},
    after: {isMerged: true, isBranchThere: false},
  },
  {
    told: 'a rebase of another head',
    body: {Do: 'rebase', head_commit_id: '0123456789012345678901234567890123456789', delete_branch_after_merge: true},
    after: {isMerged: false, isBranchThere: true},
  },
  {told: 'a rebase', body: {Do: 'rebase'}, after: {isMerged: true, isBranchThere: true}},
];

export const mergesDoWhatTheirFieldsSay = property({
  id: 'merges-do-what-their-fields-say',
  title: 'a merge has the message that was asked for, keeps or removes its branch, and is refused for another head',
  proves: ['MERGE-FORCE-OP'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'issues', 'branches'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(merges.map(({told}) => told)),
  check: async (world, order) => {
    const repo = await world.arrange('repository');
    for (const merge of order.flatMap(wanted => merges.filter(({told}) => told === wanted)))
      await expectMerge(world, repo, merge);
  },
});

async function expectMerge(world: PropertyWorld, repo: Things, {told, body, after}: Merge): Promise<void> {
  const pull = await world.arrange('pull-request', {repo}, {called: `the pull request of ${told}`});
  const place = placeOf(repo);
  const params = {...place, index: part(pull, 'number')};
  world.count(told);
  const reply = await world.call('repoMergePullRequest', {
    params,
    body,
    // A server refuses to merge what it is just comparing with its base, as it does when another one was merged.
    ...(after.isMerged ? {until: isSuccess} : {}),
    say: `alice sends ${told}`,
  });
  world.law(
    isSuccess(reply) === after.isMerged,
    {
      path: 'status',
      message: `${told} is answered with ${String(reply.status)} (expected ${after.isMerged ? '2xx' : 'a refusal'})`,
    },
    {usual: true, written: {reply, tree: {status: after.isMerged ? '2xx' : '4xx'}}},
  );
  if (isSuccess(reply) !== after.isMerged) return;
  const shown = await world.call('repoGetPullRequest', {params, say: 'alice reads the pull request'});
  world.expect(shown, {body: {merged: after.isMerged}}, {usual: true});
  await expectBranch(world, place, {told, pull, isThere: after.isBranchThere});
  if (after.message !== undefined) await expectMessage(world, place, {told, message: after.message});
}

async function expectBranch(
  world: PropertyWorld,
  place: Place,
  {told, pull, isThere}: {readonly told: string; readonly pull: Things; readonly isThere: boolean},
): Promise<void> {
  const reply = await world.call('repoGetBranch', {
    params: {...place, branch: part(pull, 'branch')},
    // Some servers remove it a moment later.
    until: answer => isSuccess(answer) === isThere,
    say: 'alice reads the branch that it came from',
  });
  world.law(
    isSuccess(reply) === isThere,
    {
      path: 'status',
      message: `after ${told}, the branch that it came from is ${isThere ? 'gone' : 'still there'} (expected it ${isThere ? 'to stay' : 'to be removed'})`,
    },
    {usual: true, written: {reply, tree: {status: isThere ? '2xx' : 404}}},
  );
}

async function expectMessage(
  world: PropertyWorld,
  place: Place,
  {told, message}: {readonly told: string; readonly message: string},
): Promise<void> {
  const reply = await world.call('repoGetAllCommits', {
    params: {...place, limit: 1},
    say: 'alice reads the newest commit of the base',
  });
  if (!isSuccess(reply)) return;
  const got = messageIn(reply);
  world.law(
    got.startsWith(message),
    {
      path: '/0/commit/message',
      message: `after ${told}, the newest commit says ${JSON.stringify(got.slice(0, 60))} (expected it to begin with ${JSON.stringify(message)})`,
    },
    {usual: true, unwritable: 'it looks at the beginning of a text'},
  );
}

function messageIn({body}: WorldReply): string {
  const [first]: readonly Json[] = body !== undefined && isJsonList(body) ? body : [];
  const commit = first !== undefined && isJsonObject(first) ? first['commit'] : undefined;
  return commit !== undefined && isJsonObject(commit) ? wordOf(commit['message']) : '';
}
