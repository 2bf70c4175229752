// Asks for what the flags of init leave open.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import type {NewAccount} from './target-file-text.ts';

/** The options of `init`. */
export interface InitOptions {
  readonly target?: string;
  /** Suites of the user test it, and nothing is requested there but its first page. */
  readonly anyApi?: boolean;
  readonly peer?: string;
  readonly livePeer?: string;
  readonly adminUser?: string;
  readonly adminPasswordEnv?: string;
  readonly adminTokenEnv?: string;
  readonly caFile?: string;
  readonly insecure?: boolean;
  readonly name?: string;
  readonly testServer?: boolean;
  readonly output: string;
  readonly force?: boolean;
  /** False for `--no-try`. */
  readonly try: boolean;
}

/** What was given or answered, or what is wrong with it. */
export type InitAnswers =
  | {
      readonly kind: 'answers';
      readonly url?: string;
      readonly origin?: string;
      readonly isLoopback: boolean;
      readonly isTestServer: boolean;
      readonly account?: NewAccount;
      /** A secret that was typed for this trial alone. */
      readonly typed?: string;
    }
  | {readonly kind: 'wrong'; readonly why: string};

/** Completes the flags by questions; without a terminal, what is not given is left out. */
export async function initAnswers(options: InitOptions, machine: Machine): Promise<InitAnswers> {
  const isPeerOnly = options.target === undefined && (options.peer ?? options.livePeer) !== undefined;
  if (isPeerOnly) return {kind: 'answers', isLoopback: true, isTestServer: false};
  const address = options.target ?? (await machine.ask('Base URL of the server, e.g. http://127.0.0.1:3000: '))?.trim();
  if (address === undefined || address === '')
    return wrong('there is no address\n  give --target URL, --peer ADDRESS or --live-peer URL');
  const base = await machine.readBaseUrl(address);
  if (base.kind === 'refused') return wrong(`${base.why}\n  ${base.fix}`);
  const account = options.anyApi === true ? ({kind: 'account'} as const) : await accountOf(options, machine);
  if (account.kind === 'wrong') return account;
  const {account: given} = {account: undefined, ...account};
  const typed = given === undefined || !options.try ? undefined : await typedSecret(given, machine);
  const {url, origin, isLoopback} = base;
  return {
    kind: 'answers',
    url,
    origin,
    isLoopback,
    isTestServer: options.testServer === true || (!isLoopback && (await isTestServer(machine))),
    ...defined({account: given, typed}),
  };
}

type AccountAnswer =
  | {readonly kind: 'account'; readonly account?: NewAccount}
  | Extract<InitAnswers, {readonly kind: 'wrong'}>;

async function accountOf(options: InitOptions, machine: Machine): Promise<AccountAnswer> {
  const {adminTokenEnv, adminUser, adminPasswordEnv} = options;
  if (adminTokenEnv !== undefined && (adminUser ?? adminPasswordEnv) !== undefined)
    return wrong('--admin-token-env and --admin-user exclude each other: give one way to sign in');
  if (adminTokenEnv !== undefined) return tokenAccount(adminTokenEnv);
  if (adminUser !== undefined) return passwordAccount(adminUser, adminPasswordEnv ?? 'TOUCHSTONE_PASSWORD');
  if (adminPasswordEnv !== undefined) return wrong('--admin-password-env needs --admin-user NAME');
  const user = await machine.ask('User name of the administrator (empty: sign in by an access token): ');
  if (user === undefined) return {kind: 'account'};
  const isByPassword = user.trim() !== '';
  const usual = isByPassword ? 'TOUCHSTONE_PASSWORD' : 'TOUCHSTONE_TOKEN';
  const what = isByPassword ? 'password' : 'token';
  const asked = await machine.ask(`Environment variable that will hold the ${what} [${usual}]: `);
  const variable = (asked ?? '').trim() === '' ? usual : (asked ?? '').trim();
  return isByPassword ? passwordAccount(user.trim(), variable) : tokenAccount(variable);
}

function tokenAccount(variable: string): AccountAnswer {
  return variableProblem(variable) ?? {kind: 'account', account: {kind: 'token', variable}};
}

function passwordAccount(user: string, variable: string): AccountAnswer {
  if (user === '') return wrong('--admin-user is empty: give the administrator’s user name');
  return variableProblem(variable) ?? {kind: 'account', account: {kind: 'password', user, variable}};
}

// What was typed may be the secret itself, so it is not repeated.
function variableProblem(variable: string): Extract<InitAnswers, {readonly kind: 'wrong'}> | undefined {
  if (/^TOUCHSTONE_[A-Z0-9_]+$/.test(variable)) return undefined;
  if (variable === '') return wrong('the name of the variable is empty\n  give a name that begins with TOUCHSTONE_');
  return wrong(
    'touchstone does not read a variable of that name\n  give the name, never the secret itself; it begins with TOUCHSTONE_ and has capital letters, digits and _',
  );
}

async function typedSecret({variable}: NewAccount, machine: Machine): Promise<string | undefined> {
  if ((machine.env[variable] ?? '') !== '') return undefined;
  const typed = await machine.ask(
    `${variable} is not set. Type it to try it now; it is not kept (empty: do not try): `,
    {
      isHidden: true,
    },
  );
  return (typed ?? '').trim() === '' ? undefined : typed;
}

async function isTestServer(machine: Machine): Promise<boolean> {
  const answer = await machine.ask(
    'It is not this machine. May runs make and remove accounts, organizations and repositories there? [no]: ',
  );
  return /^y(es)?$/i.test((answer ?? '').trim());
}

function wrong(why: string): Extract<InitAnswers, {readonly kind: 'wrong'}> {
  return {kind: 'wrong', why};
}
