// Shows what doctor says of a healthy server, of one with things in the way, and of nobody at home; and that looking makes nothing.
import {readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/doctor.ts';
import {capabilityProbes, readProbes, writeProbes} from '../../runner/commands/doctor/known-settings.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

type Answer = {readonly status: number; readonly body: unknown; readonly headers?: {readonly [name: string]: string}};

/** Starts a server that answers what the table says of METHOD /path, and 404 otherwise; keeps what it was asked. */
async function server(
  answers: {readonly [request: string]: Answer},
  everywhere: {readonly [name: string]: string} = {},
) {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, reply: ServerResponse): void => {
    const key = `${request.method ?? ''} ${(request.url ?? '').replace(/\?.*/, '')}`;
    asked.push(key);
    const {status, body, headers = {}} = answers[key] ?? {status: 404, body: {message: 'not here'}};
    reply.writeHead(status, {'content-type': 'application/json', ...everywhere, ...headers}).end(JSON.stringify(body));
  };
  const started = createServer(listener);
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    started.closeAllConnections();
    started.close();
  });
  return {url: `http://127.0.0.1:${String((started.address() as AddressInfo).port)}`, asked};
}

const version = {'GET /api/v1/version': {status: 200, body: {version: '1.25.0'}}} as const;
const env = {NO_COLOR: '1', TOUCHSTONE_T: 'a-long-enough-token-0123456789'};

test('nothing prevents a run on the healthy reference', {timeout: 60_000}, async () => {
  const output = join(temporaryFolder(), 'out');
  const {exitCode, stdout, stderr} = await inProcess(main, ['--reference', '--output', output]);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(stdout).toContain('admin is reference-admin, an administrator, with password');
  expect(stdout).toMatch(/they arrive here: the first one after \d+ ms/);
  expect(stdout).toContain('there: users, organizations, repositories, issues, oauth2, webhooks');
  expect(stdout).toMatch(/a run has \d+ cases, sends about \d+ requests/);
  expect(stdout).toContain('nothing is skipped');
  expect(stdout).toContain('nothing prevents a run\n');
});

test('a server that may not call us is told which setting keeps it', {timeout: 60_000}, async () => {
  const folder = temporaryFolder({
    'target.yaml': 'target: deaf\nreference: true\nsettings: {webhook.ALLOWED_HOST_LIST: external}\n',
  });
  const args = ['--target-file', join(folder, 'target.yaml'), '--lag', '200ms', '--output', join(folder, 'out')];
  const {exitCode, stdout} = await inProcess(main, args);
  expect(exitCode).toBe(6);
  expect(stdout).toContain('ALLOWED_HOST_LIST');
  expect(stdout).toContain('1 problem prevents judging all of it');
  // What the probe showed counts in what is said of the run.
  expect(stdout).toMatch(/\d\d cases are skipped because the probe hook delivered nothing/);
  expect(stdout).toMatch(/statements cannot be judged here: [^·]*EVENT-OLD-LABELS/);
});

test('a variant whose cases are skipped for another reason is not called there', {timeout: 60_000}, async () => {
  const args = ['--reference', '--without', 'anonymous-reading', '--output', join(temporaryFolder(), 'out')];
  const {stdout} = await inProcess(main, args);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /· reverse-proxy [^·]*: its \d+ cases cannot run here for other reasons/,
  );
});

test('HT-43 what stands in the way is told, and reading makes nothing', {timeout: 60_000}, async () => {
  const {url, asked} = await server(
    {
      ...version,
      'GET /api/v1/user': {status: 200, body: {login: 'carol', id: 7, is_admin: false}},
      'GET /api/v1/users/search': {status: 200, body: {data: []}, headers: {'x-total-count': '400'}},
      'GET /api/v1/repos/search': {status: 200, body: {data: []}, headers: {'x-total-count': '7'}},
      'GET /api/v1/user/orgs': {status: 403, body: {message: 'token does not have the scope'}},
      'GET /api/v1/repos/issues/search': {status: 200, body: []},
    },
    {date: 'Sat, 21 Nov 2020 00:00:00 GMT'},
  );
  const args = ['--target', url, '--admin-token-env', 'TOUCHSTONE_T', '--read-only'];
  const {exitCode, stdout} = await inProcess(main, args, {env});
  expect(exitCode).toBe(6);
  expect(stdout).toContain('version 1.25.0, dialect gitea (recognised)');
  expect(stdout).toContain('the token of admin was refused with 403 for reading of organization');
  expect(stdout).toMatch(/its clock is \d+ s behind ours/);
  expect(stdout).toContain('it has 400 other accounts and 7 repositories: it looks like a server that people use');
  expect(stdout).toContain('oauth2: userGetOauth2Application answered 404, so it seems to be absent');
  expect(stdout).toMatch(/\d+ cases are skipped because /);
  expect(stdout).not.toContain(env.TOUCHSTONE_T);
  expect(asked.filter(request => !request.startsWith('GET '))).toEqual([]);
});

test('nobody at home, a wrong token and a wrong option have their exit codes', async () => {
  const {url} = await server({...version, 'GET /api/v1/user': {status: 401, body: {}}});
  const refused = await inProcess(main, ['--target', url, '--admin-token-env', 'TOUCHSTONE_T', '--read-only'], {env});
  expect(refused.exitCode).toBe(5);
  expect(refused.stderr).toContain('touchstone doctor: signing in as administrator was refused with 401');
  const nobody = await inProcess(main, ['--target', 'http://127.0.0.1:9', '--read-only']);
  expect(nobody.exitCode).toBe(5);
  expect(nobody.stderr).toContain('cannot connect to http://127.0.0.1:9');
  const nothing = await inProcess(main, []);
  expect(nothing.exitCode).toBe(2);
  expect(nothing.stderr).toContain('nothing to test');
});

test('everything that is asked is an operation of the contract', () => {
  const probes = [...readProbes, ...writeProbes, ...capabilityProbes].map(({operation}) => operation);
  const contract = readFileSync(join(packageRoot, 'proto/hosting.openapi.yaml'), 'utf8');
  expect(probes.filter(operation => !contract.includes(`operationId: ${operation}\n`))).toEqual([]);
});
