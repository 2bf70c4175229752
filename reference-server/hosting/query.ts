/** Reads query parameters and pages of lists. */
import type {PageWindow} from '../rules/paging.ts';
import type {Ask} from './ask.ts';
import {Refusal} from './refusal.ts';
import {json} from './reply.ts';
import type {Reply} from './reply.ts';

/** Reads a whole number; text that is not one is refused with 422. */
export function queryNumber(ask: Ask, name: string): number | undefined {
  const text = ask.query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Refusal(422, `${name} must be a whole number, not "${text}"`);
  // A number beyond what counts exactly is as far as any: no list is so long, and no id so large.
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
}

/** Reads the id of something; 0 means that none is given. */
export function queryId(ask: Ask, name: string): number | undefined {
  const id = queryNumber(ask, name);
  if (id !== undefined && id < 0) throw new Refusal(422, `${name} must not be negative, not ${id}`);
  return id === 0 ? undefined : id;
}

/** Reads a flag as today's servers do: what says neither yes nor no says no. */
export function queryFlag(ask: Ask, name: string): boolean | undefined {
  const text = ask.query.get(name);
  return text === null || text === '' ? undefined : /^(?:true|t|1|on)$/i.test(text);
}

/** Reads one of a few words; another word is refused with 422. */
export function queryWord<T extends string>(ask: Ask, name: string, words: readonly T[]): T | undefined {
  const text = ask.query.get(name);
  if (text === null || text === '') return undefined;
  const found = words.find(word => word === text);
  if (found === undefined) throw new Refusal(422, `${name} must be one of ${words.join(', ')}, not "${text}"`);
  return found;
}

/** Reads a point in time. A `+` of an offset that arrived as a blank is fixed; blanks around it say nothing. */
export function queryInstant(ask: Ask, name: string): number | undefined {
  const text = ask.query.get(name)?.trim() ?? '';
  if (text === '') return undefined;
  const instantMs = ask.rules.instantOfText(text.replace(' ', '+'));
  if (instantMs === undefined)
    throw new Refusal(422, `${name} must be a date-time such as 2026-01-31T12:00:00Z, not "${text}"`);
  return instantMs;
}

/** Cuts the page out of a list. */
export type ItemsOfPage = <T>(items: readonly T[], window: PageWindow) => readonly T[];

/** Answers one page of a list, with the headers that go with it. */
export async function pageReply<T>(
  ask: Ask,
  rows: readonly T[],
  present: (row: T, page: number) => unknown,
  options: {
    readonly links?: boolean;
    readonly configuredSize?: number;
    readonly itemsOfPage?: ItemsOfPage;
    /** How many the headers count; all rows without it. */
    readonly total?: number;
  } = {},
): Promise<Reply> {
  const window = windowOfQuery(ask, options.configuredSize);
  const itemsOfPage: ItemsOfPage = options.itemsOfPage ?? ((items, part) => ask.rules.itemsOfPage(items, part));
  const shown = itemsOfPage(rows, window);
  const total = options.total ?? rows.length;
  const links = options.links === true ? ask.rules.linkHeader(window, total, page => pageUrl(ask, page)) : {};
  const headers = {...ask.rules.totalHeader(total), ...links};
  const exposed = {'Access-Control-Expose-Headers': Object.keys(headers).join(', ')};
  return json(200, await Promise.all(shown.map(async row => present(row, window.page))), {...headers, ...exposed});
}

/** Answers one page of a list with links, and with the older headers that count pages, of which `X-Total` is the oldest. */
export async function countedPageReply<T>(
  ask: Ask,
  rows: readonly T[],
  present: (row: T) => unknown,
  {hasTotal = true} = {},
): Promise<Reply> {
  const reply = await pageReply(ask, rows, present, {links: true});
  if (reply.kind !== 'json') return reply;
  const {page, size} = windowOfQuery(ask);
  const pages = Math.ceil(rows.length / size);
  const counts = {
    'X-Page': String(page),
    'X-PerPage': String(size),
    ...(hasTotal ? {'X-Total': String(rows.length)} : {}),
    'X-PageCount': String(pages),
    'X-HasMore': String(page < pages),
  };
  const exposed = [reply.headers?.['Access-Control-Expose-Headers'] ?? '', ...Object.keys(counts)]
    .filter(name => name !== '')
    .join(', ');
  return {...reply, headers: {...reply.headers, ...counts, 'Access-Control-Expose-Headers': exposed}};
}

/** Reads which page of a list is requested. */
export function windowOfQuery(ask: Ask, configuredSize = ask.world.settings.defaultPageSize): PageWindow {
  return ask.rules.pageWindow({
    page: queryNumber(ask, 'page'),
    limit: queryNumber(ask, 'limit'),
    configuredSize,
    largestSize: ask.world.settings.largestPageSize,
  });
}

/** The number of all items as a header that scripts of other sites may read. */
export function totalHeaders(ask: Ask, total: number): Readonly<Record<string, string>> {
  const header = ask.rules.totalHeader(total);
  return {...header, 'Access-Control-Expose-Headers': Object.keys(header).join(', ')};
}

/** Answers a whole list that is never cut into pages. */
export function wholeList<T>(ask: Ask, rows: readonly T[], present: (row: T) => unknown): Reply {
  return json(200, rows.map(present), totalHeaders(ask, rows.length));
}

function pageUrl(ask: Ask, page: number): string {
  const query = new URLSearchParams(ask.query);
  for (const name of new Set(query.keys()))
    if (name === 'token' || name === 'access_token' || !ask.rules.keepsInLinks(name)) query.delete(name);
  query.set('page', String(page));
  return `${ask.origin}${ask.path}?${query.toString()}`;
}
