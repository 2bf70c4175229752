/** What the record states about paged lists. */
import type {Rules} from './rules.ts';

/** Which part of a list was asked for. `size` items from index `from` on; `page` counts from 1. */
export interface PageWindow {
  readonly page: number;
  readonly from: number;
  readonly size: number;
}

export interface PageRequest {
  readonly page: number | undefined;
  readonly limit: number | undefined;
  readonly configuredSize: number;
  readonly largestSize: number;
}

export const pagingRules = {
  // "When no page size is given, the configured items-per-page setting is the default."
  pageSize(asked: PageRequest): number {
    const size = asked.limit === undefined || asked.limit <= 0 ? asked.configuredSize : asked.limit;
    return Math.min(size, asked.largestSize);
  },

  // "Paginated lists accept `page` and `limit`."
  pageWindow(this: Rules, asked: PageRequest): PageWindow {
    const page = asked.page === undefined || asked.page < 1 ? 1 : asked.page;
    const size = this.pageSize(asked);
    return {page, from: (page - 1) * size, size};
  },

  // "Paginated lists accept `page` and `limit`.": each item stands on one page, and past the end there is nothing.
  itemsOfPage<T>(items: readonly T[], {from, size}: PageWindow): readonly T[] {
    return items.slice(from, from + size);
  },

  // "Paging headers are returned on paginated responses; their names are not shown."
  totalHeader(total: number): Record<string, string> {
    return {'X-Total-Count': String(total)};
  },

  // Usual: the neighbours of a page are those of the same list, with its filters.
  keepsInLinks(_parameter: string): boolean {
    return true;
  },

  // Usual: neighbours of the page as a Link header, none when there is a single page.
  linkHeader(window: PageWindow, total: number, pageUrl: (page: number) => string): Record<string, string> {
    const last = Math.ceil(total / window.size);
    const links: string[] = [];
    if (window.page < last) links.push(`<${pageUrl(window.page + 1)}>; rel="next"`, `<${pageUrl(last)}>; rel="last"`);
    // Behind the last page one is on the last page still.
    const page = Math.min(window.page, last);
    if (page > 1) links.push(`<${pageUrl(1)}>; rel="first"`, `<${pageUrl(page - 1)}>; rel="prev"`);
    return links.length === 0 ? {} : {Link: links.join(',')};
  },
};
