// The law of filters: each filter of a list alone, and with each other one, shows what was made to fit it and nothing else.
import {defined} from '../../../base/json/defined.ts';
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {CallRequest, PropertyWorld, Reference, WithReferences, WorldReply} from '../../../model/property.ts';
import {expectLinksToKeep} from '../common/pages.ts';
import {isSameBag, isSuccess, teller} from '../common/things.ts';
import type {Params} from './scene.ts';

/** What a list is filtered by and what is in it, by what the story calls it. */
type Made = (called: string) => Reference;

/** One parameter of a list, and which items it leaves; what the story calls them, e.g. `issue 2`. */
export interface Filter {
  readonly name: string;
  /** The value in words. */
  readonly told: string;
  /** The value itself, where it is not its words: from what was made, by what the story calls it. */
  readonly value?: (made: Made) => WithReferences;
  readonly shows: readonly string[];
  /** Names of filters that known servers do not join with this one. */
  readonly notWith?: readonly string[];
  /** It is a value at an edge, and tried alone. */
  readonly isEdge?: boolean;
  /** The parameter gives an order and leaves all: the items from first to last. */
  readonly orders?: boolean;
}

/** A list with filters, what is in it, and how it is read. */
export interface FilteredList {
  readonly operation: string;
  /** Parameters of all calls, the filters aside. */
  readonly params: Params;
  /** Filters that hold where no other value of the same name is sent, e.g. `{state: 'all'}`. */
  readonly usual?: Params;
  readonly reader: Pick<CallRequest, 'as' | 'auth'>;
  /** What the server does where no filter of the same name is sent. */
  readonly defaults?: readonly Filter[];
  /** The key of each item that tells it from the others. */
  readonly key: string;
  /** The statement that its links to other pages are about. */
  readonly linksProve?: string | undefined;
  /** It takes no `limit`. */
  readonly isWhole?: boolean;
  /** Where a filter leaves nothing, known servers answer 404. */
  readonly isMissingWhenEmpty?: boolean;
  /** Where a reply holds the list; without it the reply is the list. */
  readonly under?: string;
  /** What the story calls the items. */
  readonly items: readonly string[];
  readonly made: Made;
  readonly filters: readonly Filter[];
}

/** What one filter is called in an order that is drawn, e.g. `state=closed`. */
export function filterName({name, told}: Pick<Filter, 'name' | 'told'>): string {
  return `${name}=${told}`;
}

/** Reads the list without a filter, with each alone, with each two of different names, and one item at a time. */
export async function expectFilters(world: PropertyWorld, list: FilteredList, order: readonly string[]): Promise<void> {
  const drawn = order.flatMap(wanted => list.filters.filter(filter => filterName(filter) === wanted));
  // A search may lag behind what it is asked for: later calls need not wait.
  await expectItems(world, list, {filters: [], mayLag: true});
  if (list.isWhole !== true)
    for (const filter of edgesOfPages(list)) await expectItems(world, list, {filters: [filter]});
  for (const [at, filter] of drawn.entries()) {
    await expectItems(world, list, {filters: [filter], mayLag: filter.name === 'q' || filter.isEdge === true});
    if (filter.isEdge === true) continue;
    if (list.isWhole !== true) await expectOneOf(world, list, filter);
    for (const other of drawn.slice(at + 1)) {
      if (other.name === filter.name || other.isEdge === true) continue;
      if (filter.notWith?.includes(other.name) === true || other.notWith?.includes(filter.name) === true) continue;
      await expectItems(world, list, {filters: [filter, other]});
    }
  }
}

/** Pages at their edges: the first one by a number that is none, the size that is none or too large, and the page after the last one. */
function edgesOfPages({items}: FilteredList): readonly Filter[] {
  return [
    {name: 'limit', told: '0', shows: items},
    {name: 'limit', told: '1000000', shows: items},
    {name: 'page', told: '0', shows: items},
    {name: 'page', told: '2', shows: []},
  ];
}

/** The keys of what fits all of these filters, and what the server does without being asked. */
function keysOf({items, defaults = [], made}: FilteredList, filters: readonly Filter[]): readonly Json[] {
  const unsent = defaults.filter(({name}) => !filters.some(filter => filter.name === name));
  const ordered = filters.find(({orders}) => orders === true)?.shows ?? items;
  return ordered
    .filter(item => [...filters, ...unsent].every(({shows}) => shows.includes(item)))
    .map(item => made(item).value);
}

interface Asking {
  readonly filters: readonly Filter[];
  readonly mayLag?: boolean;
}

