/** A browser as far as tests of the pages need one: it keeps cookies and reads hidden fields, and follows redirects when asked to. */

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly url: string;
  /** Gives the value of a hidden field. */
  readonly field: (name: string) => string;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  readonly cookieHeader: () => string;
  /** Paths are relative to the server; whole addresses may lead anywhere. */
  readonly get: (path: string) => Promise<Seen>;
  readonly post: (path: string, fields: Record<string, string>) => Promise<Seen>;
  /** Goes on from a reply as long as it redirects. */
  readonly follow: (seen: Seen) => Promise<Seen>;
}

/** Opens a browser. It has one jar of cookies for every host, which is enough for hosts that use different names. */
export function browser(base: string): Browser {
  const cookies = new Map<string, string>();
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const go = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const url = new URL(path, base).href;
    const reply = await fetch(url, {...init, headers: {Cookie: cookieHeader()}, redirect: 'manual'});
    for (const cookie of reply.headers.getSetCookie()) keep(cookies, cookie);
    const text = await reply.text();
    return {status: reply.status, headers: reply.headers, text, url, field: name => fieldIn(text, name)};
  };
  const follow = async (seen: Seen): Promise<Seen> => {
    const location = seen.headers.get('Location');
    if (seen.status < 300 || seen.status > 399 || location === null) return seen;
    return follow(await go(new URL(location, seen.url).href));
  };
  return {
    cookies,
    cookieHeader,
    get: async path => go(path),
    post: async (path, fields) => go(path, {method: 'POST', body: new URLSearchParams(fields)}),
    follow,
  };
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = ''] = cookie.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name);
  else cookies.set(name, value);
}

function fieldIn(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}
