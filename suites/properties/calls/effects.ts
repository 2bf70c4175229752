// What a writing operation changes: what readers of the same place show before and after it, and the difference, with what known servers change.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {PropertyWorld, WorldReply} from '../../../model/property.ts';
import {isSameJson, wordOf} from '../common/things.ts';
import {misfitWords, misfitsOf, shapeOf, type Names, type Shape} from './reply-shapes.ts';

/** What one reader shows otherwise after a writing operation, on known servers. */
export interface UsualEffect {
  readonly read: string;
  /** Parameters that it takes of the writing operation. */
  readonly params: readonly string[];
  /** The status after it. */
  readonly status: number;
  /** Of an object: what each value that changes is afterwards, by its pointer; a number as the difference, a list as the number of its items. */
  readonly changed?: {readonly [pointer: string]: Shape};
  /** Pointers that may change or not. */
  readonly open?: readonly string[];
  /** Of a list: how many more items it has. */
  readonly more?: number;
  /** What the new ones are like. */
  readonly added?: Shape;
}

/** What changed of one reading. */
type Effect = Pick<UsualEffect, 'status' | 'changed' | 'more' | 'added'>;

/** One reader, before and after. */
export interface Seen {
  readonly read: string;
  readonly before: WorldReply;
  readonly after: WorldReply;
}

/** The difference between what a reader showed before and after. */
export function effectOf({before, after}: Seen, names: Names): Effect {
  const {status} = after;
  const [was, is] = [bodyOf(before), bodyOf(after)];
  if (isJsonList(was) && isJsonList(is)) {
    if (!isWhole(before, was) || !isWhole(after, is)) return {status};
    const added = addedTo(was, is);
    return {
      status,
      more: is.length - was.length,
      ...(added === undefined ? {} : {added: shapeOf(added, names)}),
    };
  }
  if (!isJsonObject(was) || !isJsonObject(is)) return {status};
  return {status, changed: Object.fromEntries(changesBetween(was, is, names, ''))};
}

const pageMin = 20;

/** Whether a list is not the first page of a longer one. */
function isWhole(reply: WorldReply, list: readonly Json[]): boolean {
  const total = reply.header('X-Total-Count');
  return total === undefined ? list.length < pageMin : Number(total) === list.length;
}

/** The item that is new, where there is one. */
function addedTo(was: readonly Json[], is: readonly Json[]): Json | undefined {
  const known = new Set(was.map(keyOf));
  const added = is.filter(item => !known.has(keyOf(item)));
  return added.length === 1 ? added[0] : undefined;
}

function bodyOf({status, body}: WorldReply): Json | undefined {
  if (status !== 200) return undefined;
  const inside = isJsonObject(body) && isJsonList(body['data']) ? body['data'] : body;
  return inside === null ? [] : inside;
}

// Things are told apart by what never changes.
function keyOf(item: Json): string {
  if (!isJsonObject(item)) return wordOf(item);
  return wordOf(item['id'] ?? item['sha'] ?? item['rule_name'] ?? item['name'] ?? item);
}

/** What is counted later, or is a time: no two servers are alike in it. */
const restless =
  /^(?:updated|updated_at|size|last_login|mergeable|etag|content_version|last_activity_at|.*_time|.*_at)$/;
const depthMax = 3;

function changesBetween(
  was: JsonObject,
  is: JsonObject,
  names: Names,
  at: string,
): readonly (readonly [string, Shape])[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(
    (key): readonly (readonly [string, Shape])[] => {
      const [old, now, pointer] = [was[key], is[key], `${at}/${key}`];
      if (restless.test(key) || (old !== undefined && now !== undefined && isSameJson(old, now))) return [];
      if (isJsonObject(old) && isJsonObject(now) && pointer.split('/').length <= depthMax)
        return changesBetween(old, now, names, pointer);
      if (typeof old === 'number' && typeof now === 'number') return [[pointer, now - old]];
      const [oldCount, nowCount] = [countOf(old), countOf(now)];
      if (oldCount !== undefined && nowCount !== undefined) return [[pointer, nowCount - oldCount]];
      return [[pointer, now === undefined ? null : shapeOf(now, names)]];
    },
  );
}

