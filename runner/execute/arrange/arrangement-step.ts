// Sends one call of an arrangement: to make something, to find it again, or to remove it.
import type {ArrangementStep} from '../../../model/arrangement.ts';
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import {actorOf, exchange, type Received} from '../http/exchange.ts';
import {fillAuth, fillBody, fillObject, fillText} from '../http/fill.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';

/** Fills the step and sends it; `query` is added to the step's own. Throws CaseEnded when there is no whole reply. */
export async function sendStep(
  story: Story,
  step: ArrangementStep,
  scope: Scope,
  query: JsonObject = jsonObject([]),
): Promise<Received> {
  const lookup = lookupIn(story, scope);
  const operation = story.run.contract.operations.get(step.call);
  if (operation === undefined) throw ended('harness', `there is no operation "${step.call}"`);
  const role = fillText(step.as, lookup);
  return exchange(story, {
    as: role,
    ...(step.auth === undefined ? {} : {auth: fillAuth(step.auth, actorOf(story, role), lookup)}),
    address: {operation, params: fillObject(step.params, lookup)},
    query: jsonObject([...Object.entries(fillObject(step.query, lookup)), ...Object.entries(query)]),
    headers: {},
    ...(step.body === undefined ? {} : {body: fillBody(step.body, lookup)}),
  });
}
