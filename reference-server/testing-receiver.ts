/** Receives the deliveries of webhooks for one test; used by tests alone. */
import {createServer} from 'node:http';
import type {IncomingHttpHeaders, IncomingMessage, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

export interface Receiver {
  readonly url: string;
  readonly all: readonly Received[];
  /** Waits until so many deliveries have arrived, and gives all that have. */
  readonly until: (count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<void>;
}

/** Starts a receiver; `answer` decides what it says, by default 200. */
export async function testReceiver(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('ok'),
): Promise<Receiver> {
  const all: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      all.push(received(request, Buffer.concat(chunks).toString('utf8')));
      for (const look of waiting) look();
      answer(request, response);
    });
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all,
    until: async count =>
      new Promise(resolve => {
        const look = (): void => {
          if (all.length < count) return;
          waiting.delete(look);
          resolve([...all]);
        };
        waiting.add(look);
        look();
      }),
    close: async () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function received(request: IncomingMessage, text: string): Received {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const body = isForm ? (new URLSearchParams(text).get('payload') ?? '') : text;
  return {
    path: request.url ?? '',
    headers: request.headers,
    text: body,
    event: String(request.headers['x-gitea-event-type']),
    payload: (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>,
  };
}
