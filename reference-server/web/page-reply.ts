/** Makes replies out of pages. */
import type {Refusal} from '../hosting/refusal.ts';
import type {Reply} from '../hosting/reply.ts';
import {page} from './html.ts';
import type {Part} from './html.ts';

/** The headers of every page: no script runs, and no other site shows it in a frame. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Answers with a page. */
export function pageReply(title: string, parts: readonly Part[], status = 200): Reply {
  return {kind: 'bytes', status, bytes: Buffer.from(page(title, parts)), headers: pageHeaders};
}

/** Answers a refused request for a page with a page that says why. */
export function refusalPage({status, message, headers}: Refusal): Reply {
  const bytes = Buffer.from(page('That did not work', [{kind: 'text', text: message}]));
  return {kind: 'bytes', status, bytes, headers: {...pageHeaders, ...headers}};
}
