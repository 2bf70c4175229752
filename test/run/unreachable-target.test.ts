// Shows that a target which cannot be tested costs exit code 5, that the reasons are told apart, and what each says to do.
import {createServer} from 'node:net';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {makeCertificate} from '../support/make-certificate.ts';
import {
  hang,
  firstTimes,
  passThrough,
  rawServer,
  redirect,
  reply,
  sendAndEnd,
  type RawServer,
  type RawServerOptions,
} from '../support/raw-server.ts';

const reference = liveReference();

async function serve(options: RawServerOptions): Promise<RawServer> {
  const server = await rawServer(options);
  atEnd(() => server.close());
  return server;
}

const one = ['--id', 'hosting/labels/exclusive-may-be-left-out', '--connect-timeout', '3s', '--reply-timeout', '3s'];

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = temporaryFolder(),
): Promise<Finished> {
  return touchstone(['run', ...one, ...args], {env: {...reference().env, ...env}, cwd});
}

async function unreachable(...given: Parameters<typeof run>): Promise<string> {
  const {exitCode, stdout, stderr} = await run(...given);
  expect({exitCode, stdout}).toEqual({exitCode: 5, stdout: ''});
  return stderr;
}

test.concurrent('nobody listens', async () => {
  const port = await new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  expect(await unreachable(targetArgs(url))).toBe(
    `touchstone run: cannot connect to ${url}: nothing listens on 127.0.0.1:${port} (ECONNREFUSED)\n  start the server, or correct the host and port\n`,
  );
});

test.concurrent('no such host', async () => {
  expect(await unreachable(['--target', 'http://no-such-host.invalid'])).toMatch(
    /^touchstone run: cannot connect to http:\/\/no-such-host\.invalid: .*no-such-host\.invalid.*\n {2}correct the host name\n$/,
  );
});

test.concurrent('it accepts and never answers', async () => {
  const server = await serve({fallback: hang()});
  expect(await unreachable(['--target', server.url, '--reply-timeout', '300ms'])).toMatch(
    /^touchstone run: cannot connect to http:\S+: .*300 ms.*\n {2}.+\n$/,
  );
});

