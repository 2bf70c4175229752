import {createServer, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import {openTunnel, proxyAuthorization} from './proxy.ts';

test.for([
  ['http://carol:p%40ss%3A%C3%BC@proxy:3128', 'carol:p@ss:ü'],
  ['http://carol@proxy:3128', 'carol:'],
  ['http://:secret@proxy:3128', ':secret'],
])('the credentials of %s are %s (RFC 7617)', ([url = '', pair = '']) => {
  expect(proxyAuthorization(new URL(url))).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
});

test('a proxy without credentials is given none', () => {
  expect(proxyAuthorization(new URL('http://proxy:3128'))).toBeUndefined();
});

test.for([
  ['HTTP/1.1 200 OK\r\n\r\nhello', 'through: hello'],
  ['HTTP/1.1 204 No Content\r\n\r\nhello', 'through: hello'],
  ['HTTP/1.1 407 No\r\n\r\n', 'does not accept the user and the password'],
  ['HTTP/1.1 503 No\r\n\r\n', 'refused the tunnel to target:443: 503 No'],
] as const)('a tunnel that is answered with %j is %s', async ([answer, wanted]) => {
  const server = createServer(socket => socket.once('data', () => socket.end(answer)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const said = await new Promise<string>(resolve => {
    openTunnel(
      {
        proxy: new URL(`http://carol:secret@127.0.0.1:${String(port)}`),
        target: new URL('https://target'),
        tls: {insecure: false},
      },
      (error, socket) => resolve(error === undefined ? read(socket) : error.message),
    );
  });
  server.close();
  expect(said).toContain(wanted);
});

async function read(socket: Socket | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket ?? []) chunks.push(chunk as Buffer);
  return `through: ${Buffer.concat(chunks).toString()}`;
}
