// Loads the reference server with 200 parallel clients for 30 seconds and writes what came out of it to bench/reference-load.json.
import {fork} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {fileURLToPath} from 'node:url';
import {Agent, request} from 'undici';

const clientCount = 200;
const loadMs = 30_000;
const firstHeapMs = 10_000;

/** The heap after a forced collection may grow by this factor from the first measure to the last. */
const heapGrowthMax = 1.2;

const figuresFile = new URL('reference-load.json', import.meta.url);
const password = 'a-password-for-the-load';

/** One signed-in client. */
interface Client {
  readonly name: string;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What was counted over all requests. */
interface Tally {
  requests: number;
  readonly statuses: Map<number, number>;
  readonly latenciesMs: number[];
}

const server = await startServer();
const tally: Tally = {requests: 0, statuses: new Map(), latenciesMs: []};
const agent = new Agent({connections: clientCount, headersTimeout: 60_000, bodyTimeout: 60_000});
async function main(): Promise<void> {
  const admin = makeClient('root', `Basic ${Buffer.from(`root:${password}`).toString('base64')}`);
  const clients = await Promise.all(Array.from({length: clientCount}, async (_, at) => makeUser(admin, `load-${at}`)));
  const exact = await checkParallelWrites(admin, clients);
  const before = {requests: tally.requests};
  tally.latenciesMs.length = 0;
  const startedAt = performance.now();
  await loadUntil(clients, startedAt + firstHeapMs);
  const firstHeap = await heapOf(server.child);
  await loadUntil(clients, startedAt + loadMs);
  const lastHeap = await heapOf(server.child);
  const seconds = (performance.now() - startedAt) / 1000;
  const requests = tally.requests - before.requests;
  report({
    clients: clientCount,
    seconds: round(seconds, 1),
    requests,
    requestsPerSecond: Math.round(requests / seconds),
    latencyMs: {median: percentile(50), p95: percentile(95), p99: percentile(99), largest: percentile(100)},
    statuses: Object.fromEntries([...tally.statuses].toSorted(([left], [right]) => left - right)),
    serverErrors: [...tally.statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0),
    ...exact,
    heapMb: {at10s: round(firstHeap / 2 ** 20, 1), at30s: round(lastHeap / 2 ** 20, 1)},
    heapGrowth: round(lastHeap / firstHeap, 3),
    machine: `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}, shared with other work; Node.js ${process.version}`,
  });
}

/** Lets every client work in rounds until the time is over. A round leaves as many objects as it found. */
async function loadUntil(clients: readonly Client[], endsAtMs: number): Promise<void> {
  await Promise.all(
    clients.map(async (client, at) => {
      for (let turn = at; performance.now() < endsAtMs; turn += 1) await rounds[turn % rounds.length]?.(client, turn);
    }),
  );
}

type Round = (client: Client, turn: number) => Promise<unknown>;

const shared = '/repos/root/shared';

/** Mixed reads and writes. */
const rounds: readonly Round[] = [
  async ({call}) => call('GET', `${shared}/issues?state=all&limit=20`),
  async ({call}) => call('GET', `${shared}/contents/README.md`),
  async ({call, name}) => call('GET', `/users/${name}`),
  async ({call}) => call('GET', '/notifications/new'),
  async ({call, name}, turn) => {
    const {id} = fields(await call('POST', `/repos/${name}/own/labels`, {name: `turn-${turn}`, color: '#123456'}));
    const {number} = fields(await call('POST', `/repos/${name}/own/issues`, {title: `Turn ${turn}`, labels: [id]}));
    await call('DELETE', `/repos/${name}/own/issues/${String(number)}/labels/${String(id)}`);
    await call('DELETE', `/repos/${name}/own/labels/${String(id)}`);
    await call('DELETE', `/repos/${name}/own/issues/${String(number)}`);
  },
  async ({call, name}, turn) => {
    const {number} = fields(await call('POST', `/repos/${name}/own/issues`, {title: `Turn ${turn}`}));
    const issue = `/repos/${name}/own/issues/${String(number)}`;
    await call('POST', `${issue}/comments`, {body: 'Yes.'});
    await call('POST', `${issue}/reactions`, {content: 'heart'});
    await call('PATCH', issue, {state: 'closed'});
    await call('DELETE', issue);
  },
  async ({call, name}, turn) => {
    const repo = `turn-${turn}`;
    await call('POST', '/user/repos', {name: repo, auto_init: true});
    await call('POST', `/repos/${name}/${repo}/contents/a.txt`, {content: 'YQ==', message: 'Add', new_branch: 'topic'});
    await call('POST', `/repos/${name}/${repo}/pulls`, {title: 'Add', head: 'topic', base: 'main'});
    await call('POST', `/repos/${name}/${repo}/pulls/1/merge`, {Do: 'merge'});
    await call('DELETE', `/repos/${name}/${repo}`);
  },
];

/** Adds as many labels and makes as many issues at the same time as there are clients, and looks what is left. */
async function checkParallelWrites(admin: Client, clients: readonly Client[]): Promise<Record<string, unknown>> {
  await admin.call('POST', '/user/repos', {name: 'shared', auto_init: true});
  for (const {name} of clients) await admin.call('PUT', `${shared}/collaborators/${name}`, {permission: 'write'});
  await admin.call('POST', `${shared}/issues`, {title: 'All labels'});
  const labels = await Promise.all(
    clients.map(async ({call, name}) => fields(await call('POST', `${shared}/labels`, {name, color: '#654321'}))['id']),
  );
  await Promise.all(
    clients.map(async ({call}, at) => call('POST', `${shared}/issues/1/labels`, {labels: [labels[at]]})),
  );
  const left = (await admin.call('GET', `${shared}/issues/1`)).body as {readonly labels: readonly unknown[]};
  const issues = await Promise.all(
    clients.map(async ({call, name}) => fields(await call('POST', `${shared}/issues`, {title: `By ${name}`}))),
  );
  return {
    parallelLabelAdds: clients.length,
    labelsLeft: left.labels.length,
    parallelCreates: clients.length,
    distinctIds: new Set(issues.map(({id}) => id)).size,
    distinctNumbers: new Set(issues.map(({number}) => number)).size,
  };
}

async function makeUser(admin: Client, name: string): Promise<Client> {
  const user = {username: name, email: `${name}@example.org`, password, must_change_password: false};
  await admin.call('POST', '/admin/users', user);
  const byPassword = makeClient(name, `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);
  const {sha1} = fields(await byPassword.call('POST', `/users/${name}/tokens`, {name: 'load', scopes: ['all']}));
  const client = makeClient(name, `token ${String(sha1)}`);
  await client.call('POST', '/user/repos', {name: 'own', auto_init: true});
  await client.call('POST', `/repos/${name}/own/issues`, {title: 'First'});
  return client;
}

function makeClient(name: string, authorization: string): Client {
  return {
    name,
    call: async (method, path, body) => {
      const startedAt = performance.now();
      const {statusCode, body: content} = await request(`${server.url}/api/v1${path}`, {
        method: method as 'GET',
        dispatcher: agent,
        headers: {authorization, 'content-type': 'application/json'},
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await content.text();
      tally.requests += 1;
      tally.latenciesMs.push(performance.now() - startedAt);
      tally.statuses.set(statusCode, (tally.statuses.get(statusCode) ?? 0) + 1);
      return {status: statusCode, body: text === '' ? {} : (JSON.parse(text) as unknown)};
    },
  };
}

function fields({body}: Reply): Readonly<Record<string, unknown>> {
  return body as Readonly<Record<string, unknown>>;
}

/** Starts the server in a process of its own, so that only its objects are in its heap. */
async function startServer(): Promise<{readonly child: ChildProcess; readonly url: string}> {
  const program = fileURLToPath(new URL('reference-load-server.ts', import.meta.url));
  const child = fork(program, [password], {execArgv: ['--import', 'tsx', '--expose-gc']});
  const [url] = (await once(child, 'message')) as [string];
  return {child, url};
}

/** Gives the bytes that are alive in the server after a collection. No request is under way meanwhile. */
async function heapOf(child: ChildProcess): Promise<number> {
  child.send('heap');
  const [bytes] = (await once(child, 'message')) as [number];
  return bytes;
}

function percentile(share: number): number {
  const sorted = tally.latenciesMs.toSorted((left, right) => left - right);
  const place = Math.min(sorted.length - 1, Math.floor((share / 100) * sorted.length));
  return round(sorted[place] ?? 0, 1);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function report(figures: Readonly<Record<string, unknown>> & {heapGrowth: number; serverErrors: number}): void {
  const text = JSON.stringify(figures, null, 2);
  writeFileSync(figuresFile, `${text}\n`);
  process.stdout.write(`${text}\n`);
  const misses = [
    figures.serverErrors > 0 ? `${figures.serverErrors} replies had a status of 500 or more` : '',
    figures['labelsLeft'] === clientCount ? '' : `${String(figures['labelsLeft'])} of ${clientCount} labels are left`,
    figures['distinctIds'] === clientCount ? '' : `${String(figures['distinctIds'])} ids for ${clientCount} issues`,
    figures['distinctNumbers'] === clientCount
      ? ''
      : `${String(figures['distinctNumbers'])} numbers for ${clientCount} issues`,
    figures.heapGrowth > heapGrowthMax ? `the heap grew by the factor ${figures.heapGrowth}` : '',
  ].filter(miss => miss !== '');
  for (const miss of misses) process.stderr.write(`MISSED: ${miss}\n`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}

try {
  await main();
} finally {
  await agent.close();
  server.child.disconnect();
}
