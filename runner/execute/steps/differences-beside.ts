// Compares what was read before an operation with what is read after it.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {pointerKeys, pointerTo} from '../../../base/json/json-pointer.ts';
import {equalJson} from '../../check/compare-json.ts';

/** What one reading gave; a body that is not JSON is its text. */
export interface Seen {
  readonly status: number;
  readonly body: Json;
}

/** One place that differs; what is absent was not there. */
export interface Difference {
  /** JSON Pointer into the body; empty for all of it. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** What may differ: members of these names wherever they are, and these places, where `*` stands for any key or index. */
export interface MayDiffer {
  readonly anywhere: readonly string[];
  readonly changes: readonly string[];
}

/** Past so many, more differences say nothing new. */
const differencesMax = 10;

/** Gives every place that differs and may not. An answer that is no success any more differs as a whole. */
export function differencesBeside(before: Seen, after: Seen, mayDiffer: MayDiffer): readonly Difference[] {
  const isAnswered = after.status >= 200 && after.status < 300;
  if (!isAnswered) return [{path: '', before: before.status, after: after.status}];
  const found: Difference[] = [];
  const allowed = mayDiffer.changes.map(pointerKeys);
  visit(before.body, after.body, [], {
    anywhere: new Set(mayDiffer.anywhere),
    isAllowed: keys => allowed.some(pattern => covers(pattern, keys)),
    found,
  });
  return found.slice(0, differencesMax);
}

interface Visit {
  readonly anywhere: ReadonlySet<string>;
  readonly isAllowed: (keys: readonly string[]) => boolean;
  readonly found: Difference[];
}

/** A place that may differ covers everything below it. */
function covers(pattern: readonly string[], keys: readonly string[]): boolean {
  return pattern.length <= keys.length && pattern.every((key, index) => key === '*' || key === keys[index]);
}

function visit(before: Json | undefined, after: Json | undefined, keys: readonly string[], visiting: Visit): void {
  if (visiting.isAllowed(keys)) return;
  if (before !== undefined && after !== undefined && equalJson(before, after)) return;
  if (isJsonObject(before) && isJsonObject(after)) return visitMembers(before, after, keys, visiting);
  if (isJsonList(before) && isJsonList(after)) return visitItems(before, after, keys, visiting);
  visiting.found.push({
    path: keys.reduce(pointerTo, ''),
    ...(before === undefined ? {} : {before}),
    ...(after === undefined ? {} : {after}),
  });
}

function visitMembers(before: JsonObject, after: JsonObject, keys: readonly string[], visiting: Visit): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!visiting.anywhere.has(key)) visit(before[key], after[key], [...keys, key], visiting);
}

// Lists are compared as sets: no statement gives what is read here an order. Items with an id are the same item; what is left is paired in order.
function visitItems(before: readonly Json[], after: readonly Json[], keys: readonly string[], visiting: Visit): void {
  const unlike = after.map((item, index) => ({item, index}));
  const take = (isWanted: (item: Json) => boolean): {readonly item: Json; readonly index: number} | undefined => {
    const found = unlike.findIndex(({item}) => isWanted(item));
    return found === -1 ? undefined : unlike.splice(found, 1)[0];
  };
  const changed = before
    .map((item, index) => ({item, index}))
    .filter(({item}) => take(other => equalJson(item, other)) === undefined);
  const others = changed.map(one => ({...one, other: take(other => haveOneId(one.item, other))}));
  for (const {item, index, other} of others)
    visit(item, (other ?? take(next => !hasId(next)))?.item, [...keys, String(index)], visiting);
  for (const {item, index} of unlike) visit(undefined, item, [...keys, String(index)], visiting);
}

function haveOneId(one: Json, other: Json): boolean {
  return isJsonObject(one) && isJsonObject(other) && hasId(one) && equalJson(one['id'] ?? null, other['id'] ?? null);
}

function hasId(item: Json): boolean {
  return isJsonObject(item) && item['id'] !== undefined;
}
