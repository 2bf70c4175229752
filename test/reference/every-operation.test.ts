// Calls every operation of proto/hosting.openapi.yaml with valid input, without credentials and with wrong bodies.
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {routes} from '../../reference-server/hosting/routes.ts';
import {defaultSettings} from '../../reference-server/settings/settings.ts';
import {testServer} from '../../reference-server/testing.ts';
import type {Answer, TestServer} from '../../reference-server/testing.ts';
import {bodies} from './bodies.ts';
import {deepFieldsOf, fieldsOf, operations, problemsOfReply} from './contract.ts';
import type {Operation} from './contract.ts';
import {absentLinks, makeCrawler} from './crawl.ts';
import {signatureFor} from './path-values.ts';
import {prepare} from './prepare.ts';
import {someOf} from '../support/length.ts';

let server: TestServer;
const failures: string[] = [];
const reads = new Set<string>();
const crawler = makeCrawler();
beforeAll(async () => {
  const settings = {...defaultSettings, actionsEnabled: true};
  server = await testServer({
    settings,
    log: text => failures.push(text),
    onInputRead: ({operation, place, name}) => reads.add(`${operation} ${place} ${name}`),
  });
});
afterAll(async () => server.close());

const described = operations.map(placeOf);
const served = routes.map(({method, path, isOutsidePrefix}) =>
  [method, isOutsidePrefix === true ? 'root' : 'api', path.replaceAll('*}', '}')].join(' '),
);

function placeOf({method, path, isOutsidePrefix}: Operation): string {
  return [method, isOutsidePrefix ? 'root' : 'api', path].join(' ');
}

describe('contract and server', () => {
  test('what is described is served', () =>
    expect(
      described.filter(place => !served.includes(place)),
      'add a route to a file of reference-server/hosting/resources; a new file also needs a line in ../routes.ts',
    ).toEqual([]));
  test('what is served is described', () =>
    expect(
      served.filter(place => !described.includes(place)),
      'add the operation to proto/hosting.openapi.yaml, and run `npm run generate`',
    ).toEqual([]));
  test('there are at least 150 operations', () => expect(operations.length).toBeGreaterThanOrEqual(150));
  test('an operation has the same name in both', () => {
    const names = new Map(routes.map((route, at) => [served[at], route.operation]));
    const others = operations.filter(each => names.has(placeOf(each)) && names.get(placeOf(each)) !== each.id);
    expect(others.map(({id}) => id)).toEqual([]);
  });
  test('every body has a valid example here, and no example is left over', () => {
    const taking = operations.filter(({body}) => body !== undefined).map(({id}) => id);
    expect(Object.keys(bodies).toSorted(), 'an example stands in test/reference/bodies.ts').toEqual(taking.toSorted());
  });
});

async function send(operation: Operation, caller: string | undefined, path: string, body: unknown): Promise<Answer> {
  const {method, isOutsidePrefix, isSigned} = operation;
  const where = isOutsidePrefix ? `/../..${path}` : path;
  if (caller === undefined) return server.nobody.send(method, where, body);
  if (!isSigned) return server.as(caller).send(method, where, body);
  const content = body instanceof FormData ? await fileOf(body) : new Uint8Array();
  return server.nobody.send(method, where, body, await signatureFor(server.url, {method, path, content}));
}

async function fileOf(form: FormData): Promise<Uint8Array> {
  const file = form.get('tarball');
  return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
}

describe.each(operations.map(operation => [operation.id, operation] as const))('%s', (_, operation) => {
  test('answers valid input by its schema', async () => {
    const {path, caller, body} = await prepare(server, operation);
    const reply = await send(operation, caller, path, body);
    const isSuccess = operation.successes.includes(String(reply.status));
    // The text of a refusal says what is wrong with our input.
    expect([reply.status, isSuccess ? '' : reply.text]).toEqual([expect.any(Number), '']);
    // fetch never hands on the body of a 205; reference-server/hosting/replies.test.ts reads it.
    const problems = reply.status === 205 ? [] : problemsOfReply(operation, reply.status, reply.body);
    expect(problems).toEqual([]);
    await crawler.follow(server, operation.id, reply.body);
  });

  test('answers a caller without credentials', async () => {
    const {path, body} = await prepare(server, operation);
    const reply = await send(operation, undefined, path, body);
    const isExpected = operation.isOpen ? reply.status < 500 : reply.status === 401;
    expect([reply.status, isExpected]).toEqual([expect.any(Number), true]);
    await crawler.follow(server, operation.id, reply.body);
  });
});

const takesJson = operations.filter(({body}) => body?.type === 'application/json');
const takesNoJson = operations.filter(({body, method}) => body?.type !== 'application/json' && method !== 'GET');

test.each(someOf(takesJson, 2).map(operation => [operation.id, operation] as const))(
  '%s answers wrong bodies',
  async (_, operation) => {
    const {path, caller} = await prepare(server, operation);
    const fields = fieldsOf(operation.body?.schema ?? '');
    const objects = Object.fromEntries(fields.map(field => [field, {wrong: [1]}]));
    const numbers = Object.fromEntries(fields.map(field => [field, -1.5]));
    const refused = ['{"', '[]', '"text"', objects];
    for (const body of refused) {
      const reply = await send(operation, caller, path, body);
      expect([Math.floor(reply.status / 100), body]).toEqual([4, body]);
    }
    for (const body of [numbers, {}, 'null'])
      expect((await send(operation, caller, path, body)).status).toBeLessThan(500);
  },
);

test.each(someOf(takesNoJson, 6).map(operation => [operation.id, operation] as const))(
  '%s survives a body that it does not take',
  async (_, operation) => {
    const {path, caller} = await prepare(server, operation);
    for (const body of ['{"', '[]', '{}']) expect((await send(operation, caller, path, body)).status).toBeLessThan(500);
  },
);

test('the server told of no fault of its own', () =>
  expect(failures.filter(text => text.includes('inside the reference server'))).toEqual([]));

test('every declared input is read', () => {
  const declared = operations.flatMap(({id, query, body}) => [
    ...query.map(name => `${id} query ${name}`),
    ...(body?.type === 'application/json' ? deepFieldsOf(body.schema ?? '') : []).map(name => `${id} body ${name}`),
  ]);
  expect(declared.length).toBeGreaterThan(300);
  expect(declared.filter(input => !reads.has(input))).toEqual([]);
});

test('every address of this server in a reply leads somewhere', () => {
  expect(crawler.followed().length).toBeGreaterThan(300);
  expect(crawler.broken()).toEqual([]);
  expect(
    absentLinks.filter(({field}) => !crawler.absent().includes(field)),
    'these lead somewhere now: remove them from `absentLinks` in test/reference/crawl.ts and from docs/reference-server.md',
  ).toEqual([]);
  expect(absentLinks.length).toBeLessThanOrEqual(10);
});
