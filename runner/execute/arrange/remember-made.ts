// Writes down what is about to be made, so that the clean-up of the case removes it.
import type {Arrangement, ArrangementStep} from '../../../model/arrangement.ts';
import {isJsonObject, jsonObject, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {referencesIn} from '../../../model/template.ts';
import {fillText} from '../http/fill.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {happened, type Story} from '../attempt/story.ts';

/** What was remembered before a create was sent. */
export interface Memory {
  /** The answer came: writes down what it told. */
  readonly made: () => void;
  /** The create was refused, or it was removed since: there is nothing to remove. */
  readonly gone: () => void;
}

/** Remembers it, where the arrangement says how it is removed. Values that the answer tells join the scope later. */
export function rememberMade(story: Story, arrangement: Arrangement, scope: Scope): Memory | undefined {
  const {cleanup, find} = arrangement;
  if (cleanup === undefined) return undefined;
  const as = fillText(cleanup.as, lookupIn(story, scope));
  const whose = {as, login: story.run.people.actors.get(as)?.login ?? '', values: recordedValues(arrangement, scope)};
  const mark = story.run.ports.ledger.intend(
    arrangement.isOfStep === true && cleanup.request !== undefined
      ? {kind: 'request', ...cleanup.request, ...whose}
      : {kind: 'arrangement', arrangement: arrangement.name, ...whose},
  );
  const thing = {arrangement, cleanup, find, scope, mark};
  happened(story, {kind: 'made', thing});
  return {
    made: () => {
      mark.made(recordedValues(arrangement, scope));
    },
    gone: () => {
      mark.gone();
      happened(story, {kind: 'removed', thing});
    },
  };
}

// Only what removing and finding it refer to: other values may be secrets.
function recordedValues({cleanup, find}: Arrangement, scope: Scope): JsonObject {
  const paths = referencesOf([cleanup, find]);
  return jsonObject(
    [...scope].flatMap(([name, value]): (readonly [string, Json])[] => {
      if (paths.includes(name)) return [[name, value]];
      const keys = paths.filter(path => path.startsWith(`${name}.`)).map(path => path.slice(name.length + 1));
      return keys.length === 0 ? [] : [[name, pickPaths(value, keys)]];
    }),
  );
}

/** Lists the names that calls of an arrangement refer to. */
export function referencesOf(steps: readonly (ArrangementStep | undefined)[]): readonly string[] {
  return referencesIn(
    steps.flatMap((step): readonly Json[] =>
      step === undefined
        ? []
        : [
            step.as,
            step.request?.path ?? null,
            step.headers ?? null,
            step.params,
            step.query,
            step.where ?? null,
            step.body?.kind === 'json' ? step.body.value : null,
          ],
    ),
  );
}

function pickPaths(value: Json, paths: readonly string[]): Json {
  const picked = newJsonObject();
  for (const key of new Set(paths.map(path => path.split('.', 1)[0] ?? ''))) {
    const part = isJsonObject(value) ? value[key] : undefined;
    if (part === undefined) continue;
    const deeper = paths.filter(path => path.startsWith(`${key}.`)).map(path => path.slice(key.length + 1));
    picked[key] = paths.includes(key) ? part : pickPaths(part, deeper);
  }
  return picked;
}
