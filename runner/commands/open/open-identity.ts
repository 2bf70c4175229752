// Opens the identity provider that a run offers to variants of a target, and tells those that are started for the run of it.
import {defined} from '../../../base/json/defined.ts';
import type {Identity} from '../../execute/attempt/run-parts.ts';
import type {Redaction} from '../../../model/redacted.ts';
import type {Machine} from '../../../model/machine.ts';
import type {ServerPlace, TextOrVariable} from '../../../model/target-file.ts';
import {failed, type Opening} from './opening.ts';
import {readSecretPlace} from './secrets.ts';
import {boundsOf, type TargetOptions} from '../words/target-options.ts';

/** An open provider, and the way to close it. */
export interface OpenIdentity extends Identity {
  close(): Promise<void>;
}

/** Starts the provider where the options say. */
export async function openIdentity(
  options: TargetOptions,
  machine: Machine,
  redaction: Redaction,
): Promise<{readonly kind: 'open'; readonly identity: OpenIdentity} | Extract<Opening, {kind: 'failed'}>> {
  const {openidListen: listen, openidUrl: url, from} = options;
  const reading = await machine.readIdentityAddress({listen, url});
  if (reading.kind === 'refused') return failed(2, ...reading.problems);
  const problems: string[] = [];
  const place = from?.openid.clientSecret;
  const what = `${from?.file ?? ''}: the client secret of "openid"`;
  const clientSecret = place === undefined ? undefined : readSecretPlace(place, what, {machine, problems});
  if (problems.length > 0) return failed(2, ...problems);
  const start = await machine.startIdentityProvider({
    ...reading.settings,
    ...defined({clientSecret}),
  });
  if (start.kind === 'failed') return failed(2, start.why);
  const {provider} = start;
  const http = await machine.openHttp({
    baseUrl: provider.address,
    bounds: boundsOf(options, true),
    tls: {insecure: false},
    headers: [],
    redaction,
  });
  const close = async (): Promise<void> => {
    await http.close();
    await provider.close();
  };
  return {kind: 'open', identity: {provider, http, close}};
}

const placeholders = {
  '{openid.issuer}': ({provider}: Identity) => provider.issuer,
  '{openid.clientId}': ({provider}: Identity) => provider.clientId,
  '{openid.clientSecret}': ({provider}: Identity) => provider.clientSecret,
} as const;

/** Tells whether a server is started with something that only the provider of the run knows. */
export function asksForIdentity(server: ServerPlace): boolean {
  const text = JSON.stringify(server);
  return Object.keys(placeholders).some(name => text.includes(name));
}

/** Puts what the provider knows in the place of `{openid.issuer}`, `{openid.clientId}` and `{openid.clientSecret}`. */
export function toldOfIdentity(server: ServerPlace, identity: Identity): ServerPlace {
  const told = (text: string): string =>
    Object.entries(placeholders).reduce(
      (filled, [name, value]) => filled.replaceAll(name, () => value(identity)),
      text,
    );
  switch (server.kind) {
    case 'url':
      return server;
    case 'reference':
      return {...server, settings: server.settings.map(told)};
    case 'start': {
      const {start} = server;
      const env = Object.entries(start.env).map(([name, value]): [string, TextOrVariable] => [
        name,
        value.kind === 'text' ? {kind: 'text', text: told(value.text)} : value,
      ]);
      return {...server, start: {...start, command: start.command.map(told), env: Object.fromEntries(env)}};
    }
  }
}
