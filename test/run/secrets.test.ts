// Shows that no secret of the user or of the run stands in anything that a run writes or prints, in any spelling.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs, type LiveReference} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type RawRequest, type Script} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';
import {atLength} from '../support/length.ts';

const reference = liveReference();

/** A password that every encoding spells differently. */
const password = 'Canary pass/wörd+7"&=%<';

async function canaryAdmin(server: LiveReference, login: string): Promise<void> {
  await server.ask('POST', '/admin/users', {
    username: login,
    email: `${login}@example.org`,
    password,
    must_change_password: false,
  });
  await server.ask('PATCH', `/admin/users/${login}`, {login_name: login, source_id: 0, admin: true});
}

interface Leaky {
  readonly finished: Finished;
  readonly folder: string;
  /** Secrets that came to life during the run. */
  readonly made: ReadonlySet<string>;
}

/** Runs against a server that repeats what it is sent wherever it fails, and remembers every secret that it hands out. */
async function leakyRun(
  login: string,
  {record, shard}: {readonly record: string; readonly shard: string},
): Promise<Leaky> {
  const made = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= 8) made.add(value);
  };
  const note = (request: RawRequest, bytes: Buffer): void => {
    for (const body of [request.body.toString(), bytes.toString().split('\r\n\r\n').slice(1).join('')]) {
      const found = jsonOf(body);
      for (const key of ['sha1', 'token', 'client_secret', 'password', 'secret']) keep(found[key]);
      const {config} = found;
      if (typeof config === 'object' && config !== null) keep((config as Record<string, unknown>)['secret']);
    }
  };
  const echo: Script = (socket, request) => {
    const basic = Buffer.from(`${login}:${password}`).toString('base64');
    const seen = /^authorization: *(.*)\r$/im.exec(request.head)?.[1] ?? '';
    const body = JSON.stringify({
      seen,
      basic,
      url: encodeURIComponent(password),
      plain: password,
      body: request.body.toString('base64'),
    });
    return reply(500, {headers: [`X-Echo: ${seen}`, `Set-Cookie: session=${seen.slice(6)}`], body})(socket, request);
  };
  const real = passThrough(reference().url, note);
  const server = await rawServer({
    routes: {
      // What a branch that stays would have told is waited for, for seconds.
      'DELETE /api/v1/repos/*/branches/*': real,
      'GET /api/v1/repos/*/issues/*/labels': echo,
      'GET /api/v1/users/*/tokens': echo,
      'DELETE /api/v1/repos/*': echo,
    },
    fallback: real,
  });
  atEnd(() => server.close());
  const cwd = temporaryFolder();
  const suites = ['labels', 'tokens', 'oauth2-applications', 'authentication', 'users', 'webhooks'].map(
    name => `suites/hosting/${name}.yaml`,
  );
  const finished = await touchstone(
    [
      'run',
      ...suites,
      ...targetArgs(server.url, login),
      '--record',
      record,
      '--shard',
      shard,
      '--seed',
      '1',
      '--reporter',
      'junit,html,markdown,sarif,ctrf,tap,har,badge,github:out/github.txt',
      '--output',
      'out',
      '--header',
      `Authorization-Copy: ${password.slice(0, 6)}`,
    ],
    {env: {TOUCHSTONE_PASSWORD: password}, cwd, budgetMs: 60_000},
  );
  for (const {head} of server.requests) keep(/^authorization: token (.*)\r$/im.exec(head)?.[1]);
  return {finished, folder: join(cwd, 'out'), made};
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Every spelling that must stand nowhere. */
function spellings(secret: string, user: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    Buffer.from(`${user}:${secret}`).toString('base64').replace(/=+$/, ''),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ];
}

function everythingWritten({finished, folder}: Leaky): ReadonlyMap<string, string> {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  return new Map([
    ['standard output', finished.stdout],
    ['standard error', finished.stderr],
    ...files.map(({parentPath, name}): [string, string] => [name, readFileSync(join(parentPath, name), 'utf8')]),
  ]);
}

// Half of the cases each; in the short tests a quarter.
const parts = atLength({short: 4, long: 2});
describe.each([
  ['all', `1/${String(parts)}`],
  ['failed', `2/${String(parts)}`],
])('--record %s', (record, shard) => {
  test('no secret is written or printed', async () => {
    const login = `canary-${record}`;
    await canaryAdmin(reference(), login);
    const run = await leakyRun(login, {record, shard});
    const {journal} = completeResults(run.folder);
    expect(journal.exchanges.length).toBeGreaterThan(20);
    expect(run.made.size).toBeGreaterThanOrEqual(20);
    const written = everythingWritten(run);
    expect(written.size).toBeGreaterThan(10);
    // The run does write what it is looking at: the rest of the same replies stands there.
    expect([...written.values()].some(text => text.includes('[redacted:'))).toBe(true);
    const found = [password, ...run.made].flatMap(secret =>
      spellings(secret, login).flatMap(spelling =>
        [...written].filter(([, text]) => text.includes(spelling)).map(([name]) => `${name}: ${spelling} of ${secret}`),
      ),
    );
    expect(found).toEqual([]);
    expect(run.finished.exitCode).toBe(1);
  });
});
