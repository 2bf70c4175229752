// Lists that are read in pages: the pages make up the list, each item once, whatever their size.
import {defined} from '../../../base/json/defined.ts';
import type {Json} from '../../../model/json.ts';
import type {PropertyWorld, Reference, WithReferences, WorldReply, Written} from '../../../model/property.ts';
import {ask, type Asked, type Basis} from './shared-laws.ts';
import {column, entriesOf, isSameBag, itemsOf, plainValue, spelled, teller, wordOf} from './things.ts';

/** A list that is read in pages. */
export interface PagedList extends Asked {
  /** The key of each item that tells it from the others. */
  readonly key: string;
  /** What the story calls the items, by that key's values, e.g. `milestone 1`; without it they are told by the values. */
  readonly called?: ReadonlyMap<Json, string>;
}

/** More pages than this are not walked. */
const pagesMax = 60;

/** The list equals the sum of its pages, whatever their size: each item once, no page too large, nothing after the last. */
export async function expectPagesMakeUpTheList(
  world: PropertyWorld,
  list: PagedList,
  {wanted, limit}: {readonly wanted: readonly (string | Reference)[]; readonly limit: number},
  {usual = false, proves}: Basis & {readonly proves?: string} = {},
): Promise<void> {
  const tell = list.called === undefined ? spelled : teller(list.called);
  let left = wanted;
  const seen: Reference[] = [];
  const replies: WorldReply[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const which = `page ${String(page)}, limit ${String(limit)}`;
    const reply = await ask(world, {...list, params: {...list.params, page, limit}, say: `${list.say}, ${which}`});
    world.expect(reply, {...defined({proves}), status: '2xx'}, {usual});
    replies.push(reply);
    const items = itemsOf(reply);
    const due = Math.min(limit, left.length);
    world.law(
      entriesOf(reply)?.length === due,
      {
        path: 'length',
        message: `${which}: ${String(items.length)} ${items.length === 1 ? 'item is' : 'items are'} there (expected ${String(due)})`,
        expected: due,
        actual: items.length,
      },
      {usual, proves: 'PAGE-LIMIT', written: {reply, tree: {body: lengthTree(due)}}},
    );
    // Paging headers belong to paginated replies; on lists that the record does not call so, they are usual.
    world.expect(reply, {proves: 'PAGE-HEADERS', headers: {'total-count': String(wanted.length)}}, {usual});
    const keys = column(reply, list.key);
    const isLeft = keys.filter(key => left.some(one => valueOf(one) === key));
    const isPage = isLeft.length === keys.length && new Set(keys).size === keys.length;
    world.law(
      isPage,
      {
        path: `$[*].${list.key}`,
        message: `${which}: ${tell(keys)} is there (expected ${String(due)} of ${tell(left.map(valueOf))}, which no earlier page shows)`,
        expected: left.map(valueOf),
        actual: keys,
      },
      {usual, ...defined({proves}), written: isPage ? [] : pageAsCase(reply, list.key, {due, wanted, seen})},
    );
    left = left.filter(one => !keys.includes(valueOf(one)));
    seen.push(...references(reply, list.key));
    if (items.length === 0) break;
  }
  const pages = replies.slice(0, Math.ceil(wanted.length / limit));
  expectLinks(world, pages, list.say);
  await expectNextPage(world, list, pages);
}

/** Whoever follows the link to the next page gets what that page shows. */
async function expectNextPage(
  world: PropertyWorld,
  list: PagedList,
  [first, second]: readonly WorldReply[],
): Promise<void> {
  const address = first === undefined ? undefined : addressOf(first, 'next');
  if (address === undefined || second === undefined) return;
  const path = pathInApi(address);
  const law = {usual: true, proves: 'PAGE-HEADERS', unwritable: 'it follows the address in a header'};
  const where = {path: 'headers.Link', actual: address};
  world.law(
    path !== undefined,
    {
      ...where,
      message: `${list.say}, page 1: the link to the next page leads to ${address}, which is not below /api/v1`,
    },
    law,
  );
  if (path === undefined) return;
  const {as, auth} = list;
  const reply = await world.request('GET', path, {...defined({as, auth}), say: `${list.say}, by the link of page 1`});
  const [due, shown] = [column(second, list.key), column(reply, list.key)];
  world.law(
    isSameBag(due, shown),
    {
      ...where,
      message: `${list.say}, page 1: the link to the next page leads to ${spelled(shown)} (expected ${spelled(due)}, as on page 2)`,
    },
    law,
  );
}

/** The address of one relation of a Link header. */
function addressOf(reply: WorldReply, relation: string): string | undefined {
  const value = linkValues(reply.header('Link') ?? '').find(link => link.includes(`rel="${relation}"`));
  return value === undefined ? undefined : /^<([^>]*)>/.exec(value)?.[1];
}

/** The path and query of an address, as it is below where the server is reached. */
function pathInApi(address: string): string | undefined {
  const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : undefined;
  const at = url?.pathname.indexOf('/api/v1/') ?? -1;
  return url === undefined || at < 0 ? undefined : `${url.pathname.slice(at)}${url.search}`;
}

