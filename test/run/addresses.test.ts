// Shows which ways of writing the address of a server lead to it, and what is said of a proxy that is not used.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {makeCertificate} from '../support/make-certificate.ts';
import {below, passThrough, rawServer, reply, type RawServer, type RawServerOptions} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';

const reference = liveReference();

async function serve(options: RawServerOptions): Promise<RawServer> {
  const server = await rawServer(options);
  atEnd(() => server.close());
  return server;
}

async function passes(
  url: string,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{stdout: string; stderr: string; folder: string}> {
  const folder = temporaryFolder();
  const {exitCode, stdout, stderr} = await touchstone(
    ['run', '--id', 'hosting/labels/exclusive-may-be-left-out', ...targetArgs(url), '--output', 'out', ...more],
    {cwd: folder, env: {...reference().env, ...env}},
  );
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  expect(completeResults(join(folder, 'out')).journal.footer.counts).toMatchObject({pass: 1, error: 0});
  return {stdout, stderr, folder: join(folder, 'out')};
}

const behindPrefix = (): RawServerOptions => ({fallback: below('/git/hub', passThrough(reference().url))});

test.concurrent.each(['/git/hub', '/git/hub/', '/git/hub/api/v1', '/git/hub/api/v1/'])(
  'a server below a path, written %s',
  async path => {
    const server = await serve(behindPrefix());
    const {stdout} = await passes(server.url + path);
    expect(stdout).toContain(`${server.url}/git/hub`);
    expect(server.requests.map(request => request.path).filter(asked => !asked.startsWith('/git/hub/api/v1/'))).toEqual(
      [],
    );
  },
);

test.concurrent('the prefix of a server below a path may not be left out', async () => {
  const server = await serve(behindPrefix());
  const {exitCode, stderr} = await touchstone(['run', ...targetArgs(server.url)], {env: reference().env});
  expect(exitCode).toBe(5);
  expect(stderr).toContain('with its path prefix if it has one');
});

test.concurrent('an IPv6 literal', async () => {
  const server = await serve({host: '::1', fallback: passThrough(reference().url)});
  expect(server.url).toContain('[::1]');
  await passes(`${server.url}/`);
});

test.each([
  'ftp://127.0.0.1:8080',
  '127.0.0.1:8080',
  'http://',
  'http://127.0.0.1:65536',
  'http://127.0.0.1:0',
  'http://127.0.0.1:8080/git',
  'http://127.0.0.1:8080/?pool=1',
  'http://127.0.0.1:8080/#a',
])('--proxy %s is refused before anything is sent, with the way to write it', async address => {
  const {exitCode, stderr} = await touchstone(['run', '--target', 'http://127.0.0.1:9', '--proxy', address]);
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/^touchstone run: --proxy: that is not a proxy address; write http:\/\/HOST:PORT,/),
  });
});

test.concurrent('HTTP_PROXY is set: the proxy sees nothing, and one line says so in every report', async () => {
  const proxy = await serve({fallback: reply(502)});
  const {stderr, stdout, folder} = await passes(reference().url, [], {
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
    ALL_PROXY: proxy.url,
  });
  expect(proxy.connections()).toBe(0);
  expect(stderr.split('\n').filter(line => line.includes('PROXY'))).toEqual([
    'note: HTTP_PROXY is set and was not used; --proxy URL uses a proxy',
  ]);
  for (const text of [stdout, readFileSync(join(folder, 'junit.xml'), 'utf8')])
    expect(text).toContain('HTTP_PROXY is set and was not used');
});

test.concurrent('--insecure is enough for a certificate of nobody, and stands in every report', async () => {
  const {certPem, keyPem} = makeCertificate({host: 'git.example.org'});
  const server = await serve({tls: {cert: certPem, key: keyPem}, fallback: passThrough(reference().url)});
  const {stdout, stderr, folder} = await passes(server.url, ['--insecure']);
  const reports = ['results.jsonl', 'junit.xml', 'report.md'].map(name => readFileSync(join(folder, name), 'utf8'));
  for (const text of [stdout, stderr, ...reports])
    expect(text).toMatch(/--insecure.*not checked|not checked.*--insecure/);
});

test.concurrent('a header of the user goes with every request', async () => {
  const server = await serve({fallback: passThrough(reference().url)});
  await passes(server.url, ['--header', 'X-Gate: open sesame']);
  expect(server.requests.length).toBeGreaterThan(5);
  for (const {head} of server.requests) expect(head).toMatch(/^x-gate: open sesame\r$/im);
});

test.concurrent('--version prints the version and nothing else', async () => {
  const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await touchstone(['--version'])).toMatchObject({exitCode: 0, stdout: `${version}\n`, stderr: ''});
});

test.concurrent('no command: how to use it, on standard error, exit code 2', async () => {
  const {exitCode, stdout, stderr} = await touchstone([]);
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
  expect(stderr).toContain('Usage: touchstone COMMAND');
});
