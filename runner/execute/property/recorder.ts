// Writes one run of a property down as a case would say it: references become names, so that the run can be told and promoted.
import {isJsonObject, jsonObject, jsonText, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {CallRequest, DeliveriesRequest, Reference, WithReferences, WorldInbox} from '../../../model/property.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Basis} from '../../../model/verdict.ts';
import {arrangementAsSteps, canBeSteps} from './arrangement-as-steps.ts';
import {referenceNames, type ReferenceNames} from './reference-names.ts';
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

/** What was written down so far. */
interface Notebook {
  readonly names: ReferenceNames;
  readonly told: string[];
  readonly given: (readonly [string, JsonObject])[];
  readonly steps: RecordedStep[];
  readonly refusals: string[];
  /** Names in the case, by names of the property. */
  readonly inboxes: Map<string, string>;
}

/** Begins the record of a run; `logins` are the names of the actors by role. */
export function storyRecord(logins: ReadonlyMap<string, string>): StoryRecord {
  const book: Notebook = {
    names: referenceNames(logins),
    told: [],
    given: [],
    steps: [],
    refusals: [],
    inboxes: new Map(),
  };
  const {names, told} = book;
  return {
    told,
    arranged: (...arranged) => writeArrangement(book, ...arranged),
    known: (path, value) => names.hand({value, name: path}, () => path),
    called: (...called) => writeCall(book, ...called),
    requested: (...requested) => writeRequest(book, ...requested),
    inbox: (...inbox) => writeInbox(book, ...inbox),
    delivered: (...delivered) => writeDeliveries(book, ...delivered),
    decoded: (message, hex) => begin(book, `decode ${message} ${hex || '-'}`, {decode: {message, hex}}),
    encoded: (message, value) =>
      begin(book, `encode ${message} ${jsonText(value)}`, {encode: {message, value: template(book, value)}}),
    selected: (step, pointer, value, name) => names.hand({value, name}, () => captured(book, step, pointer)),
    judged: (step, tree, basis) => {
      const written = template(book, tree);
      if (isJsonObject(written)) mergeInto(step.judged[basis], written);
    },
    refuse: why => {
      book.refusals.push(why);
    },
    example: () => exampleOf(book),
  };
}

function template({names, refusals}: Notebook, tree: WithReferences): Json {
  return names.template(tree, why => refusals.push(why));
}

type Waits = Pick<CallRequest, 'until' | 'awaited'>;

function begin(book: Notebook, sentence: string, written: JsonObject, waits: Waits = {}): RecordedStep {
  book.told.push(sentence);
  return take(book, written, waits);
}

function take(book: Notebook, written: JsonObject, {until, awaited}: Waits = {}): RecordedStep {
  const step: RecordedStep = {
    index: book.told.length - 1,
    written,
    isWaiting: until !== undefined,
    ...(awaited === undefined ? {} : {awaited: template(book, awaited) as JsonObject}),
    isSuccess: true,
    isNeeded: false,
    isTelling: false,
    captures: new Map(),
    secrets: new Set(),
    judged: {stated: newJsonObject(), usual: newJsonObject()},
  };
  book.steps.push(step);
  return step;
}

/** Gives the name under which a case captures what stands at a pointer of a step's reply. */
function captured({names, steps}: Notebook, step: RecordedStep, pointer: string): string {
  const known = [...step.captures].find(([, from]) => from === pointer);
  if (known !== undefined) return known[0];
  const [last = ''] = pointer.split('/').slice(-1);
  const word = last.replaceAll(/[^\w-]/g, '');
  const name = names.free(`${/^[A-Za-z]/.test(word) ? word : 'value'}-of-step-${String(steps.indexOf(step) + 1)}`);
  step.captures.set(name, pointer);
  return name;
}

function writeArrangement(
  book: Notebook,
  ...[arrange, inputs, outputs, {arrangement, called} = {}]: Parameters<StoryRecord['arranged']>
): ReturnType<StoryRecord['arranged']> {
  const {names, told, given, refusals} = book;
  told.push(arrangementSentence({arrange, inputs, called, told}));
  const written = template(book, inputs) as JsonObject;
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
  const texts = writeAsSteps(book, arrangement, written);
  return Object.fromEntries(
    Object.entries(outputs).map(([output, value]) => [
      output,
      names.handWritten({value, name: `${arrange}'s ${output}`}, texts[output] ?? (() => value)),
    ]),
  );
}

function writeAsSteps(
  book: Notebook,
  arrangement: Arrangement,
  inputs: JsonObject,
): ReturnType<typeof arrangementAsSteps> {
  const unique = `\${case.name}-${String(book.steps.length + 1)}`;
  return arrangementAsSteps({arrangement, inputs, unique}, call => {
    const step = take(book, call);
    step.isNeeded = true;
    return pointer => captured(book, step, pointer);
  });
}

function writeCall(book: Notebook, operation: string, request: CallRequest): RecordedStep {
  const {as = 'alice', params = {}, auth, say} = request;
  const written = jsonObject([
    ['as', as],
    ['call', operation],
    ...signedBy(book, auth),
    ...(Object.keys(params).length === 0 ? [] : [['params', template(book, params)] as const]),
    ...carriedBy(request, tree => template(book, tree)),
  ]);
  return begin(book, say ?? `${as} calls ${operation}`, written, request);
}

function writeRequest(book: Notebook, method: string, path: string, request: CallRequest): RecordedStep {
  const {as = 'alice', auth, say} = request;
  const sent = jsonObject([
    ['method', method],
    ['path', template(book, path)],
    ...carriedBy(request, tree => template(book, tree)),
  ]);
  const written = jsonObject([['as', as], ['request', sent], ...signedBy(book, auth)]);
  return begin(book, say ?? `${as} asks for ${path}`, written, request);
}

// Who has what somebody signs in with is signed in, so no report of the case may show it.
function signedBy(book: Notebook, auth: CallRequest['auth']): readonly (readonly [string, Json])[] {
  if (auth === undefined) return [];
  const written = template(book, auth);
  for (const {captures, secrets} of book.steps)
    for (const name of captures.keys()) if (jsonText(written).includes(`\${${name}}`)) secrets.add(name);
  return [['auth', written]];
}

function writeInbox(
  {names, inboxes}: Notebook,
  name: string,
  {url, secret}: {readonly url: string; readonly secret: string},
): WorldInbox {
  const written = names.free(name);
  inboxes.set(name, written);
  return {
    url: names.hand({value: url, name: `the address of inbox ${name}`}, () => `${written}.url`),
    secret: names.hand({value: secret, name: `the secret of inbox ${name}`}, () => `${written}.secret`),
  };
}

function writeDeliveries(
  book: Notebook,
  of: string,
  {where, expect, usual, settleMs = 0, say}: DeliveriesRequest,
): RecordedStep {
  const asked = jsonObject([
    ['of', book.inboxes.get(of) ?? of],
    ...(where === undefined ? [] : [['where', template(book, where)] as const]),
    ...(settleMs === 0 ? [] : [['settle', `${String(settleMs)}ms`] as const]),
  ]);
  const step = begin(book, say, jsonObject([['deliveries', asked]]));
  for (const [basis, tree] of [
    ['stated', expect],
    ['usual', usual],
  ] as const)
    if (tree !== undefined) mergeInto(step.judged[basis], template(book, tree) as JsonObject);
  return step;
}

function exampleOf({refusals, steps, given, inboxes}: Notebook): RecordedExample {
  const [why] = refusals;
  if (why !== undefined) return {kind: 'refused', why};
  if (steps.length === 0) return {kind: 'refused', why: 'it broke before its first step'};
  // What was done after the last step that shows something, such as cleaning up, shows nothing, and a case does not need it.
  const shown = steps.slice(0, steps.findLastIndex(step => step.isTelling || isJudged(step)) + 1);
  const written = {given: jsonObject(given), steps: (shown.length === 0 ? steps : shown).map(writtenStep)};
  return {kind: 'case', ...withInboxes(written, [...inboxes.values()])};
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
