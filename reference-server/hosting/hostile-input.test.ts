import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {someOf} from '../../test/support/length.ts';
import {defaultSettings} from '../settings/settings.ts';
import {made, testServer} from '../testing.ts';
import type {Answer, TestServer} from '../testing.ts';
import type {Route} from './route.ts';
import {routes} from './routes.ts';

let server: TestServer;
const problems: string[] = [];

beforeAll(async () => {
  const settings = {...defaultSettings, actionsEnabled: true};
  server = await testServer({settings, log: text => problems.push(text)});
  const alice = await server.user('alice');
  await made(alice.post('/orgs', {username: 'guild'}));
  await made(alice.post('/orgs/guild/repos', {name: 'repo', auto_init: true}));
  await made(alice.post('/repos/guild/repo/issues', {title: 'one'}));
  await made(alice.post('/repos/guild/repo/issues/1/comments', {body: 'one'}));
});
afterAll(async () => server.close());

/** Tells whether an answer is no failure of the server; a failure comes with its text, so that the test shows it. */
function statusClass({status, text}: Answer): string {
  return status < 500 ? 'served' : `${status} ${text}`;
}

const values: Record<string, string> = {
  owner: 'guild',
  repo: 'repo',
  org: 'guild',
  username: 'bob',
  branch: 'main',
  id: '1',
  index: '1',
};

function pathOf(path: string): string {
  return path.replaceAll(/\{(\w+)\*?\}/g, (_all, name: string) => values[name] ?? 'x');
}

/** Gives the path of a route from `/api/v1` on; a route outside of it is two steps up. */
function pathFromPrefix({path, isOutsidePrefix}: Route): string {
  return isOutsidePrefix === true ? `/../..${path}` : path;
}

const bodies: readonly (readonly [string, unknown])[] = [
  ['cut off', '{"name":'],
  ['a list', []],
  ['null', 'null'],
  [
    'wrong types',
    {
      name: 5,
      title: [],
      body: {},
      labels: {},
      content: 1,
      color: 2,
      username: {},
      scopes: 'x',
      assignees: 1,
      redirect_uris: {},
    },
  ],
  ['odd keys', '{"__proto__":{"name":"x"},"constructor":1,"toString":null}'],
  ['deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['empty', ''],
];

describe.each(bodies)('a body that is %s', (what, body) => {
  // Each body meets other operations, in the short tests.
  const first = bodies.findIndex(([name]) => name === what);
  const writing = routes.filter(({method}) => method !== 'GET' && method !== 'DELETE');
  test.each(someOf(writing, 8, first))('never makes $operation fail inside', async route => {
    expect(statusClass(await server.as('alice').send(route.method, pathOf(pathFromPrefix(route)), body))).toBe(
      'served',
    );
    expect(problems).toEqual([]);
  });
});

test.each(someOf(routes, 3))('$operation answers somebody without credentials', async route => {
  const {method} = route;
  const answer = await server.nobody.send(method, pathOf(pathFromPrefix(route)), method === 'GET' ? undefined : {});
  expect(statusClass(answer)).toBe('served');
  expect(method === 'GET' || answer.status === 401).toBe(true);
});

const parts = [
  '%00',
  '%2e%2e%2f',
  '%ff',
  '9'.repeat(40),
  '-1',
  '1e3',
  'a'.repeat(3000),
  '%F0%9F%8E%89',
  '__proto__',
  '%25',
  '%',
];
const reading = routes.filter(({method, path}) => method === 'GET' && path.includes('{'));
test.each(reading)('$operation answers odd path segments', async route => {
  const path = pathFromPrefix(route);
  for (const part of someOf(parts, 6, reading.indexOf(route))) {
    const all = await server.as('alice').get(path.replaceAll(/\{\w+\*?\}/g, part));
    const last = await server.as('alice').get(pathOf(path.replace(/\{\w+\*?\}$/, part)));
    expect([part, statusClass(all), statusClass(last)]).toEqual([part, 'served', 'served']);
  }
});

test.each([
  'page=x',
  'page=99999999999999999999',
  'limit=-5',
  'since=soon',
  'before=2001-01-01',
  'limit=1e9',
  'state=%00',
  'sudo=ghost',
])('lists answer the query %s', async query => {
  for (const route of routes) {
    if (route.method !== 'GET') continue;
    const path = pathOf(pathFromPrefix(route));
    expect(statusClass(await server.as('alice').get(`${path}?${query}`))).toBe('served');
  }
});
