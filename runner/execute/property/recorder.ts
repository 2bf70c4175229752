// Writes one run of a property down as a case would say it: references become names, so that the run can be told and promoted.
import {
  type CallRequest,
  type DeliveriesRequest,
  reference,
  type Reference,
  type WithReferences,
  type WorldInbox,
} from '../../../model/property.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {isJsonObject, jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {Context} from '../../../model/contexts/context.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';
import {questionWords} from '../../../model/peers/question-words.ts';
import type {Basis} from '../../../model/verdict.ts';
import {arrangementAsSteps, canBeSteps} from './arrangement-as-steps.ts';
import {
  capturedNames,
  capturesOf,
  countTold,
  factsOf,
  givenIn,
  inboxesIn,
  refusalIn,
  stepsIn,
  toldIn,
  type PropertyEvent,
  type PropertyEvents,
} from './property-events.ts';
import {referenceNames, type ReferenceNames} from './reference-names.ts';
import {withInboxes} from './recorded-inboxes.ts';
import {carriedBy, isJudged, writtenStep, type RecordedStep} from './recorded-step.ts';

/** Adds what was done in one run to its events, in the names of a case. */
export interface StoryRecord {
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
  /** A question to a decoder under test. */
  asked(question: TesteeQuestion): RecordedStep;
  /** Gives a value of a step's reply; a case captures it when a later step needs it. */
  selected(step: RecordedStep, pointer: string, value: Json, name: string): Reference;
  /** Writes down what the reply of a step was judged against. */
  judged(step: RecordedStep, tree: WithReferences, basis: Basis): void;
  /** Says why this run cannot be a case; the first reason is kept. */
  refuse(why: string): void;
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

/** What a record writes with. */
interface Notebook {
  readonly names: ReferenceNames;
  readonly events: PropertyEvent[];
  /** Where the run is. */
  readonly context: Context;
}

/** Begins the record of a run, which adds to its events; `logins` are the names of the actors by role. */
export function storyRecord(
  logins: ReadonlyMap<string, string>,
  events: PropertyEvent[],
  context: Context = {},
): StoryRecord {
  const book: Notebook = {names: referenceNames(logins), events, context};
  const {names} = book;
  return {
    arranged: (...arranged) => writeArrangement(book, ...arranged),
    known: (path, value) => names.hand(reference(value, path), () => path),
    called: (...called) => writeCall(book, ...called),
    requested: (...requested) => writeRequest(book, ...requested),
    inbox: (...inbox) => writeInbox(book, ...inbox),
    delivered: (...delivered) => writeDeliveries(book, ...delivered),
    asked: question => begin(book, questionWords(question, wordsMax), askedStep(book, question)),
    selected: (step, pointer, value, name) => names.hand(reference(value, name), () => captured(book, step, pointer)),
    judged: (step, tree, basis) => {
      expected(book, step, {basis, tree});
    },
    refuse: why => {
      events.push({kind: 'refused', why});
    },
  };
}

/** What is longer is told in part. */
const wordsMax = 2_000;

function askedStep(book: Notebook, question: TesteeQuestion): JsonObject {
  const {message, form} = question;
  const inForm = form === 'json' ? {form} : {};
  if (question.kind === 'encode') return {encode: {message, value: template(book, question.value), ...inForm}};
  const {bytes} = question;
  return {decode: {message, ...(form === 'json' ? {json: Buffer.from(bytes).toString('utf8')} : {hex: hexOf(bytes)})}};
}

function template({names, events}: Notebook, tree: WithReferences): Json {
  return names.template(tree, why => events.push({kind: 'refused', why}));
}

function expected(
  book: Notebook,
  step: RecordedStep,
  {basis, tree}: {readonly basis: Basis; readonly tree: WithReferences},
): void {
  const written = template(book, tree);
  if (isJsonObject(written)) book.events.push({kind: 'expected', step, basis, tree: written});
}

type Waits = Pick<CallRequest, 'until' | 'awaited'>;

function begin(book: Notebook, sentence: string, written: JsonObject, waits: Waits = {}): RecordedStep {
  book.events.push({kind: 'told', sentence});
  return take(book, written, waits);
}

function take(book: Notebook, written: JsonObject, {until, awaited}: Waits = {}): RecordedStep {
  const step: RecordedStep = {
    index: countTold(book.events) - 1,
    written,
    isWaiting: until !== undefined,
    ...(awaited === undefined ? {} : {awaited: template(book, awaited) as JsonObject}),
  };
  book.events.push({kind: 'stepped', step});
  return step;
}

/** Gives the name under which a case captures what stands at a pointer of a step's reply. */
function captured({names, events}: Notebook, step: RecordedStep, pointer: string): string {
  const known = [...capturesOf(events, step)].find(([, from]) => from === pointer);
  if (known !== undefined) return known[0];
  const [last = ''] = pointer.split('/').slice(-1);
  const word = last.replaceAll(/[^\w-]/g, '');
  const name = names.free(
    `${/^[A-Za-z]/.test(word) ? word : 'value'}-of-step-${String(stepsIn(events).indexOf(step) + 1)}`,
  );
  events.push({kind: 'captured', step, name, pointer});
  return name;
}

function writeArrangement(
  book: Notebook,
  ...[arrange, inputs, outputs, {arrangement, called} = {}]: Parameters<StoryRecord['arranged']>
): ReturnType<StoryRecord['arranged']> {
  const {names, events} = book;
  events.push({kind: 'told', sentence: arrangementSentence({arrange, inputs, called, told: toldIn(events)})});
  const written = template(book, inputs) as JsonObject;
  const name = names.free(arrange);
  if (!/\$\{[\w-]+-of-step-/.test(jsonText(written))) {
    events.push({kind: 'given', name, arranged: jsonObject([['arrange', arrange], ...Object.entries(written)])});
    return names.outputs(name, arrange, outputs);
  }
  if (arrangement === undefined || !canBeSteps(arrangement)) {
    const why = `it makes a ${spaced(arrange)} of what an earlier step answered, which plain steps cannot, and a case arranges before its first step`;
    events.push({kind: 'refused', why});
    return names.outputs(name, arrange, outputs);
  }
  const texts = writeAsSteps(book, arrangement, written);
  return Object.fromEntries(
    Object.entries(outputs).map(([output, value]) => [
      output,
      names.handWritten(reference(value, `${arrange}'s ${output}`), texts[output] ?? (() => value)),
    ]),
  );
}

function writeAsSteps(
  book: Notebook,
  arrangement: Arrangement,
  inputs: JsonObject,
): ReturnType<typeof arrangementAsSteps> {
  const unique = `\${case.name}-${String(stepsIn(book.events).length + 1)}`;
  return arrangementAsSteps({arrangement, inputs, unique}, call => {
    const step = take(book, call);
    book.events.push({kind: 'needed', step});
    return pointer => captured(book, step, pointer);
  });
}

function writeCall(book: Notebook, operation: string, request: CallRequest): RecordedStep {
  const {params = {}, auth, say} = request;
  const as = roleIn(book, request);
  const written = jsonObject([
    ['as', as],
    ['call', operation],
    ...signedBy(book, auth),
    ...(Object.keys(params).length === 0 ? [] : [['params', template(book, params)] as const]),
    ...carriedBy(request, tree => template(book, tree)),
  ]);
  return begin(book, say ?? `${as} calls ${operation}`, written, request);
}

// The context says who acts for the owner; a case names the role.
function roleIn({context}: Notebook, {as = 'alice'}: CallRequest): string {
  return as === 'alice' && context.actor !== undefined ? 'owner' : as;
}

function writeRequest(book: Notebook, method: string, path: string, request: CallRequest): RecordedStep {
  const {auth, say} = request;
  const as = roleIn(book, request);
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
  for (const name of capturedNames(book.events))
    if (jsonText(written).includes(`\${${name}}`)) book.events.push({kind: 'signed', name});
  return [['auth', written]];
}

function writeInbox(
  {names, events}: Notebook,
  name: string,
  {url, secret}: {readonly url: string; readonly secret: string},
): WorldInbox {
  const written = names.free(name);
  events.push({kind: 'inbox', name, written});
  return {
    url: names.hand(reference(url, `the address of inbox ${name}`), () => `${written}.url`),
    secret: names.hand(reference(secret, `the secret of inbox ${name}`), () => `${written}.secret`),
  };
}

function writeDeliveries(
  book: Notebook,
  of: string,
  {where, expect, usual, settleMs = 0, say}: DeliveriesRequest,
): RecordedStep {
  const asked = jsonObject([
    ['of', inboxesIn(book.events).get(of) ?? of],
    ...(where === undefined ? [] : [['where', template(book, where)] as const]),
    ...(settleMs === 0 ? [] : [['settle', `${String(settleMs)}ms`] as const]),
  ]);
  const step = begin(book, say, jsonObject([['deliveries', asked]]));
  for (const [basis, tree] of [
    ['stated', expect],
    ['usual', usual],
  ] as const)
    if (tree !== undefined) expected(book, step, {basis, tree});
  return step;
}

/** Gives the run as a case, or why it cannot be one. */
export function exampleIn(events: PropertyEvents): RecordedExample {
  const why = refusalIn(events);
  if (why !== undefined) return {kind: 'refused', why};
  const steps = stepsIn(events).map(step => ({step, facts: factsOf(events, step)}));
  if (steps.length === 0) return {kind: 'refused', why: 'it broke before its first step'};
  // What was done after the last step that shows something, such as cleaning up, shows nothing, and a case does not need it.
  const shown = steps.slice(0, steps.findLastIndex(({facts}) => facts.isTelling || isJudged(facts)) + 1);
  const written = {
    given: jsonObject(givenIn(events)),
    steps: (shown.length === 0 ? steps : shown).map(({step, facts}) => writtenStep(step, facts)),
  };
  return {kind: 'case', ...withInboxes(written, [...inboxesIn(events).values()])};
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
