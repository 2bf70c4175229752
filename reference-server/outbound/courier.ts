/** Brings events to the receivers of webhooks: one HTTP request for each delivery, in order for one hook. */
import {createHmac, randomUUID} from 'node:crypto';
import {coarseNameOf} from '../rules/event-names.ts';
import type {EventName} from '../rules/event-names.ts';
import type {Hook} from '../state/hooks.ts';
import type {Outbound, OutboundRequest} from './outbound.ts';
import type {Queues} from './queues.ts';

/** One event on its way to one hook. The payload may still be in the making; its place in the line is fixed already. */
interface Delivery {
  readonly hook: Hook;
  readonly event: EventName;
  readonly payload: unknown;
}

export interface Courier {
  readonly bring: (delivery: Delivery) => void;
}

export interface CourierOptions {
  readonly outbound: Outbound;
  readonly queues: Queues;
  readonly timeoutMs: number;
  /** Gives the hook as it is now; one that was removed meanwhile gets nothing more. */
  readonly hookNow: (id: number) => Hook | undefined;
  readonly log: (text: string) => void;
}

/** Makes the courier. A receiver that fails is told in the log and not tried again, as is usual. */
export function makeCourier({outbound, queues, timeoutMs, hookNow, log}: CourierOptions): Courier {
  return {
    bring: ({hook, event, payload}) => {
      // A path may hold a secret, so the log names the host alone.
      const name = `The delivery of ${event} to hook ${hook.id} (${new URL(hook.url).host})`;
      const ready = Promise.resolve(payload);
      // It may fail while others stand before it in the line; the turn of the delivery tells about it.
      ready.catch(() => undefined);
      const isTaken = queues.add(`hook ${hook.id}`, async () => {
        const text = JSON.stringify(await ready);
        const current = hookNow(hook.id);
        if (current === undefined) return;
        const story = await outbound.send(requestFor(current, event, {text, timeoutMs})).then(
          ({status}) => (status >= 200 && status < 300 ? undefined : `was answered with ${status}`),
          (problem: unknown) => `failed: ${problem instanceof Error ? problem.message : String(problem)}`,
        );
        if (story !== undefined) log(`${name} ${story}`);
      });
      if (!isTaken) log(`${name} was dropped: too many wait for this hook`);
    },
  };
}

/** Writes the request of one delivery; the signature is over the JSON text, in both content types. */
function requestFor(
  hook: Hook,
  event: EventName,
  {text, timeoutMs}: {text: string; timeoutMs: number},
): OutboundRequest {
  const isForm = hook.contentType === 'form';
  const body = Buffer.from(isForm ? new URLSearchParams({payload: text}).toString() : text);
  return {
    method: 'POST',
    url: new URL(hook.url),
    body,
    timeoutMs,
    headers: {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'Content-Length': String(body.byteLength),
      ...eventHeaders(hook, event),
      ...signatureHeaders(hook.secret, text),
      ...(hook.authorization === '' ? {} : {Authorization: hook.authorization}),
    },
  };
}

function eventHeaders(hook: Hook, event: EventName): Record<string, string> {
  const id = randomUUID();
  const named = ['Gitea', 'Gogs', 'Forgejo', 'GitHub'].flatMap(family => [
    [`X-${family}-Delivery`, id],
    [`X-${family}-Event`, coarseNameOf(event)],
    [`X-${family}-Event-Type`, event],
  ]);
  return {
    ...Object.fromEntries(named),
    'X-Gitea-Hook-Installation-Target-Type': hook.level,
    'X-GitHub-Hook-Installation-Target-Type': hook.level,
  };
}

function signatureHeaders(secret: string, text: string): Record<string, string> {
  const sign = (algorithm: string): string =>
    secret === '' ? '' : createHmac(algorithm, secret).update(text).digest('hex');
  const sha256 = sign('sha256');
  return {
    'X-Gitea-Signature': sha256,
    'X-Gogs-Signature': sha256,
    'X-Forgejo-Signature': sha256,
    'X-Hub-Signature': `sha1=${sign('sha1')}`,
    'X-Hub-Signature-256': `sha256=${sha256}`,
  };
}
