// Which commit a status belongs to: the one whose complete id it was given for, and no other that begins the same way.
import fc from 'fast-check';
import {jsonText} from '../../runner/model/json.ts';
import {property, type PropertyWorld, type Reference} from '../../runner/model/property.ts';

type Place = {readonly owner: Reference; readonly repo: Reference};

export const statusesBelongToCompleteIds = property({
  id: 'statuses-belong-to-complete-ids',
  title:
    'a status is found under the complete id of its commit only; a shortened id is refused or stands for the complete one',
  proves: ['STATUS-FULL-SHA'],
  area: 'hosting',
  needs: ['repositories'],
  runs: 3,
  floor: 2,
  input: fc.integer({min: 7, max: 39}),
  check: async (world, shortLength) => {
    const repo = await world.arrange('repository', {auto_init: true});
    const place = {owner: repo['owner'] as Reference, repo: repo['name'] as Reference};
    const [sha, twin] = await twoOfOneBeginning(world, place);
    const created = await giveStatus(world, place, {sha, context: 'complete'});
    world.expect(created, {status: '2xx'});
    await expectContexts(world, place, {sha, contexts: ['complete']});
    await expectContexts(world, place, {sha: twin, contexts: []});
    const shortened = await giveStatus(world, place, {sha: sha.slice(0, shortLength), context: 'shortened'});
    const isResolved = shortened.status >= 200 && shortened.status < 300;
    await expectContexts(world, place, {sha, contexts: isResolved ? ['complete', 'shortened'] : ['complete']});
  },
});

// Of 17 commits two begin with the same digit.
async function twoOfOneBeginning(world: PropertyWorld, place: Place): Promise<readonly [string, string]> {
  const seen = new Map<string, string>();
  for (let number = 1; number <= 17; number += 1) {
    const body = {content: 'dG91Y2hzdG9uZQo=', message: `Commit ${String(number)}`};
    const params = {...place, filepath: `${String(number)}.txt`};
    const reply = await world.call('repoCreateFile', {params, body, say: `commit file ${String(number)}`});
    world.expect(reply, {status: '2xx'});
    const sha = jsonText(reply.at('/commit/sha').value).replaceAll('"', '');
    const twin = seen.get(sha.charAt(0));
    if (twin !== undefined) return [twin, sha];
    seen.set(sha.charAt(0), sha);
  }
  throw new Error('17 commits with 17 different first digits cannot be: a digit is one of 16');
}

function giveStatus(
  world: PropertyWorld,
  place: Place,
  {sha, context}: {readonly sha: string; readonly context: string},
) {
  world.count(context);
  return world.call('repoCreateStatus', {
    params: {...place, sha},
    body: {state: 'success', context},
    say: `give ${sha} the status ${context}`,
  });
}

/** Why what an id that begins alike brings to light can be no case. */
const drawnIds = 'it hangs on two commits whose ids begin alike, and ids are drawn anew each time';

async function expectContexts(
  world: PropertyWorld,
  place: Place,
  {sha, contexts}: {readonly sha: string; readonly contexts: readonly string[]},
): Promise<void> {
  const reply = await world.call('repoListStatuses', {
    as: 'bob',
    params: {...place, sha},
    say: `bob lists the statuses of ${sha}`,
  });
  if (contexts.length === 0) world.expect(reply, {status: '2xx', body: {$in: [null, []]}}, {unwritable: drawnIds});
  else world.expect(reply, {status: '2xx', at: {'$[*].context': {$unordered: contexts}}});
}
