// A plain step that makes what an arrangement makes is remembered like it: by the ledger, and for the clean-up of its case.
import {matchOperation} from '../../../base/patterns/match-operation.ts';
import type {Arrangement, ArrangementStep} from '../../../model/arrangement.ts';
import {isJsonObject, jsonObject, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {readTemplate, referencesIn} from '../../../model/template.ts';
import {capture} from '../http/capture.ts';
import {fill} from '../http/fill.ts';
import {exchange, type Call, type Received} from '../http/exchange.ts';
import {referencesOf, rememberMade, type Memory} from './remember-made.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Contract} from '../attempt/run-context.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {CaseEnded} from '../attempt/failures.ts';

/** Sends a step of a case; what it makes is written down before. */
export async function exchangeRemembered(story: Story, call: Call): Promise<Received> {
  const creation = creationOf(story, call);
  if (creation === undefined) return exchange(story, call);
  const {create, scope, memory} = creation;
  // Without an answer nobody knows whether it was made: then it stays remembered.
  const received = await exchange(story, call);
  const {status} = received.reply;
  if (status < 200 || status >= 300) memory.gone();
  else {
    await captureWhatIsThere(story, create, received, scope);
    memory.made();
  }
  return received;
}

interface Creation {
  readonly create: ArrangementStep;
  readonly scope: Scope;
  readonly memory: Memory;
}

function creationOf(story: Story, call: Call): Creation | undefined {
  // What nobody of the run may remove belongs to an account that is removed itself.
  const called = isOfActor(story, call) ? operationOf(story.run.contract, call.address) : undefined;
  if (called === undefined) return undefined;
  const sent = jsonObject([
    ['as', call.as],
    ['params', called.params],
    ['body', call.body?.kind === 'json' ? call.body.value : null],
  ]);
  for (const {arrangement, create} of creatorsOf(story.run.contract, called.id)) {
    const scope: Scope = new Map();
    const template = jsonObject([
      ['as', create.as],
      ['params', create.params],
      ['body', create.body?.kind === 'json' ? create.body.value : null],
    ]);
    readBack(template, sent, scope);
    addDefaults(story, arrangement, scope);
    if (!isEnough(story, arrangement, create, scope)) continue;
    const memory = rememberMade(story, arrangement, scope);
    if (memory !== undefined) return {create, scope, memory};
  }
  return undefined;
}

/** Whether somebody of the run asks: a step may say whose it is and be signed with the password of another account. */
function isOfActor({run}: Story, {as, auth}: Call): boolean {
  const actor = run.people.actors.get(as);
  return actor !== undefined && (auth?.kind !== 'basic' || auth.user === actor.login);
}

/** Which operation it is; a step that writes its path out is recognized by it. */
function operationOf(
  {operations}: Contract,
  address: Call['address'],
): {readonly id: string; readonly params: JsonObject} | undefined {
  // What is only read was not made by us: it must never be removed.
  const method = 'operation' in address ? address.operation.method : address.method;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if ('operation' in address) return {id: address.operation.id, params: address.params};
  const match = matchOperation(address.method, address.path, operations);
  return match === undefined ? undefined : {id: match.operation.id, params: jsonObject([...match.values])};
}

interface Creator {
  readonly arrangement: Arrangement;
  readonly create: ArrangementStep;
}

const creators = new WeakMap<Contract['arrangements'], ReadonlyMap<string, readonly Creator[]>>();

/** Arrangements that begin with this operation and say how what it makes is removed. */
function creatorsOf({arrangements}: Contract, operationId: string): readonly Creator[] {
  let known = creators.get(arrangements);
  if (known === undefined) {
    const all = [...arrangements.values()].flatMap((arrangement): Creator[] => {
      const [create] = arrangement.steps;
      return create?.request !== undefined || create === undefined || arrangement.cleanup === undefined
        ? []
        : [{arrangement, create}];
    });
    known = grouped(all);
    creators.set(arrangements, known);
  }
  return known.get(operationId) ?? [];
}

function grouped(all: readonly Creator[]): ReadonlyMap<string, readonly Creator[]> {
  const groups = new Map<string, Creator[]>();
  for (const creator of all) groups.set(creator.create.call, [...(groups.get(creator.create.call) ?? []), creator]);
  return groups;
}

/** Reads a template backwards: where it says `${name}`, the name gets the value that was sent there. */
function readBack(template: Json, sent: Json | undefined, scope: Scope): void {
  if (sent === undefined || sent === null) return;
  if (typeof template === 'string') {
    const reading = readTemplate(template);
    if (reading.kind === 'value') setPath(scope, reading.path.split('.'), sent);
  } else if (Array.isArray(template)) {
    for (const [index, item] of template.entries())
      readBack(item as Json, Array.isArray(sent) ? (sent[index] as Json) : undefined, scope);
  } else if (isJsonObject(template)) {
    for (const [key, item] of Object.entries(template))
      readBack(item, isJsonObject(sent) ? sent[key] : undefined, scope);
  }
}

function setPath(scope: Scope, [root = '', ...keys]: readonly string[], value: Json): void {
  scope.set(root, withPath(scope.get(root), keys, value));
}

function withPath(tree: Json | undefined, [key, ...deeper]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const object = newJsonObject();
  if (isJsonObject(tree)) Object.assign(object, tree);
  object[key] = withPath(object[key], deeper, value);
  return object;
}

// A drawn default was not what the step sent.
function addDefaults(story: Story, {inputs}: Arrangement, scope: Scope): void {
  for (const [name, {default: usual}] of Object.entries(inputs)) {
    if (scope.has(name) || usual === undefined) continue;
    const lookup = lookupIn(story, scope);
    const names = referencesIn(usual);
    if (names.every(path => !path.startsWith('random.') && lookup(path) !== undefined))
      scope.set(name, fill(usual, lookup));
  }
}

/** Whether it can be removed with what was sent, what the answer will tell, and what is found. */
function isEnough(story: Story, {cleanup, find}: Arrangement, create: ArrangementStep, scope: Scope): boolean {
  const lookup = lookupIn(story, scope);
  const told = new Set([...Object.keys(create.capture), ...Object.keys(find?.capture ?? {})]);
  const needed = referencesOf([cleanup, find]);
  return needed.every(path => told.has(path.split('.', 1)[0] ?? '') || lookup(path) !== undefined);
}

/** Captures what a create told; a reply that lacks some of it is for the case to judge. */
export async function captureWhatIsThere(
  story: Story,
  create: Pick<ArrangementStep, 'capture'>,
  received: Received,
  scope: Scope,
): Promise<void> {
  try {
    await capture(story, create.capture, received, scope);
  } catch (problem) {
    if (!(problem instanceof CaseEnded)) throw problem;
  }
}
