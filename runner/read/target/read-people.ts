// Reads who can act on a target: names of accounts, and where their secrets are kept; a secret itself is refused.
import {defined} from '../../../base/json/defined.ts';
import type {AccountPlace, People, SecretPlace} from '../../../model/target-file.ts';
import {isJsonObject} from '../../../model/json.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asMapping,
  asRecord,
  asText,
  entriesOf,
  entryOf,
  note,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {accountKeys} from './target-keys.ts';

/** Reads `admin` and `accounts` of a target file or of a variant. */
export function readPeople(root: Place, folder: string, actors: readonly string[]): People {
  const adminPlace = entryOf(root, 'admin');
  const admin = adminPlace === undefined ? undefined : readAccount(adminPlace, 'the administrator', folder);
  const accounts: Record<string, AccountPlace> = {};
  const place = entryOf(root, 'accounts');
  const roles = actors.filter(role => role !== 'admin' && role !== 'anonymous');
  if (place !== undefined && asMapping(place, '"accounts"') !== undefined) {
    for (const [role, at] of entriesOf(place)) {
      if (!roles.includes(role)) note(at, `no case acts as "${role}"`, suggestName(role, roles, 'roles'), 'key');
      const account = readAccount(at, `the account of ${role}`, folder);
      if (account !== undefined) accounts[role] = account;
    }
  }
  return {accounts, ...defined({admin})};
}

function readAccount(place: Place, what: string, folder: string): AccountPlace | undefined {
  const inline = ['token', 'password', 'cookie'].filter(key => entryOf(place, key) !== undefined);
  for (const key of inline) {
    const at = entryOf(place, key) ?? place;
    const isSource = isJsonObject(at.value);
    noteSecret(
      at,
      isSource ? `${key}: {…} is the form of "auth:", not of an account` : `a ${key} is in the file itself`,
      isSource
        ? `write ${key}Env: TOUCHSTONE_NAME, or ${key}File: FILE`
        : `take it out, put it into an environment variable, and write ${key}Env: TOUCHSTONE_${key.toUpperCase()}`,
    );
  }
  if (inline.length > 0) return undefined;
  if (asRecord(place, what, accountKeys) === undefined) return undefined;
  const user = textOf(entryOf(place, 'user'), '"user"');
  const token = readSecretPlace(place, 'token', folder);
  const password = readSecretPlace(place, 'password', folder);
  const cookie = readSecretPlace(place, 'cookie', folder);
  if (password !== undefined && user === undefined)
    note(place, `${what} has a password and no user name`, 'add "user:"', 'key');
  // A cookie alone opens pages and no API.
  if (['tokenEnv', 'tokenFile', 'passwordEnv', 'passwordFile'].every(key => entryOf(place, key) === undefined))
    note(place, `${what} has no credentials`, 'add tokenEnv: TOUCHSTONE_TOKEN, or user: and passwordEnv:', 'key');
  return {
    ...defined({user, token, password, cookie}),
  };
}

/** Reads where a secret is kept: `…Env` or `…File`. */
export function readSecretPlace(
  place: Place,
  secret: 'token' | 'password' | 'cookie' | 'clientSecret',
  folder: string,
): SecretPlace | undefined {
  const env = entryOf(place, `${secret}Env`);
  const file = entryOf(place, `${secret}File`);
  if (env !== undefined && file !== undefined)
    note(file, `"${secret}Env" and "${secret}File" exclude each other`, 'give one of the two', 'key');
  if (env !== undefined) {
    const variable = readVariable(env, `"${secret}Env"`);
    return variable === undefined ? undefined : {kind: 'variable', variable};
  }
  const path = textOf(file, `"${secret}File"`);
  if (path === undefined) return undefined;
  return {kind: 'file', file: /^([/\\]|[A-Za-z]:[/\\])/.test(path) ? path : folder + path};
}

/** Reads the name of an environment variable; only our own may be asked for. */
export function readVariable(place: Place, what: string): string | undefined {
  const name = asText(place, what);
  if (name === undefined || /^TOUCHSTONE_[A-Z0-9_]+$/.test(name)) return name;
  // A file that comes with a project must not be able to send any variable of the machine to a server.
  if (/^[A-Z_][A-Z0-9_]{0,60}$/.test(name))
    return note(
      place,
      `${what} names ${name}, and only variables whose names begin with TOUCHSTONE_ are read`,
      `call it TOUCHSTONE_${name}`,
    );
  return noteSecret(
    place,
    `${what} is not the name of an environment variable of touchstone`,
    'write a name such as TOUCHSTONE_TOKEN, never the secret itself',
  );
}

/** Notes a secret that stands in a file. Problems are printed, and often kept by a CI: the line that holds it is not. */
export function noteSecret({source, pointer}: Place, message: string, fix: string): undefined {
  source.notes.push({message, fix, hidesLine: true, at: {pointer, side: 'key'}});
  return undefined;
}
