// Shows that what a run is given as a secret besides its accounts is shown nowhere: in addresses, in headers, as a client secret.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {proxyServer} from '../support/proxy-server.ts';
import {passThrough, rawServer, reply, send, sendAndEnd, type RawServer, type Script} from '../support/raw-server.ts';

const reference = liveReference();

const proxyPassword = 'Pr0xy-pass/wörd+7"&=%';
const basic = Buffer.from(`gate:${proxyPassword}`).toString('base64');
const cases = ['--id', 'hosting/labels/exclusive-is-an-option', '--id', 'hosting/labels/neighbours-stay'];
const everyReport = 'junit,html,markdown,sarif,ctrf,tap,har,github:out/github.txt';

interface Done {
  readonly finished: Finished;
  /** Everything that was printed or written, by its name. */
  readonly written: ReadonlyMap<string, string>;
}

async function runIn(cwd: string, args: readonly string[], env: {readonly [name: string]: string} = {}): Promise<Done> {
  const finished = await touchstone(
    ['run', ...cases, ...args, '--output', 'out', '--reporter', everyReport, '--record', 'all'],
    {cwd, env: {...reference().env, ...env}, budgetMs: 90_000},
  );
  return {finished, written: everything(finished, join(cwd, 'out'))};
}

function everything({stdout, stderr}: Finished, folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  return new Map([
    ['standard output', stdout],
    ['standard error', stderr],
    ...files.map(({parentPath, name}): [string, string] => [name, readFileSync(join(parentPath, name), 'utf8')]),
  ]);
}

/** Names what holds one of these texts, or all of them but a few characters. */
function leaks(written: ReadonlyMap<string, string>, secrets: readonly string[]): readonly string[] {
  const parts = secrets.flatMap(secret => [
    secret,
    ...(secret.length < 16 ? [] : [secret.slice(0, -4), secret.slice(4), secret.slice(0, secret.length / 2)]),
  ]);
  return parts.flatMap(part =>
    [...written].filter(([, text]) => text.includes(part)).map(([name]) => `${name}: ${part}`),
  );
}

/** A server whose labels answer so, and that is otherwise the reference. */
async function answering(script: Script): Promise<RawServer> {
  const server = await rawServer({
    routes: {'GET /api/v1/repos/*/labels*': script, 'GET /api/v1/repos/*/issues/*/labels': script},
    fallback: passThrough(reference().url),
  });
  atEnd(() => server.close());
  return server;
}

describe('the password of a proxy', () => {
  const secrets = [proxyPassword, encodeURIComponent(proxyPassword), basic.replace(/=+$/, '')];
  const echo: Script = (socket, request) => {
    const seen = /^x-forwarded-authorization: *(.*)\r$/im.exec(request.head)?.[1] ?? '';
    const plain = Buffer.from(seen.slice(6), 'base64').toString();
    return reply(500, {body: JSON.stringify({seen, plain})})(socket, request);
  };

  test.each([
    ['the environment', (url: string) => ({args: [], env: {TOUCHSTONE_PROXY: url}, file: ''})],
    ['the command line', (url: string) => ({args: ['--proxy', url], env: {}, file: ''})],
    ['the target file', (url: string) => ({args: [], env: {}, file: `proxy: ${JSON.stringify(url)}\n`})],
  ])('of %s is shown nowhere', {timeout: 100_000}, async (_where, given) => {
    const proxy = await proxyServer('gate', proxyPassword);
    atEnd(() => proxy.close());
    const server = await answering(echo);
    const {args, env, file} = given(`http://gate:${encodeURIComponent(proxyPassword)}@127.0.0.1:${proxy.port}`);
    const cwd = temporaryFolder({
      'target.yaml': `target: proxied\nurl: ${server.url}\nadmin: {user: ${reference().admin.user}, passwordEnv: TOUCHSTONE_PASSWORD}\n${file}`,
    });
    const target = file === '' ? targetArgs(server.url, reference().admin.user) : ['--target-file', 'target.yaml'];
    const {finished, written} = await runIn(cwd, [...target, ...args], env);
    expect(proxy.passed()).toBeGreaterThan(5);
    expect(leaks(written, secrets)).toEqual([]);
    expect(finished.exitCode).toBe(1);
    expect(written.get('results.jsonl')).toContain('[redacted:TOUCHSTONE_');
    // The line that repeats the run names the variable; a target file says it itself.
    for (const name of ['standard output', 'report.md'])
      expect(written.get(name)?.includes('--proxy "$TOUCHSTONE_PROXY"')).toBe(file === '');
  });

  test('that is wrong is not in the message', async () => {
    const proxy = await proxyServer('gate', 'another');
    atEnd(() => proxy.close());
    const url = `http://gate:${encodeURIComponent(proxyPassword)}@127.0.0.1:${proxy.port}`;
    for (const target of ['http://127.0.0.1:9', 'https://127.0.0.1:9']) {
      const {stdout, stderr, exitCode} = await touchstone(['run', '--target', target], {env: {TOUCHSTONE_PROXY: url}});
      expect(exitCode).toBe(5);
      expect(stderr).toContain('407');
      expect(leaks(new Map([['all', stdout + stderr]]), secrets)).toEqual([]);
    }
  });
});

