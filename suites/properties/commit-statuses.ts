// Which commit a status belongs to: the one whose complete id it was given for, and no other that begins the same way.
import fc from 'fast-check';
import {isJsonList, jsonText} from '../../model/json.ts';
import {property, type PropertyWorld, type WorldReply} from '../../model/property.ts';
import {column, isSuccess, placeOf, spelled, type Place} from './common/things.ts';

export const statusesBelongToCompleteIds = property({
  id: 'statuses-belong-to-complete-ids',
  title:
    'a status is found under the complete id of its commit only; a shortened id is refused or stands for the complete one',
  proves: ['STATUS-FULL-SHA'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories'],
  runs: 3,
  floor: 2,
  input: fc.integer({min: 7, max: 39}),
  check: async (world, shortLength) => {
    const place = placeOf(await world.arrange('repository', {auto_init: true}));
    const [one, twin] = await twoOfOneBeginning(world, place);
    const created = await giveStatus(world, place, {sha: one.sha, context: 'complete', called: one.called});
    world.expect(created, {status: '2xx'});
    await expectContexts(world, place, one, ['complete']);
    await expectNoContexts(world, place, twin, one);
    const known = ['complete', ...(await expectCapitals(world, place, one))];
    const shortened = await giveStatus(world, place, {
      sha: one.sha.slice(0, shortLength),
      context: 'shortened',
      called: `the first ${String(shortLength)} characters of the id of ${one.called}`,
    });
    const [contexts, why] = isSuccess(shortened)
      ? [[...known, 'shortened'], 'the shortened id was accepted']
      : [known, 'the shortened id was refused'];
    await expectContexts(world, place, {...one, called: `${one.called}: ${why}`}, contexts);
  },
});

/** A commit by its complete id, and how the story calls it. */
interface Commit {
  readonly sha: string;
  readonly called: string;
}

// Of 17 commits two begin with the same digit.
async function twoOfOneBeginning(world: PropertyWorld, place: Place): Promise<readonly [Commit, Commit]> {
  const seen = new Map<string, Commit>();
  for (let number = 1; number <= 17; number += 1) {
    const called = `commit ${String(number)}`;
    const body = {content: 'dG91Y2hzdG9uZQo=', message: `Commit ${String(number)}`};
    const params = {...place, filepath: `${String(number)}.txt`};
    const reply = await world.call('repoCreateFile', {params, body, say: `make ${called}`});
    world.expect(reply, {status: '2xx'});
    const sha = jsonText(reply.at('/commit/sha').value).replaceAll('"', '');
    const twin = seen.get(sha.charAt(0));
    if (twin !== undefined) return [twin, {sha, called}];
    seen.set(sha.charAt(0), {sha, called});
  }
  throw new Error('17 commits with 17 different first digits cannot be: a digit is one of 16');
}

// An id is a number in base 16, so that capitals make no other one; whether a server takes them so is only usual. Known servers take them when a
// status is given, and find none by them. Gives what is listed since.
async function expectCapitals(world: PropertyWorld, place: Place, {sha, called}: Commit): Promise<readonly string[]> {
  const capital = {sha: sha.toUpperCase(), called: `${called} in capitals`};
  const given = await giveStatus(world, place, {...capital, context: 'capitals'});
  const wanted = isSuccess(given) ? ['complete', 'capitals'] : ['complete'];
  const lower = await listStatuses(world, place, sha, `bob lists the statuses of ${called}`);
  world.expect(lower, {at: {'$[*].context': {$unordered: wanted}}}, {usual: true});
  if (isSuccess(given)) {
    const upper = await listStatuses(world, place, capital.sha, `bob lists the statuses of ${capital.called}`);
    if (column(upper, 'context').length > 0)
      world.expect(upper, {at: {'$[*].context': {$unordered: wanted}}}, {usual: true});
  }
  return column(lower, 'context').flatMap(context => (context === 'capitals' ? [context] : []));
}

function giveStatus(world: PropertyWorld, place: Place, {sha, context, called}: Commit & {readonly context: string}) {
  world.count(context);
  return world.call('repoCreateStatus', {
    params: {...place, sha},
    body: {state: 'success', context},
    say: `give ${called} a status of context ${context}`,
  });
}

/** Why what an id that begins alike brings to light can be no case. */
const drawnIds = 'it hangs on two commits whose ids begin alike, and new ids are drawn each time';

async function expectContexts(
  world: PropertyWorld,
  place: Place,
  {sha, called}: Commit,
  contexts: readonly string[],
): Promise<void> {
  const reply = await listStatuses(world, place, sha, `bob lists the statuses of ${called}`);
  world.expect(reply, {status: '2xx', at: {'$[*].context': {$unordered: contexts}}});
}

/** What was given to one commit is not found under another whose id begins alike. */
async function expectNoContexts(
  world: PropertyWorld,
  place: Place,
  {sha, called}: Commit,
  other: Commit,
): Promise<void> {
  const alike = `the id of ${called} begins as that of ${other.called}`;
  const reply = await listStatuses(world, place, sha, `bob lists the statuses of ${called}: ${alike}`);
  world.expect(reply, {status: '2xx'}, {unwritable: drawnIds});
  const isEmpty = reply.body === null || (isJsonList(reply.body) && reply.body.length === 0);
  world.law(
    isEmpty,
    {
      path: 'body',
      message: `${called} has statuses of context ${spelled(column(reply, 'context'))}; expected none, because they were given to ${other.called}`,
      expected: [],
      actual: reply.body ?? null,
    },
    {unwritable: drawnIds},
  );
}

function listStatuses(world: PropertyWorld, place: Place, sha: string, say: string): Promise<WorldReply> {
  return world.call('repoListStatuses', {as: 'bob', params: {...place, sha}, say});
}
