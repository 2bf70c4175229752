// Reads the base URL of a target as people write it, and gives the one canonical form that the rest of the run uses.

/** A base URL that can be used, or why not and what to write instead. */
export type BaseUrl =
  | {
      readonly kind: 'url';
      /** Without trailing slash and without /api/v1, e.g. `http://127.0.0.1:3000/git`. */
      readonly url: string;
      /** e.g. `http://127.0.0.1:3000`. */
      readonly origin: string;
      /** The host is this machine. */
      readonly isLoopback: boolean;
      /** The path below which the target lives: empty, or with a leading and without a trailing slash. */
      readonly pathPrefix: string;
    }
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** Reads a base URL; what stands in the text is never repeated when it may hold a password. */
export function readBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return refused('the target address is empty', 'is the variable set that it comes from?');
  if (/[\s\p{Cc}]/u.test(trimmed)) return refused('the target address has white space in it', example);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return withoutScheme(trimmed);
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined) return refused('the target address is not a URL', example);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused(`the target address begins with ${url.protocol}//`, 'only http:// and https:// are spoken here');
  }
  if (url.username !== '' || url.password !== '' || hasAtSign(trimmed)) {
    return refused(
      'the target address holds a user or a password',
      'take them out; give them with --admin-user, --admin-token-env or --admin-token-file',
    );
  }
  if (/[?#]/.test(trimmed))
    return refused('the target address has a query or a fragment', 'give only scheme, host, port and path');
  const pathPrefix = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/+api\/v1$/, '')
    .replace(/\/+$/, '');
  return {
    kind: 'url',
    url: `${url.origin}${pathPrefix}`,
    origin: url.origin,
    isLoopback: isLoopbackHost(url.hostname),
    pathPrefix,
  };
}

const example = 'write it like http://127.0.0.1:3000 or https://git.example.org/prefix';

function refused(why: string, fix: string): BaseUrl {
  return {kind: 'refused', why, fix};
}

function withoutScheme(text: string): BaseUrl {
  const why = 'the target address has no scheme';
  return refused(
    why,
    /^[a-z0-9.-]+(:\d+)?(\/[^@?#]*)?$/i.test(text) ? `write http://${text} or https://${text}` : example,
  );
}

// A URL with an empty user (http://@host) parses without one, but its author meant something.
function hasAtSign(text: string): boolean {
  return /^[^/]*\/\/[^/]*@/.test(text);
}

/** Says whether a host, as URL.hostname gives it, is this machine: localhost, 127.0.0.0/8, ::1. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return /^127\.\d+\.\d+\.\d+$/.test(host) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/.test(host);
}
