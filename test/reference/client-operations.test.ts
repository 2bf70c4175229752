// Calls every operation that gitea-js shares with the contract through gitea-js.
import {giteaApi} from 'gitea-js';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {defaultSettings} from '../../reference-server/settings/settings.ts';
import {testServer} from '../../reference-server/testing.ts';
import type {TestServer} from '../../reference-server/testing.ts';
import {operations} from './contract.ts';
import type {Operation} from './contract.ts';
import {prepare} from './prepare.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({settings: {...defaultSettings, actionsEnabled: true}});
});
afterAll(async () => server.close());

type Call = (...values: readonly unknown[]) => Promise<{readonly status: number}>;

/** Gives the method of the client for an operation; it has the name of the operation, in one of the client's groups. */
function methodOf(api: object, {id}: Operation): Call | undefined {
  const name = id.charAt(0).toLowerCase() + id.slice(1);
  const groups = Object.values(api).filter(group => typeof group === 'object' && group !== null);
  const found = groups.map(group => (group as Readonly<Record<string, unknown>>)[name]);
  return found.find(method => typeof method === 'function') as Call | undefined;
}

const shared = operations.filter(operation => methodOf(giteaApi('http://127.0.0.1'), operation) !== undefined);

test('the client shares most operations with the contract', () => expect(shared.length).toBeGreaterThan(150));

/** What stands where the client wants the body, or the query. */
function input(operation: Operation, body: unknown): unknown {
  if (operation.body === undefined) return {};
  return body instanceof FormData ? Object.fromEntries(body) : body;
}

test.each(shared.map(operation => [operation.id, operation] as const))('gitea-js calls %s', async (_, operation) => {
  const {values, caller, body} = await prepare(server, operation);
  const authorization = `Basic ${Buffer.from(`${caller}:a-password-for-tests`).toString('base64')}`;
  const customFetch: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', authorization);
    return fetch(url, {...init, headers});
  };
  const api = giteaApi(server.url, {customFetch});
  const call = methodOf(api, operation);
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values[name] ?? '');
  // A query or a body comes after the values of the path; its optional last argument has a default and does not count.
  const more = (call?.length ?? 0) > inPath.length ? [input(operation, body)] : [];
  const reply = await call?.(...inPath, ...more);
  expect([String(reply?.status)]).toEqual([expect.toSatisfy(status => operation.successes.includes(String(status)))]);
});
