// One HTTP exchange of a case: sent, observed, recorded, and only then looked at.
import {defined} from '../../../base/json/defined.ts';
import type {Actor} from '../../../model/actor.ts';
import {anonymous} from '../../../model/actor.ts';
import type {HttpReply} from '../../../model/http.ts';
import type {Server} from '../attempt/run-context.ts';
import type {Operation} from '../../../model/operation.ts';
import {readJson, type JsonReading} from '../../check/read-json.ts';
import {
  addressCall,
  buildRequest,
  queryPairs,
  scalarText,
  usualAuth,
  type AddressedCall,
  type FilledAuth,
  type FilledBody,
  type RequestParts,
} from './build-request.ts';
import {headOfBody} from './head-of-body.ts';
import {busyRoundsMax, patienceFor, waitForTurn} from './request-pace.ts';
import {backwards, renameKeys} from './rename.ts';
import type {JsonObject} from '../../../model/json.ts';
import {exchanged, happened, placeOf, type Story} from '../attempt/story.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** What to send: an operation with parameters, or a method and path of its own. */
export interface Call {
  readonly as: string;
  readonly auth?: FilledAuth;
  readonly address:
    | {readonly operation: Operation; readonly params: JsonObject}
    | {readonly method: string; readonly path: string};
  readonly query: JsonObject;
  readonly headers: JsonObject;
  readonly body?: FilledBody;
  /** The step that it is recorded under, where several can be under way; without it, the step of the story. */
  readonly step?: number;
  /** Where it is sent; without it, to the target. */
  readonly server?: Server;
}

/** A whole reply, with its body read at most once and in our names. */
export interface Received {
  readonly reply: HttpReply;
  readonly operation?: Operation;
  /** Redirects that led to it. */
  readonly passed?: readonly HttpReply[];
  /** The body as JSON, the dialect's names turned back into ours. */
  readonly json: () => JsonReading;
}

/** Sends one request as an actor. Throws CaseEnded when there is no whole reply: the case cannot be judged. */
export async function exchange(story: Story, call: Call): Promise<Received> {
  const {run} = story;
  const server = call.server ?? targetOf(story);
  const operation = 'operation' in call.address ? call.address.operation : undefined;
  const address = addressOf(story, call);
  const rename = operation === undefined ? {} : (run.contract.dialect.operations[operation.id]?.rename ?? {});
  const parts = {
    ...address,
    query: [...address.query, ...queryPairs(Object.entries(call.query))],
    headers: [
      ...address.headers,
      ...Object.entries(call.headers).map(([name, value]) => [name, scalarText(value)] as const),
    ],
    auth: call.auth ?? usualAuth(actorOf(story, call.as)),
    ...(call.body === undefined ? {} : {body: renamedBody(call.body, rename)}),
  };
  for (let round = 1; ; round += 1) {
    const reply = await sendOnce(story, server, {
      parts,
      actor: whoAsks(call.as, parts.auth),
      operation,
      step: call.step ?? placeOf(story).step,
    });
    const patience = patienceFor(reply, {bounds: run.policy.bounds, clock: run.ports.clock});
    if (patience.kind === 'none') return received(reply, operation, backwards(rename), run.policy.bounds.jsonDepthMax);
    const asked = `${parts.method} ${parts.path}: the target answered 429 and asks for a wait of ${String(patience.ms / 1_000)} s`;
    if (patience.kind === 'too-long' || round === busyRoundsMax) throw ended('rate-limited', asked);
    happened(story, {kind: 'noted', note: asked});
    await run.ports.clock.wait(patience.ms, story.signal);
  }
}

function targetOf({run}: Story): Server {
  const {hosting} = run.ports;
  if (hosting === undefined) throw ended('harness', 'a hosting step was planned without a hosting target');
  return hosting;
}

/** Who a reader takes the request for: a role, or the account or token that it was signed with in place of any role's. */
function whoAsks(as: string, auth: FilledAuth): string {
  if (as !== 'anonymous') return as;
  if (auth.kind === 'basic' || auth.kind === 'signature') return auth.user;
  return auth.kind === 'token' || auth.kind === 'bearer' ? 'the holder of a token' : as;
}

interface Sending {
  readonly parts: Omit<RequestParts, 'requestId'>;
  readonly actor: string;
  readonly operation: Operation | undefined;
  readonly step: number | undefined;
}

