// The inboxes of one case: opened before anything is arranged, closed when everything is cleaned up.
import {jsonObject} from '../../../model/json.ts';
import type {Delivery, WebhookInbox} from '../../../model/webhook.ts';
import type {Learnt, RunContext} from '../attempt/run-context.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import type {Payload} from './webhook-payload.ts';
import {webhookRoute} from './webhook-route.ts';

/** The open inboxes of one case, and which of their deliveries stand in the journal already. */
export interface Inboxes {
  readonly open: Map<string, WebhookInbox>;
  readonly recorded: Set<Delivery>;
  /** What they hold, as far as it was read. */
  readonly payloads: Map<Delivery, Payload>;
}

/** Begins with none. */
export function noInboxes(): Inboxes {
  return {open: new Map(), recorded: new Set(), payloads: new Map()};
}

/** Opens an inbox for each name; templates then know `${name.url}` and `${name.secret}`. */
export async function openInboxes(
  story: Story,
  names: readonly string[],
  scope: Scope,
  inboxes: Inboxes,
): Promise<void> {
  if (names.length === 0) return;
  const {webhooks, keepSecret} = story.run.ports;
  if (webhooks === undefined) throw ended('harness', 'a case with inboxes was planned without a webhook receiver');
  for (const name of names) {
    const opening = await webhooks.open();
    if (opening.kind === 'failed') throw ended('cannot-start', opening.why);
    const {inbox} = opening;
    inboxes.open.set(name, inbox);
    keepSecret(inbox.secret, 'TOUCHSTONE_WEBHOOK_SECRET');
    scope.set(
      name,
      jsonObject([
        ['url', inbox.url],
        ['secret', inbox.secret],
      ]),
    );
  }
}

/** Closes them all. */
export function closeInboxes({open}: Inboxes): void {
  for (const inbox of open.values()) inbox.close();
}

/** Asks, before a case with inboxes begins, whether deliveries can arrive; says why the case is skipped, or nothing. */
export async function whyNoRoute(run: RunContext, interrupt: AbortSignal): Promise<CaseEnded | undefined> {
  const route = await webhookRoute(run, interrupt);
  return route.kind === 'closed' ? new CaseEnded('skip', 'no-webhook-route', route.why) : undefined;
}

/** Tells whether the probe could not be tried, so that a missing delivery may be nobody's fault. */
export function hasShownNoRoute({isWebhookRouteUntried}: Learnt): boolean {
  return isWebhookRouteUntried;
}
