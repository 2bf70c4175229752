// A server that ends a kept connection before it reads the next request, which it may do at any time: no case is in error, and nothing with effects is sent twice.
import {expect, test} from 'vitest';
import {runFiles} from '../support/any-api-run.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';

const suite = `cases:
  - id: own
    title: \${row.path} is made and read
    table: [${Array.from({length: 12}, (_, index) => `{id: r${String(index)}, path: /p${String(index)}}`).join(', ')}]
    steps:
      - {request: "GET \${row.path}", expect: {status: 200}}
      - {request: "POST \${row.path}", body: {}, expect: {status: 200}}
      - {request: "GET \${row.path}", expect: {status: 200}}
`;

test('cases whose connections end without a word run to their end', async () => {
  const served = new WeakSet();
  const answered: string[] = [];
  let ended = 0;
  const script: Script = (socket, request) => {
    if (served.has(socket)) {
      ended += 1;
      return void socket.destroy();
    }
    served.add(socket);
    answered.push(`${request.method} ${request.path}`);
    return reply(200, {body: '{}'})(socket, request);
  };
  const server = await rawServer({fallback: script});
  atEnd(() => server.close());
  const target = `target: ends\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`;
  const ran = await runFiles(
    {'target.yaml': target, 'cases/a.yaml': suite},
    {argv: ['cases', '--target-file', 'target.yaml', '--jobs', '1']},
  );
  expect(ran.stdout).toContain('All 12 judged cases passed.');
  expect(ran.exitCode).toBe(0);
  // The first case meets the ended connection at its POST and is done anew; after that no connection is kept.
  expect(ended).toBe(1);
  expect(answered.filter(line => line.startsWith('POST')).toSorted()).toEqual(
    Array.from({length: 12}, (_, index) => `POST /p${String(index)}`).toSorted(),
  );
  const notes = ran.journal.flatMap(line => (line['type'] === 'case' ? line['notes'] : []));
  expect(notes).toContain(
    'the target ended a kept connection before it answered, so it ran again with a connection for each request',
  );
});

test('a reading request that was lost on a kept connection is sent again', async () => {
  const served = new WeakSet();
  const script: Script = (socket, request) => {
    if (served.has(socket)) return void socket.destroy();
    served.add(socket);
    return reply(200, {body: '{}'})(socket, request);
  };
  const server = await rawServer({fallback: script});
  atEnd(() => server.close());
  const target = `target: ends\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`;
  const reading = suite.replace('POST ${row.path}", body: {}', 'GET ${row.path}"');
  const ran = await runFiles({'target.yaml': target, 'cases/a.yaml': reading});
  expect(ran.stdout).toContain('All 12 judged cases passed.');
  expect(ran.journal.flatMap(line => (line['type'] === 'case' ? line['notes'] : []))).toEqual([]);
});