describe('an address with a password', {concurrent: true}, () => {
  const word = 'hunter2-hunter2-hunter2';
  const address = (scheme: string): string => `${scheme}://ada:${word}@127.0.0.1:9`;

  test.each([
    ['run', '--target', address('http')],
    ['run', '--peer', address('http')],
    ['run', '--peer', address('tcp')],
    ['run', '--peer', `exec:no-such-program ${address('http')}`],
    ['run', '--live-peer', `${address('tcp')}?frame=u32be`],
    ['run', '--live-peer', address('udp')],
    ['run', '--target', 'http://127.0.0.1:9', '--proxy', `ftp://ada:${word}@127.0.0.1:9`],
    ['run', '--target', 'http://127.0.0.1:9', '--proxy', `http://ada:${word}/@[`],
    ['run', '--target', 'http://127.0.0.1:9', '--webhook-url', address('ftp')],
    ['run', '--target', 'http://127.0.0.1:9', '--header', word],
    ['run', '--target', 'http://127.0.0.1:9', '--header', `X-Key: ${word}\r\nX: y`],
    [
      'run',
      '--target',
      'http://127.0.0.1:9',
      '--print-config',
      '--header',
      `X-Key: ${word}`,
      '--proxy',
      address('http'),
    ],
    ['run', address('http'), '--reference'],
    ['doctor', '--target', address('http')],
    ['doctor', '--target', 'http://127.0.0.1:9', '--proxy', address('http')],
    ['init', '--target', address('http'), '--no-try'],
    ['init', '--live-peer', address('udp'), '--no-try'],
    ['compare', address('http'), address('http')],
    ['explain', address('http')],
    ['openid', '--openid-url', address('http')],
    ['fuzz', '--peer', address('tcp')],
    [address('http')],
    ['run', `--${address('http')}`],
  ])('%s %s %s is not repeated', {timeout: 60_000}, async (...args) => {
    const {stdout, stderr, exitCode} = await touchstone(args, {budgetMs: 60_000});
    expect(exitCode).not.toBe(0);
    expect(exitCode).not.toBe(3);
    expect(stdout + stderr).not.toContain(word);
  });
});

