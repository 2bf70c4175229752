// Writes one run of a property down as a case would say it: references become names, so that the run can be told and promoted.
import {isJsonObject, jsonObject, jsonText, newJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {CallRequest, DeliveriesRequest, Reference, WithReferences, WorldInbox} from '../model/property.ts';
import type {Basis} from '../model/verdict.ts';
import {referenceNames} from './reference-names.ts';
import {withInboxes} from './story-inboxes.ts';

/** What was done in one run, in order. */
export interface StoryRecord {
  /** One sentence per arrangement, call or question; the index of a sentence is the step of what was said then. */
  readonly told: string[];
  /** Writes an arrangement down and gives its outputs as references. */
  arranged(arrange: string, inputs: WithReferences, outputs: JsonObject): {readonly [output: string]: Reference};
  /** Gives a value that every case knows under this name. */
  known(path: string, value: Json): Reference;
  called(operation: string, request: CallRequest): RecordedStep;
  /** The same of a path outside the API. */
  requested(method: string, path: string, request: CallRequest): RecordedStep;
  /** Gives the address and the secret of an inbox, which a case knows under its name. */
  inbox(name: string, values: {readonly url: string; readonly secret: string}): WorldInbox;
  delivered(inbox: string, request: DeliveriesRequest): RecordedStep;
  decoded(message: string, hex: string): RecordedStep;
  encoded(message: string, value: Json): RecordedStep;
  /** Gives a value of a step's reply; a case captures it when a later step needs it. */
  selected(step: RecordedStep, pointer: string, value: Json, name: string): Reference;
  /** Writes down what the reply of a step was judged against. */
  judged(step: RecordedStep, tree: WithReferences, basis: Basis): void;
  /** Says why this run cannot be a case; the first reason is kept. */
  refuse(why: string): void;
  /** Gives the run as a case, or why it cannot be one. */
  example(): RecordedExample;
}

/** A run as `given` and `steps` of a suite file. */
export type RecordedExample =
  | {
      readonly kind: 'case';
      /** Inboxes that a step asks about. */
      readonly listen: readonly string[];
      readonly given: JsonObject;
      readonly steps: readonly JsonObject[];
    }
  | {readonly kind: 'refused'; readonly why: string};

/** One step that was written down. */
export interface RecordedStep {
  /** Index of its sentence in `told`. */
  readonly index: number;
  readonly written: JsonObject;
  /** Of a call: waits for an effect that may come late. */
  readonly isWaiting: boolean;
  /** Whether what came back lets a case go on without saying what it expects. */
  isSuccess: boolean;
  readonly captures: Map<string, string>;
  readonly judged: {readonly stated: Record<string, Json>; readonly usual: Record<string, Json>};
}

/** Begins the record of a run; `logins` are the names of the actors by role. */
export function storyRecord(logins: ReadonlyMap<string, string>): StoryRecord {
  const names = referenceNames(logins);
  const told: string[] = [];
  const given: (readonly [string, JsonObject])[] = [];
  const steps: RecordedStep[] = [];
  const refusals: string[] = [];
  /** Names in the case, by names of the property. */
  const inboxes = new Map<string, string>();
  const template = (tree: WithReferences): Json => names.template(tree, why => refusals.push(why));
  const begin = (sentence: string, written: JsonObject, isWaiting = false): RecordedStep => {
    told.push(sentence);
    const judged = {stated: newJsonObject(), usual: newJsonObject()};
    const step = {
      index: told.length - 1,
      written,
      isWaiting,
      isSuccess: true,
      captures: new Map<string, string>(),
      judged,
    };
    steps.push(step);
    return step;
  };
  return {
    told,
    arranged: (arrange, inputs, outputs) => {
      told.push(arrangementSentence(arrange, inputs));
      const written = template(inputs);
      const name = names.free(arrange);
      if (/\$\{[\w-]+-of-step-/.test(jsonText(written)))
        refusals.push(
          `it makes a ${spaced(arrange)} of what an earlier step answered, and a case arranges before its first step`,
        );
      given.push([name, jsonObject([['arrange', arrange], ...Object.entries(isJsonObject(written) ? written : {})])]);
      return names.outputs(name, arrange, outputs);
    },
    known: (path, value) => names.hand({value, name: path}, () => path),
    called: (operation, request) => {
      const {as = 'alice', params = {}, auth, until, say} = request;
      return begin(
        say ?? `${as} calls ${operation}`,
        jsonObject([
          ['as', as],
          ['call', operation],
          ...(auth === undefined ? [] : [['auth', template(auth)] as const]),
          ...(Object.keys(params).length === 0 ? [] : [['params', template(params)] as const]),
          ...carriedBy(request, template),
        ]),
        until !== undefined,
      );
    },
    requested: (method, path, request) => {
      const {as = 'alice', auth, until, say} = request;
      const written = jsonObject([['method', method], ['path', template(path)], ...carriedBy(request, template)]);
      return begin(
        say ?? `${as} asks for ${path}`,
        jsonObject([
          ['as', as],
          ['request', written],
          ...(auth === undefined ? [] : [['auth', template(auth)] as const]),
        ]),
        until !== undefined,
      );
    },
    inbox: (name, {url, secret}) => {
      const written = names.free(name);
      inboxes.set(name, written);
      return {
        url: names.hand({value: url, name: `the address of inbox ${name}`}, () => `${written}.url`),
        secret: names.hand({value: secret, name: `the secret of inbox ${name}`}, () => `${written}.secret`),
      };
    },
    delivered: (of, {where, expect, usual, settleMs, say}) => {
      const asked = jsonObject([
        ['of', inboxes.get(of) ?? of],
        ...(where === undefined ? [] : [['where', template(where)] as const]),
        ...(settleMs === undefined ? [] : [['settle', `${String(settleMs)}ms`] as const]),
      ]);
      const step = begin(say, jsonObject([['deliveries', asked]]));
      for (const [basis, tree] of [
        ['stated', expect],
        ['usual', usual],
      ] as const)
        if (tree !== undefined) mergeInto(step.judged[basis], template(tree) as JsonObject);
      return step;
    },
    decoded: (message, hex) => begin(`decode ${message} ${hex || '-'}`, {decode: {message, hex}}),
    encoded: (message, value) =>
      begin(`encode ${message} ${jsonText(value)}`, {encode: {message, value: template(value)}}),
    selected: (step, pointer, value, name) =>
      names.hand({value, name}, () => {
        const known = [...step.captures].find(([, from]) => from === pointer);
        if (known !== undefined) return known[0];
        const last =
          pointer
            .split('/')
            .at(-1)
            ?.replaceAll(/[^\w-]/g, '') ?? '';
        const capture = names.free(
          `${/^[A-Za-z]/.test(last) ? last : 'value'}-of-step-${String(steps.indexOf(step) + 1)}`,
        );
        step.captures.set(capture, pointer);
        return capture;
      }),
    judged: (step, tree, basis) => {
      const written = template(tree);
      if (isJsonObject(written)) mergeInto(step.judged[basis], written);
    },
    refuse: why => {
      refusals.push(why);
    },
    example: () => {
      const [why] = refusals;
      if (why !== undefined) return {kind: 'refused', why};
      if (steps.length === 0) return {kind: 'refused', why: 'it broke before its first step'};
      const written = {given: jsonObject(given), steps: steps.map(writtenStep)};
      return {kind: 'case', ...withInboxes(written, [...inboxes.values()])};
    },
  };
}

function carriedBy(
  {headers, body, bytes, multipart}: CallRequest,
  template: (tree: WithReferences) => Json,
): readonly (readonly [string, Json])[] {
  return Object.entries({headers, body, bytes, multipart}).flatMap(([kind, tree]) =>
    tree === undefined ? [] : [[kind, template(tree)] as const],
  );
}

function writtenStep({written, captures, judged, isSuccess, isWaiting}: RecordedStep): JsonObject {
  const {stated, usual} = judged;
  const isJudged = Object.keys(stated).length > 0 || Object.keys(usual).length > 0;
  // A step that says nothing needs a 2xx; the property looked at this reply in its own way.
  const anyStatus = isJudged || isSuccess ? {} : {status: {$gte: 100}};
  const usually = {...usual, ...anyStatus};
  return jsonObject([
    ...Object.entries(written),
    ...(captures.size === 0 ? [] : [['capture', jsonObject([...captures])] as const]),
    ...(isWaiting && isJudged ? [['eventually', {within: '10s'}] as const] : []),
    ...(Object.keys(stated).length === 0 ? [] : [['expect', jsonObject(Object.entries(stated))] as const]),
    ...(Object.keys(usually).length === 0 ? [] : [['usual', jsonObject(Object.entries(usually))] as const]),
  ]);
}

// A reply can be judged several times: objects are open and add up; where two say something else of one thing, the later one counts.
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

function arrangementSentence(arrange: string, inputs: WithReferences): string {
  const facts = Object.entries(inputs as object).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`${name}: ${String(value)}`]
      : [],
  );
  const words = spaced(arrange);
  const list = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `given ${/^[aeiou]/.test(words) && !words.startsWith('user') ? 'an' : 'a'} ${words}${list}`;
}

function spaced(name: string): string {
  return name.replaceAll('-', ' ');
}
