// Reads credentials from where the user keeps them; values never appear in a message.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import type {AdminCredentials} from '../../execute/enter/setup-client.ts';
import type {AccountPlace, People, SecretPlace} from '../../../model/target-file.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** The administrator's credentials and what has to be said about them, or what is wrong with the options. */
export type CredentialsReading =
  | {readonly kind: 'read'; readonly admin: AdminCredentials; readonly warnings: readonly string[]}
  | {readonly kind: 'wrong'; readonly problems: readonly string[]};

/** Reads token or user and password; several sources for one secret are a problem. */
export function readCredentials(options: TargetOptions, machine: Machine): CredentialsReading {
  const problems: string[] = [];
  const warnings: string[] = [];
  const token = readSecret(
    {what: 'admin-token', inline: options.adminToken, env: options.adminTokenEnv, file: options.adminTokenFile},
    machine,
    {problems, warnings},
  );
  const password = readSecret(
    {
      what: 'admin-password',
      inline: options.adminPassword,
      env: options.adminPasswordEnv,
      file: options.adminPasswordFile,
    },
    machine,
    {problems, warnings},
  );
  const {adminUser: user} = options;
  if (user === '') problems.push('--admin-user is empty: give the administrator’s user name');
  if (user !== undefined && password === undefined && token === undefined && problems.length === 0) {
    problems.push('--admin-user needs a password: give --admin-password-env NAME or --admin-password-file FILE');
  }
  if (password !== undefined && user === undefined)
    problems.push('an administrator’s password needs --admin-user NAME');
  if (problems.length > 0) return {kind: 'wrong', problems};
  const admin = {
    ...defined({token, user, password}),
  };
  return {kind: 'read', admin, warnings};
}

interface SecretSources {
  readonly what: string;
  readonly inline: string | undefined;
  readonly env: string | undefined;
  readonly file: string | undefined;
}

function readSecret(
  {what, inline, env, file}: SecretSources,
  machine: Machine,
  {problems, warnings}: {readonly problems: string[]; readonly warnings: string[]},
): string | undefined {
  const given = [inline, env, file].filter(source => source !== undefined);
  if (given.length > 1) {
    problems.push(`--${what}, --${what}-env and --${what}-file exclude each other: give one`);
    return undefined;
  }
  const before = problems.length;
  const secret =
    inline !== undefined
      ? warnInline(what, inline, {machine, warnings})
      : env !== undefined
        ? fromEnv(what, env, machine, problems)
        : fromFile(what, file, machine, problems);
  if (secret === '' && problems.length === before) {
    problems.push(
      `--${what}${inline === undefined ? (env === undefined ? '-file' : '-env') : ''} gives an empty value: is the variable or file filled on this machine?`,
    );
  }
  return secret === '' ? undefined : secret;
}

function warnInline(
  what: string,
  value: string,
  {machine, warnings}: {readonly machine: Machine; readonly warnings: string[]},
): string {
  const isFromEnv = machine.env[`TOUCHSTONE_${what.toUpperCase().replaceAll('-', '_')}`] === value;
  if (!isFromEnv)
    warnings.push(
      `--${what} is on the command line, where process lists and shell history show it; --${what}-env NAME does not`,
    );
  return value;
}

// A file that comes with a project must not be able to send any variable of the machine to a server.
function fromEnv(what: string, name: string, machine: Machine, problems: string[]): string | undefined {
  if (name === '') {
    problems.push(
      `--${what}-env is empty: give the name of the variable that holds it, e.g. TOUCHSTONE_${what === 'admin-token' ? 'TOKEN' : 'PASSWORD'}`,
    );
    return undefined;
  }
  if (!name.startsWith('TOUCHSTONE_')) {
    problems.push(
      `--${what}-env ${name}: only variables whose names begin with TOUCHSTONE_ are read; call it TOUCHSTONE_${name}`,
    );
    return undefined;
  }
  const value = machine.env[name];
  if (value === undefined)
    problems.push(`--${what}-env ${name}: the variable is not set\n  set it, or give a file with --${what}-file FILE`);
  return value?.trim();
}

function fromFile(what: string, file: string | undefined, machine: Machine, problems: string[]): string | undefined {
  if (file === undefined) return undefined;
  const text = machine.files.readText(file, 64 * 1024);
  if (text.kind === 'text') return text.text.trim();
  problems.push(`--${what}-file ${file}: ${text.why}`);
  return undefined;
}

/** The credentials of a target file's accounts, or what is wrong on this machine. */
export type PeopleReading =
  | {
      readonly kind: 'read';
      readonly admin?: AdminCredentials;
      readonly accounts: ReadonlyMap<string, AdminCredentials>;
    }
  | {readonly kind: 'wrong'; readonly problems: readonly string[]};

/** Reads the secrets that a target file names. */
export function readPeopleSecrets(people: People, file: string, machine: Machine): PeopleReading {
  const problems: string[] = [];
  const read = (account: AccountPlace, what: string): AdminCredentials => ({
    ...defined({user: account.user}),
    ...secretEntry('token', account.token, `${file}: the token of ${what}`, {machine, problems}),
    ...secretEntry('password', account.password, `${file}: the password of ${what}`, {machine, problems}),
    ...secretEntry('cookie', account.cookie, `${file}: the cookie of ${what}`, {machine, problems}),
  });
  const admin = people.admin === undefined ? undefined : read(people.admin, 'the administrator');
  const accounts = new Map(Object.entries(people.accounts).map(([role, account]) => [role, read(account, role)]));
  if (problems.length > 0) return {kind: 'wrong', problems};
  return {kind: 'read', accounts, ...defined({admin})};
}

function secretEntry(
  key: 'token' | 'password' | 'cookie',
  place: SecretPlace | undefined,
  what: string,
  reading: SecretReading,
): {readonly [key in 'token' | 'password' | 'cookie']?: string} {
  const value = place === undefined ? undefined : readSecretPlace(place, what, reading);
  return value === undefined ? {} : {[key]: value};
}

interface SecretReading {
  readonly machine: Machine;
  readonly problems: string[];
}

/** Reads a secret that a target file names; `what` begins the message when there is none. */
export function readSecretPlace(
  place: SecretPlace,
  what: string,
  {machine, problems}: SecretReading,
): string | undefined {
  if (place.kind === 'variable') {
    const value = machine.env[place.variable]?.trim();
    if (value === undefined) problems.push(`${what}: the variable ${place.variable} is not set`);
    else if (value === '') problems.push(`${what}: the variable ${place.variable} is empty`);
    return value;
  }
  const text = machine.files.readText(place.file, 64 * 1024);
  if (text.kind === 'unreadable') problems.push(`${what}: ${place.file}: ${text.why}`);
  else if (text.text.trim() === '') problems.push(`${what}: ${place.file} is empty`);
  return text.kind === 'text' ? text.text.trim() : undefined;
}