async function expectItems(world: PropertyWorld, list: FilteredList, {filters, mayLag}: Asking): Promise<void> {
  const keys = keysOf(list, filters);
  const reply = await ask(world, list, {filters, until: mayLag === true ? keys : undefined});
  world.count(`${list.operation} with ${wordsOf(filters)}`);
  if (!isSuccess(reply)) return;
  const shown = shownBy(list, reply);
  const isOrdered = filters.some(({orders}) => orders === true);
  const holds = shown !== undefined && (isOrdered ? jsonText(shown) === jsonText(keys) : isSameBag(shown, keys));
  const tell = tellerOf(list);
  const told = (values: readonly Json[] | undefined): string => {
    if (values === undefined) return 'no list';
    return isOrdered ? values.map(value => tell([value])).join(', ') : tell(values);
  };
  const finding = {
    path: pathOf(list),
    message: `${list.operation} with ${wordsOf(filters)} shows ${told(shown)} (expected ${told(keys)}${isOrdered ? ', in this order' : ''})`,
    expected: keys,
    ...defined({actual: shown}),
  };
  world.law(holds, finding, {usual: true, written: {reply, tree: treeOf(list, keys, isOrdered)}});
}

function treeOf(
  list: FilteredList,
  keys: readonly Json[],
  isOrdered: boolean,
): {readonly [key: string]: WithReferences} {
  if (keys.length > 0) return {at: {[pathOf(list)]: isOrdered ? keys : {$unordered: keys}}};
  return {body: list.under === undefined ? {$in: [null, []]} : {[list.under]: {$in: [null, []]}}};
}

/** One item at most, and one of those that are left; something, where something is left. */
async function expectOneOf(world: PropertyWorld, list: FilteredList, filter: Filter): Promise<void> {
  const keys = keysOf(list, [filter]);
  // Some servers look at a limit only where a page is asked for.
  const reply = await ask(world, {...list, params: {...list.params, limit: 1, page: 1}}, {filters: [filter]});
  if (!isSuccess(reply)) return;
  const shown = shownBy(list, reply);
  const holds = shown?.length === Math.min(1, keys.length) && shown.every(value => keys.includes(value));
  expectLinksToKeep(world, reply, {
    operation: list.operation,
    sent: {...queryOf(list, [filter]), limit: 1},
    proves: list.linksProve,
  });
  const tell = tellerOf(list);
  world.law(
    holds,
    {
      path: pathOf(list),
      message: `${list.operation} with ${wordsOf([filter])} and limit=1 shows ${shown === undefined ? 'no list' : tell(shown)} (expected ${keys.length === 0 ? 'nothing' : `one of ${tell(keys)}`})`,
      ...defined({actual: shown}),
    },
    {usual: true, unwritable: 'it takes any one of several items'},
  );
}

async function ask(
  world: PropertyWorld,
  list: FilteredList,
  {filters, until}: {readonly filters: readonly Filter[]; readonly until?: readonly Json[] | undefined},
): Promise<WorldReply> {
  const one = list.params['limit'] === 1 ? ' and limit=1' : '';
  const reply = await world.call(list.operation, {
    ...list.reader,
    params: {...(list.isWhole === true ? {} : {limit: 50}), ...list.usual, ...list.params, ...queryOf(list, filters)},
    ...(until === undefined ? {} : {until: (answer: WorldReply) => isSameBag(shownBy(list, answer) ?? [], until)}),
    say: `${list.reader.auth === undefined ? (list.reader.as ?? 'alice') : 'the reader'} calls ${list.operation} with ${wordsOf(filters)}${one}`,
  });
  const isMissing = list.isMissingWhenEmpty === true && reply.status === 404 && keysOf(list, filters).length === 0;
  if (!isMissing) world.expect(reply, {status: '2xx'}, {usual: true});
  return reply;
}

function queryOf({made}: FilteredList, filters: readonly Filter[]): Params {
  return Object.fromEntries(filters.map(({name, told, value}) => [name, value?.(made) ?? told]));
}

/** The keys of what is listed; some servers answer an empty list with null. */
function shownBy({key, under}: FilteredList, {body}: WorldReply): readonly Json[] | undefined {
  const items = under === undefined ? body : body !== undefined && isJsonObject(body) ? body[under] : undefined;
  if (items === null) return [];
  if (items === undefined || !isJsonList(items)) return undefined;
  return items.filter((item): item is JsonObject => isJsonObject(item)).map(item => item[key] ?? null);
}

function pathOf({key, under}: FilteredList): string {
  return under === undefined ? `$[*].${key}` : `$.${under}[*].${key}`;
}

function tellerOf({items, made}: FilteredList): (values: readonly Json[]) => string {
  return teller(new Map(items.map(called => [made(called).value, called])));
}

function wordsOf(filters: readonly Filter[]): string {
  return filters.length === 0 ? 'no filter' : filters.map(filterName).join(' and ');
}
