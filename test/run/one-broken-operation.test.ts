// Shows that a server which breaks on one operation costs exactly the cases that use it, each with the true cause, and leaves a whole report.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {
  drip,
  endlessChunks,
  gzipBomb,
  halfBody,
  hang,
  passThrough,
  pump,
  rawServer,
  reply,
  reset,
  sendAndEnd,
  type Script,
} from '../support/raw-server.ts';
import {completeResults, verdictsOf} from '../support/run-results.ts';
import {someOf} from '../support/length.ts';

const reference = liveReference();
const replyTimeoutMs = 3_000;
/** Each of its requests may take that long, one after the other. */
const budgetMs = 110_000;

/** Cases that read the labels of an issue, and cases that never do. */
const readers = ['neighbours-stay', 'two-of-one-scope-in-one-request', 'only-exclusive-labels-have-a-scope'];
const others = ['exclusive-may-be-left-out', 'exclusive-is-kept-by-other-edits'];
const idOf = (name: string): string => `hosting/labels/${name}`;
const selected = [...readers, ...others].flatMap(name => ['--id', idOf(name)]);

async function run(
  operation: string,
  script: Script,
  more: readonly string[] = [],
): Promise<{finished: Finished; folder: string}> {
  const server = await rawServer({routes: {[operation]: script}, fallback: passThrough(reference().url)});
  atEnd(() => server.close());
  const folder = temporaryFolder();
  const finished = await touchstone(
    [
      'run',
      ...targetArgs(server.url),
      ...selected,
      '--reply-timeout',
      `${replyTimeoutMs}ms`,
      '--output',
      'out',
      ...more,
    ],
    {env: reference().env, cwd: folder, budgetMs},
  );
  return {finished, folder: join(folder, 'out')};
}

const readLabels = 'GET /api/v1/repos/*/issues/*/labels';

const broken: readonly (readonly [row: string, name: string, script: Script, cause: string, detail: RegExp])[] = [
  ['HT-01', 'never answers', hang(), 'timeout-headers', /3000 ms|3 s/],
  [
    'HT-02',
    'sends its head one byte at a time',
    drip(`HTTP/1.1 200 OK\r\nX-Pad: ${'x'.repeat(500)}\r\n\r\n`, 50),
    'timeout-headers',
    /3000 ms|3 s/,
  ],
  ['HT-03', 'sends a body without end, byte by byte', endlessChunks(50), 'timeout-total', /3000 ms|3 s/],
  [
    'HT-04',
    'announces a body of 1 GB',
    pump({totalBytes: 1024 ** 3, isAnnounced: true}),
    'body-too-large',
    /8\s?MiB|8,?388,?608/,
  ],
  ['HT-05', 'sends gzip that grows to 200 MB', gzipBomb(200), 'body-too-large', /8\s?MiB|8,?388,?608/],
  ['HT-08', 'resets the connection in mid body', reset(12), 'reset', /12 bytes/],
  [
    'HT-09',
    'closes the connection before its body is whole',
    halfBody(12),
    'short-body',
    /after 12 bytes of the body, before its end/,
  ],
  ['HT-20', 'answers as an SSH server', sendAndEnd('SSH-2.0-OpenSSH_9.6\r\n'), 'not-http', /SSH-2\.0-OpenSSH_9\.6/],
];

test.concurrent.each(someOf(broken, 2))(
  '%s: reading labels %s',
  async (_row, _name, script, cause, detail) => {
    const {finished, folder} = await run(readLabels, script);
    expect(finished.exitCode).toBe(6);
    const results = completeResults(folder);
    expect(verdictsOf(results)).toEqual({
      ...Object.fromEntries(readers.map(name => [idOf(name), `error ${cause}`])),
      ...Object.fromEntries(others.map(name => [idOf(name), 'pass'])),
    });
    expect(results.journal.footer).toMatchObject({notRun: 0, leftovers: [], exitCode: 6});
    for (const name of readers) {
      const line = results.cases.get(idOf(name));
      expect(line?.detail).toMatch(detail);
      expect(line?.durationMs).toBeLessThan(6_000);
      expect(finished.stdout).toContain(idOf(name));
    }
    expect(finished.stdout).toContain(cause);
  },
  budgetMs + 10_000,
);

test.concurrent('an operation that answers 500: the cases that prove its statement fail', async () => {
  const {finished, folder} = await run(readLabels, reply(500, {body: '{"message":"boom"}'}));
  expect(finished.exitCode).toBe(1);
  expect(verdictsOf(completeResults(folder))).toEqual({
    ...Object.fromEntries(readers.map(name => [idOf(name), 'fail server-error'])),
    ...Object.fromEntries(others.map(name => [idOf(name), 'pass'])),
  });
});

test.concurrent.each<[what: string, script: Script, verdict: string]>([
  ['404', reply(404), 'error unconfirmed'],
  ['405 without a word', reply(405), 'error unconfirmed'],
  ['405 and says why', reply(405, {body: '{"message":"not here"}'}), 'fail expectation'],
])('an operation whose path nothing shows answers %s to everybody', async (_what, script, verdict) => {
  const {folder} = await run(readLabels, script);
  // It is the last that this case asks.
  expect(verdictsOf(completeResults(folder))[idOf('two-of-one-scope-in-one-request')]).toBe(verdict);
});

test.concurrent('an operation that others need answers 500: the case that proves it fails, the others are blocked by that case', async () => {
  const {finished, folder} = await run('POST /api/v1/repos/*/labels', reply(500, {body: '{"message":"boom"}'}));
  expect(finished.exitCode).toBe(1);
  const {cases} = completeResults(folder);
  const provers = [...others, 'only-exclusive-labels-have-a-scope'];
  for (const name of provers) expect(cases.get(idOf(name))).toMatchObject({verdict: 'fail', cause: 'server-error'});
  for (const name of ['neighbours-stay', 'two-of-one-scope-in-one-request']) {
    const line = cases.get(idOf(name));
    expect(line).toMatchObject({verdict: 'error', cause: 'blocked'});
    const blocker = /^blocked by (\S+): .*issueCreateLabel answered 500/.exec(line?.detail ?? '')?.[1] ?? '';
    expect(provers.map(idOf)).toContain(blocker);
  }
});

test.concurrent('RN-11 a server that refuses to delete: verdicts stay, what is left is listed, and the exit code says so', async () => {
  const {finished, folder} = await run('DELETE /api/v1/*', reply(403, {body: '{}'}));
  expect(finished.exitCode).toBe(6);
  const {journal} = completeResults(folder);
  expect(journal.footer.counts).toMatchObject({pass: readers.length + others.length, fail: 0, error: 0});
  expect(journal.footer.leftovers.filter(text => text.startsWith('account '))).toHaveLength(2);
  for (const text of journal.footer.leftovers) expect(text).toContain('403');
  expect(finished.stdout).toContain('account alice-');
});

test.concurrent('a removal that is answered with 500 once is sent again, and nothing is called left behind', async () => {
  const refused = new Set<string>();
  const through = passThrough(reference().url);
  const {finished, folder} = await run('DELETE /api/v1/repos/*/*', (socket, request) => {
    if (refused.has(request.path)) return through(socket, request);
    refused.add(request.path);
    return reply(500, {body: 'the database is locked'})(socket, request);
  });
  const {journal} = completeResults(folder);
  expect([finished.exitCode, journal.footer.leftovers, refused.size > 0]).toEqual([0, [], true]);
});
