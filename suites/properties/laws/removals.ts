// What is removed is gone, and what is beside it stays: two things of a kind are made in one place, and one of them is removed.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {property, type AnyProperty, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {offeredOf, type Call} from '../calls/call.ts';
import {callsNamed, parts, type ApiPart} from '../calls/parts.ts';
import {Scene, type Params} from '../calls/scene.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {column, isSameBag, isSameJson, isSuccess, plainValue, spelled, wordOf} from '../common/things.ts';
import {sights, type Sight} from './removal-sights.ts';

function removalsOf(name: string, of: readonly ApiPart[]): AnyProperty {
  const calls = of.flatMap(({calls: all}) => all.filter(({operation}) => operation in sights));
  return property({
    id: `removals-of-${name.replaceAll(' ', '-')}`,
    title: `${name}: what is removed is gone, and another one beside it stays`,
    proves: [...new Set(calls.map(({operation}) => sights[operation]?.proves ?? ''))],
    area: 'hosting',
    contexts: 'it makes two of each thing in places of its own',
    needs: [...new Set(of.flatMap(({needs}) => needs))],
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, order) => {
      const scene = new Scene(world);
      for (const call of offeredOf(world, callsNamed(calls, order))) {
        const sight = sights[call.operation];
        if (sight !== undefined) await expectRemoval(world, scene, {call, sight});
      }
    },
  });
}

interface Subject {
  readonly call: Call;
  readonly sight: Sight;
}

async function expectRemoval(world: PropertyWorld, scene: Scene, {call, sight}: Subject): Promise<void> {
  const {operation, as = 'alice'} = call;
  const {proves, read, list, by, leaves} = sight;
  const [first, second] = await (sight.pair?.(scene) ?? twoOf(call, scene));
  const look = async (reading: string, params: Params) =>
    world.call(reading, {as, params, say: `${as} calls ${reading}`});
  const seen = read !== undefined && world.offers(read) ? [await look(read, first), await look(read, second)] : [];
  const beside = seen.every(isSuccess) ? seen[1] : undefined;
  const place = Object.fromEntries(Object.entries(first).filter(([name]) => name !== by));
  const isListed =
    list !== undefined && world.offers(list[0]) && (await lists(look, {list, place, by, both: [first, second]}));
  const isBeside = leaves !== undefined && world.offers(leaves) && isSuccess(await look(leaves, first));
  world.count(operation);
  const content = await call.content(scene, first);
  const removed = await world.call(operation, {...content, as, params: first, say: `${as} calls ${operation}`});
  world.expect(removed, {proves, status: '2xx'}, {usual: true});
  if (!isSuccess(removed)) return;
  if (read !== undefined && beside !== undefined) {
    expectStatus(world, await look(read, first), {told: `${read} of what ${operation} removed`, due: '4xx', proves});
    const kept = await look(read, second);
    expectStatus(world, kept, {told: `${read} of what was beside it`, due: '2xx', proves});
    expectSame(world, [beside, kept], {told: `${read} of what was beside it`, proves});
  }
  if (leaves !== undefined && isBeside)
    expectStatus(world, await look(leaves, first), {told: `${leaves} after ${operation}`, due: '2xx', proves});
  if (list !== undefined && isListed) {
    const reply = await look(list[0], place);
    if (!isSuccess(reply)) return;
    const [gone, kept] = [first, second].map(one => plainValue(one[by] ?? null));
    const shown = column(reply, list[1]);
    const has = (value: typeof gone) => shown.some(one => value !== undefined && isSameJson(one, value));
    world.law(
      !has(gone) && has(kept),
      {
        path: `$[*].${list[1]}`,
        message: `after ${operation} of ${wordOf(gone)}, ${list[0]} shows ${spelled(shown)} (expected ${wordOf(kept)} without ${wordOf(gone)})`,
      },
      {usual: true, proves, unwritable: 'others may be in the list'},
    );
  }
}

async function twoOf(call: Call, scene: Scene): Promise<readonly [Params, Params]> {
  return [await call.params(scene), await call.params(scene)];
}

/** Whether a list shows both things before one of them is removed: where it is cut into pages, it may not. */
async function lists(
  look: (reading: string, params: Params) => Promise<WorldReply>,
  {
    list: [operation, key],
    place,
    by,
    both,
  }: {
    readonly list: readonly [string, string];
    readonly place: Params;
    readonly by: string;
    readonly both: readonly Params[];
  },
): Promise<boolean> {
  const shown = column(await look(operation, place), key);
  return both.every(one => shown.some(value => isSameJson(value, plainValue(one[by] ?? null))));
}

function expectStatus(
  world: PropertyWorld,
  reply: WorldReply,
  {told, due, proves}: {readonly told: string; readonly due: '2xx' | '4xx'; readonly proves: string},
): void {
  const isMet = due === '2xx' ? isSuccess(reply) : reply.status >= 400 && reply.status < 500;
  world.law(
    isMet,
    {
      path: 'status',
      message: `${told} is answered with ${String(reply.status)} (expected ${due})`,
      actual: reply.status,
    },
    {usual: true, proves, written: {reply, tree: {status: due}}},
  );
}

/** What was beside it is shown as before; what is read as JSON is shown at all. */
function expectSame(
  world: PropertyWorld,
  [before, after]: readonly [WorldReply, WorldReply],
  {told, proves}: {readonly told: string; readonly proves: string},
): void {
  const isShown = before.status !== 200 || before.body !== undefined || !isJson(before);
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const other = Object.keys(was).find(key => !changing.includes(key) && !isSameBesideOrder(was[key], is[key]));
  world.law(
    !isSuccess(after) || (isShown && other === undefined),
    {
      path: other === undefined ? '$' : `$.${other}`,
      message:
        other === undefined
          ? `${told} is answered with 200 and no body`
          : `${told} has the ${other} ${wordOf(is[other])} (expected ${wordOf(was[other])}, as before)`,
    },
    {usual: true, proves, unwritable: 'what is compared is a reply of the same run'},
  );
}

/** What tells of its neighbours or of the last change: the commit of all notes of a repository, and when something was changed. */
const changing = ['commit', 'updated_at', 'updated'];

function fieldsOf({body}: WorldReply): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** Some servers give the words of a list in another order each time. */
function isSameBesideOrder(one: Json | undefined, other: Json | undefined): boolean {
  if (isJsonList(one) && isJsonList(other)) return isSameBag(one, other);
  return isSameJson(one ?? null, other ?? null);
}

function isJson(reply: WorldReply): boolean {
  return (reply.header('content-type') ?? 'json').includes('json');
}

export const removalsOnIssues = removalsOf('things on issues', [parts.writingIssues, parts.reviews]);
export const removalsInRepositories = removalsOf('things in repositories', [parts.branches, parts.git, parts.releases]);
export const removalsAroundRepositories = removalsOf('repositories and who works there', [
  parts.repositories,
  parts.collaboration,
  parts.organizations,
  parts.teams,
]);
export const removalsOfHooks = removalsOf('hooks', [parts.hooks]);
export const removalsOfApplications = removalsOf('applications', [parts.accounts]);
export const removalsOfPackages = removalsOf('packages', [parts.packages]);
