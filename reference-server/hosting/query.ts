/** Reads query parameters and pages of lists. */
import type {PageWindow} from '../rules/paging.ts';
import type {Ask} from './ask.ts';
import {Refusal} from './refusal.ts';
import {json} from './reply.ts';
import type {Reply} from './reply.ts';

export function queryNumber(ask: Ask, name: string): number | undefined {
  const text = ask.query.get(name);
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function queryFlag(ask: Ask, name: string): boolean | undefined {
  const text = ask.query.get(name);
  return text === null || text === '' ? undefined : /^(true|1)$/i.test(text);
}

/** Reads a point in time. A `+` of an offset that arrived as a blank is mended. */
export function queryInstant(ask: Ask, name: string): number | undefined {
  const text = ask.query.get(name);
  if (text === null || text === '') return undefined;
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
  options: {readonly links?: boolean; readonly configuredSize?: number; readonly itemsOfPage?: ItemsOfPage} = {},
): Promise<Reply> {
  const {settings} = ask.world;
  const window = ask.rules.pageWindow({
    page: queryNumber(ask, 'page'),
    limit: queryNumber(ask, 'limit'),
    configuredSize: options.configuredSize ?? settings.defaultPageSize,
    largestSize: settings.largestPageSize,
  });
  const itemsOfPage: ItemsOfPage = options.itemsOfPage ?? ((items, part) => ask.rules.itemsOfPage(items, part));
  const shown = itemsOfPage(rows, window);
  const links = options.links === true ? ask.rules.linkHeader(window, rows.length, page => pageUrl(ask, page)) : {};
  const headers = {...ask.rules.totalHeader(rows.length), ...links};
  const exposed = {'Access-Control-Expose-Headers': Object.keys(headers).join(', ')};
  return json(200, await Promise.all(shown.map(async row => present(row, window.page))), {...headers, ...exposed});
}

/** Answers a whole list that is never cut into pages. */
export function wholeList<T>(ask: Ask, rows: readonly T[], present: (row: T) => unknown): Reply {
  return json(200, rows.map(present), ask.rules.totalHeader(rows.length));
}

function pageUrl(ask: Ask, page: number): string {
  const query = new URLSearchParams(ask.query);
  for (const name of ['token', 'access_token']) query.delete(name);
  query.set('page', String(page));
  return `${ask.origin}${ask.path}?${query.toString()}`;
}
