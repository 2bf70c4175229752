// Reads where the doors that a run offers to targets listen (webhook receiver, identity provider), and what targets are told.
import {isIP} from 'node:net';
import type {IdentityAddressReading} from '../../../model/identity.ts';
import type {WebhookAddressReading} from '../../../model/webhook.ts';

/** Reads `--webhook-listen` and `--webhook-url`, with every problem; without them it is the loopback and any free port. */
export function readWebhookAddress(given: GivenAddress): WebhookAddressReading {
  return readOfferedAddress(given, {
    prefix: '--webhook',
    what: 'receiver',
    examplePort: 9000,
    noQuery: 'the path of each hook is put behind it, so it can have no "?" and no "#"',
    hasPath: true,
  });
}

/** Reads `--openid-listen` and `--openid-url` in the same way. */
export function readIdentityAddress(given: GivenAddress): IdentityAddressReading {
  return readOfferedAddress(given, {
    prefix: '--openid',
    what: 'provider',
    examplePort: 9001,
    noQuery: 'the provider has all addresses below it, so it can have no path, no "?" and no "#"',
    hasPath: false,
  });
}

interface GivenAddress {
  readonly listen?: string | undefined;
  readonly url?: string | undefined;
}

/** How a door that is offered to targets is called in messages. */
interface Offered {
  readonly prefix: string;
  readonly what: string;
  readonly examplePort: number;
  readonly noQuery: string;
  readonly hasPath: boolean;
}

function readOfferedAddress({listen = '127.0.0.1:0', url}: GivenAddress, offered: Offered): WebhookAddressReading {
  const {prefix, what, examplePort} = offered;
  const problems: string[] = [];
  const place = readListen(listen);
  if (place === undefined)
    problems.push(
      `${prefix}-listen ${listen}: that is not an address to listen on\n  write HOST:PORT, e.g. 0.0.0.0:${String(examplePort)} or [::1]:0; port 0 is any free one`,
    );
  const publicUrl = url === undefined ? undefined : readPublicUrl(url, offered);
  if (publicUrl?.kind === 'refused') problems.push(publicUrl.problem);
  if (place !== undefined && url === undefined && isEverywhere(place.host))
    problems.push(
      `${prefix}-listen ${listen} listens on every address of this machine, and a target cannot be told that\n  add ${prefix}-url with an address that the target can reach, e.g. http://192.168.0.10:${String(place.port === 0 ? examplePort : place.port)}`,
    );
  if (place?.port === 0 && url !== undefined)
    problems.push(
      `${prefix}-url names an address that stays, so the ${what} needs a port that stays\n  add ${prefix}-listen HOST:PORT, e.g. 0.0.0.0:${String(examplePort)}`,
    );
  if (place === undefined || problems.length > 0) return {kind: 'refused', problems};
  return {
    kind: 'settings',
    settings: {...place, ...(publicUrl?.kind === 'url' ? {publicUrl: publicUrl.url} : {})},
  };
}

/** Writes a host as it stands in a URL. */
export function hostInUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function readListen(text: string): {readonly host: string; readonly port: number} | undefined {
  const [, six, plain, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = six ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535 || (six !== undefined && isIP(six) !== 6)) return undefined;
  return {host, port};
}

/** Tells whether listening there is listening on every address of this machine. */
export function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || /^[0:]+$/.test(host);
}

function readPublicUrl(
  text: string,
  {prefix, examplePort, noQuery, hasPath}: Offered,
): {readonly kind: 'url'; readonly url: string} | {readonly kind: 'refused'; readonly problem: string} {
  const refused = (why: string, fix: string) =>
    ({kind: 'refused', problem: `${prefix}-url ${text}: ${why}\n  ${fix}`}) as const;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refused(
      'that is not a URL that a target could use',
      `write e.g. http://192.168.0.10:${String(examplePort)}`,
    );
  if (url.username !== '' || url.password !== '')
    return {
      kind: 'refused',
      problem: `${prefix}-url holds a user name or password, which would be told to the target\n  take them away`,
    };
  if (url.search !== '' || url.hash !== '' || (!hasPath && url.pathname !== '/'))
    return refused(noQuery, 'take them away');
  return {kind: 'url', url: url.href.replace(/\/+$/, '')};
}
