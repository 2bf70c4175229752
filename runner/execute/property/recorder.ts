// Writes one run of a property down as a case would say it: references become names, so that the run can be told and promoted.
import {isJsonObject, jsonObject, jsonText, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {CallRequest, DeliveriesRequest, Reference, WithReferences, WorldInbox} from '../../../model/property.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Basis} from '../../../model/verdict.ts';
import {arrangementAsSteps, canBeSteps} from './arrangement-as-steps.ts';
import {referenceNames} from './reference-names.ts';
import {withInboxes} from './recorded-inboxes.ts';
import {carriedBy, isJudged, mergeInto, writtenStep, type RecordedStep} from './recorded-step.ts';

/** What was done in one run, in order. */
export interface StoryRecord {
  /** One sentence per arrangement, call or question; the index of a sentence is the step of what was said then. */
  readonly told: string[];
  /** Writes an arrangement down and gives its outputs as references; what is made of a step's answer is written as steps, where plain steps can say it. */
  arranged(
    arrange: string,
    inputs: WithReferences,
    outputs: JsonObject,
    how?: {readonly arrangement?: Arrangement | undefined; readonly called?: string | undefined},
  ): {readonly [output: string]: Reference};
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
  // Who has what somebody signs in with is signed in, so no report of the case may show it.
  const signedBy = (auth: CallRequest['auth']): readonly (readonly [string, Json])[] => {
    if (auth === undefined) return [];
    const written = template(auth);
    for (const {captures, secrets} of steps)
      for (const name of captures.keys()) if (jsonText(written).includes(`\${${name}}`)) secrets.add(name);
    return [['auth', written]];
  };
  const begin = (
    sentence: string,
    written: JsonObject,
    waits: Pick<CallRequest, 'until' | 'awaited'> = {},
  ): RecordedStep => {
    told.push(sentence);
    return take(written, waits);
  };
  const take = (written: JsonObject, {until, awaited}: Pick<CallRequest, 'until' | 'awaited'> = {}): RecordedStep => {
    const judged = {stated: newJsonObject(), usual: newJsonObject()};
    const step = {
      index: told.length - 1,
      written,
      isWaiting: until !== undefined,
      ...(awaited === undefined ? {} : {awaited: template(awaited) as JsonObject}),
      isSuccess: true,
      isNeeded: false,
      isTelling: false,
      captures: new Map<string, string>(),
      secrets: new Set<string>(),
      judged,
    };
    steps.push(step);
    return step;
  };
  const captured = (step: RecordedStep, pointer: string): string => {
    const known = [...step.captures].find(([, from]) => from === pointer);
    if (known !== undefined) return known[0];
    const last =
      pointer
        .split('/')
        .at(-1)
        ?.replaceAll(/[^\w-]/g, '') ?? '';
    const capture = names.free(`${/^[A-Za-z]/.test(last) ? last : 'value'}-of-step-${String(steps.indexOf(step) + 1)}`);
    step.captures.set(capture, pointer);
    return capture;
  };
  return {
    told,
    arranged: (arrange, inputs, outputs, {arrangement, called} = {}) => {
      told.push(arrangementSentence({arrange, inputs, called, told}));
      const written = template(inputs) as JsonObject;
      const name = names.free(arrange);
      if (!/\$\{[\w-]+-of-step-/.test(jsonText(written))) {
        given.push([name, jsonObject([['arrange', arrange], ...Object.entries(written)])]);
        return names.outputs(name, arrange, outputs);
      }
      if (arrangement === undefined || !canBeSteps(arrangement)) {
        refusals.push(
          `it makes a ${spaced(arrange)} of what an earlier step answered, which plain steps cannot, and a case arranges before its first step`,
        );
        return names.outputs(name, arrange, outputs);
      }
      const unique = `\${case.name}-${String(steps.length + 1)}`;
      const texts = arrangementAsSteps({arrangement, inputs: written, unique}, call => {
        const step = take(call);
        step.isNeeded = true;
        return pointer => captured(step, pointer);
      });
      return Object.fromEntries(
        Object.entries(outputs).map(([output, value]) => [
          output,
          names.handWritten({value, name: `${arrange}'s ${output}`}, texts[output] ?? (() => value)),
        ]),
      );
    },
    known: (path, value) => names.hand({value, name: path}, () => path),
    called: (operation, request) => {
      const {as = 'alice', params = {}, auth, say} = request;
      return begin(
        say ?? `${as} calls ${operation}`,
        jsonObject([
          ['as', as],
          ['call', operation],
          ...signedBy(auth),
          ...(Object.keys(params).length === 0 ? [] : [['params', template(params)] as const]),
          ...carriedBy(request, template),
        ]),
        request,
      );
    },
    requested: (method, path, request) => {
      const {as = 'alice', auth, say} = request;
      const written = jsonObject([['method', method], ['path', template(path)], ...carriedBy(request, template)]);
      return begin(
        say ?? `${as} asks for ${path}`,
        jsonObject([['as', as], ['request', written], ...signedBy(auth)]),
        request,
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
    delivered: (of, {where, expect, usual, settleMs = 0, say}) => {
      const asked = jsonObject([
        ['of', inboxes.get(of) ?? of],
        ...(where === undefined ? [] : [['where', template(where)] as const]),
        ...(settleMs === 0 ? [] : [['settle', `${String(settleMs)}ms`] as const]),
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
    selected: (step, pointer, value, name) => names.hand({value, name}, () => captured(step, pointer)),
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
      // What was done after the last step that shows something, such as cleaning up, shows nothing, and a case does not need it.
      const shown = steps.slice(0, steps.findLastIndex(step => step.isTelling || isJudged(step)) + 1);
      const written = {given: jsonObject(given), steps: (shown.length === 0 ? steps : shown).map(writtenStep)};
      return {kind: 'case', ...withInboxes(written, [...inboxes.values()])};
    },
  };
}

function arrangementSentence({
  arrange,
  inputs,
  called,
  told,
}: {
  readonly arrange: string;
  readonly inputs: WithReferences;
  readonly called: string | undefined;
  readonly told: readonly string[];
}): string {
  const facts = Object.entries(inputs as object).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`${name}: ${String(value)}`]
      : [],
  );
  const words = spaced(arrange);
  const list = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  if (called !== undefined) return `given ${called}${list}`;
  const article = /^[aeiou]/.test(words) && !words.startsWith('user') ? 'an' : 'a';
  const isAnother = told.some(sentence => sentence.replace(/ \(.*/s, '') === `given ${article} ${words}`);
  return `given ${isAnother ? 'another' : article} ${words}${list}`;
}

function spaced(name: string): string {
  return name.replaceAll('-', ' ');
}
