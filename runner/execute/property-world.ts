// The world as a property sees it: arrangements, calls, laws; everything is recorded so that a run can be told.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {PropertyWorld, Reference, WithReferences, WorldAnswer, WorldReply} from '../model/property.ts';
import type {TesteeAnswer} from '../model/peer.ts';
import type {Basis, Finding} from '../model/verdict.ts';
import {selectPointer} from '../check/json-pointer.ts';
import {arrange} from './arrange.ts';
import {scalarText, type FilledAuth} from './build-request.ts';
import {actorOf, exchange, type Received} from './exchange.ts';
import {fillAuth} from './fill.ts';
import {judgeReply} from './http-step.ts';
import {judgeContract} from './judge-contract.ts';
import {ask} from './overlay-step.ts';
import {lookupIn} from './scope.ts';
import type {Story} from './story.ts';
import {CaseEnded, ended} from './troubles.ts';

/** What one run of a property leaves behind. */
export interface PropertyRun {
  readonly findings: Finding[];
  /** One sentence per action. */
  readonly told: string[];
  readonly commands: Map<string, number>;
}

/** Makes the world of one run. */
export function propertyWorld(story: Story, propertyRun: PropertyRun): PropertyWorld {
  const replies = new WeakMap<WorldReply, Received>();
  return {
    arrange: async (name, inputs = {}) => {
      const outputs = await arrange(story, name, resolve(inputs) as JsonObject);
      return Object.fromEntries(
        Object.entries(outputs).map(([output, value]) => [output, {value, name: `${name}'s ${output}`}]),
      );
    },
    known: path => {
      const value = lookupIn(story, new Map())(path);
      if (value === undefined) throw ended('harness', `a property names ${path}, which there is not`);
      return {value, name: path};
    },
    call: async (operationId, {as = 'alice', params = {}, body, auth, say}) => {
      const operation = story.run.operations.get(operationId);
      if (operation === undefined) throw ended('harness', `there is no operation "${operationId}"`);
      propertyRun.told.push(say ?? `${as} calls ${operationId}`);
      const received = await exchange(story, {
        as,
        ...(auth === undefined ? {} : {auth: filledAuth(story, as, auth)}),
        address: {operation, params: resolve(params) as JsonObject},
        query: {},
        headers: {},
        ...(body === undefined ? {} : {body: {kind: 'json' as const, value: resolve(body)}}),
      });
      propertyRun.findings.push(...judgeContract(story, received));
      const reply = worldReply(received, propertyRun);
      replies.set(reply, received);
      return reply;
    },
    expect: (reply, tree, {usual = false} = {}) => {
      const received = replies.get(reply);
      if (received === undefined) throw ended('harness', 'a property judged a reply that is not of its world');
      const basis = usual ? 'usual' : 'stated';
      const findings = judgeReply(story, {expectation: {pointer: '', ...tree}, basis, received, scope: new Map()});
      miss(
        propertyRun,
        findings.map(({at: _at, ...finding}) => finding),
        basis,
      );
    },
    law: (holds, finding) => {
      if (!holds) miss(propertyRun, [{basis: 'stated', ...finding}], 'stated');
    },
    decode: async (message, bytes) => worldAnswer(await ask(story, {kind: 'decode', message, form: 'binary', bytes})),
    encode: async (message, value) => worldAnswer(await ask(story, {kind: 'encode', message, form: 'binary', value})),
    count: kind => {
      propertyRun.commands.set(kind, (propertyRun.commands.get(kind) ?? 0) + 1);
    },
  };
}

type CallAuth = NonNullable<Parameters<PropertyWorld['call']>[1]['auth']>;

function filledAuth(story: Story, as: string, auth: CallAuth): FilledAuth {
  if (typeof auth === 'object') return {kind: 'token', token: scalarText(resolve(auth.token))};
  return fillAuth({kind: auth === 'none' ? 'none' : `actor-${auth}`}, actorOf(story, as), () => undefined);
}

// A stated miss ends the run, so that the story stops where the law broke; a usual one is remembered.
function miss(propertyRun: PropertyRun, findings: readonly Finding[], basis: Basis): void {
  if (findings.length === 0) return;
  propertyRun.findings.push(...findings);
  if (basis === 'stated')
    throw new CaseEnded('fail', findings[0]?.cause ?? 'expectation', findings[0]?.message ?? 'the law does not hold');
}

function worldReply(received: Received, propertyRun: PropertyRun): WorldReply {
  const reading = received.json();
  const body = reading.kind === 'json' ? reading.value : undefined;
  return {
    status: received.reply.status,
    body,
    header: name => received.reply.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
    at: pointer => {
      const selected = body === undefined ? undefined : selectPointer(body, pointer);
      if (selected?.kind === 'value')
        return {value: selected.value, name: `${received.operation?.id ?? 'reply'} ${pointer}`};
      const message = `expected a value, got nothing (the reply answered ${String(received.reply.status)})`;
      miss(propertyRun, [{basis: 'stated', path: pointer, message}], 'stated');
      throw ended('harness', 'unreachable');
    },
  };
}

function worldAnswer(answer: TesteeAnswer): WorldAnswer {
  switch (answer.kind) {
    case 'value':
      return {answer: 'value', value: answer.value};
    case 'encoded':
      return {answer: 'encoded', bytes: answer.bytes};
    case 'reject':
    case 'unsupported':
      return {answer: answer.kind, detail: answer.text};
    case 'broken':
    case 'lost':
      return {answer: 'broken', detail: answer.detail};
  }
}

function resolve(tree: WithReferences): Json {
  if (isReference(tree)) return tree.value;
  if (Array.isArray(tree)) return tree.map(item => resolve(item as WithReferences));
  if (isJsonObject(tree as Json))
    return jsonObject(Object.entries(tree as JsonObject).map(([key, item]) => [key, resolve(item)]));
  return tree as Json;
}

function isReference(tree: WithReferences): tree is Reference {
  return (
    typeof tree === 'object' &&
    tree !== null &&
    !Array.isArray(tree) &&
    Object.keys(tree).length === 2 &&
    'value' in tree &&
    'name' in tree &&
    typeof (tree as {name: unknown}).name === 'string'
  );
}
