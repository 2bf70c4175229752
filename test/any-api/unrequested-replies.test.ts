// A server that sends replies which no request asked for: they never answer another case, and the run names the request that they came after.
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {runFiles} from '../support/any-api-run.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';

const suite = `cases:
  - id: own
    title: \${row.path} answers itself
    table: [${Array.from({length: 20}, (_, index) => `{id: r${String(index)}, path: /p${String(index)}}`).join(', ')}]
    steps:
      - {request: "GET \${row.path}", expect: {body: {path: "\${row.path}"}}}
`;

const echo: Script = (socket, {path, ...request}) =>
  reply(200, {body: JSON.stringify({path})})(socket, {path, ...request});

async function run(script: Script): ReturnType<typeof runFiles> {
  const server = await rawServer({fallback: script});
  atEnd(() => server.close());
  const target = `target: late\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`;
  return runFiles({'target.yaml': target, 'cases/a.yaml': suite});
}

test('HT-17 a late reply to one case never answers another', async () => {
  const served = new WeakSet();
  const ran = await run((socket, request) => {
    if (served.has(socket)) void echo(socket, {...request, path: '/late'});
    served.add(socket);
    return echo(socket, request);
  });
  expect(ran.stdout).toContain('All 20 judged cases passed.');
  expect(ran.exitCode).toBe(0);
});

test('HT-17 a run names the request after which bytes came that none asked for', async () => {
  const ran = await run((socket, request) => {
    if (request.path !== '/p7') return echo(socket, request);
    socket.cork();
    void echo(socket, request);
    void echo(socket, {...request, path: '/late'});
    return socket.uncork();
  });
  expect(ran.exitCode).toBe(0);
  expect(ran.journal.filter(({type}) => type === 'probe')).toEqual([
    {
      type: 'probe',
      name: 'only-requested-replies',
      outcome: 'differs',
      detail:
        'GET /p7 (a/own[r7], step 1): 93 bytes came behind this reply that no request asked for; the connection was closed',
    },
  ]);
  expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain('only-requested-replies: GET /p7 (a/own[r7], step 1): 93 bytes');
});

test('HT-17 a late reply that was taken for the next one of its case is named on the finding', async () => {
  // Behind /late comes a second reply, while /slow waits for its own.
  const server = await rawServer({
    fallback: async (socket, request) => {
      if (request.path === '/slow') await sleep(60);
      await echo(socket, request);
      if (request.path !== '/late') return;
      setTimeout(() => void reply(500)(socket, request), 20);
    },
  });
  atEnd(() => server.close());
  const ran = await runFiles({
    'target.yaml': `target: late\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`,
    'cases/a.yaml': `cases:
  - id: own
    steps:
      - {request: GET /late, expect: {status: 200}}
      - {request: GET /slow, expect: {status: 200}}
`,
  });
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /note: GET \/slow \(a\/own, step 2\): \d+ bytes came behind this reply that no request asked for; the connection was closed; its earlier replies may each belong to the request before/,
  );
});
