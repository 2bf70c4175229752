// The requests that a property makes of a hosting server: sent, recorded, and given back as replies with references.
import {defined} from '../../../base/json/defined.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {Operation} from '../../../model/operation.ts';
import type {CallAuth, CallRequest, WorldReply} from '../../../model/property.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import {exchangeRemembered} from '../arrange/plain-create.ts';
import {eventually} from '../attempt/eventually.ts';
import {CaseEnded, ended, unknownName} from '../attempt/failures.ts';
import type {Story} from '../attempt/story.ts';
import {scalarText, type FilledAuth, type FilledBody} from '../http/build-request.ts';
import {actorOf, describeReply, type Call, type Received} from '../http/exchange.ts';
import {fillAuth} from '../http/fill.ts';
import {judgeContract} from '../http/judge-contract.ts';
import {refusals, subjectIn} from '../../plan/contexts/in-context.ts';
import {lookAfter, lookBefore} from './beside.ts';
import {missed} from './miss.ts';
import {isSuccess, ofStep, type Heard, type WorldParts} from './property-run.ts';
import type {RecordedStep} from './recorded-step.ts';
import {resolve} from './reference-names.ts';

/** Whether the target's dialect has a name for an operation of the contract. */
export function isOffered(parts: WorldParts, operationId: string): boolean {
  operationOf(parts, operationId);
  const {absent, lacking = {}} = parts.story.run.contract.dialect;
  return !absent.includes(operationId) && lacking[operationId] === undefined;
}

function operationOf({story}: WorldParts, operationId: string): Operation {
  const {operations} = story.run.contract;
  const operation = operations.get(operationId);
  if (operation === undefined) throw ended('harness', unknownName('operation', operationId, operations.keys()));
  return operation;
}

/** Calls an operation of the API. */
export async function callOperation(parts: WorldParts, operationId: string, request: CallRequest): Promise<WorldReply> {
  const operation = operationOf(parts, operationId);
  const beyond = (request.as ?? 'alice') === 'alice' ? parts.drawn?.whyBeyondRight(operationId) : undefined;
  if (beyond !== undefined) throw ended('harness', beyond);
  const lacking = parts.story.run.contract.dialect.lacking?.[operationId];
  if (lacking !== undefined) throw new CaseEnded('skip', 'capability-absent', lacking);
  if (!isOffered(parts, operationId))
    throw new CaseEnded('skip', 'not-in-dialect', `the dialect has no name for operation ${operationId}`);
  const address = {operation, params: resolve(request.params ?? {}) as JsonObject};
  const looked = request.looksBeside === undefined ? [] : await lookBefore(parts, operationId, request);
  const step = parts.record.called(operationId, request);
  const reply = await send(parts, {address, request, step});
  await lookAfter(parts, request, {step, looked});
  return reply;
}

/** Calls an operation that is only the way there: without a 2xx the run is blocked. */
export async function prepare(parts: WorldParts, operationId: string, request: CallRequest): Promise<WorldReply> {
  const reply = await callOperation(parts, operationId, request);
  const heard = parts.heard.get(reply);
  if (heard !== undefined) parts.events.push({kind: 'needed', step: heard.step});
  if (heard !== undefined && isSuccess(heard)) return reply;
  const answer = heard?.kind === 'reply' ? describeReply(heard.received, parts.story) : '';
  throw ended('blocked', `${request.say ?? operationId} is only the way there and needs a 2xx: it ${answer}`);
}

/** One request and the step that it was recorded as. */
export interface Sending {
  readonly address: Call['address'];
  readonly request: CallRequest;
  readonly step: RecordedStep;
}

/** Sends a request, again and again where it waits for something, and gives the last reply. */
export async function send(parts: WorldParts, sending: Sending): Promise<WorldReply> {
  const {story, record, isProbe, events, heard, underWay} = parts;
  const {request, step} = sending;
  const {until} = request;
  if (underWay.size > 0) record.refuse('it makes requests at the same time, and a case makes one after the other');
  underWay.add(step);
  const {received, reply} = await eventually(story, until === undefined ? 0 : 10_000, {
    ask: () => sendOnce(parts, sending),
    isEnough: answer => until?.(answer.reply) ?? true,
  }).finally(() => underWay.delete(step));
  const came: Heard = {kind: 'reply', step, received};
  if (isBarred(parts, request.as, received.reply.status)) events.push({kind: 'barred', step});
  const broken = isProbe ? [] : judgeContract(story, received);
  events.push({kind: 'answered', step, isSuccess: isSuccess(came)});
  if (broken.length > 0) events.push({kind: 'telling', step});
  events.push({kind: 'missed', findings: ofStep(step, broken)});
  heard.set(reply, came);
  return reply;
}

/** Refused to who acts by a right that the context gave and no sentence states. */
function isBarred({context, drawn}: WorldParts, as: string | undefined, status: number): boolean {
  if (drawn?.isRightStated !== false || !refusals.has(status)) return false;
  if (as === undefined || as === 'alice') return context.actor !== undefined;
  return as !== 'admin' && context.visibility !== undefined;
}

async function sendOnce(
  parts: WorldParts,
  {address, request, step}: Sending,
): Promise<{readonly received: Received; readonly reply: WorldReply}> {
  const {story} = parts;
  const {as: role = 'alice', auth, headers = {}} = request;
  const as = role === 'alice' ? (subjectIn(parts.context) ?? role) : role;
  const body = bodyOf(request);
  const received = await exchangeRemembered(story, {
    as,
    step: step.index,
    ...(auth === undefined ? {} : {auth: filledAuth(story, as, auth)}),
    address,
    query: {},
    headers: resolve(headers) as JsonObject,
    ...defined({body}),
  });
  return {received, reply: worldReply(parts, received, step)};
}

function bodyOf({body, bytes, multipart}: CallRequest): FilledBody | undefined {
  if (bytes !== undefined) return {kind: 'bytes', hex: bytes};
  if (multipart !== undefined) return {kind: 'multipart', parts: resolve(multipart) as JsonObject};
  return body === undefined ? undefined : {kind: 'json', value: resolve(body)};
}

function filledAuth(story: Story, as: string, auth: CallAuth): FilledAuth {
  if (typeof auth === 'object') {
    if ('token' in auth) return {kind: 'token', token: scalarText(resolve(auth.token))};
    if ('cookie' in auth) return {kind: 'cookie', cookie: scalarText(resolve(auth.cookie))};
    const [user, password] = [auth.basic.user, auth.basic.password].map(part => scalarText(resolve(part)));
    return {kind: 'basic', user: user ?? '', password: password ?? ''};
  }
  return fillAuth({kind: auth === 'none' ? 'none' : `actor-${auth}`}, actorOf(story, as), () => undefined);
}

function worldReply(parts: WorldParts, received: Received, step: RecordedStep): WorldReply {
  const {record} = parts;
  const reading = received.json();
  const body = reading.kind === 'json' ? reading.value : undefined;
  return {
    status: received.reply.status,
    body,
    bytes: received.reply.body,
    header: name => received.reply.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
    at: pointer => {
      const selected = body === undefined ? undefined : selectPointer(body, pointer);
      if (selected?.kind === 'value')
        return record.selected(step, pointer, selected.value, `${received.operation?.id ?? 'reply'} ${pointer}`);
      record.judged(step, {at: {[pointer]: {$present: true}}}, 'stated');
      const message = `expected a value, got nothing (the reply answered ${String(received.reply.status)})`;
      missed(parts, ofStep(step, [{basis: 'stated', path: pointer, message}]));
      throw ended('blocked', message);
    },
  };
}