/** Where a list links its pages, every page links its neighbours, the first and the last; from the last there is no next one. */
function expectLinks(world: PropertyWorld, pages: readonly WorldReply[], say: string): void {
  if (pages.every(reply => reply.header('Link') === undefined)) return;
  for (const [at, reply] of pages.entries()) {
    const [page, last] = [at + 1, pages.length];
    const due = [
      ...(page < last ? [`next ${String(page + 1)}`, `last ${String(last)}`] : []),
      ...(page > 1 ? ['first 1', `prev ${String(page - 1)}`] : []),
    ].toSorted();
    const linked = linksOf(reply).toSorted();
    world.law(
      linked.join() === due.join(),
      {
        path: 'headers.Link',
        message: `${say}, page ${String(page)} of ${String(last)}: its Link header leads to ${linked.join(', ') || 'no page'} (expected ${due.join(', ') || 'no page'})`,
      },
      {usual: true, proves: 'PAGE-HEADERS', unwritable: 'it compares the links of all pages'},
    );
  }
}

/** Links lead to other pages of the same list: whatever was sent, page aside, is in the address of each. */
export function expectLinksToKeep(
  world: PropertyWorld,
  reply: WorldReply,
  {
    operation,
    sent,
    proves,
  }: {
    readonly operation: string;
    readonly sent: {readonly [name: string]: WithReferences};
    readonly proves?: string | undefined;
  },
): void {
  const addresses = linkValues(reply.header('Link') ?? '').flatMap(value => /^<([^>]*)>/.exec(value)?.[1] ?? []);
  for (const address of addresses) {
    const query = URL.canParse(address, 'http://localhost')
      ? new URL(address, 'http://localhost').searchParams
      : undefined;
    const lost = Object.entries(sent).filter(([name, value]) => query?.get(name) !== wordOf(plainValue(value)));
    world.law(
      lost.length === 0,
      {
        path: 'headers.Link',
        message: `${operation}: its Link header leads to ${address}, without ${lost.map(([name, value]) => `${name}=${wordOf(plainValue(value))}`).join(' and ')} (expected the same list)`,
      },
      {usual: true, ...defined({proves}), unwritable: 'it reads the addresses in a header'},
    );
  }
}

/** Each relation of a Link header with the number of its page, e.g. `next 2`; what is no link of RFC 8288 is given as it is. */
function linksOf(reply: WorldReply): readonly string[] {
  return linkValues(reply.header('Link') ?? '').map(value => {
    const found = /^<([^>]*)>(?:[ \t]*;[^<>]*)?;[ \t]*rel=(?:"(\w+)"|(\w+))(?:[ \t]*;[^<>]*)?$/i.exec(value);
    if (found === null) return `no link (${value})`;
    const [, address = '', quoted, bare = ''] = found;
    return `${quoted ?? bare} ${/[?&]page=(\d+)/.exec(address)?.[1] ?? 'without a page'}`;
  });
}

// "Link = #link-value": commas separate them; those within an address or quotes do not, and an empty one counts for nothing.
function linkValues(header: string): readonly string[] {
  return [...header.matchAll(/(?:<[^>]*>|"[^"]*"|[^,<"])+/g)]
    .map(([value]) => value.trim())
    .filter(value => value !== '');
}

/** What a page has to be: how many items, of which, and what earlier pages had. */
interface Page {
  readonly due: number;
  readonly wanted: readonly (string | Reference)[];
  readonly seen: readonly Reference[];
}

/** Gives what a page that is not what it has to be demands of a case. Which page holds which item is the target's to choose. */
export function pageAsCase(reply: WorldReply, key: string, {due, wanted, seen}: Page): readonly Written[] {
  const [keys, values] = [column(reply, key), wanted.map(valueOf)];
  const isWanted = (value: Json): boolean => values.includes(value) && seen.every(one => one.value !== value);
  if (itemsOf(reply).length === due && keys.every(isWanted) && new Set(keys).size === keys.length) return [];
  const body = lengthTree(due);
  if (due === 0) return [{reply, tree: {body}}];
  if (due === wanted.length) return [{reply, tree: {at: {[`$[*].${key}`]: {$unordered: wanted}}}}];
  // That one item stands on a page twice can be told by no tree.
  if (itemsOf(reply).length === due && keys.every(isWanted)) return [];
  const isNew = seen.length === 0 ? {} : {$not: {$in: seen}};
  return [{reply, tree: {body, at: {[`$[*].${key}`]: {$each: {$in: wanted, ...isNew}}}}}];
}

function lengthTree(due: number): WithReferences {
  return due === 0 ? {$in: [null, []]} : {$length: due};
}

/** The values of a column, for later steps. */
export function references(reply: WorldReply, key: string): readonly Reference[] {
  return itemsOf(reply).flatMap((item, index) =>
    item[key] === undefined ? [] : [reply.at(`/${String(index)}/${key}`)],
  );
}

function valueOf(one: string | Reference): Json {
  return typeof one === 'string' ? one : one.value;
}
