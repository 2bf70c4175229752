// The inboxes of a run as a case has them: a case may not listen where it never asks, so hooks that nobody asked about lead nowhere.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';

/** What a case is made of. */
interface Written {
  readonly given: JsonObject;
  readonly steps: readonly JsonObject[];
}

/** Gives the inboxes that a step asks about, and the case with the others, a story that broke early never came to, out of it. */
export function withInboxes(
  {given, steps}: Written,
  inboxes: readonly string[],
): Written & {readonly listen: readonly string[]} {
  const asked = new Set(steps.map(({deliveries = null}) => (isJsonObject(deliveries) ? deliveries['of'] : undefined)));
  const listen = inboxes.filter(name => asked.has(name));
  const instead = new Map(
    inboxes
      .filter(name => !asked.has(name))
      .flatMap(name => [
        [`\${${name}.url}`, 'http://127.0.0.1:9/nobody-asks'],
        [`\${${name}.secret}`, 'nobody-asks'],
      ]),
  );
  return {
    listen,
    given: replaced(given, instead) as JsonObject,
    steps: steps.map(step => replaced(step, instead) as JsonObject),
  };
}

function replaced(tree: Json, instead: ReadonlyMap<string, string>): Json {
  if (typeof tree === 'string') return instead.get(tree) ?? tree;
  if (Array.isArray(tree)) return tree.map((item: Json) => replaced(item, instead));
  if (!isJsonObject(tree)) return tree;
  return jsonObject(Object.entries(tree).map(([key, item]) => [key, replaced(item, instead)]));
}
