// Opens a page as a browser does: keeps cookies for each house and follows redirects, but only between the houses that it was given.
import {jsonObject} from '../../../model/json.ts';
import {cookieHeader, keepCookies, readJar, type Jar} from './cookie-jar.ts';
import {exchange, type Received} from './exchange.ts';
import type {Server} from '../attempt/run-context.ts';
import type {Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** One server that the browser may visit. */
export interface House extends Server {
  /** How messages call it, e.g. `the target`. */
  readonly name: string;
  /** Cookies that the browser has from the start, as a Cookie header. */
  readonly cookies?: string;
}

/** Where a visit ended, and which houses it led through. */
export interface Visited {
  readonly received: Received;
  readonly house: House;
  readonly seen: ReadonlySet<House>;
}

/** Signing in through a provider takes about six; a server that sends the browser in circles is left here. */
const redirectsMax = 20;

/** Opens `path` of the first house and follows where it leads, with a jar of cookies of its own. */
export async function browse(story: Story, houses: readonly [House, ...House[]], path: string): Promise<Visited> {
  const jars = new Map(houses.map(house => [house, readJar(house.cookies ?? '')]));
  const seen = new Set<House>();
  let at: Place = {house: houses[0], path};
  for (let hops = 0; hops <= redirectsMax; hops += 1) {
    seen.add(at.house);
    const jar: Jar = jars.get(at.house) ?? new Map();
    const received = await look(story, at, jar);
    keepCookies(received.reply, jar, {now: story.run.ports.clock.now(), keepSecret: story.run.ports.keepSecret});
    const location = locationOf(received);
    if (location === undefined) return {received, house: at.house, seen};
    keepCode(story, location);
    at = follow(at, location, houses);
  }
  throw ended('blocked', `${path} redirects more than ${String(redirectsMax)} times, last at ${at.house.name}`);
}

// What a provider gives a browser to bring to the target is worth a sign-in.
function keepCode({run}: Story, location: string): void {
  const code = /[?&]code=([^&#]+)/.exec(location)?.[1];
  if (code !== undefined) run.ports.keepSecret(code, 'code');
}

interface Place {
  readonly house: House;
  readonly path: string;
}

function look(story: Story, {house, path}: Place, jar: Jar): Promise<Received> {
  const cookie = cookieHeader(jar);
  return exchange(story, {
    server: house,
    as: 'anonymous',
    auth: cookie === '' ? {kind: 'none'} : {kind: 'cookie', cookie},
    address: {method: 'GET', path},
    query: jsonObject([]),
    headers: jsonObject([['Accept', 'text/html']]),
  });
}

function locationOf({reply}: Received): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(reply.status);
  return isRedirect ? reply.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] : undefined;
}

function follow({house, path}: Place, location: string, houses: readonly House[]): Place {
  if (!URL.canParse(location, house.url + path))
    throw ended('blocked', `${house.name} redirects to ${quoted(location)}, which is not an address`);
  const {href, origin} = new URL(location, house.url + path);
  const next = houses.find(({url}) => href === url || href.startsWith(`${url}/`) || href.startsWith(`${url}?`));
  if (next === undefined) {
    const known = houses.map(({name, url}) => `${name} (${url})`).join(' nor ');
    throw ended(
      'blocked',
      `${house.name} redirects to ${origin}, which is neither ${known}; where that is the target's own address, call the target by it, or set its address to the one that it is called by`,
    );
  }
  const rest = href.slice(next.url.length).replace(/#.*$/s, '');
  return {house: next, path: rest.startsWith('/') ? rest : `/${rest}`};
}