describe('values of headers', () => {
  const token = '8f3b1c9e7d5a42608b6f0e1d2c3b4a5968778695';
  const opaque = 'q7Zp2Lw9Xs4Vt8Rb3Nk6';
  const inVariable = 'words-without-a-digit-in-them';
  const secrets = [token, opaque, inVariable];
  const args = ['--header', `X-Gate-Key: ${token}`, '--header', `X-Route: ${opaque}`, '--header', 'X-Stage: canary'];

  /** Says so much before a secret that the shortening cuts its last character. */
  const cutAt = (shownMax: number, lead: string, secret: string): string =>
    `${lead}${'-'.repeat(shownMax - lead.length - secret.length + 1)}${secret} and more of it ${'.'.repeat(400)}`;
  const page = (secret: string): Script =>
    reply(200, {headers: ['Content-Type: text/html'], body: cutAt(80, '<html>', secret)});

  test.each([
    ['at the end of what is shown of a body', page(token), '"<html>'],
    ['at the end of what is shown of a body, from a variable', page(inVariable), '"<html>'],
    ['at the end of what is shown of a body, by its value', page(opaque), '"<html>'],
    ['in what is no HTTP', sendAndEnd(cutAt(60, '{', token)), 'it sent "{'],
    [
      'in an encoding that nobody knows',
      reply(200, {headers: [`Content-Encoding: ${'x'.repeat(1)}${token}`], body: 'z'}),
      'content encoding',
    ],
    ['in a JSON value', reply(200, {body: JSON.stringify([{name: cutAt(142, '', token)}])}), 'expected'],
    ['in a refusal', reply(418, {body: cutAt(200, '', token)}), '418'],
    [
      'in attributes of a cookie and beside one',
      reply(500, {
        headers: [`Set-Cookie: ${token}; Path=/${opaque}; Hint=${inVariable}`, `Set-Cookie: a=b; Path=/, c=${token}`],
      }),
      'Path=/',
    ],
    ['in a Location', reply(302, {headers: [`Location: https://ada:${token}@git.example.org/?x=${opaque}`]}), '302'],
  ])('are shown nowhere: %s', {timeout: 100_000}, async (_name, script, seen) => {
    const server = await answering(script);
    const cwd = temporaryFolder({
      'target.yaml': `target: gated
url: ${server.url}
admin: {user: ${reference().admin.user}, passwordEnv: TOUCHSTONE_PASSWORD}
headers: {X-Team: {env: TOUCHSTONE_TEAM}, X-Kind: application/json}
`,
    });
    const {written} = await runIn(cwd, ['--target-file', 'target.yaml', ...args], {TOUCHSTONE_TEAM: inVariable});
    expect(server.requests.at(-1)?.head).toContain(token);
    expect(leaks(written, secrets)).toEqual([]);
    expect([...written.values()].some(text => text.includes(seen) || text.includes(seen.replace('"', '\\"')))).toBe(
      true,
    );
    expect(written.get('results.jsonl')).toContain('[redacted:');
    // Ordinary words stay readable.
    expect(written.get('results.jsonl')).toContain('application/json');
    expect(written.get('results.jsonl')).not.toContain('[redacted:X-Stage]');
  });

  test('what begins with one when the run is refused is not printed', async () => {
    const server = await rawServer({fallback: send(cutAt(60, '{', token))});
    atEnd(() => server.close());
    for (const verb of ['run', 'doctor']) {
      const {stdout, stderr, exitCode} = await touchstone([verb, '--target', server.url, ...args]);
      expect(exitCode).toBe(5);
      expect(stderr).toContain('it sent');
      expect(leaks(new Map([['all', stdout + stderr]]), secrets)).toEqual([]);
    }
    const wrong = await rawServer({fallback: reply(200, {body: cutAt(80, '', token)})});
    atEnd(() => wrong.close());
    const {stderr} = await touchstone(['run', '--target', wrong.url, ...args]);
    expect(stderr).toContain('not with a JSON object');
    expect(leaks(new Map([['all', stderr]]), secrets)).toEqual([]);
  });
});

test(
  'the client secret of a target file is shown nowhere, also where no provider is started',
  {timeout: 100_000},
  async () => {
    const clientSecret = 'openid-client-secret-of-the-lab';
    const server = await answering(reply(500, {body: JSON.stringify({configured: clientSecret})}));
    const cwd = temporaryFolder({
      'target.yaml': `target: signed
url: ${server.url}
admin: {user: ${reference().admin.user}, passwordEnv: TOUCHSTONE_PASSWORD}
openid: {clientSecretEnv: TOUCHSTONE_CLIENT}
`,
    });
    const {finished, written} = await runIn(cwd, ['--target-file', 'target.yaml'], {TOUCHSTONE_CLIENT: clientSecret});
    expect(finished.exitCode).toBe(1);
    expect(leaks(written, [clientSecret])).toEqual([]);
    expect(written.get('results.jsonl')).toContain('[redacted:TOUCHSTONE_CLIENT]');
  },
);
