/** Starts a reference server for one test file and speaks to it; used by tests alone. */
import {randomBytes} from 'node:crypto';
import {faults} from './faults/faults.ts';
import {startReferenceServer} from './start.ts';
import type {ReferenceOptions, ReferenceServer} from './start.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is empty or none. */
  readonly body: unknown;
}

export interface TestClient {
  readonly url: string;
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
  readonly put: (path: string, body?: unknown) => Promise<Answer>;
  readonly patch: (path: string, body?: unknown) => Promise<Answer>;
  readonly delete: (path: string, body?: unknown) => Promise<Answer>;
}

export interface TestServer extends ReferenceServer {
  readonly admin: TestClient;
  readonly nobody: TestClient;
  readonly as: (name: string) => TestClient;
  readonly withToken: (token: string) => TestClient;
  /** Makes a user of this name and speaks as them. */
  readonly user: (name: string, more?: Record<string, unknown>) => Promise<TestClient>;
}

const password = 'a-password-for-tests';

export async function testServer(
  options: Partial<ReferenceOptions> & {faultNames?: readonly string[]} = {},
): Promise<TestServer> {
  const {faultNames = [], ...others} = options;
  const chosen = faultNames.map(name => faultNamed(name));
  const server = await startReferenceServer({faults: chosen, ...others, admin: {name: 'root', password}});
  const as = (name: string): TestClient =>
    client(server.url, {Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`});
  const admin = as('root');
  return {
    ...server,
    as,
    admin,
    nobody: client(server.url, {}),
    withToken: token => client(server.url, {Authorization: `token ${token}`}),
    user: async (name, more = {}) => {
      const email = `${name}@example.org`;
      await made(admin.post('/admin/users', {username: name, email, password, must_change_password: false, ...more}));
      return as(name);
    },
  };
}

function faultNamed(name: string) {
  const found = faults.find(fault => fault.name === name);
  if (found === undefined) throw new Error(`there is no fault ${name}`);
  return found;
}

function client(url: string, identity: Record<string, string>): TestClient {
  const send: TestClient['send'] = async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const type: Record<string, string> = isText ? {} : {'Content-Type': 'application/json'};
    const content = body === undefined ? null : isText ? (body as string) : JSON.stringify(body);
    const request: RequestInit = {
      method,
      headers: {...type, ...identity, ...headers},
      body: content,
      redirect: 'manual',
    };
    const reply = await fetch(`${url}/api/v1${path}`, request);
    const text = await reply.text();
    return {status: reply.status, headers: reply.headers, text, body: parsed(text)};
  };
  return {
    url,
    send,
    get: async path => send('GET', path),
    post: async (path, body) => send('POST', path, body),
    put: async (path, body) => send('PUT', path, body),
    patch: async (path, body) => send('PATCH', path, body),
    delete: async (path, body) => send('DELETE', path, body),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Waits for an answer that must be a success, and gives its body as an object. */
export async function made(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const {status, text, body} = await answer;
  if (status < 200 || status > 299) throw new Error(`expected a success, got ${status}: ${text}`);
  return (body ?? {}) as Record<string, unknown>;
}

/** Waits for an answer that must be a list, and gives one field of each item. */
export async function listed(answer: Promise<Answer>, field: string): Promise<readonly unknown[]> {
  const {status, text, body} = await answer;
  if (!Array.isArray(body)) throw new Error(`expected a list, got ${status}: ${text}`);
  return (body as readonly Record<string, unknown>[]).map(item => item[field]);
}

let count = 0;

/** Gives a name that no other test of this process uses. */
export function freshName(kind: string): string {
  count += 1;
  return `${kind}-${count}-${randomBytes(3).toString('hex')}`;
}
