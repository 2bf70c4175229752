// Receives webhooks over HTTP: each inbox has a path of its own, everything is bounded, and nothing that a sender does ends us.
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Clock, RandomSource} from '../../../model/ports.ts';
import {
  defaultWebhookBounds,
  type InboxOpening,
  type WebhookBounds,
  type WebhookPort,
  type WebhookSettings,
} from '../../../model/webhook.ts';
import {whyNotListening} from './listen-trouble.ts';
import {hostInUrl} from './listen-address.ts';
import {keepRoom} from './connection-room.ts';
import {makeInbox, type Inbox} from './inbox.ts';

/** Makes the receiver of one run; it listens from the first `open()` on. */
export function webhookReceiver(
  settings: WebhookSettings,
  {
    clock,
    random,
    bounds = defaultWebhookBounds,
  }: {readonly clock: Clock; readonly random: RandomSource; readonly bounds?: WebhookBounds},
): WebhookPort {
  const inboxes = new Map<string, Inbox>();
  const state: State = {inboxes, gone: new Set(), clock, bounds, strays: 0, heldBytes: 0};
  let listening: Promise<Listening> | undefined;
  const bound = (): Promise<Listening> => (listening ??= listen(settings, state));
  return {
    async listen() {
      const place = await bound();
      return place.kind === 'failed' ? place.why : undefined;
    },
    async open() {
      const place = await bound();
      if (place.kind === 'failed') return place;
      const path = random.name(32);
      const inbox = makeInbox({
        url: `${place.url}/${path}`,
        secret: random.name(32),
        clock,
        bounds,
        isRoomFor: bytes => state.heldBytes + bytes <= bounds.heldBytesMax,
        held: bytes => {
          state.heldBytes += bytes;
        },
        closed: () => {
          inboxes.delete(path);
          state.gone.add(path);
        },
      });
      inboxes.set(path, inbox);
      return {kind: 'open', inbox} satisfies InboxOpening;
    },
    describe: () =>
      `${listenText(settings)}${settings.publicUrl === undefined ? '' : `, told as ${settings.publicUrl}`}`,
    strays: () => state.strays,
    async close() {
      const place = await listening;
      for (const inbox of inboxes.values()) inbox.close();
      if (place?.kind === 'listening') await stop(place.server);
    },
  };
}

interface State {
  readonly inboxes: Map<string, Inbox>;
  /** Paths of inboxes that were closed: what still comes for them is late, not lost. */
  readonly gone: Set<string>;
  readonly clock: Clock;
  readonly bounds: WebhookBounds;
  strays: number;
  heldBytes: number;
}

type Listening =
  | {readonly kind: 'listening'; readonly server: Server; readonly url: string}
  | {readonly kind: 'failed'; readonly why: string};

function listenText({host, port}: WebhookSettings): string {
  return `${hostInUrl(host)}:${String(port)}`;
}

function listen(settings: WebhookSettings, state: State): Promise<Listening> {
  const {bounds} = state;
  const server = createServer(
    {
      requestTimeout: bounds.requestTimeoutMs,
      // Who has something to deliver says so at once.
      headersTimeout: Math.min(bounds.requestTimeoutMs, 1_000),
      connectionsCheckingInterval: Math.min(bounds.requestTimeoutMs, 500),
      keepAliveTimeout: 1_000,
    },
    (request, response) => {
      receive(request, response, state);
    },
  );
  keepRoom(server, bounds.connectionsMax, () => {
    state.strays += 1;
    // It may have been a delivery for any of them.
    for (const inbox of state.inboxes.values()) inbox.miss();
  });
  // What is no HTTP, and what took too long, gets a short answer or none.
  server.on('clientError', (_problem, socket) => {
    socket.destroy();
  });
  // The receiver alone keeps no process alive.
  server.unref();
  return new Promise(resolve => {
    server.once('error', (problem: NodeJS.ErrnoException) => {
      resolve({kind: 'failed', why: cannotListen(settings, problem)});
    });
    server.listen({host: settings.host, port: settings.port}, () => {
      server.on('error', () => undefined);
      const {port} = server.address() as AddressInfo;
      resolve({
        kind: 'listening',
        server,
        url: settings.publicUrl ?? `http://${hostInUrl(settings.host)}:${String(port)}`,
      });
    });
  });
}

function cannotListen(settings: WebhookSettings, problem: NodeJS.ErrnoException): string {
  return `the webhook receiver cannot listen on ${listenText(settings)}: ${whyNotListening(problem)}`;
}

// The last segment of the path is the inbox: a proxy in front may add a prefix of its own, or take it away.
function receive(request: IncomingMessage, response: ServerResponse, state: State): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const inbox = state.inboxes.get(name);
  if (inbox === undefined) {
    if (!state.gone.has(name)) state.strays += 1;
    answer(request, response, 404, 'no inbox has this path\n');
    return;
  }
  if (request.method !== 'POST') {
    state.strays += 1;
    answer(request, response, 405, 'deliveries are POST requests\n');
    return;
  }
  void inbox.take(request).then(outcome => {
    if (outcome === 'taken') answer(request, response, 200, 'ok\n');
    else if (outcome === 'full') answer(request, response, 429, 'this inbox is full\n');
    else if (outcome === 'too-large') answer(request, response, 413, 'the payload is too large\n');
  });
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.on('error', () => undefined);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    // What was not read of a request would be taken for the next one.
    ...(request.complete ? {} : {connection: 'close'}),
  });
  response.end(text, () => {
    if (!request.complete) request.destroy();
  });
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>(resolve => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
