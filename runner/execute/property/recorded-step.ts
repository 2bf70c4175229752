// One step of a story as it is written down: what was sent, what a case captures of the reply, and what it expects of it.
import {isJsonObject, jsonObject, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {CallRequest, WithReferences} from '../../../model/property.ts';

/** One step that was written down. */
export interface RecordedStep {
  /** Index of its sentence in `told`. */
  readonly index: number;
  readonly written: JsonObject;
  /** Of a call: waits for an effect that may come late. */
  readonly isWaiting: boolean;
  /** What it waits for, as a tree. */
  readonly awaited?: JsonObject;
}

/** What became known of a step after it was sent. */
export interface StepFacts {
  /** What came back was a success. */
  readonly isSuccess: boolean;
  /** Without a success the story says nothing: a case is blocked then. */
  readonly isNeeded: boolean;
  /** Something was found that the property did not ask about. */
  readonly isTelling: boolean;
  /** What a case captures, by names. */
  readonly captures: readonly (readonly [name: string, from: Json])[];
  readonly judged: {readonly stated: JsonObject; readonly usual: JsonObject};
}

/** Whether anything was expected of the reply. */
export function isJudged({judged: {stated, usual}}: StepFacts): boolean {
  return Object.keys(stated).length > 0 || Object.keys(usual).length > 0;
}

/** Writes a step as a suite file says it. */
export function writtenStep(step: RecordedStep, facts: StepFacts): JsonObject {
  const {captures, judged} = facts;
  const {stated, usual} = judged;
  const usually = {...usual, ...(isJudged(facts) ? {} : unjudged(step, facts))};
  const waits = step.isWaiting && (isJudged(facts) || step.awaited !== undefined);
  return jsonObject([
    ...Object.entries(step.written),
    ...(captures.length === 0 ? [] : [['capture', jsonObject(captures)] as const]),
    ...(waits ? [['eventually', {within: '10s'}] as const] : []),
    ...(Object.keys(stated).length === 0 ? [] : [['expect', jsonObject(Object.entries(stated))] as const]),
    ...(Object.keys(usually).length === 0 ? [] : [['usual', jsonObject(Object.entries(usually))] as const]),
  ]);
}

// A step that says nothing needs a 2xx. Where the property looked at a reply in its own way, a case takes any.
function unjudged({written, awaited}: RecordedStep, {isNeeded, isSuccess, captures}: StepFacts): JsonObject {
  if (awaited !== undefined) return awaited;
  const isRequest = 'call' in written || 'request' in written;
  return !isRequest || isNeeded || (isSuccess && captures.length > 0) ? {} : {status: {$gte: 100}};
}

/** Writes what a request carries beside its parameters. */
export function carriedBy(
  {headers, body, bytes, multipart}: CallRequest,
  template: (tree: WithReferences) => Json,
): readonly (readonly [string, Json])[] {
  return Object.entries({headers, body, bytes, multipart}).flatMap(([kind, tree]) =>
    tree === undefined ? [] : [[kind, template(tree)] as const],
  );
}

/** Adds what is expected of a reply. A step whose trees are for several statements names none of them. */
export function addExpected(target: Record<string, Json>, {proves, ...tree}: JsonObject): void {
  const isFirst = Object.keys(target).length === 0;
  mergeInto(target, tree);
  if (isFirst && proves !== undefined) target['proves'] = proves;
  else if (target['proves'] !== proves) delete target['proves'];
}

/** Adds a tree: a reply can be judged several times, and objects are open and add up; where two say something else of one thing, the later one counts. */
function mergeInto(target: Record<string, Json>, tree: JsonObject): void {
  for (const [key, item] of Object.entries(tree)) {
    const before = target[key];
    if (before !== undefined && isPlain(before) && isPlain(item)) {
      const merged = newJsonObject();
      mergeInto(merged, before);
      mergeInto(merged, item);
      target[key] = merged;
    } else target[key] = item;
  }
}

function isPlain(tree: Json): tree is JsonObject {
  return (
    isJsonObject(tree) &&
    Object.keys(tree).every(key => !key.startsWith('$') || key.startsWith('$[') || key.startsWith('$.'))
  );
}
