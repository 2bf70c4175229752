/** Wrong readings of paged lists. */
import type {Fault} from './fault.ts';

export const pagingFaults: readonly Fault[] = [
  {
    name: 'page-two-skips-one',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'From the second page on, each page begins one item too late.',
    patch: before => ({
      pageWindow(asked) {
        const window = before.pageWindow.call(this, asked);
        return window.page > 1 ? {...window, from: window.from + 1} : window;
      },
    }),
  },
  {
    name: 'page-size-fixed',
    requirement: 'PAGE-DEFAULT',
    basis: 'stated',
    says: 'Without a page size, ten items are given instead of the configured number.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, asked.limit === undefined ? {...asked, limit: 10} : asked);
      },
    }),
  },
  {
    name: 'page-headers-missing',
    requirement: 'PAGE-HEADERS',
    basis: 'stated',
    says: 'Paged lists come without paging headers.',
    patch: () => ({totalHeader: () => ({}), linkHeader: () => ({})}),
  },
  {
    name: 'page-links-outside-the-api',
    requirement: 'PAGE-HEADERS',
    basis: 'usual',
    says: 'The links to other pages leave out the prefix of the API.',
    patch: plain => ({
      linkHeader: (window, total, pageUrl) =>
        plain.linkHeader(window, total, page => pageUrl(page).replace('/api/v1/', '/')),
    }),
  },
  {
    name: 'page-limit-ignored',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'Every page has the configured size, whatever the request asks for.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, {...asked, limit: undefined});
      },
    }),
  },
  {
    name: 'page-one-item-more',
    requirement: 'PAGE-DEFAULT',
    basis: 'stated',
    says: 'Without a page size, one item more than configured is given.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, asked) + (asked.limit === undefined ? 1 : 0);
      },
    }),
  },
  {
    name: 'page-past-end-repeats-last',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'A page past the end of a list gives the last page again.',
    patch: () => ({
      itemsOfPage: (items, {from, size}) => {
        const last = Math.max(0, Math.ceil(items.length / size) - 1) * size;
        return items.slice(Math.min(from, last), Math.min(from, last) + size);
      },
    }),
  },
  {
    name: 'page-order-changes',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'The order of a list has no tie-break, so every second page is cut from another order.',
    patch: () => ({
      itemsOfPage: (items, {page, from, size}) =>
        (page % 2 === 0 ? items.toReversed() : items).slice(from, from + size),
    }),
  },
  {
    name: 'page-header-counts-one-more',
    requirement: 'PAGE-HEADERS',
    basis: 'stated',
    says: 'The paging header counts one item more than there are.',
    patch: () => ({totalHeader: total => ({'X-Total-Count': String(total + 1)})}),
  },
  {
    name: 'page-links-forget-filters',
    requirement: 'PAGE-HEADERS',
    basis: 'usual',
    says: 'The links to other pages carry page and limit alone, and no filter.',
    patch: () => ({keepsInLinks: parameter => parameter === 'page' || parameter === 'limit'}),
  },
];
