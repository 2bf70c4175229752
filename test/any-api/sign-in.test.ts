// Any JSON API: every way to sign in, actors of one's own, suites without statements, and nothing requested beside the cases.
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as check} from '../../runner/commands/check.ts';
import {runFiles} from '../support/any-api-run.ts';
import {inProcess} from '../support/in-process.ts';
import {folderWith, startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

const target = (auth: string): string => `target: notes\nurl: ${api.url}\nauth:\n${auth}`;

const everyWay = `
  alice: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}
  bob:
    fetch:
      - request: POST /token
        form: {grant_type: client_credentials, client_id: bob, client_secret: {env: TOUCHSTONE_SECRET_BOB}}
        capture: {token: /access_token}
    bearer: \${token}
  carol:
    fetch:
      - request: POST /login
        form: {user: alice, password: {env: TOUCHSTONE_SECRET_ALICE}}
        capture: {sid: {cookie: sid}}
    cookie: {sid: "\${sid}"}
`;

const whoAmI = `
cases:
  - id: each-is-known
    table: [{id: alice, name: alice}, {id: bob, name: bob}, {id: carol, name: alice}]
    steps:
      - {request: GET /me, as: "\${row.id}", expect: {status: 200, body: {name: "\${row.name}"}}}
  - id: nobody-is-refused
    steps:
      - {request: GET /me, expect: {status: 200}}
      - {request: GET /me, as: anonymous, expect: {status: 401}}
`;

test('a bearer token, a fetched token and the cookie of a form sign in actors of any name', async () => {
  const {exitCode, stderr, stdout, journal, written} = await runFiles({
    'target.yaml': target(everyWay),
    'cases/who.yaml': whoAmI,
  });
  expect([stderr, stdout, exitCode].join('\n')).toContain('All 4 judged cases passed.');
  expect(exitCode).toBe(0);
  const header = journal.find(({type}) => type === 'header');
  expect(header).toMatchObject({isWithoutRecord: true});
  expect(header).not.toHaveProperty('dialect');
  for (const secret of ['token-of-alice', 'token-of-bob', 'wonderland', 'builder-4242'])
    expect(written).not.toContain(secret);
  expect(written).not.toContain('AUTH-BASIC');
});

test('a wrong secret is told before the first case, with what the server said', async () => {
  const {exitCode, stderr} = await runFiles(
    {'target.yaml': target(everyWay), 'cases/who.yaml': whoAmI},
    {env: {TOUCHSTONE_SECRET_BOB: 'another-secret'}},
  );
  expect(exitCode).toBe(5);
  expect(stderr).toContain('signing in as bob: POST /token answered 401: {"error":"invalid_client"}');
});

test('only actors who act need their secrets', async () => {
  const {exitCode} = await runFiles(
    {'target.yaml': target(everyWay), 'cases/who.yaml': whoAmI},
    {
      argv: ['cases', '--target-file', 'target.yaml', '--id', '*/nobody-is-refused'],
      env: {TOUCHSTONE_SECRET_BOB: undefined, TOUCHSTONE_SECRET_ALICE: undefined},
    },
  );
  expect(exitCode).toBe(0);
});

test('an actor that the target file does not have skips the case, and says which one is near', async () => {
  const {stdout} = await runFiles({
    'target.yaml': target(everyWay),
    'cases/who.yaml': whoAmI + '  - id: typo\n    steps: [{request: GET /me, as: carrol, expect: {status: 200}}]\n',
  });
  expect(stdout).toContain('"auth:" of the target file has no carrol (did you mean carol?)');
});

const health = `
cases:
  - id: the-front-page
    steps:
      - {request: GET /, as: anonymous, expect: {status: 200}}
`;

test('cases that nobody signs in for need no target file, and nothing but them is requested', async () => {
  const {exitCode, journal} = await runFiles({'cases/health.yaml': health}, {argv: ['cases', '--target', api.url]});
  expect(exitCode).toBe(0);
  expect(journal.find(({type}) => type === 'header')).not.toHaveProperty('dialect');
});

test('a folder is checked with its target file, which says who can act', async () => {
  const {folder, remove} = folderWith({
    'target.yaml': target(everyWay),
    'who.yaml': whoAmI + '  - id: typo\n    steps: [{request: GET /me, as: carrol, expect: {status: 200}}]\n',
  });
  const {exitCode, stderr} = await inProcess(check, [folder]);
  remove();
  expect(exitCode).toBe(2);
  expect(stderr).toContain('did you mean "carol"?');
});

test('a folder of the user may be called suites, and names in it are free', async () => {
  const {exitCode, stderr} = await runFiles(
    {'suites/deep/notes.yaml': `suite: another-name\n${health}`},
    {argv: ['suites', '--target', api.url]},
  );
  expect(stderr).not.toContain('named');
  expect(exitCode).toBe(0);
});

test('a wrong note is red, and shows no statement of the record', async () => {
  const {exitCode, stdout, written} = await runFiles({
    'target.yaml': target(everyWay),
    'cases/who.yaml': 'cases:\n  - id: red\n    steps: [{request: GET /me, expect: {body: {name: bob}}}]\n',
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('expected  "bob"');
  expect(stdout).not.toContain('The record says');
  expect(written).not.toContain('Statements of the record');
});

test('an actor and a step sign in with several cookies', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({cookie: request.headers.cookie}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  const {exitCode, stderr, stdout, written} = await runFiles({
    'target.yaml': `target: echo\nurl: http://127.0.0.1:${String(port)}\nauth: {carol: {cookie: {sid: {env: TOUCHSTONE_SECRET_ALICE}, csrf: {env: TOUCHSTONE_SECRET_BOB}}}}\n`,
    'cases/who.yaml': `
cases:
  - id: the-actor
    steps: [{request: GET /me, as: carol, expect: {status: 200, body: {cookie: {$regex: "^sid=.+; csrf=.+$"}}}}]
  - id: the-step
    steps: [{request: GET /me, as: carol, auth: {cookie: {theme: dark, page: "\${case.name}"}}, expect: {status: 200, body: {cookie: "theme=dark; page=\${case.name}"}}}]
`,
  });
  server.close();
  expect([stderr, stdout].join('\n')).toContain('All 2 judged cases passed.');
  expect(exitCode).toBe(0);
  expect(written).not.toContain('builder-4242');
});
