// The cookies that a browser keeps for one server.
import type {HttpReply} from '../../../model/http.ts';

/** Cookie values by name. */
export type Jar = Map<string, string>;

/** What keeping cookies needs besides them. */
export interface Keeping {
  readonly now: Date;
  /** Registers a value that must never be written down. */
  readonly keepSecret: (value: string, name: string) => void;
}

/** Keeps what a reply sets, as secrets. Paths and ages are left alone: a visit is short, and goes where the servers send it. */
export function keepCookies({headers}: Pick<HttpReply, 'headers'>, jar: Jar, {now, keepSecret}: Keeping): void {
  for (const [name, value, text] of cookiesSetBy(headers)) {
    if (value === '' || /;\s*max-age=0\b/i.test(text) || isPast(now, text)) jar.delete(name);
    else {
      keepCookieSecret(value, keepSecret);
      jar.set(name, value);
    }
  }
}

/** Lists the cookies that a reply sets: name, value, and the whole text. */
export function cookiesSetBy(
  headers: HttpReply['headers'],
): readonly (readonly [name: string, value: string, text: string])[] {
  return headers.flatMap(([header, text]) => {
    if (header.toLowerCase() !== 'set-cookie' || !text.includes('=')) return [];
    const [name, value] = pairOf(text.split(';', 1)[0] ?? '');
    return [[name, value, text] as const];
  });
}

/** Reads a Cookie header. */
export function readJar(header: string): Jar {
  return new Map(header.split(/; */).flatMap(pair => (pair === '' ? [] : [pairOf(pair)])));
}

/** Writes a Cookie header; empty when there are no cookies. */
export function cookieHeader(jar: Jar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Registers the values of a Cookie header as secrets. */
export function keepCookieSecrets(header: string, keepSecret: Keeping['keepSecret']): void {
  for (const value of readJar(header).values()) keepCookieSecret(value, keepSecret);
}

// Shorter ones say a language or a theme, and to black them out would black out half of a report.
function keepCookieSecret(value: string, keepSecret: Keeping['keepSecret']): void {
  if (value.length >= 16) keepSecret(value, 'cookie');
}

function pairOf(pair: string): readonly [name: string, value: string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function isPast(now: Date, text: string): boolean {
  const date = /;\s*expires=([^;]+)/i.exec(text)?.[1];
  return date !== undefined && new Date(date).getTime() < now.getTime();
}
