// Starts the reference server for a test file, and asks it as its administrator what a run left there.
import {afterAll, beforeAll} from 'vitest';
import {startReference} from '../../runner/targets/reference/start-reference.ts';

/** The reference server of one test file. */
export interface LiveReference {
  readonly url: string;
  readonly admin: {readonly user: string; readonly password: string};
  /** What every run against it needs: address, user, and the variable that `env` fills. */
  readonly args: readonly string[];
  readonly env: {readonly TOUCHSTONE_PASSWORD: string};
  /** Asks the API as administrator and gives the reply's JSON. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Login names of all accounts but the administrator's. */
  accounts(): Promise<readonly string[]>;
}

/** Starts it before the first test of the file and stops it after the last. */
export function liveReference(faults: readonly string[] = [], settings: readonly string[] = []): () => LiveReference {
  let server: LiveReference | undefined;
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const started = await startReference({role: 'hosting', faults, settings, isTracingRules: false});
    if (started.kind === 'cannot-start') throw new Error(started.detail);
    stop = () => started.stop();
    server = reference(started.url, started.admin);
  });
  afterAll(() => stop());
  return () => {
    if (server === undefined) throw new Error('the reference is asked for before it was started');
    return server;
  };
}

function reference(url: string, admin: LiveReference['admin']): LiveReference {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    admin,
    args: targetArgs(url, admin.user),
    env: {TOUCHSTONE_PASSWORD: admin.password},
    ask,
    accounts: async () => {
      const users = (await ask('GET', '/admin/users?limit=50')) as readonly {readonly login: string}[];
      return users.map(({login}) => login).filter(login => login !== admin.user);
    },
  };
}

/** Gives the options that name a target and its administrator, whose password stands in TOUCHSTONE_PASSWORD. */
export function targetArgs(url: string, user = 'reference-admin'): readonly string[] {
  return ['--target', url, '--admin-user', user, '--admin-password-env', 'TOUCHSTONE_PASSWORD'];
}
