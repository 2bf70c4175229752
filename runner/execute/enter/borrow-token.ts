// Makes an access token for an account that was given with its password alone, and takes it back at the end.
import type {Actor} from '../../../model/actor.ts';
import {jsonObject} from '../../../model/json.ts';
import {send, wentWrong, type Doorway} from './setup-client.ts';
import {makeToken} from './make-token.ts';

/** The token, and the way to take it back; `giveBack` says what it could not remove. */
export interface BorrowedToken {
  readonly token: string;
  readonly giveBack: () => Promise<readonly string[]>;
}

/** Makes the token; nothing when the target makes none for this account, which then acts by its password. */
export async function borrowToken(
  door: Doorway,
  {role, login, password}: Pick<Actor, 'role' | 'login'> & {readonly password: string},
): Promise<BorrowedToken | undefined> {
  const name = door.guise?.login() ?? `ts-${door.run}-${role}`;
  const auth = {kind: 'basic', user: login, password} as const;
  // `touchstone clean` removes it as it removes every token that a case made.
  const values = jsonObject([
    ['owner_as', role],
    ['login', login],
    ['name', name],
  ]);
  const mark = door.ledger.intend({kind: 'arrangement', arrangement: 'token', as: role, login, values});
  const {observation, token} = await makeToken(door, {login, name, auth});
  if (token === undefined) {
    if (observation.kind === 'reply') mark.gone();
    return undefined;
  }
  door.keepSecret(token, `TOUCHSTONE_TOKEN_${role.toUpperCase()}`);
  const giveBack = async (): Promise<readonly string[]> => {
    const params = jsonObject([
      ['username', login],
      ['token', name],
    ]);
    const removed = await send(door, 'userDeleteAccessToken', {auth, params, signal: door.abandon});
    const isGone =
      removed.kind === 'reply' && ((removed.status >= 200 && removed.status < 300) || removed.status === 404);
    if (!isGone) return [`token ${name} of ${login}: ${wentWrong(removed, door)}`];
    mark.gone();
    return [];
  };
  return {token, giveBack};
}
