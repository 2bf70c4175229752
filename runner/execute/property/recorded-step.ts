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
  /** What was expected of the reply: a tree for each statement. */
  readonly judged: {readonly stated: readonly JsonObject[]; readonly usual: readonly JsonObject[]};
}

/** Whether anything was expected of the reply. */
export function isJudged({judged: {stated, usual}}: StepFacts): boolean {
  return stated.length > 0 || usual.length > 0;
}

/** Writes a step as a suite file says it. */
export function writtenStep(step: RecordedStep, facts: StepFacts): JsonObject {
  const {captures, judged} = facts;
  const {stated, usual} = judged;
  const usually = isJudged(facts) ? usual : [unjudged(step, facts)].filter(tree => Object.keys(tree).length > 0);
  const waits = step.isWaiting && (isJudged(facts) || step.awaited !== undefined);
  return jsonObject([
    ...Object.entries(step.written),
    ...(captures.length === 0 ? [] : [['capture', jsonObject(captures)] as const]),
    ...(waits ? [['eventually', {within: '10s'}] as const] : []),
    ...writtenTrees('expect', stated),
    ...writtenTrees('usual', usually),
  ]);
}

/** A single tree is written as it is, several as a list. */
function writtenTrees(key: 'expect' | 'usual', trees: readonly JsonObject[]): readonly (readonly [string, Json])[] {
  const [only, ...more] = trees.map(tree => jsonObject(Object.entries(tree)));
  return only === undefined ? [] : [[key, more.length === 0 ? only : [only, ...more]]];
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

/** Joins what is expected of a reply into a tree for each statement. */
export function expectedTrees(trees: readonly JsonObject[]): readonly JsonObject[] {
  const byStatement = new Map<Json | undefined, Record<string, Json>>();
  for (const {proves, ...tree} of trees) {
    const whole = byStatement.get(proves) ?? newJsonObject();
    mergeInto(whole, tree);
    if (proves !== undefined) whole['proves'] = proves;
    byStatement.set(proves, whole);
  }
  return [...byStatement.values()].filter(tree => Object.keys(tree).some(key => key !== 'proves'));
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
