// Finds the secrets that a run is given before it sends anything: in addresses, in headers, in the place of a client secret.
import type {Machine} from '../../../model/machine.ts';
import {urlCredentials} from '../../../model/url-credentials.ts';
import {makeRedactor, type Redactor} from '../../../reports/redaction/redaction.ts';
import {isCredentialHeader} from '../../../reports/redaction/secret-names.ts';
import {readSecretPlace} from './secrets.ts';
import {targetFileName, variableOfOption} from '../words/option-variable.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** A secret and what stands in its place, e.g. `TOUCHSTONE_PROXY`. */
export interface GivenSecret {
  readonly value: string;
  readonly name: string;
}

/** Makes the redactor of a run, which knows what the run was given; accounts are registered when somebody signs in. */
export function redactorFor(options: TargetOptions, machine: Machine): Redactor {
  const redactor = makeRedactor();
  for (const {value, name} of givenSecrets(options, machine)) redactor.register(value, name);
  return redactor;
}

/** Lists the secrets. */
export function givenSecrets(options: TargetOptions, machine: Machine): readonly GivenSecret[] {
  const {from, header = [], ...rest} = options;
  return [
    ...Object.entries(rest).flatMap(([name, value]) => inAddresses(value, variableOfOption(name))),
    ...(from === undefined ? [] : [...inAddresses(from, targetFileName), ...ofFile(from, machine)]),
    ...header.flatMap(line => {
      const colon = line.indexOf(':');
      return ofHeader(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    }),
  ];
}

type TargetFile = NonNullable<TargetOptions['from']>;

function ofFile(from: TargetFile, machine: Machine): readonly GivenSecret[] {
  const {headers, openid} = from;
  const client = openid.clientSecret;
  const secret = client === undefined ? undefined : readSecretPlace(client, '', {machine, problems: []});
  return [
    ...headers.flatMap(({name, value}) => {
      if (value.kind === 'text') return ofHeader(name, value.text);
      // Who keeps a value in a variable keeps it out of sight.
      const text = machine.env[value.variable]?.trim() ?? '';
      return named(value.variable, [text, ...partsOf(text)]);
    }),
    ...(secret === undefined
      ? []
      : named(client?.kind === 'variable' ? client.variable : 'TOUCHSTONE_OPENID_CLIENT_SECRET', [secret])),
  ];
}

/** Looks through any value for addresses with a user and a password. */
function inAddresses(value: unknown, name: string): readonly GivenSecret[] {
  if (typeof value === 'string') return urlCredentials(value).flatMap(found => named(name, spellingsOf(found)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(item => inAddresses(item, name));
}

// The pair comes first: as Basic credentials it is one word of base64.
function spellingsOf({whole, user, password}: ReturnType<typeof urlCredentials>[number]): readonly string[] {
  if (password === '') return [user, decoded(user)];
  return [`${decoded(user)}:${decoded(password)}`, whole, decoded(password), password];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ofHeader(name: string, value: string): readonly GivenSecret[] {
  const inside = inAddresses(value, name);
  if (isCredentialHeader(name)) return [...named(name, [value, ...partsOf(value)]), ...inside];
  return isPlainHeader(name) || !isUnguessable(value) ? inside : [...named(name, [value]), ...inside];
}

// `Basic` holds user and password, a Cookie header several values, of which short ones name a language or a theme.
function partsOf(value: string): readonly string[] {
  const credential = /^(?:basic|bearer|token|digest|apikey) +(\S+)$/i.exec(value)?.[1];
  const cookies = [...value.matchAll(/(?:^|;\s*)[^=;\s]+=([^;\s]{16,})/g)].map(([, cookie = '']) => cookie);
  if (credential === undefined) return cookies;
  const pair = /^basic/i.test(value) ? Buffer.from(credential, 'base64').toString('utf8') : '';
  return [credential, ...(pair.includes(':') ? [pair, pair.slice(pair.indexOf(':') + 1)] : []), ...cookies];
}

/** Headers that say what is wanted or sent, whatever their value looks like. */
function isPlainHeader(name: string): boolean {
  return /^(?:accept(?:-.*)?|content-.*|cache-control|pragma|user-agent|host|origin|referer|connection|te|expect|prefer|dnt|range|if-.*|date|via|forwarded|x-forwarded-.*|traceparent|tracestate|upgrade-insecure-requests|sec-.*)$/i.test(
    name,
  );
}

/** A word of at least 12 characters with letters and digits is taken for a secret; `true`, `canary` and `eu-west` are none. */
function isUnguessable(value: string): boolean {
  return value.length >= 12 && !/\s/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

function named(name: string, values: readonly string[]): readonly GivenSecret[] {
  return [...new Set(values)].filter(value => value !== '').map(value => ({value, name}));
}