function countOf(value: Json | undefined): number | undefined {
  if (value === null) return 0;
  return isJsonList(value) ? value.length : undefined;
}

/** Holds what a writing operation changed against what it changes on known servers. */
export function expectEffect(
  world: PropertyWorld,
  operation: string,
  {seen, usual, names}: {readonly seen: Seen; readonly usual: UsualEffect; readonly names: Names},
): void {
  const {read, after} = seen;
  const effect = effectOf(seen, names);
  const reading = `after ${operation}, ${read}`;
  const message = `${reading} is answered with ${String(effect.status)} (known servers: ${String(usual.status)})`;
  world.law(
    effect.status === usual.status,
    {path: 'status', message, expected: usual.status, actual: effect.status},
    {usual: true, written: {reply: after, tree: {status: usual.status}}},
  );
  if (effect.status !== usual.status) return;
  for (const miss of misses(seen, usual, names))
    world.law(false, {path: '', message: `${reading} ${miss}`}, {usual: true, unwritable: 'it compares two readings'});
}

function misses(seen: Seen, usual: UsualEffect, names: Names): readonly string[] {
  const effect = effectOf(seen, names);
  if (usual.more !== undefined && effect.more !== undefined && effect.more !== usual.more)
    return [`lists ${countWords(effect.more)} (known servers: ${countWords(usual.more)})`];
  if (usual.added !== undefined && effect.added !== undefined) {
    const [was, is] = [bodyOf(seen.before), bodyOf(seen.after)];
    const added = isJsonList(was) && isJsonList(is) ? addedTo(was, is) : undefined;
    const [first] = misfitsOf(usual.added, added, names);
    return first === undefined ? [] : [`lists a new item of which ${misfitWords(first)}`];
  }
  if (usual.changed === undefined || effect.changed === undefined) return [];
  const {changed, open = []} = usual;
  const got = effect.changed;
  const missing = Object.entries(changed).flatMap(([pointer, wanted]) => {
    const value = got[pointer];
    // A request that was refused before may have changed it all the same.
    if (value === undefined && isFitting(seen.before, pointer, wanted, names)) return [];
    if (value === undefined)
      return [`shows the same ${pointer} as before (known servers change it to ${told(wanted)})`];
    return isSameJson(value as Json, wanted as Json) || isFitting(seen.after, pointer, wanted, names)
      ? []
      : [`shows ${pointer} changed to ${told(value)} (known servers: ${told(wanted)})`];
  });
  const beside = Object.keys(got)
    .filter(pointer => !Object.hasOwn(changed, pointer) && !open.includes(pointer))
    .map(
      pointer => `shows another ${pointer} than before: ${told(got[pointer] ?? null)} (known servers leave it alone)`,
    );
  return [...missing, ...beside].slice(0, toldMax);
}

const toldMax = 2;

/** Whether a reply shows a text as it is wanted. */
function isFitting({body}: WorldReply, pointer: string, wanted: Shape, names: Names): boolean {
  let value: Json | undefined = body;
  for (const key of pointer.split('/').slice(1)) value = isJsonObject(value) ? value[key] : undefined;
  return typeof wanted === 'string' && misfitsOf(wanted, value, names).length === 0;
}

function countWords(more: number): string {
  if (more === 0) return 'as many as before';
  return more > 0 ? `${String(more)} more` : `${String(-more)} fewer`;
}

// A number is a difference.
function told(shape: Shape): string {
  if (typeof shape === 'number') return shape > 0 ? `${String(shape)} more` : `${String(-shape)} less`;
  return wordOf(shape as Json);
}