test.concurrent('it is no HTTP server', async () => {
  const server = await serve({greeting: socket => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')});
  expect(await unreachable(['--target', server.url])).toBe(
    String.raw`touchstone run: cannot connect to ${server.url}: the target does not speak HTTP; this looks like an SSH port: it sent "SSH-2.0-OpenSSH_9.6\r\n"` +
      '\n  check that this is the server’s HTTP address\n',
  );
});

test.concurrent('it is a web page', async () => {
  const server = await serve({
    fallback: reply(200, {headers: ['Content-Type: text/html'], body: '<h1>\u001B[31mhello</h1>'}),
  });
  expect(await unreachable(['--target', server.url])).toBe(
    `touchstone run: ${server.url}/api/v1/version answered 200, but not with a JSON object: <h1>\\x1b[31mhello</h1>\n  give the base URL of a server that serves the code-hosting API under /api/v1\n`,
  );
});

test.concurrent('it serves nothing under /api/v1', async () => {
  const server = await serve({});
  expect(await unreachable(['--target', server.url])).toBe(
    `touchstone run: ${server.url} answers, but there is nothing under ${server.url}/api/v1 (404)\n  give the URL under which the server’s own pages are reached, with its path prefix if it has one\n`,
  );
});

test.concurrent('it fails', async () => {
  const server = await serve({fallback: reply(503, {body: '{}'})});
  expect(await unreachable(['--target', server.url])).toBe(
    `touchstone run: ${server.url}/api/v1/version answered 503\n  look into the server’s log; nothing was tested\n`,
  );
});

test.concurrent('it redirects its API: the right address is named, and nothing is sent there', async () => {
  const right = await serve({fallback: passThrough(reference().url)});
  const server = await serve({
    fallback: (socket, request) => redirect(`${right.url}/git${request.path}`, 308)(socket, request),
  });
  expect(await unreachable(targetArgs(server.url))).toBe(
    `touchstone run: ${server.url} redirects its API to ${right.url}/git\n  use --target ${right.url}/git; credentials are never sent on to another address\n`,
  );
  expect(right.connections()).toBe(0);
});

test.concurrent('it redirects only what needs a sign-in: the same', async () => {
  const right = await serve({fallback: passThrough(reference().url)});
  const server = await serve({
    routes: {'/api/v1/version': passThrough(reference().url)},
    fallback: (socket, request) => redirect(`${right.url}${request.path}`, 307)(socket, request),
  });
  expect(await unreachable(targetArgs(server.url))).toBe(
    `touchstone run: ${server.url} redirects its API to ${right.url}\n  use --target ${right.url}; credentials are never sent on to another address\n`,
  );
  expect(right.connections()).toBe(0);
});

test.concurrent('it redirects its API to a login page: no address is made up', async () => {
  const server = await serve({fallback: redirect('/user/login')});
  expect(await unreachable(targetArgs(server.url))).toBe(
    `touchstone run: ${server.url}/api/v1/version answered 302 and redirects to ${server.url}/user/login\n  give the URL whose API answers by itself; redirects are not followed, and credentials are never sent on to another address\n`,
  );
});

test.concurrent('it refuses to make accounts, and repeats the password that it was sent: that is not said', async () => {
  const server = await serve({
    routes: {'POST /api/v1/admin/users': (socket, request) => reply(422, {body: request.body})(socket, request)},
    fallback: passThrough(reference().url),
  });
  const said = await unreachable(targetArgs(server.url));
  expect(said).toMatch(
    /^touchstone run: making the account of alice was answered with 422: .*\n {2}the administrator must be able to create users through the API\n$/,
  );
  const sent = server.requests.find(({method}) => method === 'POST')?.body.toString() ?? '';
  const {password} = JSON.parse(sent) as {password: string};
  expect(password.length).toBeGreaterThan(20);
  expect(said).not.toContain(password);
});

test.concurrent('it goes away between the first answer and the sign-in', async () => {
  const server = await serve({routes: {'/api/v1/version': passThrough(reference().url)}, fallback: sendAndEnd()});
  expect(await unreachable(targetArgs(server.url))).toMatch(/^touchstone run: signing in got no answer: .+\n {2}.+\n$/);
});

test.concurrent('the password is wrong', async () => {
  expect(await unreachable(reference().args, {TOUCHSTONE_PASSWORD: 'wrong-password-1'})).toBe(
    'touchstone run: signing in as administrator was refused with 401\n  check user name and password; where passwords are switched off, or the account has a second factor, give a token: --admin-token-env NAME\n',
  );
});

test.concurrent('the token is wrong', async () => {
  const args = ['--target', reference().url, '--admin-token-env', 'TOUCHSTONE_TOKEN'];
  expect(await unreachable(args, {TOUCHSTONE_TOKEN: 'wrong-token-12345'})).toBe(
    'touchstone run: signing in as administrator was refused with 401\n  check the token; it may be expired or mistyped\n',
  );
});

test.concurrent('a decoder that cannot be started', async () => {
  expect(await unreachable(['--peer', 'exec:./no-such-decoder'])).toMatch(
    /^touchstone run: the decoder under test exec:\.\/no-such-decoder cannot be used: .*was not found.*\n/,
  );
});

test.concurrent('a decoder that ends at once', async () => {
  const said = await unreachable([
    '--peer',
    `exec:'${process.execPath}' -e "console.error('no licence'); process.exit(3)"`,
  ]);
  expect(said).toContain('exit code 3');
  expect(said).toContain('no licence');
});

test.concurrent('a certificate that nobody vouches for is refused, with the way out', async () => {
  const {server} = await secureServer('127.0.0.1');
  expect(await unreachable(targetArgs(server.url))).toMatch(
    /^touchstone run: cannot connect to https:\S+: .*(SELF_SIGNED|self-signed).*\n {2}give the certificate authority with --ca-file FILE, or accept anything with --insecure\n$/,
  );
  expect(server.requests).toEqual([]);
});

test.concurrent('a certificate for another host is refused though its authority is known', async () => {
  const {server, cwd} = await secureServer('git.example.org');
  expect(await unreachable([...targetArgs(server.url), '--ca-file', 'ca.pem'], {}, cwd)).toMatch(
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match/,
  );
});

test.concurrent('with its authority in --ca-file, the same server is tested', async () => {
  const {server, cwd} = await secureServer('127.0.0.1');
  const {exitCode, stderr} = await run([...targetArgs(server.url), '--ca-file', 'ca.pem'], {}, cwd);
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
});

test.concurrent('a certificate that has expired is refused though its authority is known', async () => {
  const dayMs = 86_400_000;
  const {server, cwd} = await secureServer('127.0.0.1', {
    notBefore: new Date(Date.now() - 2 * dayMs),
    notAfter: new Date(Date.now() - dayMs),
  });
  expect(await unreachable([...targetArgs(server.url), '--ca-file', 'ca.pem'], {}, cwd)).toMatch(
    /^touchstone run: cannot connect to https:\S+: .*(CERT_HAS_EXPIRED|expired).*\n/,
  );
  expect(server.requests).toEqual([]);
});

test.concurrent('a target that is busy while people sign in gets the time that it asks for', async () => {
  const real = passThrough(reference().url);
  const busy = reply(429, {headers: ['Retry-After: 0'], body: '{}'});
  const server = await serve({
    routes: {
      'GET /api/v1/version': firstTimes(1, busy, real),
      'POST /api/v1/admin/users': firstTimes(2, busy, real),
      'POST /api/v1/users/*/tokens': firstTimes(1, busy, real),
    },
    fallback: real,
  });
  const {exitCode, stderr} = await run(targetArgs(server.url));
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'POST /api/v1/admin/users, before the first case: the target answered 429 and was given the 0 s that it asked for',
  );
});

test.concurrent('a target that asks for more time than anybody has is left alone', async () => {
  const busy = reply(429, {headers: ['Retry-After: 3600'], body: '{}'});
  const server = await serve({
    routes: {'POST /api/v1/admin/users': busy},
    fallback: passThrough(reference().url),
  });
  expect(await unreachable(targetArgs(server.url))).toContain('making the account of alice was answered with 429');
});

async function secureServer(
  host: string,
  validity: {readonly notBefore?: Date; readonly notAfter?: Date} = {},
): Promise<{server: RawServer; cwd: string}> {
  const {certPem, keyPem} = makeCertificate({host, ...validity});
  const server = await serve({tls: {cert: certPem, key: keyPem}, fallback: passThrough(reference().url)});
  return {server, cwd: temporaryFolder({'ca.pem': certPem})};
}
