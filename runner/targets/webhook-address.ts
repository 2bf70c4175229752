// Reads where the webhook receiver listens, and what targets are told.
import {isIP} from 'node:net';
import type {WebhookAddressReading} from '../model/webhook.ts';

/** Reads `--webhook-listen` and `--webhook-url`, with every problem; without them it is the loopback and any free port. */
export function readWebhookAddress({
  listen = '127.0.0.1:0',
  url,
}: {
  readonly listen?: string | undefined;
  readonly url?: string | undefined;
}): WebhookAddressReading {
  const problems: string[] = [];
  const place = readListen(listen);
  if (place === undefined)
    problems.push(
      `--webhook-listen ${listen}: that is no address to listen on\n  write HOST:PORT, e.g. 0.0.0.0:9000 or [::1]:0; port 0 is any free one`,
    );
  const publicUrl = url === undefined ? undefined : readPublicUrl(url);
  if (publicUrl?.kind === 'refused') problems.push(publicUrl.problem);
  if (place !== undefined && url === undefined && isEverywhere(place.host))
    problems.push(
      `--webhook-listen ${listen} listens on every address of this machine, and a target cannot be told that\n  add --webhook-url with an address that the target can reach, e.g. http://192.168.0.10:${String(place.port === 0 ? 9000 : place.port)}`,
    );
  if (place?.port === 0 && url !== undefined)
    problems.push(
      '--webhook-url names an address that stays, so the receiver needs a port that stays\n  add --webhook-listen HOST:PORT, e.g. 0.0.0.0:9000',
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

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || /^[0:]+$/.test(host);
}

function readPublicUrl(
  text: string,
): {readonly kind: 'url'; readonly url: string} | {readonly kind: 'refused'; readonly problem: string} {
  const refused = (why: string, fix: string) =>
    ({kind: 'refused', problem: `--webhook-url ${text}: ${why}\n  ${fix}`}) as const;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refused('that is no URL to tell a target', 'write e.g. http://192.168.0.10:9000');
  if (url.username !== '' || url.password !== '')
    return {
      kind: 'refused',
      problem: '--webhook-url holds a user name or password, which would be told to the target\n  take them away',
    };
  if (url.search !== '' || url.hash !== '')
    return refused('the path of each hook is put behind it, so it can have no "?" and no "#"', 'take them away');
  return {kind: 'url', url: url.href.replace(/\/+$/, '')};
}
