// A server whose replies are odd and can still be read: no case turns red, and the run names each oddity, once.
import {expect, test} from 'vitest';
import {runFiles} from '../support/any-api-run.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, send} from '../support/raw-server.ts';

const paths = ['mark', 'charset', 'version', 'coding', 'plain'];

const suite = `cases:
  - id: read
    title: \${row.path} is read
    table: [${paths.flatMap(path => [`{id: ${path}-a, path: ${path}}`, `{id: ${path}-b, path: ${path}}`]).join(', ')}]
    steps:
      - {request: "GET /\${row.path}", expect: {status: 200, body: {a: 1}}}
`;

const body = '{"a":1}';
const reply = (type: string, text = body, version = 'HTTP/1.1') =>
  send(
    `${version} 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`,
  );

test('HT-30 what is odd about replies is said once, with the first request that got it', async () => {
  const server = await rawServer({
    routes: {
      'GET /mark': reply('application/json', `\ufeff${body}`),
      'GET /charset': reply('application/json; charset=latin1'),
      'GET /version': reply('application/json', body, 'HTTP/2.0'),
      'GET /coding': send(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: rot13, chunked\r\n\r\n7\r\n${body}\r\n0\r\n\r\n`,
      ),
    },
    fallback: reply('application/json'),
  });
  atEnd(() => server.close());
  const target = `target: odd\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`;
  const ran = await runFiles({'target.yaml': target, 'cases/a.yaml': suite});
  expect(ran.exitCode).toBe(0);
  const [probe, ...others] = ran.journal.filter(({type}) => type === 'probe');
  expect([probe?.['name'], probe?.['outcome'], others]).toEqual(['plain-replies', 'differs', []]);
  const said = String(probe?.['detail']).split('. ');
  // Whichever of the two rows came first.
  expect(said.map(line => line.replace(/^GET (\/\w+) \(a\/read\[\w+-[ab]\], step 1\)/, '$1')).sort()).toEqual([
    '/charset: the Content-Type says charset="latin1", and JSON is UTF-8 (RFC 8259 8.1); and once more',
    '/coding: the Transfer-Encoding "rot13" was not asked for, and the body was not decoded by it; and once more',
    '/mark: the body begins with a byte order mark, which JSON does not have (RFC 8259 8.1); and once more',
    '/version: the status line says HTTP/2.0, and the connection speaks HTTP/1.1; and once more',
  ]);
  expect(ran.stdout).toContain('plain-replies');
});
