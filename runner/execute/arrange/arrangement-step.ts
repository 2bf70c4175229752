// Sends one call of an arrangement: to make something, to find it again, or to remove it.
import type {ArrangementStep} from '../../../model/arrangement.ts';
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import type {Lookup} from '../../../model/template.ts';
import {actorOf, exchange, type Call, type Received} from '../http/exchange.ts';
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
  const role = fillText(step.as, lookup);
  return exchange(story, {
    as: role,
    ...(step.auth === undefined ? {} : {auth: fillAuth(step.auth, actorOf(story, role), lookup)}),
    address: addressOf(story, step, lookup),
    query: jsonObject([...Object.entries(fillObject(step.query, lookup)), ...Object.entries(query)]),
    headers: fillObject(step.headers ?? jsonObject([]), lookup),
    ...(step.body === undefined ? {} : {body: fillBody(step.body, lookup)}),
  });
}

function addressOf({run}: Story, {call, request, params}: ArrangementStep, lookup: Lookup): Call['address'] {
  if (request !== undefined) return {method: request.method, path: fillText(request.path, lookup)};
  const operation = run.contract.operations.get(call);
  if (operation === undefined) throw ended('harness', `there is no operation "${call}"`);
  return {operation, params: fillObject(params, lookup)};
}
