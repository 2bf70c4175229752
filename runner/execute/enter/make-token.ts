// Makes an access token with every scope for an account of the run.
import type {HttpObservation} from '../../../model/http.ts';
import {isJsonObject, jsonObject, type Json} from '../../../model/json.ts';
import type {FilledAuth} from '../http/build-request.ts';
import {jsonOf, send, type Doorway} from './setup-client.ts';

/** What came of it; no token when the target made none. */
export interface MadeToken {
  readonly observation: HttpObservation;
  readonly token: string | undefined;
}

/** Asks for the token, signed as `auth` says. */
export async function makeToken(
  door: Doorway,
  {login, name, auth}: {readonly login: string; readonly name: string; readonly auth: FilledAuth},
): Promise<MadeToken> {
  const observation = await send(door, 'userCreateToken', {
    auth,
    params: jsonObject([['username', login]]),
    body: jsonObject([
      ['name', name],
      ['scopes', door.dialect.scopes['all'] ?? ['all']],
    ]),
  });
  const isMade = observation.kind === 'reply' && observation.status === 201;
  return {observation, token: isMade ? tokenOf(jsonOf(observation)) : undefined};
}

function tokenOf(body: Json | undefined): string | undefined {
  const token = isJsonObject(body) ? (body['sha1'] ?? body['token']) : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