async function sendOnce(
  story: Story,
  {whose, url, http}: Server,
  {parts, actor, operation, step}: Sending,
): Promise<HttpReply> {
  const {ports, policy, learnt} = story.run;
  const {bounds} = policy;
  const requestId = ports.random.name(16);
  const request = buildRequest({
    ...parts,
    requestId,
    ...defined({guise: ports.guise}),
  });
  await waitForTurn({bounds, clock: ports.clock, learnt}, story.signal);
  const where = step === undefined ? story.caseId : `${story.caseId}, step ${String(step + 1)}`;
  const asked = `${request.method} ${request.path} (${where})`;
  const unasked: string[] = [];
  const observation = await http.exchange(request, {
    signal: story.signal,
    timeoutMs: bounds.replyTimeoutMs,
    conversation: story.name,
    onUnasked: what => {
      unasked.push(what);
      learnt.unasked.push(`${asked}: ${what}`);
    },
  });
  exchanged(story, {
    whose,
    ...defined({step}),
    actor,
    ...defined({operation: operation?.id}),
    durationMs: roundMs(observation.elapsedMs),
    traffic: {kind: 'http', requestId, url: url + request.path, request, observation},
  });
  if (observation.kind === 'no-reply') {
    const cause = story.signal.aborted ? abortCause(story.signal) : observation.cause;
    throw ended(cause, `${request.method} ${request.path}: ${observation.detail}`);
  }
  for (const note of observation.notes) if (!unasked.includes(note)) countOddReply(learnt.oddReplies, note, asked);
  return observation;
}

/** A server could have another oddity in each reply. */
const oddRepliesMax = 20;

function countOddReply(seen: Story['run']['learnt']['oddReplies'], note: string, asked: string): void {
  const before = seen.get(note);
  if (before !== undefined) seen.set(note, {...before, times: before.times + 1});
  else if (seen.size < oddRepliesMax) seen.set(note, {first: asked, times: 1});
}

function received(
  reply: HttpReply,
  operation: Operation | undefined,
  names: {readonly [from: string]: string},
  depthMax: number,
): Received {
  let reading: JsonReading | undefined;
  return {
    reply,
    ...defined({operation}),
    json: () => {
      reading ??= renamedReading(readJson(reply.body, {depthMax}), names);
      return reading;
    },
  };
}

function renamedReading(reading: JsonReading, names: {readonly [from: string]: string}): JsonReading {
  return reading.kind === 'json' ? {...reading, value: renameKeys(reading.value, names)} : reading;
}

/** Gives method and path of a call. */
export function addressOf(story: Story, {address}: Pick<Call, 'address'>): AddressedCall {
  if ('operation' in address) return addressCall(address.operation, story.run.contract.dialect, address.params);
  // Anything else would be read as another host, and credentials would go there.
  if (!/^\/(?!\/)/.test(address.path))
    throw ended(
      'blocked',
      `the path ${quoted(address.path)} is not relative to the base URL: it must begin with one "/"`,
    );
  return {method: address.method, path: address.path, query: [], headers: []};
}

function renamedBody(body: FilledBody, names: {readonly [from: string]: string}): FilledBody {
  return body.kind === 'json' ? {kind: 'json', value: renameKeys(body.value, names)} : body;
}

/** Finds an actor by role; throws CaseEnded when there is none with credentials. */
export function actorOf(story: Story, role: string): Actor {
  if (role === 'anonymous') return anonymous;
  const actor = story.run.people.actors.get(role);
  if (actor === undefined) throw new CaseEnded('skip', 'needs-credentials', `there are no credentials for ${role}`);
  return actor;
}

/** Says why a signal ended what was under way. */
export function abortCause(signal: AbortSignal): 'case-timeout' | 'interrupted' {
  return signal.reason === 'interrupted' ? 'interrupted' : 'case-timeout';
}

/** Describes a reply that is not what the way there needed, with the start of its body. */
export function describeReply({reply}: Received, {run}: Pick<Story, 'run'>): string {
  const head = headOfBody(reply.body, run.contract.checkers.redaction, 200);
  return `answered ${String(reply.status)}${head === '' ? ' with an empty body' : `: ${head}`}`;
}
