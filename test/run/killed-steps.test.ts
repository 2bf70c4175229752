// Shows that what plain steps add to accounts that were there before is removed after a kill -9, also what was never answered, and nothing else.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, type LiveReference} from '../support/live-reference.ts';
import {passThrough, rawServer} from '../support/raw-server.ts';

const reference = liveReference();
const password = 'Of-alice-7-for-this-test';

// Everything but the last thing is answered; of the last one, only the server knows that it was made.
const suite = `suite: mine
title: Mine
cases:
  - id: makes-things
    title: many things are added to an account
    probe: true
    steps:
      - {as: alice, call: createCurrentUserRepo, body: {name: "ts-\${case.name}", private: false}}
      - {as: alice, request: {method: POST, path: /api/v1/user/repos, body: {name: "raw-\${case.name}", private: false}}}
      - {as: alice, auth: basic, call: userCreateToken, params: {username: "\${actors.alice.login}"}, body: {name: "ts-\${case.name}", scopes: [all]}}
      - {as: alice, call: userAddEmail, body: {emails: ["ts-\${case.name}@example.org"]}}
      - {as: alice, call: orgCreate, body: {username: "ts-\${case.name}"}}
      - as: alice
        call: userCreateHook
        body: {type: gitea, active: true, events: [push], config: {url: "http://127.0.0.1:9/\${case.name}", content_type: json}}
      - as: alice
        call: uploadGenericPackage
        params: {owner: "\${actors.alice.login}", package: "ts-\${case.name}", version: 1.0.0, filename: one}
        text: one
      - {as: alice, call: userCreateOAuth2Application, body: {name: "ts-\${case.name}", redirect_uris: ["http://127.0.0.1:9/"], confidential_client: true}}
`;

/** Everything that alice has, as she sees it. */
async function belongings(server: LiveReference): Promise<{readonly [what: string]: readonly string[]}> {
  const list = async (path: string, name: string): Promise<readonly string[]> => {
    const reply = await fetch(`${server.url}/api/v1${path}`, {
      headers: {authorization: `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`},
    });
    const items = ((await reply.json()) ?? []) as readonly {readonly [key: string]: unknown}[];
    return items.map(item => String(item[name])).toSorted();
  };
  return {
    repositories: await list('/user/repos', 'name'),
    tokens: await list('/users/alice/tokens', 'name'),
    addresses: await list('/user/emails', 'email'),
    organizations: await list('/user/orgs', 'username'),
    hooks: await list('/user/hooks', 'type'),
    packages: await list('/packages/alice', 'name'),
    applications: await list('/user/applications/oauth2', 'name'),
  };
}

test('a killed run leaves nothing on an account that was there before', async () => {
  const server = reference();
  await server.ask('POST', '/admin/users', {
    username: 'alice',
    email: 'alice@example.org',
    password,
    must_change_password: false,
  });
  await server.ask('POST', '/admin/users/alice/repos', {name: 'ts-kept', private: false});
  await server.ask('POST', '/admin/users/alice/orgs', {username: 'ts-kept-org'});
  const before = await belongings(server);

  const real = passThrough(server.url);
  const lossy = await rawServer({
    routes: {
      'POST /api/v1/user/applications/oauth2': async (socket, request) => {
        await fetch(server.url + request.path, {
          method: 'POST',
          headers: {
            authorization: /authorization: (.+)\r/i.exec(request.head)?.[1] ?? '',
            'content-type': 'application/json',
          },
          body: request.body.toString(),
        });
        await new Promise(resolve => socket.once('close', resolve));
      },
    },
    fallback: real,
  });
  atEnd(() => lossy.close());
  const target = `target: mine
url: ${lossy.url}
dialect: reference
accounts:
  alice: {user: alice, passwordEnv: TOUCHSTONE_ALICE}
`;
  const cwd = temporaryFolder({'mine.yaml': suite, 'target.yaml': target});
  const env = {TOUCHSTONE_ALICE: password};
  const running = startTouchstone(['run', 'mine.yaml', '--target-file', 'target.yaml', '--output', 'out'], {env, cwd});
  const ledger = join(cwd, 'out', 'ledger.jsonl');
  const isHanging = async (): Promise<boolean> =>
    existsSync(ledger) && ((await belongings(server))['applications'] ?? []).length > 0;
  const ended = running.finished.then(({stdout, stderr}) => {
    throw new Error(`the run ended by itself: ${stdout}${stderr}`);
  });
  while (!(await Promise.race([isHanging(), ended]))) await new Promise(resolve => setTimeout(resolve, 20));
  ended.catch(() => undefined);
  running.kill('SIGKILL');
  await running.finished;

  const left = await belongings(server);
  const more = Object.keys(left).filter(what => (left[what]?.length ?? 0) > (before[what]?.length ?? 0));
  expect(more).toEqual(Object.keys(before));

  const run = /"run":"(\w+)"/.exec(readFileSync(ledger, 'utf8'))?.[1] ?? '';
  const done = await touchstone(['clean', '--run', run, '--target-file', 'target.yaml', '--output', 'out', '--yes'], {
    env,
    cwd,
  });
  // Eight things, and the token that the run made for itself.
  expect(done).toMatchObject({exitCode: 0, stdout: '9 removed, 0 left\n', stderr: ''});
  expect(await belongings(server)).toEqual(before);
});
