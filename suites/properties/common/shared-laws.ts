// Ready-made laws that resources share: each takes requests as data and says which of them broke it.
import {isJsonList, type Json} from '../../../model/json.ts';
import type {CallRequest, PropertyWorld, WithReferences, WorldReply} from '../../../model/property.ts';
import {column, isListOf, isSuccess, listTree, spelled} from './things.ts';

/** One request as data. */
export interface Asked extends CallRequest {
  readonly operation: string;
  readonly say: string;
}

/** Sends one request. */
export function ask(world: PropertyWorld, {operation, ...request}: Asked): Promise<WorldReply> {
  return world.call(operation, request);
}

/** Whether a miss breaks what is stated, or only what is usual. */
export interface Basis {
  readonly usual?: boolean;
}

/** Use after delete: what was found before is refused after it was removed. */
export async function expectGone(
  world: PropertyWorld,
  {remove, uses}: {readonly remove: Asked; readonly uses: readonly Asked[]},
  basis: Basis = {},
): Promise<void> {
  for (const use of uses) world.expect(await ask(world, use), {status: '2xx'});
  world.expect(await ask(world, remove), {status: '2xx'});
  for (const use of uses) await expectRefused(world, {...use, say: `${use.say} again`}, basis);
}

/**
 * Another user's reach, or a child through the wrong parent: refused, although the right request is accepted. Tells whether
 * all were refused: where one was not, nobody knows what it changed, and nothing stated may be asked of the thing any more.
 */
export async function expectOnlyRight(
  world: PropertyWorld,
  {right, wrong}: {readonly right: Asked; readonly wrong: readonly Asked[]},
  basis: Basis = {},
): Promise<boolean> {
  world.expect(await ask(world, right), {status: '2xx'});
  let areRefused = true;
  for (const request of wrong) areRefused = (await expectRefused(world, request, basis)) && areRefused;
  if (areRefused) world.expect(await ask(world, right), {status: '2xx'});
  return areRefused;
}

async function expectRefused(world: PropertyWorld, request: Asked, basis: Basis): Promise<boolean> {
  return expectRefusal(world, await ask(world, request), request.say, basis);
}

/** A reply that is a refusal of what was asked, in the words of the story. Tells whether it is one. */
export function expectRefusal(world: PropertyWorld, reply: WorldReply, deed: string, basis: Basis = {}): boolean {
  const isRefused = reply.status >= 400 && reply.status < 500;
  world.law(
    isRefused,
    {
      path: 'status',
      message: `expected a refusal (4xx), got ${String(reply.status)}: ${deed}`,
      expected: '4xx',
      actual: reply.status,
    },
    {...basis, written: {reply, tree: {status: {$gte: 400, $lt: 500}}}},
  );
  return isRefused;
}

/** Whatever is asked, it may be refused, and is no error of the server. */
export function expectNoBreak(world: PropertyWorld, reply: WorldReply, asked: string): void {
  expectStatus(world, reply, {asked, holds: reply.status < 500, wanted: 'less than 500', status: {$lt: 500}});
}

/** What a status has to be: what was asked, and the status in words and as a matcher. */
export interface Status {
  readonly asked: string;
  readonly holds: boolean;
  readonly wanted: string;
  readonly status: WithReferences;
}

/** A status, with a message that says what was asked: a probe, e.g., is reported without its story. */
export function expectStatus(world: PropertyWorld, reply: WorldReply, {asked, holds, wanted, status}: Status): void {
  const message = `${asked} is answered with ${String(reply.status)} (expected ${wanted})`;
  world.law(holds, {path: 'status', message, actual: reply.status}, {written: {reply, tree: {status}}});
}

/** Nothing left after a refused create: the list holds what it held before, and the same name can be taken. */
export async function expectNothingLeft(
  world: PropertyWorld,
  {list, key, create}: {readonly list: Asked; readonly key: string; readonly create: Asked},
  basis: Basis = {},
): Promise<WorldReply> {
  const before = column(await ask(world, list), key);
  const refused = await ask(world, create);
  if (isSuccess(refused)) return refused;
  const reply = await ask(world, list);
  const after = column(reply, key);
  world.law(
    isListOf(reply, key, before),
    {
      path: `$[*].${key}`,
      message: `${create.say}: refused with ${String(refused.status)}, and yet the list holds ${spelled(after)} (expected ${spelled(before)}, as before)`,
      expected: before,
      actual: after,
    },
    {...basis, written: {reply, tree: listTree(key, before)}},
  );
  return refused;
}

/** Old path equals new path: the same input is answered with the same status and an object of the same keys. */
export async function expectSameAnswer(
  world: PropertyWorld,
  old: Asked,
  new_: Asked,
  basis: Basis = {},
): Promise<void> {
  const [one, other] = [await ask(world, old), await ask(world, new_)];
  const shapes = [one, other].map(
    reply =>
      `status ${String(reply.status)} and ${keysAt(reply).length === 0 ? 'no keys' : `the keys ${spelled(keysAt(reply))}`}`,
  );
  world.law(
    shapes[0] === shapes[1],
    {
      path: 'status',
      message: `${old.say}: ${shapes[0] ?? ''} (expected the same as for this: ${new_.say}: ${shapes[1] ?? ''})`,
      expected: shapes[1] ?? '',
      actual: shapes[0] ?? '',
    },
    {...basis, written: {reply: one, tree: {status: other.status, ...keyTree(one, other)}}},
  );
}

// An object of exactly the keys of the other one, whatever they hold; an answer that is no object has none.
function keyTree(one: WorldReply, other: WorldReply): {readonly body?: Json} {
  const keys = keysAt(other);
  if (spelled(keysAt(one)) === spelled(keys)) return {};
  return {
    body: {
      $schema: keys.length === 0 ? {maxProperties: 0} : {type: 'object', required: keys, propertyNames: {enum: keys}},
    },
  };
}

function keysAt({body}: WorldReply): readonly string[] {
  return typeof body === 'object' && body !== null && !isJsonList(body) ? Object.keys(body) : [];
}
