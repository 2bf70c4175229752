// Opens the receiver of webhooks, where the target can be told where it is.
import type {Machine} from '../../../model/machine.ts';
import type {WebhookPort} from '../../../model/webhook.ts';
import {failed, type Opening} from './opening.ts';
import type {TargetOptions} from '../words/target-options.ts';

// A server elsewhere that is told "127.0.0.1" would call itself.
export async function openWebhooks(
  options: TargetOptions,
  machine: Machine,
  {isLoopback}: {readonly isLoopback: boolean},
): Promise<Webhooks> {
  const {webhookListen: listen, webhookUrl: url} = options;
  if (!isLoopback && listen === undefined && url === undefined) {
    return {
      kind: 'no-route',
      why: 'the target is another machine, and the address under which it reaches this one is unknown: give --webhook-listen HOST:PORT and --webhook-url URL; see docs/webhooks.md',
    };
  }
  const reading = await machine.readWebhookAddress({listen, url});
  if (reading.kind === 'refused') return failed(2, ...reading.problems);
  const port = await machine.openWebhooks(reading.settings);
  // Who names an address wants to know at once that it cannot be had.
  const trouble = listen === undefined ? undefined : await port.listen();
  return trouble === undefined ? {kind: 'open', port} : failed(2, trouble);
}

type Webhooks =
  | {readonly kind: 'open'; readonly port: WebhookPort}
  | {readonly kind: 'no-route'; readonly why: string}
  | Extract<Opening, {kind: 'failed'}>;
