// The small words that every law about a hosting server uses: what an arrangement made, where it stands, what a reply lists.
import {
  type CallAuth,
  isReference,
  type Reference,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject, jsonObject} from '../../../model/json.ts';

/** The outputs of one arrangement. */
export type Things = {readonly [output: string]: Reference};

/** Where a repository is found. */
export interface Place {
  readonly owner: Reference;
  readonly repo: Reference;
  readonly [param: string]: Reference;
}

/** Gives one output; a name that the arrangement does not have is a mistake of the property. */
export function part(things: Things, output: string): Reference {
  const reference = things[output];
  if (reference === undefined) throw new Error(`the arrangement has no output "${output}"`);
  return reference;
}

export function placeOf(repo: Things): Place {
  return {owner: part(repo, 'owner'), repo: part(repo, 'name')};
}

/** Signs in as a user that an arrangement made, who has a password and no role of their own. */
export function signedIn(user: Things): {readonly as: 'anonymous'; readonly auth: CallAuth} {
  return {as: 'anonymous', auth: {basic: {user: part(user, 'login'), password: part(user, 'password')}}};
}

/** A reference's value as plain text. */
export function textOf({value}: Reference): string {
  return wordOf(value);
}

/** A value as people read it: text as it is, everything else as JSON. */
export function wordOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : jsonText(value);
}

/** What is sent, without the references in it. */
export function plainValue(value: WithReferences): Json {
  if (isReference(value)) return value.value;
  return Array.isArray(value) ? value.map(item => plainValue(item as WithReferences)) : (value as Json);
}

/** The objects of a list reply; some servers answer an empty list with null. */
export function itemsOf({body}: WorldReply): readonly JsonObject[] {
  return isJsonList(body) ? body.filter(item => isJsonObject(item)) : [];
}

/** One value of each object of a list reply, found by the keys that lead to it. */
export function column(reply: WorldReply, ...keys: readonly string[]): readonly Json[] {
  return itemsOf(reply).flatMap(item => {
    let value: Json | undefined = item;
    for (const key of keys) value = value !== undefined && isJsonObject(value) ? value[key] : undefined;
    return value === undefined ? [] : [value];
  });
}

export function isSuccess({status}: WorldReply): boolean {
  return status >= 200 && status < 300;
}

/** The items of a list reply, whatever they are; nothing where it is no list. Some servers answer an empty list with null. */
export function entriesOf({body}: WorldReply): readonly Json[] | undefined {
  if (body === null) return [];
  return Array.isArray(body) ? body : undefined;
}

/** Whether a list reply shows these values of its items, in whatever order: the same as `listTree` says of it. */
export function isListOf(reply: WorldReply, key: string, values: readonly Json[]): boolean {
  const entries = entriesOf(reply);
  return values.length === 0 ? entries?.length === 0 : entries !== undefined && isSameBag(values, column(reply, key));
}

/** What a list reply has to be, as a tree: these values of its items, in whatever order; some servers answer an empty list with null. */
export function listTree(key: string, values: readonly WithReferences[]): {readonly [key: string]: WithReferences} {
  return values.length === 0 ? {body: {$in: [null, []]}} : {at: {[`$[*].${key}`]: {$unordered: values}}};
}

/** Lists as people read them: sorted, with commas. */
export function spelled(values: readonly Json[]): string {
  return values.length === 0 ? 'nothing' : values.map(wordOf).toSorted().join(', ');
}

/** Names of things of one kind, in the order that they were made, by what they are found by. */
export function numbered(kind: string, made: readonly Reference[]): ReadonlyMap<Json, string> {
  return new Map(made.map(({value}, index) => [value, `${kind} ${String(index + 1)}`]));
}

/** Tells lists of things by their names. */
export function teller(called: ReadonlyMap<Json, string>): (values: readonly Json[]) => string {
  return values => spelled(values.map(value => called.get(value) ?? `an unknown one (${wordOf(value)})`));
}

/** What a list lacks of another one, as often as it lacks it. */
export function lackingIn<Value>(list: readonly Value[], other: readonly Value[]): readonly Value[] {
  const left = [...list];
  return other.filter(value => {
    const at = left.indexOf(value);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Whether two lists hold the same values equally often, in whatever order. */
export function isSameBag(one: readonly Json[], other: readonly Json[]): boolean {
  const [left, right] = [one, other].map(values => values.map(sortedText).toSorted());
  return jsonText(left ?? []) === jsonText(right ?? []);
}

/** Whether two values are the same; the keys of objects have no order. */
export function isSameJson(one: Json, other: Json): boolean {
  return sortedText(one) === sortedText(other);
}

/** A value as JSON text; the keys of objects are sorted. */
export function sortedText(value: Json): string {
  return jsonText(sorted(value));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return jsonObject(keys.map(key => [key, sorted(value[key] ?? null)]));
}
