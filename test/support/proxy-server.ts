// A proxy that wants a user and a password: it forwards plain requests and opens tunnels.
import {createServer, request as ask} from 'node:http';
import {connect, type Socket} from 'node:net';

/** A proxy that runs. */
export interface ProxyServer {
  readonly port: number;
  /** How many requests and tunnels it let through. */
  passed(): number;
  close(): Promise<void>;
}

/** Starts it on a free port of the loopback. It hands its credentials on, as a careless proxy does. */
export async function proxyServer(user: string, password: string): Promise<ProxyServer> {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const open = new Set<Socket>();
  let passed = 0;
  const server = createServer((incoming, outgoing) => {
    if (incoming.headers['proxy-authorization'] !== wanted) return void outgoing.writeHead(407).end('who are you?');
    passed += 1;
    const onward = ask(
      incoming.url ?? '',
      {method: incoming.method, headers: {...incoming.headers, 'x-forwarded-authorization': wanted}},
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    if (incoming.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Who Are You\r\n\r\n');
      return;
    }
    passed += 1;
    const [host, port] = (incoming.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.on('connection', socket => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    passed: () => passed,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
