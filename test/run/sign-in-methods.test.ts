// Shows that a run works on every rung: with given accounts, with one, without passwords, where users make no organizations, where reading needs a sign-in.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, type LiveReference} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type RawRequest} from '../support/raw-server.ts';
import {completeResults, verdictsOf} from '../support/run-results.ts';
import {isLong} from '../support/length.ts';

const reference = liveReference();

interface Rung {
  /** People of the target file. */
  readonly people: string;
  readonly ids: readonly string[];
  /** What is refused, with which status. */
  readonly refuses?: (request: RawRequest, auth: string) => number | undefined;
}

interface Ran {
  readonly exitCode: number | null;
  readonly said: string;
  readonly verdicts: {readonly [id: string]: string};
  readonly leftovers: readonly string[];
}

async function runOn({people, ids, refuses}: Rung, env: {readonly [name: string]: string}): Promise<Ran> {
  const real = passThrough(reference().url);
  const server = await rawServer({
    fallback: (socket, request) => {
      const status = refuses?.(request, /^authorization: (.+)\r/im.exec(request.head)?.[1] ?? '');
      return (status === undefined ? real : reply(status, {body: '{"message":"refused"}'}))(socket, request);
    },
  });
  atEnd(() => server.close());
  const cwd = temporaryFolder({'target.yaml': `target: rung\nurl: ${server.url}\ndialect: reference\n${people}`});
  const {exitCode, stderr} = await touchstone(
    ['run', '--target-file', 'target.yaml', '--output', 'out', ...ids.flatMap(id => ['--id', id])],
    {env: {...reference().env, ...env}, cwd},
  );
  const results = completeResults(join(cwd, 'out'));
  return {exitCode, said: stderr, verdicts: verdictsOf(results), leftovers: results.journal.footer.leftovers};
}

const admin = 'admin: {user: reference-admin, passwordEnv: TOUCHSTONE_PASSWORD}\n';

