// Finds out once per run whether the target's webhooks arrive here: a probe hook must deliver something.
import {counted} from '../../../base/text/counted.ts';
import type {WebhookRoute} from '../attempt/run-parts.ts';
import type {JsonObject} from '../../../model/json.ts';
import {jsonObject} from '../../../model/json.ts';
import type {WebhookInbox, WebhookPort} from '../../../model/webhook.ts';
import {arrange} from '../arrange/arrange.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {leftoversIn} from '../attempt/events.ts';
import {learnWait} from '../attempt/patience.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {beginStory, type Story} from '../attempt/story.ts';
import {isSigned} from './genuine-deliveries.ts';
import {CaseEnded} from '../attempt/failures.ts';

/** Gives the route; the first caller makes the probe, the others wait for it. */
export function webhookRoute(run: RunContext, interrupt: AbortSignal): Promise<WebhookRoute> {
  run.learnt.webhookRoute ??= probe(run, interrupt).then(route => {
    run.learnt.isWebhookRouteUntried = route.kind === 'untried';
    run.learnt.probes.push({
      name: 'webhook-route',
      outcome: route.kind,
      detail:
        route.kind === 'open' ? `the probe hook delivered after ${String(Math.round(route.afterMs))} ms` : route.why,
    });
    return route;
  });
  return run.learnt.webhookRoute;
}

async function probe(run: RunContext, interrupt: AbortSignal): Promise<WebhookRoute> {
  const {webhooks} = run.ports;
  // The probe makes a hook as the record says, which another API does not know.
  if (run.people.isUnasked === true) return {kind: 'untried', why: 'only the cases know how this API makes hooks'};
  if (webhooks === undefined) return {kind: 'closed', why: 'the run has no webhook receiver'};
  const opening = await webhooks.open();
  if (opening.kind === 'failed') return {kind: 'closed', why: opening.why};
  const {inbox} = opening;
  run.ports.keepSecret(inbox.secret, 'TOUCHSTONE_WEBHOOK_SECRET');
  const deadline = withDeadline(run.ports.clock, run.policy.bounds.caseTimeoutMs, {interrupt});
  // No case has run for it, so none is named as what blocks it.
  const alone = {...run, contract: {...run.contract, provenBy: new Map<string, string>()}};
  const story = beginStory(alone, {
    caseId: 'webhook-route',
    file: 'the webhook probe',
    proves: [],
    signal: deadline.signal,
  });
  try {
    return await tell(story, inbox, webhooks);
  } finally {
    deadline.clear();
    await cleanUp(story);
    run.learnt.leftovers.push(...leftoversIn(story.events));
    inbox.close();
  }
}

async function tell(story: Story, inbox: WebhookInbox, webhooks: WebhookPort): Promise<WebhookRoute> {
  const refusals: string[] = [];
  for (const way of ways) {
    try {
      const repo = await way(story, inbox);
      await arrange(story, 'issue', jsonObject([['repo', repo]]));
      return await waitFor(story, inbox, webhooks);
    } catch (problem) {
      if (!(problem instanceof CaseEnded)) throw problem;
      refusals.push(problem.message);
    }
  }
  return {kind: 'untried', why: `no probe hook could be made: ${refusals.join('; ')}`};
}

/** Ways to a hook and a repository in its reach; the first one that the target allows is taken. */
const ways: readonly ((story: Story, inbox: WebhookInbox) => Promise<JsonObject>)[] = [
  async (story, inbox) => {
    const repo = await arrange(story, 'repository', jsonObject([]));
    await arrange(story, 'repository-hook', jsonObject([['repo', repo], ...told(inbox)]));
    return repo;
  },
  async (story, inbox) => {
    const org = await arrange(story, 'organization', jsonObject([]));
    const repo = await arrange(story, 'organization-repository', jsonObject([['org', org]]));
    await arrange(story, 'organization-hook', jsonObject([['org', org], ...told(inbox)]));
    return repo;
  },
];

function told({url, secret}: WebhookInbox): readonly (readonly [string, string])[] {
  return [
    ['url', url],
    ['secret', secret],
  ];
}

async function waitFor({run, signal}: Story, inbox: WebhookInbox, webhooks: WebhookPort): Promise<WebhookRoute> {
  const startedMs = run.ports.clock.monotonicMs();
  await inbox.next(inbox.deliveries().length > 0 ? 0 : run.policy.bounds.lagMs, signal);
  const afterMs = run.ports.clock.monotonicMs() - startedMs;
  if (inbox.deliveries().some(delivery => isSigned(delivery, inbox.secret))) run.learnt.signsWebhooks = true;
  if (inbox.deliveries().length > 0) {
    learnWait(run.learnt, 'delivery', afterMs);
    return {kind: 'open', afterMs};
  }
  const strays = webhooks.strays();
  const astray = strays === 0 ? '' : ` (${counted(strays, 'request')} came to paths without an inbox)`;
  return {
    kind: 'closed',
    why:
      `the probe hook delivered nothing within ${String(run.policy.bounds.lagMs / 1_000)} s to ${inbox.url}${astray}: ` +
      'the server may be forbidden to call that address (an allow-list in its settings), or the address does not lead here from where ' +
      'the server runs (a container, another host): give --webhook-listen HOST:PORT and --webhook-url URL; docs/webhooks.md names the settings',
  };
}
