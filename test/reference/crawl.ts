/** Follows every address of the server that its replies hold. */
import type {TestServer} from '../../reference-server/testing.ts';

/** Addresses that known servers give and this one does not serve, by the field that holds them. */
export const absentLinks: readonly {readonly field: string; readonly why: string}[] = [
  {field: 'languages_url', why: 'the server counts no programming languages'},
];

export interface Crawler {
  /** Requests each new address of a body, as the administrator. */
  readonly follow: (server: TestServer, operation: string, body: unknown) => Promise<void>;
  readonly followed: () => readonly string[];
  /** Addresses that no reply but a failure came from: operation, field, address and status. */
  readonly broken: () => readonly string[];
  /** The fields of `absentLinks` that were found, and whose address leads nowhere. */
  readonly absent: () => readonly string[];
}

export function makeCrawler(): Crawler {
  const seen = new Set<string>();
  const broken: string[] = [];
  const absent = new Set<string>();
  const request = async (url: string): Promise<number> => {
    const Authorization = `Basic ${Buffer.from('root:a-password-for-tests').toString('base64')}`;
    const reply = await fetch(url, {headers: {Authorization}, redirect: 'manual'});
    await reply.arrayBuffer();
    return reply.status;
  };
  return {
    follow: async (server, operation, body) => {
      for (const {field, url} of linksIn(body, server.url)) {
        if (seen.has(url)) continue;
        seen.add(url);
        const status = await request(url);
        if (status < 400) continue;
        if (absentLinks.some(link => link.field === field)) absent.add(field);
        else broken.push(`${operation} ${field} ${url} ${status}`);
      }
    },
    followed: () => [...seen],
    broken: () => broken,
    absent: () => [...absent],
  };
}

function* linksIn(value: unknown, base: string, field = ''): Generator<{field: string; url: string}> {
  if (typeof value === 'string' && (value === base || value.startsWith(`${base}/`))) yield {field, url: value};
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* linksIn(inner, base, Array.isArray(value) ? field : name);
}
