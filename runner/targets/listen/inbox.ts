// One inbox of the webhook receiver: keeps what comes, within bounds, and tells who waits.
import type {IncomingMessage} from 'node:http';
import type {Clock} from '../../../model/ports.ts';
import type {Delivery, WebhookBounds, WebhookInbox} from '../../../model/webhook.ts';

/** An inbox as the receiver sees it. */
export interface Inbox extends WebhookInbox {
  /** Counts a delivery that could not even be read. */
  miss(): void;
  /** Reads one request to its end, or to the bound; never rejects. */
  take(request: IncomingMessage): Promise<'taken' | 'full' | 'too-large' | 'broken'>;
}

/** What an inbox is made of. */
export interface InboxParts {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly bounds: WebhookBounds;
  /** Whether all inboxes together can hold so many bytes more. */
  readonly isRoomFor: (bytes: number) => boolean;
  /** Counts bytes that are held from now on, or, negative, no longer. */
  readonly held: (bytes: number) => void;
  readonly closed: () => void;
}

/** Makes an inbox. */
export function makeInbox({url, secret, clock, bounds, isRoomFor, held, closed}: InboxParts): Inbox {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  let dropped = 0;
  let isClosed = false;

  function keep(delivery: Delivery): void {
    deliveries.push(delivery);
    held(delivery.body.length);
    for (const wake of waiting) wake();
  }

  return {
    url,
    secret,
    deliveries: () => deliveries,
    dropped: () => dropped,
    miss: () => {
      dropped += 1;
    },
    async next(ms, signal) {
      const woken = new AbortController();
      const wake = (): void => {
        woken.abort();
      };
      waiting.add(wake);
      await clock.wait(ms, AbortSignal.any([woken.signal, signal]));
      waiting.delete(wake);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const {body} of deliveries) held(-body.length);
      for (const wake of waiting) wake();
      closed();
    },
    async take(request) {
      const read = await readBounded(request, bounds.payloadBytesMax);
      if (isClosed) return 'full';
      if (deliveries.length >= bounds.deliveriesMax || !isRoomFor(read.body.length)) {
        dropped += 1;
        return 'full';
      }
      keep({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: headerPairs(request.rawHeaders),
        body: read.body,
        isCut: read.kind !== 'whole',
        arrivedMs: clock.monotonicMs(),
      });
      return read.kind === 'whole' ? 'taken' : read.kind;
    },
  };
}

interface BoundedRead {
  readonly kind: 'whole' | 'too-large' | 'broken';
  readonly body: Uint8Array;
}

function readBounded(request: IncomingMessage, bytesMax: number): Promise<BoundedRead> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise(resolve => {
    const end = (kind: BoundedRead['kind']): void => {
      request.pause();
      resolve({kind, body: Buffer.concat(chunks).subarray(0, bytesMax)});
    };
    request.on('data', (chunk: Buffer) => {
      if (size > bytesMax) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) end('too-large');
    });
    request.on('end', () => {
      end('whole');
    });
    request.on('error', () => {
      end('broken');
    });
    request.on('close', () => {
      end('broken');
    });
  });
}

function headerPairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