/** Makes an account with a token of its own, and gives what it has besides. */
async function account(server: LiveReference, login: string): Promise<{password: string; token: string}> {
  const password = `Of-${login}-7-here`;
  const email = `${login}@example.org`;
  await server.ask('POST', '/admin/users', {username: login, email, password, must_change_password: false});
  const made = await fetch(`${server.url}/api/v1/users/${login}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({name: 'own', scopes: ['all']}),
  });
  return {password, token: ((await made.json()) as {sha1: string}).sha1};
}

function verdictsIn({verdicts}: Ran): ReadonlySet<string> {
  return new Set(Object.values(verdicts));
}

test.concurrent('two given accounts: what needs an administrator is skipped, nothing is left, and the lost rows are named', async () => {
  const {password} = await account(reference(), 'two-alice');
  const {token} = await account(reference(), 'two-bob');
  const people = 'accounts:\n  alice: {user: two-alice, passwordEnv: TOUCHSTONE_A}\n  bob: {tokenEnv: TOUCHSTONE_B}\n';
  const ids = ['hosting/users/*', 'hosting/oauth2-applications/*', 'hosting/authentication/*', 'hosting/transfers/*'];
  const ran = await runOn({people, ids}, {TOUCHSTONE_A: password, TOUCHSTONE_B: token});
  expect(ran).toMatchObject({exitCode: 0, leftovers: []});
  expect(verdictsIn(ran)).toEqual(new Set(['pass', 'skip needs-credentials']));
  // Alice was given with a password alone; the run made her a token and took it back.
  expect(ran.verdicts['hosting/authentication/tokens-are-accepted']).toBe('pass');
  expect(ran.said).toMatch(/no case can show .*ADMIN-RENAME/);
  expect(ran.said).not.toMatch(/no case can show .*AUTH-TOKEN/);
});

test.concurrent('an account given by a token alone: what signs in with its password is skipped, and nothing counts as left', async () => {
  const alice = await account(reference(), 'token-alice');
  const bob = await account(reference(), 'token-bob');
  const people = 'accounts:\n  alice: {tokenEnv: TOUCHSTONE_A}\n  bob: {tokenEnv: TOUCHSTONE_B}\n';
  const ids = ['properties/tokens/*', 'hosting/labels/neighbours-stay'];
  const ran = await runOn({people, ids}, {TOUCHSTONE_A: alice.token, TOUCHSTONE_B: bob.token});
  expect(ran).toMatchObject({exitCode: 0, leftovers: []});
  expect(verdictsIn(ran)).toEqual(new Set(['pass', 'skip needs-credentials']));
});

test
  .runIf(isLong)
  .concurrent('one given account: cases of several people are skipped (in npm run test:long)', async () => {
    const {token} = await account(reference(), 'one-alice');
    const people = 'accounts:\n  alice: {tokenEnv: TOUCHSTONE_A}\n';
    const ran = await runOn(
      {people, ids: ['hosting/labels/*', 'hosting/oauth2-applications/*']},
      {TOUCHSTONE_A: token},
    );
    expect(ran).toMatchObject({exitCode: 0, leftovers: []});
    expect(verdictsIn(ran)).toEqual(new Set(['pass', 'skip needs-credentials']));
  });

test
  .runIf(isLong)
  .concurrent('users may not make organizations: the administrator makes them (in npm run test:long)', async () => {
    const ran = await runOn(
      {
        people: admin,
        ids: ['hosting/organizations/*', 'hosting/transfers/*'],
        refuses: ({method, path}) => (method === 'POST' && path === '/api/v1/orgs' ? 403 : undefined),
      },
      {},
    );
    expect(ran).toMatchObject({exitCode: 0, leftovers: []});
    expect(verdictsIn(ran)).toEqual(new Set(['pass']));
  });

test.concurrent('passwords are refused: only the statements about passwords fail, unless their absence is declared', async () => {
  const tokens = (await reference().ask('GET', '/user')) as {login: string};
  const basic = `Basic ${Buffer.from(`${tokens.login}:${reference().admin.password}`).toString('base64')}`;
  const made = await fetch(`${reference().url}/api/v1/users/${tokens.login}/tokens`, {
    method: 'POST',
    headers: {authorization: basic, 'content-type': 'application/json'},
    body: JSON.stringify({name: 'rung', scopes: ['all']}),
  });
  const env = {TOUCHSTONE_T: ((await made.json()) as {sha1: string}).sha1};
  const rung: Rung = {
    people: 'admin: {tokenEnv: TOUCHSTONE_T}\n',
    ids: ['hosting/authentication/*', 'hosting/tokens/*', 'hosting/notifications/*', 'hosting/users/*'],
    refuses: (_request, auth) => (auth.startsWith('Basic ') ? 401 : undefined),
  };
  const ran = await runOn(rung, env);
  expect(ran).toMatchObject({exitCode: 1, leftovers: []});
  const failed = Object.entries(ran.verdicts).filter(([, verdict]) => verdict.startsWith('fail'));
  expect(failed.map(([id]) => id).toSorted()).toEqual([
    'hosting/authentication/basic-authentication-is-accepted',
    'hosting/authentication/basic-authentication-may-do-all',
    ...['eighty', 'two-hundred'].map(row => `hosting/authentication/long-passwords-count-to-their-end[${row}]`),
    ...['colons', 'percent', 'plus-and-blank', 'quotes'].map(
      row => `hosting/authentication/passwords-of-any-signs[${row}]`,
    ),
  ]);
  expect([...verdictsIn(ran)].filter(verdict => !verdict.startsWith('fail')).toSorted()).toEqual([
    'pass',
    'skip capability-absent',
  ]);
  const declared = await runOn({...rung, people: `${rung.people}absent: {basic-authentication: our policy}\n`}, env);
  expect(declared).toMatchObject({exitCode: 0, leftovers: []});
});

test
  .runIf(isLong)
  .concurrent('reading needs a sign-in: what nobody may read is skipped (in npm run test:long)', async () => {
    const ran = await runOn(
      {
        people: `${admin}absent: {anonymous-reading: our policy}\n`,
        ids: ['hosting/reactions/*', 'hosting/issues/*', 'hosting/branches/*'],
        refuses: (_request, auth) => (auth === '' ? 401 : undefined),
      },
      {},
    );
    expect(ran).toMatchObject({exitCode: 0, leftovers: []});
    expect(verdictsIn(ran)).toEqual(new Set(['pass', 'skip capability-absent']));
  });
