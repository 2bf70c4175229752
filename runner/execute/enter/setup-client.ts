// The way into a hosting server before there is a run: who knocks, with what, and one exchange of theirs.
import {defined} from '../../../base/json/defined.ts';
import type {Actor} from '../../../model/actor.ts';
import type {Bounds} from '../../../model/bounds.ts';
import type {HttpObservation, HttpPort, HttpReply, HttpRequest} from '../../../model/http.ts';
import type {Json, JsonObject} from '../../../model/json.ts';
import type {Ledger} from '../../../model/ledger.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import type {Clock, RandomSource} from '../../../model/ports.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {readJson} from '../../check/read-json.ts';
import {addressCall, buildRequest, type FilledAuth} from '../http/build-request.ts';
import type {Guise} from '../attempt/run-parts.ts';
import {headOfBody} from '../http/head-of-body.ts';
import {busyRoundsMax, patienceFor, waitForTurn} from '../http/request-pace.ts';

/** What has to be at hand before there is a run. */
export interface Doorway {
  readonly http: HttpPort;
  readonly baseUrl: string;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly dialect: Dialect;
  readonly random: RandomSource;
  /** Keeps requests and accounts from showing who asks. */
  readonly guise?: Guise;
  readonly clock: Clock;
  readonly run: string;
  /** Where every account is written down before it is made. */
  readonly ledger: Ledger;
  /** Domain of the addresses of accounts that are made. */
  readonly emailDomain: string;
  readonly keepSecret: (value: string, name: string) => void;
  /** What every message goes through before it is shortened. */
  readonly redaction: Redaction;
  /** Ends knocking and signing in; an account that is being made is made, so that it can be removed. */
  readonly stop: AbortSignal;
  /** Ends everything. */
  readonly abandon: AbortSignal;
  readonly bounds: Pick<Bounds, 'rateLimit' | 'retryAfterMaxMs'>;
  /** The pace of these requests. */
  readonly learnt: {nextTurnMs: number};
  /** Accounts to make besides alice and bob: who acts in contexts. */
  readonly roles?: readonly string[];
  /** What the report must say about the way in. */
  readonly notes: string[];
  /** Capabilities that the target turned out to lack, with how that showed. */
  readonly found: Map<string, string>;
}

/** The administrator's credentials as the user gave them. */
export interface AdminCredentials {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  /** A Cookie header of a browser in which the account is signed in. */
  readonly cookie?: string;
}

/** What to send through the door. */
export interface Sending {
  readonly params?: JsonObject;
  readonly body?: JsonObject;
  readonly auth?: FilledAuth;
  readonly signal?: AbortSignal;
}

/** Sends one request of an operation, outside any case; a busy target gets the time that it asks for. */
export async function send(
  door: Doorway,
  operationId: string,
  {params = {}, body, auth = {kind: 'none'}, signal = door.stop}: Sending,
): Promise<HttpObservation> {
  const operation = door.operations.get(operationId);
  if (operation === undefined) throw new Error(`the contract lacks operation ${operationId}`);
  const request = buildRequest({
    ...addressCall(operation, door.dialect, params),
    auth,
    ...(body === undefined ? {} : {body: {kind: 'json' as const, value: body}}),
    requestId: door.random.name(16),
    ...defined({guise: door.guise}),
  });
  return sendPatiently(door, request, signal);
}

/** Asks for what stands at a path of the server itself, without credentials. */
export async function fetchPath(door: Doorway, path: string): Promise<HttpObservation> {
  const requestId = door.random.name(16);
  const parts = {method: 'GET', path, query: [], headers: [], auth: {kind: 'none'}, requestId} as const;
  return sendPatiently(door, buildRequest({...parts, ...defined({guise: door.guise})}), door.stop);
}

async function sendPatiently(door: Doorway, request: HttpRequest, signal: AbortSignal): Promise<HttpObservation> {
  for (let round = 1; ; round += 1) {
    await waitForTurn(door, signal);
    const observation = await door.http.exchange(request, {signal});
    const patience = observation.kind === 'reply' ? patienceFor(observation, door) : undefined;
    if (patience?.kind !== 'wait' || round === busyRoundsMax || signal.aborted) return observation;
    door.notes.push(
      `${request.method} ${request.path}, before the first case: the target answered 429 and was given the ${String(patience.ms / 1_000)} s that it asked for`,
    );
    await door.clock.wait(patience.ms, signal);
  }
}

/** Reads a reply's body as JSON; nothing when it is none. */
export function jsonOf(reply: HttpReply): Json | undefined {
  const reading = readJson(reply.body, {depthMax: 50});
  return reading.kind === 'json' ? reading.value : undefined;
}

/** Says in half a sentence what came instead of what was needed. */
export function wentWrong(observation: HttpObservation, {redaction}: Pick<Doorway, 'redaction'>): string {
  if (observation.kind === 'no-reply') return `got no answer: ${observation.detail}`;
  const text = headOfBody(observation.body, redaction, 200).trim();
  return `was answered with ${String(observation.status)}${text === '' ? '' : `: ${text}`}`;
}

/** Makes the actor that an administrator's credentials stand for. */
export function adminActor({token, user, password, cookie}: AdminCredentials): Actor {
  return {
    role: 'admin',
    login: user ?? '',
    id: 0,
    ...defined({token, password, cookie}),
  };
}
